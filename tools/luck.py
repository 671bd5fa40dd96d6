"""Measures luck and play in whole games: `python -m tools.luck`.

It plays games of two solid players and reviews them, and prints for each game how large luck, costs
and corrections of a turn are (root mean square), and the processor time of a review.
"""

import random
import sys
import time
from collections.abc import Iterable

from players import Level, Mind
from players.arena import move_of
from players.review import TurnReview, review
from rules.games import GAMES, AnyGame
from rules.moves import Move
from rules.players import Player


def played(game: type[AnyGame], seed: int) -> tuple[AnyGame, list[Move]]:
    """Return the beginning of a game of two solid players, and its moves."""
    mind, chance = Mind(), random.Random(seed)
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:2])]
    state, _ = game.begin(players)
    opening, moves = state, list[Move]()
    while not state.is_over:
        moves.append(move_of(state, mind.decide(state, Level.SOLID, chance).best, chance))
        state, _ = state.play(moves[-1])
    return opening, moves


def size(changes: Iterable[float]) -> float:
    """Return the root mean square."""
    squares = [change * change for change in changes]
    return float((sum(squares) / len(squares)) ** 0.5)


def main(games: int) -> None:
    """Play and review so many games of each game, and print a row of docs/players.md for each."""
    for name, game in GAMES.items():
        every = [played(game, seed) for seed in range(games)]
        begun = time.process_time()
        turns: list[TurnReview] = []
        for opening, moves in every:
            turns += review(opening, moves, Mind())
        seconds = (time.process_time() - begun) / games
        luck, cost = size(turn.luck for turn in turns), size(turn.cost for turn in turns)
        correction = size(turn.change.correction[turn.player] for turn in turns)
        print(f"| {name} | {luck:.1%} | {cost:.1%} | {correction:.1%} | {seconds:.2f} s |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
