"""Measures how well the mat is found, and the dice on it read, in rendered scenes.

    python -m tools.figures.mats [--scenes 300]

Barbecue dice on an A4 mat: pose, lens, light, table and what was kept are drawn anew for each.
"""

import argparse
import time
from dataclasses import dataclass, field

import cv2
import numpy as np

from rules.dice import BARBECUE
from vision.errors import MatTrouble
from vision.mat.placing import Mat, Zone, find_mat
from vision.mat.sheet import Paper
from vision.reader import Reader
from vision.simulator.scene import LIGHTS, SURFACES, Scene, Shot, Spoil, render
from vision.stages.context import Context

DICE = 8


@dataclass
class Counted:
    """The results of some scenes."""

    scenes: int = 0
    found: int = 0
    accepted: int = 0
    wrong: int = 0
    misplaced: int = 0
    """Dice that were taken for being in another zone, of all dice."""
    dice: int = 0
    tilts: list[float] = field(default_factory=list)
    edges: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def scene(seed: int, spoil: Spoil | None = None) -> Scene:
    """A throw in the middle of a turn, seen from anywhere a mast could stand."""
    rng = np.random.default_rng([seed, 21])
    faces = tuple(BARBECUE.sides[int(side)] for side in rng.integers(0, 6, DICE))
    kept = int(rng.integers(0, DICE - 1))
    return Scene(
        BARBECUE,
        faces[kept:],
        seed=seed,
        place=seed,
        light=LIGHTS[int(rng.integers(len(LIGHTS)))],
        surface=SURFACES[int(rng.integers(len(SURFACES)))],
        tilt=float(rng.uniform(0, 25)),
        distance=float(rng.uniform(33, 42)),
        edge=float(rng.uniform(44, 54)),
        blur=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(0.8, 3)),
        jpeg=int(rng.integers(75, 97)),
        mat=Paper.A4,
        kept=faces[:kept],
        bend=float(rng.uniform(-0.12, 0.06)),
        spoil=spoil,
    )


def count(scenes: int, reader: Reader, spoil: Spoil | None = None) -> Counted:
    counted = Counted()
    for seed in range(scenes):
        look(counted, scene(seed, spoil), reader)
    return counted


def look(counted: Counted, asked: Scene, reader: Reader) -> None:
    shot = render(asked)
    counted.scenes += 1
    begun = time.perf_counter()
    try:
        mat = find_mat(shot.frame)
    except MatTrouble:
        mat = None
    counted.seconds.append(time.perf_counter() - begun)
    if mat is not None:
        counted.found += 1
        _compare(counted, asked, shot, mat)
        _read(counted, asked, shot, mat, reader)


def _compare(counted: Counted, asked: Scene, shot: Shot, mat: Mat) -> None:
    counted.tilts.append(abs(mat.tilt - asked.tilt))
    for number, die in enumerate(shot.dice):
        corners = np.array(die.corners)
        x, y = corners.mean(axis=0)
        lies = Zone.THROW if number < len(asked.faces) else Zone.KEEP
        counted.dice += 1
        counted.misplaced += mat.zone((x, y)) is not lies
        edge = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
        if die.spoilt is None:
            counted.edges.append(abs(mat.edge((x, y)) / edge - 1))


def _read(counted: Counted, asked: Scene, shot: Shot, mat: Mat, reader: Reader) -> None:
    reading = reader.read(shot.frame, BARBECUE, {DICE}, Context(mat.covers, mat.edge))
    if not reading.accepted:
        return
    counted.accepted += 1
    by_zone: dict[Zone | None, list[str]] = {Zone.THROW: [], Zone.KEEP: []}
    for die in reading.dice:
        by_zone.setdefault(mat.zone(die.centre), []).append(die.face)
    right = sorted(by_zone[Zone.THROW]) == sorted(asked.faces)
    counted.wrong += not (right and sorted(by_zone[Zone.KEEP]) == sorted(asked.kept))


def report(scenes: int) -> None:
    reader = Reader()
    whole = count(scenes, reader)
    print(f"Mats on rendered tables, {whole.scenes} scenes, {whole.dice} dice")
    print(f"  found: {whole.found}")
    print(f"  tilt off, median and worst: {np.median(whole.tilts):.2f}, {max(whole.tilts):.2f} deg")
    print(f"  size of a die off, median and worst: {np.median(whole.edges):.1%}, "
          f"{max(whole.edges):.1%}")  # fmt: skip
    print(f"  dice in the wrong zone: {whole.misplaced}")
    exact = whole.accepted - whole.wrong
    print(f"  accepted and exact, both zones: {exact} ({exact / whole.scenes:.1%}), "
          f"wrong: {whole.wrong}")  # fmt: skip
    print(f"  finding it: {np.median(whole.seconds) * 1000:.0f} ms")
    for spoil in ("cocked", "hand", "stacked", "cut_off"):
        spoilt = count(scenes // 6, reader, spoil)
        print(f"  spoilt by {spoil}: {spoilt.scenes - spoilt.accepted} of {spoilt.scenes} doubted, "
              f"{spoilt.wrong} accepted and wrong")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=300)
    report(parser.parse_args().scenes)
