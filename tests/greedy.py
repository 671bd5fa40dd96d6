"""A plain player for whole games: keeps what counts most, and stops as soon as it pays."""

import random

from rules import Keep, Stop, Throw
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move
from rules.tiles import TileGame
from rules.turn import Phase


def greedy_move(state: AnyHeckmeck, dice: random.Random) -> Move:
    """The player's next move; dice are thrown fairly with this source of chance."""
    turn = state.turn
    if turn.phase is Phase.KEEP:
        thrown, values = turn.thrown, state.setup.dice.values
        new = set(thrown).difference(turn.kept)
        _, face = max([(thrown.count(face) * values[face], face) for face in new])
        return Keep(face)
    if turn.phase is Phase.TAKE:
        return state.legal_moves().choices[0]
    if turn.total >= state.NUMBERS[0] and pays(state):
        return Stop()
    return Throw(dice.choices(state.setup.dice.sides, k=turn.left))


def pays(state: AnyHeckmeck) -> bool:
    """Whether stopping now brings something."""
    if isinstance(state, TileGame):
        return bool(state.takes())
    return state.refusal(Stop()) is None
