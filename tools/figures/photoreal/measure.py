"""Measures the reader on throws rendered by Blender.

`python -m tools.figures.photoreal.measure FOLDER [FOLDER ...]`, on folders filled by `prepare` and
`blender.throw`.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.dice import Face
from tools.figures.photoreal.job import HEIGHT, WIDTH, Job, load
from tools.figures.renders import LEAST, SETS
from tools.figures.spread import reader, spread
from tools.figures.stats import Share, table
from tools.figures.verdicts import HEADER, LEGEND, Held, Verdict, cells, edge_of
from vision.files.pictures import decode
from vision.reading import Corners
from vision.simulator.scene import TrueDie

_LEVEL, _LEANS = 1.0, 12.0
"""Degrees up to which a die lies, and from which it leans so that nobody would count it."""
_LOW, _HIGH = 0.02, 0.7
"""Edges above the table up to which a die lies on it, and from which it lies on another: a coin is
0.1 high, a tile 0.7 at most."""
_WASHED = 0.1
"""The part of a face that may mirror a lamp before it counts as glare."""
_GRID = (np.arange(9) + 0.5) / 9
_LACQUER, _MATT = 0.03, 0.25
"""How rough a coat is, and by how much a matt face spreads a lamp, in radians: over the whole top,
where it washes out nothing."""

KINDS = (
    "readable",
    "small dice",
    "raised",
    "glare",
    "hardly leaning",
    "leaning",
    "stacked",
    "cut off",
)
_BAD = KINDS[-3:]
"""To be doubted, all of them; glare may leave a face that can be read."""

_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Shown:
    """A picture with its job."""

    folder: Path
    job: Job


@dataclass(frozen=True, kw_only=True)
class Seen(Held):
    """The reading of one throw."""

    name: str
    dice_set: str
    kind: str


def see(shown: Shown) -> Seen:
    job = shown.job
    true = json.loads((shown.folder / "truth" / f"{job.name}.json").read_text(encoding="utf-8"))
    dice = [TrueDie(Face(one["face"]), _corners(one["corners"]), lean=one["lean"]) for one in true]
    frame = decode((shown.folder / "images" / f"{job.name}.jpg").read_bytes()).frame
    dice_set = next(one for one in SETS if one.name == job.dice_set)
    told = reader().read(frame, dice_set, {len(dice)})
    untold = reader().read(frame, dice_set, None)
    return Seen.against(
        dice,
        told,
        untold,
        name=f"{shown.folder.name}/{job.name}",
        dice_set=job.dice_set,
        kind=kind_of(job, dice, max((one["above"] for one in true), default=0.0)),
    )


def _corners(told: Sequence[tuple[float, float]]) -> Corners:
    a, b, c, d = ((x, y) for x, y in told)
    return a, b, c, d


def kind_of(job: Job, dice: Sequence[TrueDie], above: float) -> str:
    """What is the matter with a throw, the worst first.

    Nobody looks whether a cup or a rim hides a die; one that rests on a rim is "stacked".
    """
    if any(not (0 <= x <= WIDTH and 0 <= y <= HEIGHT) for die in dice for x, y in die.corners):
        return "cut off"
    if above > _HIGH:
        return "stacked"
    lean = max((die.lean for die in dice), default=0.0)
    if lean > _LEVEL:
        return "leaning" if lean > _LEANS else "hardly leaning"
    if any(washed(job, die.corners) > _WASHED for die in dice):
        return "glare"
    if above > _LOW:
        return "raised"
    return "small dice" if any(edge_of(die.corners) < LEAST for die in dice) else "readable"


def washed(job: Job, corners: Corners) -> float:
    """How much of a level top mirrors a lamp into the camera."""
    spread_by = [rough**2 for rough in (job.rough, *([_LACQUER] if job.coat else []))]
    blurred = max((angle for angle in spread_by if angle <= _MATT), default=None)
    if blurred is None:
        return 0.0
    tilt, azimuth, roll = np.radians([job.tilt, job.azimuth, job.roll])
    turned = _about(2, azimuth) @ _about(0, tilt)
    camera = turned @ np.array([0, 0, job.distance])
    focal = WIDTH / 2 / np.tan(np.radians(job.view) / 2)
    a, b, _, d = np.array(corners, float)
    points = np.array([a + (b - a) * u + (d - a) * v for u in _GRID for v in _GRID])
    rays = np.column_stack([
        (points[:, 0] - WIDTH / 2) / focal, (HEIGHT / 2 - points[:, 1]) / focal,
        np.full(len(points), -1.0),
    ])  # fmt: skip
    ways = rays @ (turned @ _about(2, roll)).T
    tops = camera + ways * ((job.edge - camera[2]) / ways[:, 2:])
    mirrored = ways * [1, 1, -1]
    mirrored /= np.linalg.norm(mirrored, axis=1, keepdims=True)
    hit = np.zeros(len(points), bool)
    for lamp in job.lamps:
        there = np.array(lamp.place) - tops
        far = np.linalg.norm(there, axis=1)
        off = np.arccos(np.clip(np.sum(mirrored * there, axis=1) / far, -1, 1))
        hit |= off < lamp.size / 2 / far + blurred
    return float(np.mean(hit))


def _about(axis: int, angle: float) -> _Floats:
    """A turn about one axis."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[first, first] = turn[second, second] = np.cos(angle)
    turn[first, second], turn[second, first] = -np.sin(angle), np.sin(angle)
    return turn


def measure(folders: Iterable[Path], processes: int | None = None) -> list[Seen]:
    """Read all pictures of some folders."""
    jobs = [
        Shown(folder, job)
        for folder in folders
        for job in load(folder)
        if (folder / "truth" / f"{job.name}.json").exists()
    ]
    return spread(see, jobs, "pictures", processes)


def print_all(seen: Sequence[Seen]) -> None:
    """All tables, and what was not read of what can be."""
    readable = [one for one in seen if one.kind == "readable"]
    print(f"Throws by Blender: {len(readable)} readable of {len(seen)}; 95 % intervals")
    print(LEGEND)
    rows = [
        [one.name, *cells([each for each in readable if each.dice_set == one.name])] for one in SETS
    ]
    print(table(("readable", *HEADER), [*rows, ["all", *cells(readable)]]))
    others = [
        [kind, *cells(mine)]
        for kind in KINDS[1:]
        if (mine := [one for one in seen if one.kind == kind])
    ]
    print(table(("others", *HEADER), others))
    bad = [one for one in seen if one.kind in _BAD]
    doubted = Share(sum(one.told is Verdict.DOUBTED for one in bad), len(bad))
    print(f"  Leaning, stacked or cut off, doubted with the count: {doubted}")
    codes = Counter(code for one in readable for code in one.doubts)
    listed = ", ".join(f"{code} {count}" for code, count in codes.most_common())
    print(f"  Doubts about readable ones (throws each): {listed or 'none'}")
    for one in seen:
        if one.wrong:
            print(f"  Accepted but wrong: {one.name}, {one.kind}{one.mistakes()}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    asked = parser.parse_args(arguments)
    print_all(measure(asked.folders))


if __name__ == "__main__":
    main()
