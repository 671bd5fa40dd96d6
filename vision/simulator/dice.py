"""The pose of a die: its place, its turn, and the direction of each side."""

from dataclasses import dataclass
from math import cos, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet, Face, Faces

EDGE = 16.0
"""Edge of a die, in mm."""

Floats = NDArray[np.floating[Any]]

RIGHT = np.array([(0, 1, 0), (0, -1, 0), (-1, 0, 0), (1, 0, 0), (1, 0, 0), (-1, 0, 0)], np.float64)
"""Directions of the art of each side, in the die's own axes; sides are +x, -x, +y, -y, +z, -z."""
DOWN = np.array(
    [(0, 0, -1), (0, 0, -1), (0, 0, -1), (0, 0, -1), (0, -1, 0), (0, -1, 0)], np.float64
)
OUT = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.float64)

_CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64) / 2


@dataclass(frozen=True)
class Pose:
    """The pose of one die.

    Attributes:
        centre: Of the die.
        turn: Columns are the die's own axes.
        up: The side that looks up.
    """

    centre: Floats
    turn: Floats
    up: int

    def corners(self, shrink: float = 1.0) -> Floats:
        """Return all eight corners (8, 3); `shrink` moves them inwards, like rounding."""
        return np.asarray(self.centre + EDGE * shrink * _CUBE @ self.turn.T)

    def top(self) -> Floats:
        """The corners of the side that looks up (4, 3), clockwise from the art's top left."""
        right, down = RIGHT[self.up], DOWN[self.up]
        square = np.stack([-right - down, right - down, right + down, down - right])
        return np.asarray(self.centre + self.out + EDGE / 2 * square @ self.turn.T)

    @property
    def out(self) -> Floats:
        """From the centre to the middle of the side that looks up."""
        return np.asarray(EDGE / 2 * self.turn @ OUT[self.up])


def sides(dice_set: DiceSet, *, mirrored: bool) -> Faces:
    """Return the faces on +x, -x, +y, -y, +z, -z; opposite faces with pips sum to seven."""
    by_worth = [face for _, face in sorted(zip(dice_set.worth, dice_set.sides, strict=True))]
    first, second, third, fourth, fifth, sixth = by_worth
    if mirrored:
        third, fourth = fourth, third
    return second, fifth, third, fourth, first, sixth


def side_of(face: Face, faces: Faces, rng: np.random.Generator) -> int:
    """Return a side that shows the face; if two do, either."""
    showing = [side for side, shown in enumerate(faces) if shown is face]
    return showing[int(rng.integers(len(showing)))]


def flat(x: float, y: float, yaw: float, up: int, height: float = 0.0) -> Pose:
    """A die that lies flat, turned by `yaw` (radians)."""
    return Pose(np.array([x, y, height + EDGE / 2]), _about_z(yaw) @ _upright(up), up)


def leaning(foot: Floats, towards: float, lean: float, yaw: float, up: int) -> Pose:
    """A die that stands on one lower edge and leans back on a support.

    Args:
        foot: The middle of the edge that touches the table (x, y).
        towards: The direction from that edge to the support (radians).
        lean: The angle of the bottom to the table (radians).
        yaw: Of the die about its own upright axis, in quarter turns (radians).
        up: The side that looks up.
    """
    # In the frame where the support lies along -x: the bottom runs from the foot up to it.
    along, upright = np.array([-cos(lean), 0, sin(lean)]), np.array([sin(lean), 0, cos(lean)])
    middle = EDGE / 2 * (along + upright)
    rise = np.column_stack([-along, np.array([0.0, 1.0, 0.0]), upright])
    world = _about_z(towards + np.pi)
    centre = world @ middle + np.array([foot[0], foot[1], 0.0])
    return Pose(centre, world @ rise @ _about_z(yaw) @ _upright(up), up)


def apart(poses: list[Pose], pose: Pose, gap: float) -> bool:
    """Return whether a flat die keeps that gap to all others."""
    return all(_clear(other, pose, gap) for other in poses)


def _clear(one: Pose, two: Pose, gap: float) -> bool:
    """Return whether an axis separates two squares by the gap; leaning dice count as their box."""
    between = (two.centre - one.centre)[:2]
    if np.hypot(*between) > 2 * EDGE + gap:
        return True
    corners = [pose.corners()[:, :2] for pose in (one, two)]
    for pose in (one, two):
        for axis in pose.turn.T[:, :2]:
            length = np.hypot(*axis)
            if length < 0.3:
                continue
            reach = [points @ (axis / length) for points in corners]
            if max(reach[0].min() - reach[1].max(), reach[1].min() - reach[0].max()) >= gap:
                return True
    return False


def _about_z(angle: float) -> Floats:
    return np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])


def _upright(up: int) -> Floats:
    """The turn that brings a side to the top."""
    right, down, out = RIGHT[up], DOWN[up], OUT[up]
    return np.stack([right, -down, out])
