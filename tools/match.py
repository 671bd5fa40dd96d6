"""One strong player against solid ones in arrays: `python -m tools.match GAME SEATS GAMES`.

Several times as fast as `grillside arena`, for the Heckmeck games; tests/players/test_arrays.py
compares what happens with `rules`. Every game has dice of its own; seats and starters rotate.
"""

import sys
from typing import Any

import numpy as np

from players import heckmeck
from players.arena import wilson
from players.outcomes import Outcomes
from players.training.selfplay import play, solve
from rules.games import game_named
from rules.players import Player

AT_ONCE = 256
MARGIN = 1e-3
"""Weight of the solid player's second figure, which only decides between equals."""


def won(state: Any, games: int, rng: np.random.Generator) -> float:
    """Play so many games; return how many the strong player wins."""
    rules, net = heckmeck.rules_of(state), heckmeck.load(state)
    left = np.arange(games)
    at = rules.start(left // rules.seats % rules.seats)
    strong = left % rules.seats
    wins = 0.0
    while len(left):
        outcomes = Outcomes.of(rules, at)
        mine = at.mover == strong[left]
        rows = np.arange(len(left))
        chances = outcomes.chances(net)[rows, :, at.mover]
        gains = outcomes.gains()
        worth = np.where(mine[:, None], chances, gains[..., 0] + MARGIN * gains[..., 1])
        picks = rules.picks(at, worth)
        at, over = rules.after(at, play(solve(rules, picks, worth), picks, rng)[0])
        shares = rules.shares(at)[rows, strong[left]]
        wins += float(shares[over].sum())
        at, left = at[~over], left[~over]
    return wins


def main(name: str, seats: int, games: int) -> None:
    """Play the games, and print the share won with its interval."""
    game = game_named(name)
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:seats])]
    state = game.begin(players)[0]
    rng = np.random.default_rng(1)
    parts = [min(AT_ONCE, games - begun) for begun in range(0, games, AT_ONCE)]
    wins = sum(won(state, part, rng) for part in parts)
    low, high = wilson(wins, games)
    print(f"{name}, {seats} seats, {games} games: {wins / games:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
