"""A sensible player of any game: reads the state and returns what to type."""

import random
from functools import singledispatch
from typing import Any, cast

from firmware.speech.drawing import LETTERS
from firmware.store.journal import Journal
from rules import PicnicBlitz, Stop, Take
from rules.ant_turn import AntPhase
from rules.ants import Step
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.record import Record
from rules.tiles import TileGame
from rules.turn import Phase

KEYS = {face: letter for letter, face in LETTERS.items()}


def sensible(record: Record | Journal) -> str:
    """Let the program throw, and take profitable choices."""
    return "" if record.state.ending is not None else _typed(record.state)


@singledispatch
def _typed(state: AnyGame) -> str:
    raise TypeError(state.NAME)


@_typed.register(Heckmeck)
def _heckmeck(state: Heckmeck[Any, Any]) -> str:
    """Keep the highest dice, stop as soon as it pays."""
    turn = state.turn
    match turn.phase:
        case Phase.THROW:
            pays = state.takes() if isinstance(state, TileGame) else True
            return "s" if pays and state.refusal(Stop()) is None else ""
        case Phase.KEEP:
            values = state.setup.dice.values
            fresh = [face for face in turn.thrown if face not in turn.kept]
            best = max(fresh, key=lambda face: fresh.count(face) * values[face])
            return KEYS.get(best, str(best))
    take = cast("Take", state.legal_moves().choices[0])
    return str(take.tile) if take.rival is None else f"snatch {take.rival + 1}"


@_typed.register(PicnicBlitz)
def _picnic(state: PicnicBlitz) -> str:
    """Re-roll single dice, attack the leader, move to food or farthest."""
    turn = state.turn
    if turn.phase is AntPhase.THROW:
        return ""
    lone = [face for face in turn.thrown if turn.thrown.count(face) == 1][: turn.again]
    if turn.groups and lone and not state.straight:
        return f"reroll {' '.join(lone)}"
    targets = state.targets()
    if targets:
        aim = max(targets, key=lambda target: target.space)
        return f"attack {state.setup.players[aim.player].name} {aim.track}"
    steps = state.steps()
    if not steps:
        return (
            "p"
            if state.table.queens[state.player] or turn.phase is not AntPhase.ROLLED
            else "queen"
        )
    return str(max(steps, key=_worth).track)


def _worth(step: Step) -> tuple[int, int, int]:
    return step.food, step.steps, step.to


class TypesDice:
    """Throws dice itself and types them; otherwise plays sensibly."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def __call__(self, record: Record) -> str:
        answer = sensible(record)
        state = cast("Heckmeck[Any, Any]", record.state)
        if answer or state.ending is not None or state.phase is not Phase.THROW:
            return answer
        return "".join(self.dice.choices("123456", k=state.turn.left))
