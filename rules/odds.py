"""Exact chances of a Heckmeck turn, working backwards through every course it can take.

A position is given by the kept faces, the dice left and the sum. Each keep adds a face, so
positions form levels by the number of kept faces, and each level is calculated from the next in one
numpy pass, from the last to the first. Only this module imports numpy.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from rules.dice import DiceSet, Face
from rules.turn import Turn

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

Amounts = Sequence[Sequence[Sequence[float]]]

NEVER = float("-inf")
"""The value of an illegal action."""


class Position(NamedTuple):
    """A position before a throw: kept faces (as bits), dice left, sum."""

    kept: int
    left: int
    total: int


@dataclass(frozen=True)
class Payoffs:
    """The values of the ends of a turn, by total and by whether a worm is set aside.

    Each array has the shape (highest total + 1, 2, aims): each of the aims has its own best play.
    """

    ended: Values
    """No dice or no new faces are left."""
    stopped: Values
    """The player stops; `NEVER` if that is illegal."""
    only_old: Values
    """A throw shows only old faces."""

    @classmethod
    def of(cls, ended: Amounts, stopped: Amounts, only_old: Amounts) -> Self:
        """Convert plain numbers, nested like the arrays."""
        return cls(np.array(ended), np.array(stopped), np.array(only_old))


@dataclass(frozen=True)
class _Level:
    """All positions with the same number of kept faces; those that can throw on come first."""

    index: Mapping[Position, int]
    totals: Indices
    worms: Indices
    throwing: int
    only_old: Values
    """For each that can throw on: the chance of a throw with only old faces."""
    starts: Indices
    """For each that can throw on: where its throws start in `chances` and `next`."""
    chances: Values
    """The chance of each throw with a new face."""
    next: Indices
    """For each such throw, by new face: the position in the next level after keeping it."""


class TurnTree:
    """Every course of a turn with so many dice of this set."""

    def __init__(self, dice: DiceSet, count: int) -> None:
        self.dice = dice
        self.faces = dice.faces
        self.values = [dice.values[face] for face in self.faces]
        self.weights = [dice.sides.count(face) / len(dice.sides) for face in self.faces]
        self.start = Position(0, count, 0)
        self.highest_total = count * max(self.values)
        self.highest_with_worm = (count - 1) * max(self.values) + dice.values[Face.WORM]
        self.levels = self._build()

    def position(self, turn: Turn) -> Position:
        """Return the position before the next throw."""
        kept = sum(1 << self.faces.index(face) for face in turn.kept)
        return Position(kept, turn.left, turn.total)

    def only_old_chance(self, position: Position) -> float:
        """Return the chance of a throw with only old faces."""
        old = sum(weight for bit, weight in self._split(position.kept, new=False))
        return float(old**position.left)

    def evaluate(self, payoffs: Payoffs) -> "Worth":
        """Return the value of every position under best play, separately for each aim."""
        following = np.empty((0, payoffs.ended.shape[2]))
        worth: list[tuple[Values, Values]] = []
        for level in reversed(self.levels):
            stopped = payoffs.stopped[level.totals, level.worms]
            ended = payoffs.ended[level.totals, level.worms]
            busted = payoffs.only_old[level.totals, level.worms]
            throwing = self._throw(level, following, busted)
            standing = np.maximum(stopped[: level.throwing], throwing)
            if level is self.levels[0]:
                standing = throwing  # stopping before the first throw is illegal
            following = np.concatenate([standing, ended[level.throwing :]])
            worth.append((following, throwing))
        return Worth(self, tuple(reversed(worth)))

    def _throw(self, level: _Level, following: Values, busted: Values) -> Values:
        """Return the value of throwing on: each throw's best keep, weighted by its chance."""
        if not level.throwing:
            return np.empty((0, busted.shape[1]))
        none = np.full((1, following.shape[1]), NEVER)
        options = np.concatenate([following, none])
        best = options[level.next[:, 0]]
        for column in level.next.T[1:]:
            np.maximum(best, options[column], out=best)
        best *= level.chances[:, None]
        hoped = np.add.reduceat(best, level.starts, axis=0)
        return hoped + level.only_old[:, None] * busted[: level.throwing]

    # Building the tree.

    def _build(self) -> tuple[_Level, ...]:
        positions = {self.start}
        generations = []
        while positions:
            generations.append(sorted(positions, key=self.is_over))
            positions = {
                self._after(position, bit, count)
                for position in positions
                if not self.is_over(position)
                for bit, _ in self._split(position.kept, new=True)
                for count in range(1, position.left + 1)
            }
        indices = [{p: i for i, p in enumerate(generation)} for generation in generations]
        following = [*indices[1:], {}]
        return tuple(map(self._level, indices, following))

    def _level(self, index: Mapping[Position, int], following: Mapping[Position, int]) -> _Level:
        throwing = [position for position in index if not self.is_over(position)]
        throws = cache(self._throws)  # many positions differ only in their total
        starts: list[int] = []
        chances: list[float] = []
        rows: list[list[int]] = []
        for position in throwing:
            starts.append(len(chances))
            places = {
                (bit, count): following[self._after(position, bit, count)]
                for bit, _ in self._split(position.kept, new=True)
                for count in range(1, position.left + 1)
            }
            for chance, groups in throws(position.kept, position.left):
                chances.append(chance)
                rows.append([places.get(group, -1) for group in groups])
        worm = 1 << self.faces.index(Face.WORM)
        return _Level(
            index=index,
            totals=np.array([position.total for position in index], dtype=np.intp),
            worms=np.array([bool(position.kept & worm) for position in index], dtype=np.intp),
            throwing=len(throwing),
            only_old=np.array([self.only_old_chance(position) for position in throwing]),
            starts=np.array(starts, dtype=np.intp),
            chances=np.array(chances),
            next=np.array(rows, dtype=np.intp),
        )

    def _throws(self, kept: int, left: int) -> list[tuple[float, tuple[tuple[int, int], ...]]]:
        """Yield every throw with a new face: its chance, and how many dice have each new face."""
        new = list(self._split(kept, new=True))
        old = sum(weight for _, weight in self._split(kept, new=False))
        throws = []
        for counts in _counts(len(new), left):
            rest = left - sum(counts)
            if rest == left or (rest and not old):
                continue
            ways = factorial(left) // (prod(map(factorial, counts)) * factorial(rest))
            powers = (weight**count for (_, weight), count in zip(new, counts, strict=True))
            groups = tuple((bit, count) for (bit, _), count in zip(new, counts, strict=True))
            throws.append((ways * prod(powers) * old**rest, groups))
        return throws

    def _split(self, kept: int, *, new: bool) -> Iterator[tuple[int, float]]:
        """Return the new faces, or the kept ones: each with its bit and its chance."""
        for bit, weight in enumerate(self.weights):
            if bool(kept >> bit & 1) is not new:
                yield bit, weight

    def _after(self, position: Position, bit: int, count: int) -> Position:
        total = position.total + count * self.values[bit]
        return Position(position.kept | 1 << bit, position.left - count, total)

    def is_over(self, position: Position) -> bool:
        """Return whether no dice or no new faces are left."""
        return not position.left or position.kept == (1 << len(self.faces)) - 1


