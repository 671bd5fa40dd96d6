"""The exact dynamic programme of a Heckmeck turn, for many games at once.

A turn ends with a total, and with or without a worm. Given what each end is worth to the player,
this module tells what every position of the dice is worth under best play, and plays turns so. The
positions and the chances of all throws come from `rules.odds`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.dice import DiceSet
from rules.odds import Position, TurnTree, turn_tree

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]
Rows = Ints | Bools | slice
"""What picks some rows of an array."""

STOPPED, ENDED, ONLY_OLD = range(3)
"""How a turn can end: the player stops, no dice or no new faces are left, or a throw shows only
old faces.
"""
WAYS = 3


class Level(NamedTuple):
    """The positions with equally many kept faces; those that can throw on come first."""

    totals: Ints
    worms: Ints
    left: Ints
    """Dice not set aside."""
    throwing: int
    """How many of them can throw on."""
    only_old: Floats
    """For each of these: the chance of a throw with only old faces."""
    starts: Ints
    """For each of these: where its throws begin in `chances` and `next`."""
    chances: Floats
    next: Ints
    """By new face and throw: the position of the next level after keeping it; the last if none."""
    after: Ints
    """By position, face and number of dice: the same; -1 if none."""


class TurnTable:
    """The positions of a turn with so many dice of this set, level by level."""

    def __init__(self, dice: DiceSet, count: int) -> None:
        self.tree: TurnTree = turn_tree(dice, count)
        self.count = count
        self.highest = self.tree.highest_total
        self.sides = np.array([self.tree.faces.index(side) for side in dice.sides])
        indices = [level.index for level in self.tree.levels]
        self.levels = [
            Level(
                level.totals,
                level.worms,
                np.array([position.left for position in level.index]),
                level.throwing,
                level.only_old[: level.throwing].astype(np.float32),
                level.starts,
                level.chances.astype(np.float32),
                np.ascontiguousarray(level.next.T),
                self._after(indices[at], level.throwing, dict(*indices[at + 1 : at + 2])),
            )
            for at, level in enumerate(self.tree.levels)
        ]

    def _after(
        self, here: Mapping[Position, int], throwing: int, then: Mapping[Position, int]
    ) -> Ints:
        values = self.tree.values
        after = np.full((throwing, len(values), self.count + 1), -1)
        for (kept, left, total), at in here.items():
            for bit, value in enumerate(values if at < throwing else ()):
                for count in range(1, left + 1 if not kept >> bit & 1 else 0):
                    position = Position(kept | 1 << bit, left - count, total + count * value)
                    after[at, bit, count] = then[position]
        return after

    def place(self, position: Position) -> tuple[int, int]:
        """Return the level and the index of a position."""
        level = position.kept.bit_count()
        return level, self.tree.levels[level].index[position]


@cache
def turn_table(dice: DiceSet, count: int) -> TurnTable:
    """Return the table of turns with these dice, built once in some tenths of a second."""
    return TurnTable(dice, count)


class Solution(ABC):
    """What each position of a turn is worth under best play: by position, then game or seat."""

    def __init__(self, table: TurnTable, worth: Floats) -> None:
        """Solve the turn, given the worth of each end: by way, total, worm, and game or seat.

        It is minus infinity where that end is illegal.
        """
        self.table = table
        self.worth = worth
        depth = len(table.levels)
        self.best: list[Floats] = [np.empty(0, np.float32)] * depth
        """By level: the worth of each position if the player stops or throws, as is better."""
        self.throwing: list[Floats] = [np.empty(0, np.float32)] * depth
        """The same if the player throws on."""
        following = np.empty((0, worth.shape[3]), np.float32)
        for at in reversed(range(depth)):
            level = table.levels[at]
            thrown = self._throw(level, following)
            stopped = worth[STOPPED, level.totals, level.worms][: level.throwing]
            # Nobody may stop before the first throw.
            standing = self._better(stopped, thrown) if at else thrown
            ended = worth[ENDED, level.totals, level.worms][level.throwing :]
            following = np.concatenate([standing, ended])
            self.best[at], self.throwing[at] = following, thrown

    def _throw(self, level: Level, following: Floats) -> Floats:
        """Return the worth of throwing on: each throw's best keep, weighted by its chance."""
        old = self.worth[ONLY_OLD, level.totals, level.worms][: level.throwing]
        if not level.throwing:
            return old
        none = np.full((1, following.shape[1]), -np.inf, np.float32)
        best = self._keep(level, np.concatenate([following, none]))
        best *= level.chances[:, None]
        hoped: Floats = np.add.reduceat(best, level.starts, axis=0)
        return hoped + level.only_old[:, None] * old

    @abstractmethod
    def _better(self, stopped: Floats, thrown: Floats) -> Floats:
        """Return the worth of stopping or throwing on, as the player prefers."""

    @abstractmethod
    def _keep(self, level: Level, options: Floats) -> Floats:
        """Return the worth of the keep that the player prefers, by throw."""

    def best_at(self, position: Position) -> Floats:
        """Return the worth of a position in which the player may throw on or stop."""
        level, at = self.table.place(position)
        worth: Floats = self.best[level][at]
        return worth

    def throwing_at(self, position: Position) -> Floats:
        """Return the worth of throwing on."""
        level, at = self.table.place(position)
        worth: Floats = self.throwing[level][at]
        return worth


