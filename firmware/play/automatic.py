"""What the box does in a seat that it plays: plain values, and how to find them.

`think` needs neither match nor device, so it may run in any thread. It gives the same answer for
the same position of a game, also after a restart.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.dice import Faces
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.moves import Move
from rules.players import Level

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from players import Choice, Mind


@dataclass(frozen=True)
class Reason:
    """Why the box decided so: what its choice is worth, and the next best one."""

    best: float
    other: float
    chance: bool
    """Whether these are chances to win; else points of the turn."""


@dataclass(frozen=True)
class Plan:
    """What the box does now."""

    state: AnyGame
    """The position that it is about."""
    moves: tuple[Move, ...]
    """Moves to play at once."""
    throws: bool
    """Whether people then throw dice; if not, the turn is over."""
    reroll: Faces = ()
    """Of dice that lie there, those to throw again; none if all in hand are thrown."""
    reason: Reason | None = None
    fallback: str | None = None
    """Why the solid player plays for the strong one; see `players.weighing.Weighed`."""


@dataclass(frozen=True)
class Thinking:
    """A position for the box to think about."""

    state: AnyGame
    level: Level
    seed: str
    """Names the game; what the easy player lets slip depends on it."""
    moves: int
    """The number of moves before."""

    def think(self, mind: "Mind", stop: Callable[[], bool]) -> Plan:
        """Decide up to the next throw, or to the end of the turn; takes a while."""
        now, moves = self.state, list[Move]()
        reason: Reason | None = None
        fallback: str | None = None
        while True:
            chance = random.Random(f"{self.seed} {self.moves + len(moves)}")  # noqa: S311
            weighed = mind.decide(now, self.level, chance, stop)
            choice, fallback = weighed.best, fallback or weighed.why
            if reason is None:
                reason = _reason(now, weighed.choices)
            if choice.move is None:
                return Plan(self.state, tuple(moves), True, choice.reroll, reason, fallback)  # noqa: FBT003
            moves.append(choice.move)
            now, _ = now.play(choice.move)
            if now.player != self.state.player or now.ending is not None:
                return Plan(self.state, tuple(moves), False, (), reason, fallback)  # noqa: FBT003


def _reason(state: AnyGame, choices: tuple["Choice", ...]) -> Reason | None:
    if len(choices) < 2:
        return None
    choice, other, *_ = choices
    if choice.chances is not None and other.chances is not None:
        return Reason(choice.chances[state.player], other.chances[state.player], chance=True)
    if isinstance(state, Heckmeck):  # the solid player of Picnic Blitz counts no points
        return Reason(choice.worth[0], other.worth[0], chance=False)
    return None
