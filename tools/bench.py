"""Measures the figures of docs/developers/figures.md and docs/vision.md: `make bench`.

`python -m tools.bench games` measures whole games of the rules alone.

Machines are noisy, so every figure is the best of several runs, and is printed with the time of a
fixed piece of plain Python on this machine. `tools/figures/` measures the reader.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from rules import Barbecue, Bratwurmeck, Junior, Player
from rules.advice import advise, opening_chances
from rules.heckmeck import AnyHeckmeck
from rules.odds import turn_tree
from tests.harness.greedy import greedy_move
from tools.figures import taught
from tools.figures.report import report
from tools.page import figures as pages
from tools.table import ants, presses, taps, unpressed, watched
from tools.table import start as starts

ROUNDS = 7
GAMES: tuple[type[AnyHeckmeck], ...] = (Barbecue, Bratwurmeck, Junior)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def best(work: Callable[[], object]) -> float:
    return min(seconds(work) for _ in range(ROUNDS))


def plain_python() -> int:
    """A fixed task, to compare machines."""
    return sum(number * number % 7 for number in range(1_000_000))


def start(game: type[AnyHeckmeck], count: int) -> AnyHeckmeck:
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:count])]
    return game.begin(players)[0]


def whole_game(game: type[AnyHeckmeck], count: int, seed: int) -> int:
    """Play one game to its end, checking every move; return the number of moves."""
    dice = random.Random(seed)
    state = start(game, count)
    moves = 0
    while state.ending is None:
        state, _ = state.play(greedy_move(state, dice))
        moves += 1
    return moves


def bench_games() -> None:
    print("Whole games, greedy player, every move checked")
    for game in GAMES:
        for count in (2, 4):
            moves = sum(whole_game(game, count, seed) for seed in range(50))

            def play(game: type[AnyHeckmeck] = game, count: int = count) -> None:
                for seed in range(50):
                    whole_game(game, count, seed)

            taken = best(play)
            print(
                f"  {game.NAME:12} {count} players  {50 / taken:6.0f} games/s  "
                f"{taken / moves * 1e6:5.1f} us/move  {moves / 50:4.0f} moves/game"
            )


def positions(game: type[AnyHeckmeck], wanted: int) -> list[AnyHeckmeck]:
    """Positions from real games, the first of each turn among them."""
    dice = random.Random(1)
    found: list[AnyHeckmeck] = []
    while len(found) < wanted:
        state = start(game, 3)
        while state.ending is None and len(found) < wanted:
            found.append(state)
            state, _ = state.play(greedy_move(state, dice))
    return found


def bench_advice() -> None:
    print("Advice: exact values of every option, and the chances of every sum")
    for game in GAMES:
        dice = game.own_dice(game.BOX)

        def set_up(game: type[AnyHeckmeck] = game) -> None:
            turn_tree.cache_clear()
            opening_chances(game, game.own_dice(game.BOX))

        ready = best(set_up)
        states = positions(game, 100)
        times = [best(lambda state=state: advise(state)) for state in states]  # type: ignore[misc]
        print(
            f"  {dice.name:12} set-up {ready * 1e3:4.0f} ms   a position: "
            f"median {median(times) * 1e3:.2f} ms, worst of 100 {max(times) * 1e3:.2f} ms"
        )


def bench_command() -> None:
    print("The command, from start to last line")
    for words in (["odds", "--game", "bratwurmeck", "--json"], ["--help"]):
        command = [sys.executable, "-m", "firmware.commands.cli", *words]
        taken = best(lambda: subprocess.run(command, check=True, capture_output=True))  # noqa: B023
        print(f"  grillside {' '.join(words):28} {taken:.2f} s")


if __name__ == "__main__":
    print(f"A fixed piece of plain Python: {best(plain_python) * 1e3:.0f} ms")
    bench_games()
    if sys.argv[1:] == ["games"]:
        sys.exit()
    bench_advice()
    bench_command()
    starts.report()
    presses.report()
    unpressed.report()
    watched.report()
    ants.report()
    taps.report()
    pages.report()
    report()
    print(taught.report(taught.measure()))
    print(f"The same piece again: {best(plain_python) * 1e3:.0f} ms")
