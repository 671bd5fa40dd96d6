"""Whether light has washed out a face, by what is bright on it.

A mirrored lamp leaves a pale spot with nothing in it. A pale die has its drawing there, and what is
drawn on a dark one is coloured, or has gaps.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Frame
from vision.shape import Shape

_SIDE = 36
"""Pixels across a face."""
_BRIGHT, _COLOURLESS = 230, 0.7
"""Pale is what is as bright as this (of 255), its least colour by no less than that part."""
_WHITE = 225
"""White is what is as bright as this in all colours."""
_LARGE = 0.2
"""So much of a face must be pale or white before it can be washed out."""
_FILLED = 0.935
"""A spot is blank where so much of it, and of what it surrounds, is white."""


@dataclass(frozen=True)
class Light:
    """What is bright on a face: whether enough of it is pale, and whether that is a blank spot."""

    pale: bool
    blank: bool


def light_on(frame: Frame, shape: Shape) -> Light:
    """What is bright on this face."""
    # Only of the part about it: OpenCV 4 samples no picture as long as some are.
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
