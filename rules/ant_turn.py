"""A turn of Picnic Blitz: the dice, and what the player may still do with them.

References like R62 are to the rulings in docs/rules.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import NamedTuple

from rules.dice import STANDARD, Faces, differing, straight
from rules.errors import BadPosition, IllegalMove
from rules.moves import Throw

ATTACKS: Mapping[int, int] = {4: 1, 5: 2, 6: 4}
"""Attacks for a straight of this many dice; only the longest counts (R63)."""
ONE_GROUP = 3
"""A set of this many re-rolls is thrown at once; a larger one may be split in two (R62)."""


class AntPhase(StrEnum):
    """The phases of a turn."""

    THROW = "throw"
    """Waiting for the first throw."""
    ROLLED = "rolled"
    """The dice are thrown: re-roll some, or act."""
    ATTACK = "attack"
    """An attack was made or bought: no more re-rolls."""
    MOVE = "move"
    """The ants are moving: no more attacks."""


class AntTurn(NamedTuple):
    """The dice of a turn. `thrown` is empty before the first throw."""

    player: int
    phase: AntPhase = AntPhase.THROW
    thrown: Faces = ()
    groups: int = 0
    """Throws left for re-rolls."""
    again: int = 0
    """Dice that may still be re-rolled, in all these throws together."""
    attacks: int = 0
    """Attacks left."""
    marches: int = 1
    """Tracks on which the player may still move."""
    marched: tuple[int, ...] = ()
    """Tracks on which the player has moved."""
    rerolls: int = 0
    """Throws already used of this set of re-rolls."""
    rerolled: int = 0
    """Dice of this set re-rolled in them."""
    before: Faces | None = None
    """The dice before the last throw; None if that throw can no longer be void."""
    rerolled_before: int = 0
    """The value of `rerolled` before that throw."""

    def told(self) -> "ToldAntTurn":
        """Return what a position tells about the turn."""
        said = (getattr(self, each.name) for each in fields(ToldAntTurn))
        told = ToldAntTurn(*said)
        return told if self.phase is AntPhase.ATTACK else replace(told, attacks=0)

    @property
    def straight(self) -> int:
        """Return the length of the longest straight: 4, 5 or 6, else 0."""
        longest = straight(self.thrown)
        return longest if longest in ATTACKS else 0

    def possibly_rerolled(self, faces: Faces) -> range:
        """Return how many dice a re-roll can have thrown if the dice now show these faces."""
        return range(max(differing(self.thrown, faces), 1), self.again + 1)

    def refuse_reroll(self, move: Throw) -> IllegalMove | None:
        """Return why the dice cannot be re-rolled like this; None if they can."""
        changed, allowed, dice = differing(self.thrown, move.faces), self.again, move.rerolled
        if changed > allowed:
            return IllegalMove("too_many_changed", changed=changed, allowed=allowed)
        if dice is not None and dice not in self.possibly_rerolled(move.faces):
            return IllegalMove("rerolled_wrong", dice=dice, changed=changed, allowed=allowed)
        return None

    def threw(self, faces: Faces, dice: int, rerolled: int | None = None) -> "AntTurn":
        """Return the turn after a throw, with re-rolls for so many dice in all.

        `rerolled` is the number of re-rolled dice; None means those with another face.
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
        """Return the turn before the last throw, with re-rolls for so many dice in all."""
        if not self.before:
            return AntTurn(self.player)
        turn = self._replace(thrown=self.before, before=None, rerolls=self.rerolls - 1)
        return turn._replace(rerolled=self.rerolled_before).allowed(dice)

    def refreshed(self, dice: int) -> "AntTurn":
        """Return the turn with a new set of re-rolls instead of the rest of the old one (R73)."""
        return self._replace(rerolls=0, rerolled=0, before=None).allowed(dice)

    def allowed(self, dice: int) -> "AntTurn":
        """Return the turn with the same dice, if a whole set of re-rolls has so many dice (R62)."""
        again = dice - self.rerolled
        groups = (1 if dice <= ONE_GROUP else 2) - self.rerolls
        if again <= 0 or groups <= 0:
            again, groups = 0, 0
        attacks = ATTACKS.get(self.straight, 0)
        return self._replace(groups=groups, again=again, attacks=attacks)

    def attacking(self, attacks: int) -> "AntTurn":
        """Return the turn with so many attacks left, and no more re-rolls."""
        return self._acting(AntPhase.ATTACK, attacks)

    def moving(self, marches: int, *marched: int) -> "AntTurn":
        """Return the turn with so many more moves after these tracks, and no more attacks."""
        turn = self._acting(AntPhase.MOVE, 0)
        return turn._replace(marches=marches, marched=(*self.marched, *marched))

    def _acting(self, phase: AntPhase, attacks: int) -> "AntTurn":
        return self._replace(phase=phase, groups=0, again=0, attacks=attacks, before=None)


@dataclass(frozen=True)
class ToldAntTurn:
    """What a position tells about a turn: the fields of `AntTurn`, but not what follows from them.

    `attacks` are told only after the first one, and otherwise follow from the dice.
    """

    player: int
    phase: AntPhase = AntPhase.THROW
    thrown: Faces = ()
    attacks: int = 0
    marches: int = 1
    marched: tuple[int, ...] = ()
    rerolls: int = 0
    rerolled: int = 0
    before: Faces | None = None
    rerolled_before: int = 0

    def turn(self, count: int, dice: int) -> AntTurn:
        """Return the turn with `count` dice, where a whole set of re-rolls has so many dice.

        Raises `BadPosition` for dice or numbers that no turn has.
        """
        self._check_dice(count)
        self._check_numbers(count)
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        turn = AntTurn(**said)._replace(thrown=tuple(sorted(self.thrown)))
        if self.before is not None:
            turn = turn._replace(before=tuple(sorted(self.before)))
        return turn.allowed(dice) if self.phase is AntPhase.ROLLED else turn

    def _check_dice(self, count: int) -> None:
        for name, faces in (("thrown", self.thrown), ("before", self.before or ())):
            unknown = STANDARD.refuse(faces)
            if unknown is not None:
                raise BadPosition.at(name, unknown)
            if len(faces) not in {0, count}:
                raise BadPosition("number_of_dice", field=name, dice=len(faces), left=count)
        fresh = self == ToldAntTurn(self.player)
        if (self.phase is AntPhase.THROW and not fresh) or not (self.thrown or fresh):
            raise BadPosition("wrong_phase", field="phase", phase=self.phase)
        if self.before is not None and self.phase is not AntPhase.ROLLED:
            raise BadPosition("wrong_phase", field="before", phase=self.phase)

    def _check_numbers(self, count: int) -> None:
        """Refuse more attacks, moves or re-rolls than any turn of this phase has."""
        moving = self.phase is AntPhase.MOVE
        for name, least, most in (
            ("attacks", 0, max(ATTACKS.values()) + 1 if self.phase is AntPhase.ATTACK else 0),
            ("marches", 1, 2 if moving else 1),
            ("rerolls", 0, 2),
            ("rerolled", 0, count),
            ("rerolled_before", 0, count),
        ):
            if not least <= getattr(self, name) <= most:
                raise BadPosition("out_of_range", field=name, least=least, most=most)
        numbers = (int(face) for face in STANDARD.faces)
        if len(self.marched) > moving or not {*self.marched} <= {*numbers}:
            raise BadPosition("out_of_range", field="marched", least=1, most=len(STANDARD.faces))