def _counts(faces: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to have at most so many dice of these faces."""
    if not faces:
        yield ()
        return
    for first in range(most + 1):
        for rest in _counts(faces - 1, most - first):
            yield (first, *rest)


class Worth:
    """The values of positions under best play, for each aim."""

    def __init__(self, tree: TurnTree, levels: tuple[tuple[Values, Values], ...]) -> None:
        self._tree = tree
        self._levels = levels

    def of(self, position: Position) -> list[float]:
        """Return the value of the better of going on and stopping, for each aim."""
        best, _ = self._levels[position.kept.bit_count()]
        figures: list[float] = best[self._index(position)].tolist()
        return figures

    def of_throwing(self, position: Position) -> list[float]:
        """Return the value of throwing on, even if stopping would be better, for each aim."""
        _, throwing = self._levels[position.kept.bit_count()]
        figures: list[float] = throwing[self._index(position)].tolist()
        return figures

    def _index(self, position: Position) -> int:
        return self._tree.levels[position.kept.bit_count()].index[position]


@cache
def turn_tree(dice: DiceSet, count: int) -> TurnTree:
    """Return the tree of turns with these dice, built once."""
    return TurnTree(dice, count)


@dataclass(frozen=True)
class Chances:
    """The best chances to end a turn with a worm and exactly, or at least, each sum."""

    exactly: Mapping[int, float]
    at_least: Mapping[int, float]


class Reach:
    """The sums a turn can reach; for each sum the turn is played for that sum alone."""

    def __init__(self, tree: TurnTree, lowest: int, *, only_old_counts: bool) -> None:
        self.sums = range(lowest, tree.highest_with_worm + 1)
        totals = np.arange(tree.highest_total + 1)[:, None]
        wanted = np.array(self.sums)[None, :]
        reached = np.concatenate([totals == wanted, totals >= wanted], axis=1).astype(float)
        ended = np.stack([np.zeros_like(reached), reached], axis=1)
        only_old = ended if only_old_counts else np.zeros_like(ended)
        self._worth = tree.evaluate(Payoffs(ended, ended, only_old))

    def chances(self, *positions: Position) -> Chances:
        """Return the chances of each sum from the best of these positions."""
        best = np.max([self._worth.of(position) for position in positions], axis=0).tolist()
        count = len(self.sums)
        return Chances(
            dict(zip(self.sums, best[:count], strict=True)),
            dict(zip(self.sums, best[count:], strict=True)),
        )


@cache
def reach(tree: TurnTree, lowest: int, *, only_old_counts: bool) -> Reach:
    """Return the reach of this tree's turns, calculated once."""
    return Reach(tree, lowest, only_old_counts=only_old_counts)
