"""Hands at the table: dice as letters, whole turns, and positions in the middle of a game."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import pytest

from rules import Adjust, Barbecue, Colour, Face, Keep, Player, Stop, Throw
from rules.errors import IllegalMove
from rules.events import Events, SetAside, Thrown, TurnEnded
from rules.games import AnyGame
from rules.grill import GrillTable, Spot
from rules.heckmeck import Heckmeck
from rules.moves import Move
from rules.tiles import AnyTileGame, TileTable

AnyG = TypeVar("AnyG", bound=AnyGame)
G = TypeVar("G", bound=Heckmeck[Any, Any])
TilesG = TypeVar("TilesG", bound=AnyTileGame)

ANN, BEN, CAT = 0, 1, 2
"""Seats, where a rule book has no name for them."""

_LETTERS = {
    "w": Face.WORM,
    "c": Face.CUCUMBER,
    "h": Face.CHEESE,
    "k": Face.KETCHUP,
    "b": Face.BUN,
}


def begin(game: type[G], *names: str, variants: Iterable[str] = ()) -> G:
    """A new game; the first named begins."""
    players = [Player(name, colour) for name, colour in zip(names, Colour, strict=False)]
    return game.begin(players, variants=variants)[0]


def face(letter: str) -> Face:
    """A digit, or w(orm), c(ucumber), (c)h(eese), k(etchup), b(un)."""
    return _LETTERS.get(letter) or Face(letter)


def throw(letters: str) -> Throw:
    """The dice, one letter each: `throw("66ww4422")`."""
    return Throw(map(face, letters))


def keep(letter: str) -> Keep:
    return Keep(face(letter))


def play(game: AnyG, *moves: Move) -> tuple[AnyG, Events]:
    """The state after these moves, and all that was told."""
    told: Events = ()
    for move in moves:
        game, events = game.play(move)
        told += events
    return game, told


def lay_aside(game: G, groups: str) -> tuple[G, Events]:
    """Throw and keep once for each group: "66 ww 4" is two sixes, then two worms, then a four.

    The other dice of each throw show something else, which is left lying.
    """
    told: Events = ()
    for group in groups.split():
        other = next(f for f in game.setup.dice.faces if f is not face(group[0]))
        rest = [other] * (game.turn.left - len(group))
        game, events = play(game, Throw([*map(face, group), *rest]), keep(group[0]))
        told += events
    return game, told


def turn(game: G, groups: str) -> tuple[G, Events]:
    """A whole turn: lay aside, and stop unless the dice end it. Tells what came of the dice."""
    game, told = lay_aside(game, groups)
    if not any(isinstance(event, TurnEnded) for event in told):
        game, told = game.play(Stop())
    return game, tuple(event for event in told if not isinstance(event, Thrown | SetAside))


def refused(game: AnyGame, move: Move) -> IllegalMove:
    """The complaint about a move that is neither offered nor accepted."""
    assert move not in game.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    return caught.value


def grill(
    game: Barbecue,
    spots: Mapping[int, Spot],
    *,
    worms: tuple[int, ...] | None = None,
    snails: tuple[int, ...] | None = None,
    player: int = ANN,
) -> Barbecue:
    """Barbecue with these spots taken. Unless told, worms are what the plates there paid."""
    seats = range(len(game.setup.players))
    if worms is None:
        worms = tuple(backing(game, spots, seat) for seat in seats)
    if snails is None:
        snails = tuple(0 for _ in seats)
    table = GrillTable(spots, worms, snails)
    return game.play(Adjust(table, player))[0]


def backing(game: Barbecue, spots: Mapping[int, Spot], seat: int) -> int:
    """The worms printed under each plate this player has there."""
    printed = game.setup.box.worms
    return sum(spot.plates * printed[at] for at, spot in spots.items() if spot.owner == seat)


def tiles(game: TilesG, up: Iterable[int], *stacks: tuple[int, ...], player: int = ANN) -> TilesG:
    """A tile game with these face up and these stacks by seat; all others lie face down."""
    missing = len(game.setup.players) - len(stacks)
    every_stack = (*stacks, *[()] * missing)
    open_tiles = tuple(sorted(up))
    seen = Counter(open_tiles) + Counter(tile for stack in every_stack for tile in stack)
    down = tuple(sorted((Counter(game.TILES) - seen).elements()))
    return game.play(Adjust(TileTable(open_tiles, down, every_stack), player))[0]
