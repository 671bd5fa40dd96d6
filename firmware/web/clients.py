"""The open pages. The table never waits for any of them."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

MOST = 8
"""Open pages; one more is refused."""
SLOW = 5.0
"""Seconds for a page to receive an update; a slower one is dropped, and reconnects when it can."""


class Client:
    """One open page."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.aiming = False
        self._snapshot = asyncio.Event()
        self._snapshot.set()
        self.said: list[str] = []
        """Answers for this page only."""

    def wake(self) -> None:
        """Say that there is an update."""
        self._snapshot.set()

    def tell(self, answer: dict[str, Any]) -> None:
        """Send something to this page only."""
        self.said.append(_encoded(answer))
        self._snapshot.set()

    async def waited(self) -> None:
        """Wait for an update; several are taken as one."""
        await self._snapshot.wait()
        self._snapshot.clear()


class Clients:
    """The open pages and their update, which is made once, and only if there are pages."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make
        self._text: str | None = None
        self.clients: set[Client] = set()

    def changed(self) -> None:
        """Say that something may have changed; free while no page is open."""
        self._text = None
        for client in self.clients:
            client.wake()

    @property
    def text(self) -> str:
        """Return the update as sent."""
        if self._text is None:
            self._text = _encoded(self._make())
        return self._text

    def enter(self, token: str | None) -> Client | None:
        """Add a page; return None if there is no room."""
        if len(self.clients) >= MOST:
            return None
        client = Client(token)
        self.clients.add(client)
        return client

    def leave(self, client: Client) -> None:
        self.clients.discard(client)

    @property
    def aiming(self) -> bool:
        """Return whether any page wants to see the camera's picture."""
        return any(client.aiming for client in self.clients)


def _encoded(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()
