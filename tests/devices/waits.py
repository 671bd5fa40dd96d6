"""Waiting without time, for tests of device threads."""

from queue import SimpleQueue
from threading import Event

LIMIT = 60.0
"""Seconds after which a test gives up; none should come near."""


class Waits:
    """Waits for events as usual; seconds pass only when the test says so."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[float | None] = SimpleQueue()
        """Every wait that began, by its seconds."""
        self._passes: SimpleQueue[None] = SimpleQueue()
        self._event: Event | None = None

    def __call__(self, event: Event, seconds: float | None) -> bool:
        self._event = event
        self.asked.put(seconds)
        event.wait(LIMIT)
        if not self._passes.empty():
            self._passes.get()
            event.clear()
            return False
        return True

    def pass_seconds(self) -> None:
        """End the current wait, which `next` returned."""
        assert self._event is not None
        self._passes.put(None)
        self._event.set()

    def next(self) -> float | None:
        """Return the seconds of the next wait."""
        return self.asked.get(timeout=LIMIT)


def at_once(event: Event, seconds: float | None) -> bool:
    """Let all seconds pass at once; without a limit wait for the event."""
    return event.wait(LIMIT if seconds is None else 0)
