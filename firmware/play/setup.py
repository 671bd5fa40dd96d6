"""The settings of a new game."""

from dataclasses import dataclass
from typing import Self

from rules.box import Box
from rules.events import Events
from rules.games import AnyGame
from rules.players import Levels, Player


@dataclass(frozen=True)
class Setup:
    """The settings chosen so far."""

    game: type[AnyGame]
    players: tuple[Player, ...]
    box: Box
    starter: int = 0
    dice: str | None = None
    variants: frozenset[str] = frozenset()
    levels: Levels = ()
    """Which seats the box plays; none if people play all."""

    @classmethod
    def again(cls, state: AnyGame, levels: Levels = ()) -> Self:
        """Return the setup of this game, without players who left; the next player starts."""
        setup = state.setup
        staying = [seat for seat in range(len(setup.players)) if seat not in state.gone]
        starter = next((seat for seat in staying if seat > setup.starter), staying[0])
        return cls(
            type(state),
            tuple(setup.players[seat] for seat in staying),
            setup.box,
            starter=staying.index(starter),
            dice=setup.table_dice.name,
            variants=frozenset(map(str, setup.variants)),
            levels=tuple(levels[seat] for seat in staying) if levels else (),
        )

    def begin(self) -> tuple[AnyGame, Events]:
        """Begin the game; raises `BadSetup` if the settings do not fit."""
        return self.game.begin(
            self.players,
            starter=self.starter,
            box=self.box,
            variants=self.variants,
            dice=self.dice,
        )
