"""Measures the reader on throws of the simulated camera that it was not trained on.

`python -m tools.figures.renders [--scenes N]`: N scenes of each set, and N / 5 of each kind that
must be doubted. Nothing else uses their seeds; half of the worms are new drawings.
"""

import argparse
import os
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import cv2
import numpy as np

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from tools.figures.spread import reader, spread
from tools.figures.stats import Share, Sighting, table
from tools.figures.verdicts import (
    HEADER,
    LEGEND,
    Held,
    Match,
    Verdict,
    cells,
    edge_of,
)
from vision.simulator.art import Art, Colour
from vision.simulator.die_styles import DieStyle, random_style
from vision.simulator.scene import Scene, Spoil, random_scene, render
from vision.training.drawings import drawing, stands_out

FIRST_SEED = 100_000_000
"""Training and calibration keep below."""

SETS: tuple[DiceSet, ...] = (STANDARD, CLASSIC, BARBECUE, junior())
SCENES = 500
MOST = 8
LEAST = 20.0
"""No smaller die is promised to be read, by the edge of its top in pixels."""

Kind = Literal[
    "plain", "touching", "beside", "cocked", "glare", "hand", "cut_off", "blurred", "dark",
    "stacked", "strange art", "strange face", "one missing", "cocked alone",
]  # fmt: skip
"""What is special about a throw. Two show what the set does not have; of one a die fell off the
table, among things that might pass for it; of the last no other die shows how the table lies."""
KINDS: tuple[Kind, ...] = get_args(Kind)
DOUBTFUL = KINDS[3:]
NOT_SPOILT = KINDS[-4:-1]
"""Throws to be doubted because of the dice; their pictures are flawless."""

_STEP = 1_000_000  # seeds between two series


@dataclass(frozen=True)
class Drawing:
    """A random drawing that contrasts with the die; the same for the same seed."""

    seed: int
    body: Colour

    def __call__(self) -> Art:
        rng = np.random.default_rng(self.seed)
        while True:
            art = drawing(rng)
            if stands_out(art, self.body):
                return art


@dataclass(frozen=True)
class Job:
    """A throw to render and read."""

    dice_set: DiceSet
    seed: int
    count: int
    kind: Kind = "plain"
    new_art: bool = False

    @property
    def told(self) -> int:
        return self.count + (self.kind == "one missing")

    @property
    def thrown(self) -> DiceSet:
        """The dice that lie there: others than the reader is told of, with a strange face."""
        if self.kind != "strange face":
            return self.dice_set
        sides = BARBECUE.sides if self.dice_set == CLASSIC else CLASSIC.sides
        return DiceSet(self.dice_set.name, sides, CLASSIC.worth)

    def scene(self) -> Scene:
        """The throw before the camera."""
        spoil: Spoil | None = None
        if self.kind not in {"plain", "beside", *NOT_SPOILT}:
            spoil = self.kind.removesuffix(" alone")  # type: ignore[assignment]
        scene = random_scene(self.thrown, self.count, self.seed, spoil=spoil)
        rng = np.random.default_rng([self.seed, 5])
        if self.kind == "beside":
            return replace(scene, beside=True)
        if self.kind == "one missing":
            return replace(scene, clutter=True)
        if self.kind == "strange face":
            strange = Face.SIX if self.dice_set == CLASSIC else Face.FIVE
            return replace(scene, faces=(strange, *scene.faces[1:]))
        if self.kind == "strange art":
            shown = scene.faces[0]
            return replace(scene, style=_redrawn(random_style(self.thrown, rng), shown, self.seed))
        if self.new_art:
            return replace(
                scene, style=_redrawn(random_style(self.thrown, rng), Face.WORM, self.seed)
            )
        return scene


def _redrawn(look: DieStyle, face: Face, seed: int) -> DieStyle:
    return replace(look, pictures={**look.pictures, face: Drawing(seed, look.body)})


@dataclass(frozen=True, kw_only=True)
class Seen(Held):
    """The reading of a job's throw.

    `smallest` is the smallest edge of a die; `clear` means that nothing spoils the throw.
    """

    job: Job
    tilt: float
    smallest: float
    clear: bool

    @property
    def readable(self) -> bool:
        """Whether nothing is wrong with the throw, and no die is too far away."""
        return self.clear and self.smallest >= LEAST


