"""Limits the size and the rate of a WebSocket's messages.

With wsproto, uvicorn before 0.50 does not limit a message's bytes, and no version limits frames:
empty ones cost no bytes, but much of the loop's time.
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
"""Messages of one page, or parts of them; nobody presses buttons faster."""
HASTY, TOO_LONG = 4420, 1009
"""Close codes of a page."""
PARTING = 0.5
"""Seconds to send the close code."""


class Messages(WSConnection):
    """Yields a page's messages, until one is too long or there are too many."""

    def __init__(self) -> None:
        super().__init__(ConnectionType.SERVER)
        self._pace = RateLimit(AT_ONCE, A_SECOND, monotonic)
        self._length = 0
        self._over = False

    def events(self) -> Generator[Event, None, None]:
        """Yield what has arrived so far, ignoring frames after the end."""
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
    """The WebSocket of an open page."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.conn = Messages()
        self.close_timeout = PARTING

    def handle_close(self, event: CloseConnection) -> None:
        """Send the close code, if the page did not close itself."""
        if self.conn.state is ConnectionState.OPEN:
            self.transport.write(self.conn.send(event))
        super().handle_close(event)

    def shutdown(self) -> None:
        """Skip a page that is already closing: wsproto would raise, and stop the others."""
        if not self.transport.is_closing():
            super().shutdown()
