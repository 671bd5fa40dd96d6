"""Seconds: the machine's own, and one that a test moves by hand."""

import time


class MonotonicClock:
    """Seconds since the machine started; setting the date does not move it."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()


class ManualClock:
    """Stands still until it is moved.

    >>> clock = ManualClock()
    >>> clock.advance(1.5)
    >>> clock.now()
    1.5
    """

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        """The moment it was moved to."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass; it never goes back."""
        if seconds < 0:
            raise ValueError("time never goes back")
        self._now += seconds
