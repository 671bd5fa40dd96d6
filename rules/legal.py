"""The moves that are legal now, as one collection."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import comb

from rules.dice import DiceSet
from rules.moves import Move, Throw


@dataclass(frozen=True, slots=True)
class LegalMoves(Collection[Move]):
    """Every legal move: the choices, and each possible throw of the dice.

    There can be more than a thousand throws, so they are listed only when iterated; `dice` tells
    at once how many dice may be thrown (0: none), `choices` everything else.
    """

    choices: tuple[Move, ...]
    dice: int
    dice_set: DiceSet

    def __iter__(self) -> Iterator[Move]:
        yield from self.choices
        if self.dice:
            yield from map(Throw, self.dice_set.throws(self.dice))

    def __len__(self) -> int:
        throws = comb(self.dice + len(self.dice_set.faces) - 1, self.dice) if self.dice else 0
        return len(self.choices) + throws

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Throw):
            known = self.dice_set.values
            return len(move.faces) == self.dice > 0 and all(face in known for face in move.faces)
        return move in self.choices
