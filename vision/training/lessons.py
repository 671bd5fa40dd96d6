"""Lessons for the calibration: invented picture dice, taught in one light, thrown in another."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet
from vision.reader import Reader
from vision.simulator.art import Art
from vision.simulator.die_styles import KINDS, DieStyle, one_of
from vision.simulator.scene import LIGHTS, SURFACES, Scene, Shot, render
from vision.stages.acceptance import die_evidence
from vision.stages.dice_kinds import PIPS, Alike, Learned
from vision.stages.finder import Finder
from vision.stages.looker import Looker, crop
from vision.stages.pyramid import Pyramid
from vision.training.drawings import six_of_a_kind, stands_out
from vision.training.evidence import which

INVENTED = DiceSet("invented", PIPS, (1, 2, 3, 4, 5, 6))
SHOWN, THROWS = 8, 8
"""Dice for teaching each face, and throws afterwards."""
NEARER = 99
"""The percentage of looks at a taught face that count as near enough; with all, too many strange
faces would pass.
"""
FIRST_SET = 50_000
"""The first number of sets that training does not use."""


@dataclass(frozen=True, eq=False)
class Heard:
    """The distance of a thrown die from each taught face, and its true face."""

    far: NDArray[np.floating[Any]]
    face: int


Spot = tuple[list[float], float, bool]
"""The evidence for a die at a place, its distance from any taught face, and whether a die lies
there.
"""


def tile(art: Art) -> Art:
    """The same: with `partial`, a drawing that is drawn already, as a look wants it."""
    return art


PICTURED = (*KINDS["standard"][:4], *KINDS["junior"])
"""Kinds of dice with icons."""


def invented(number: int) -> DieStyle:
    """Return dice with six icons that training has not seen."""
    rng = np.random.default_rng([FIRST_SET, number])
    while True:
        look = one_of(PICTURED, rng).pick(rng)
        icons = six_of_a_kind(rng, 0.3)
        if all(stands_out(icon, look.body) for icon in icons):  # nobody prints white on white
            break
    pictures = dict(zip(PIPS, map(partial(partial, tile), icons), strict=True))
    return replace(look, pictures=pictures)


def taught_and_thrown(
    look: DieStyle, dice_set: DiceSet, number: int, throws: int = THROWS
) -> tuple[list[Scene], list[Scene]]:
    """Return a scene for each face with all dice turned to it, then throws.

    The camera hardly moves, as on a mast; light and table change.
    """
    rng = np.random.default_rng([number, 47])
    light, surface = one_of(LIGHTS, rng), one_of(SURFACES, rng)
    lights = [other for other in LIGHTS if other != light]
    surfaces = [other for other in SURFACES if other != surface]
    edge, tilt = float(np.exp(rng.uniform(np.log(34), np.log(90)))), float(rng.uniform(0, 28))
    base = Scene(
        dice_set, (), style=look, edge=edge, tilt=tilt, distance=float(rng.uniform(32, 40)),
        jpeg=92, light=light, surface=surface,
    )  # fmt: skip
    shown = [
        replace(base, faces=(face,) * SHOWN, seed=100 * number + n, place=100 * number)
        for n, face in enumerate(PIPS)
    ]
    thrown = []
    for n in range(throws):
        faces = tuple(one_of(PIPS, rng) for _ in range(int(rng.integers(1, 9))))
        scene = replace(
            base, faces=faces, seed=10**6 + 100 * number + n, place=10**6 + 100 * number + n,
            light=one_of(lights, rng), surface=one_of(surfaces, rng),
            edge=edge * float(rng.uniform(0.92, 1.08)), tilt=max(0.0, tilt + float(rng.normal())),
            clutter=bool(rng.random() < 0.3),
        )  # fmt: skip
        thrown.append(scene)
    return shown, thrown


def hear(numbers: range) -> tuple[list[Heard], list[Spot]]:
    """Teach these sets, throw them, and record the distances."""
    reader, finder, looker = Reader(), Finder(), Looker()
    heard, spots = [], []
    for number in numbers:
        shown, thrown = taught_and_thrown(invented(number), INVENTED, number)
        lessons = [reader.lesson(render(scene).frame, {SHOWN}) for scene in shown]
        if not all(lesson.reading.accepted for lesson in lessons):
            continue
        told = [reader.embeddings(lesson.looks) for lesson in lessons]
        taught = Alike(dict(zip(PIPS, told, strict=True)))
        for scene in thrown:
            shot = render(scene)
            heard += _heard(reader, shot, taught)
            spots += _spots(finder, looker, shot, taught)
    return heard, spots


def _spots(finder: Finder, looker: Looker, shot: Shot, taught: Alike) -> list[Spot]:
    """Return every place that may be a die."""
    picture, known = Pyramid(shot.frame), Learned((), taught)
    places = finder.find_again(picture, finder.find(picture))
    looks = looker.look(picture, [place.shape for place in places])
    seen = looker.embeddings([crop(picture, look.shape) for look in looks])
    truth = [(die.face, die.corners) for die in shot.dice]
    return [
        (
            die_evidence(place, known.heard(look.faces), known.can),
            float(taught.far(each).min()),
            which(truth, place.shape.middle) is not None,
        )
        for place, look, each in zip(places, looks, seen, strict=True)
    ]


def _heard(reader: Reader, shot: Shot, taught: Alike) -> list[Heard]:
    lesson = reader.lesson(shot.frame, {len(shot.dice)})
    found = []
    for die, look in zip(lesson.reading.dice, lesson.looks, strict=True):
        x, y = die.centre
        gaps = [np.hypot(*(np.mean(true.corners, 0) - (x, y))) for true in shot.dice]
        nearest = int(np.argmin(gaps))
        if gaps[nearest] < 10:
            face = PIPS.index(shot.dice[nearest].face)
            found.append(Heard(taught.far(reader.embeddings([look])[0]), face))
    return found


def fitted(heard: list[Heard]) -> float:
    """Return the weight of distances that fits best."""
    nearer = np.stack([one.far[one.face] - one.far for one in heard])

    def unlikely(sharp: float) -> float:
        return float(np.log(np.exp(sharp * nearer).sum(1)).mean())

    return float(min(np.arange(0.01, 1.0, 0.01).round(2), key=unlikely))


def farthest(heard: list[Heard]) -> float:
    """Return the greatest distance of nearly all looks from their face."""
    return round(float(np.percentile([one.far[one.face] for one in heard], NEARER)), 1)
