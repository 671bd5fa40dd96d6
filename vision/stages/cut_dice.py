"""Finds dice that are cut off by the margin of a picture."""

from collections.abc import Sequence

import numpy as np

from vision.geometry import Frame, Shape
from vision.reading import Doubt, ReadDie, hidden_at
from vision.stages import limits
from vision.stages.finder import Place


def cut_off(shape: Shape, frame: Frame) -> bool:
    """Return whether a part of its print may lie outside."""
    return outside(Shape(shape.middle, shape.half * limits.PRINT), frame)


def outside(shape: Shape, frame: Frame, slack: float = 0.0) -> bool:
    """Return whether a corner lies outside by more than this part of the edge."""
    height, width = frame.shape[:2]
    slack *= shape.edge
    return any(
        not (-slack <= x <= width + slack and -slack <= y <= height + slack)
        for x, y in shape.corners
    )


def missed(places: Sequence[Place], dice: Sequence[ReadDie], frame: Frame) -> list[Doubt]:
    """Return dice that are cut off too far to be read, if others were read.

    Without others their size is unknown, and the keys of a keyboard would count as dice.
    """
    if not dice:
        return []
    usual = float(np.median([Shape.about(die.corners).edge for die in dice]))
    return [
        hidden_at(*np.clip(place.shape.middle, 0, frame.shape[1::-1]))
        for place in places
        if place.belief >= limits.CUT_BELIEVED
        and limits.SMALLEST <= place.shape.edge / usual <= limits.LARGEST
        and outside(place.shape, frame, limits.CUT)
    ]
