"""What the games in arrays have in common: many positions between two turns, played at once.

`rules` decides what is legal; a test holds that these agree with it in every end of a turn. An
outcome is what a turn brings: nothing, this tile or spot, that rival's tile. It is a number from 0.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import ClassVar, Generic, Protocol, Self, TypeVar

import numpy as np

from players.turn import Bools, Floats, Ints, Rows, TurnTable, turn_table
from rules.box import WormBox
from rules.heckmeck import AnyHeckmeck
from rules.table import Table

FAIL = 0
"""The outcome of a failed turn."""


class Positions(Protocol):
    """Many positions at the beginning of a turn; rows can be picked like those of an array."""

    @property
    def mover(self) -> Ints:
        """The seat whose turn begins, by game."""

    def __getitem__(self, rows: Rows) -> Self: ...

    def __len__(self) -> int: ...


P = TypeVar("P", bound=Positions)


class FastRules(ABC, Generic[P]):
    """The rules of one setup, and what a position of it looks like to a seat."""

    VARIANTS: ClassVar[tuple[str, ...]]
    """The table options that change what a position is worth."""

    def __init__(
        self,
        game: type[AnyHeckmeck],
        seats: int,
        box: WormBox,
        variants: Collection[str] = (),
        gone: Collection[int] = (),
    ) -> None:
        self.game = game
        self.seats = seats
        self.dice = game.own_dice(box)
        self.variants = variants
        self.numbers = np.array(game.NUMBERS)
        self.worth = np.array([box.worms[number] for number in game.NUMBERS])
        """The worms of each tile or spot, by number."""
        self.stays = np.array([seat not in gone for seat in range(seats)])
        self.staying = int(self.stays.sum())
        self._next = np.array([self._after_seat(seat) for seat in range(seats)])
        count = self.staying
        on = [variant in variants for variant in self.VARIANTS]
        flags = [*on, count == 2, count == 3, count == 4, count / 5]
        self._flags = np.array([*flags, *self._more_flags(box)], np.float32)

    @property
    def turns(self) -> TurnTable:
        """The turns with this game's dice, built once."""
        return turn_table(self.dice, self.game.DICE)

    def _more_flags(self, _box: WormBox) -> Collection[float]:
        """Return more inputs of the net about the setup."""
        return ()

    def _after_seat(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % self.seats
            if self.stays[seat]:
                return seat

    @abstractmethod
    def start(self, starters: Ints) -> P:
        """Return new games, given who starts each."""

    @abstractmethod
    def read(self, table: Table, mover: int) -> P:
        """Return one position of `rules`."""

    @abstractmethod
    def possible(self, at: P) -> Bools:
        """Return which outcomes the turn can have, by game and outcome."""

    @abstractmethod
    def after(self, at: P, outcome: Ints) -> tuple[P, Bools]:
        """Return the positions after these outcomes, and whether the game is over."""

    @abstractmethod
    def picks(self, at: P, worth: Floats) -> Ints:
        """Return the best outcome of each end of the dice; -1 where that end is illegal.

        `worth` is that of each outcome to the player, by game and outcome. The shape of the answer
        is (way of ending, total, without or with a worm, game).
        """

    @abstractmethod
    def points(self, at: P) -> Ints:
        """Return each seat's points, by game and seat."""

    @abstractmethod
    def _keys(self, at: P) -> Ints:
        """Return what ranks the seats at the end, by game and seat: not below 0."""

    def shares(self, at: P) -> Floats:
        """Return each seat's share of the win if the game were over, by game and seat."""
        keys = np.where(self.stays, self._keys(at), -1)
        best = keys == keys.max(axis=1, keepdims=True)
        shares: Floats = (best / best.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares

    def features(self, at: P) -> Floats:
        """Return what the net is told about each seat, by game, seat and feature."""
        figures = np.stack([*self._figures(at), *self._order(at)], axis=2)
        shape = (len(at), self.seats)
        tables = [
            np.broadcast_to(t, (*shape, t.shape[-1])) for t in (*self._tables(at), self._flags)
        ]
        features: Floats = np.concatenate([figures, *tables], axis=2, dtype=np.float32)
        return features

    @abstractmethod
    def _figures(self, at: P) -> list[Floats]:
        """Return some features, each by game and seat."""

    @abstractmethod
    def _tables(self, at: P) -> list[Floats]:
        """Return more features, by game, seat (or 1 for all) and number."""

    def _order(self, at: P) -> list[Floats]:
        """Return how soon it is each seat's turn."""
        place = np.cumsum(self.stays) - 1
        ahead = (place - place[at.mover][:, None]) % self.staying
        return [ahead == 0, ahead == 1, ahead == self.staying - 1, ahead / self.staying]

    def _rivals(self, points: Ints) -> tuple[Ints, Floats]:
        """Return the most points of each seat's rivals, and their mean."""
        rival = self.stays & ~np.eye(self.seats, dtype=np.bool_)
        others = np.where(rival, points[:, None, :], 0)
        return others.max(axis=2), others.sum(axis=2) / (self.staying - 1)
