"""Limits how often somebody may ask, and how often the same is logged."""

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable

A_MINUTE = 60.0
"""Seconds."""
ADDRESSES = 256
"""Addresses remembered; the most recent ones."""


class RateLimit:
    """Allows so many at once, and so many per second after that."""

    def __init__(self, at_once: int, a_second: float, now: Callable[[], float]) -> None:
        self._most = float(at_once)
        self._a_second = a_second
        self._now = now
        self._left = self._most
        self._since = now()

    @property
    def wait(self) -> float:
        """Return the seconds until one more is allowed; 0 means now."""
        self._refill()
        return max(0.0, (1 - self._left) / self._a_second)

    def allows(self) -> bool:
        """Return whether one more is allowed now, and count it."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._since) * self._a_second)
        self._since = now


class RateLimits:
    """A rate limit for each address."""

    def __init__(self, at_once: int, a_second: float, now: Callable[[], float]) -> None:
        self._new: Callable[[], RateLimit] = lambda: RateLimit(at_once, a_second, now)
        self._of: OrderedDict[str, RateLimit] = OrderedDict()

    def __len__(self) -> int:
        return len(self._of)

    def of(self, address: str) -> RateLimit:
        """Return the limit of this address."""
        pace = self._of.get(address) or self._new()
        self._of[address] = pace
        self._of.move_to_end(address)
        if len(self._of) > ADDRESSES:
            self._of.popitem(last=False)
        return pace


class Seldom(logging.Filter):
    """Logs a warning once per minute, with the number of those suppressed; errors likewise.

    Information concerns single connections and is not logged at all.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        levels = (logging.WARNING, logging.ERROR, logging.CRITICAL)
        self._paces = {level: RateLimit(1, 1 / A_MINUTE, now) for level in levels}
        self._held = Counter[int]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log this record."""
        level = record.levelno
        if level not in self._paces:
            return False
        if not self._paces[level].allows():
            self._held[level] += 1
            return False
        if held := self._held.pop(level, 0):
            record.msg = f"{record.getMessage()} And {held} more like this before."
            record.args = ()
        return True
