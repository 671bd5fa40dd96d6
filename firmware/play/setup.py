"""What is settled about a new game before it begins."""

from dataclasses import dataclass

from rules.box import Box
from rules.events import Events
from rules.games import AnyGame
from rules.players import Player


@dataclass(frozen=True)
class Setup:
    """What is settled about the new game so far."""

    game: type[AnyGame]
    players: tuple[Player, ...]
    box: Box
    starter: int = 0
    dice: str | None = None
    variants: frozenset[str] = frozenset()

    def begin(self) -> tuple[AnyGame, Events]:
        """Begin it; `BadSetup` says what cannot be."""
        return self.game.begin(
            self.players,
            starter=self.starter,
            box=self.box,
            variants=self.variants,
            dice=self.dice,
        )
