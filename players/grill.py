"""Barbecue in arrays: many positions between two turns at once."""

from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np

from players.fast_rules import FAIL, FastRules
from players.turn import ENDED, STOPPED, WAYS, Bools, Floats, Ints, Rows
from rules.barbecue import BarbecueVariant
from rules.grill import PLATES, SNAIL_POINTS, SNAILS, WORM_POOL, GrillTable
from rules.table import Table

NOBODY = -1


@dataclass(frozen=True)
class Grill:
    """What lies on each spot, by game and spot, and what each seat has."""

    owner: Ints
    plates: Ints
    snail: Bools
    worms: Ints
    snails: Ints
    mover: Ints

    def __getitem__(self, rows: Rows) -> "Grill":
        return Grill(
            self.owner[rows], self.plates[rows], self.snail[rows], self.worms[rows],
            self.snails[rows], self.mover[rows],
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.mover)

    @property
    def pool(self) -> Ints:
        """The snails that nobody has and no spot."""
        return SNAILS - self.snails.sum(axis=1) - self.snail.sum(axis=1)


def _highest(spots: Bools) -> tuple[Ints, Bools]:
    """Return the highest of these spots, and whether there is one, by game."""
    there = spots[:, ::-1].argmax(axis=1)
    highest = spots.shape[1] - 1 - there
    return highest, spots[np.arange(len(spots)), highest]


