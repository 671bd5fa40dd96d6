"""Measures reading of dice taught just before: invented picture dice, never trained on.

    python -m tools.figures.taught [--sets 64] [--throws 25] [--plot FILE]

Each set is taught with one picture of eight dice for each of its six faces, and thrown in another
light on another table, one to eight dice a throw. The camera stays about where it was. Of some sets
teaching says that two faces are too alike: they are thrown too, and told apart below.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from firmware.camera.face_check import TooAlike, examine
from rules.dice import Face
from tools.figures.icons import INVENTED, invented, with_stranger
from tools.figures.plots import Row, bars
from tools.figures.spread import reader, spread
from tools.figures.stats import Share, table
from tools.figures.verdicts import Tally, Verdict, edge_of, matched, verdict
from tools.svg import Sheet
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import Reading
from vision.simulator.scene import Scene, render
from vision.stages.dice_kinds import PIPS
from vision.training.lessons import SHOWN, taught_and_thrown

SETS, THROWS, STRANGERS = 64, 25, 5
TRIES = 3
"""A face is shown again where the reader has a doubt about it."""
LEAST = 20.0
"""No smaller die is promised to be read."""
SIZES = ((20, 30), (30, 45), (45, 70), (70, 200))


@dataclass(frozen=True)
class Thrown:
    """The result of one throw.

    `smallest` is the edge of its smallest die, 0 if one is covered. A `stranger` shows a face that
    was not taught.
    """

    verdict: Verdict
    smallest: float
    doubts: tuple[str, ...]
    stranger: bool


@dataclass(frozen=True)
class Learnt:
    """One set: how often a face was shown, whether some are too alike, and its throws."""

    number: int
    dark: bool
    shown: int
    taught: bool
    alike: bool
    throws: tuple[Thrown, ...]


def learn(numbers: tuple[int, int]) -> Learnt:
    """Teach one set and throw it."""
    number, throws = numbers
    look, names = invented(number)
    shown, thrown = taught_and_thrown(look, INVENTED, 7_000 + number, throws + STRANGERS)
    looks: dict[str, tuple[Frame, ...]] = {}
    tries = 0
    for name, scene in zip(names, shown, strict=True):
        for again in range(TRIES):
            tries += 1
            shot = render(replace(scene, seed=scene.seed + 50 * again))
            lesson = reader().lesson(shot.frame, {SHOWN})
            if lesson.reading.accepted:
                looks[name] = lesson.looks
                break
    if len(looks) < len(names):
        return Learnt(number, number % 2 == 1, tries, taught=False, alike=False, throws=())
    taught = Taught("invented", names, looks)
    called = dict(zip(PIPS, names, strict=True))
    seen = [_see(reader(), taught, scene, called) for scene in thrown[:throws]]
    for n, scene in enumerate(thrown[throws:]):
        strange = with_stranger(look, PIPS[n % len(PIPS)], n)
        faces = (PIPS[n % len(PIPS)], *scene.faces[1:])
        seen.append(
            _see(
                reader(), taught, replace(scene, style=strange, faces=faces), called, stranger=True
            )
        )
    alike = any(isinstance(found, TooAlike) for found in examine(reader(), taught).problems)
    return Learnt(number, number % 2 == 1, tries, taught=True, alike=alike, throws=tuple(seen))


def _see(
    by: Reader, taught: Taught, scene: Scene, called: dict[Face, str], *, stranger: bool = False
) -> Thrown:
    shot = render(scene)
    reading = by.read(shot.frame, taught, {len(scene.faces)})
    right = all(match.right for match in matched(shot.dice, _as_faces(reading, called)))
    return Thrown(
        verdict(reading, exact=right and not stranger),
        min(edge_of(die.corners) for die in shot.dice) if shot.readable else 0.0,
        tuple(sorted({doubt.code for doubt in reading.doubts})),
        stranger,
    )


def _as_faces(reading: Reading, called: dict[Face, str]) -> Reading:
    """The reading with the faces that the scene was made of."""
    faces = {name: face for face, name in called.items()}
    return Reading(
        tuple(replace(die, face=faces[die.face]) for die in reading.dice), reading.doubts
    )


def measure(sets: int = SETS, throws: int = THROWS) -> list[Learnt]:
    """Measure this many sets, each thrown this often."""
    return spread(learn, [(number, throws) for number in range(sets)], "taught dice")


def report(learnt: Sequence[Learnt]) -> str:
    plain = _plain(learnt)
    rows = [
        _row("all", plain),
        _row("faces unlike", _plain(one for one in learnt if not one.alike)),
        _row("some too alike", _plain(one for one in learnt if one.alike)),
        _row("light dice", _plain(one for one in learnt if not one.dark)),
        _row("dark dice", _plain(one for one in learnt if one.dark)),
        *(
            _row(f"{low} to {high} px", [t for t in plain if low <= t.smallest < high])
            for low, high in SIZES
        ),
    ]
    strangers = [t for one in learnt for t in one.throws if t.stranger]
    doubted = sum(t.verdict is not Verdict.WRONG for t in strangers)
    shown = sum(one.shown for one in learnt)
    codes = Counter(code for t in plain for code in t.doubts)
    told = ", ".join(f"{code} {n}" for code, n in codes.most_common())
    taught, often = sum(one.taught for one in learnt), shown / len(learnt) / len(PIPS)
    warned = sum(one.alike for one in learnt)
    return "\n".join(
        [
            f"Taught dice: {len(learnt)} invented sets of {len(PIPS)} icons, {SHOWN} dice a face",
            f"  taught {taught} of {len(learnt)}; a face was shown {often:.2f} times",
            f"  sets of which it was told that two faces are too alike: {warned}",
            table(("throws", "n", "exact", "wrong", "doubted"), rows),
            f"  Doubts (throws each): {told}",
            f"  Throws with a face that was not taught: doubted {doubted} of {len(strangers)}",
        ]
    )


def plot(learnt: Sequence[Learnt]) -> Sheet:
    """Print the results of the throws, by the size of dice and by set."""
    throws = [t for one in learnt for t in one.throws]
    sizes = [
        Row(f"{low} to {high} pixels", _tally(t for t in throws if low <= t.smallest < high))
        for low, high in SIZES
    ]
    sets = [Row(_called(one), _tally(one.throws)) for one in learnt]
    told = f"{len(learnt)} invented sets of six icons, never trained on; count given."
    return bars("Dice that were taught", told, [("By their smallest die", sizes), ("By set", sets)])


def _called(one: Learnt) -> str:
    alike = ", two alike" if one.alike else ""
    return f"set {one.number + 1}, {'dark' if one.dark else 'light'}{alike}"


def _plain(learnt: Iterable[Learnt]) -> list[Thrown]:
    """The throws that can be read."""
    return [t for one in learnt for t in one.throws if not t.stranger and t.smallest >= LEAST]


def _tally(throws: Iterable[Thrown]) -> Tally:
    return Tally.of(t.verdict for t in throws if not t.stranger and t.smallest >= LEAST)


def _row(name: str, throws: Sequence[Thrown]) -> tuple[str, ...]:
    counts = Counter(t.verdict for t in throws)
    of = len(throws)
    return (
        name,
        str(of),
        str(Share(counts[Verdict.EXACT], of)),
        str(counts[Verdict.WRONG]),
        str(counts[Verdict.DOUBTED]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS)
    parser.add_argument("--throws", type=int, default=THROWS)
    parser.add_argument("--plot", type=Path, help="draw into this file too")
    asked = parser.parse_args()
    learnt = measure(asked.sets, asked.throws)
    print(report(learnt))
    if asked.plot is not None:
        plot(learnt).save(asked.plot)


if __name__ == "__main__":
    main()
