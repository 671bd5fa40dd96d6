"""A simple player for whole games: keeps the highest dice, and stops as soon as it pays."""

import random
from collections.abc import Mapping

from rules import Face, Keep, Stop, Throw
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move
from rules.tiles import TileGame
from rules.turn import KEEP, TAKE, Turn


def greedy_move(state: AnyHeckmeck, dice: random.Random) -> Move:
    """Return the player's next move; dice are thrown fairly with this source of chance."""
    turn = state.turn
    if turn.phase is KEEP:
        return Keep(_worth_most(turn, state.setup.dice.values))
    if turn.phase is TAKE:
        return state.legal_moves().choices[0]
    if turn.total >= state.NUMBERS[0] and pays(state):
        return Stop()
    return Throw(dice.choices(state.setup.dice.sides, k=turn.left))


def _worth_most(turn: Turn, values: Mapping[Face, int]) -> Face:
    best, most = turn.thrown[0], 0
    for face in values:
        worth = turn.thrown.count(face) * values[face]
        if worth > most and face not in turn.kept:
            best, most = face, worth
    return best


def pays(state: AnyHeckmeck) -> bool:
    """Return whether stopping now brings something."""
    if isinstance(state, TileGame):
        return bool(state.takes())
    return state.refusal(Stop()) is None
