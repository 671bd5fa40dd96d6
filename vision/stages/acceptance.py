"""Judges what the nets saw: how sure each die is, and every reason for doubt.

A wrong reading shown as certain is the worst result, so each limit is set where wrong claims end,
not where most readings pass. How the limits were found: `docs/vision.md`.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame
from vision.reading import Doubt, Point, ReadDie, Reading, TablePose, hidden_at
from vision.stages import image_quality, limits
from vision.stages.candidate import Candidate
from vision.stages.context import NO_CONTEXT, Context
from vision.stages.cut_dice import cut_off, outside
from vision.stages.dice_kinds import ANY, PIPS, Answers, Known, calibration
from vision.stages.finder import Place
from vision.stages.looker import DRAWING, NOTHING, Look
from vision.stages.pyramid import Pyramid
from vision.stages.rivals import (
    level_of,
    overlapping,
    tops,
)
from vision.stages.table_pose import sizes_on


class Judge:
    """Weighs the answers of the nets."""

    def __init__(self) -> None:
        known = calibration()
        self._die = np.array(known["die"])
        self._face = np.array(known["face"])
        self._drawn = np.array(known["drawn_die"])

    def candidate(self, place: Place, look: Look, known: Known) -> Candidate:
        """Return what lies at one place, as far as these dice can show it."""
        can, faces = known.can, known.heard(look.faces)
        told = 1 + int((faces * can)[1:].argmax())
        likely = _logistic(self._die, die_evidence(place, faces, can))
        believed = limits.MAYBE_UNCOUNTED if place.belief >= limits.BELIEVED else 0.0
        at_all = die = max(likely, believed)
        art = known.drawing(look.embedding) if told == DRAWING else None
        if art is not None and art.unlike is not None:
            drawn = _logistic(self._drawn, [1.0, _logit(likely), min(art.unlike, limits.UNLIKE)])
            die = max(drawn, believed)
        cannot = faces * (1 - can)
        cannot[NOTHING] = 0
        strange = int(cannot.argmax())
        if cannot[strange] > faces[told]:
            anyway = _logistic(self._die, die_evidence(place, faces, ANY))
            if anyway >= limits.STRANGE:
                told, die, at_all = strange, anyway, anyway
        guess = known.heard(np.array([0.0, *place.guess]))
        right = _logistic(self._face, face_evidence(guess, faces, told))
        second = _second(look, known, faces * can, told)
        if told == DRAWING:
            art = known.drawing(look.embedding) if art is None else art
            doubt = "unknown_art" if art.strange or not can[DRAWING] else None
            right *= art.chance
            return Candidate(
                die, art.face, right, look, doubt, art, at_all, second=art.second or second
            )
        doubt = None if can[told] else "not_in_set"
        return Candidate(die, PIPS[told - 1], right, look, doubt, second=second)

    def not_level(
        self, picture: Pyramid, candidates: Sequence[Candidate], context: Context = NO_CONTEXT
    ) -> list[int]:
        """Return the places that seem to lean, to look at them again."""
        kept, _ = tops(candidates, picture.size)
        dice = [candidate for candidate in _here(kept, context) if candidate.die >= limits.A_DIE]
        level = level_of(dice, picture.size, context.table)
        askew = {
            id(die)
            for die, far in zip(dice, level.off(dice), strict=True)
            if level.leans(far, die.look.leaning)
        }
        return [number for number, candidate in enumerate(candidates) if id(candidate) in askew]

    def judge(
        self,
        picture: Pyramid,
        candidates: list[Candidate],
        expected: Collection[int] | None,
        context: Context = NO_CONTEXT,
    ) -> Reading:
        """Return the reading of a picture, or of a zone in it."""
        if expected is None:
            candidates = [_whatever_it_shows(candidate) for candidate in candidates]
        candidates, clashes = tops(candidates, picture.size)
        candidates = _here(candidates, context)  # only now: a die outside may have its side within
        if expected is not None:
            candidates = _counted(candidates, expected)
        dice = [candidate for candidate in candidates if candidate.die >= limits.A_DIE]
        dice.sort(key=lambda candidate: (candidate.shape.middle[1], candidate.shape.middle[0]))
        doubts: list[Doubt] = []
        if expected is not None and len(dice) not in expected:
            doubts.append(Doubt("count", {"found": len(dice), "expected": tuple(sorted(expected))}))
        shapes = [die.shape for die in dice]
        if image_quality.dark(picture.frame, shapes):
            doubts.append(Doubt("dark"))
        blurred = image_quality.blurred(picture, shapes)
        level = level_of(dice, picture.size, context.table)
        far = level.off(dice, [lost for _, lost in clashes])
        for number, candidate in enumerate(dice):
            leaning = level.leans(far[number], candidate.look.leaning)
            doubts += _wrong_with(
                candidate, number, picture.frame, leaning=leaning, blurred=blurred
            )
        maybe = limits.MAYBE if expected is not None else limits.MAYBE_UNCOUNTED
        may_be = [candidate for candidate in candidates if maybe <= candidate.die < limits.A_DIE]
        doubts += [
            hidden_at(*candidate.shape.middle)
            for candidate in _of_their_size(may_be, dice, level.table)
        ]
        rivalled = overlapping(clashes, dice, far, picture.size)
        doubts += [Doubt("overlapping", {"die": number}) for number in rivalled]
        read = tuple(
            ReadDie(
                candidate.face,
                round(float(candidate.confidence), 4),
                candidate.shape.corners,
                candidate.second,
            )
            for candidate in dice
        )
        shown = level.table if len(dice) >= limits.ENOUGH and not doubts else None
        return Reading(read, tuple(doubts), table=shown)


def _second(look: Look, known: Known, faces: Answers, told: int) -> str:
    """Return the likeliest face that these dice can show besides the one told; "" if none."""
    others = faces.copy()
    others[[NOTHING, told]] = 0
    second = int(others.argmax())
    if not others[second]:
        return ""
    return known.drawing(look.embedding).face if second == DRAWING else PIPS[second - 1]


def _wrong_with(
    candidate: Candidate, number: int, frame: Frame, *, leaning: bool, blurred: bool
) -> list[Doubt]:
    """Return what is wrong with the die of this number."""
    about = {"die": number}
    if cut_off(candidate.shape, frame):
        found = [Doubt("cut_off", about)]
    else:
        wrong = {
            "leaning": leaning,
            "covered": _covered(candidate, frame),
            "glare": candidate.look.glare >= limits.GLARE,
            "blurred": blurred,
        }
        found = [Doubt(code, about) for code, so in wrong.items() if so]
    if candidate.doubt == "not_in_set":
        found.append(Doubt("not_in_set", {**about, "face": str(candidate.face)}))
    elif candidate.doubt is not None:
        found.append(Doubt(candidate.doubt, about))
    elif candidate.confidence < limits.SURE and not found:
        found.append(Doubt("unsure", about))
    return found


def _covered(candidate: Candidate, frame: Frame) -> bool:
    """Return whether something lies over a die; nothing beyond the margin does."""
    return candidate.look.covered >= limits.COVERED and not outside(candidate.shape, frame)


def given_count(chances: Sequence[float], expected: Collection[int]) -> list[float]:
    """Return the chance of each place to be a die, given the possible counts.

    >>> [round(chance, 2) for chance in given_count([0.9, 0.6, 0.3], {2})]
    [0.96, 0.79, 0.25]
    """
    likely = _counts(chances)
    total = sum(likely[n] for n in expected if 0 <= n <= len(chances))
    if total < limits.HARDLY:
        return list(chances)
    known = []
    for number, chance in enumerate(chances):
        others = _counts([*chances[:number], *chances[number + 1 :]])
        fitting = sum(others[n - 1] for n in expected if 1 <= n <= len(chances))
        known.append(min(float(chance * fitting / total), 1.0))
    return known


def _counts(chances: Sequence[float]) -> NDArray[np.float64]:
    """Return the chance of each number of dice, for independent places."""
    likely = np.ones(1)
    for chance in chances:
        likely = np.convolve(likely, (1 - chance, chance))
    return likely


def _middle(candidate: Candidate) -> Point:
    x, y = candidate.shape.middle
    return float(x), float(y)


def _whatever_it_shows(candidate: Candidate) -> Candidate:
    """Ignore how strange a drawing is; it may just be badly visible."""
    return candidate if candidate.at_all is None else replace(candidate, die=candidate.at_all)


def _counted(candidates: Sequence[Candidate], expected: Collection[int]) -> list[Candidate]:
    """Return the places with their chances given the possible counts.

    The count alone makes nothing a die: it would choose a coin or a print.
    """
    chances = given_count([candidate.die for candidate in candidates], expected)
    return [
        replace(
            candidate, die=chance if candidate.die >= limits.A_DIE else min(chance, candidate.die)
        )
        for candidate, chance in zip(candidates, chances, strict=True)
    ]


def _here(candidates: list[Candidate], context: Context) -> list[Candidate]:
    """Return the places in the zone that are about as large as dice there."""
    zone, edge = context.zone, context.edge
    if zone is not None:
        candidates = [candidate for candidate in candidates if zone(_middle(candidate))]
    if edge is not None:
        candidates = [candidate for candidate in candidates if _as_large_as_dice(candidate, edge)]
    return candidates


def _as_large_as_dice(candidate: Candidate, edge: Callable[[Point], float]) -> bool:
    return limits.SMALLEST <= candidate.shape.edge / edge(_middle(candidate)) <= limits.LARGEST


def die_evidence(place: Place, faces: Answers, can: NDArray[np.float64]) -> list[float]:
    """Return the evidence for a die: the finder's belief, and how well the look fits the set."""
    return [1.0, _logit(place.belief), _logit(float(faces @ can))]


