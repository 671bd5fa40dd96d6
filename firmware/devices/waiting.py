"""How device threads wait for events and time. It is injected, so that tests wait for nothing."""

from collections.abc import Callable
from threading import Event

Wait = Callable[[Event, float | None], bool]
"""Wait until the event is set (True) or the seconds have passed (False); None waits forever."""


def wait(event: Event, seconds: float | None) -> bool:
    return event.wait(seconds)
