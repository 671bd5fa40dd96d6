"""Measures the last dice of a turn, on a table known from an earlier throw or unknown.

`python -m tools.figures.last [--tables N]`: on each table a throw of eight, then throws of one to
three dice, level ones and some with a leaning die. Nothing else uses their seeds.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.dice import DiceSet
from tools.figures.renders import LEAST, SETS
from tools.figures.spread import reader, spread
from tools.figures.stats import Share, table
from tools.figures.verdicts import Verdict, edge_of, matched, verdict
from vision.reading import TablePose
from vision.simulator.scene import Scene, Shot, Spoil, random_scene, render
from vision.stages.context import Context

FIRST_SEED = 122_000_000
TABLES = 150
BEFORE, COUNTS = 8, (1, 2, 3)
_STEP = 1000  # seeds between two tables
_SPOILS: tuple[Spoil | None, ...] = (None, "cocked")


@dataclass(frozen=True)
class Last:
    """One throw, read on the known table and on an unknown one."""

    dice: int
    leaning: bool
    known: Verdict
    unknown: Verdict


def see(number: int) -> list[Last]:
    """All throws on one table; none where its first throw shows nothing, or dice are too small."""
    seed, dice_set = FIRST_SEED + _STEP * number, SETS[number % len(SETS)]
    scene = random_scene(dice_set, BEFORE, seed)
    shot = render(scene)
    shown = reader().read(shot.frame, dice_set, {BEFORE}).table
    if shown is None or min(edge_of(die.corners) for die in shot.dice) < LEAST:
        return []
    seen = []
    for count in COUNTS:
        for spoil in _SPOILS:
            seed += 1
            shot = render(_thrown(scene, count, seed, spoil))
            known, unknown = (_told(shot, dice_set, before) for before in (shown, None))
            seen.append(Last(count, spoil is not None, known, unknown))
    return seen


def _thrown(scene: Scene, count: int, seed: int, spoil: Spoil | None) -> Scene:
    """Other dice of the same set on the same table, by the same lamp and camera."""
    sides = scene.dice_set.sides
    up = np.random.default_rng([seed, 6]).integers(len(sides), size=count)
    return replace(scene, faces=tuple(sides[side] for side in up), seed=seed, spoil=spoil)


def _told(shot: Shot, dice_set: DiceSet, known: TablePose | None) -> Verdict:
    reading = reader().read(shot.frame, dice_set, {len(shot.dice)}, Context(table=known))
    return verdict(reading, exact=all(match.right for match in matched(shot.dice, reading)))


def measure(tables: int = TABLES, processes: int | None = None) -> list[Last]:
    """Return all throws on this many tables."""
    return [one for some in spread(see, range(tables), "tables", processes) for one in some]


def print_all(seen: Sequence[Last]) -> None:
    print(f"The last dice of a turn, after a throw of {BEFORE} on the same table; 95 % intervals")
    for leaning, name in ((False, "all level"), (True, "one leaning")):
        mine = [one for one in seen if one.leaning is leaning]
        what = "doubted" if leaning else "exact"
        head = (name, "throws", f"table known: {what}", "wrong", f"not known: {what}", "wrong")
        print(table(head, _rows(mine, Verdict.DOUBTED if leaning else Verdict.EXACT)))


def _rows(seen: Sequence[Last], wanted: Verdict) -> Iterable[list[str]]:
    for count in COUNTS:
        mine = [one for one in seen if one.dice == count]
        cells = []
        for told in ([one.known for one in mine], [one.unknown for one in mine]):
            cells += [str(Share(told.count(wanted), len(told))), str(told.count(Verdict.WRONG))]
        yield [f"{count} dice" if count > 1 else "1 die", str(len(mine)), *cells]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    print_all(measure(parser.parse_args().tables))