class Solved(Solution):
    """The turns of many games, each solved for the worth to its player."""

    def _better(self, stopped: Floats, thrown: Floats) -> Floats:
        return np.maximum(stopped, thrown)

    def _keep(self, level: Level, options: Floats) -> Floats:
        best = options[level.next[0]]
        for then in level.next[1:]:
            np.maximum(best, options[then], out=best)
        return best

    @property
    def start(self) -> Floats:
        """The worth of the whole turn, by game."""
        return self.best[0][0]

    def play(self, rng: np.random.Generator, copies: int) -> tuple[Ints, Ints, Ints]:
        """Play each game's turn so many times; return how each ended: its way, total and worm.

        The answers are by copy and game.
        """
        games = self.worth.shape[3]
        game = np.tile(np.arange(games), copies)
        ends = np.zeros((3, len(game)), np.intp)
        live = np.arange(len(game))
        here = np.zeros(len(game), np.intp)
        for at, level in enumerate(self.table.levels):
            over = here >= level.throwing
            stops = ~over
            if at:
                place, who = here[stops], game[live[stops]]
                stops[stops] = self.throwing[at][place, who] < self.best[at][place, who]
            else:
                stops[:] = False
            _end(ends, live[over], ENDED, level, here[over])
            _end(ends, live[stops], STOPPED, level, here[stops])
            live, here = live[~over & ~stops], here[~over & ~stops]
            if not len(live):
                break
            counts = self._dice(rng, level.left[here])
            after = level.after[here[:, None], np.arange(counts.shape[1]), counts]
            worth = self.best[at + 1][after, game[live][:, None]]
            worth = np.where((after >= 0) & (counts > 0), worth, -np.inf)
            pick = worth.argmax(axis=1)[:, None]
            old = np.take_along_axis(worth, pick, axis=1)[:, 0] == -np.inf
            _end(ends, live[old], ONLY_OLD, level, here[old])
            live, here = live[~old], np.take_along_axis(after, pick, axis=1)[~old, 0]
        way, total, worm = ends.reshape(3, copies, games)
        return way, total, worm

    def _dice(self, rng: np.random.Generator, left: Ints) -> Ints:
        """Throw so many dice in each game; return how many show each face."""
        table = self.table
        sides = table.sides[rng.integers(0, len(table.sides), (len(left), table.count))]
        thrown = np.arange(table.count) < left[:, None]
        shown = (sides[:, :, None] == np.arange(len(table.tree.faces))) & thrown[:, :, None]
        counts: Ints = shown.sum(axis=1)
        return counts


def _end(ends: Ints, which: Ints, way: int, level: Level, place: Ints) -> None:
    """Note how these turns ended."""
    ends[0, which] = way
    ends[1, which] = level.totals[place]
    ends[2, which] = level.worms[place]


class Course(Solution):
    """One player's turn: what each position is worth to every seat.

    The player does what is best for them, and the others get what comes of it.
    """

    def __init__(self, table: TurnTable, worth: Floats, player: int) -> None:
        self._player = player
        super().__init__(table, worth)

    def _better(self, stopped: Floats, thrown: Floats) -> Floats:
        stops = stopped[:, self._player] > thrown[:, self._player]
        return np.where(stops[:, None], stopped, thrown)

    def _keep(self, level: Level, options: Floats) -> Floats:
        own = np.ascontiguousarray(options[:, self._player])
        pick = own[level.next].argmax(axis=0)
        best: Floats = options[level.next[pick, np.arange(len(pick))]]
        return best
