"""What is wrong with a whole picture: it is too dark, too bright, or blurred."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looker import REACH, SIDE, crop
from vision.pyramid import Pyramid
from vision.reading import Frame
from vision.shape import Shape

DARK, DARK_DICE, BRIGHT = 40, 80, 245
"""Where the brightest parts of the picture are darker than the first (of 255), or with dice those
of every top than the second, it shows too little: a dark table alone is no dark picture, nor are
brown dice whose pips are light. One without any part darker than the last shows nothing."""
BLURRED = 0.22
"""Where the steps from dark to light about most dice are wider than such a part of an edge, the
picture is blurred. Pips can be counted in it a little longer, but not trusted."""
_STEEPEST, _LEAST, _MOST = 0.995, 0.02, 0.98
"""A step is as steep as all but the steepest parts of a crop, and leads from its darkest part to
its lightest, but for such a part of it: neither noise nor a spark is a step."""
_SCHARR = 32
"""What `cv2.Scharr` makes of a slope of one."""


def dark(frame: Frame, tops: Sequence[Shape]) -> bool:
    """Whether it shows too little."""
    seen = [frame[top.bounds] for top in tops]
    seen = [top for top in seen if top.size]
    if not seen:
        return float(np.percentile(_sample(frame).max(2), 98)) < DARK
    return all(np.percentile(_sample(top).max(2), 99.5) < DARK_DICE for top in seen)


def bright(frame: Frame) -> bool:
    """Whether it shows nothing but light."""
    return int(_sample(frame).min()) > BRIGHT


def blurred(picture: Pyramid, tops: Sequence[Shape]) -> bool:
    """Whether most dice are out of focus, or moved with the camera."""
    steps: list[float] = []
    for top in tops:
        steps.append(_step(picture, top))
        if sum(step <= BLURRED for step in steps) > len(tops) / 2:
            return False  # whatever the others are
    return bool(tops) and float(np.median(steps)) > BLURRED


def _step(picture: Pyramid, top: Shape) -> float:
    """How wide the steps from dark to light are about a die, in edges, where they are widest.

    That is along the way something moved: across it they are as steep as ever.
    """
    seen = crop(picture, top)
    few = _colours(seen[::2, ::2])
    ends = [int(part * few.shape[1]) for part in (_LEAST, _MOST)]
    darkest, lightest = np.partition(few, ends)[:, ends].T.astype(np.float64)
    height = float((lightest - darkest).max())
    x, y = (cv2.Scharr(seen, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    _, ways = np.linalg.eigh([[np.vdot(x, x), np.vdot(x, y)], [np.vdot(x, y), np.vdot(y, y)]])
    slopes = _colours(np.abs(cv2.addWeighted(x, ways[0, 0], y, ways[1, 0], 0)))
    nth = int(_STEEPEST * slopes.shape[1])
    # Of any colour: a soft shadow's may differ most where a red die's pips do not.
    steep = float(np.partition(slopes, nth)[:, nth].max()) / _SCHARR
    return height / max(steep, 1e-3) * REACH / SIDE


def _colours(seen: NDArray[Any]) -> NDArray[Any]:
    """A row for each."""
    return np.ascontiguousarray(seen.reshape(-1, 3).T)


def _sample(frame: Frame) -> Frame:
    step = max(1, min(frame.shape[:2]) // 120)
    return frame[::step, ::step]
