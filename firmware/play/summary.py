"""The turns of a game, for the summary at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.play.turns import turn_over
from rules.events import Failed
from rules.games import AnyGame
from rules.moves import Repair
from rules.record import Step


@dataclass(frozen=True)
class Turn:
    """A turn that is over."""

    player: int
    gained: int
    """Points that its moves won or lost; repairs of the table do not count."""
    failed: bool
    """Whether it was a failed attempt."""
    best: Step
    """The move that won most, the last one of several."""
    points: tuple[int, ...]
    """Everyone's points after it."""


def turns_played(opening: AnyGame, steps: Sequence[Step]) -> tuple[Turn, ...]:
    """Return the turns of these steps, which follow the opening."""
    turns: list[Turn] = []
    moves: list[tuple[int, Step]] = []
    before = opening
    for step in steps:
        player, after = before.player, step.state
        if not isinstance(step.move, Repair):
            moves.append((after.points()[player] - before.points()[player], step))
        if turn_over(step.events) and moves:
            failed = any(isinstance(e, Failed) for _, played in moves for e in played.events)
            _, best = max(reversed(moves), key=lambda move: move[0])
            gained = sum(gain for gain, _ in moves)
            turns.append(Turn(player, gained, failed, best, after.points()))
        if after.player != player or after.ending is not None:
            moves = []
        before = after
    return tuple(turns)
