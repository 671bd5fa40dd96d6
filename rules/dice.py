"""The dice: their faces, what each counts, and how often it occurs.

This is the one module of the rules that vision may import: it says which faces a set can show.
How they look is vision's affair.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations_with_replacement

from rules.errors import IllegalMove
from rules.frozen import FrozenMap


class Face(StrEnum):
    """What a die can show, in every game."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    WORM = "worm"
    CUCUMBER = "cucumber"
    CHEESE = "cheese"
    KETCHUP = "ketchup"
    BUN = "bun"


Faces = tuple[Face, ...]
"""Dice as a multiset: sorted, so that equal throws are equal values."""


def differing(before: Faces, after: Faces) -> int:
    """How many dice must at least have been thrown anew to make the one of the other.

    >>> differing((Face.ONE, Face.ONE, Face.TWO), (Face.ONE, Face.TWO, Face.SIX))
    1
    """
    return (Counter(after) - Counter(before)).total()


@dataclass(frozen=True)
class DiceSet:
    """One kind of die: its six sides (a doubled face stands twice) and what each side counts."""

    name: str
    sides: Faces
    worth: tuple[int, ...]

    @cached_property
    def faces(self) -> Faces:
        """The different faces, in the order of the sides."""
        return tuple(dict.fromkeys(self.sides))

    @cached_property
    def values(self) -> FrozenMap[Face, int]:
        """What each face counts."""
        return FrozenMap.of(dict(zip(self.sides, self.worth, strict=True)))

    def throws(self, count: int) -> Iterator[Faces]:
        """Every throw of so many dice, each multiset once."""
        return combinations_with_replacement(sorted(self.faces), count)


_PIPS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
_DELICACIES = (Face.WORM, Face.CUCUMBER, Face.CHEESE, Face.KETCHUP, Face.BUN)

STANDARD = DiceSet("standard", _PIPS, (1, 2, 3, 4, 5, 6))
CLASSIC = DiceSet("classic", (*_PIPS[:5], Face.WORM), (1, 2, 3, 4, 5, 5))
BARBECUE = DiceSet("barbecue", (*_PIPS[:4], Face.SIX, Face.WORM), (1, 2, 3, 4, 6, 5))


def junior(doubled: Face = Face.WORM) -> DiceSet:
    """The dice of Heckmeck Junior; which delicacy stands on two sides differs (R49)."""
    sides = (*_DELICACIES, doubled)
    return DiceSet("junior", sides, tuple(2 if face is Face.BUN else 1 for face in sides))


DICE_SETS: Mapping[str, DiceSet] = {
    dice.name: dice for dice in (BARBECUE, CLASSIC, STANDARD, junior())
}
"""Every kind of dice that can lie on a table, by name."""


def straight(faces: Faces) -> int:
    """How many dice the longest row of following numbers has.

    >>> straight((Face.ONE, Face.TWO, Face.TWO, Face.THREE, Face.FIVE, Face.SIX))
    3
    """
    shown = "".join(face if face in faces else " " for face in _PIPS)
    return max(map(len, shown.split()), default=0)


@dataclass(frozen=True)
class TableDice:
    """The dice that lie on the table, and what each of their faces means in the game.

    A game's own dice mean what they show; ordinary dice can stand in for any of them.
    """

    name: str
    meaning: FrozenMap[Face, Face]

    def read(self, seen: Iterable[str]) -> Faces:
        """The game's faces for the faces seen on the table."""
        faces = []
        for face in seen:
            meant = self.means(face)
            if meant is None:
                raise IllegalMove("face_unknown", face=face, faces=tuple(self.meaning))
            faces.append(meant)
        return tuple(sorted(faces))

    def means(self, seen: str) -> Face | None:
        """What a face seen on the table is in the game; None if these dice do not have it."""
        return next((meant for face, meant in self.meaning.items() if face == seen), None)

    def shown(self, faces: Iterable[Face]) -> tuple[Face, ...]:
        """Faces on the table that mean these of the game, in the same order."""
        lying = {meant: face for face, meant in self.meaning.items()}
        return tuple(lying[face] for face in faces)


def own(dice: DiceSet) -> TableDice:
    """The game's own dice on the table."""
    return TableDice(dice.name, FrozenMap.of({face: face for face in dice.faces}))


def stand_in(*meaning: Face) -> TableDice:
    """Ordinary dice on the table, whose 1 to 6 mean these faces of the game."""
    return TableDice(STANDARD.name, FrozenMap.of(dict(zip(_PIPS, meaning, strict=True))))
