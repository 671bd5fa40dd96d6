"""Games played by nobody in particular: seeded throws, random choices, now and then a repair."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from rules import (
    Adjust,
    Barbecue,
    Bratwurmeck,
    Junior,
    Leave,
    PicnicBlitz,
    Player,
    Skip,
    Throw,
    Void,
)
from rules.errors import BadSetup
from rules.events import Events
from rules.games import AnyGame
from rules.grill import EMPTY, SNAIL, Spot
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move
from rules.tiles import TileGame, TileTable
from rules.tracks import AntTable, Pile, TrackBox

G = TypeVar("G", bound=AnyGame)

GAMES: tuple[type[AnyHeckmeck], ...] = (Barbecue, Bratwurmeck, Junior)
"""The Heckmeck games."""
ALL_GAMES: tuple[type[AnyGame], ...] = (*GAMES, PicnicBlitz)


def begin(game: type[G], dice: random.Random) -> tuple[G, Events]:
    """A new game with any number of players, any starter and any table options that agree."""
    count = dice.randint(game.LEAST_PLAYERS, game.MOST_PLAYERS)
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:count])]
    variants = [variant for variant in game.VARIANTS if dice.random() < 0.25]
    starter = dice.randrange(count)
    while True:
        try:
            return game.begin(players, starter=starter, variants=variants)
        except BadSetup:
            variants.pop()


def a_move(state: AnyGame, dice: random.Random) -> Move:
    """Any legal move; the dice are fair, and who may do something else does so half the time."""
    moves = state.legal_moves()
    if moves.dice and not (moves.choices and dice.random() < 0.5):
        again = dice.randint(0, moves.again) if moves.rerollable else moves.dice
        held = dice.sample(moves.rerollable, k=moves.dice - again)
        return Throw((*held, *dice.choices(state.setup.dice.sides, k=again)))
    return dice.choice(moves.choices)


def a_repair(state: AnyGame, dice: random.Random) -> Move:
    """Some repair, possible or not."""
    seat = dice.randrange(len(state.setup.players))
    kind = dice.randrange(4)
    if kind == 0:
        return Void()
    if kind == 1:
        return Skip()
    if kind == 2:
        return Leave(seat)
    return Adjust(_shuffled(state, dice), seat)


def _shuffled(state: AnyGame, dice: random.Random) -> Any:
    """The table with something moved about."""
    seats = range(len(state.setup.players))
    if isinstance(state, PicnicBlitz):
        queens = tuple(dice.random() < 0.3 for _ in seats)
        return any_ants(state.setup.box, queens, dice)
    if isinstance(state, TileGame):
        tiles = list(state.TILES)
        dice.shuffle(tiles)
        cuts = sorted(dice.choices(range(len(tiles) + 1), k=len(seats) + 1))
        up, *rest, down = (tiles[a:b] for a, b in zip((0, *cuts), (*cuts, None), strict=True))
        return TileTable(tuple(up), tuple(down), tuple(map(tuple, rest)))
    assert isinstance(state, Barbecue)
    table = state.table
    for spot in dice.sample(state.NUMBERS, k=3):
        owner = dice.choice(seats)
        content = dice.choice((EMPTY, SNAIL, Spot(owner, 1), Spot(owner, 2)))
        table = table.with_spot(spot, content)
    return replace(
        table,
        worms=tuple(dice.randint(0, 40) for _ in seats),
        snails=tuple(dice.randint(0, 3) for _ in seats),
    )


def any_ants(box: TrackBox, queens: tuple[bool, ...], dice: random.Random) -> AntTable:
    """Ants anywhere, mostly in piles, and now and then one on the food."""
    tracks: list[tuple[Pile, ...]] = []
    for track in box.tracks.values():
        piles: list[Pile] = [()] * track.length
        for ant in dice.sample(range(len(queens)), k=dice.randint(0, len(queens))):
            free = track.length - bool(piles[-1])
            at = dice.choice((dice.randrange(min(2, free)), dice.randrange(free), free - 1))
            piles[at] = (*piles[at], ant)
        tracks.append(tuple(piles))
    return AntTable(tuple(tracks), queens)


def steps(
    game: type[G], seed: int, *, repairs: float = 0.0, most: int = 100_000
) -> Iterator[tuple[G, Move | None, G, Events]]:
    """A whole game, step by step: the state before, the move, the state after, and its events.

    The first step has no move: it lays the table out.
    """
    dice = random.Random(seed)
    state, events = begin(game, dice)
    yield state, None, state, events
    for _ in range(most):
        if state.ending is not None:
            return
        move = a_repair(state, dice) if dice.random() < repairs else a_move(state, dice)
        if state.refusal(move) is None:
            before = state
            state, events = state.play(move)
            yield before, move, state, events
