"""A page's socket on a real connection: a browser's messages, byte by byte."""

import asyncio
import json
import socket
from collections import deque
from collections.abc import Callable
from typing import Any, Self

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    Ping,
    RejectConnection,
    Request,
    TextMessage,
)
from wsproto.extensions import Extension, PerMessageDeflate

from firmware.web.guard import COOKIE

LIMIT = 60.0
"""Seconds after which a test gives up; none should come near."""
CHUNK = 65_536

Told = dict[str, Any]


class Closed(Exception):
    """The other side closed; `code` is the reason: the status of a refusal, 0 for a lost line."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """One socket, which is read only while something is awaited."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._socket = WSConnection(ConnectionType.CLIENT)
        self._accepted = False
        self._ended: int | None = None
        self._part = ""
        self._heard: deque[Told] = deque()
        self.packs = False
        """Whether messages are packed."""
        self.last: Told = {}
        """The last news."""
        self.me = ""
        """Which of the paired phones this is."""

    @classmethod
    async def open(
        cls,
        port: int,
        *,
        token: str | None = None,
        host: str | None = None,
        origin: str | None = None,
        room: int | None = None,
        packed: bool = False,
    ) -> Self:
        """Connect, and be accepted; `Closed` if not. `room` is how much fits into the line.

        `packed` offers to pack every message.
        """
        plain = socket.socket()
        if room is not None:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        plain.setblocking(False)  # noqa: FBT003
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
        line = cls(*await asyncio.open_connection(sock=plain, limit=room or CHUNK))
        named = host or f"127.0.0.1:{port}"
        headers = [(b"origin", (origin or f"http://{named}").encode())]
        if token is not None:
            headers.append((b"cookie", f"{COOKIE}={token}".encode()))
        packing: list[Extension] = [PerMessageDeflate()] if packed else []
        line._say(Request(host=named, target="/socket", extra_headers=headers, extensions=packing))
        try:
            while not line._accepted:
                await line._read()
        except Closed:
            line.hang_up()
            raise
        return line

    def _say(self, event: Event) -> None:
        self._writer.write(self._socket.send(event))

    def say(self, message: bytes | str) -> None:
        """Send any message."""
        self._say(TextMessage(message) if isinstance(message, str) else BytesMessage(message))

    def say_part(self, text: str) -> None:
        """Send this as an unfinished part of a message."""
        self._say(TextMessage(text, message_finished=False))

    def say_raw(self, data: bytes) -> None:
        """Send bytes that need not be a frame."""
        self._writer.write(data)

    def ask(self, do: str, *, at: str | None = None, **more: object) -> None:
        """Ask the table for something, on the moment that was told last unless said otherwise."""
        self.say(json.dumps({"do": do, "at": self.last["at"] if at is None else at, **more}))

    async def hear(self) -> Told:
        """The next message; `Closed` if there is none."""
        while not self._heard:
            await self._read()
        told = self._heard.popleft()
        if "news" in told:
            self.last = told["news"]
        self.me = told.get("me", self.me)
        return told

    async def until(self, known: Callable[[Told], object]) -> Told:
        """The news, as soon as they are as wanted."""
        async with asyncio.timeout(LIMIT):
            while not (self.last and known(self.last)):
                await self.hear()
        return self.last

    async def set(self, **wanted: object) -> None:
        """Change settings, and see that they hold."""
        for setting, value in wanted.items():
            self.ask("prefer", setting=setting, value=value)
            while self.last["settings"][setting]["value"] != value:
                await self.hear()

    async def shows(self, **wanted: object) -> None:
        """Until the news have these."""
        await self.until(lambda news: wanted.items() <= news.items())

    async def changed(self, name: str) -> None:
        """Until this is another than it was told last."""
        before = self.last[name]
        await self.until(lambda news: news[name] != before)

    async def said(self) -> Told:
        """What the table answers to this page alone."""
        async with asyncio.timeout(LIMIT):
            while True:
                told = await self.hear()
                if "said" in told:
                    answer: Told = told["said"]
                    return answer

    async def closed(self) -> int:
        """Why the other side hung up."""
        try:
            async with asyncio.timeout(LIMIT):
                while True:
                    await self.hear()
        except Closed as closed:
            return closed.code

    def hang_up(self) -> None:
        """Close without a message."""
        self._writer.close()

    async def _read(self) -> None:
        if self._ended is not None:
            raise Closed(self._ended)
        try:
            data = await self._reader.read(CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            self._ended = 0
            return
        self._socket.receive_data(data)
        for event in self._socket.events():
            self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case AcceptConnection(extensions=packing):
                self._accepted = True
                self.packs = bool(packing)
            case TextMessage(data=text, message_finished=whole):
                self._part += text
                if whole:
                    self._heard.append(json.loads(self._part))
                    self._part = ""
            case Ping():
                self._writer.write(self._socket.send(event.response()))
            case CloseConnection(code=code) | RejectConnection(status_code=code):
                self._ended = int(code)
