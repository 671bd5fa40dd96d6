"""A turn of Picnic Blitz: the dice as they lie, and what may still be done with them.

References like R62 are to the rulings in docs/rules.md.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.dice import Faces, differing, straight
from rules.errors import IllegalMove
from rules.moves import Throw

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
    """Dice of this set that were thrown in them."""
    before: Faces | None = None
    """The dice before the last throw; None when that throw cannot be void any more."""
    rerolled_before: int = 0
    """What `rerolled` was before that throw."""

    @property
    def straight(self) -> int:
        """How many dice the longest straight has: 4, 5 or 6, else 0."""
        longest = straight(self.thrown)
        return longest if longest in ATTACKS else 0

    def possibly_rerolled(self, faces: Faces) -> range:
        """How many dice a re-roll can have thrown if they all show these faces now."""
        return range(max(differing(self.thrown, faces), 1), self.again + 1)

    def refuse_reroll(self, move: Throw) -> IllegalMove | None:
        """Why the dice cannot be re-rolled like this; None if they can."""
        changed, allowed, dice = differing(self.thrown, move.faces), self.again, move.rerolled
        if changed > allowed:
            return IllegalMove("too_many_changed", changed=changed, allowed=allowed)
        if dice is not None and dice not in self.possibly_rerolled(move.faces):
            return IllegalMove("rerolled_wrong", dice=dice, changed=changed, allowed=allowed)
        return None

    def threw(self, faces: Faces, dice: int, rerolled: int | None = None) -> "AntTurn":
        """The turn after a throw, with re-rolls for so many dice in all.

        `rerolled` says how many dice a re-roll threw; None: as many as show another face.
        """
        turn = self._replace(phase=AntPhase.ROLLED, thrown=faces, before=self.thrown)
        if self.thrown:
            if rerolled is None:
                rerolled = differing(self.thrown, faces)
            turn = turn._replace(
                rerolls=self.rerolls + 1,
                rerolled=self.rerolled + rerolled,
                rerolled_before=self.rerolled,
            )
        return turn.allowed(dice)

    def voided(self, dice: int) -> "AntTurn":
        """The turn before the last throw, with re-rolls for so many dice in all."""
        if not self.before:
            return AntTurn(self.player)
        turn = self._replace(thrown=self.before, before=None, rerolls=self.rerolls - 1)
        return turn._replace(rerolled=self.rerolled_before).allowed(dice)

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
