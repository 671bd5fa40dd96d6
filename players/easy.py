"""The easy player: greedy, and it slips now and then."""

import random
from typing import cast

from players import picnic
from players.weighing import Choice
from rules.ant_turn import AntPhase
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Take
from rules.picnic_blitz import PicnicBlitz
from rules.tiles import TileGame
from rules.turn import Phase

SLIP = 0.15
"""How often it keeps something else, or moves another ant."""
ONCE_MORE = 0.25
"""How often it throws on, although stopping pays."""


def choose(state: AnyGame, chance: random.Random) -> Choice:
    """Return what the easy player does."""
    if isinstance(state, PicnicBlitz):
        return _picnic(state, chance)
    return _heckmeck(cast("AnyHeckmeck", state), chance)


def _picnic(state: PicnicBlitz, chance: random.Random) -> Choice:
    """Do what is sensible, or anything; it throws dice again at most once."""
    found = picnic.sensible(state)
    if state.phase is not AntPhase.THROW and chance.random() < SLIP:
        return chance.choice(found)
    return found[0]


def _heckmeck(state: AnyHeckmeck, chance: random.Random) -> Choice:
    """Keep what counts most, stop as soon as it pays, and take tiles from rivals with pleasure."""
    turn = state.turn
    moves = state.legal_moves().choices
    if turn.phase is Phase.THROW:
        pays = Stop() in moves and turn.has_worm and (
            bool(state.takes()) if isinstance(state, TileGame) else turn.total >= state.NUMBERS[0]
        )  # fmt: skip
        stops = pays and chance.random() >= ONCE_MORE
        return Choice(Stop() if stops else None, (1.0,))
    slips = chance.random() < SLIP
    values = state.setup.dice.values

    def joy(move: object) -> tuple[int, int]:
        match move:
            case Keep(face):
                return turn.thrown.count(face) * values[face], values[face]
            case Take(tile, rival):
                return int(rival is not None), tile
        return 0, 0

    move = chance.choice(moves) if slips else max(moves, key=joy)
    return Choice(move, (1.0,))
