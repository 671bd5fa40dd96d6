"""`adjust`: how the pieces really lie, in a line of typed text.

Several changes with commas between are made at once, so that no state in between must make sense.
"""

from dataclasses import replace
from itertools import takewhile

from firmware.errors import Unclear
from firmware.speech.language import Language
from firmware.terminal import typed
from rules.barbecue import Barbecue
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.grill import EMPTY, SNAIL, SPOTS, GrillTable, Spot
from rules.moves import Adjust
from rules.table import changed
from rules.tiles import AnyTileGame, TileGame, TileTable


def examples(state: AnyGame, language: Language) -> list[tuple[str, str]]:
    """What can be typed after `adjust` in this game, and what it means."""
    _ = language.gettext
    names = [player.name for player in state.setup.players]
    first, last = names[0], names[-1]
    rows = [(f"adjust turn {last}", _("it is {name}'s turn", name=last))]
    if isinstance(state, Barbecue):
        return [
            (
                f"adjust 30 {first}, worms {first} 3",
                _("{name}'s plate on 30, and 3 worms", name=first),
            ),
            (f"adjust 30 {first} 2", _("two of {name}'s plates lie on 30", name=first)),
            ("adjust 30 snail, 31 empty", _("a snail lies on 30, nothing on 31")),
            (f"adjust snails {first} 1", _("{name} has 1 snail", name=first)),
            *rows,
        ]
    if isinstance(state, TileGame):
        low, high = state.NUMBERS[1], state.NUMBERS[-1]
        return [
            (f"adjust stack {first} {low} {high}", _("the stack, top one last; none: no tile")),
            (f"adjust turned {high}", _("what lies face down; the grill gets the rest")),
            *rows,
        ]
    return rows


def adjustment(text: str, state: AnyGame) -> Adjust:
    """The move for typed changes; whether the pieces can lie so, the rules say."""
    turn = state.player
    table = state.table
    for words in (change.split() for change in text.split(",")):
        match words:
            case ["turn", *name]:
                turn = _seat(name, state)
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
        case ["worms", *name, count]:
            worms = changed(table.worms, _seat(name, state), typed.number(count))
            return replace(table, worms=worms)
        case ["snails", *name, count]:
            snails = changed(table.snails, _seat(name, state), typed.number(count))
            return replace(table, snails=snails)
        case [spot, "empty"]:
            return table.with_spot(_spot(spot), EMPTY)
        case [spot, "snail"]:
            return table.with_spot(_spot(spot), SNAIL)
        case [spot, *name, plates] if name and plates.isdigit():
            return table.with_spot(_spot(spot), Spot(_seat(name, state), typed.number(plates)))
        case [spot, *name] if name:
            return table.with_spot(_spot(spot), Spot(_seat(name, state), 1))
    raise Unclear("typed_adjust")


def _seat(name: list[str], state: AnyGame) -> int:
    return typed.player(" ".join(name), state.setup.players)


def _spot(word: str) -> int:
    number = typed.number(word)
    if number not in SPOTS:
        raise IllegalMove("no_such_spot", spot=number, least=SPOTS[0], most=SPOTS[-1])
    return number


def _tiles(words: list[str], table: TileTable, state: AnyTileGame) -> TileTable:
    match words:
        case ["stack", first, *rest]:
            name = [first, *takewhile(lambda word: not word.isdigit(), rest)]
            stack = tuple(map(typed.number, rest[len(name) - 1 :]))
            return replace(table, stacks=changed(table.stacks, _seat(name, state), stack))
        case ["turned", *tiles]:
            return replace(table, down=tuple(sorted(map(typed.number, tiles))))
    raise Unclear("typed_adjust")


def _rest(table: TileTable, state: AnyTileGame) -> tuple[int, ...]:
    """The tiles that lie neither face down nor in a stack: those on the grill."""
    rest = list(state.TILES)
    for tile in (*table.down, *(tile for stack in table.stacks for tile in stack)):
        if tile in rest:
            rest.remove(tile)
    return tuple(rest)
