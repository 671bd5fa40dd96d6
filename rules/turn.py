"""A turn of a Heckmeck game: dice thrown, dice set aside, and their sum."""

from enum import StrEnum
from typing import NamedTuple

from rules.dice import Face, Faces
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
