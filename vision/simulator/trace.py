"""Traces rays against a die: a cube with rounded edges, ground down to a ball.

Everything is in the die's own frame, in which its edge measures 1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Flags = NDArray[np.bool_]

_HALF = 0.5
_STEPS = 5
_CORNER = 0.866
"""From its middle to a corner."""


@dataclass(frozen=True)
class Hits:
    """Where rays met the die. Only the entries of `met` are valid.

    Attributes:
        met: Whether the ray met it (n).
        point: The point of entry (3, n).
        out: The normal there (3, n).
        side: The side entered, as in `dice.OUT` (n).
        leaves: The point where it would leave the cube (3, n).
        leaves_by: The side it would leave by (n).
    """

    met: Flags
    point: Floats
    out: Floats
    side: NDArray[np.intp]
    leaves: Floats
    leaves_by: NDArray[np.intp]


def trace(origin: Floats, rays: Floats, roundness: float, ball: float) -> Hits:
    """Return where rays (3, n) from one origin (3) meet the die."""
    roundness = max(roundness, 1e-3)  # a sharp edge has no normal
    rays = np.where(np.abs(rays) < 1e-7, np.float32(1e-7), rays)
    inverse = 1 / rays
    start = origin.astype(np.float32)[:, None]
    first, second = (-_HALF - start) * inverse, (_HALF - start) * inverse
    near, far = _last(np.minimum(first, second)), _first(np.maximum(first, second))
    met = near < far
    near, met = _round_off(start, rays, near, met, roundness)
    leaves = start + rays * far
    near, met, on_ball = _grind(start, rays, near, far, met, ball)
    point = start + rays * near
    sharp = np.maximum(np.abs(point) - (_HALF - roundness), 0)
    out = np.copysign(sharp, point)
    if on_ball is not None:
        out = np.where(on_ball, point, out)
    out /= np.maximum(np.sqrt(dot(out, out)), 1e-6)
    return Hits(met, point, out, _side(point), leaves, _side(leaves))


def blocked(origins: Floats, ray: Floats) -> Flags:
    """Whether one direction (3) from points (3, n) outside the die runs into the cube."""
    ray = np.where(np.abs(ray) < 1e-6, 1e-6, ray).astype(np.float32)[:, None]
    half = np.float32(_HALF * 0.97)  # rounding and a little slack for dice that touch
    first, second = (-half - origins) / ray, (half - origins) / ray
    near, far = _last(np.minimum(first, second)), _first(np.maximum(first, second))
    return np.asarray((near < far) & (far > 0.01))


def dot(one: Floats, two: Floats) -> Floats:
    """The products of vectors (3, n) or (3, 1): faster than a sum over the short axis."""
    return np.asarray(one[0] * two[0] + one[1] * two[1] + one[2] * two[2])


def _last(times: Floats) -> Floats:
    return np.asarray(np.maximum(np.maximum(times[0], times[1]), times[2]))


def _first(times: Floats) -> Floats:
    return np.asarray(np.minimum(np.minimum(times[0], times[1]), times[2]))


def _side(point: Floats) -> NDArray[np.intp]:
    x, y, z = np.abs(point)
    below = (point < 0).view(np.int8)
    level = np.where(x >= y, below[0], below[1] + np.int8(2))
    return np.asarray(np.where(z > np.maximum(x, y), below[2] + np.int8(4), level), np.intp)


def _round_off(
    start: Floats, rays: Floats, near: Floats, met: Flags, roundness: float
) -> tuple[Floats, Flags]:
    """Move the entries that lie on a rounded edge or corner.

    The squared distance from the inner cube is convex along a ray, so Newton's steps from the
    entry into the sharp cube come to the surface from outside and never pass it.
    """
    inner = np.float32(_HALF - roundness)
    point = start + rays * near
    beyond = (np.abs(point) > inner).sum(axis=0)
    (edge,) = np.nonzero(met & (beyond > 1))
    if not edge.size:
        return near, met
    along = rays[:, edge]
    reach = near[edge]
    wide = np.float32(roundness * roundness)
    alive = np.ones(edge.size, np.bool_)
    for _ in range(_STEPS):
        point = start + along * reach
        over = np.maximum(np.abs(point) - inner, 0)
        excess = dot(over, over) - wide
        slope = 2 * dot(np.copysign(over, point), along)
        alive &= (slope < 0) | (excess <= 0)
        step = np.where((slope < -1e-6) & (excess > 0), -excess / np.minimum(slope, -1e-6), 0)
        reach = reach + step
    point = start + along * reach
    over = np.maximum(np.abs(point) - inner, 0)
    alive &= dot(over, over) < 1.15 * wide
    near, met = near.copy(), met.copy()
    near[edge] = reach
    met[edge] = alive
    return near, met


def _grind(
    start: Floats, rays: Floats, near: Floats, far: Floats, met: Flags, ball: float
) -> tuple[Floats, Flags, Flags | None]:
    """Cut with the ball: entry, whether met, and where the entry lies on the ball, if it cuts."""
    if ball >= _CORNER:
        return near, met, None
    squared = dot(rays, rays)
    half = dot(rays, start)
    rest = float((start * start).sum()) - ball * ball
    root = half * half - squared * np.float32(rest)
    met = met & (root > 0)
    root = np.sqrt(np.maximum(root, 0))
    enters, exits = (-half - root) / squared, (-half + root) / squared
    on_ball = enters > near
    near = np.maximum(near, enters)
    return near, met & (near < np.minimum(far, exits)), on_ball
