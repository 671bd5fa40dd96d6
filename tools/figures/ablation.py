"""Measures what each rule of the reader brings: how many readings change if it alone is off.

    python -m tools.figures.ablation --cache FOLDER [--photos FOLDER] [--scenes 25]
    python -m tools.figures.ablation --cache FOLDER --choose SURE 0.8 0.9 0.95

The second form reads with each value of one limit: for each group of pictures the readings that are
accepted and exact, and those accepted and wrong. Then it tells which value would be chosen if one
group were left out: a limit is good if that is always the same.

The folder keeps the pictures and what the nets answered, so that a rule takes a minute. No test and
no other figure uses the seeds.
"""

import argparse
import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from rules.dice import STANDARD, DiceSet
from tools.figures import photos, renders
from tools.figures.stats import table
from tools.figures.verdicts import Verdict, edge_of, matched, verdict
from vision.files.pictures import decode
from vision.geometry import Frame
from vision.reader import Reader
from vision.simulator.scene import TrueDie, render
from vision.stages import finder, limits, looker
from vision.stages.pyramid import Pyramid

SCENES = 25
_FRESH = 50_000_000
"""Added to the seeds of `tools.figures.renders`."""
RULES: Mapping[str, Mapping[str, float]] = {
    "covered": {"COVERED": inf},
    "glare": {"GLARE": inf},
    "dark": {"DARK": -inf, "DARK_DICE": -inf},
    "blurred": {"BLURRED": inf},
    "cut off": {"PRINT": 0.0},
    "a die beyond the margin": {"CUT": inf},
    "a face that is not in the set": {"STRANGE": inf},
    "nets that disagree": {"BELIEVED": inf},
    "level among others": {"LEVEL": inf},
    "level alone": {"ALONE": inf},
    "a look that sees it lean": {"SEEMS": 0.0},
    "the foot of a single die": {"UNSTEADY": inf},
    "another look if unclear": {"CLEAR": -inf},
}
"""Each rule, and the limits with which it is off."""


@dataclass(frozen=True)
class Case:
    """A picture with its truth: the faces of a photo, or the dice of a render."""

    group: str
    dice_set: DiceSet
    expected: int
    truth: tuple[str, ...] | tuple[TrueDie, ...]
    path: Path

    def read(self, reader: Reader, *, count_given: bool) -> Verdict:
        """Read it with its count or without."""
        frame = np.load(self.path)
        reading = reader.read(frame, self.dice_set, {self.expected} if count_given else None)
        if self.group.startswith("photos"):
            return verdict(reading, exact=reading.faces == self.truth)
        dice = [die for die in self.truth if isinstance(die, TrueDie)]
        return verdict(reading, exact=all(match.right for match in matched(dice, reading)))


def cases(folder: Path, photo_folder: Path | None, scenes: int) -> list[Case]:
    """Return all pictures; they are rendered if the folder does not hold them."""
    kept = folder / f"cases-{scenes}.pickle"
    if kept.exists():
        found: list[Case] = pickle.loads(kept.read_bytes())  # noqa: S301 (our own file)
        return found
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for photo in photos.labelled(photo_folder) if photo_folder else ():
        group = "photos trained on" if photo.trained else f"photos {photo.source.split('/')[0]}"
        path = _save(folder, photo.path.stem, decode(photo.path.read_bytes()).frame)
        found.append(Case(group, STANDARD, len(photo.faces), photo.faces, path))
    plain = renders.jobs(scenes)
    spoilt = renders.doubtful_jobs(scenes)
    for job in (replace(job, seed=job.seed + _FRESH) for job in (*plain, *spoilt)):
        shot = render(job.scene())
        clear = shot.readable and job.kind not in renders.NOT_SPOILT
        if clear is (job.kind in renders.DOUBTFUL):
            continue
        if any(edge_of(die.corners) < renders.LEAST for die in shot.dice):
            continue
        group = f"spoilt: {job.kind}" if job.kind in renders.DOUBTFUL else job.dice_set.name
        path = _save(folder, str(job.seed), shot.frame)
        found.append(Case(group, job.dice_set, job.told, shot.dice, path))
    kept.write_bytes(pickle.dumps(found))
    return found


def _save(folder: Path, name: str, frame: Frame) -> Path:
    path = folder / f"{name}.npy"
    np.save(path, frame)
    return path


