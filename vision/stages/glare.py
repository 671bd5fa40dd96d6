"""Detects pale faces, on which light may have washed out pips."""

import cv2

from vision.geometry import Frame, Shape

_SIDE = 36
"""Pixels across a face."""
_BRIGHT, _COLOURLESS = 230, 0.7
"""Pale pixels have at least this brightness (of 255), and their least colour is at least this part
of it.
"""
_LARGE = 0.2
"""The part of a face that must be pale or white for it to be washed out."""


def pale(frame: Frame, shape: Shape) -> bool:
    """Return whether much of this face is pale."""
    # Only the part around it: OpenCV 4 refuses very large pictures.
    rows, columns = shape.bounds
    frame = frame[rows, columns]
    if not frame.size:
        return False
    there = shape.moved(1.0, (-columns.start, -rows.start)).from_square(_SIDE)
    sampling = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(frame, there, (_SIDE, _SIDE), flags=sampling)
    most, least = face.max(2), face.min(2)
    light = (most >= _BRIGHT) & (least >= _COLOURLESS * most)
    return float(light.mean()) >= _LARGE
