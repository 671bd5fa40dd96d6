"""A turn of Picnic Blitz: the dice as they lie, and what may still be done with them.

References like R62 are to the rulings in docs/rules.md.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.dice import Faces, differing, straight

ATTACKS: Mapping[int, int] = {4: 1, 5: 2, 6: 4}
"""Attacks for a straight of so many dice; only the longest counts (R63)."""
ONE_GROUP = 3
"""A set of so many re-rolls is thrown at once; a larger one may be split in two (R62)."""


class AntPhase(StrEnum):
    """How far a turn has come."""

    THROW = "throw"
    """The first throw is awaited."""
    ROLLED = "rolled"
    """The dice lie there: throw some again, or act."""
    ATTACK = "attack"
    """An attack was made or bought: no more re-rolls."""
    MOVE = "move"
    """The ants are moving: no more attacks."""


class AntTurn(NamedTuple):
    """The dice of one turn. `thrown` is empty while the first throw is awaited."""

    player: int
    phase: AntPhase = AntPhase.THROW
    thrown: Faces = ()
    groups: int = 0
    """Throws left for re-rolls."""
    again: int = 0
    """Dice that may still be thrown again, in all these throws together."""
    attacks: int = 0
    """Attacks left."""
    marches: int = 1
    """Tracks that may still be moved on."""
    marched: tuple[int, ...] = ()
    """Tracks that were moved on."""
    rerolls: int = 0
    """Throws already used of this set of re-rolls."""
    rerolled: int = 0
    """Dice that showed another face after them."""
    before: Faces | None = None
    """The dice before the last throw; None when that throw cannot be void any more."""

    @property
    def straight(self) -> int:
        """How many dice the longest straight has: 4, 5 or 6, else 0."""
        longest = straight(self.thrown)
        return longest if longest in ATTACKS else 0

    def threw(self, faces: Faces, dice: int) -> "AntTurn":
        """The turn after a throw, with re-rolls for so many dice in all."""
        turn = self._replace(phase=AntPhase.ROLLED, thrown=faces, before=self.thrown)
        if self.thrown:
            changed = differing(self.thrown, faces)
            turn = turn._replace(rerolls=self.rerolls + 1, rerolled=self.rerolled + changed)
        return turn.allowed(dice)

    def voided(self, dice: int) -> "AntTurn":
        """The turn before the last throw, with re-rolls for so many dice in all."""
        if not self.before:
            return AntTurn(self.player)
        rerolled = self.rerolled - differing(self.before, self.thrown)
        turn = self._replace(thrown=self.before, before=None)
        return turn._replace(rerolls=self.rerolls - 1, rerolled=rerolled).allowed(dice)

    def refreshed(self, dice: int) -> "AntTurn":
        """The turn with a new set of re-rolls; what was left of the old one is gone (R73)."""
        return self._replace(rerolls=0, rerolled=0, before=None).allowed(dice)

    def allowed(self, dice: int) -> "AntTurn":
        """The turn as the dice lie, if a whole set of re-rolls has so many dice (R62)."""
        again = dice - self.rerolled
        groups = (1 if dice <= ONE_GROUP else 2) - self.rerolls
        if again <= 0 or groups <= 0:
            again, groups = 0, 0
        attacks = ATTACKS.get(self.straight, 0)
        return self._replace(groups=groups, again=again, attacks=attacks)

    def attacking(self, attacks: int) -> "AntTurn":
        """The turn with so many attacks left, and no more re-rolls."""
        return self._acting(AntPhase.ATTACK, attacks)

    def moving(self, marches: int, *marched: int) -> "AntTurn":
        """The turn with so many tracks left to move on after these, and no more attacks."""
        turn = self._acting(AntPhase.MOVE, 0)
        return turn._replace(marches=marches, marched=(*self.marched, *marched))

    def _acting(self, phase: AntPhase, attacks: int) -> "AntTurn":
        return self._replace(phase=phase, groups=0, again=0, attacks=attacks, before=None)
