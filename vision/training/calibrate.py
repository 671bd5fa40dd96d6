"""Fits how sure the reader may be, and the embeddings of our own drawings.

`python -m vision.training.calibrate` uses renders of `vision.simulator.scene` with seeds that no
test uses, and, if available, the evidence that `label` kept from photos before training on them.
Nets that have since learned from the photos keep those chances (`--chances`). It also teaches and
throws picture dice (`lessons`), and writes `vision/nets/calibration.json`.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from vision.nets import FOLDER
from vision.nets.softmax import softmax
from vision.simulator.scene import random_scene, render
from vision.stages.acceptance import MOST_ODDS
from vision.stages.dice_kinds import unlike_ours
from vision.stages.finder import Finder
from vision.stages.limits import UNLIKE
from vision.stages.looker import Looker
from vision.training import lessons
from vision.training.evidence import Evidence, Known

FIRST_SEED = 900_000
REAL = 2
"""The weight of each real photo, since there are few."""


def fit(
    known: Known, keep: float = 1.0, before: NDArray[np.floating[Any]] | float = 0.0
) -> list[float]:
    """Return the weights of a logistic curve through the evidence (Newton's method, small weights).

    `before` is the prior logarithm of the odds.
    """
    x = np.array([evidence for evidence, _ in known])
    y = np.array([right for _, right in known], np.float64)
    weights = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-(x @ weights + before)))
        slope = x.T @ (p - y) + keep * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + keep * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return [round(float(w), 4) for w in weights]


def _gather(numbers: range) -> Evidence:
    """Return the evidence of these scenes."""
    cv2.setNumThreads(1)
    evidence = Evidence(Finder(), Looker())
    # Picture dice twice: five drawings must be told apart.
    sets: tuple[DiceSet, ...] = (STANDARD, junior(), CLASSIC, BARBECUE, junior())
    for number in numbers:
        seed = FIRST_SEED + number
        count = int(np.random.default_rng(seed).integers(0, 10))
        dice_set = sets[number % len(sets)]
        shot = render(random_scene(dice_set, count, seed, spoil=None))
        evidence.add(shot.frame, dice_set, [(die.face, die.corners) for die in shot.dice], [])
    return evidence


def tell_apart(
    art: list[tuple[Face, NDArray[np.float32]]], drawn: list[Face]
) -> NDArray[np.float64]:
    """Return weights that distinguish our drawings by embedding (softmax regression)."""
    x = np.array([[*embedding, 1.0] for _, embedding in art])
    y = np.array([[face is name for name in drawn] for face, _ in art], np.float64)
    weights = np.zeros((len(drawn), x.shape[1]))
    for _ in range(3000):
        weights -= 2.0 * ((softmax(x @ weights.T) - y).T @ x / len(x) + 3e-5 * weights)
    return weights


def drawn_die(die: list[float], spots: list[lessons.Spot]) -> list[float]:
    """Return the weights of the other evidence for a die, and of the drawing's distance.

    The distance is 1 at the limit of a known face.
    """
    before = np.array([evidence for evidence, _, _ in spots]) @ die
    unlike: Known = [([1.0, min(far, UNLIKE)], there) for _, far, there in spots]
    always, each = fit(unlike, before=before.clip(-MOST_ODDS, MOST_ODDS))
    return [always, 1.0, each]


def _write(
    evidence: Evidence,
    heard: list[lessons.Heard],
    spots: list[lessons.Spot],
    chances: dict[str, list[float]],
) -> None:
    drawn = sorted({face for face, _ in evidence.art})
    means = [np.mean([e for face, e in evidence.art if face is name], 0) for name in drawn]
    seen_before = np.stack([mean / np.linalg.norm(mean) for mean in means])
    alike = [float((seen_before @ embedding).max()) for _, embedding in evidence.art]
    least = round(float(np.percentile(alike, 0.5)) - 0.02, 3)
    die, farthest = chances["die"] if chances else fit(evidence.dice), lessons.farthest(heard)
    spots = [(told, far / farthest, there) for told, far, there in spots]
    for told, embedding, there in evidence.drawn:
        spots.append((told, unlike_ours(embedding, seen_before, least), there))
    told_apart = tell_apart(evidence.art, drawn)
    right = [
        drawn[int((told_apart @ [*embedding, 1.0]).argmax())] is face
        for face, embedding in evidence.art
    ]
    written = {
        "die": die,
        "drawn_die": drawn_die(die, spots),
        "face": chances["face"] if chances else fit(evidence.faces),
        "drawn": [str(face) for face in drawn],
        "seen_before": [_rounded(mean) for mean in seen_before],
        "told_apart": [_rounded(weights) for weights in told_apart],
        "alike": least,
        "taught": lessons.fitted(heard),
        "farthest": farthest,
    }
    (FOLDER / "calibration.json").write_text(json.dumps(written) + "\n")
    wrong = sum(not right for _, right in evidence.faces)
    print(f"{len(evidence.dice)} places, {len(evidence.faces)} dice, {wrong} faces wrong")
    print(f"{len(right)} drawings, {right.count(False)} taken for another")
    astray = sum(int(one.far.argmin()) != one.face for one in heard)
    print(f"{len(heard)} taught icons, {astray} taken for another")
    shown = ("die", "drawn_die", "face", "alike", "taught", "farthest")
    print({name: written[name] for name in shown})


def _rounded(values: NDArray[np.floating[Any]]) -> list[float]:
    return [round(float(value), 4) for value in values]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument("--sets", type=int, default=40, help="of picture dice that are taught")
    parser.add_argument("--evidence", type=Path, help="what `label` kept of real photos")
    parser.add_argument(
        "--chances", type=Path, help="keep those of a die and of its face from this calibration"
    )
    args = parser.parse_args()
    if args.chances is not None and args.evidence is not None:
        parser.error("--chances keeps what --evidence would change: give one of them")
    chances = json.loads(args.chances.read_text()) if args.chances is not None else {}
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as workers:
        shares = [range(first, args.scenes, cores) for first in range(cores)]
        evidence, *others = workers.map(_gather, shares)
        parts = [range(first, args.sets, cores) for first in range(cores)]
        heard: list[lessons.Heard] = []
        spots: list[lessons.Spot] = []
        for some, more in workers.map(lessons.hear, parts):
            heard += some
            spots += more
    for other in others:
        evidence.take(other)
    if args.evidence is not None:
        told = json.loads(args.evidence.read_text())
        evidence.dice += REAL * told["dice"]
        evidence.faces += REAL * told["faces"]
    _write(evidence, heard, spots, chances)


if __name__ == "__main__":
    main()