def see(job: Job) -> Seen:
    """Render one throw and read it."""
    scene = job.scene()
    shot = render(scene)
    told = reader().read(shot.frame, job.dice_set, {job.told})
    missing = job.kind == "one missing"  # without a count nobody can know
    untold = told if missing else reader().read(shot.frame, job.dice_set, None)
    return Seen.against(
        shot.dice,
        told,
        untold,
        job=job,
        tilt=scene.tilt,
        smallest=min((edge_of(die.corners) for die in shot.dice), default=scene.edge),
        clear=shot.readable and job.kind not in NOT_SPOILT,
    )


def jobs(scenes: int) -> list[Job]:
    """Return readable throws of each set, one in five with touching dice."""
    found = []
    for number, dice_set in enumerate(SETS):
        for index in range(scenes):
            count = index % (MOST + 1)
            kind: Kind = "touching" if index % 5 == 0 and count > 1 else "plain"
            new_art = dice_set in {CLASSIC, BARBECUE} and index % 2 == 1
            seed = FIRST_SEED + number * _STEP + index
            found.append(Job(dice_set, seed, count, kind, new_art))
    return found


def beside_jobs(each: int) -> list[Job]:
    """Return throws of a single level die with a pencil beside it, over all sets."""
    first = FIRST_SEED + 30 * _STEP
    return [Job(SETS[index % len(SETS)], first + index, 1, "beside") for index in range(each)]


def doubtful_jobs(each: int) -> list[Job]:
    """Return throws of each kind that must be doubted, over all sets that can show it."""
    shown = {"strange art": (junior(),), "strange face": (CLASSIC, BARBECUE)}
    found = []
    for number, kind in enumerate(DOUBTFUL):
        sets = shown.get(kind, SETS)
        for index in range(each):
            dice_set = sets[index % len(sets)]
            seed = FIRST_SEED + (10 + number) * _STEP + index
            count = 1 if kind == "cocked alone" else 2 + index % (MOST - 1)
            found.append(Job(dice_set, seed, count, kind))
    return found


@dataclass(frozen=True)
class Measured:
    """Readable throws, those in which a die only seems to lean, and those to be doubted."""

    plain: tuple[Seen, ...]
    beside: tuple[Seen, ...]
    doubtful: tuple[Seen, ...]

    def sightings(self) -> tuple[Sighting, ...]:
        """Every die that was read in a readable throw."""
        return tuple(
            Sighting(match.confidence, match.right)
            for one in self.plain
            if one.readable
            for match in one.matches
            if match.read is not None
        )


def scenes_given(asked: int | None = None) -> int:
    """How many scenes of each set, from the option or the environment."""
    return asked or int(os.environ.get("GRILLSIDE_SCENES", SCENES))


