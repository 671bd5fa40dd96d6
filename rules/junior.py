"""Heckmeck Junior: six picture dice, twelve tiles, and nothing is ever lost.

References like R42 are to the rulings in docs/rules.md.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from rules import dice
from rules.box import WormBox, scale
from rules.dice import DiceSet, Face, TableDice
from rules.errors import BadBox
from rules.events import Event, Events
from rules.moves import Take
from rules.outcome import Standing, rank
from rules.tiles import TileGame, Tiles


class JuniorVariant(StrEnum):
    """Table options of Junior."""

    MUST_PINCH = "must_pinch"
    """A player who can pinch the exact tile may not take a lower one instead (R42)."""
    ANY_LOWER = "any_lower"
    """A lower tile need not be the next lower one (R43)."""
    OPEN_WORMS = "open_worms"
    """Everyone's worms are public during the game (R48)."""


@dataclass(frozen=True, kw_only=True)
class JuniorBox(WormBox):
    """Worms on the tiles, and the delicacy on two sides of each die (R49)."""

    doubled: Face = Face.WORM


@dataclass(frozen=True)
class Junior(TileGame[JuniorBox]):
    """The state of a game of Heckmeck Junior."""

    NAME: ClassVar[str] = "junior"
    MOST_PLAYERS: ClassVar[int] = 5
    DICE: ClassVar[int] = 6
    ONLY_OLD_COUNTS: ClassVar[bool] = True
    """A throw of only old symbols ends the turn, and the result still counts (R40)."""
    VARIANTS: ClassVar[tuple[str, ...]] = tuple(JuniorVariant)
    NUMBERS: ClassVar[Tiles] = tuple(range(4, 10))
    TILES: ClassVar[Tiles] = tuple(sorted(NUMBERS * 2))
    BOX: ClassVar[JuniorBox] = JuniorBox(
        worms=scale((range(4, 6), 1), (range(6, 8), 2), (range(8, 9), 3), (range(9, 10), 4)),
        doubled=Face.WORM,
        assumed=True,
    )

    @classmethod
    def check_box(cls, box: JuniorBox) -> None:
        super().check_box(box)
        if box.doubled not in dice.junior().faces:
            raise BadBox("box_doubled", field="box.doubled", faces=dice.junior().faces)

    @classmethod
    def own_dice(cls, box: JuniorBox) -> DiceSet:
        """The worm, cucumber, cheese, ketchup, bun, and one of them again."""
        return dice.junior(box.doubled)

    @classmethod
    def stand_ins(cls, box: JuniorBox) -> TableDice:
        """The 6 is the worm, 1 to 4 the others, and the 5 the doubled face."""
        others = (Face.CUCUMBER, Face.CHEESE, Face.KETCHUP, Face.BUN)
        return dice.stand_in(*others, box.doubled, Face.WORM)

    def _second_best(self, snatches: tuple[Take, ...], lower: Tiles) -> tuple[Take, ...]:
        """Pinch a rival's top, or take a lower tile (R42 to R44)."""
        if snatches and JuniorVariant.MUST_PINCH in self.setup.variants:
            return snatches
        if JuniorVariant.ANY_LOWER in self.setup.variants:
            return (*snatches, *map(Take, reversed(dict.fromkeys(lower))))
        return super()._second_best(snatches, lower)

    def _fail(self, why: str, *events: Event) -> tuple[Self, Events]:
        """Turn over the highest tile of the grill after a turn without a tile (R45)."""
        return self._turn_highest(*events, self._failed(why))

    def shown_points(self) -> tuple[int | None, ...]:
        """Return None before the end, as only the top of a stack is visible (R48)."""
        if self.ending is not None or JuniorVariant.OPEN_WORMS in self.setup.variants:
            return self.points()
        return (None,) * len(self.setup.players)

    def standings(self) -> tuple[Standing, ...]:
        """Rank by worms; there may be several winners."""
        scores = {player: (points, None) for player, points in enumerate(self.points())}
        return rank(scores, self.gone)
