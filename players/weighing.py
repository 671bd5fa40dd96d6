"""What a player may do now, and what each choice is worth."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.dice import Faces
from rules.games import AnyGame
from rules.moves import Move
from rules.players import Level

__all__ = ["Choice", "Level", "OutOfTime", "Stop", "Weighed", "never", "ranked"]

Stop = Callable[[], bool]
"""Tells whether to stop thinking."""


def never() -> bool:
    """Do not stop."""
    return False


class OutOfTime(Exception):
    """The thinking was stopped before it came to an answer."""


@dataclass(frozen=True)
class Choice:
    """Something the player may do. Without a `move`, throw the dice: all, or those of `reroll`."""

    move: Move | None
    worth: tuple[float, ...]
    """What ranks it: solid counts points and a margin, strong the player's win chance."""
    chances: tuple[float, ...] | None = None
    """The win chance of each seat, if a net told it."""
    reroll: Faces = ()


@dataclass(frozen=True)
class Weighed:
    """Every choice, the best first."""

    choices: tuple[Choice, ...]
    level: Level
    """Who weighed them: solid instead of strong if `why` tells a reason."""
    why: str | None = None
    """Why it is not the level asked for: `model_missing`, `model_damaged`, `setup_unknown`,
    `out_of_time`.
    """

    @property
    def best(self) -> Choice:
        return self.choices[0]


def ranked(choices: list[Choice]) -> tuple[Choice, ...]:
    """Return the choices, the best first."""
    return tuple(sorted(choices, key=lambda choice: choice.worth, reverse=True))


def shares(state: AnyGame) -> tuple[float, ...]:
    """Return the win of a game that is over, by seat: 1, or a part for each who shares it."""
    outcome = state.outcome()
    winners = () if outcome is None else outcome.winners
    seats = range(len(state.setup.players))
    return tuple((seat in winners) / max(len(winners), 1) for seat in seats)