class GrillRules(FastRules[Grill]):
    """The rules of Barbecue."""

    VARIANTS: ClassVar[tuple[str, ...]] = tuple(BarbecueVariant)

    @property
    def _stop_is_fail(self) -> bool:
        return BarbecueVariant.STOP_IS_FAIL in self.variants

    @property
    def _strict_worms(self) -> bool:
        return BarbecueVariant.STRICT_WORMS in self.variants

    @property
    def _strict_plates(self) -> bool:
        return BarbecueVariant.STRICT_PLATES in self.variants

    @property
    def _more(self) -> int:
        """The outcome above the grill: the last, after the failed turn and one for each spot."""
        return 1 + len(self.numbers)

    # Positions.

    def start(self, starters: Ints) -> Grill:
        games = len(starters)
        spots, seats = (games, len(self.numbers)), (games, self.seats)
        return Grill(
            np.full(spots, NOBODY, np.int8), np.zeros(spots, np.int8), np.zeros(spots, np.bool_),
            np.zeros(seats, np.int64), np.zeros(seats, np.int64), starters,
        )  # fmt: skip

    def read(self, table: Table, mover: int) -> Grill:
        table = cast("GrillTable", table)
        spots = [table[number] for number in self.numbers]
        owner = [NOBODY if spot.owner is None else spot.owner for spot in spots]
        return Grill(
            np.array([owner], np.int8), np.array([[spot.plates for spot in spots]], np.int8),
            np.array([[spot.snail for spot in spots]]), np.array([table.worms]),
            np.array([table.snails]), np.array([mover]),
        )  # fmt: skip

    def _plates_out(self, at: Grill) -> Ints:
        owned = at.owner[:, None, :] == np.arange(self.seats)[:, None]
        return (owned * at.plates[:, None, :]).sum(axis=2)

    def _in_hand(self, at: Grill) -> Bools:
        """Return whether the player has a plate in hand, by game."""
        return self._plates_out(at)[np.arange(len(at)), at.mover] < PLATES

    def _gains(self, at: Grill) -> Ints:
        """Return the worms that the player would get for each spot, by game and spot."""
        gains = np.broadcast_to(self.worth, at.owner.shape)
        if self._strict_worms:
            rival = (at.owner != NOBODY) & (at.owner != at.mover[:, None])
            theirs = np.take_along_axis(at.worms, np.maximum(at.owner, 0).astype(np.intp), axis=1)
            pool = WORM_POOL - at.worms.sum(axis=1, keepdims=True)
            gains = np.minimum(gains, np.where(rival, theirs, pool))
        return gains

    # Outcomes of a turn.

    def possible(self, at: Grill) -> Bools:
        """Return which outcomes the turn can have, by game and outcome."""
        always = np.ones((len(at), 1), np.bool_)
        return np.concatenate([always, at.plates < 2, always], axis=1)

    def after(self, at: Grill, outcome: Ints) -> tuple[Grill, Bools]:
        """Return the positions after these outcomes, and whether the game is over."""
        owner, plates, snail = at.owner.copy(), at.plates.copy(), at.snail.copy()
        worms, snails, mover = at.worms.copy(), at.snails.copy(), at.mover
        over = np.zeros(len(at), np.bool_)
        pool, in_hand, gains = at.pool, self._in_hand(at), self._gains(at)
        # A failed attempt puts a snail on the grill, or ends the game.
        empty = (plates == 0) & ~snail
        spot, there = _highest(empty)
        single, any_single = _highest(plates == 1)
        spot = np.where(there, spot, single)
        fails = outcome == FAIL
        places = fails & (pool > 0) & (there | any_single)
        over |= fails & ~places
        rows = np.nonzero(places)[0]
        owner[rows, spot[rows]], plates[rows, spot[rows]] = NOBODY, 0
        snail[rows, spot[rows]] = True
        # More than the grill takes a snail, from the pool or the grill.
        more = outcome == self._more
        spot, there = _highest(at.snail)
        over |= more & (pool <= 0) & ~there
        rows = np.nonzero(more & ~over)[0]
        snails[rows, mover[rows]] += 1
        rows = np.nonzero(more & (pool <= 0) & there)[0]
        snail[rows, spot[rows]] = False
        # A spot: its snail, or worms.
        spot = np.clip(outcome - 1, 0, len(self.numbers) - 1)
        every = np.arange(len(at))
        on_spot = ~fails & ~more
        takes = on_spot & at.snail[every, spot]
        rows = np.nonzero(takes)[0]
        snail[rows, spot[rows]] = False
        snails[rows, mover[rows]] += 1
        acts = on_spot & ~takes
        if self._strict_plates:
            acts &= in_hand
        rows = np.nonzero(acts)[0]
        spot, player = spot[rows], mover[rows]
        holder = at.owner[rows, spot]
        steals = (holder != NOBODY) & (holder != player)
        gain = gains[rows, spot]
        worms[rows, player] += gain
        worms[rows[steals], holder[steals]] -= gain[steals]
        owner[rows[steals], spot[steals]], plates[rows[steals], spot[steals]] = NOBODY, 0
        lays = in_hand[rows]
        rows, spot = rows[lays], spot[lays]
        owner[rows, spot] = player[lays]
        plates[rows, spot] += 1
        return Grill(owner, plates, snail, worms, snails, self._next[mover]), over

    def picks(self, at: Grill, worth: Floats) -> Ints:  # noqa: ARG002
        first, last = self.numbers[0], self.numbers[-1]
        picks = np.full((WAYS, self.turns.highest + 1, 2, len(at)), FAIL)
        blocked = at.plates == 2
        for way in (STOPPED, ENDED):
            picks[way, first : last + 1, 1] = np.where(blocked, FAIL, np.arange(1, self._more)).T
            picks[way, last + 1 :, 1] = self._more
        if not self._stop_is_fail:
            useful = ~blocked & (at.snail | (self._gains(at) > 0))
            if self._strict_plates:
                useful &= at.snail | self._in_hand(at)[:, None]
            stop = picks[STOPPED]
            stop[:, 0] = -1
            stop[:first] = -1
            stop[first : last + 1, 1] = np.where(useful.T, stop[first : last + 1, 1], -1)
            snail = (at.pool > 0) | at.snail.any(axis=1)
            stop[last + 1 :, 1] = np.where(snail, self._more, -1)
        return picks

    # What a position is worth at the end, and what it looks like.

    def _owned(self, at: Grill) -> Bools:
        """Return whose plates are on each spot, by game, seat and spot."""
        owned: Bools = at.owner[:, None, :] == np.arange(self.seats)[:, None]
        return owned

    def points(self, at: Grill) -> Ints:
        return at.worms + SNAIL_POINTS * at.snails

    def _keys(self, at: Grill) -> Ints:
        highest: Ints = (self._owned(at) * self.numbers).max(axis=2)
        return self.points(at) * 100 + highest

    def _figures(self, at: Grill) -> list[Floats]:
        points = self.points(at)
        best, mean = self._rivals(points)
        lead = points - best
        pool = at.pool[:, None]
        single = at.plates == 1
        own = (self._owned(at) & single[:, None]) @ self.worth
        empty = (at.plates == 0) & ~at.snail
        room = (empty | single).any(axis=1, keepdims=True)
        worms = (WORM_POOL - at.worms.sum(axis=1, keepdims=True)) * self._strict_worms
        of_all = [
            pool / 8, pool == 0, pool == 1, pool == 2, room, empty.sum(axis=1)[:, None] / 8,
            worms / 20,
        ]  # fmt: skip
        return [
            points / 20, best / 20, mean / 20, lead / 10, lead / (1 + pool), self.shares(at),
            self._plates_out(at) / 8, at.snails / 4, own / 8,
            (single @ self.worth)[:, None] / 8 - own / 8,
            *(np.broadcast_to(each, points.shape) for each in of_all),
        ]  # fmt: skip

    def _tables(self, at: Grill) -> list[Floats]:
        single, double = (at.plates == 1)[:, None], (at.plates == 2)[:, None]
        owned, snail = self._owned(at), at.snail[:, None]
        worth = self.worth / 4
        empty = (at.plates == 0)[:, None] & ~snail
        own, rival = owned & single, ~owned & single
        protected = owned & double
        return [
            own, rival, protected, ~owned & double, snail,
            own * worth, rival * worth, empty * worth,
        ]  # fmt: skip
