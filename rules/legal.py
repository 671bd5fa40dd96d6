"""The moves that are legal now, as one collection."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import comb

from rules.dice import DiceSet, Faces, differing
from rules.moves import Move, Throw


@dataclass(frozen=True, slots=True)
class LegalMoves(Collection[Move]):
    """Every legal move: the choices, and each possible throw of the dice.

    There can be more than a thousand throws, so they are listed only when iterated; `dice` tells
    at once how many dice a throw shows (0: none may be thrown), `choices` everything else. A
    re-roll is listed once for its faces, however many dice were thrown for them.
    """

    choices: tuple[Move, ...]
    dice: int
    dice_set: DiceSet
    lying: Faces = ()
    """Where some of the dice that lie there may be thrown again: how they lie now."""
    again: int = 0
    """How many of them."""

    def __iter__(self) -> Iterator[Move]:
        yield from self.choices
        if self.dice:
            yield from map(Throw, self._throws())

    def __len__(self) -> int:
        if self.lying:
            return len(self.choices) + sum(1 for _ in self._throws())
        throws = comb(self.dice + len(self.dice_set.faces) - 1, self.dice) if self.dice else 0
        return len(self.choices) + throws

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Throw):
            known = self.dice_set.faces
            in_number = len(move.faces) == self.dice > 0
            return in_number and all(face in known for face in move.faces) and self._fits(move)
        return move in self.choices

    def _throws(self) -> Iterator[Faces]:
        return filter(self._near, self.dice_set.throws(self.dice))

    def _fits(self, throw: Throw) -> bool:
        """Whether so many of the dice that lie there may have been thrown again."""
        if throw.rerolled is None:
            return self._near(throw.faces)
        changed = differing(self.lying, throw.faces)
        return bool(self.lying) and max(changed, 1) <= throw.rerolled <= self.again

    def _near(self, faces: Faces) -> bool:
        """Whether no more dice differ from those that lie there than may be thrown again."""
        return not self.lying or differing(self.lying, faces) <= self.again
