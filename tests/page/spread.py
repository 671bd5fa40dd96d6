"""Readings whose dice lie apart, so that each can be tapped in the picture."""

from dataclasses import replace

from firmware.table.walk import reading
from tests.page.served import FRAME
from vision.reading import Corners, Doubt, Reading

SIDE, STEP, ROW = 16, 24, 5
"""Pixels of the picture of a test, and dice in a row of it."""


def _corners(at: int) -> Corners:
    x, y = float(4 + STEP * (at % ROW)), float(12 + STEP * (at // ROW))
    return (x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)


def spread(dice: str, *doubts: Doubt) -> Reading:
    """As `reading`, in rows."""
    read = reading(dice, *doubts)
    apart = tuple(replace(die, corners=_corners(at)) for at, die in enumerate(read.dice))
    height, width = FRAME.shape[:2]
    assert all(x < width and y < height for die in apart for x, y in die.corners)
    return replace(read, dice=apart)
