"""A picture and its halvings. Each crop is cut from the one of about its size."""

from math import ceil, log2

import cv2
import numpy as np

from vision.geometry import Frame, Matrix, scale_of

_DEEPEST = 6
_LONGEST = 2**15 - 2
"""The longest side that OpenCV 4 accepts."""
_GREY = (128, 128, 128)
_WHOLE = np.eye(2, 3)


class Pyramid:
    """Makes each halving when it is first needed."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._levels = [frame]
        self._finest = max(0, ceil(log2(max(frame.shape) / _LONGEST)))

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height."""
        return self.frame.shape[1], self.frame.shape[0]

    def cut(self, there: Matrix, size: tuple[int, int], *, drawn_out: bool = False) -> Frame:
        """Return a piece of the picture with this many pixels; `there` maps it to the picture.

        Sampling never skips more than two pixels, so fine patterns do not become noise. Points
        outside the picture are grey; with `drawn_out` the margin is extended.
        """
        step = scale_of(there)
        level = np.clip(np.floor(np.log2(max(step, 1e-3))), self._finest, _DEEPEST)
        picture = self._level(int(level))
        share = np.array(picture.shape[1::-1]) / self.frame.shape[1::-1]
        onto = there * share[:, None]
        onto[:, 2] += onto[:, :2] @ (0.5, 0.5) - 0.5  # the middle of a pixel is at its half
        if size == picture.shape[1::-1] and np.allclose(onto, _WHOLE, atol=1e-3):
            return picture  # the usual view of most cameras' pictures: nothing to sample
        cut = cv2.warpAffine(
            picture, onto, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE if drawn_out else cv2.BORDER_CONSTANT,
            borderValue=_GREY,
        )  # fmt: skip
        return np.asarray(cut, np.uint8)

    def _level(self, wanted: int) -> Frame:
        while len(self._levels) <= wanted and min(self._levels[-1].shape[:2]) > 1:
            last = self._levels[-1]
            half = cv2.resize(last, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        return self._levels[min(wanted, len(self._levels) - 1)]
