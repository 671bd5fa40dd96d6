"""Boards of Picnic Blitz for its tests: ants as letters, the first of a pile lowest."""

import random
from collections.abc import Iterable, Mapping

from rules import Adjust, Attack, March, Pass, PicnicBlitz, Player, TakeQueen
from rules.events import Event, Events, PassDice, Thrown
from rules.moves import Move
from rules.tracks import TRACKS, AntTable
from tests.rules.tables import play, throw

ARTHUR, BEATRICE, CHARLES, DORA = range(4)
NAMES = ("Arthur", "Beatrice", "Charles", "Dora")

Board = Mapping[int, Mapping[int, str]]
"""By track and space: whose ants lie there, "AB" is Beatrice on Arthur."""

NOTHING = "112233"
"""A throw without a straight."""
FOUR_STRAIGHT = "123466"
FIVE_STRAIGHT = "123455"
FULL_STRAIGHT = "123456"


def players(count: int) -> list[Player]:
    return [Player(NAMES[seat], PicnicBlitz.COLOURS[seat]) for seat in range(count)]


def begin(count: int = 3, *variants: str) -> PicnicBlitz:
    return PicnicBlitz.begin(players(count), variants=variants)[0]


def ants(game: PicnicBlitz, board: Board, queens: str = "") -> AntTable:
    """The table with these ants, and queens for these players by their letters."""
    tracks = tuple(
        tuple(
            tuple(map("ABCD".index, board.get(track, {}).get(space, "")))
            for space in range(1, game.table.length(track) + 1)
        )
        for track in TRACKS
    )
    seats = range(len(game.setup.players))
    return AntTable(tracks, tuple("ABCD"[seat] in queens for seat in seats))


def board(
    where: Board,
    *variants: str,
    player: int = ARTHUR,
    queens: str = "",
    count: int = 3,
) -> PicnicBlitz:
    """A game in the middle: these ants on the board, and this player is to throw."""
    game = begin(count, *variants)
    game, _ = game.play(Adjust(ants(game, where, queens), player))
    assert game.ending is None
    return game


def thrown(game: PicnicBlitz, *throws: str) -> PicnicBlitz:
    return play(game, *map(throw, throws))[0]


def lies(game: PicnicBlitz, track: int) -> dict[int, str]:
    """The ants on a track, told as in a board."""
    piles = enumerate(game.table.tracks[track - 1], start=1)
    return {space: "".join("ABCD"[ant] for ant in pile) for space, pile in piles if pile}


def marches(game: PicnicBlitz) -> set[int]:
    """The tracks that are offered."""
    return {move.track for move in game.legal_moves().choices if isinstance(move, March)}


def attacks(game: PicnicBlitz) -> set[Attack]:
    """The attacks that are offered."""
    return {move for move in game.legal_moves().choices if isinstance(move, Attack)}


def pieces(events: Iterable[Event]) -> Events:
    """What was told, but for the dice."""
    return tuple(e for e in events if not isinstance(e, Thrown | PassDice))


def plain_move(state: PicnicBlitz, dice: random.Random) -> Move:
    """A plain player: throws once, attacks whoever is furthest, moves to the food or far ahead."""
    if not state.turn.thrown:
        return throw("".join(dice.choices("123456", k=6)))
    if state.targets():
        aim = max(state.targets(), key=lambda target: (target.cost, target.space))
        return Attack(aim.player, aim.track)
    if state.steps():
        return March(max(state.steps(), key=lambda step: (step.food, step.to)).track)
    return TakeQueen() if state.refusal(TakeQueen()) is None else Pass()
