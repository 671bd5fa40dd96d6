"""Whether the tops of all dice lie level: each as it must look on one table under one camera.

A die that leans, or a side that was taken for the top, is foreshortened otherwise than the tops
about it, and its sides point elsewhere. Tilt and lens of the camera are not known, so the ones that
fit most dice are sought.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.reading import Point
from vision.shape import Shape

Floats = NDArray[np.floating[Any]]

_LENSES, _LENSES_ALONE = (0.42, 0.6, 0.85, 1.3, 2.4), (0.5, 0.65, 0.85, 1.1, 1.5, 2.4)
"""Focal lengths to try, in widths of the picture: from a wide lens to a long one.
The latter for a die alone, where nothing is made finer."""
_TILTS, _AROUND = np.radians(np.arange(0, 46, 3.5)), np.radians(np.arange(0, 360, 20))
_ALONG = (
    np.radians(np.arange(0, 43, 3)),
    np.radians(np.add.outer(np.arange(0, 360, 90), np.arange(-8, 9, 4)).ravel()),
)
_IN_HAND = np.radians(np.arange(0, 19, 3)), np.radians(np.arange(0, 360, 15))
"""Tilts of a camera, and where to: one that was set up is tilted along a side of its picture, and
not quite straight; one that is held above dice is tilted anywhere, but less."""
_FINER = 4
"""How often what fits best of these is held against what is a little off it to all sides, each time
by half as much once nothing there fits better,"""
_NEAR = np.array(list(product((0, 1, -1), repeat=3))) * (0.17, 0.05, 0.05)
"""at first by these: a part of the lens, and of the way up before the camera to both sides."""
_STEEP, _LENGTHS = 0.74, (0.38, 3.0)
"""No table tilts by more than that (the sine of it), nor are lenses shorter or longer."""
_SLACK = 0.1
"""A level die may be off by this part of its edge, besides by what its look says: neither its
corners nor the tilts that are tried are exact."""
_OPEN = 0.25
"""Nor by more than that besides, however little its look tells: else a look that saw nothing would
let any die lie level."""
_FAR, _SIZES = 2.5, 0.12
"""A die that is off by so many times of what it may be says nothing more against a tilt and a lens;
nor one whose size differs from the others' by more than that part: dice of several sizes may lie
on a table."""
_STEEPEST = 0.05
"""What is seen more along the table than this is told as if it were seen so."""
FEWEST = 2
"""A die alone fits some tilt."""
_BESIDE, _HIDDEN = 2.4, 0.5
"""A die whose middle is less than so many half edges away hides the side that it stands at, or its
own top is taken for that side: what was seen of such a side counts only so much."""


@dataclass(frozen=True, eq=False)
class Top:
    """A top face; `down` leads from its middle to the middle of the side it lies on, in pixels.

    `astray` is about how far off that may be, as a part of the edge.
    """

    shape: Shape
    down: Floats
    astray: float


@dataclass(frozen=True, eq=False)
class Lie:
    """How a table lies before a camera.

    `centre` is where the camera looks and `focal` the focal length, both in pixels, `up` the way up
    as the camera sees it, `unit` the logarithm of half an edge of a die as `_level` tells edges.
    """

    centre: Floats
    focal: float
    up: Floats
    unit: float

    def mapped(self, where: Callable[[Point], Point]) -> "Lie":
        """The same in a picture that was moved, turned or scaled: where each point is then."""
        x, y = (float(part) for part in self.centre)
        centre, right, down = (np.array(where(at)) for at in ((x, y), (x + 1, y), (x, y + 1)))
        turn = np.stack([right - centre, down - centre], 1)
        scale = float(np.hypot(*turn[:, 0]))
        up = np.array([*(turn @ self.up[:2] / scale), self.up[2]], np.float32)
        return Lie(centre, self.focal * scale, up, self.unit)

    def tops_about(self, shape: Shape) -> list[Shape]:
        """Where the top of a level die may be, if top and side were taken for one face there.

        That is there, and half a die's height farther up; nowhere if the table ends before.
        """
        x, y = (shape.middle - self.centre) / self.focal
        rise = float(np.array([x, y, 1.0]) @ self.up)
        if rise < _STEEPEST:
            return []
        half = self.focal * rise * np.exp(self.unit)
        along = np.linalg.svd(self.up[None])[2][1:].T  # two ways on the table
        flat = half * (along[:2] - np.outer((x, y), along[2]))
        down = half * (self.up[:2] - np.array([x, y]) * self.up[2])
        turn, _, back = np.linalg.svd(np.linalg.solve(flat, shape.half))
        level = flat @ turn @ back
        return [Shape(shape.middle, level), Shape(shape.middle - down, level)]

    def sizes(self, tops: Sequence[Top]) -> Floats:
        """How much larger than the dice each would be on the table: the logarithm of the factor."""
        return np.asarray(self._hold(tops).sizes[0] - self.unit) if tops else np.zeros(0)

    def misfits(self, tops: Sequence[Top], others: Sequence[Top] = ()) -> Floats:
        """How far each is from what it would look like if it lay level.

        It is told as a multiple of how far a level die may be off as well as this one is seen.
        `tops` are those of dice, of which one may stand before another.
        """
        every = [*tops, *others]
        if not every:
            return np.zeros(0)
        seen = self._hold(every)
        behind = np.zeros(len(every), np.bool_)
        for way in (seen.down[0, : len(tops)], np.array([top.down for top in tops])):
            if tops:
                behind[: len(tops)] |= _behind(tops, way)
        aside = np.where(behind, _HIDDEN, 1.0) * seen.aside[0]
        return np.asarray(np.hypot(seen.stretched[0], aside) / seen.may)

    def _hold(self, tops: Sequence[Top]) -> "_Held":
        return _held(tops, self.centre, np.array([self.focal], np.float32), self.up[None])


def lie(tops: Sequence[Top], size: tuple[int, int]) -> Lie | None:
    """How the table lies, if most of these lie level; of fewer than `FEWEST` nothing is known."""
    if len(tops) < FEWEST:
        return None
    # In one order, whatever they were found in: the judge asks twice of the same dice.
    return _lie(tuple(sorted(tops, key=lambda top: (*top.shape.middle,))), size)


@lru_cache(maxsize=4)
def _lie(tops: tuple[Top, ...], size: tuple[int, int]) -> Lie:
    centre, width = _centre(size), size[0]
    best, _ = _fitting(tops, centre, _LENS * width, _UP)
    by = 1.0
    for _ in range(_FINER):
        best, moved = _fitting(tops, centre, *_about(best, by, width))
        by *= 1.0 if moved else 0.5
    return best


def alone(tops: Sequence[Top], size: tuple[int, int]) -> Floats:
    """How far each is from lying level by itself, before whatever camera it fits best.

    A die fits nearly any tilt. But a camera is tilted along a side of its picture, or only a
    little; to which side nobody knows, since it may be mounted upside down. A die that leans mostly
    leans some other way.
    """
    if not tops:
        return np.zeros(0)
    seen = _held(tops, _centre(size), _USUAL_LENS * size[0], _USUAL_UP)
    return np.asarray((np.hypot(seen.stretched, seen.aside) / seen.may).min(0))


def _centre(size: tuple[int, int]) -> Floats:
    return np.array(size, np.float32) / 2


def _fitting(tops: Sequence[Top], centre: Floats, focal: Floats, up: Floats) -> tuple[Lie, bool]:
    """What of these lets most lie level, and whether it is another than the first."""
    seen = _held(tops, centre, focal, up)
    unit = np.median(seen.sizes, 1)  # how large the dice are is not known either
    sizes = np.minimum(np.abs(seen.sizes - unit[:, None]), _SIZES)
    far = np.hypot(seen.stretched, seen.aside) / seen.may
    best = (np.minimum(far, _FAR) + sizes / 2 / seen.may).sum(1).argmin()
    return Lie(centre, float(focal[best]), up[best], float(unit[best])), bool(best > 0)


def _about(table: Lie, by: float, width: int) -> tuple[Floats, Floats]:
    """This lens and way up, then those about them."""
    near = _NEAR * by
    shortest, longest = _LENGTHS
    focal = np.clip(table.focal * np.exp(near[:, 0]), shortest * width, longest * width)
    aside = table.up[:2] + near[:, 1:]
    steep = np.hypot(*aside.T)
    focal, aside = focal[steep < _STEEP], aside[steep < _STEEP]
    ahead = np.sqrt(1 - (aside * aside).sum(1, keepdims=True))
    return focal.astype(np.float32), np.concatenate([aside, ahead], 1).astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Held:
    """Tops held against tilts and lenses: for each of those a row, for each top a column.

    How large each die would be; how far its top is stretched otherwise than one that lies level;
    which way would lead down, and how far the way that was seen is from it; and for each top, how
    far it may be off.
    """

    sizes: Floats
    stretched: Floats
    down: Floats
    aside: Floats
    may: Floats


def _held(tops: Sequence[Top], centre: Floats, focal: Floats, up: Floats) -> _Held:
    half = np.array([top.shape.half for top in tops], np.float32)
    stretch, down, large = _level(np.array([top.shape.middle for top in tops]), centre, focal, up)
    ellipse = half @ half.transpose(0, 2, 1)
    off = _logarithms(ellipse[:, 0, 0], ellipse[:, 0, 1], ellipse[:, 1, 1])[None] - stretch
    edge = 2 * np.exp(off[..., 0]) * large
    aside = np.array([top.down for top in tops], np.float32)[None] / edge[..., None] - down
    # What is seen aslant is measured less well, by as much as it is shortened.
    short = np.minimum(2 * np.sqrt(np.abs(np.linalg.det(half)))[None] / edge, 1.0)
    stretched = np.linalg.norm(off[..., 1:], axis=-1) * short
    may = np.array([_SLACK + min(top.astray, _OPEN) for top in tops], np.float32)
    return _Held(off[..., 0], stretched, down, np.linalg.norm(aside, axis=-1), may)


def _behind(tops: Sequence[Top], down: Floats) -> NDArray[np.bool_]:
    """Which tops have another beside them, on the side where this leads: there is its side."""
    middle = np.array([top.shape.middle for top in tops])
    half = np.array([top.shape.half for top in tops])
    away = middle[None] - middle[:, None]
    near = np.linalg.norm(np.linalg.solve(half[:, None], away[..., None])[..., 0], axis=2) < _BESIDE
    np.fill_diagonal(near, val=False)
    return np.asarray((near & ((away * down[:, None]).sum(2) > 0)).any(1))


def _tries(lenses: Sequence[float], tilts: Floats, around: Floats) -> tuple[Floats, Floats]:
    """Focal lengths, and which way is up before the camera."""
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
    middle: Floats, centre: Floats, focal: Floats, up: Floats
) -> tuple[Floats, Floats, Floats]:
    """For each lens and way up, and for each place, what a level top looks like.

    That is how a circle on it is stretched, what leads down by an edge (in edges), and how large
    an edge is, but for one factor.
    """
    aside = (middle - centre).astype(np.float32)[None] / focal[:, None, None]
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
    """Of an ellipse (a, b; b, c): its size and its two stretches.

    Differences of them are parts of an edge.
    """
    mean, apart = (a + c) / 2, np.sqrt(np.maximum(((a - c) / 2) ** 2 + b * b, 1e-12))
    long, short = np.log(mean + apart), np.log(np.maximum(mean - apart, 1e-6))
    share = (long - short) / 2 / apart
    return np.stack([(long + short) / 2, share * (a - c) / 2, share * b], -1) / 2
