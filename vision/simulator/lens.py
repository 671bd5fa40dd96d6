"""Turns light into a picture: blur, white balance, contrast, sensor noise, JPEG."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame
from vision.simulator.camera import HEIGHT, WIDTH

Floats = NDArray[np.floating[Any]]

_SPARE = 96
"""Factor by which the stored noise is larger than a picture; each uses another part of it."""
_UNIT = 24
"""Deviation of the stored noise."""


@dataclass(frozen=True)
class Bend:
    """The distortion of a lens: outwards if `amount` is negative; `focal` in pixels."""

    focal: float
    amount: float

    def points(self, straight: Floats) -> Floats:
        """Return points (n, 2) of an undistorted picture as the lens shows them."""
        aside = (straight - _MIDDLE) / self.focal
        far = (aside**2).sum(axis=-1, keepdims=True)
        return np.asarray(aside * (1 + self.amount * far) * self.focal + _MIDDLE)

    def frame(self, straight: Frame) -> Frame:
        """Return an undistorted picture as the lens shows it."""
        few = np.stack(
            np.meshgrid(np.linspace(0, WIDTH - 1, 81), np.linspace(0, HEIGHT - 1, 61)), -1
        )
        seen = (few - _MIDDLE) / self.focal
        aside = seen
        for _ in range(12):  # the inverse of the distortion has no formula
            aside = seen / (1 + self.amount * (aside**2).sum(axis=-1, keepdims=True))
        # Stretched to put the outer points on the picture's outer pixels.
        step = np.array([[80 / (WIDTH - 1), 0, 0], [0, 60 / (HEIGHT - 1), 0]])
        source = cv2.warpAffine(
            (aside * self.focal + _MIDDLE).astype(np.float32),
            step,
            (WIDTH, HEIGHT),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        x, y = source[..., 0], source[..., 1]
        bent = cv2.remap(straight, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        return np.asarray(bent, np.uint8)


_MIDDLE = np.array([WIDTH / 2, HEIGHT / 2])


@dataclass(frozen=True)
class Lens:
    """The effects of a camera on a picture.

    Attributes:
        blur: Deviation of the blur, in pixels.
        noise: Deviation of the sensor noise, in levels.
        smear: How far the camera or the dice moved, in pixels (x, y).
        contrast: 0 leaves the picture as it is.
        jpeg: The quality of the JPEG.
        bend: The distortion of the lens.
    """

    blur: float
    noise: float
    smear: tuple[float, float] = (0.0, 0.0)
    contrast: float = 0.0
    jpeg: int | None = None
    bend: Bend | None = None


def develop(frame: Frame, lens: Lens, rng: np.random.Generator) -> Frame:
    """The picture as the camera stores it."""
    seen: NDArray[Any] = frame
    if lens.bend is not None and lens.bend.amount:
        seen = lens.bend.frame(frame)
    if lens.blur > 0.2:
        seen = cv2.GaussianBlur(seen, (0, 0), lens.blur)
    if np.hypot(*lens.smear) > 1:
        seen = cv2.filter2D(seen, -1, _line(lens.smear))
    if lens.contrast:
        seen = cv2.LUT(seen, _curve(lens.contrast))
    if lens.noise > 0:
        seen = _grain(seen, lens.noise, rng)
    if lens.jpeg is not None:
        _, stored = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])
        seen = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR))
    return np.asarray(seen, np.uint8)


def _line(smear: tuple[float, float]) -> NDArray[np.float32]:
    length = int(np.ceil(np.hypot(*smear))) | 1
    kernel = np.zeros((length + 2, length + 2), np.float32)
    middle = (length + 1) / 2
    ends = [tuple(round((middle + sign * part / 2) * 16) for part in smear) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum())


def _curve(contrast: float) -> Frame:
    level = np.linspace(0, 1, 256)
    bent = level + contrast * level * (1 - level) * (2 * level - 1)
    return np.asarray(np.rint(np.clip(bent, 0, 1) * 255), np.uint8)


@cache
def _noise() -> Frame:
    """Return noise for all pictures; new noise would take longer than all the dice."""
    rng = np.random.default_rng(7)
    shape = (HEIGHT + _SPARE, WIDTH + _SPARE)
    grey = rng.standard_normal((*shape, 1), np.float32)
    colour = rng.standard_normal((*shape, 3), np.float32)
    mixed = cv2.GaussianBlur(0.75 * grey + 0.65 * colour, (3, 3), 0.5)
    mixed *= _UNIT / mixed.std()
    return np.asarray(np.clip(np.rint(mixed + 128), 0, 255), np.uint8)


def _grain(frame: Frame, deviation: float, rng: np.random.Generator) -> Frame:
    top, left = (int(value) for value in rng.integers(0, _SPARE, 2))
    height, width = frame.shape[:2]
    part: NDArray[Any] = _noise()[top : top + height, left : left + width]
    if rng.random() < 0.5:
        part = cv2.flip(part, 1)
    share = deviation / _UNIT
    return np.asarray(cv2.addWeighted(frame, 1.0, part, share, -128 * share), np.uint8)
