"""`adjust`: how the pieces really lie, in a line of typed text.

Several changes with commas between are made at once, so that no state in between must make sense.
"""

from dataclasses import replace
from typing import TypeVar

from firmware.terminal import typed
from firmware.terminal.typed import Unclear
from rules.barbecue import EMPTY, SNAIL, SPOTS, Barbecue, GrillTable, Spot
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.moves import Adjust
from rules.tiles import TileGame, TileTable

T = TypeVar("T")

HELP = {
    "barbecue": (
        "adjust 30 Ann      one plate of Ann's lies on 30 (30 Ann 2: two of them)",
        "adjust 30 snail    a snail lies on 30 (30 empty: nothing does)",
        "adjust worms Ann 7, snails Ann 1, turn Ben",
    ),
    "tiles": (
        "adjust stack Ann 25 31    Ann's stack, the top one last (no number: no tile)",
        "adjust turned 36 35       the tiles that lie face down; the grill gets the rest",
        "adjust turn Ben           whose turn it is",
    ),
}


def help_lines(state: AnyGame) -> tuple[str, ...]:
    """How to adjust this game."""
    return HELP["barbecue" if isinstance(state, Barbecue) else "tiles"]


def adjustment(text: str, state: AnyGame) -> Adjust:
    """The move for typed changes; whether the pieces can lie so, the rules say."""
    turn = state.player
    table = state.table
    for words in (change.split() for change in text.split(",")):
        match words:
            case ["turn", name]:
                turn = typed.player(name, state.setup.players)
            case [_, *_] if isinstance(state, Barbecue):
                table = _grill(words, table, state)
            case [_, *_] if isinstance(state, TileGame):
                table = _tiles(words, table, state)
            case _:
                raise Unclear("typed_adjust")
    if isinstance(state, TileGame):
        table = replace(table, up=_rest(table, state))
    return Adjust(table, turn)


def _grill(words: list[str], table: GrillTable, state: Barbecue) -> GrillTable:
    match words:
        case ["worms", name, count]:
            seat = typed.player(name, state.setup.players)
            return replace(table, worms=_changed(table.worms, seat, typed.number(count)))
        case ["snails", name, count]:
            seat = typed.player(name, state.setup.players)
            return replace(table, snails=_changed(table.snails, seat, typed.number(count)))
        case [spot, "empty"]:
            return table.with_spot(_spot(spot), EMPTY)
        case [spot, "snail"]:
            return table.with_spot(_spot(spot), SNAIL)
        case [spot, name]:
            return table.with_spot(_spot(spot), Spot(typed.player(name, state.setup.players), 1))
        case [spot, name, plates]:
            owner = typed.player(name, state.setup.players)
            return table.with_spot(_spot(spot), Spot(owner, typed.number(plates)))
    raise Unclear("typed_adjust")


def _spot(word: str) -> int:
    number = typed.number(word)
    if number not in SPOTS:
        raise IllegalMove("no_such_spot", spot=number, least=SPOTS[0], most=SPOTS[-1])
    return number


def _tiles(words: list[str], table: TileTable, state: TileGame) -> TileTable:
    match words:
        case ["stack", name, *tiles]:
            seat = typed.player(name, state.setup.players)
            stack = tuple(map(typed.number, tiles))
            return replace(table, stacks=_changed(table.stacks, seat, stack))
        case ["turned", *tiles]:
            return replace(table, down=tuple(sorted(map(typed.number, tiles))))
    raise Unclear("typed_adjust")


def _rest(table: TileTable, state: TileGame) -> tuple[int, ...]:
    """The tiles that lie neither face down nor in a stack: those on the grill."""
    rest = list(state.TILES)
    for tile in (*table.down, *(tile for stack in table.stacks for tile in stack)):
        if tile in rest:
            rest.remove(tile)
    return tuple(rest)


def _changed(items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
