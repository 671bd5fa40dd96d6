"""Selects the keyboard interface of a game."""

from collections.abc import Mapping

from firmware.terminal.heckmeck import HeckmeckPlay
from firmware.terminal.picnic import PicnicPlay
from firmware.terminal.play import AnyTerminalPlay
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.picnic_blitz import PicnicBlitz

PLAYS: Mapping[type[object], type[AnyTerminalPlay]] = {
    Heckmeck: HeckmeckPlay,
    PicnicBlitz: PicnicPlay,
}


def play_of(game: type[AnyGame]) -> type[AnyTerminalPlay]:
    """Return the game's own interface, else that of the nearest family of games."""
    for kind in game.__mro__:
        if kind in PLAYS:
            return PLAYS[kind]
    raise LookupError(game.NAME)
