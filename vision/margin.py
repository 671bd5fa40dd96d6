"""Dice that the margin of a picture cuts."""

from collections.abc import Sequence

import numpy as np

from vision.finder import Place
from vision.reading import Doubt, Frame, ReadDie, hidden_at
from vision.shape import Shape

BEYOND = 0.06
"""A corner may lie outside the picture by so much of an edge: round dice have no corners there."""
CUT, BELIEVED = 0.3, 0.2
"""What lies outside by more than the first, in edges, and is a die to the finder by no less than
the second where the margin is drawn out, is a die that the margin cuts,"""
SIZES = 0.6, 1.6
"""if it is between so many times as large as most that were read."""


def cut_off(shape: Shape, frame: Frame, slack: float = BEYOND) -> bool:
    """Whether the margin cuts it, by more than such a part of its edge."""
    height, width = frame.shape[:2]
    slack *= shape.edge
    return any(
        not (-slack <= x <= width + slack and -slack <= y <= height + slack)
        for x, y in shape.corners
    )


def missed(places: Sequence[Place], dice: Sequence[ReadDie], frame: Frame) -> list[Doubt]:
    """What is cut off so far that nothing of it was read, beside dice that were.

    Without any nobody knows how large it would be, and the keys of a keyboard would pass for dice.
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
