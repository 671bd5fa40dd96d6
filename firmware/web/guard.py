"""Guards the page: accepts only requests of the page itself and of paired phones.

Pure ASGI, around the whole application.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from firmware.web.pairing import Pairing
from firmware.web.rate_limit import RateLimits
from firmware.web.security_headers import (
    METHODS,
    NOT_PAIRED,
    App,
    Headers,
    Message,
    Receive,
    Refused,
    Scope,
    SecurityHeaders,
    Send,
)

COOKIE = "grillside"
"""The cookie with the token."""
LARGEST = 8_192
"""Bytes of a body."""
PATIENCE = 5.0
"""Seconds for a body to arrive."""
MOST_HEADERS, LONGEST_HEADERS = 100, 16_384
"""Includes cookies of other servers on this machine, because cookies ignore ports."""
LONGEST_URL = 512
AT_ONCE, A_SECOND = 240, 30.0
"""Requests from one address; eight pages that are opened at once are allowed."""

_OPEN = frozenset({"/", "/texts.json", "/pair"})
_KEPT = _OPEN - {"/pair"}
_STATIC = "/static/"
_PATH = re.compile(r"(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?")
"""Unambiguous paths: no empty part, and none that starts with a dot."""
_LENGTH = re.compile(r"[0-9]{1,9}")


class _Visitor(NamedTuple):
    """The sender of an accepted request."""

    host: str
    token: str | None


class Guard:
    """Called instead of the application, which gets only accepted requests.

    `hosts` are this server's names as browsers write them: in lower case, with the port unless it
    is 80. They are looked up for each request, since the network can assign another address.
    """

    def __init__(
        self,
        app: App,
        hosts: Collection[str],
        pairing: Pairing,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._pairing = pairing
        self._scheme = "https" if pairing.secure else "http"
        self._paces = RateLimits(AT_ONCE, A_SECOND, now)
        self._sockets: set[_Socket] = set()
        pairing.watch(self._paired_anew)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or a WebSocket while it is open."""
        match scope["type"]:
            case "http":
                await self._answer(scope, receive, send)
            case "websocket":
                await self._attend(scope, receive, send)
            case "lifespan":
                await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        kept = _is_open(_asked(scope), _KEPT)
        cover = SecurityHeaders(send, kept=kept, secure=self._pairing.secure)
        try:
            visitor = self._let_through(scope)
            body = await _body(scope, receive)
        except Refused as refused:
            await cover.refuse(refused)
            return
        cover.host = visitor.host
        _show(scope, visitor.token)
        await self._app(scope, _Read(body, receive), cover)

    async def _attend(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            token = self._let_through(scope).token
        except Refused as refused:
            await send({"type": "websocket.close", "code": refused.close, "reason": ""})
            return
        socket = _Socket(lambda: self._pairing.knows(token), receive, send)
        self._sockets.add(socket)
        try:
            _show(scope, token)
            with self._pairing.here(token):
                await self._app(scope, socket.receive, socket.send)
        finally:
            self._sockets.discard(socket)

    def _paired_anew(self) -> None:
        for socket in self._sockets:
            socket.check()

    def _let_through(self, scope: Scope) -> _Visitor:
        """Return the sender; raises `Refused` for a request that must not reach the application."""
        self._pace(scope)
        headers = _headers(scope)
        hosts = _all(headers, b"host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise Refused(421, "not here")  # including foreign names that were made to lead here
        host = hosts[0].lower()
        socket = scope["type"] == "websocket"
        if not socket and scope.get("method") not in METHODS:
            raise Refused(405, "not allowed")
        origins = _all(headers, b"origin")
        acts = socket or scope.get("method") == "POST"
        if (acts or origins) and origins != [f"{self._scheme}://{host}"]:
            raise Refused(403, "not from here")
        opened = _is_open(_path(scope), _OPEN) and not socket
        token = next(filter(self._pairing.knows, _cookies(headers)), None)
        if token is None and self._pairing.needed and not opened:
            raise Refused(401, "not paired", NOT_PAIRED)
        if token is not None:
            self._pairing.phones.saw(token)
        return _Visitor(host, token)

    def _pace(self, scope: Scope) -> None:
        client = scope.get("client")
        if not self._paces.of(str(client[0]) if client else "").allows():
            raise Refused(429, "too often")


def token_of(scope: Scope) -> str | None:
    """Return the token of the request, for the application; None if it is unknown."""
    token = scope.get("state", {}).get("token")
    return token if isinstance(token, str) else None


def _show(scope: Scope, token: str | None) -> None:
    """Pass the token to the application, and drop headers it does not need.

    Range requests are never needed, and old versions of starlette take long over many ranges.
    """
    scope["state"] = {**scope.get("state", {}), "token": token}
    scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"range"]


# Requests.


def _headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    headers = [(bytes(name).lower(), bytes(value)) for name, value in scope.get("headers", ())]
    if len(headers) > MOST_HEADERS or sum(len(n) + len(v) for n, v in headers) > LONGEST_HEADERS:
        raise Refused(431, "too long")
    return headers


def _all(headers: Headers, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in headers if name == wanted]


def _cookies(headers: Headers) -> Iterator[str]:
    """Return every value of our cookie: there may be an old one beside the new one."""
    for header in _all(headers, b"cookie"):
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            if name == COOKIE:
                yield value


def _asked(scope: Scope) -> str:
    return str(scope.get("path", ""))


def _path(scope: Scope) -> str:
    path = _asked(scope)
    raw = scope.get("raw_path") or path.encode("utf-8", "replace")
    if len(raw) + len(scope.get("query_string", b"")) > LONGEST_URL:
        raise Refused(414, "too long")
    if not _PATH.fullmatch(path):
        raise Refused(404, "not here")
    return path


def _is_open(path: str, places: Collection[str]) -> bool:
    return path in places or path.startswith(_STATIC)


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Return the whole body; raises `Refused` if it is too large or too slow."""
    headers = _headers(scope)
    lengths = _all(headers, b"content-length")
    if len(lengths) > 1 or not all(map(_LENGTH.fullmatch, lengths)):
        raise Refused(400, "unclear")
    length = int(lengths[0]) if lengths else 0
    posted = scope["method"] == "POST"
    chunked = bool(_all(headers, b"transfer-encoding"))
    if length > LARGEST or (not posted and (length or chunked)):
        raise Refused(413, "too long")
    if not posted:
        return b""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _gathered(receive)
    except TimeoutError:
        raise Refused(408, "too slow") from None


async def _gathered(receive: Receive) -> bytes:
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused(400, "gone")
        body += message.get("body", b"")
        if len(body) > LARGEST:
            raise Refused(413, "too long")
        if not message.get("more_body", False):
            return body


class _Read:
    """Passes the body that was read to the application, then only the end."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        while (message := await self._receive())["type"] == "http.request":
            pass
        return message


class _Socket:
    """An open WebSocket, which ends at once when its phone is forgotten."""

    def __init__(self, known: Callable[[], bool], receive: Receive, send: Send) -> None:
        self._known = known
        self._receive = receive
        self._send = send
        self._forgotten: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ended = False

    def check(self) -> None:
        """Close if the phone is no longer paired."""
        if not self._known() and not self._forgotten.done():
            self._forgotten.set_result(None)

    async def receive(self) -> Message:
        """Return the next message, or the end if the phone was forgotten."""
        coming = asyncio.ensure_future(self._receive())
        either: tuple[asyncio.Future[Any], ...] = (coming, self._forgotten)
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not self._forgotten.done():
                message = coming.result()
                self._ended = self._ended or message["type"] == "websocket.disconnect"
                return message
        finally:
            coming.cancel()
        await self._close()
        return {"type": "websocket.disconnect", "code": NOT_PAIRED, "reason": ""}

    async def send(self, message: Message) -> None:
        """Send a message, unless the phone was forgotten."""
        ends = message["type"] == "websocket.close"
        if self._known():
            self._ended = self._ended or ends
            await self._send(message)
            return
        await self._close()
        if not ends:
            raise ConnectionAbortedError

    async def _close(self) -> None:
        if not self._ended:
            self._ended = True
            with suppress(OSError):  # already closed
                await self._send({"type": "websocket.close", "code": NOT_PAIRED, "reason": ""})
