"""Who is connected: not too many, not too many from one address, and nobody who says nothing.

uvicorn counts requests, and only those that have come whole; a connection that is silent costs a
file of this process, and the games need some of those.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 64
MOST_OF_ONE = 24
"""A browser opens some six at once, and two phones can share an address."""
PATIENCE = 10.0
"""Seconds in which a request must have come whole."""


class Caller(H11Protocol):
    """A connection over HTTP."""

    _silent: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let them in, if there is room."""
        super().connection_made(transport)
        clients = [getattr(line, "client", None) for line in self.connections]
        address = self.client and self.client[0]
        of_one = sum(1 for client in clients if client and client[0] == address)
        if len(clients) > MOST or of_one > MOST_OF_ONE:
            transport.abort()
            return
        self._silent = self.loop.call_later(PATIENCE, transport.abort)

    def handle_events(self) -> None:
        """Some of a request has come; once its head is whole, the application takes its time."""
        super().handle_events()
        upgraded = self.transport.get_protocol() is not self
        if upgraded or getattr(self, "scope", None) is not None:
            self._heard()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._heard()
        super().connection_lost(exc)

    def _heard(self) -> None:
        if self._silent is not None:
            self._silent.cancel()
            self._silent = None
