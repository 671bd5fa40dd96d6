"""Compares the readings and their time on several versions of OpenCV.

`python -m tools.figures.versions PYTHON ... [--photos DIR]`: interpreters of environments with
those versions; `make versions` leaves some under `.nox/`. The first one is the reference. They
alternate picture by picture, so that a busy minute slows all of them equally.
"""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from rules.dice import DICE_SETS
from tools import make_gate as gate
from tools.figures.photos import labelled
from tools.figures.stats import table
from vision.files.pictures import decode
from vision.reader import Reader

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Job:
    """A picture to read; `count` is given to the reader, if known."""

    path: Path
    dice_set: str
    count: int | None


@dataclass(frozen=True)
class Told:
    """The reading of one version, and its time in milliseconds."""

    faces: tuple[str, ...]
    doubts: tuple[str, ...]
    confidences: tuple[float, ...]
    took: float

    @property
    def accepted(self) -> bool:
        return not self.doubts


@dataclass(frozen=True)
class Compared:
    """The differences of one version from the first, over all pictures."""

    other_faces: int
    other_verdict: int
    other_doubts: int
    apart: float
    took: float


class Version:
    """A reader in a process of its own, with that interpreter's OpenCV."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [python, "-m", "tools.figures.versions", "--tell"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ROOT,
        )  # fmt: skip
        self.versions: Mapping[str, str] = self._answer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def read(self, job: Job) -> Told:
        """The result of reading a picture."""
        assert self._process.stdin is not None
        asked = [str(job.path), job.dice_set, job.count]
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        faces, doubts, confidences, took = self._answer()
        return Told(tuple(faces), tuple(doubts), tuple(confidences), took)

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(self._process.wait())
        return json.loads(line)


def tell(asked: Iterable[str]) -> Iterator[str]:
    """The work of one version: a line of JSON for each line that is asked."""
    cv2.setNumThreads(1)
    reader = Reader()
    yield json.dumps(
        {"OpenCV": cv2.__version__, "numpy": np.__version__, "Python": platform.python_version()}
    )
    for line in asked:
        path, dice_set, count = json.loads(line)
        frame = decode(Path(path).read_bytes()).frame
        begun = perf_counter()
        reading = reader.read(frame, DICE_SETS[dice_set], None if count is None else {count})
        took = 1000 * (perf_counter() - begun)
        dice = sorted(reading.dice, key=lambda die: die.centre)
        yield json.dumps(
            [
                [die.face for die in dice],
                sorted(doubt.code for doubt in reading.doubts),
                [die.confidence for die in dice],
                took,
            ]
        )


def jobs(folder: Path | None) -> list[Job]:
    """The gate's pictures and those of a folder, each with the count and without."""
    shown = [(gate.FOLDER / p.file, p.dice_set, len(p.dice)) for p in gate.pictures()]
    if folder is not None:
        shown += [(photo.path, "standard", len(photo.faces)) for photo in labelled(folder)]
    return [Job(path, name, told) for path, name, count in shown for told in (count, None)]


def compare(first: Sequence[Told], other: Sequence[Told]) -> Compared:
    pairs = list(zip(first, other, strict=True))
    return Compared(
        sum(sorted(a.faces) != sorted(b.faces) for a, b in pairs),
        sum(a.accepted != b.accepted for a, b in pairs),
        sum(a.doubts != b.doubts for a, b in pairs),
        max(
            (
                abs(one - two)
                for a, b in pairs
                if a.faces == b.faces
                for one, two in zip(a.confidences, b.confidences, strict=True)
            ),
            default=0.0,
        ),
        median(b.took for b in other),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", type=Path, nargs="*", help="interpreters, the first to compare")
    parser.add_argument("--photos", type=Path, help="a folder of photos, as for tools.figures")
    parser.add_argument("--tell", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.tell:
        for line in tell(sys.stdin):
            print(line, flush=True)
        return
    print(report(args.pythons, jobs(args.photos)))


def report(pythons: Sequence[Path], asked: Sequence[Job]) -> str:
    """All versions in one table, and every picture they differ about."""
    with ExitStack() as stack:
        versions = [stack.enter_context(Version(python)) for python in pythons]
        told = [[version.read(job) for version in versions] for job in asked]
    by_version = list(zip(*told, strict=True))
    names = [f"OpenCV {each.versions['OpenCV']}" for each in versions]
    compared = [compare(by_version[0], each) for each in by_version]
    rows = [
        [
            name, version.versions["numpy"], version.versions["Python"], str(it.other_faces),
            str(it.other_verdict), str(it.other_doubts), f"{it.apart:.4f}",
            f"{it.took:.0f} ms", f"{it.took / compared[0].took:.2f}",
        ]
        for name, version, it in zip(names, versions, compared, strict=True)
    ]  # fmt: skip
    pictures = len({job.path for job in asked})
    head = (
        f"The reader on {len(versions)} versions, {pictures} pictures, each read with the count and"
        " without it, on one core"
    )
    return "\n".join([head, table(_HEADER, rows), *differences(asked, told, names)])


_HEADER = (
    "version", "numpy", "Python", "other faces", "other verdict", "other doubts",
    "confidence apart", "median", "of the first",
)  # fmt: skip


def differences(
    asked: Sequence[Job], told: Sequence[Sequence[Told]], names: Sequence[str]
) -> Iterator[str]:
    """A line for each reading that another version tells otherwise."""
    for job, (first, *others) in zip(asked, told, strict=True):
        for name, other in zip(names[1:], others, strict=True):
            if (sorted(first.faces), first.doubts) != (sorted(other.faces), other.doubts):
                given = "no count" if job.count is None else "count given"
                both = f"{name}: {_said(other)}; {names[0]}: {_said(first)}"
                yield f"  {job.path.name}, {given}, {both}"


def _said(told: Told) -> str:
    return f"{' '.join(sorted(told.faces)) or 'none'} ({', '.join(told.doubts) or 'accepted'})"


if __name__ == "__main__":
    main()