def measure(scenes: int = SCENES, processes: int | None = None) -> Measured:
    """Render and read all of them."""
    plain = spread(see, jobs(scenes), "renders", processes)
    each = max(1, scenes // 5)
    beside = spread(see, beside_jobs(each), "renders with a pencil", processes)
    doubtful = spread(see, doubtful_jobs(each), "spoilt renders", processes)
    return Measured(tuple(plain), tuple(beside), tuple(doubtful))


def print_all(measured: Measured) -> None:
    readable = [one for one in measured.plain if one.readable]
    print(
        f"Own renders, never trained on: {len(readable)} readable of {len(measured.plain)}, with "
        f"0 to {MOST} dice; 95 % intervals"
    )
    print(LEGEND)
    small = [one for one in measured.plain if one.clear and not one.readable]
    left_out = [f"with dice below {LEAST:.0f} px", *cells(small)]
    beside = [one for one in measured.beside if one.readable]
    more = ["a die alone, a pencil at it", *cells(beside)]
    print(table(("readable", *HEADER), [*_by_set(readable), left_out, more]))
    for name, group in (("die edge, px", _edge), ("camera tilt, degrees", _tilt)):
        print(table((name, *_DICE), _dice(readable, group)))
    codes = Counter(code for one in readable for code in one.doubts)
    listed = ", ".join(f"{code} {count}" for code, count in codes.most_common())
    print(f"  Doubts about readable renders (renders each): {listed or 'none'}")
    _print_wrong(readable)
    _print_doubtful(measured.doubtful)


def _by_set(seen: Sequence[Seen]) -> Iterable[list[str]]:
    for dice_set in SETS:
        mine = [one for one in seen if one.job.dice_set.name == dice_set.name]
        yield [dice_set.name, *cells(mine)]
        if any(one.job.new_art for one in mine):
            for name, new in (("our worm", False), ("worms never seen", True)):
                yield [f"  {name}", *cells([one for one in mine if one.job.new_art is new])]
    touching = [one for one in seen if one.job.kind == "touching"]
    yield ["all", *cells(seen)]
    yield ["  of them touching", *cells(touching)]
    yield ["  of them empty", *cells([one for one in seen if not one.job.count])]


_DICE = ("dice", "missed", "face wrong", "invented", "wrong in accepted throws")
_Group = Callable[[Seen, Match], str]


def _edge(_: Seen, match: Match) -> str:
    return _within(match.edge, (0, 20, 30, 45, 70, 200))


def _tilt(seen: Seen, _: Match) -> str:
    return _within(seen.tilt, (0, 10, 20, 36))


def _within(value: float, edges: Sequence[int]) -> str:
    above = min(bisect(edges, value), len(edges) - 1)
    return f"{edges[above - 1]:>3} to {edges[above]}"


def _dice(seen: Sequence[Seen], group: _Group) -> Iterable[list[str]]:
    groups: dict[str, list[tuple[Seen, Match]]] = {}
    for one in seen:
        for match in one.matches:
            groups.setdefault(group(one, match), []).append((one, match))
    for name, mine in sorted(groups.items()):
        true = [match for _, match in mine if match.true is not None]
        missed = sum(match.read is None for match in true)
        faces = sum(match.read is not None and not match.right for match in true)
        accepted = sum(not match.right and one.wrong for one, match in mine)
        yield [
            name, str(len(true)), str(Share(missed, len(true))), str(Share(faces, len(true))),
            str(len(mine) - len(true)), str(accepted),
        ]  # fmt: skip


def _print_wrong(seen: Sequence[Seen]) -> None:
    wrong = [one for one in seen if one.wrong]
    print(f"  Accepted but wrong: {'none' if not wrong else ''}")
    for one in wrong:
        art = ", new art" if one.job.new_art else ""
        print(
            f"    {one.job.dice_set.name}, seed {one.job.seed}, {one.job.count} dice"
            f"{art}{one.mistakes()}"
        )


def _print_doubtful(seen: Sequence[Seen]) -> None:
    rows = []
    for kind in DOUBTFUL:
        mine = [one for one in seen if one.job.kind == kind and not one.clear]
        doubted = Share(sum(one.told is Verdict.DOUBTED for one in mine), len(mine))
        alone = str(Share(sum(one.untold is Verdict.DOUBTED for one in mine), len(mine)))
        if kind == "one missing":
            alone = "-"
        right = sum(one.told is Verdict.EXACT for one in mine)
        codes = Counter(code for one in mine for code in one.doubts).most_common(4)
        rows.append([
            kind, str(len(mine)), str(doubted), alone,
            str(right), str(len(mine) - doubted.part - right),
            ", ".join(f"{code} {count}" for code, count in codes),
        ])  # fmt: skip
    print("Throws that must be doubted")
    header = ("kind", "n", "doubted", "| without count", "| accepted, right", "accepted, wrong",
              "commonest doubts")  # fmt: skip
    print(table(header, rows))


def keep(measured: Measured, folder: Path) -> None:
    """Render again what was accepted but should not have been, to look at it."""
    folder.mkdir(parents=True, exist_ok=True)
    wrong = [one for one in measured.plain if one.wrong]
    taken = [
        one
        for one in measured.doubtful
        if not one.clear and {one.told, one.untold} != {Verdict.DOUBTED}
    ]
    for one in wrong + taken:
        name = f"{one.job.kind.replace(' ', '-')}-{one.job.dice_set.name}-{one.job.seed}.png"
        cv2.imwrite(str(folder / name), render(one.job.scene()).frame)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, help=f"of each set; {SCENES} without")
    parser.add_argument("--keep", type=Path, help="save what was accepted wrongly to this folder")
    asked = parser.parse_args(arguments)
    measured = measure(scenes_given(asked.scenes))
    print_all(measured)
    if asked.keep is not None:
        keep(measured, asked.keep)


if __name__ == "__main__":
    main()
