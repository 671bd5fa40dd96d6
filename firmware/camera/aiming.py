"""How well the camera sees, in little: for a panel of a few thousand pixels, black or white."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

_FINER = 2  # the thumbnail is made from so many times its size
_AROUND = 15  # pixels of the thumbnail: what is larger than half of it counts as background
_PLAIN = 8.0  # of Lab: a difference that nobody would call an edge
_STANDS_OUT = 0.4  # of what stands out most
_BUSY = 3.0  # times the usual difference, where the table has a pattern
_WIDTH = 640  # focus is judged at this width, whatever the camera delivers
_EDGES = 99.7  # percentile of the gradients: those of a few dice, not texture or noise
_FAINT = 6.0  # grey values a pixel: noise may be as strong
_SOFTEN = 2.0  # pixels of blur that a sharp picture suffers from, and a blurred one does not
_SHARPEST, _SOFTEST = 0.78, 0.15  # loss of edges by that blur, at best and at worst
_BURNT = 250


def thumbnail(frame: Frame, size: tuple[int, int]) -> bytes:
    """What stands out from its surroundings, white on black: dice, the rim of a tray, a hand.

    Brightness itself is not shown: one bit of it would show lamps and shadows, and hide dice of
    the colour of the table. Rows are packed as `Image.frombytes("1", size, ...)` takes them.
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
    """How sharp the edges in the picture are, from 0 to 1, whatever the light and the contrast.

    A blur takes much from sharp edges and little from soft ones. A picture without any edge has
    focus 0.
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
    """How bright the picture is, from 0 to 1: its middle value, which a few dice do not change."""
    step = max(1, min(frame.shape[:2]) // 240)
    return float(np.median(frame[::step, ::step].max(axis=2))) / 255


def glare(frame: Frame) -> float:
    """How much of the picture is burnt out, from 0 to 1."""
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
