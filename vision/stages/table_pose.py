"""Checks whether the tops of all dice lie level on one table, seen by one camera.

A leaning die, or a side taken for the top, is foreshortened differently, and its sides point
elsewhere. The camera's tilt and lens are unknown, so those that fit most dice are searched for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Shape
from vision.reading import Point, TablePose

Floats = NDArray[np.floating[Any]]

_LENSES, _LENSES_ALONE = (0.42, 0.6, 0.85, 1.3, 2.4), (0.5, 0.65, 0.85, 1.1, 1.5, 2.4)
"""Focal lengths to try, in widths of the picture. `_LENSES_ALONE` is for a single die, whose result
is not refined.
"""
_TILTS, _AROUND = np.radians(np.arange(0, 46, 3.5)), np.radians(np.arange(0, 360, 20))
_ALONG = (
    np.radians(np.arange(0, 43, 3)),
    np.radians(np.add.outer(np.arange(0, 360, 90), np.arange(-8, 9, 4)).ravel()),
)
_IN_HAND = np.radians(np.arange(0, 19, 3)), np.radians(np.arange(0, 360, 15))
"""Tilts to try, with their directions. A mounted camera is tilted roughly along a side of its
picture; one held in the hand in any direction, but less.
"""
_FINER = 4
"""How often the best fit is compared with its neighbours; the steps are halved when no neighbour
fits better.
"""
_NEAR = np.array(list(product((0, 1, -1), repeat=3))) * (0.17, 0.05, 0.05)
"""The first steps: a part of the lens, and of the way up in both directions."""
_STEEP, _LENGTHS = 0.74, (0.38, 3.0)
"""The steepest table (as a sine), and the shortest and longest lens."""
_SLACK = 0.1
"""A level die may be off by this part of its edge besides the uncertainty of its look, because
corners and tilts are not exact.
"""
_OPEN = 0.25
"""The most that the uncertainty of a look counts; otherwise a look that saw nothing would let any
die lie level.
"""
_FAR, _SIZES = 2.5, 0.12
"""A die that is off by more than `_FAR` times its tolerance says nothing more against a tilt. Nor
does one whose size differs by more than `_SIZES`: dice of several sizes may lie on a table.
"""
_STEEPEST = 0.05
"""Flatter views of the table count as this flat."""
FEWEST = 2
"""A single die always fits some tilt."""
_BESIDE, _HIDDEN = 2.4, 0.5
"""A die nearer than `_BESIDE` half edges may hide the side of the next one, or its top may be taken
for that side. Then the direction of that side counts only `_HIDDEN` times.
"""


@dataclass(frozen=True, eq=False)
class Top:
    """A top face; `down` leads from its middle to the middle of the side it lies on, in pixels.

    `astray` is the uncertainty of `down`, as a part of the edge.
    """

    shape: Shape
    down: Floats
    astray: float


def sizes_on(pose: TablePose, tops: Sequence[Top]) -> Floats:
    """Return how much larger than the dice each top would be on the table, as a logarithm."""
    return np.asarray(_hold(pose, tops).sizes[0] - pose.unit) if tops else np.zeros(0)


def misfits(pose: TablePose, tops: Sequence[Top], others: Sequence[Top] = ()) -> Floats:
    """Return how far each top is from level.

    The unit is the tolerance of a level die seen as well as this one. `tops` belong to dice,
    which may stand before each other; `others` may not.
    """
    every = [*tops, *others]
    if not every:
        return np.zeros(0)
    seen = _hold(pose, every)
    behind = np.zeros(len(every), np.bool_)
    for way in (seen.down[0, : len(tops)], np.array([top.down for top in tops])):
        if tops:
            behind[: len(tops)] |= _behind(tops, way)
    aside = np.where(behind, _HIDDEN, 1.0) * seen.aside[0]
    return np.asarray(np.hypot(seen.stretched[0], aside) / seen.may)


def _hold(pose: TablePose, tops: Sequence[Top]) -> "_Held":
    focal, up = np.array([pose.focal], np.float32), np.array([pose.up], np.float32)
    return _held(tops, pose.centre, focal, up)


def find_pose(tops: Sequence[Top], size: tuple[int, int]) -> TablePose | None:
    """Return how the table lies, if most of these tops lie level; None for fewer than `FEWEST`."""
    if len(tops) < FEWEST:
        return None
    # In a fixed order: the judge asks twice about the same dice.
    return _found(tuple(sorted(tops, key=lambda top: (*top.shape.middle,))), size)


@lru_cache(maxsize=4)
def _found(tops: tuple[Top, ...], size: tuple[int, int]) -> TablePose:
    centre, width = _centre(size), size[0]
    best, _ = _fitting(tops, centre, _LENS * width, _UP)
    by = 1.0
    for _ in range(_FINER):
        best, moved = _fitting(tops, centre, *_about(best, by, width))
        by *= 1.0 if moved else 0.5
    return best


def alone(tops: Sequence[Top], size: tuple[int, int]) -> Floats:
    """Return how far each top is from level by itself, with the camera that suits it best.

    A die fits nearly any tilt, but a mounted camera is tilted along a side of its picture, or only
    a little. The side is unknown, since the camera may be upside down. A leaning die mostly leans
    in another direction.
    """
    if not tops:
        return np.zeros(0)
    seen = _held(tops, _centre(size), _USUAL_LENS * size[0], _USUAL_UP)
    return np.asarray((np.hypot(seen.stretched, seen.aside) / seen.may).min(0))


def _centre(size: tuple[int, int]) -> Point:
    return size[0] / 2, size[1] / 2


def _fitting(
    tops: Sequence[Top], centre: Point, focal: Floats, up: Floats
) -> tuple[TablePose, bool]:
    """Return the lens and tilt with which most tops lie level, and whether it is not the first."""
    seen = _held(tops, centre, focal, up)
    unit = np.median(seen.sizes, 1)  # the size of the dice is unknown too
    sizes = np.minimum(np.abs(seen.sizes - unit[:, None]), _SIZES)
    far = np.hypot(seen.stretched, seen.aside) / seen.may
    best = (np.minimum(far, _FAR) + sizes / 2 / seen.may).sum(1).argmin()
    x, y, z = up[best].tolist()
    pose = TablePose(centre, float(focal[best]), (x, y, z), float(unit[best]))
    return pose, bool(best > 0)


def _about(table: TablePose, by: float, width: int) -> tuple[Floats, Floats]:
    """Return this lens and way up, and their neighbours."""
    near = _NEAR * by
    shortest, longest = _LENGTHS
    focal = np.clip(table.focal * np.exp(near[:, 0]), shortest * width, longest * width)
    aside = np.array(table.up[:2]) + near[:, 1:]
    steep = np.hypot(*aside.T)
    focal, aside = focal[steep < _STEEP], aside[steep < _STEEP]
    ahead = np.sqrt(1 - (aside * aside).sum(1, keepdims=True))
    return focal.astype(np.float32), np.concatenate([aside, ahead], 1).astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Held:
    """Tops compared with tilts and lenses: a row for each of these, a column for each top.

    The arrays hold the size of each die, how far its top is stretched differently than a level one,
    the expected way down, the distance of the seen way down from it, and for each top its
    tolerance.
    """

    sizes: Floats
    stretched: Floats
    down: Floats
    aside: Floats
    may: Floats


def _held(tops: Sequence[Top], centre: Point, focal: Floats, up: Floats) -> _Held:
    half = np.array([top.shape.half for top in tops], np.float32)
    stretch, down, large = _level(np.array([top.shape.middle for top in tops]), centre, focal, up)
    ellipse = half @ half.transpose(0, 2, 1)
    off = _logarithms(ellipse[:, 0, 0], ellipse[:, 0, 1], ellipse[:, 1, 1])[None] - stretch
    edge = 2 * np.exp(off[..., 0]) * large
    aside = np.array([top.down for top in tops], np.float32)[None] / edge[..., None] - down
    # Foreshortened edges are measured less well, by as much as they are shortened.
    short = np.minimum(2 * np.sqrt(np.abs(np.linalg.det(half)))[None] / edge, 1.0)
    stretched = np.linalg.norm(off[..., 1:], axis=-1) * short
    may = np.array([_SLACK + min(top.astray, _OPEN) for top in tops], np.float32)
    return _Held(off[..., 0], stretched, down, np.linalg.norm(aside, axis=-1), may)


def _behind(tops: Sequence[Top], down: Floats) -> NDArray[np.bool_]:
    """Return which tops have another beside them in this direction, where their side is."""
    middle = np.array([top.shape.middle for top in tops])
    half = np.array([top.shape.half for top in tops])
    away = middle[None] - middle[:, None]
    near = np.linalg.norm(np.linalg.solve(half[:, None], away[..., None])[..., 0], axis=2) < _BESIDE
    np.fill_diagonal(near, val=False)
    return np.asarray((near & ((away * down[:, None]).sum(2) > 0)).any(1))


def _tries(lenses: Sequence[float], tilts: Floats, around: Floats) -> tuple[Floats, Floats]:
    """Return focal lengths and ways up to try."""
    ways = [(0.0, 0.0, 1.0)] + [
        (np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt))
        for tilt in tilts[1:]
        for turn in around
    ]
    focal = np.repeat(lenses, len(ways))
    return focal.astype(np.float32), np.tile(np.array(ways, np.float32), (len(lenses), 1))


_LENS, _UP = _tries(_LENSES, _TILTS, _AROUND)
_USUAL_LENS, _USUAL_UP = (
    np.concatenate(both)
    for both in zip(*(_tries(_LENSES_ALONE, *tilts) for tilts in (_ALONG, _IN_HAND)), strict=True)
)


def _level(
    middle: Floats, centre: Point, focal: Floats, up: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return for each lens and way up, and each place, the look of a level top.

    That is the shape of a circle on it, the way down by an edge (in edges), and the logarithm of
    the size of an edge, up to a constant.
    """
    aside = (middle - np.array(centre)).astype(np.float32)[None] / focal[:, None, None]
    x, y = aside[..., 0], aside[..., 1]
    up_x, up_y, up_z = up[:, :1], up[:, 1:2], up[:, 2:]
    large = focal[:, None] * np.maximum(x * up_x + y * up_y + up_z, _STEEPEST)
    lost_x, lost_y = up_x - x * up_z, up_y - y * up_z
    seen = _logarithms(
        1 + x * x - lost_x * lost_x, x * y - lost_x * lost_y, 1 + y * y - lost_y * lost_y
    )
    seen[..., 0] += np.log(large)
    return seen, np.stack([lost_x, lost_y], -1), large


def _logarithms(a: Floats, b: Floats, c: Floats) -> Floats:
    """Return the size of an ellipse (a, b; b, c) and its two stretches, as logarithms.

    Differences of them are parts of an edge.
    """
    mean, apart = (a + c) / 2, np.sqrt(np.maximum(((a - c) / 2) ** 2 + b * b, 1e-12))
    long, short = np.log(mean + apart), np.log(np.maximum(mean - apart, 1e-6))
    share = (long - short) / 2 / apart
    return np.stack([(long + short) / 2, share * (a - c) / 2, share * b], -1) / 2