def face_evidence(guess: Answers, faces: Answers, told: int) -> list[float]:
    """Return the evidence for a face: the look, its lead over others, and the finder's guess."""
    face = float(faces[told])
    some = max(1 - float(faces[NOTHING]), face, 1e-6)
    return [1.0, _logit(face), _logit(face / some), _logit(float(guess[told]))]


def _logit(chance: float) -> float:
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return float(np.log(chance / (1 - chance)))


MOST_ODDS = _logit(1.0)
"""The most weight of a chance, as a logarithm of odds."""


def _logistic(weights: NDArray[np.float64], evidence: list[float]) -> float:
    return float(1 / (1 + np.exp(-(weights @ evidence))))


def _of_their_size(
    may_be: list[Candidate], dice: Sequence[Candidate], table: TablePose | None
) -> list[Candidate]:
    """Return the places that can be dice of this throw by their size, judged by the sure ones."""
    edges = [die.shape.edge for die in dice if die.confidence >= limits.SURE]
    if table is None or not edges:
        return may_be
    seen = np.array([one.shape.edge for one in may_be]) / np.median(edges)
    sizes = np.stack([seen, np.exp(sizes_on(table, [one.top for one in may_be]))])
    fits = (sizes > limits.SMALLEST) & (sizes < limits.LARGEST)
    return [one for one, fit in zip(may_be, fits.T, strict=True) if fit.any()]
