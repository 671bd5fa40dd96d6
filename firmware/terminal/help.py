"""The help at the table, for the current game and players."""

from functools import singledispatch

from firmware.play.by_game import check
from firmware.speech.words import Words
from firmware.terminal import adjust
from rules.bratwurmeck import BratwurmeckVariant
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.junior import Junior
from rules.picnic_blitz import PicnicBlitz
from rules.tiles import AnyTileGame, TileGame

_COLUMN = 31

Rows = list[tuple[str, str]]
"""Input and its meaning."""


def help_lines(state: AnyGame, words: Words) -> list[str]:
    """Return one line per command. Commands are the same in every language."""
    _ = words.say
    rows = [
        *_ways(state, words),
        ("u", _("undo, as often as you like")),
        ("t", _("show the table")),
    ]
    if BratwurmeckVariant.QUIET_SNATCHES not in state.setup.variants:
        rows.append(("hint", _("what each choice is worth")))
    rows += [
        ("q", _("leave; the game is saved and can be resumed")),
        ("void", _("this throw does not count: repeat it")),
        ("skip", _("this turn ends without effect")),
        (_("leave NAME"), _("somebody goes home; the pieces stay")),
        *adjust.examples(state, words),
    ]
    return [f"{example:{_COLUMN}}{meaning}" for example, meaning in rows]


@singledispatch
def _ways(state: AnyGame, _words: Words) -> Rows:
    """Return the rows for this game."""
    raise TypeError(state.NAME)


@_ways.register(Heckmeck)
def _heckmeck(state: AnyHeckmeck, words: Words) -> Rows:
    _ = words.say
    pictures = isinstance(state, Junior)
    dice = _("wwbcke, or worm bun") if pictures else _("11234www, or 1 1 worm")
    return [
        (dice, _("what your dice show; Enter: the program throws")),
        ("w" if pictures else "4", _("keep all dice of that face")),
        ("s", _("stop")),
    ]


@_ways.register(TileGame)
def _tiles(state: AnyTileGame, words: Words) -> Rows:
    _ = words.say
    snatch = (_("snatch NAME"), _("stop, and take the top tile of NAME"))
    return [*_heckmeck(state, words), snatch]


@_ways.register(PicnicBlitz)
def _picnic(state: PicnicBlitz, words: Words) -> Rows:
    _ = words.say
    rows = [
        ("112345", _("what your dice show; Enter: the program throws")),
        ("reroll 2 2", _("the program re-rolls these dice")),
        (_("attack NAME 3"), _("push the ant of NAME on track 3 back")),
        ("3", _("move on track 3")),
        ("p", _("pass")),
    ]
    if not state.without_queens:
        rows += [
            ("queen", _("take a queen instead of attacking and moving")),
            ("queen reroll", _("spend the queen for more re-rolls")),
            ("queen attack", _("spend it for one attack more")),
            ("queen move", _("spend it to move on two tracks")),
        ]
    return rows


check(__name__, _ways=_ways.registry)
