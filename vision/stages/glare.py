"""Detects faces washed out by light.

A mirrored lamp leaves an empty pale spot. A pale die has its drawing there, and drawings on dark
dice are coloured or have gaps.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Frame, Shape

_SIDE = 36
"""Pixels across a face."""
_BRIGHT, _COLOURLESS = 230, 0.7
"""Pale pixels have at least this brightness (of 255), and their least colour is at least this part
of it.
"""
_WHITE = 225
"""White pixels have at least this value in all colours."""
_LARGE = 0.2
"""The part of a face that must be pale or white for it to be washed out."""
_FILLED = 0.935
"""A spot is blank if this part of it, including what it surrounds, is white."""


@dataclass(frozen=True)
class Light:
    """Whether enough of a face is pale, and whether it has a blank spot."""

    pale: bool
    blank: bool


def light_on(frame: Frame, shape: Shape) -> Light:
    """Measure the light on this face."""
    # Only the part around it: OpenCV 4 refuses very large pictures.
    rows, columns = shape.bounds
    frame = frame[rows, columns]
    if not frame.size:
        return Light(pale=False, blank=False)
    there = shape.moved(1.0, (-columns.start, -rows.start)).from_square(_SIDE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(frame, there, (_SIDE, _SIDE), flags=flags)
    most, least = face.max(2), face.min(2)
    pale = (most >= _BRIGHT) & (least >= _COLOURLESS * most)
    white = (least >= _WHITE).astype(np.uint8)
    return Light(float(pale.mean()) >= _LARGE, float(white.mean()) >= _LARGE and _filled(white))


def _filled(spot: Frame) -> bool:
    around = np.zeros_like(spot)
    cv2.fillConvexPoly(around, cv2.convexHull(cv2.findNonZero(spot)), 1)
    return float(spot.sum()) >= _FILLED * float(around.sum())
