"""Places invented dice: alone, side by side, stacked, leaning on something.

Lengths are in die edges; the table is z = 0.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from vision.training.records import Record
from vision.training.styles import Made, Prop, Spots

Spoilt = Literal["no", "leaning", "stacked", "beside"]
"""Special poses of a die; one beside something is otherwise level."""
Square = tuple[float, float, float, float]
"""The place of a die: x, y, yaw, size."""
Matrix = NDArray[np.floating[Any]]

Rests = tuple[float, float]
RESTS: Rests = (0.45, 0.25)
"""Parts of the leaning dice that lean on another die, and on a stick or a box; the others lean on
nothing visible."""
_TRIES = 12
_STICKS, _RINGS = 0.6, 0.3
"""Part of the things beside or below dice that are sticks, the others being boxes; and part of the
dice with something beside them that lie in a ring."""


@dataclass(frozen=True, eq=False)
class Lies:
    """A die: its middle, its axes, and the thing it leans on or touches."""

    x: float
    y: float
    z: float
    turn: Matrix
    prop: Prop | None = None


class Placed:
    """Dice on a table without collisions; some touch an earlier one."""

    def __init__(
        self, rng: np.random.Generator, camera: Spots, touching: float, rests: Rests = RESTS
    ) -> None:
        self._rng, self._camera, self._touching, self._rests = rng, camera, touching, rests
        self._squares: list[Square] = []
        self._flat: list[Square] = []
        self._upper: list[Square] = []
        self._blocks: list[Square] = []

    def one(self, size: float, look: Record, spoilt: Spoilt) -> Lies | None:
        """Add a die of that size; return None if there is no room."""
        rng = self._rng
        if spoilt == "stacked" and self._flat:
            return self._stacked(size, look)
        if spoilt == "leaning":
            way, (on_dice, on_props) = rng.random(), self._rests
            if way < on_dice and self._flat:
                leant = self._against(size, look)
                if leant is not None:
                    return leant
            elif way < on_dice + on_props:
                return self._on_prop(size, look)
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
        if spoilt == "leaning":
            return Lies(x, y, size * raised, turn)
        self._flat.append((x, y, yaw, size))
        prop = self._beside_die(size, yaw, x, y) if spoilt == "beside" else None
        return Lies(x, y, size * raised, turn, prop)

    def undo(self) -> None:
        """Remove the last die."""
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
            if self._free([(x, y, yaw, size)]):
                return float(x), float(y), yaw
        return None

    def _beside(self, size: float, yaw: float) -> tuple[float, float, float]:
        """Return a place beside another die, mostly side to side: a row, a block."""
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
        """Place a die on another, off its middle."""
        rng = self._rng
        x, y, _, below = self._flat[int(rng.integers(len(self._flat)))]
        far, toward = below * rng.uniform(0.15, 0.5), rng.uniform(0, 2 * np.pi)
        x, y = x + far * np.cos(toward), y + far * np.sin(toward)
        square = (float(x), float(y), float(rng.uniform(0, 2 * np.pi)), size)
        if any(_clash(square, there) for there in (*self._upper, *self._blocks)):
            return None
        self._squares.append(square)
        self._upper.append(square)
        return Lies(x, y, below + size / 2, _flat(rng, square[2], look))

    def _against(self, size: float, look: Record) -> Lies | None:
        """Place a die on one edge, leaning against the side of another."""
        rng = self._rng
        support = self._flat[int(rng.integers(len(self._flat)))]
        x, y, yaw, edge = support
        toward, lean = yaw + rng.integers(4) * np.pi / 2, np.radians(rng.uniform(12, 42))
        far = edge / 2 + size * (np.sin(lean) + np.cos(lean)) / 2 + 0.01
        slide = rng.uniform(-0.4, 0.4)
        x += far * np.cos(toward) - slide * np.sin(toward)
        y += far * np.sin(toward) + slide * np.cos(toward)
        square = (float(x), float(y), float(toward), size)
        if not self._free([square]):
            return None
        self._squares.append(square)
        turn = _leant(_flat(rng, toward, look), toward + np.pi / 2, lean)
        return Lies(x, y, size * _raised(turn, look), turn)

    def _free(self, squares: list[Square]) -> bool:
        """Return whether the place is free."""
        return not any(
            _clash(square, there) for square in squares for there in (*self._squares, *self._blocks)
        )

    def _on_prop(self, size: float, look: Record) -> Lies | None:
        """Place a die on one edge, with a stick or a box below it."""
        rng = self._rng
        spot = self._spot(size)
        if spot is None:
            return None
        x, y, toward = spot
        lean = float(np.radians(rng.uniform(12, 40)))
        under = float(rng.uniform(0.45, 0.95)) * size  # from the edge that it stands on
        made = self._made()
        if made is Made.STICK:
            wide = under * np.tan(lean / 2)
            high, back = 2 * wide, under
        else:
            under *= np.cos(lean)
            wide, high = float(rng.uniform(0.4, 2)), under * np.tan(lean)
            back = under + wide
        far = size * (np.cos(lean) - np.sin(lean)) / 2 - back
        prop = self._across(made, (x, y), toward, float(far), (float(wide), float(high)))
        if prop is None:
            return None
        self._squares.append((x, y, toward, size))
        turn = _leant(_flat(rng, toward, look), toward + np.pi / 2, lean)
        return Lies(x, y, size * _raised(turn, look), turn, prop)

    def _made(self) -> Made:
        return Made.STICK if self._rng.random() < _STICKS else Made.BOX

    def _beside_die(self, size: float, yaw: float, x: float, y: float) -> Prop | None:
        """A stick, a box or a wall that touches a die which lies level, or a ring about it."""
        rng = self._rng
        die = self._squares.pop()  # which may touch it
        if rng.random() < _RINGS:
            wide = float(rng.uniform(0.05, 0.3))
            long = float(size * rng.uniform(0.75, 1.6)) + wide
            prop = self._laid(Prop(Made.RING, x, y, 0.0, long, wide, 2 * wide))
        else:
            made = self._made()
            if made is Made.STICK:
                wide = float(rng.uniform(0.1, 0.35))
                high = 2 * wide
            else:
                wide, high = float(rng.uniform(0.3, 2)), float(np.exp(rng.uniform(-2.5, 0.5)))
            aside = float(rng.uniform(0, 2 * np.pi))
            if rng.random() < 0.5:
                aside = yaw + float(rng.integers(4) * np.pi / 2)
            reach = (abs(np.cos(aside - yaw)) + abs(np.sin(aside - yaw))) * size / 2
            far = float(reach + abs(rng.normal(0, 0.1)) + 0.01 + wide)
            prop = self._across(made, (x, y), aside, far, (wide, high))
        self._squares.append(die)
        return prop

    def _across(
        self, made: Made, at: tuple[float, float], way: float, far: float, size: tuple[float, float]
    ) -> Prop | None:
        """Return a prop across a direction, with its distance, width and height."""
        rng = self._rng
        long = float(rng.uniform(1.5, 5) if made is Made.STICK else rng.uniform(0.6, 3))
        slide = rng.uniform(-1, 1) * min(1.0, 0.7 * long)
        ahead = np.array([np.cos(way), np.sin(way)])
        x, y = at + far * ahead + slide * np.array([-ahead[1], ahead[0]])
        return self._laid(Prop(made, float(x), float(y), way + np.pi / 2, long, *size))

    def _laid(self, prop: Prop) -> Prop | None:
        """Return the prop, or None if dice or other props lie there."""
        blocks = _blocks(prop)
        if not self._free(blocks):
            return None
        self._blocks += blocks
        return prop


def _blocks(prop: Prop) -> list[Square]:
    """Return squares that together cover the prop."""
    if prop.made is Made.RING:
        many = int(np.ceil(np.pi * prop.long / prop.wide))
        return [
            (prop.x + prop.long * np.cos(a), prop.y + prop.long * np.sin(a), a, 2 * prop.wide)
            for a in np.arange(many) * 2 * np.pi / many
        ]
    long = prop.long + (prop.wide if prop.made is Made.STICK else 0)  # its ends are round
    side = min(long, prop.wide)
    many, rows = int(np.ceil(long / side)), int(np.ceil(prop.wide / side))
    c, s = np.cos(prop.toward), np.sin(prop.toward)
    across = [(2 * i + 1 - many) * (long - side) / max(many - 1, 1) for i in range(many)]
    down = [(2 * j + 1 - rows) * (prop.wide - side) / max(rows - 1, 1) for j in range(rows)]
    return [
        (prop.x + a * c - d * s, prop.y + a * s + d * c, prop.toward, 2 * side)
        for a in across
        for d in down
    ]


def _corners(x: float, y: float, yaw: float, size: float) -> Matrix:
    c, s = np.cos(yaw) * size / 2, np.sin(yaw) * size / 2
    across = ((c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c))
    return np.array([(x + dx, y + dy) for dx, dy in across])


def _clash(a: Square, b: Square) -> bool:
    """Return whether two squares overlap: no line separates them."""
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
    """Return the height of its middle, in edges: its lowest corner touches the table."""
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
