"""Everything that can be typed at the table, for the game and the players at hand."""

from firmware.speech.language import Language
from firmware.terminal import adjusting
from rules.bratwurmeck import Variant
from rules.games import AnyGame
from rules.junior import Junior
from rules.tiles import TileGame

_COLUMN = 31


def help_lines(state: AnyGame, language: Language) -> list[str]:
    """One line for each command. What is typed is the same in every language."""
    _ = language.gettext
    junior = isinstance(state, Junior)
    rows = [
        (
            _("wwbcke, or worm bun") if junior else _("11234www, or 1 1 worm"),
            _("what your dice show; Enter: the program throws"),
        ),
        ("w" if junior else "4", _("keep all dice of that face")),
        ("s", _("stop")),
        ("u", _("undo, as often as you like")),
        ("t", _("the table again")),
        ("q", _("leave; the game is saved and can be resumed")),
        ("void", _("this throw does not count: throw again")),
        ("skip", _("this turn ends without effect")),
        (_("leave NAME"), _("somebody goes home; the pieces stay")),
    ]
    if Variant.QUIET_SNATCHES not in state.setup.variants:
        rows.insert(5, ("hint", _("what each way is worth")))
    if isinstance(state, TileGame):
        word = _("pinch NAME") if junior else _("snatch NAME")
        rows.insert(3, (word, _("stop, and take the top tile of NAME")))
    rows += adjusting.examples(state, language)
    return [f"{example:{_COLUMN}}{meaning}" for example, meaning in rows]
