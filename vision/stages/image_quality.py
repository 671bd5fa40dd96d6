"""Checks a whole picture: too dark, or blurred."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame, Shape
from vision.stages import limits
from vision.stages.looker import REACH, SIDE, crop
from vision.stages.pyramid import Pyramid

_STEEPEST, _LEAST, _MOST = 0.995, 0.02, 0.98
"""A step has the slope at the first of these quantiles, and its height is the difference of the
brightness at the others, so noise and sparks do not count.
"""
_SCHARR = 32
"""The result of `cv2.Scharr` for a slope of one."""


def dark(frame: Frame, tops: Sequence[Shape]) -> bool:
    """Return whether it is too dark."""
    seen = [frame[top.bounds] for top in tops]
    seen = [top for top in seen if top.size]
    if not seen:
        return float(np.percentile(_sample(frame).max(2), 98)) < limits.DARK
    return all(np.percentile(_sample(top).max(2), 99.5) < limits.DARK_DICE for top in seen)


def blurred(picture: Pyramid, tops: Sequence[Shape]) -> bool:
    """Return whether most dice are out of focus, or moved with the camera."""
    steps: list[float] = []
    for top in tops:
        steps.append(_step(picture, top))
        if sum(step <= limits.BLURRED for step in steps) > len(tops) / 2:
            return False  # the others do not matter
    return bool(tops) and float(np.median(steps)) > limits.BLURRED


def _step(picture: Pyramid, top: Shape) -> float:
    """Return the width of the steps from dark to light around a die, in edges.

    It measures along the motion; across it the steps stay steep.
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
    # Of any colour: a soft shadow may differ more than the pips of a red die.
    steep = float(np.partition(slopes, nth)[:, nth].max()) / _SCHARR
    return height / max(steep, 1e-3) * REACH / SIDE


def _colours(seen: NDArray[Any]) -> NDArray[Any]:
    """Return the colours as rows."""
    return np.ascontiguousarray(seen.reshape(-1, 3).T)


def _sample(frame: Frame) -> Frame:
    step = max(1, min(frame.shape[:2]) // 120)
    return frame[::step, ::step]
