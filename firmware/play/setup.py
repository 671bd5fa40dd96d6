"""The settings of a new game."""

from dataclasses import dataclass

from rules.box import Box
from rules.events import Events
from rules.games import AnyGame
from rules.players import Player


@dataclass(frozen=True)
class Setup:
    """The settings chosen so far."""

    game: type[AnyGame]
    players: tuple[Player, ...]
    box: Box
    starter: int = 0
    dice: str | None = None
    variants: frozenset[str] = frozenset()

    def begin(self) -> tuple[AnyGame, Events]:
        """Begin the game; raises `BadSetup` if the settings do not fit."""
        return self.game.begin(
            self.players,
            starter=self.starter,
            box=self.box,
            variants=self.variants,
            dice=self.dice,
        )
