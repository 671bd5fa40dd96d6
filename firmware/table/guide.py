"""How a game is led at the table: what is its own on the panel. All else is the same for all."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from firmware.screens.kinds import Score, Screen
from firmware.table.desk import Desk
from firmware.table.playing import play
from firmware.table.view import Places, View
from rules.box import Box
from rules.games import AnyGame
from rules.moves import Move
from rules.record import Read

Page = Callable[[Desk, Places, int], View]
"""Makes a page to leaf through, given its place among them."""
Compared = Callable[[Box], View]
"""Where it goes on when the owner has said what is printed."""


@dataclass(frozen=True)
class Option:
    """Something about a new game that can be otherwise: its value, and the variants after OK."""

    label: str
    value: str
    then: frozenset[str]


def switch(desk: Desk, variant: str, chosen: frozenset[str]) -> Option:
    """A table option that is on or off."""
    value = desk.say("yes") if variant in chosen else desk.say("no")
    return Option(desk.short.variant(variant), value, chosen ^ {variant})


class Guide(ABC):
    """One for each game or family of games; it keeps nothing."""

    @abstractmethod
    def stands(self, desk: Desk, places: Places, note: str) -> View:
        """What the player decides now, while the game goes on; `note` is told there."""

    def play(self, view: View, moves: tuple[Move, ...], read: Read | None = None) -> View:
        """Play what a player has decided; a game may have something to ask first."""
        return play(view, moves, read)

    def rests(self, _state: AnyGame) -> bool:
        """Whether a table that takes moves back may stand here, or must go back further."""
        return True

    @abstractmethod
    def board(self, desk: Desk, name: str, title: str) -> Screen:
        """All pieces as they lie, to look at."""

    @abstractmethod
    def pages(self, desk: Desk) -> tuple[Page, ...]:
        """Pages to leaf through beside the game, after the scores; a hint is the last of them."""

    def hinted(self, desk: Desk) -> bool:
        """Whether the last page is a hint."""
        return desk.settings.hints and desk.game.state.ending is None

    def scored(self, _state: AnyGame, _seat: int, row: Score) -> Score:
        """A player's line among the scores, with the pieces that make them up."""
        return row

    def scores_foot(self, _desk: Desk) -> str:
        """How points are counted, in small print."""
        return ""

    def won_with(self, desk: Desk, points: int) -> str:
        """What the winner has."""
        return desk.many("with {count} point", "with {count} points", points)

    def tie(self, _desk: Desk, _number: int) -> str:
        """What broke a tie, where something can."""
        return ""

    def options(
        self, desk: Desk, game: type[AnyGame], chosen: frozenset[str]
    ) -> tuple[Option, ...]:
        """The table options, these being chosen: each is on or off."""
        return tuple(switch(desk, variant, chosen) for variant in game.VARIANTS)

    @abstractmethod
    def compare(self, desk: Desk, places: Places, box: Box, back: View, then: Compared) -> View:
        """What is printed on the owner's copy, to be confirmed or changed."""

    @abstractmethod
    def adjust(self, desk: Desk, places: Places, back: View) -> View:
        """How the pieces really lie, to be put right."""

    @abstractmethod
    def prepare(self, game: type[AnyGame]) -> None:
        """Work that would otherwise be waited for in the first turn; done in the worker."""
