"""How invented dice come to lie: alone, side by side, one on another, leaning on something.

Lengths are in die edges; the table is z = 0.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from vision.training.records import Record
from vision.training.styles import Spots

Spoilt = Literal["no", "leaning", "stacked"]
Square = tuple[float, float, float, float]
"""Where a die stands: x, y, yaw, size."""
Prop = tuple[float, float, float, float]
"""A stick that a die leans on: x, y, the direction it points in, its radius."""
Matrix = NDArray[np.floating[Any]]

_TRIES = 12


@dataclass(frozen=True, eq=False)
class Lies:
    """One die: where its middle is, its axes, and the stick it leans on, if any."""

    x: float
    y: float
    z: float
    turn: Matrix
    prop: Prop | None = None


class Placed:
    """Dice on a table, none in another; a share of them touches one that lay there before."""

    def __init__(self, rng: np.random.Generator, camera: Spots, touching: float) -> None:
        self._rng, self._camera, self._touching = rng, camera, touching
        self._squares: list[Square] = []
        self._flat: list[Square] = []
        self._upper: list[Square] = []

    def one(self, size: float, look: Record, spoilt: Spoilt) -> Lies | None:
        """One more die of that size; nothing where there is no room."""
        rng = self._rng
        if spoilt == "stacked" and self._flat:
            return self._stacked(size, look)
        if spoilt == "leaning":
            way = rng.random()
            if way < 0.45 and self._flat:
                leant = self._against(size, look)
                if leant is not None:
                    return leant
            elif way < 0.7:
                return self._on_stick(size, look)
        spot = self._spot(size)
        if spot is None:
            return None
        x, y, yaw = spot
        turn = _flat(rng, yaw, look)
        angle = rng.uniform(10, 45) if spoilt == "leaning" else abs(rng.normal(0, 1.2))
        raised = 0.5
        if angle > 0.1:
            turn = _leant(turn, rng.uniform(0, 2 * np.pi), np.radians(angle))
            raised = _raised(turn, look)
        self._squares.append((x, y, yaw, size))
        if spoilt != "leaning":
            self._flat.append((x, y, yaw, size))
        return Lies(x, y, size * raised, turn)

    def undo(self) -> None:
        """Take the last one away."""
        last = self._squares.pop()
        self._flat = [square for square in self._flat if square is not last]

    def _spot(self, size: float) -> tuple[float, float, float] | None:
        rng = self._rng
        for _ in range(_TRIES):
            yaw = float(rng.uniform(0, 2 * np.pi))
            if self._squares and rng.random() < self._touching:
                x, y, yaw = self._beside(size, yaw)
            else:
                x, y = self._camera.spot(rng)
            if not any(_clash((x, y, yaw, size), there) for there in self._squares):
                return float(x), float(y), yaw
        return None

    def _beside(self, size: float, yaw: float) -> tuple[float, float, float]:
        """Beside one of the others, mostly side to side: a row, a block."""
        rng = self._rng
        x, y, other, edge = self._squares[int(rng.integers(len(self._squares)))]
        toward = other + rng.integers(4) * np.pi / 2
        gap = abs(rng.normal(0, rng.choice([0.008, 0.05]))) + 0.002
        slide = 0.0
        if rng.random() < 0.65:
            yaw = other
            gap += (edge + size) / 2
            slide = 0.0 if rng.random() < 0.4 else rng.uniform(-0.7, 0.7)
        else:
            toward += rng.uniform(-0.8, 0.8)
            gap += (edge + size) * rng.uniform(0.5, 0.7)
        x += gap * np.cos(toward) - slide * np.sin(toward)
        y += gap * np.sin(toward) + slide * np.cos(toward)
        return float(x), float(y), yaw

    def _stacked(self, size: float, look: Record) -> Lies | None:
        """On another, off its middle."""
        rng = self._rng
        x, y, _, below = self._flat[int(rng.integers(len(self._flat)))]
        far, toward = below * rng.uniform(0.15, 0.5), rng.uniform(0, 2 * np.pi)
        x, y = x + far * np.cos(toward), y + far * np.sin(toward)
        square = (float(x), float(y), float(rng.uniform(0, 2 * np.pi)), size)
        if any(_clash(square, there) for there in self._upper):
            return None
        self._squares.append(square)
        self._upper.append(square)
        return Lies(x, y, below + size / 2, _flat(rng, square[2], look))

    def _against(self, size: float, look: Record) -> Lies | None:
        """On one edge, the opposite one raised against the side of another die."""
        rng = self._rng
        support = self._flat[int(rng.integers(len(self._flat)))]
        x, y, yaw, edge = support
        toward, lean = yaw + rng.integers(4) * np.pi / 2, np.radians(rng.uniform(12, 42))
        far = edge / 2 + size * (np.sin(lean) + np.cos(lean)) / 2 + 0.01
        slide = rng.uniform(-0.4, 0.4)
        x += far * np.cos(toward) - slide * np.sin(toward)
        y += far * np.sin(toward) + slide * np.cos(toward)
        square = (float(x), float(y), float(toward), size)
        if any(_clash(square, there) for there in self._squares if there is not support):
            return None
        self._squares.append(square)
        turn = _leant(_flat(rng, toward, look), toward + np.pi / 2, lean)
        return Lies(x, y, size * _raised(turn, look), turn)

    def _on_stick(self, size: float, look: Record) -> Lies | None:
        """On one edge, a stick below it."""
        rng = self._rng
        spot = self._spot(size)
        if spot is None:
            return None
        x, y, toward = spot
        lean = np.radians(rng.uniform(12, 40))
        self._squares.append((x, y, toward, size))
        turn = _leant(_flat(rng, toward, look), toward + np.pi / 2, lean)
        under = rng.uniform(0.45, 0.95) * size  # from the edge that it stands on
        foot = size * (np.cos(lean) - np.sin(lean)) / 2
        back = foot - under
        stick = (
            x + back * np.cos(toward),
            y + back * np.sin(toward),
            toward + np.pi / 2,
            float(under * np.tan(lean / 2)),
        )
        return Lies(x, y, size * _raised(turn, look), turn, stick)


def _corners(x: float, y: float, yaw: float, size: float) -> Matrix:
    c, s = np.cos(yaw) * size / 2, np.sin(yaw) * size / 2
    across = ((c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c))
    return np.array([(x + dx, y + dy) for dx, dy in across])


def _clash(a: Square, b: Square) -> bool:
    """Whether two squares overlap: no line between them keeps them apart."""
    apart = np.hypot(a[0] - b[0], a[1] - b[1])
    if apart > 0.7072 * (a[3] + b[3]):
        return False
    first, second = _corners(*a), _corners(*b)
    for yaw in (a[2], b[2]):
        for axis in ((np.cos(yaw), np.sin(yaw)), (-np.sin(yaw), np.cos(yaw))):
            p, q = first @ axis, second @ axis
            if p.max() <= q.min() + 1e-3 or q.max() <= p.min() + 1e-3:
                return False
    return True


def _flat(rng: np.random.Generator, yaw: float, look: Record) -> Matrix:
    """The axes of a die that lies flat, any side up; a drawing among pips more often."""
    c, s = np.cos(yaw), np.sin(yaw)
    about = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    turn = _ORIENTATIONS[int(rng.integers(24))] @ about
    drawn = np.flatnonzero(look["art"] >= 10)
    if 0 < len(drawn) < 6 and rng.random() < 0.3:
        slot = int(rng.choice(drawn))
        while np.argmax(np.abs(turn[:, 2])) != slot // 2 or (turn[slot // 2, 2] < 0) != slot % 2:
            turn = _ORIENTATIONS[int(rng.integers(24))] @ about
    return turn


def _leant(turn: Matrix, axis: float, angle: float) -> Matrix:
    """Turned about a level axis."""
    k = np.array([np.cos(axis), np.sin(axis), 0.0])
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return turn @ (np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross).T


def _raised(turn: Matrix, look: Record) -> float:
    """How high its middle is, in its own edges: its lowest corner touches the table."""
    return min(0.5 * float(np.abs(turn[:, 2]).sum()), float(look["ball"]))


def _orientations() -> list[NDArray[np.float64]]:
    found = []
    for first in range(6):
        for second in range(6):
            if first // 2 == second // 2:
                continue
            x, y = np.zeros(3), np.zeros(3)
            x[first // 2] = 1 - 2 * (first % 2)
            y[second // 2] = 1 - 2 * (second % 2)
            found.append(np.array([x, y, np.cross(x, y)]))
    return found


_ORIENTATIONS = _orientations()
