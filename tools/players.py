"""Draws how the win chances of the strong player come true: `python -m tools.players`.

It plays games of the strong player with itself, two seats, and notes what it tells for both before
each turn. Tenths of these chances stand against the share of the games that was won from there.
"""

import random
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from players import Mind
from players.arena import move_of
from rules.ant_turn import AntPhase
from rules.games import GAMES, AnyGame
from rules.players import Player
from rules.turn import Phase
from tools.svg import AMBER, BLUE, GREY, RED, TEAL, Sheet

OUT = Path("docs/images/win-chances.svg")
SIDE, GAP = 240.0, 60.0
COLOURS = dict(zip(GAMES, (RED, AMBER, TEAL, BLUE), strict=True))

Shares = npt.NDArray[np.float64]


def told_and_came(game: type[AnyGame], games: int, seed: int) -> tuple[Shares, Shares]:
    """Return the win chances that were told, and whether each came true (1, or 0)."""
    mind, chance = Mind(), random.Random(seed)
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:2])]
    told: list[float] = []
    came: list[float] = []
    for _ in range(games):
        state, _ = game.begin(players)
        here: list[tuple[float, ...]] = []
        while state.ending is None:
            choice = mind.weigh(state).best
            if _begins(state) and choice.chances is not None:
                here.append(choice.chances)
            state, _ = state.play(move_of(state, choice, chance))
        winners = cast("Any", state.outcome()).winners
        for chances in here:
            told += chances
            came += [(seat in winners) / len(winners) for seat in range(2)]
    return np.array(told), np.array(came)


def _begins(state: AnyGame) -> bool:
    """Return whether a turn begins."""
    turn = cast("Any", state).turn
    return turn.phase is AntPhase.THROW or (turn.phase is Phase.THROW and not turn.kept)


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
        count = max(games // 10, 1) if name == "picnic_blitz" else games
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
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
