"""Unfinished games, each with a special choice."""

import random
from pathlib import Path

from rules import Bratwurmeck, Face, Junior
from rules.barbecue import Barbecue
from rules.grill import GrillTable, Spot
from rules.moves import Adjust, Keep, Move, Stop, Throw
from rules.picnic_blitz import PicnicBlitz
from rules.players import Player
from rules.tiles import AnyTileGame, Tiles, TileTable
from tests.harness.greedy import greedy_move
from tests.web.served import NAMES, keep_game

ONE, TWO, THREE, FOUR, FIVE, SIX, WORM = (
    Face.ONE,
    Face.TWO,
    Face.THREE,
    Face.FOUR,
    Face.FIVE,
    Face.SIX,
    Face.WORM,
)
TO_25 = (Throw([ONE] * 3 + [WORM] * 5), Keep(WORM))
"""Ann has 25 and may stop."""


def laid(game: type[AnyTileGame], up: Tiles, *stacks: Tiles) -> Adjust:
    """Return the table with these open tiles and stacks; the others are face down."""
    down = list(game.TILES)
    for tile in (*up, *(tile for stack in stacks for tile in stack)):
        down.remove(tile)
    return Adjust(TileTable(up, tuple(down), stacks), 0)


def snatch_or_lower(folder: Path, *variants: str) -> Path:
    """Ann's 25 is on top of Ben's stack; the grill has a 24."""
    table = laid(Bratwurmeck, (21, 22, 24, 27, 30), (23,), (26, 29, 25), (31,))
    return keep_game(folder, Bratwurmeck, table, *TO_25, count=3, variants=variants)


def snatch_stopped(folder: Path) -> Path:
    """The same, and Ann has stopped."""
    table = laid(Bratwurmeck, (21, 22, 24, 27, 30), (23,), (26, 29, 25), (31,))
    return keep_game(folder, Bratwurmeck, table, *TO_25, Stop(), count=3)


def pinch(folder: Path) -> Path:
    """Three buns and a worm are 7, which Ben and Cat have on top; the grill has a 6."""
    table = laid(Junior, (4, 4, 5, 6, 6, 8), (9, 5), (9, 7), (8, 7))
    bun, cheese = Face.BUN, Face.CHEESE
    moves = (
        Throw([bun] * 3 + [cheese] + [WORM] * 2),
        Keep(bun),
        Throw([cheese] * 2 + [WORM]),
        Keep(WORM),
    )
    return keep_game(folder, Junior, table, *moves, count=3)


def straight(folder: Path, *, queen: bool = True) -> Path:
    """Ann has a straight of five, a queen, and an ant to move; Ben's ants can be pushed back."""
    players = [Player(n, c) for n, c in zip(NAMES[:2], PicnicBlitz.COLOURS, strict=False)]
    table = PicnicBlitz.begin(players)[0].table
    for player, track, space in ((0, 5, 3), (1, 2, 4), (1, 3, 2)):
        table = table.moved(player, track, space)
    table = table.with_queen(0, has=queen)
    thrown = Throw([ONE, TWO, THREE, FOUR, FIVE, FIVE])
    return keep_game(folder, PicnicBlitz, Adjust(table, 0), thrown)


def straight_onto(folder: Path) -> Path:
    """The same straight, and Ann's ant can move onto one that she can attack."""
    players = [Player(n, c) for n, c in zip(NAMES[:2], PicnicBlitz.COLOURS, strict=False)]
    table = PicnicBlitz.begin(players)[0].table.moved(0, 2, 3).moved(1, 2, 4)
    return keep_game(
        folder, PicnicBlitz, Adjust(table, 0), Throw([ONE, TWO, THREE, FOUR, SIX, SIX])
    )


def begun(folder: Path, count: int = 3) -> Path:
    """Barbecue: nothing was thrown yet."""
    return keep_game(folder, Barbecue, count=count)


def thrown(folder: Path, count: int = 3) -> Path:
    """Barbecue: Ann's first throw waits."""
    dice = Throw([ONE] * 2 + [TWO] * 2 + [SIX] * 2 + [WORM] * 2)
    return keep_game(folder, Barbecue, dice, count=count)


def damaged(folder: Path) -> Path:
    """The same with a last line that nobody can have played."""
    path = thrown(folder)
    path.write_text(path.read_text() + '{"move":"keep","face":"7"}\n')
    return path


def risky(folder: Path) -> Path:
    """Barbecue: Ann has 17 and thrown five dice more; what she keeps now may be her last."""
    moves = (
        Throw([ONE, TWO, TWO, THREE, FOUR, SIX, SIX, WORM]),
        Keep(SIX),
        Throw([ONE, THREE, THREE, FOUR, FOUR, WORM]),
        Keep(WORM),
        Throw([ONE, THREE, THREE, FOUR, FOUR]),
    )
    return keep_game(folder, Barbecue, *moves, count=3)


def last_snail(folder: Path) -> Path:
    """Barbecue: one more failed attempt is the end, and Ann's dice fail if she keeps the 1s."""
    players = [Player(n, c) for n, c in zip(NAMES[:2], Barbecue.COLOURS, strict=False)]
    table = Barbecue.begin(players)[0].table
    full = GrillTable(table.spots, (9, 4), (5, 7)).with_spot(30, Spot(0, 1))
    moves = (
        Adjust(full, 0),
        Throw([ONE, TWO] + [THREE] * 6),
        Keep(THREE),
        Throw([ONE, ONE]),
    )
    return keep_game(folder, Barbecue, *moves)


def almost_over(folder: Path) -> Path:
    """A whole game of Bratwurmeck, in which the next stop takes the last tile of the grill."""
    dice, moves = random.Random(5), list[Move]()
    players = [Player(n, c) for n, c in zip(NAMES[:3], Bratwurmeck.COLOURS, strict=False)]
    state, _ = Bratwurmeck.begin(players)
    while state.ending is None:
        moves.append(greedy_move(state, dice))
        state, _ = state.play(moves[-1])
    assert moves[-1] == Stop()
    return keep_game(folder, Bratwurmeck, *moves[:-1], count=3)
