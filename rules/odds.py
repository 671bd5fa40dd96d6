"""Exact chances of a Heckmeck turn, by working backwards through every way it can go.

What matters of a turn is which faces are kept, how many dice are left and what they count so far.
Each keep adds a face, so the positions fall into levels by the number of faces kept, and a level
is worth what the next one is worth: one pass of numpy for each level, from the last to the first.

This is the only module that imports numpy.
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
"""The value of something that may not be done."""


class Position(NamedTuple):
    """Where a turn stands before a throw: faces kept (as bits), dice left, sum so far."""

    kept: int
    left: int
    total: int


@dataclass(frozen=True)
class Payoffs:
    """What a turn is worth when it ends, by total and by whether a worm is among the dice.

    Each array has the shape (highest total + 1, 2, aims): several aims are pursued at once, each
    with its own best play.
    """

    ended: Values
    """No dice or no faces are left."""
    stopped: Values
    """The player stops; `NEVER` where that is not allowed."""
    only_old: Values
    """A throw shows only faces already kept."""

    @classmethod
    def of(cls, ended: Amounts, stopped: Amounts, only_old: Amounts) -> Self:
        """From plain numbers, nested as the arrays are."""
        return cls(np.array(ended), np.array(stopped), np.array(only_old))


@dataclass(frozen=True)
class _Level:
    """All positions with the same number of faces kept, those that can throw on first."""

    index: Mapping[Position, int]
    totals: Indices
    worms: Indices
    throwing: int
    only_old: Values
    """For each that can throw on: the chance that the throw shows only faces already kept."""
    starts: Indices
    """For each that can throw on: where its throws begin in `chances` and `next`."""
    chances: Values
    """For each throw with something new: its chance."""
    next: Indices
    """For each such throw, a column for each new face: where keeping it leads in the next level."""


class TurnTree:
    """Every way a turn with so many dice of this set can go."""

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
        """Where a turn stands before its next throw."""
        kept = sum(1 << self.faces.index(face) for face in turn.kept)
        return Position(kept, turn.left, turn.total)

    def only_old_chance(self, position: Position) -> float:
        """The chance that the next throw shows only faces already kept."""
        old = sum(weight for bit, weight in self._split(position.kept, new=False))
        return float(old**position.left)

    def evaluate(self, payoffs: Payoffs) -> "Worth":
        """What every position is worth under best play, separately for each aim."""
        following = np.empty((0, payoffs.ended.shape[2]))
        worth: list[tuple[Values, Values]] = []
        for level in reversed(self.levels):
            stopped = payoffs.stopped[level.totals, level.worms]
            ended = payoffs.ended[level.totals, level.worms]
            busted = payoffs.only_old[level.totals, level.worms]
            throwing = self._throw(level, following, busted)
            standing = np.maximum(stopped[: level.throwing], throwing)
            if level is self.levels[0]:
                standing = throwing  # nobody stops before the first throw
            following = np.concatenate([standing, ended[level.throwing :]])
            worth.append((following, throwing))
        return Worth(self, tuple(reversed(worth)))

    def _throw(self, level: _Level, following: Values, busted: Values) -> Values:
        """What throwing on is worth: for each throw its best keep, weighed by its chance."""
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
        throws = cache(self._throws)  # many positions differ in nothing but their total
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
        """Every throw with something new: its chance, and how many dice of each new face."""
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
        """The faces not kept yet, or those kept: each with its bit and its chance."""
        for bit, weight in enumerate(self.weights):
            if bool(kept >> bit & 1) is not new:
                yield bit, weight

    def _after(self, position: Position, bit: int, count: int) -> Position:
        total = position.total + count * self.values[bit]
        return Position(position.kept | 1 << bit, position.left - count, total)

    def is_over(self, position: Position) -> bool:
        """Whether no dice or no faces are left."""
        return not position.left or position.kept == (1 << len(self.faces)) - 1


def _counts(faces: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to have at most so many dice over these faces."""
    if not faces:
        yield ()
        return
    for first in range(most + 1):
        for rest in _counts(faces - 1, most - first):
            yield (first, *rest)


class Worth:
    """What positions of a turn are worth under best play, for each aim."""

    def __init__(self, tree: TurnTree, levels: tuple[tuple[Values, Values], ...]) -> None:
        self._tree = tree
        self._levels = levels

    def of(self, position: Position) -> list[float]:
        """Going on or stopping, whichever is better; one figure for each aim."""
        best, _ = self._levels[position.kept.bit_count()]
        figures: list[float] = best[self._index(position)].tolist()
        return figures

    def of_throwing(self, position: Position) -> list[float]:
        """Throwing on, even where stopping would be better; one figure for each aim."""
        _, throwing = self._levels[position.kept.bit_count()]
        figures: list[float] = throwing[self._index(position)].tolist()
        return figures

    def _index(self, position: Position) -> int:
        return self._tree.levels[position.kept.bit_count()].index[position]


@cache
def turn_tree(dice: DiceSet, count: int) -> TurnTree:
    """The tree of turns with these dice, built once."""
    return TurnTree(dice, count)


@dataclass(frozen=True)
class Chances:
    """The best chance to end a turn with a worm and exactly, or at least, each sum."""

    exactly: Mapping[int, float]
    at_least: Mapping[int, float]


class Reach:
    """What sums a turn can reach. For each sum the turn is played for that sum alone."""

    def __init__(self, tree: TurnTree, lowest: int, *, only_old_counts: bool) -> None:
        self.sums = range(lowest, tree.highest_with_worm + 1)
        totals = np.arange(tree.highest_total + 1)[:, None]
        wanted = np.array(self.sums)[None, :]
        reached = np.concatenate([totals == wanted, totals >= wanted], axis=1).astype(float)
        ended = np.stack([np.zeros_like(reached), reached], axis=1)
        only_old = ended if only_old_counts else np.zeros_like(ended)
        self._worth = tree.evaluate(Payoffs(ended, ended, only_old))

    def chances(self, *positions: Position) -> Chances:
        """The chances from the best of these positions, for each sum."""
        best = np.max([self._worth.of(position) for position in positions], axis=0).tolist()
        count = len(self.sums)
        return Chances(
            dict(zip(self.sums, best[:count], strict=True)),
            dict(zip(self.sums, best[count:], strict=True)),
        )


@cache
def reach(tree: TurnTree, lowest: int, *, only_old_counts: bool) -> Reach:
    """The reach of turns of this tree, worked out once."""
    return Reach(tree, lowest, only_old_counts=only_old_counts)
