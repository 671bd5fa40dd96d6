"""Watching a table of which nobody has said yet that dice were thrown: motion, rest, and hands."""

import cv2
import numpy as np

from vision.reading import Frame
from vision.stillness import HEIGHT, WIDTH, Small, Stillness, shrunk

REST = 0.5
"""So many seconds without motion, and whatever was thrown has come to lie."""

AGAIN = 2.0
"""So many seconds later the same rest can be looked at once more."""

PATIENT = 10.0
"""A hand that has not moved for so many seconds is none: the camera was pushed, say."""

_LARGE = 0.02  # of the picture: so much at once is no die
_STRONG = 0.2  # of the brightness: a hand differs from a table by more, a soft shadow by less
_FAINT = 8.0  # grey values that say nothing, however dark it is
_JOIN = np.ones((5, 5), np.uint8)  # where a hand is as bright as the table, it shows in pieces
_ROUNDING = 1e-6  # seconds by which a clock's fractions may be off
_RIM = 1  # cells: what reaches so near to the picture's edge came in across it


class Watch:
    """Takes pictures one by one, a few a second, and tells when something new may lie there.

    Timestamps are seconds by any clock that goes on while nobody watches. Between two pictures any
    time may pass: what changed meanwhile has moved. Another size begins anew.
    """

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._clear: Small | None = None
        self._told: Small | None = None
        self.restart()

    def restart(self) -> None:
        """What lies there now is known: only what moves from the next picture on is new."""
        self._stillness = Stillness(self._rest)
        self._shape: tuple[int, ...] = ()
        self._moved = False
        self._least = self._rest
        self._clear = None
        self.tries = 0
        """How often this rest was told of."""

    def see(self, timestamp: float, frame: Frame, earliest: float = 0.0) -> bool:
        """Take the next picture; true if all has come to rest after motion, and no hand is there.

        That is told once, and not before the moment `earliest`.
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
        """No hand was there when rest was told of the last time."""
        self._clear = self._told

    def again(self) -> None:
        """Tell of the same rest once more, a little later."""
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
