"""The guided first turn: three hints for people who have never used a table."""

from collections.abc import Sequence
from enum import StrEnum

from firmware.play.turns import turn_over
from rules.moves import Repair
from rules.record import Step


class Hint(StrEnum):
    """What to press next."""

    THROW = "throw"
    CHOOSE = "choose"
    GO_ON = "go_on"

    @property
    def number(self) -> int:
        """Its place among the hints, from 1 on."""
        return tuple(Hint).index(self) + 1


def first_turn_over(steps: Sequence[Step]) -> bool:
    """Return whether the first turn of a game with these steps is over."""
    return any(turn_over(step.events) for step in steps)


def hint(steps: Sequence[Step]) -> Hint | None:
    """Return the hint after these steps of a game; None after the last one."""
    moves = [step for step in steps if not isinstance(step.move, Repair)]
    hints = tuple(Hint)
    if first_turn_over(steps) or len(moves) >= len(hints):
        return None
    return hints[len(moves)]
