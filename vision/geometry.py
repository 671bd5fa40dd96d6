"""A picture, and the place of a top face in it."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from vision.reading import Corners, Point

Frame = NDArray[np.uint8]
"""A picture as OpenCV holds it: height x width x 3, blue first."""

UNIT = 16.0
"""Pixels; the finder answers the logarithm of an edge in this unit."""
MOST_STRETCHED = 2.0
"""The most stretched face for the finder; beyond, it is seen along the table as a line."""

_SIGNS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shape:
    """The place of a top face: a middle, and two half edges that span a parallelogram.

    The half edges are the columns of `half`, in pixels.
    """

    middle: NDArray[np.float64]
    half: Matrix

    @classmethod
    def about(cls, corners: Corners) -> "Shape":
        """Return the face with these corners, approximately."""
        a, b, c, d = map(np.array, corners)
        half = np.stack([b + c - a - d, c + d - a - b], 1) / 4
        return cls((a + b + c + d) / 4, half)

    @cached_property
    def edge(self) -> float:
        """The approximate length of its edge, in pixels."""
        return 2 * sqrt(abs(self._area))

    @cached_property
    def _area(self) -> float:
        """A quarter of the area; negative if the half edges run the other way round."""
        (a, b), (c, d) = self.half.tolist()
        return float(a * d - b * c)

    @property
    def corners(self) -> Corners:
        """The corners, clockwise as seen."""
        points = self.middle + _SIGNS @ self.half.T
        if self._area < 0:
            points = points[::-1]
        first, second, third, fourth = ((float(x), float(y)) for x, y in points)
        return first, second, third, fourth

    def holds(self, point: Point | NDArray[np.float64], reach: float = 1.0) -> bool:
        """Return whether a point lies on the face, or within this multiple of its size."""
        return max(map(abs, self.inside(point))) <= reach

    def inside(self, point: Point | NDArray[np.float64]) -> Point:
        """Return a point relative to the middle, in half edges along each of them."""
        # In plain numbers: asked for every two places of a picture, `linalg.solve` takes long.
        (a, b), (c, d) = self.half.tolist()
        x, y = float(point[0]) - float(self.middle[0]), float(point[1]) - float(self.middle[1])
        return (d * x - b * y) / self._area, (a * y - c * x) / self._area

    @property
    def bounds(self) -> tuple[slice, slice]:
        """Return the rows and columns of a picture that contain it, with a pixel around it."""
        corners = np.array(self.corners)
        left, upper = np.maximum(np.floor(corners.min(0)) - 1, 0).astype(int)
        right, lower = np.maximum(np.ceil(corners.max(0)) + 2, 0).astype(int)
        return slice(int(upper), int(lower)), slice(int(left), int(right))

    def from_square(self, side: int, reach: float = 1.0) -> Matrix:
        """Return the map from a square of this many pixels that reaches this many half edges."""
        across = self.half * (2 * reach / side)
        corner = self.middle - across @ (side / 2, side / 2)
        return np.concatenate([across, corner[:, None]], 1)

    def moved(self, scale: float, shift: Point = (0.0, 0.0)) -> "Shape":
        """Return the same face in a picture that is scaled, then shifted."""
        return Shape(self.middle * scale + shift, self.half * scale)

    def around(self, part: float) -> list["Shape"]:
        """Return the face shifted by this part of an edge in every direction, and resized."""
        a, b = 2 * part * self.half.T
        aside = [Shape(self.middle + step, self.half) for step in (a, -a, b, -b)]
        return [*aside, *(Shape(self.middle, self.half * by) for by in (1 + part, 1 - part))]

    def turned(self, matrix: Matrix) -> "Shape":
        """Return the same face after a 2 x 3 map of the picture."""
        return Shape(matrix[:, :2] @ self.middle + matrix[:, 2], matrix[:, :2] @ self.half)


def scale_of(there: Matrix) -> float:
    """Return the length of one pixel after a 2 x 3 map."""
    return float(np.sqrt(abs(np.linalg.det(there[:, :2]))))


def half_edges(told: NDArray[np.float32]) -> Matrix:
    """Return the finder's answer (log size, stretch, turn) as half edges.

    `vision/training/targets.py` does the reverse, and explains this form.
    """
    size, p, q, cosine, sine = (float(value) for value in told)
    long = float(np.exp(np.clip(size, -3, 4))) * UNIT / 2
    told_by = float(np.hypot(p, q)) + 1e-6
    n = min(told_by, MOST_STRETCHED)
    grow, skew = np.cosh(n), np.sinh(n) / told_by
    stretch = np.array([[grow + skew * p, skew * q], [skew * q, grow - skew * p]])
    angle = np.arctan2(sine, cosine) / 4
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(long * stretch @ turn)
