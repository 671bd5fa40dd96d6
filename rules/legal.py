"""A collection of the moves that are legal now."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple

from rules.dice import DiceSet, Face, Faces, differing
from rules.moves import Move, Throw


class WeightedThrow(NamedTuple):
    """A throw, and how many of all equally likely results of the dice show it."""

    throw: Throw
    ways: int


@cache
def _weighted(dice: DiceSet, count: int) -> tuple[WeightedThrow, ...]:
    return tuple(
        WeightedThrow(Throw(faces), dice.ways(faces)) for faces in dice.throws(count) if count
    )


@dataclass(frozen=True, slots=True)
class LegalMoves(Collection[Move]):
    """Every legal move: the choices, and each possible throw.

    Throws are listed only during iteration, as there may be over a thousand; `dice` is the number
    of dice in a throw (0: none allowed), `choices` holds all other moves. A re-roll is listed once
    for its faces, however many dice were thrown for them.
    """

    choices: tuple[Move, ...]
    dice: int
    dice_set: DiceSet
    rerollable: Faces = ()
    """The current dice, if some of them may be re-rolled."""
    again: int = 0
    """How many may be re-rolled."""

    def __iter__(self) -> Iterator[Move]:
        yield from self.choices
        if self.dice:
            yield from map(Throw, self._throws())

    def __len__(self) -> int:
        if self.rerollable:
            return len(self.choices) + sum(1 for _ in self._throws())
        throws = comb(self.dice + len(self.dice_set.faces) - 1, self.dice) if self.dice else 0
        return len(self.choices) + throws

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Throw):
            known = self.dice_set.faces
            in_number = len(move.faces) == self.dice > 0
            return in_number and all(face in known for face in move.faces) and self._fits(move)
        return move in self.choices

    def throws(self, held: Iterable[Face] = ()) -> tuple["WeightedThrow", ...]:
        """Return every throw if these of the lying dice are held, each once with its ways."""
        if not self.rerollable:
            return _weighted(self.dice_set, self.dice)
        held = tuple(held)
        count = self.dice - len(held)
        return tuple(
            WeightedThrow(Throw((*held, *throw.faces), count), ways)
            for throw, ways in _weighted(self.dice_set, count)
        )

    def _throws(self) -> Iterator[Faces]:
        return filter(self._near, self.dice_set.throws(self.dice))

    def _fits(self, throw: Throw) -> bool:
        """Return whether so many of the current dice may have been thrown again."""
        if throw.rerolled is None:
            return self._near(throw.faces)
        changed = differing(self.rerollable, throw.faces)
        return bool(self.rerollable) and max(changed, 1) <= throw.rerolled <= self.again

    def _near(self, faces: Faces) -> bool:
        """Return whether no more dice differ from the current ones than may be re-rolled."""
        return not self.rerollable or differing(self.rerollable, faces) <= self.again
