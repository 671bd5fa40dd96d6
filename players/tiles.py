"""Bratwurmeck and Junior in arrays: many positions between two turns at once."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np

from players.fast_rules import FAIL, FastRules
from players.turn import ONLY_OLD, WAYS, Bools, Floats, Ints, Rows
from rules import bratwurmeck, junior
from rules.box import WormBox
from rules.dice import Face
from rules.junior import JuniorBox
from rules.table import Table
from rules.tiles import TileGame, TileTable

UP, DOWN = -1, -2
DOUBLED = (Face.WORM, Face.CUCUMBER, Face.CHEESE, Face.KETCHUP, Face.BUN)


@dataclass(frozen=True)
class Tiles:
    """Where each tile is, by game and tile: on the grill, out of the game, or a seat's."""

    home: Ints
    height: Ints
    """Its place in its stack, 0 at the bottom."""
    mover: Ints

    def __getitem__(self, rows: Rows) -> "Tiles":
        return Tiles(self.home[rows], self.height[rows], self.mover[rows])

    def __len__(self) -> int:
        return len(self.mover)


class TileRules(FastRules[Tiles]):
    """The rules of a tile game.

    After the failed turn, the outcomes are a tile of each number from the grill, then the top tile
    of each seat.
    """

    VARIANTS: ClassVar[tuple[str, ...]] = (
        bratwurmeck.BratwurmeckVariant.ALTERNATIVE,
        junior.JuniorVariant.MUST_PINCH,
        junior.JuniorVariant.ANY_LOWER,
    )

    def __init__(
        self,
        game: type[TileGame[WormBox]],
        seats: int,
        box: WormBox,
        variants: Collection[str] = (),
        gone: Collection[int] = (),
    ) -> None:
        super().__init__(game, seats, box, variants, gone)
        self.tiles = np.array(game.TILES)
        self.copies = len(self.tiles) // len(self.numbers)
        self.worms = np.array([box.worms[tile] for tile in game.TILES])
        self.classic = issubclass(game, bratwurmeck.Bratwurmeck)
        alternative, self._must_pinch, self._any_lower = (v in variants for v in self.VARIANTS)
        self._highest_stays = self.classic and not alternative

    def _more_flags(self, _box: WormBox) -> Collection[float]:
        doubled = _box.doubled if isinstance(_box, JuniorBox) else None
        return () if doubled is None else [doubled is face for face in DOUBLED]

    # Positions.

    def start(self, starters: Ints) -> Tiles:
        shape = (len(starters), len(self.tiles))
        return Tiles(np.full(shape, UP, np.int8), np.zeros(shape, np.int8), starters)

    def read(self, table: Table, mover: int) -> Tiles:
        table = cast("TileTable", table)
        home = np.full((1, len(self.tiles)), DOWN, np.int8)
        height = np.zeros_like(home)
        free = {n: [i for i, t in enumerate(self.tiles) if t == n] for n in self.numbers.tolist()}
        for tile in table.up:
            home[0, free[tile].pop()] = UP
        for seat, stack in enumerate(table.stacks):
            for at, tile in enumerate(stack):
                where = free[tile].pop()
                home[0, where], height[0, where] = seat, at
        return Tiles(home, height, np.array([mover]))

    def tops(self, at: Tiles) -> Ints:
        """Return the index of each seat's top tile, by game and seat; -1 without one."""
        owned = at.home[:, None, :] == np.arange(self.seats)[:, None]
        height = np.where(owned, at.height[:, None, :], -1)
        top = height.argmax(axis=2)
        return np.where(owned.any(axis=2), top, -1)

    def _up(self, at: Tiles) -> Ints:
        """Return how many tiles of each number lie open."""
        up = at.home == UP
        return up.reshape(len(at), len(self.numbers), self.copies).sum(axis=2)

    # Outcomes of a turn.

    def possible(self, at: Tiles) -> Bools:
        """Return which outcomes the turn can have, by game and outcome."""
        rivals = (self.tops(at) >= 0) & (np.arange(self.seats) != at.mover[:, None])
        always = np.ones((len(at), 1), np.bool_)
        return np.concatenate([always, self._up(at) > 0, rivals], axis=1)

    def after(self, at: Tiles, outcome: Ints) -> tuple[Tiles, Bools]:
        """Return the positions after these outcomes, and whether the game is over."""
        home, height = at.home.copy(), at.height.copy()
        mover = at.mover
        tops = self.tops(at)
        rows = np.arange(len(at))
        sizes = (home == mover[:, None]).sum(axis=1)
        numbers = len(self.numbers)
        # Which tile moves to the player.
        open_ = (home == UP).reshape(len(at), numbers, self.copies)
        number = np.clip(outcome - 1, 0, numbers - 1)
        from_grill = number * self.copies + open_[rows, number].argmax(axis=1)
        from_rival = tops[rows, np.clip(outcome - 1 - numbers, 0, self.seats - 1)]
        tile = np.where(outcome > numbers, from_rival, from_grill)
        gain = outcome != FAIL
        home[rows[gain], tile[gain]] = mover[gain]
        height[rows[gain], tile[gain]] = sizes[gain]
        self._fail(home, rows[~gain], tops[rows, mover][~gain])
        over = ~(home == UP).any(axis=1)
        return Tiles(home, height, self._next[mover]), over

    def _fail(self, home: Ints, games: Ints, tops: Ints) -> None:
        """Return the players' top tiles, and turn over the highest on the grill."""
        if self.classic:  # who has no tile returns none, and turns none over (R20)
            games, tops = games[tops >= 0], tops[tops >= 0]
            home[games, tops] = UP
        highest = len(self.tiles) - 1 - (home[games, ::-1] == UP).argmax(axis=1)
        turns = highest != tops if self._highest_stays else slice(None)
        home[games[turns], highest[turns]] = DOWN

    def picks(self, at: Tiles, worth: Floats) -> Ints:
        games, numbers = len(at), len(self.numbers)
        rows = np.arange(games)
        picks = np.full((WAYS, self.turns.highest + 1, 2, games), FAIL)
        up = self._up(at) > 0
        tops = self.tops(at)
        tops = np.where(np.arange(self.seats) == at.mover[:, None], -1, tops)
        shown = np.where(tops >= 0, self.tiles[tops], -1)
        lower = np.full(games, FAIL)
        for total in range(self.numbers[0], self.turns.highest + 1):
            exact = np.zeros(games, np.bool_)
            place = total - self.numbers[0]
            best = lower
            if place < numbers:
                exact = up[:, place]
                for rival in range(self.seats):
                    can = (shown[:, rival] == total) & ~exact
                    if not can.any():
                        continue
                    outcome = 1 + numbers + rival
                    nothing = (best == FAIL) | (self._must_pinch & (best <= numbers))
                    better = can & (nothing | (worth[:, outcome] > worth[rows, best]))
                    best = np.where(better, outcome, best)
                best = np.where(exact, 1 + place, best)
                newer = exact
                if self._any_lower:
                    newer = exact & ((lower == FAIL) | (worth[:, 1 + place] > worth[rows, lower]))
                lower = np.where(newer, 1 + place, lower)
            picks[:, total, 1] = best
        if self.classic:
            picks[ONLY_OLD] = FAIL
        return picks

    # What a position is worth at the end, and what it looks like.

    def _owned(self, at: Tiles) -> Bools:
        """Return whose each tile is, by game, seat and tile."""
        owned: Bools = at.home[:, None, :] == np.arange(self.seats)[:, None]
        return owned

    def points(self, at: Tiles) -> Ints:
        points: Ints = self._owned(at) @ self.worms
        return points

    def _keys(self, at: Tiles) -> Ints:
        keys = self.points(at) * 100
        if self.classic:
            keys += (self._owned(at) * self.tiles).max(axis=2)
        return keys

    def _figures(self, at: Tiles) -> list[Floats]:
        up, owned = self._up(at), self._owned(at)
        height = np.where(owned, at.height[:, None, :], -1)
        size = owned.sum(axis=2)
        second = np.where(size > 1, (height == size[:, :, None] - 2).argmax(axis=2), -1)
        worms = np.append(self.worms, 0)
        top = worms[self.tops(at)]
        points = self.points(at)
        best, mean = self._rivals(points)
        left = (up @ self.worth)[:, None]
        same = np.ones((1, self.seats))
        return [
            top / 4, worms[second] / 4, size / 8, (top.sum(axis=1, keepdims=True) - top) / 8,
            points / 10, best / 10, mean / 10, (points - best) / 10, (points - best) / (1 + left),
            self.shares(at), left / 10 * same, up.sum(axis=1)[:, None] / 8 * same,
        ]  # fmt: skip

    def _tables(self, at: Tiles) -> list[Floats]:
        up = self._up(at)[:, None]
        tops = self.tops(at)
        numbers = np.arange(len(self.numbers))
        own = (tops[:, :, None] // self.copies == numbers) & (tops[:, :, None] >= 0)
        rivals = own.sum(axis=1, keepdims=True) - own
        return [up, up * (self.worth / 4), own, rivals]
