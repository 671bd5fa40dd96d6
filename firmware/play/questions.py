"""What people must say because the dice do not tell it."""

from dataclasses import dataclass
from enum import StrEnum

from rules.moves import Move, Throw
from rules.record import Read


class Asked(StrEnum):
    """What is asked."""

    KEPT = "kept"
    """New dice lie there: which were kept before they were thrown?"""
    REROLLED = "rerolled"
    """The dice show what they showed: were some re-rolled?"""
    HOW_MANY = "how_many"
    """Dice changed: how many were re-rolled?"""


@dataclass(frozen=True)
class Question:
    """One question, and what may have been done."""

    asked: Asked
    answers: tuple[tuple[Move, ...], ...]
    read: Read
    """How the dice came in."""
    likeliest: int = 0
    """The answer that is offered first."""

    @property
    def throw(self) -> Throw:
        """The dice that lie there now; every answer ends with them."""
        throw = self.answers[0][-1]
        if not isinstance(throw, Throw):
            raise TypeError(throw.code)
        return throw
