"""Who is connected: not too many, no stranger in a paired phone's place, nobody who says nothing.

uvicorn counts requests, and only those that have come whole; a connection that is silent costs a
file of this process, and the games need some of those.
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
"""Connections at once; for one more, another is closed."""
PATIENCE = 10.0
"""Seconds in which the head of a request must have come whole."""


class Connection(H11Protocol):
    """A connection over HTTP."""

    _silent: asyncio.TimerHandle | None = None
    since: float

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let them in, in place of another caller where it is full."""
        super().connection_made(transport)
        self._wait()
        self.counted()

    def counted(self) -> None:
        """They take a place from now on."""
        self.since = self.loop.time()
        callers = {caller for caller in self.connections if isinstance(caller, Connection)}
        if len(callers) > MOST:
            _one_too_many(callers, self).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Some of a request has come; the rest must follow in time."""
        self._wait()
        try:
            super().data_received(data)
        except Exception:  # wsproto stumbles over some names; it is no request
            self.logger.warning("Invalid HTTP request received.")
            self.transport.abort()

    def handle_websocket_upgrade(self, event: Request) -> None:
        """Go on as a page; one that could not be made is not counted for ever."""
        before = set(self.connections)
        try:
            super().handle_websocket_upgrade(event)
        except Exception:
            self.connections.intersection_update(before)
            raise

    def handle_events(self) -> None:
        """Once the head of a request is whole, the application takes its time."""
        super().handle_events()
        upgraded = self.transport.get_protocol() is not self
        cycle: Any = self.cycle  # None until there is a request
        if upgraded or (cycle is not None and not cycle.response_complete):
            self._heard()

    def send_400_response(self, msg: str) -> None:
        """It is no request, and there is nobody for an answer that is being made."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
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
        """Where they call from."""
        return self.client[0] if self.client else ""

    @property
    def paired(self) -> bool:
        """Whether the last request showed the token of a paired phone."""
        scope: dict[str, Any] = getattr(self, "scope", None) or {}
        return scope.get("state", {}).get("token") is not None


class Knock(SSLProtocol):
    """A connection that is to be encrypted. It takes a caller's place before it is."""

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
        """They must show within a time that they can encrypt."""
        raw = self._caller.transport = cast("asyncio.Transport", transport)
        self._caller.client = get_remote_addr(raw)
        self._caller.connections.add(self._caller)
        self._caller.counted()
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """They are gone, encrypted or not yet."""
        super().connection_lost(exc)
        self._caller.connections.discard(self._caller)


def _one_too_many(callers: "set[Connection]", new: Connection) -> Connection:
    """The oldest connection of the address that has most of them.

    Paired phones keep theirs while there are strangers. The new one has had no time yet to show
    who it is.
    """
    share = Counter(caller.address for caller in callers)
    others = callers - {new}
    strangers = {caller for caller in others if not caller.paired} or others
    return min(strangers, key=lambda caller: (-share[caller.address], caller.since))
