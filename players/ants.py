"""Picnic Blitz in arrays: many positions between two turns at once.

`rules` decides what is legal; a test holds that these agree with it.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from players.turn import Bools, Floats, Ints, Rows
from rules.picnic_variants import PicnicVariant, target_for
from rules.tracks import LENGTHS, TRACKS, AntTable, TrackBox

FOOD_COST = 2
FAR = LENGTHS[-1]
BEGINNERS_REROLL = 3


@dataclass(frozen=True)
class Ants:
    """Where each ant is, by game, track and seat, and who has a queen, by game and seat."""

    space: Ints
    """From 1; 0 at home."""
    height: Ints
    """Of two ants on a space, the one with the larger number is on top."""
    queens: Bools
    mover: Ints

    def __getitem__(self, rows: Rows) -> "Ants":
        return Ants(self.space[rows], self.height[rows], self.queens[rows], self.mover[rows])

    def __len__(self) -> int:
        return len(self.mover)


@dataclass(frozen=True)
class Side:
    """What one track is to each seat, in many positions: by position and seat."""

    inputs: Floats
    """What the net is told about it."""
    points: Floats
    active: Floats
    """Whether the ant there counts for re-rolls."""


class AntRules:
    """The rules of one setup, and what a position of it looks like to a seat."""

    def __init__(
        self, seats: int, box: TrackBox, variants: Collection[str] = (), gone: Collection[int] = ()
    ) -> None:
        self.seats = seats
        self.lengths = np.array([box.tracks[track].length for track in TRACKS])
        self.foods = np.array([box.tracks[track].food for track in TRACKS])
        self.target = target_for(seats, variants)
        self.beginners = PicnicVariant.BEGINNERS in variants
        self.sleeping = PicnicVariant.SLEEPING_GUARDS in variants
        self.lowest = 2 if PicnicVariant.FIRM_FIRST in variants else 1
        self.stays = np.array([seat not in gone for seat in range(seats)])
        self.staying = int(self.stays.sum())
        self._next = np.array([self._after_seat(seat) for seat in range(seats)])
        count = self.staying
        flags = [
            self.beginners,
            self.sleeping,
            self.lowest == 2,
            count == 2,
            count == 3,
            count == 4,
        ]
        self._flags = np.array([*flags, self.target / 10], np.float32)

    def _after_seat(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % self.seats
            if self.stays[seat]:
                return seat

    def start(self, starters: Ints) -> Ants:
        """Return new games, given who starts each."""
        shape = (len(starters), len(TRACKS), self.seats)
        nobody = np.zeros((len(starters), self.seats), np.bool_)
        return Ants(np.zeros(shape, np.int8), np.zeros(shape, np.int16), nobody, starters)

    def read(self, table: AntTable, mover: int) -> Ants:
        """Return one position of `rules`."""
        space = np.zeros((1, len(TRACKS), self.seats), np.int8)
        height = np.zeros((1, len(TRACKS), self.seats), np.int16)
        for track, piles in enumerate(table.tracks):
            for at, pile in enumerate(piles, start=1):
                for under, ant in enumerate(pile):
                    space[0, track, ant], height[0, track, ant] = at, under
        return Ants(space, height, np.array([table.queens]), np.array([mover]))

    # What the ants of one track can do: positions by seat, on the tracks of these numbers.

    def free(self, space: Ints, height: Ints, track: Ints) -> tuple[Bools, Bools, Bools]:
        """Return whose ant is uncovered, on the food, and not shut in by a rival's on the food."""
        on = space > 0
        same = (space[..., :, None] == space[..., None, :]) & on[..., :, None]
        over = (same & (height[..., None, :] > height[..., :, None])).any(axis=-1)
        guard = space == self.lengths[track][..., None]
        shut = guard.any(axis=-1, keepdims=True) & ~guard
        return ~over, guard, ~shut

    def side(self, space: Ints, height: Ints, track: Ints) -> Side:
        """Return what these tracks are to each seat."""
        free, guard, unshut = self.free(space, height, track)
        on = space > 0
        length, food = self.lengths[track][:, None], self.foods[track][:, None]
        counts = on & free & unshut
        if self.sleeping:
            counts = counts & ~guard
        rival = ~np.eye(self.seats, dtype=np.bool_)
        others = np.where(rival, space[:, None, :], -1)
        first = others.argmax(axis=2)
        best = np.take_along_axis(space, first, axis=1)
        way = np.clip(length - space, 0, FAR)[:, :, None] == np.arange(FAR + 1)
        rival_way = np.clip(length - best, 0, FAR)[:, :, None] == np.arange(FAR + 1)
        lead_free = np.take_along_axis(counts, first, axis=1)
        crowd = (others > 0).sum(axis=2) / 3
        flags = [
            on, on & ~free, counts, ~unshut, best > 0, lead_free, crowd, (best == space) & on,
            *(np.broadcast_to(food == value, space.shape) for value in (2, 3, 4)),
            np.broadcast_to(length / FAR, space.shape), best > space,
        ]  # fmt: skip
        inputs = np.concatenate([np.stack(flags, axis=2), way, rival_way], axis=2, dtype=np.float32)
        return Side(inputs, (guard * food).astype(np.float32), counts.astype(np.float32))

    def sums(self, points: Floats, active: Floats, queens: Bools, mover: Ints) -> Floats:
        """Return the other inputs of the net, by position, seat and feature."""
        rival = self.stays & ~np.eye(self.seats, dtype=np.bool_)
        best = np.where(rival, points[:, None, :], 0).max(axis=2)
        others = np.where(rival, active[:, None, :], 0).max(axis=2)
        need = np.clip(self.target - points, 0, 11)[:, :, None] == np.arange(12)
        their_need = np.clip(self.target - best, 0, 11)[:, :, None] == np.arange(12)
        place = np.cumsum(self.stays) - 1
        ahead = (place - place[mover][:, None]) % self.staying
        rivals = queens.sum(axis=1, keepdims=True) - queens
        flags = [
            points / 10, best / 10, active / 6, others / 6, active > 3, active == 0, queens,
            rivals / (self.seats - 1), ahead == 0, ahead == 1, ahead == self.staying - 1,
        ]  # fmt: skip
        shape = (*points.shape, len(self._flags))
        return np.concatenate(
            [np.stack(flags, axis=2), need, their_need, np.broadcast_to(self._flags, shape)],
            axis=2, dtype=np.float32,
        )  # fmt: skip

    def features(self, at: Ants) -> tuple[Floats, Floats]:
        """Return what the net is told: of each track, by position, seat and track, and the rest."""
        games, tracks = len(at), len(TRACKS)
        number = np.tile(np.arange(tracks), games)
        shape = (games * tracks, self.seats)
        side = self.side(at.space.reshape(shape), at.height.reshape(shape), number)
        inputs = side.inputs.reshape(games, tracks, self.seats, side.inputs.shape[-1]).swapaxes(
            1, 2
        )
        points = side.points.reshape(games, tracks, self.seats).sum(axis=1)
        active = side.active.reshape(games, tracks, self.seats).sum(axis=1)
        return inputs, self.sums(points, active, at.queens, at.mover)

    def points(self, at: Ants) -> Ints:
        guards = at.space == self.lengths[:, None]
        points: Ints = (guards * self.foods[:, None]).sum(axis=1)
        return points

    def rerolls(self, at: Ants) -> Ints:
        """Return how many dice the player may throw again, by game."""
        if self.beginners:
            return np.full(len(at), BEGINNERS_REROLL)
        number = np.broadcast_to(np.arange(len(TRACKS)), at.space.shape[:2])
        free, guard, unshut = self.free(at.space, at.height, number)
        counts = (at.space > 0) & free & unshut
        if self.sleeping:
            counts &= ~guard
        mine = counts[np.arange(len(at)), :, at.mover]
        rerolls: Ints = mine.sum(axis=1)
        return rerolls

    # Acts of the player.

    def marched(self, at: Ants, track: Ints, steps: Ints) -> tuple[Ants, Bools]:
        """Return the positions after the player's march, and whether it is legal."""
        rows = np.arange(len(at))
        space, height = at.space[rows, track], at.height[rows, track]
        free, guard, unshut = self.free(space, height, track)
        me = at.mover
        legal = (free & unshut & ~guard)[rows, me]
        to = np.minimum(space[rows, me] + steps, self.lengths[track])
        return self._put(at, track, me, to, height.max(axis=1) + 1), legal

    def pushed(self, at: Ants, track: Ints, rival: Ints) -> tuple[Ants, Bools, Ints]:
        """Return the positions after an attack, whether it is legal, and what it costs."""
        rows = np.arange(len(at))
        space, height = at.space[rows, track], at.height[rows, track]
        free, guard, unshut = self.free(space, height, track)
        there = space[rows, rival]
        legal = (free & unshut)[rows, rival] & (there >= self.lowest) & (rival != at.mover)
        cost = np.where(guard[rows, rival], FOOD_COST, 1)
        then = self._put(at, track, rival, np.maximum(there - 1, 0), height.min(axis=1) - 1)
        return then, legal, cost

    def _put(self, at: Ants, track: Ints, seat: Ints, to: Ints, height: Ints) -> Ants:
        rows = np.arange(len(at))
        spaces, heights = at.space.copy(), at.height.copy()
        spaces[rows, track, seat], heights[rows, track, seat] = to, height
        return replace(at, space=spaces, height=heights)

    def passed(self, at: Ants) -> Ants:
        """Return the positions at the beginning of the next turn."""
        return replace(at, mover=self._next[at.mover])

    def with_queen(self, at: Ants, *, has: bool) -> Ants:
        queens = at.queens.copy()
        queens[np.arange(len(at)), at.mover] = has
        return replace(at, queens=queens)


def chosen(which: Bools, first: Ants, second: Ants) -> Ants:
    """Return the first position where `which` says so, else the second."""
    wide = which[:, None, None]
    return Ants(
        np.where(wide, first.space, second.space),
        np.where(wide, first.height, second.height),
        np.where(which[:, None], first.queens, second.queens),
        np.where(which, first.mover, second.mover),
    )
