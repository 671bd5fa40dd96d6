"""Selects the keyboard interface of a game."""

from collections.abc import Mapping

from firmware.play.by_game import check, entry
from firmware.terminal.heckmeck import HeckmeckPlay
from firmware.terminal.picnic import PicnicPlay
from firmware.terminal.play import AnyTerminalPlay
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.picnic_blitz import PicnicBlitz

PLAYS: Mapping[type, type[AnyTerminalPlay]] = {
    Heckmeck: HeckmeckPlay,
    PicnicBlitz: PicnicPlay,
}


def play_of(game: type[AnyGame]) -> type[AnyTerminalPlay]:
    """Return the game's own interface, else that of the nearest family of games."""
    return entry(PLAYS, game)


check(__name__, PLAYS=PLAYS)
