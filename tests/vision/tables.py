"""Clean tables with dice, and where on them what was told should lie."""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np

from rules.dice import DiceSet, Face
from vision.geometry import Shape
from vision.reading import Corners, Point
from vision.simulator.die_styles import DieStyle
from vision.simulator.scene import Scene, Shot, TrueDie, render


class Seen(Protocol):
    """Something with a top face somewhere."""

    @property
    def corners(self) -> Corners: ...


@cache
def easy(
    dice_set: DiceSet, faces: tuple[Face, ...], seed: int = 0, style: DieStyle | None = None
) -> Shot:
    """An easy throw; rendered once, with a read-only frame."""
    scene = Scene(
        dice_set, faces, seed=seed, place=seed, style=style, surface="felt", light="daylight",
        tilt=8.0, edge=76.0, blur=0.5, noise=1.0,
    )  # fmt: skip
    shot = render(scene)
    shot.frame.flags.writeable = False
    return shot


def shape_of(die: Seen) -> Shape:
    """Return the parallelogram nearest to a face's corners."""
    first, second, third, fourth = np.array(die.corners)
    across = (second + third - first - fourth) / 4
    along = (third + fourth - first - second) / 4
    return Shape(np.mean(die.corners, axis=0), np.stack([across, along], axis=1))


def area(corners: Corners) -> float:
    """Return the area, positive if the corners run clockwise as seen."""
    x, y = np.array(corners).T
    return float(x @ np.roll(y, -1) - np.roll(x, -1) @ y) / 2


def same_place(true: Seen, told: Seen) -> bool:
    """Whether the middles are nearer to each other than a third of the face."""
    one, other = shape_of(true), shape_of(told)
    apart = np.hypot(*(one.middle - other.middle))
    return bool(apart < one.edge / 3 and 0.6 < other.edge / one.edge < 1.6)


def sorted_faces(dice: Sequence[TrueDie]) -> tuple[Face, ...]:
    """Return the true faces, in the order of a reading."""
    return tuple(sorted(die.face for die in dice))


def turned(point: Point, quarters: int, width: int, height: int) -> Point:
    """Return the place of a point after `np.rot90` turned the picture."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = y, width - x
        width, height = height, width
    return x, y
