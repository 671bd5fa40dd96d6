"""Asks an ASGI application as a browser would, without a network."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware.web.security_headers import App, Message, Receive, Scope, Send

HOST = "192.168.1.20:8080"
ORIGIN = f"http://{HOST}"
LIMIT = 60.0
"""Seconds after which a test that waits has failed."""

Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Game:
    """The application behind the guard; records the requests that reach it."""

    came: list[Scope] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    headers: tuple[tuple[bytes, bytes], ...] = ()
    heard: list[str] = field(default_factory=list)
    ends: list[Message] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.came.append(scope)
        if scope["type"] == "http":
            message = await receive()
            assert not message["more_body"]
            self.bodies.append(message["body"])
            await send({"type": "http.response.start", "status": 200, "headers": self.headers})
            await send({"type": "http.response.body", "body": b"the game"})
        elif scope["type"] == "websocket":
            assert (await receive())["type"] == "websocket.connect"
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                self.heard.append(message["text"])
                await send({"type": "websocket.send", "text": f"news of {message['text']}"})
            self.ends.append(message)


def encoded(headers: Pairs) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def scope_of(path: str, headers: Pairs, **more: Any) -> Scope:
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode("utf-8", "replace"),
        "query_string": b"",
        "headers": encoded(headers),
        "client": ("192.168.1.77", 50_000),
        **more,
    }


async def _asked(app: App, scope: Scope, chunks: Sequence[Message]) -> Answer:
    coming = list(chunks)
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.pop(0) if coming else await asyncio.Future()

    async def send(message: Message) -> None:
        sent.append(message)

    async with asyncio.timeout(LIMIT):
        await app(scope, receive, send)
    start, *bodies = sent
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert len(headers) == len(start["headers"]), "no header stands there twice"
    return Answer(start["status"], headers, b"".join(each["body"] for each in bodies).decode())


def chunks_of(*bodies: bytes) -> list[Message]:
    return [
        {"type": "http.request", "body": body, "more_body": place < len(bodies)}
        for place, body in enumerate(bodies, start=1)
    ]


def answer(app: App, scope: Scope, *bodies: bytes) -> Answer:
    """Return the answer to a request whose body arrives in these parts."""
    return asyncio.run(_asked(app, scope, chunks_of(*(bodies or (b"",)))))


def get(app: App, path: str = "/", headers: Pairs = (), **more: Any) -> Answer:
    return answer(app, scope_of(path, [("host", HOST), *headers], **more))


def post(app: App, path: str, *bodies: bytes, headers: Pairs = ()) -> Answer:
    scope = scope_of(path, [("host", HOST), ("origin", ORIGIN), *headers], method="POST")
    return answer(app, scope, *bodies)


class Line:
    """The client's end of a socket."""

    def __init__(self, app: App, headers: Pairs, path: str = "/socket") -> None:
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._out: asyncio.Queue[Message] = asyncio.Queue()
        scope = scope_of(path, headers, type="websocket")
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(app(scope, self._in.get, self._out.put))

    async def say(self, text: str) -> None:
        await self._in.put({"type": "websocket.receive", "text": text})

    async def hear(self) -> Message:
        async with asyncio.timeout(LIMIT):
            return await self._out.get()

    async def hang_up(self) -> None:
        await self._in.put({"type": "websocket.disconnect", "code": 1001})

    async def over(self) -> list[Message]:
        """After the application is done: all that was not heard yet."""
        async with asyncio.timeout(LIMIT):
            await self._task
        return [self._out.get_nowait() for _ in range(self._out.qsize())]


def closed(app: App, headers: Pairs, path: str = "/socket") -> list[Message]:
    """Return everything that a refused socket receives."""

    async def scenario() -> list[Message]:
        return await Line(app, headers, path).over()

    return asyncio.run(scenario())
