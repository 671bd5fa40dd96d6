"""Finds dice that are cut off by the margin of a picture."""

from collections.abc import Sequence

import numpy as np

from vision.finder import Place
from vision.reading import Doubt, Frame, ReadDie, hidden_at
from vision.shape import Shape

BEYOND = 0.06
"""The part of an edge by which a corner may lie outside, since round dice have no corners."""
CUT, BELIEVED = 0.3, 0.2
"""A place is a cut die if it lies outside by more than `CUT` edges, and the finder believes in it
by at least `BELIEVED` when the margin is extended.
"""
SIZES = 0.6, 1.6
"""Its size must be between these multiples of the median die."""


def cut_off(shape: Shape, frame: Frame, slack: float = BEYOND) -> bool:
    """Return whether the margin cuts it, by more than this part of its edge."""
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
        and cut_off(place.shape, frame, CUT)
    ]