class Answers:
    """Remembers what the nets answered, by the pixels that they saw."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[bytes, Any] = {}
        if path.exists():
            self._known = pickle.loads(path.read_bytes())  # noqa: S301 (our own file)

    def save(self) -> None:
        """Write them to the file."""
        self._path.write_bytes(pickle.dumps(self._known))

    def patches(self) -> list[Any]:
        """Return what makes finder and looker ask here first."""
        find, run = finder.Finder._look, looker._run

        def look(self_: Any, picture: Pyramid, there: Any, size: Any, **how: bool) -> Any:
            key = _key("finder", picture.cut(there, size, **how))
            if key not in self._known:
                self._known[key] = find(self_, picture, there, size, **how)
            return list(self._known[key])

        def told(net: Any, crops: Sequence[Frame]) -> list[Any]:
            keys = [_key("looker", crop) for crop in crops]
            new = {
                key: crop for key, crop in zip(keys, crops, strict=True) if key not in self._known
            }
            self._known.update(zip(new, run(net, list(new.values())), strict=True))
            return [self._known[key] for key in keys]

        return [patch.object(finder.Finder, "_look", look), patch.object(looker, "_run", told)]


def _key(net: str, seen: Frame) -> bytes:
    return blake2b(np.ascontiguousarray(seen).tobytes(), digest_size=16, key=net.encode()).digest()


Result = dict[str, Counter[Verdict]]


def read_all(
    every: Sequence[Case], answers: Answers, values: Mapping[str, float], *, count_given: bool
) -> Result:
    """Read all pictures with other values of some limits; count the verdicts of each group."""
    told: Result = {}
    with ExitStack() as changed:
        for each in answers.patches():
            changed.enter_context(each)
        for name, value in values.items():
            changed.enter_context(patch.object(limits, name, value))
        reader = Reader()
        for case in every:
            if count_given or case.group != "spoilt: one missing":
                result = case.read(reader, count_given=count_given)
                told.setdefault(case.group, Counter())[result] += 1
    return told


KINDS = ("photos", "plain", "spoilt", "leaning")


def kind_of(group: str) -> str:
    """Return the kind of pictures to which a group belongs."""
    if group.startswith("photos"):
        return "photos"
    if group.startswith("spoilt"):
        return "leaning" if "cocked" in group else "spoilt"
    return "plain"


def by_kind(result: Result) -> Result:
    """Return the verdicts of each kind."""
    summed: Result = {kind: Counter() for kind in KINDS}
    for group, counted in result.items():
        summed[kind_of(group)] += counted
    return summed


def _row(name: str, now: Result, before: Result | None = None) -> list[str]:
    row = [name]
    for kind in KINDS:
        for each in (Verdict.EXACT, Verdict.WRONG):
            many = by_kind(now)[kind][each]
            row.append(f"{many}" if before is None else f"{many - by_kind(before)[kind][each]:+d}")
    return row


def print_rules(every: Sequence[Case], answers: Answers) -> None:
    """Print what changes if each rule alone is off."""
    for count_given in (True, False):
        base = read_all(every, answers, {}, count_given=count_given)
        rows = [_row("all rules on", base)]
        for name, values in RULES.items():
            off = read_all(every, answers, values, count_given=count_given)
            rows.append(_row(f"off: {name}", off, base))
            answers.save()
        head = "count given" if count_given else "without a count"
        names = [part for kind in KINDS for part in (f"{kind}: exact", "wrong")]
        sizes = ", ".join(f"{kind} {sum(by_kind(base)[kind].values())}" for kind in KINDS)
        print(f"Readings that are accepted, {head}: {sizes}")
        print(table((head, *names), rows))


def print_choice(
    every: Sequence[Case], answers: Answers, name: str, values: Sequence[float]
) -> None:
    """Print the readings for each value, and the value that is best without each group."""
    told = {value: read_all(every, answers, {name: value}, count_given=True) for value in values}
    answers.save()
    groups = {group: sum(counted.values()) for group, counted in told[values[0]].items()}
    rows = [
        [group, f"{many}", *(_cell(told[value][group]) for value in values)]
        for group, many in sorted(groups.items())
    ]
    print(table((name, "pictures", *(f"{value:g}" for value in values)), rows))
    for left_out in sorted(groups):
        print(f"  without {left_out}: {_best(told, left_out):g}")


def _cell(counted: Counter[Verdict]) -> str:
    return f"{counted[Verdict.EXACT]} / {counted[Verdict.WRONG]}"


def _best(told: Mapping[float, Result], left_out: str) -> float:
    """Return the value with the fewest wrong readings, then the most exact; the first of equals."""

    def worth(value: float) -> tuple[int, int]:
        counted = [each for group, each in told[value].items() if group != left_out]
        return -sum(c[Verdict.WRONG] for c in counted), sum(c[Verdict.EXACT] for c in counted)

    return max(told, key=worth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cache", type=Path, required=True, help="keeps pictures and answers")
    parser.add_argument("--photos", type=Path, help="the folder; else GRILLSIDE_PHOTOS")
    parser.add_argument("--scenes", type=int, default=SCENES, help="of each set and spoilt kind")
    parser.add_argument("--choose", nargs="+", metavar=("LIMIT", "VALUE"), help="one limit")
    asked = parser.parse_args()
    every = cases(asked.cache, photos.folder_given(asked.photos), asked.scenes)
    answers = Answers(asked.cache / "answers.pickle")
    if asked.choose:
        print_choice(every, answers, asked.choose[0], [float(each) for each in asked.choose[1:]])
    else:
        print_rules(every, answers)


if __name__ == "__main__":
    main()
