"""Questions to people that the dice cannot answer."""

from dataclasses import dataclass
from enum import StrEnum

from rules.dice import Faces
from rules.moves import Move, Throw
from rules.record import Read


class QuestionKind(StrEnum):
    """The kinds of questions."""

    KEPT = "kept"
    """New dice were read: which were kept before they were thrown?"""
    REROLLED = "rerolled"
    """The dice show the same faces: were some re-rolled?"""
    HOW_MANY = "how_many"
    """Dice changed: how many were re-rolled?"""

    MISREAD = "misread"
    """The dice show something else than was read before: should the throw be replaced?"""


@dataclass(frozen=True)
class Draft:
    """Dice that were read with doubts: somebody must confirm or correct them."""

    faces: Faces
    """What each die shows, as it was read."""
    doubted: frozenset[int]
    """The places of the dice that are doubted; none where the doubt is about the whole throw."""
    expected: frozenset[int]
    """How many dice there may be."""


@dataclass(frozen=True)
class Question:
    """One question and its possible answers."""

    kind: QuestionKind
    answers: tuple[tuple[Move, ...], ...]
    read: Read
    """How the dice were read."""
    likeliest: int = 0
    """The answer to offer first."""
    changed: int = 0
    """How many dice show something else than before."""

    @property
    def throw(self) -> Throw:
        """The dice that were read; every answer ends with them."""
        throw = self.answers[0][-1]
        if not isinstance(throw, Throw):
            raise TypeError(throw.code)
        return throw
