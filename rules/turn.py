"""A turn of a Heckmeck game: dice thrown, dice set aside, and their sum."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.dice import DiceSet, Face, Faces
from rules.errors import BadPosition
from rules.frozen import FrozenMap


class Phase(StrEnum):
    """What the player has to do next."""

    THROW = "throw"
    """Throw the remaining dice, or stop."""
    KEEP = "keep"
    """Set aside all thrown dice of one face."""
    TAKE = "take"
    """The dice are done; pick a tile."""


THROW, KEEP, TAKE = Phase
"""The phases as constants: moves use them so often that attribute access would be slow."""


class Turn(NamedTuple):
    """The dice of a turn. `thrown` is empty before they are thrown."""

    player: int
    left: int
    """Dice not set aside."""
    phase: Phase = THROW
    thrown: Faces = ()
    kept: FrozenMap[Face, int] = FrozenMap()
    """Dice set aside: the number of each face, in the order of keeping."""
    total: int = 0

    @property
    def has_worm(self) -> bool:
        """Return whether a worm is set aside; without one a turn brings nothing."""
        return Face.WORM in self.kept

    def threw(self, faces: Faces) -> "Turn":
        """Return the turn after this throw."""
        return Turn(self.player, self.left, KEEP, faces, self.kept, self.total)

    def keeping(self, face: Face, value: int) -> "Turn":
        """Return the turn after keeping all thrown dice of this face, each worth `value`."""
        count = self.thrown.count(face)
        kept = self.kept.plus(face, count)
        total = self.total + count * value
        return Turn(self.player, self.left - count, THROW, (), kept, total)

    def undecided(self) -> "Turn":
        """Return the turn after its dice, when a tile must be picked."""
        return Turn(self.player, self.left, TAKE, (), self.kept, self.total)

    def voided(self) -> "Turn":
        """Return the turn before the last throw."""
        return Turn(self.player, self.left, THROW, (), self.kept, self.total)

    def told(self) -> "ToldTurn":
        """Return what a position tells about the turn."""
        return ToldTurn(self.player, self.phase, self.kept, self.thrown)


@dataclass(frozen=True)
class ToldTurn:
    """What a position tells about a turn; the sum and the number of dice left follow from it."""

    player: int
    phase: Phase = THROW
    kept: Mapping[Face, int] = FrozenMap()
    thrown: Faces = ()

    def turn(self, dice: DiceSet, count: int) -> Turn:
        """Return the turn with so many of these dice; raises `BadPosition` if they cannot be so."""
        for name, faces in (("kept", tuple(self.kept)), ("thrown", self.thrown)):
            unknown = dice.refuse(faces)
            if unknown is not None:
                raise BadPosition.at(name, unknown)
        left = count - sum(self.kept.values())
        if left < 0 or 0 in self.kept.values():
            raise BadPosition("number_of_dice", field="kept", dice=count - left, left=count)
        if (self.phase is KEEP) is not bool(self.thrown):
            raise BadPosition("wrong_phase", field="phase", phase=self.phase)
        if self.thrown and len(self.thrown) != left:
            raise BadPosition("number_of_dice", field="thrown", dice=len(self.thrown), left=left)
        total = sum(dice.values[face] * number for face, number in self.kept.items())
        thrown = tuple(sorted(self.thrown))
        return Turn(self.player, left, self.phase, thrown, FrozenMap(self.kept), total)
