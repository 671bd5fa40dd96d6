"""Finds dice that are cut off by the margin of a picture."""

from collections.abc import Sequence

import numpy as np

from vision.geometry import Frame, Shape
from vision.reading import Doubt, ReadDie, hidden_at
from vision.stages.finder import Place

PRINT = 0.7
"""Pips and drawings lie within this part of a top, around its middle. A round die has nothing
beyond.
"""
CUT, BELIEVED = 0.3, 0.2
"""A place is a cut die if it lies outside by more than `CUT` edges, and the finder believes in it
by at least `BELIEVED` when the margin is extended.
"""
SIZES = 0.6, 1.6
"""Its size must be between these multiples of the median die."""


def cut_off(shape: Shape, frame: Frame) -> bool:
    """Return whether a part of its print may lie outside."""
    return outside(Shape(shape.middle, shape.half * PRINT), frame)


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
    smallest, largest = SIZES
    return [
        hidden_at(*np.clip(place.shape.middle, 0, frame.shape[1::-1]))
        for place in places
        if place.belief >= BELIEVED
        and smallest <= place.shape.edge / usual <= largest
        and outside(place.shape, frame, CUT)
    ]
