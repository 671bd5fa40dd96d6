"""Parses `adjust`, which corrects the places of the pieces.

Several changes, separated by commas, are applied at once, so that intermediate states need not be
valid.
"""

from dataclasses import replace
from functools import singledispatch
from itertools import takewhile

from firmware.errors import Unclear
from firmware.play.by_game import check
from firmware.speech.words import Words
from firmware.terminal import typed
from rules.barbecue import Barbecue
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.grill import EMPTY, SNAIL, GrillTable, Spot
from rules.moves import Adjust
from rules.picnic_blitz import PicnicBlitz
from rules.table import Table, changed
from rules.tiles import AnyTileGame, TileGame, TileTable
from rules.tracks import TRACKS, AntTable


def examples(state: AnyGame, words: Words) -> list[tuple[str, str]]:
    """Return examples for `adjust` in this game, with their meaning."""
    last = state.setup.players[-1].name
    turn = words.say("it is {name}'s turn", name=last)
    return [*_examples(state, words), (f"adjust turn {last}", turn)]


def adjustment(text: str, state: AnyGame) -> Adjust:
    """Return the move for typed changes; the rules decide whether the result is possible."""
    turn = state.player
    table = state.table
    for words in (change.split() for change in text.split(",")):
        match words:
            case []:
                raise Unclear("typed_adjust")
            case ["turn", *name]:
                turn = _seat(name, state)
            case _:
                table = _changed(state, words, table)
    return Adjust(_completed(state, table), turn)


# The pieces of each family of games.


@singledispatch
def _examples(state: AnyGame, _words: Words) -> list[tuple[str, str]]:
    raise TypeError(state.NAME)


@singledispatch
def _changed(state: AnyGame, _words: list[str], _table: Table) -> Table:
    """Return the table with one change; raises `Unclear` if the words mean nothing."""
    raise TypeError(state.NAME)


@singledispatch
def _completed(_state: AnyGame, table: Table) -> Table:
    """Add what follows from the changes."""
    return table


def _seat(name: list[str], state: AnyGame) -> int:
    return typed.player(" ".join(name), state.setup.players)


# Barbecue.


@_examples.register(Barbecue)
def _of_grill(state: Barbecue, words: Words) -> list[tuple[str, str]]:
    _ = words.say
    first = state.setup.players[0].name
    low, high = state.NUMBERS[len(state.NUMBERS) // 2 :][:2]
    return [
        (
            f"adjust {low} {first}, worms {first} 3",
            _("{name}'s plate on {spot}, and 3 worms", name=first, spot=low),
        ),
        (
            f"adjust {low} {first} 2",
            _("two of {name}'s plates lie on {spot}", name=first, spot=low),
        ),
        (
            f"adjust {low} snail, {high} empty",
            _("a snail lies on {low}, nothing on {high}", low=low, high=high),
        ),
        (f"adjust snails {first} 1", _("{name} has 1 snail", name=first)),
    ]


@_changed.register(Barbecue)
def _grill(state: Barbecue, words: list[str], table: GrillTable) -> GrillTable:
    match words:
        case ["worms", *name, count]:
            worms = changed(table.worms, _seat(name, state), typed.number(count))
            return replace(table, worms=worms)
        case ["snails", *name, count]:
            snails = changed(table.snails, _seat(name, state), typed.number(count))
            return replace(table, snails=snails)
        case [spot, "empty"]:
            return table.with_spot(_spot(spot, state), EMPTY)
        case [spot, "snail"]:
            return table.with_spot(_spot(spot, state), SNAIL)
        case [spot, *name, plates] if name and plates.isdigit():
            return table.with_spot(
                _spot(spot, state), Spot(_seat(name, state), typed.number(plates))
            )
        case [spot, *name] if name:
            return table.with_spot(_spot(spot, state), Spot(_seat(name, state), 1))
    raise Unclear("typed_adjust")


def _spot(word: str, state: Barbecue) -> int:
    number, spots = typed.number(word), state.NUMBERS
    if number not in spots:
        raise IllegalMove("no_such_spot", spot=number, least=spots[0], most=spots[-1])
    return number


# Tiles.


@_examples.register(TileGame)
def _of_tiles(state: AnyTileGame, words: Words) -> list[tuple[str, str]]:
    _ = words.say
    first = state.setup.players[0].name
    low, high = state.NUMBERS[1], state.NUMBERS[-1]
    return [
        (f"adjust stack {first} {low} {high}", _("the stack, top one last; none: no tile")),
        (f"adjust turned {high}", _("what lies face down; the grill gets the rest")),
    ]


@_changed.register(TileGame)
def _tiles(state: AnyTileGame, words: list[str], table: TileTable) -> TileTable:
    match words:
        case ["stack", first, *rest]:
            name = [first, *takewhile(lambda word: not word.isdigit(), rest)]
            stack = tuple(map(typed.number, rest[len(name) - 1 :]))
            return replace(table, stacks=changed(table.stacks, _seat(name, state), stack))
        case ["turned", *tiles]:
            return replace(table, down=tuple(sorted(map(typed.number, tiles))))
    raise Unclear("typed_adjust")


@_completed.register(TileGame)
def _with_the_rest(state: AnyTileGame, table: TileTable) -> TileTable:
    """Put the tiles that are neither face down nor in a stack on the grill."""
    rest = list(state.TILES)
    for tile in (*table.down, *(tile for stack in table.stacks for tile in stack)):
        if tile in rest:
            rest.remove(tile)
    return replace(table, up=tuple(rest))


# Picnic Blitz.


@_examples.register(PicnicBlitz)
def _of_tracks(state: PicnicBlitz, words: Words) -> list[tuple[str, str]]:
    _ = words.say
    names = [player.name for player in state.setup.players]
    first, last = names[0], names[-1]
    rows = [
        (f"adjust 3 5 {first}", _("track 3: {name}'s ant is on space 5, on top", name=first)),
        (f"adjust 3 0 {first}", _("track 3: {name}'s ant is at home", name=first)),
        (f"adjust 3 5 {first}, 3 5 {last}", _("{name}'s ant is on top of it", name=last)),
    ]
    if not state.without_queens:
        rows += [
            (f"adjust queen {first}", _("{name} has a queen", name=first)),
            (f"adjust no queen {first}", _("{name} has no queen", name=first)),
        ]
    return rows


@_changed.register(PicnicBlitz)
def _tracks(state: PicnicBlitz, words: list[str], table: AntTable) -> AntTable:
    match words:
        case ["queen", *name] if name:
            return table.with_queen(_seat(name, state), has=True)
        case ["no", "queen", *name] if name:
            return table.with_queen(_seat(name, state), has=False)
        case [track, space, *name] if name:
            number = typed.number(track)
            if number not in TRACKS:
                least, most = TRACKS[0], TRACKS[-1]
                raise IllegalMove("no_such_track", track=number, least=least, most=most)
            return _with_ant(table, _seat(name, state), number, typed.number(space))
    raise Unclear("typed_adjust")


def _with_ant(table: AntTable, player: int, track: int, space: int) -> AntTable:
    """Put the player's ant on this space, on top of the others; 0 is at home."""
    if space > table.length(track):
        raise Unclear("no_such_space", track=track, most=table.length(track))
    return table.moved(player, track, space) if space else table.home(player, track)


check(__name__, _examples=_examples.registry, _changed=_changed.registry)
