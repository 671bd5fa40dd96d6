"""Everything that can be typed at the table, for the game and the players at hand."""

from firmware.terminal import adjusting
from rules.bratwurmeck import Variant
from rules.games import AnyGame
from rules.junior import Junior
from rules.tiles import TileGame

_COLUMN = 31


def help_lines(state: AnyGame) -> list[str]:
    """One line for each command."""
    typed = "wwbcke, or worm bun" if isinstance(state, Junior) else "11234www, or 1 1 worm"
    rows = [
        (typed, "what your dice show; Enter: the program throws"),
        ("w" if isinstance(state, Junior) else "4", "keep all dice of that face"),
        ("s", "stop"),
        ("u", "undo, as often as you like"),
        ("t", "the table again"),
        ("q", "leave; the game is saved and can be resumed"),
        ("void", "this throw does not count: throw again"),
        ("skip", "this turn ends without effect"),
        ("leave NAME", "somebody goes home; the pieces stay"),
    ]
    if Variant.QUIET_SNATCHES not in state.setup.variants:
        rows.insert(5, ("hint", "what each way is worth"))
    if isinstance(state, TileGame):
        word = "pinch" if isinstance(state, Junior) else "snatch"
        rows.insert(3, (f"{word} NAME", "stop, and take the top tile of NAME"))
    rows += adjusting.examples(state)
    return [f"{example:{_COLUMN}}{meaning}" for example, meaning in rows]
