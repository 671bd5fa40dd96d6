"""Draws how the win chances of the strong player come true: `python -m tools.players`.

It plays games of the strong player with itself, two seats, and notes what it tells for both before
each turn. Tenths of these chances stand against the share of the games that was won from there.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from players import heckmeck, picnic
from players.ants import AntRules
from players.training.selfplay import LONGEST, ant_step, dice_step
from rules.games import GAMES, AnyGame
from rules.picnic_blitz import PicnicBlitz
from rules.players import Player
from tools.svg import AMBER, BLUE, GREY, RED, TEAL, Sheet

OUT = Path("docs/images/win-chances.svg")
SIDE, GAP = 240.0, 60.0
COLOURS = dict(zip(GAMES, (RED, AMBER, TEAL, BLUE), strict=True))

Shares = npt.NDArray[np.float64]


def told_and_came(game: type[AnyGame], games: int, seed: int) -> tuple[Shares, Shares]:
    """Return the win chances told before each turn, and the shares of the win that came of them."""
    step, rules, net = _strong(game)
    rng = np.random.default_rng(seed)
    at, left = rules.start(np.arange(games) % 2), np.arange(games)
    told: list[tuple[Any, Any]] = []
    came = np.full((games, 2), np.nan)
    for _ in range(LONGEST):
        played = step(rules, net, at, rng, 0.0)
        told.append((left, played.expected))
        came[left[played.over]] = played.reached[played.over]
        at, left = played.then[~played.over], left[~played.over]
        if not len(left):
            break
    chances = np.concatenate([expected for _, expected in told])
    shares = np.concatenate([came[here] for here, _ in told])
    ended = ~np.isnan(shares)
    return chances[ended], shares[ended]


def _strong(game: type[AnyGame]) -> tuple[Any, Any, Any]:
    """Return the turn, the rules and the net of the strong player, for two seats."""
    if issubclass(game, PicnicBlitz):
        return ant_step, AntRules(2, game.BOX), picnic.load()
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:2])]
    state: Any = game.begin(players)[0]
    return dice_step, heckmeck.rules_of(state), heckmeck.load(state)


def tenths(told: Shares, came: Shares) -> list[tuple[float, float, int]]:
    """Return for each tenth of the chances: their mean, the share won, and how many."""
    cells = np.minimum((told * 10).astype(int), 9)
    return [
        (float(told[cells == at].mean()), float(came[cells == at].mean()), int((cells == at).sum()))
        for at in range(10)
        if (cells == at).any()
    ]


def error(found: list[tuple[float, float, int]]) -> float:
    """Return the mean distance between what was told and what came true, by position."""
    count = sum(number for _, _, number in found)
    return sum(abs(told - came) * number for told, came, number in found) / count


def main(games: int) -> None:
    """Play so many games of each game, print the errors, and draw the plot."""
    sheet = Sheet(GAP + SIDE + 180, SIDE + 2 * GAP, "Win chances: told, and come true")
    sheet.heading(20, 24)
    left, low = GAP, GAP + SIDE
    for at in range(0, 11, 2):
        step = at * SIDE / 10
        sheet.line((left, low - step), (left + SIDE, low - step))
        sheet.text(left - 8, low - step + 4, f"{at * 10} %", anchor="end", size=11)
        sheet.text(left + step, low + 16, f"{at * 10} %", anchor="middle", size=11)
    sheet.line((left, low), (left + SIDE, low - SIDE), colour=GREY, dashed=True)
    for row, (name, game) in enumerate(GAMES.items()):
        count = max(games // 5, 1) if game is PicnicBlitz else games
        found = tenths(*told_and_came(game, count, 1))
        print(f"{name}: {count} games, mean error {error(found):.1%}", flush=True)
        points = [(left + told * SIDE, low - came * SIDE) for told, came, _ in found]
        sheet.line(*points, colour=COLOURS[name], width=1.5)
        for x, y in points:
            sheet.dot(x, y, 3.5, COLOURS[name])
        sheet.legend(left + SIDE + 20, GAP + 20 + 22 * row, (COLOURS[name], name))
    sheet.text(left + SIDE / 2, low + 38, "told before the turn", anchor="middle")
    sheet.save(OUT)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
