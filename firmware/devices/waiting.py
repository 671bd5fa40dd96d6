"""How device threads wait, for an event or some seconds. Passed in: tests wait for nothing."""

from collections.abc import Callable
from threading import Event

Wait = Callable[[Event, float | None], bool]
"""Wait until the event is set (True) or so many seconds have passed (False); None: no limit."""


def wait(event: Event, seconds: float | None) -> bool:
    """Really wait."""
    return event.wait(seconds)
