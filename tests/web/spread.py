"""Readings whose dice lie apart, so that each can be tapped in the picture."""

from dataclasses import replace

from firmware.camera.regions import OnMat
from tests.web.served import FRAME
from tools.gallery.walk import reading
from vision.reading import Corners, Doubt, Reading

SIDE, STEP, ROW = 16, 24, 5
"""Pixels of the picture of a test, and dice in a row of it."""


def _corners(at: int) -> Corners:
    x, y = float(4 + STEP * (at % ROW)), float(12 + STEP * (at // ROW))
    return (x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)


def _laid(at: int) -> Corners:
    x, y = 16.0 + 12 * at, 76.0
    return (x, y), (x + 8, y), (x + 8, y + 8), (x, y + 8)


def spread(dice: str, *doubts: Doubt) -> Reading:
    """Return a reading like `reading`, with dice in rows."""
    read = reading(dice, *doubts)
    apart = tuple(replace(die, corners=_corners(at)) for at, die in enumerate(read.dice))
    height, width = FRAME.shape[:2]
    assert all(x < width and y < height for die in apart for x, y in die.corners)
    return replace(read, dice=apart)


def on_mat(aside: str, *doubts: Doubt) -> OnMat:
    """Return a mat in the picture, with these dice visible in its KEEP row."""
    dice = reading(aside).dice
    row = tuple(replace(die, corners=_laid(place)) for place, die in enumerate(dice))
    zones = {
        "throw": ((10.0, 8.0), (118.0, 8.0), (118.0, 66.0), (10.0, 66.0)),
        "keep": ((10.0, 70.0), (118.0, 70.0), (118.0, 90.0), (10.0, 90.0)),
    }
    return OnMat(zones, row, doubts)
