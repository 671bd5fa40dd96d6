"""The socket of a page: how much and how often it may speak.

uvicorn before 0.50 counts no bytes of a message with wsproto, and no version counts frames: empty
ones cost no bytes, and the table's loop a lot of time.
"""

import asyncio
from collections.abc import Generator
from time import monotonic

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import CloseConnection, Event, Message, Request

from firmware.web.messages import LONGEST
from firmware.web.rate_limit import RateLimit

AT_ONCE, A_SECOND = 40, 20.0
"""Messages of one page, or parts of them: nobody presses buttons quicker."""
HASTY, TOO_LONG = 4420, 1009
"""Why a page is closed."""
PARTING = 0.5
"""Seconds in which it can be told so."""


class Messages(WSConnection):
    """What a page says, until a message is too long or there are too many."""

    def __init__(self) -> None:
        super().__init__(ConnectionType.SERVER)
        self._pace = RateLimit(AT_ONCE, A_SECOND, monotonic)
        self._length = 0
        self._over = False

    def events(self) -> Generator[Event, None, None]:
        """What has come so far. Frames after the end are not even looked at."""
        if self._over:
            return
        for event in super().events():
            code = self._refused(event)
            if code is not None:
                self._over = True
                yield CloseConnection(code=code)
                return
            yield event

    def _refused(self, event: Event) -> int | None:
        if not isinstance(event, Request) and not self._pace.allows():
            return HASTY
        if isinstance(event, Message):
            data = event.data
            self._length += len(data.encode() if isinstance(data, str) else data)
            if self._length > LONGEST:
                return TOO_LONG
            if event.message_finished:
                self._length = 0
        return None


class Line(WSProtocol):
    """The connection of a page that is open."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A page was opened."""
        super().connection_made(transport)
        self.conn = Messages()
        self.close_timeout = PARTING

    def handle_close(self, event: CloseConnection) -> None:
        """Also tell a page why it is closed, if it did not close itself."""
        if self.conn.state is ConnectionState.OPEN:
            self.transport.write(self.conn.send(event))
        super().handle_close(event)

    def shutdown(self) -> None:
        """Leave alone a page that is going already: wsproto would raise, and none be told."""
        if not self.transport.is_closing():
            super().shutdown()
