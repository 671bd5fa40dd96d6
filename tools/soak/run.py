"""Runs many turns with faults: `python -m tools.soak.run [SEED [TURNS]]`.

Checked all the time: the file contains exactly what was shown as done; every press has an effect;
every fault is reported with its remedy, and no longer once it is gone; a start leaves nothing
behind, and memory does not grow.
"""

import argparse
import ctypes
import gc
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tools.soak.faults import KINDS, troubled
from tools.soak.hands import Hands
from tools.soak.player import Player
from tools.soak.rig import Rig, quick_table, spread
from tools.soak.seconds import ANSWERED

SAMPLED = 50
"""Turns between two looks at the memory."""
WARM = 0.3
"""Before this part of a run memory is still being filled."""


@dataclass(frozen=True)
class Figures:
    """The parts and results of a run."""

    seed: int
    turns: int
    games: int
    throws: int
    presses: int
    drawn: int
    by_hand: int
    met: dict[str, int]
    seconds: float
    median: float
    worst: float
    longest_stop: float
    memory: tuple[tuple[int, float], ...]
    """The memory (MB) after each number of turns."""
    blocks: tuple[tuple[int, float], ...]
    """The Python objects after each number of turns."""

    @property
    def growth(self) -> float:
        """MB in a thousand turns, once it was warm: the slope of a straight line.

        It goes up and down by tens of MB, as pictures are drawn and read in the same process.
        """
        return 1000 * slope(self._warm(self.memory))

    @property
    def leak(self) -> float:
        """The same for the pieces that Python holds, as a part of them: these do not jump."""
        warm = self._warm(self.blocks)
        return 1000 * slope(warm) / warm[0][1]

    def _warm(self, points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
        return [point for point in points if point[0] >= WARM * self.turns]

    def __str__(self) -> str:
        first, last = self.memory[0][1], self.memory[-1][1]
        met = ", ".join(f"{kind} {count}" for kind, count in self.met.items())
        return (
            f"seed {self.seed}: {self.turns} turns of {self.games} games in {self.seconds:.0f} s, "
            f"{self.throws} throws of dice checked, {self.drawn} drawn, {self.by_hand} by hand, "
            f"{self.presses} presses\n"
            f"{sum(self.met.values())} faults: {met}\n"
            f"answers: median {self.median * 1000:.1f} ms, worst {self.worst:.2f} s, "
            f"{self.worst / self.median:.0f} times the median and "
            f"{self.worst / ANSWERED:.0%} of the limit; slowest stop {self.longest_stop:.2f} s\n"
            f"memory: {first:.1f} MB at first, {last:.1f} MB at last, "
            f"{self.growth:+.2f} MB in 1,000 turns; what Python holds: {self.leak:+.2%} "
            f"in 1,000 turns"
        )


def slope(points: Sequence[tuple[int, float]]) -> float:
    """Return the slope of the best straight line through these points.

    >>> slope([(0, 1.0), (10, 2.0), (20, 3.0)])
    0.1
    """
    middle = sum(x for x, _ in points) / len(points)
    spread_out = sum((x - middle) ** 2 for x, _ in points)
    return sum((x - middle) * y for x, y in points) / spread_out if spread_out else 0.0


def megabytes() -> float:
    """Return the memory of this process.

    Each start in one process has threads of its own, for which the C library keeps pools of freed
    memory: those are given back first.
    """
    gc.collect()
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def run(folder: Path, seed: int, turns: int, rate: float | None = None) -> Figures:
    """Play turns; raises `AssertionError` with everything needed to repeat them."""
    rig = Rig(folder, seed)
    with quick_table(rig.told), troubled(rig, seed) as trouble:
        rig.start()
        player = Player(rig, trouble, seed)
        player.rate = player.rate if rate is None else rate
        hands = Hands(player, seed)
        memory: list[tuple[int, float]] = []
        blocks: list[tuple[int, float]] = []

        def look_at_memory() -> None:
            memory.append((hands.turns, megabytes()))
            blocks.append((hands.turns, float(sys.getallocatedblocks())))

        def look_sometimes() -> None:
            if not memory or hands.turns >= memory[-1][0] + SAMPLED:
                look_at_memory()

        begun = perf_counter()
        try:
            hands.play(turns, look_sometimes)
            look_at_memory()
            trouble.end_all()
            rig.check_files()
            player.longest_stop = max(player.longest_stop, rig.stop())
        except Exception as error:
            told = f"seed {seed}, turn {hands.turns}, {rig.screen}\nfaults: {trouble.list}"
            raise AssertionError(told) from error
        median, worst = spread(rig.answers)
        return Figures(
            seed, hands.turns, hands.games, hands.throws, rig.presses, player.drawn,
            player.by_hand, trouble.met, perf_counter() - begun, median, worst,
            player.longest_stop, tuple(memory), tuple(blocks),
        )  # fmt: skip


def report(seed: int, turns: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        figures = run(Path(folder), seed, turns)
    print(figures)
    assert set(figures.met) == set(KINDS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("turns", type=int, nargs="?", default=300)
    given = parser.parse_args()
    report(given.seed, given.turns)
