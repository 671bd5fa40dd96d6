"""Security headers of every answer, which restrict what browsers do with it."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

METHODS = ("GET", "HEAD", "POST")
"""The allowed methods."""
NOT_HERE, NOT_PAIRED = 4403, 4401
"""Close codes of a WebSocket."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src {sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALWAYS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"accelerometer=(), camera=(), display-capture=(), geolocation=(), "
    b"gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
}

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


class Refused(Exception):
    """The request is refused; the text is a word or two, and no help to attackers."""

    def __init__(self, status: int, text: str, close: int = NOT_HERE) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text
        self.close = close


class SecurityHeaders:
    """Sends answers with their headers."""

    def __init__(self, send: Send, *, kept: bool, secure: bool = False) -> None:
        self._send = send
        self._scheme = "wss" if secure else "ws"
        self._kept = kept
        """Whether browsers may cache answers, because these contain nothing of the game."""
        self.host = ""
        """The requested host name, once it is known to be valid."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": self._covered(message.get("headers", ()))}
        await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        """Refuse the request with a word, and close without reading the rest."""
        self._kept = False
        text = refused.text.encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(text)).encode()),
            (b"connection", b"close"),
        ]
        if refused.status == 405:
            headers.append((b"allow", ", ".join(METHODS).encode()))
        if refused.status == 429:
            headers.append((b"retry-after", b"1"))
        await self({"type": "http.response.start", "status": refused.status, "headers": headers})
        await self({"type": "http.response.body", "body": text, "more_body": False})

    def _covered(self, headers: Headers) -> list[tuple[bytes, bytes]]:
        # Safari before 16 blocks WebSockets unless they are named
        sources = f"'self' {self._scheme}://{self.host}" if self.host else "'self'"
        policy = _POLICY.format(sources=sources)
        ours = {**_ALWAYS, b"content-security-policy": policy.encode("latin-1")}
        theirs = [(bytes(name).lower(), bytes(value)) for name, value in headers]
        if not self._kept or any(name == b"set-cookie" for name, _ in theirs):
            ours[b"cache-control"] = b"no-store"
        elif all(name != b"cache-control" for name, _ in theirs):
            ours[b"cache-control"] = b"no-cache"  # revalidated, but not sent again
        return [*((name, value) for name, value in theirs if name not in ours), *ours.items()]
