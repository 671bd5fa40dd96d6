"""Detects when pictures are at rest: no moving hand, no rocking die."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame

REST = 0.2
"""Seconds without motion that count as rest."""

FEWEST = 3
"""The least number of pictures at rest, however far apart."""

Small = NDArray[np.float32]
"""A picture for comparison."""

WIDTH, HEIGHT = 320, 240
"""Its size. A die of 20 pixels in 1280 still covers five of them."""

_BANDS = 24  # lamps flicker while the rows are read out one after another
_EVERY = 4  # a sample of the pixels says enough about light and noise
_DARK = 1.0  # so that black divides too
_LIGHT = 0.3  # a larger change of light is no flicker: a lamp was switched, a hand came
_BEND = 0.65  # cameras bend bright and dark values; this part of a change of light may be off
_FLOOR = 3.5  # grey values that rounding and an uneven lamp explain
_NOISE = 7.0  # so many standard deviations are not noise
_NOISIEST = 2.0  # a larger deviation, once shrunk, is motion everywhere
_MAD = 0.6745  # the median of |x|, for a normal x of deviation 1
_CELLS = 2  # a change of one cell alone is a spark
_ROUNDING = 1e-6  # seconds by which a clock's fractions may be off
_RENEW = 2.0  # seconds after which slow daylight must not add up to motion


class Stillness:
    """Watches pictures and reports when they are at rest.

    Timestamps are the seconds of each picture, by any clock. A picture with the last timestamp adds
    no time; an earlier timestamp or another size starts anew. Identical pictures are at rest. No
    frame is kept, so a camera may reuse its buffer.
    """

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._since = self._last = self._renewed = 0.0
        self._shape: tuple[int, ...] = ()
        self._before: Small | None = None
        self._pictures = 0

    @property
    def pictures(self) -> int:
        """The number of pictures in a row without motion; 1 after motion."""
        return self._pictures

    @property
    def since(self) -> float | None:
        """The timestamp of the first of them; None before any picture."""
        return self._since if self._pictures else None

    def see(self, timestamp: float, frame: Frame) -> bool:
        """Take the next picture; return whether all has been at rest for long enough."""
        after = shrunk(frame)
        # Written so that a timestamp that is no number starts anew too.
        follows = frame.shape == self._shape and timestamp >= self._last
        if self._before is None or not follows or _moved(self._before, after):
            self._before, self._shape = after, frame.shape
            self._since = self._renewed = timestamp
            self._pictures = 1
        elif timestamp > self._last:
            self._pictures += 1
            if timestamp - self._renewed >= _RENEW:
                self._before, self._renewed = after, timestamp
        self._last = timestamp
        return self._pictures >= FEWEST and timestamp - self._since >= self._rest - _ROUNDING


def shrunk(frame: Frame) -> Small:
    """Return the picture small, grey and soft: less noise, and less work."""
    small = frame
    while small.shape[1] >= 2 * WIDTH and small.shape[0] >= 2 * HEIGHT:
        # Halving twice is thrice as fast as one step by four.
        small = _resized(small, small.shape[1] // 2, small.shape[0] // 2)
    small = _resized(small, WIDTH, HEIGHT)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    grey = grey.astype(np.float32)
    return cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32, copy=False)


def _resized(frame: Frame, width: int, height: int) -> Frame:
    resized = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
    return resized.astype(np.uint8, copy=False)


def _moved(before: Small, after: Small) -> bool:
    """Return whether anything but the light changed between the two."""
    light = _light(before, after)
    off = np.abs(light - 1)
    if float(off.max()) > _LIGHT:
        return True
    # The darker one is brightened, so that what was too bright for the camera stays equal.
    first = np.minimum(before * np.maximum(light, 1), 255)
    second = np.minimum(after * np.maximum(1 / light, 1), 255)
    change = cv2.absdiff(first, second)
    noise = float(np.median(change[::_EVERY, ::_EVERY])) / _MAD
    least = max(_FLOOR, _NOISE * min(noise, _NOISIEST))
    return int(np.count_nonzero(change > second * (_BEND * off) + np.float32(least))) >= _CELLS


def _light(before: Small, after: Small) -> Small:
    """Return by how much each row got brighter: a column of factors.

    The median ignores motion in less than half of a band.
    """
    first, second = before[:, ::_EVERY], after[:, ::_EVERY]
    ratio = (second + _DARK) / (first + _DARK)
    bands = np.median(ratio.reshape(_BANDS, -1), axis=1)
    middle = (np.arange(_BANDS) + 0.5) * (HEIGHT / _BANDS) - 0.5
    rows: Small = np.interp(np.arange(HEIGHT), middle, bands).astype(np.float32)
    return rows.reshape(-1, 1)
