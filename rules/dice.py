"""The dice: their faces, values and frequencies.

Vision imports only this module of the rules, for the faces of a set of dice; their appearance is
defined by vision.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial

from rules.errors import IllegalMove
from rules.frozen import FrozenMap


class Face(StrEnum):
    """A face of a die, in any game."""

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
    """Return the least number of dice to throw again to change one into the other.

    >>> differing((Face.ONE, Face.ONE, Face.TWO), (Face.ONE, Face.TWO, Face.SIX))
    1
    """
    return (Counter(after) - Counter(before)).total()


@dataclass(frozen=True)
class DiceSet:
    """A kind of die: its six sides (a doubled face occurs twice) and the value of each."""

    name: str
    sides: Faces
    worth: tuple[int, ...]

    @cached_property
    def faces(self) -> Faces:
        """The distinct faces, in the order of the sides."""
        return tuple(dict.fromkeys(self.sides))

    @cached_property
    def values(self) -> FrozenMap[Face, int]:
        return FrozenMap(dict(zip(self.sides, self.worth, strict=True)))

    def refuse(self, faces: Faces) -> IllegalMove | None:
        """Return why these dice cannot show these faces; None if they can."""
        if self.values.keys() >= set(faces):
            return None
        unknown = next(face for face in faces if face not in self.values)
        return IllegalMove("face_unknown", face=unknown, faces=self.faces)

    def throws(self, count: int) -> Iterator[Faces]:
        """Yield every throw of so many dice, each multiset once."""
        return combinations_with_replacement(sorted(self.faces), count)

    def ways(self, faces: Faces) -> int:
        """Return how many of the equally likely results of so many dice show these faces.

        >>> CLASSIC.ways((Face.ONE, Face.ONE, Face.WORM)), len(CLASSIC.sides) ** 3
        (3, 216)
        """
        ways = factorial(len(faces))
        for face, count in Counter(faces).items():
            ways = ways // factorial(count) * self.sides.count(face) ** count
        return ways


_PIPS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
_DELICACIES = (Face.WORM, Face.CUCUMBER, Face.CHEESE, Face.KETCHUP, Face.BUN)

STANDARD = DiceSet("standard", _PIPS, (1, 2, 3, 4, 5, 6))
CLASSIC = DiceSet("classic", (*_PIPS[:5], Face.WORM), (1, 2, 3, 4, 5, 5))
BARBECUE = DiceSet("barbecue", (*_PIPS[:4], Face.SIX, Face.WORM), (1, 2, 3, 4, 6, 5))


def junior(doubled: Face = Face.WORM) -> DiceSet:
    """Return the dice of Heckmeck Junior with this delicacy on two sides (R49)."""
    sides = (*_DELICACIES, doubled)
    return DiceSet("junior", sides, tuple(2 if face is Face.BUN else 1 for face in sides))


DICE_SETS: Mapping[str, DiceSet] = {
    dice.name: dice for dice in (BARBECUE, CLASSIC, STANDARD, junior())
}
"""Every kind of dice by name."""


def straight(faces: Faces) -> int:
    """Return the length of the longest run of consecutive numbers.

    >>> straight((Face.ONE, Face.TWO, Face.TWO, Face.THREE, Face.FIVE, Face.SIX))
    3
    """
    shown = "".join(face if face in faces else " " for face in _PIPS)
    return max(map(len, shown.split()), default=0)


@dataclass(frozen=True)
class TableDice:
    """The dice on the table, and what each of their faces means in the game.

    A game's own dice mean what they show; ordinary dice can replace any of them.
    """

    name: str
    meaning: FrozenMap[Face, Face]

    def read(self, seen: Iterable[str]) -> Faces:
        """Return the game's faces for the faces on the table."""
        faces = []
        for face in seen:
            meant = self.means(face)
            if meant is None:
                raise IllegalMove("face_unknown", face=face, faces=tuple(self.meaning))
            faces.append(meant)
        return tuple(sorted(faces))

    def means(self, seen: str) -> Face | None:
        """Return the game's face for a face on the table; None if these dice do not have it."""
        return next((meant for face, meant in self.meaning.items() if face == seen), None)

    def shown(self, faces: Iterable[Face]) -> tuple[Face, ...]:
        """Return the faces on the table for these faces of the game, in the same order."""
        lying = {meant: face for face, meant in self.meaning.items()}
        return tuple(lying[face] for face in faces)


def own(dice: DiceSet) -> TableDice:
    """Return the game's own dice."""
    return TableDice(dice.name, FrozenMap({face: face for face in dice.faces}))


def stand_in(*meaning: Face) -> TableDice:
    """Return ordinary dice, whose 1 to 6 mean these faces of the game."""
    return TableDice(STANDARD.name, FrozenMap(dict(zip(_PIPS, meaning, strict=True))))
