"""Everyone who looks at the page now. The table never waits for any of them."""

import asyncio
from collections.abc import Callable

MOST = 8
"""So many pages at once; one more is refused."""
SLOW = 5.0
"""Seconds a page gets to take the news; then it is dropped, and comes back when it can."""


class Client:
    """One open page."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.aiming = False
        self._snapshot = asyncio.Event()
        self._snapshot.set()
        self.said: list[str] = []
        """Answers for this page alone."""

    def wake(self) -> None:
        """Something is new."""
        self._snapshot.set()

    def tell(self, text: str) -> None:
        """Tell this page alone."""
        self.said.append(text)
        self._snapshot.set()

    async def waited(self) -> None:
        """Until something is new. What came meanwhile is taken as one."""
        await self._snapshot.wait()
        self._snapshot.clear()


class Clients:
    """The open pages, and the news they all get: made once, and only if somebody looks."""

    def __init__(self, make: Callable[[], str]) -> None:
        self._make = make
        self._text: str | None = None
        self.clients: set[Client] = set()

    def changed(self) -> None:
        """There may be something new; costs nothing while nobody looks."""
        self._text = None
        for client in self.clients:
            client.wake()

    @property
    def text(self) -> str:
        """The news as they are sent."""
        if self._text is None:
            self._text = self._make()
        return self._text

    def enter(self, token: str | None) -> Client | None:
        """One more page; None if there is no place."""
        if len(self.clients) >= MOST:
            return None
        client = Client(token)
        self.clients.add(client)
        return client

    def leave(self, client: Client) -> None:
        """The page is gone."""
        self.clients.discard(client)

    @property
    def aiming(self) -> bool:
        """Whether anybody wants to see what the camera sees."""
        return any(client.aiming for client in self.clients)
