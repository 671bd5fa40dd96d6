"""Heckmeck am Bratwurmeck, the classic: sixteen tiles, and a failed turn costs the top one.

References like R25 are to the rulings in docs/rules.md.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from rules import dice
from rules.box import WormBox, scale
from rules.dice import DiceSet, Face, TableDice
from rules.events import Event, Events, ReturnTile
from rules.outcome import Standing, rank
from rules.tiles import TileGame, Tiles


class BratwurmeckVariant(StrEnum):
    """Table options of Bratwurmeck."""

    ALTERNATIVE = "alternative"
    """Shorter: a returned tile is turned over too if it is the highest on the grill (R21)."""
    QUIET_SNATCHES = "quiet_snatches"
    """Nobody is reminded of a snatch: overlooking one is part of the game (R25). A snatch stays
    legal; this tells the surfaces not to point it out.
    """


@dataclass(frozen=True)
class Bratwurmeck(TileGame[WormBox]):
    """The state of a game of Heckmeck am Bratwurmeck."""

    NAME: ClassVar[str] = "bratwurmeck"
    MOST_PLAYERS: ClassVar[int] = 7
    VARIANTS: ClassVar[tuple[str, ...]] = tuple(BratwurmeckVariant)
    NUMBERS: ClassVar[Tiles] = tuple(range(21, 37))
    TILES: ClassVar[Tiles] = NUMBERS
    BOX: ClassVar[WormBox] = WormBox(
        worms=scale((range(21, 25), 1), (range(25, 29), 2), (range(29, 33), 3), (range(33, 37), 4))
    )

    @classmethod
    def own_dice(cls, box: WormBox) -> DiceSet:
        """Faces 1 to 5 and the worm."""
        return dice.CLASSIC

    @classmethod
    def stand_ins(cls, box: WormBox) -> TableDice:
        return dice.stand_in(Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.WORM)

    def _fail(self, why: str, *events: Event) -> tuple[Self, Events]:
        """Return the top tile to the grill, and turn the highest tile over (R20 to R22)."""
        told = (*events, self._failed(why))
        tile = self.table.top(self.player)
        if tile is None:
            return self._pass_on(*told)
        told += (ReturnTile(self.player, tile),)
        state = self._but(table=self.table.returned(self.player))
        if tile == state.table.up[-1] and BratwurmeckVariant.ALTERNATIVE not in self.setup.variants:
            return state._pass_on(*told)
        return state._turn_highest(*told)

    def standings(self) -> tuple[Standing, ...]:
        """Rank by worms, then by the highest single tile (R30)."""
        scores = {
            player: (points, max(self.table.stacks[player], default=None))
            for player, points in enumerate(self.points())
        }
        return rank(scores, self.gone)
