"""How each game is played at the keyboard: like the family it belongs to, unless it has its own."""

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
    """How the game is played, or else how the nearest family is that it belongs to."""
    for kind in game.__mro__:
        if kind in PLAYS:
            return PLAYS[kind]
    raise LookupError(game.NAME)
