"""Watches a table for a throw without a press: motion, rest, and hands."""

import cv2
import numpy as np

from vision.burst.stillness import HEIGHT, WIDTH, Small, Stillness, shrunk
from vision.geometry import Frame

REST = 0.5
"""Seconds without motion after which thrown dice lie still."""

AGAIN = 2.0
"""Seconds until the same rest can be reported again."""

PATIENT = 10.0
"""Seconds without motion after which a hand is none; perhaps the camera was pushed."""

_LARGE = 0.02  # of the picture: so much at once is no die
_STRONG = 0.2  # of the brightness: a hand differs from a table by more, a soft shadow by less
_FAINT = 8.0  # grey values that say nothing, however dark it is
_JOIN = np.ones((5, 5), np.uint8)  # where a hand is as bright as the table, it shows in pieces
_ROUNDING = 1e-6  # seconds by which a clock's fractions may be off
_RIM = 1  # cells: what reaches so near to the picture's edge came in across it


class Watch:
    """Takes a few pictures a second and reports when something new may lie there.

    Timestamps are seconds by a clock that continues between watches. Anything that changed between
    two pictures has moved. Another size starts anew.
    """

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._clear: Small | None = None
        self._told: Small | None = None
        self.restart()

    def restart(self) -> None:
        """Ignore the current state: only motion from the next picture on counts."""
        self._stillness = Stillness(self._rest)
        self._shape: tuple[int, ...] = ()
        self._moved = False
        self._least = self._rest
        self._clear = None
        self.tries = 0
        """How often this rest was told of."""

    def see(self, timestamp: float, frame: Frame, earliest: float = 0.0) -> bool:
        """Take the next picture; return whether all is at rest after motion, without a hand.

        It returns True once per rest, and not before the moment `earliest`.
        """
        known, self._shape = frame.shape == self._shape, frame.shape
        at_rest = self._stillness.see(timestamp, frame)
        if self._clear is None:
            self._clear = shrunk(frame)
        if self._stillness.pictures == 1 and known:
            self._moved, self._least, self.tries = True, self._rest, 0
        since = self._stillness.since
        if not at_rest or not self._moved or since is None or timestamp < earliest:
            return False
        resting = timestamp - since
        if resting < self._least - _ROUNDING:
            return False
        now = shrunk(frame)
        if resting < PATIENT and reaches_in(self._clear, now):
            return False
        self._moved, self._told, self._least = False, now, resting
        self.tries += 1
        return True

    def clear(self) -> None:
        """Note that there was no hand at the last rest."""
        self._clear = self._told

    def again(self) -> None:
        """Report the same rest once more, a little later."""
        self._moved = True
        self._least += AGAIN


def reaches_in(clear: Small, now: Small) -> bool:
    """Whether something larger than dice has come in across the edge of the picture."""
    changed = (np.abs(now - clear) > np.maximum(_FAINT, _STRONG * clear)).astype(np.uint8)
    joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _JOIN)
    _, _, parts, _ = cv2.connectedComponentsWithStats(joined)
    for left, top, width, height, area in parts[1:].tolist():
        edge = left <= _RIM or top <= _RIM
        edge = edge or left + width >= WIDTH - _RIM or top + height >= HEIGHT - _RIM
        if edge and area >= _LARGE * WIDTH * HEIGHT:
            return True
    return False
