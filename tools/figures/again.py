"""Measures the second look, with more light, at throws that are too dark.

`python -m tools.figures.again [--throws N]`: N throws of each kind, with 3 to 6 stops too little
light, are read as on the table. Nothing else uses their seeds.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from firmware.camera.table_camera import TableCamera
from tools.figures.renders import DOUBTFUL, SETS, Job, Kind
from tools.figures.spread import reader, spread
from tools.figures.stats import Share, table
from tools.figures.verdicts import Verdict, matched, verdict
from vision.geometry import Frame
from vision.simulator.scene import Scene, render

FIRST_SEED = 128_000_000
THROWS = 40
KINDS: tuple[Kind, ...] = (
    "plain",
    "touching",
    "beside",
    *(kind for kind in DOUBTFUL if kind not in {"dark", "cocked alone"}),
)
"""All of `tools.figures.renders` but one that is dark anyway, and one with a single die."""
TOO_LITTLE = -6.0, -3.0
PACE = 0.1
_STEP = 10_000  # seeds between two kinds


@dataclass(frozen=True)
class Throw:
    """One throw: whether it was doubted as dark and looked at again, and what came of it."""

    kind: Kind
    again: bool
    verdict: Verdict


class Camera:
    """A camera above one scene, with too little light."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.again = False

    def frames(self) -> Iterator[tuple[float, Frame]]:
        return self._pictures(0.0)

    def exposed(self, stops: float) -> Iterator[tuple[float, Frame]]:
        self.again = True
        return self._pictures(stops)

    def _pictures(self, stops: float) -> Iterator[tuple[float, Frame]]:
        lit = replace(self._scene, stops=self._scene.stops + stops)
        for moment in count():
            yield moment * PACE, render(replace(lit, moment=moment)).frame

    def close(self) -> None: ...


def see(job: Job) -> Throw:
    """Read one throw as on the table."""
    rng = np.random.default_rng([job.seed, 7])
    scene = replace(job.scene(), stops=float(rng.uniform(*TOO_LITTLE)))
    camera = Camera(scene)
    table_camera = TableCamera(camera, reader)
    reading = table_camera.look(job.dice_set, frozenset({job.told}), lambda _: None, lambda: False)
    assert reading is not None
    exact = all(match.right for match in matched(render(scene).dice, reading))
    return Throw(job.kind, camera.again, verdict(reading, exact=exact))


def jobs(throws: int) -> list[Job]:
    return [
        Job(SETS[number % len(SETS)], FIRST_SEED + _STEP * place + number, 2 + number % 7, kind)
        for place, kind in enumerate(KINDS)
        for number in range(throws)
    ]


def measure(throws: int = THROWS, processes: int | None = None) -> list[Throw]:
    """Return all throws that were looked at again."""
    seen = spread(see, jobs(throws), "dark throws", processes)
    return [throw for throw in seen if throw.again]


def print_all(seen: Sequence[Throw]) -> None:
    print("The second look, with more light, at throws that were too dark; 95 % intervals")
    rows = []
    for kind in KINDS:
        mine = [throw.verdict for throw in seen if throw.kind == kind]
        read = str(Share(mine.count(Verdict.EXACT), len(mine)))
        rows.append([kind, str(len(mine)), read, str(mine.count(Verdict.WRONG))])
    print(table(("too dark, and", "throws", "read right", "wrong"), rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=THROWS)
    print_all(measure(parser.parse_args().throws))
