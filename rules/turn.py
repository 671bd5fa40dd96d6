"""A turn of a Heckmeck game: dice thrown, dice laid aside, and what they count so far."""

from enum import StrEnum
from typing import NamedTuple

from rules.dice import Face, Faces
from rules.frozen import FrozenMap


class Phase(StrEnum):
    """What the player has to do next."""

    THROW = "throw"
    """Throw the dice that are left, or stop."""
    KEEP = "keep"
    """Lay aside all thrown dice of one face."""
    TAKE = "take"
    """The dice are done; pick one of several tiles."""


THROW, KEEP, TAKE = Phase
"""The phases by themselves: a move asks for them so often that the look-up counts."""


class Turn(NamedTuple):
    """The dice of one turn. `thrown` is empty while they are still to be thrown."""

    player: int
    left: int
    """Dice not laid aside."""
    phase: Phase = THROW
    thrown: Faces = ()
    kept: FrozenMap[Face, int] = FrozenMap()
    """Dice laid aside: how many of each face, in the order they were kept."""
    total: int = 0

    @property
    def has_worm(self) -> bool:
        """Whether a worm lies aside; without one a turn brings nothing."""
        return Face.WORM in self.kept

    def threw(self, faces: Faces) -> "Turn":
        """The turn after this throw."""
        return Turn(self.player, self.left, KEEP, faces, self.kept, self.total)

    def keeping(self, face: Face, value: int) -> "Turn":
        """The turn after all thrown dice of this face, each counting `value`, are laid aside."""
        count = self.thrown.count(face)
        kept = self.kept.plus(face, count)
        total = self.total + count * value
        return Turn(self.player, self.left - count, THROW, (), kept, total)

    def undecided(self) -> "Turn":
        """The turn when its dice are done and a tile must be picked."""
        return Turn(self.player, self.left, TAKE, (), self.kept, self.total)

    def voided(self) -> "Turn":
        """The turn as it was before the last throw."""
        return Turn(self.player, self.left, THROW, (), self.kept, self.total)
