"""Clocks in seconds: the machine's own, and one that tests move by hand."""

import time


class MonotonicClock:
    """Seconds since the machine started; independent of the date."""

    def now(self) -> float:
        return time.monotonic()


class ManualClock:
    """Moves only when told to.

    >>> clock = ManualClock()
    >>> clock.advance(1.5)
    >>> clock.now()
    1.5
    """

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Move the clock forward; it never goes back."""
        if seconds < 0:
            raise ValueError("time never goes back")
        self._now += seconds
