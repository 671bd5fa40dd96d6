"""A pinhole camera above the table."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 1280, 960

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Camera:
    """The pose and the focal length of a camera.

    Attributes:
        place: Of the lens.
        turn: Rows are right, down and forward of the picture.
        focal: In pixels.
    """

    place: Floats
    turn: Floats
    focal: float

    def project(self, points: Floats) -> Floats:
        """Points (..., 3) as pixels (..., 2)."""
        seen = (points - self.place) @ self.turn.T
        flat = seen[..., :2] / seen[..., 2:]
        return np.asarray(flat * self.focal + (WIDTH / 2, HEIGHT / 2))

    def rays(self, x: Floats, y: Floats) -> Floats:
        """Directions (3, n) of pixels, one step forward each."""
        across, down = (x - WIDTH / 2) / self.focal, (y - HEIGHT / 2) / self.focal
        right, below, forward = self.turn.astype(np.float32)
        return np.asarray(
            forward[:, None] + right[:, None] * across[None] + below[:, None] * down[None],
            np.float32,
        )

    def on_table(self, x: Floats, y: Floats, height: float = 0.0) -> Floats:
        """Return the points (n, 2) where pixels meet the plane at that height."""
        rays = self.rays(np.asarray(x, np.float32), np.asarray(y, np.float32)).astype(np.float64)
        reach = (height - self.place[2]) / np.minimum(rays[2], -1e-3)
        return np.asarray((self.place[:, None] + rays * reach)[:2].T)

    @property
    def from_table(self) -> Floats:
        """The homography from the table (x, y) to pixels."""
        lens = np.array(
            [[self.focal, 0, WIDTH / 2], [0, self.focal, HEIGHT / 2], [0, 0, 1]], np.float64
        )
        plane = np.column_stack([self.turn[:, 0], self.turn[:, 1], -self.turn @ self.place])
        return np.asarray(lens @ plane)


def above(tilt: float, distance: float, edge: float, roll: float, *, die: float) -> Camera:
    """A camera that sees the middle of the table.

    Args:
        tilt: Away from straight down, in degrees.
        distance: From the lens to the middle of the table.
        edge: The edge of a die there, in pixels.
        roll: About its own axis, in degrees.
        die: The edge of a die on the table.
    """
    lean, spin = radians(tilt), radians(roll)
    right = np.array([1.0, 0.0, 0.0])
    down = np.array([0.0, -cos(lean), -sin(lean)])
    forward = np.array([0.0, sin(lean), -cos(lean)])
    turn = np.stack(
        [right * cos(spin) + down * sin(spin), down * cos(spin) - right * sin(spin), forward]
    )
    return Camera(-distance * forward, turn, edge * distance / die)
