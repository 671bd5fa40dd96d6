"""Thumbnails and image quality (focus, light, glare) for aiming the camera."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame

_FINER = 2  # the thumbnail is made from a picture this many times larger
_AROUND = 15  # pixels of the thumbnail; anything larger than half of it counts as background
_PLAIN = 8.0  # in Lab units; nobody would call a smaller difference an edge
_STANDS_OUT = 0.4  # of the strongest differences
_BUSY = 3.0  # times the usual difference, where the table has a pattern
_WIDTH = 640  # pixels; every picture is scaled to this width before judging its focus
_EDGES = 99.7  # percentile of the gradients: the edges of a few dice, not texture or noise
_FAINT = 6.0  # grey values per pixel; noise may be as strong
_SOFTEN = 2.0  # pixels; this blur harms a sharp picture but not a blurred one
_SHARPEST, _SOFTEST = 0.78, 0.15  # loss of edges by that blur, at best and at worst
_BURNT = 250


def thumbnail(frame: Frame, size: tuple[int, int]) -> bytes:
    """Return a black and white thumbnail that shows objects in white.

    Dice, the rim of a tray and hands stand out from their surroundings. With one bit, plain
    brightness would show lamps and shadows, and hide dice of the table's colour. Rows are packed as
    `Image.frombytes("1", size, ...)` expects.
    """
    width, height = size
    finer = cv2.resize(frame, (width * _FINER, height * _FINER), interpolation=cv2.INTER_AREA)
    colours = cv2.cvtColor(finer, cv2.COLOR_BGR2LAB)
    around = cv2.medianBlur(colours, _AROUND * _FINER + 1)
    apart = np.linalg.norm(colours.astype(np.float32) - around, axis=2)
    apart = cv2.resize(apart, size, interpolation=cv2.INTER_AREA)
    least = max(
        _PLAIN, _BUSY * float(np.median(apart)), _STANDS_OUT * float(np.percentile(apart, 97))
    )
    return np.packbits(apart > least, axis=1).tobytes()


def focus(frame: Frame) -> float:
    """Return how sharp the edges are, from 0 to 1, independent of light and contrast.

    A blur weakens sharp edges a lot and soft edges little. A picture without edges has focus 0.
    """
    grey = _grey(frame)
    edges = _gradient(grey)
    least = float(np.percentile(edges, _EDGES))
    if least < _FAINT:
        return 0.0
    strong = edges >= least
    left = _gradient(cv2.GaussianBlur(grey, (0, 0), _SOFTEN).astype(np.float32, copy=False))
    lost = 1 - float(left[strong].sum() / edges[strong].sum())
    return float(np.clip((lost - _SOFTEST) / (_SHARPEST - _SOFTEST), 0, 1))


def light(frame: Frame) -> float:
    """Return the median brightness, from 0 to 1; a few dice do not change it."""
    step = max(1, min(frame.shape[:2]) // 240)
    return float(np.median(frame[::step, ::step].max(axis=2))) / 255


def glare(frame: Frame) -> float:
    """Return the burnt-out share of the picture, from 0 to 1."""
    step = max(1, min(frame.shape[:2]) // 240)
    return float((frame[::step, ::step].min(axis=2) >= _BURNT).mean())


def _grey(frame: Frame) -> NDArray[np.float32]:
    height = max(round(frame.shape[0] * _WIDTH / frame.shape[1]), 1)
    small = cv2.resize(frame, (_WIDTH, height), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)


def _gradient(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 4)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 4)
    return cv2.magnitude(across, down).astype(np.float32, copy=False)
