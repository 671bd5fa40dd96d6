"""Limits connections: their number, and their silence; strangers never displace paired phones.

uvicorn counts only complete requests. A silent connection costs a file descriptor, and the games
need some of those.
"""

import asyncio
from asyncio.sslproto import SSLProtocol
from collections import Counter
from ssl import SSLContext
from typing import Any, cast

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from firmware.web.socket_limits import PARTING

MOST = 64
"""Connections at once; one more closes another."""
PATIENCE = 10.0
"""Seconds for the head of a request to arrive."""


class Connection(H11Protocol):
    """An HTTP connection."""

    _silent: asyncio.TimerHandle | None = None
    since: float

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, closing another if there are too many."""
        super().connection_made(transport)
        self._wait()
        self.counted()

    def counted(self) -> None:
        """Start counting this connection."""
        self.since = self.loop.time()
        callers = {caller for caller in self.connections if isinstance(caller, Connection)}
        if len(callers) > MOST:
            _one_too_many(callers, self).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Handle a part of a request; the rest must follow in time."""
        self._wait()
        try:
            super().data_received(data)
        except Exception:  # wsproto fails on some names; not a valid request
            self.logger.warning("Invalid HTTP request received.")
            self.transport.abort()

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Switch to a WebSocket; a failed one is no longer counted."""
        before = set(self.connections)
        try:
            super().handle_websocket_upgrade(event)
        except Exception:
            self.connections.intersection_update(before)
            raise

    def handle_events(self) -> None:
        """Stop the timeout once the head of a request is complete."""
        super().handle_events()
        upgraded = self.transport.get_protocol() is not self
        cycle: Any = self.cycle  # None until there is a request
        if upgraded or (cycle is not None and not cycle.response_complete):
            self._heard()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, and drop any answer in progress."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._silent is None:
            self._silent = self.loop.call_later(PATIENCE, self.transport.abort)

    def _heard(self) -> None:
        if self._silent is not None:
            self._silent.cancel()
            self._silent = None

    @property
    def address(self) -> str:
        """The client's address."""
        return self.client[0] if self.client else ""

    @property
    def paired(self) -> bool:
        """Whether the last request had the token of a paired phone."""
        scope: dict[str, Any] = getattr(self, "scope", None) or {}
        return scope.get("state", {}).get("token") is not None


class Knock(SSLProtocol):
    """A connection before its TLS handshake; it already counts."""

    def __init__(self, tls: SSLContext, **named: Any) -> None:  # noqa: ANN401  # as uvicorn likes
        self._caller = caller = Connection(**named)
        super().__init__(
            caller.loop,
            caller,
            tls,
            None,  # type: ignore[arg-type]  # nobody waits for it
            server_side=True,
            ssl_handshake_timeout=int(PATIENCE),
            ssl_shutdown_timeout=PARTING,
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start a timeout for the handshake."""
        raw = self._caller.transport = cast("asyncio.Transport", transport)
        self._caller.client = get_remote_addr(raw)
        self._caller.connections.add(self._caller)
        self._caller.counted()
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Handle a lost connection, before or after the handshake."""
        super().connection_lost(exc)
        self._caller.connections.discard(self._caller)


def _one_too_many(callers: "set[Connection]", new: Connection) -> Connection:
    """Return the connection to close: the oldest of the address with the most.

    Paired phones are kept while there are strangers. The newest is kept, as it had no time yet to
    identify itself.
    """
    share = Counter(caller.address for caller in callers)
    others = callers - {new}
    strangers = {caller for caller in others if not caller.paired} or others
    return min(strangers, key=lambda caller: (-share[caller.address], caller.since))
