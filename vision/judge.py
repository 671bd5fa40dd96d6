"""From what was seen to what may be claimed: how sure each die is, and every reason for doubt.

A wrong reading shown as certain is the worst this product can do, so each limit here is set where
wrong claims end, not where most readings pass. How they were found: `docs/vision.md`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import whole
from vision.contest import (
    A_DIE,
    ENOUGH,
    level_of,
    may_be_a_side,
    only_level,
    overlapping,
    passed_over,
    seems_a_side,
    tops,
    unlike,
)
from vision.finder import Place
from vision.known import ANY, PIPS, Answers, Known, Shown, calibration
from vision.looker import DRAWING, NOTHING, Look
from vision.margin import cut_off
from vision.plane import Lie
from vision.pyramid import Pyramid
from vision.reading import Doubt, Frame, Point, ReadDie, Reading, hidden_at
from vision.sight import Sight
from vision.washed import light_on
from vision.where import ANYWHERE, Where

SURE = 0.95
"""A die is claimed from this confidence on."""
MAYBE, ONE_MORE, EMPTY = 0.1, 0.03, 0.02
"""From here on something may be a die that cannot be read, which is a doubt: sooner where no count
is known, since nothing else would tell that one was missed, and soonest where none is found."""
CLEAR_LOOK, STILL, SPECK = 0.9, 0.15, 14.0
"""Where a look sees a face as clearly as the first, the chance of a die is never less than the
second; but not where it is smaller than the last, in pixels: no net has learned what a face looks
like there, and the grain of a table may pass for one."""
BELIEVED, FIRMLY, NO_FACE = 0.65, 0.7, 0.01
"""Nor less than `ONE_MORE` where the finder believes in a die as much as the first: the nets do not
agree, which is a doubt where no count is known. Where the look sees a face no more than the last,
the finder must believe as much as the second: many prints and tiles are dice to it alone."""
PLAUSIBLE = 0.01
"""Where what is seen fits the counts less than this, it is told as it is seen."""
AT_LEAST = 0.2
"""However well it would fit the count, less than this is no die."""
SECOND = 0.1
"""Where a look gives another face of the set as much as this, the face is no surer than that leaves
it: a drawing that is one round blot looks like a 1."""
STRANGELY = 0.25
"""The same from here on where it is a face they do not have: with clouds about its pips, a marbled
die looks like a drawing."""
UNLIKE = 4.0
"""A drawing that is so many times as unlike the known ones as any of them would be is no more a
reason against a die than one still farther off."""
PLAINLY, _HIDES = 0.5, ("covered", "glare")
"""Where it is sure which taught drawing this is, nothing hides it that is not seen as plainly as
this: white shapes on dark dice seem to glare."""
SHINES, SEVERAL = 0.05, 3
"""Where most of so many dice that are shown to be taught seem to glare as much, their drawing does,
not the light: no lamp is mirrored in most of them. Then glare must be seen as plainly as above."""
WASHED_OUT = 0.025
"""Where much of a face is pale no more glare is let pass than this: light may have washed out some
of its pips. And none where it is blank: where every drawing is the worm, that would be one too."""
STRANGE = 0.9
"""A face these dice do not have must be as clear as this to be held against the throw."""
ODD_SIZE = 2.2
"""So many times larger or smaller than the median die it is no die; few are in perspective."""
THEIRS = 0.45, 1.6
"""What cannot be read is none of the dice if it is not between so many times as large as the sure
ones, neither in the picture nor on the table as they show it: less of a hidden die is seen."""
DIE_SIZES = (0.6, 1.6)
"""Where the scale is known, what is smaller or larger than a usual die by more is none."""


class Judge:
    """Weighs what the nets told."""

    def __init__(self) -> None:
        known = calibration()
        self._die = np.array(known["die"])
        self._face = np.array(known["face"])
        self._drawn = np.array(known["drawn_die"])
        self._flags: Mapping[str, float] = known["flags"]

    def sight(self, place: Place, look: Look, known: Known) -> Sight:
        """What lies at one place, as far as these dice can show it."""
        can, faces = known.can, known.heard(look.faces)
        told = 1 + int((faces * can)[1:].argmax())
        likely = _logistic(self._die, die_evidence(place, faces, can))
        needed = FIRMLY if 1 - float(faces[NOTHING]) <= NO_FACE else BELIEVED
        believed = ONE_MORE if place.belief >= needed else 0.0
        large = look.shape.edge >= SPECK
        clear = STILL if large and float(faces @ can) >= CLEAR_LOOK else 0.0
        at_all = die = max(likely, believed, clear)
        art = known.drawing(look.embedding) if told == DRAWING else None
        if art is not None and art.unlike is not None:
            drawn = _logistic(self._drawn, [1.0, _logit(likely), min(art.unlike, UNLIKE)])
            die = max(drawn, believed, 0.0 if art.strange else clear)
        cannot = faces * (1 - can)
        cannot[NOTHING] = 0
        strange = int(cannot.argmax())
        if cannot[strange] > faces[told]:
            anyway = _logistic(self._die, die_evidence(place, faces, ANY))
            if anyway >= STRANGE:
                told, die, at_all = strange, anyway, anyway
        guess = known.heard(np.array([0.0, *place.guess]))
        right = _logistic(self._face, face_evidence(guess, faces, told))
        second = max(float(faces[n] * can[n]) for n in range(1, len(can)) if n != told)
        if second >= SECOND:
            right = min(right, 1 - second)
        if told != strange and cannot[strange] >= STRANGELY:
            right = min(right, 1 - float(cannot[strange]))
        if told == DRAWING:
            art = known.drawing(look.embedding) if art is None else art
            doubt = "unknown_art" if art.strange or not can[DRAWING] else None
            right *= art.chance
            return Sight(die, art.face, right, look, doubt, art, at_all)
        doubt = None if can[told] else "not_in_set"
        return Sight(die, PIPS[told - 1], right, look, doubt)

    def not_level(
        self, picture: Pyramid, sights: Sequence[Sight], where: Where = ANYWHERE
    ) -> list[int]:
        """Which of them seem to lean: worth a closer look before that is told."""
        kept, _ = tops(sights, picture.size)
        dice = [sight for sight in _here(kept, where) if sight.die >= A_DIE]
        level = level_of(dice, picture.size, where.table)
        askew = {
            id(die)
            for die, far in zip(dice, level.off(dice), strict=True)
            if level.unclear(far, die.look.leaning)
        }
        return [number for number, sight in enumerate(sights) if id(sight) in askew]

    def judge(
        self,
        picture: Pyramid,
        sights: list[Sight],
        expected: Collection[int] | None,
        where: Where = ANYWHERE,
    ) -> Reading:
        """The reading of one picture, or of a zone in it."""
        if expected is None:
            sights = [_whatever_it_shows(sight) for sight in sights]
            return self._judged(picture, sights, expected, where)
        reading = self._judged(picture, sights, expected, where)
        level = None if reading.accepted else only_level(sights, picture.size)
        if level is None:
            return reading
        other = self._judged(picture, level, expected, where)
        if not other.accepted or len(other.dice) != max(expected, default=0):
            return reading
        # All dice that can lie there are found: so no die was left out, unless for something less.
        corners = {die.corners for die in other.dice}
        dice = [sight for sight in sights if sight.shape.corners in corners]
        left = [was for was, now in zip(sights, level, strict=True) if now is not was]
        return reading if passed_over(_here(left, where), dice) else other

    def _judged(
        self,
        picture: Pyramid,
        sights: list[Sight],
        expected: Collection[int] | None,
        where: Where,
    ) -> Reading:
        sights, clashes = tops(sights, picture.size)
        sights = _here(sights, where)  # now, since the side of a die outside may lie within
        if expected is not None:
            sights = _counted(sights, expected, picture.size, where.table)
        dice = [sight for sight in sights if sight.die >= A_DIE]
        dice.sort(key=lambda sight: (sight.shape.middle[1], sight.shape.middle[0]))
        doubts: list[Doubt] = []
        if expected is not None and len(dice) not in expected:
            doubts.append(Doubt("count", {"found": len(dice), "expected": tuple(sorted(expected))}))
        shapes = [die.shape for die in dice]
        if whole.dark(picture.frame, shapes):
            doubts.append(Doubt("dark"))
        if whole.bright(picture.frame):
            doubts.append(Doubt("bright"))
        blurred = whole.blurred(picture, shapes)
        level = level_of(dice, picture.size, where.table)
        far = level.off(dice, [lost for _, lost in clashes])
        for number, sight in enumerate(dice):
            leaning = level.leans(far[number], sight.look.leaning, self._flags["leaning"])
            leaning |= seems_a_side(sight)
            doubts += self._wrong_with(
                sight, number, picture.frame, dice, leaning=leaning, blurred=blurred
            )
        doubts += [Doubt("odd_size", {"die": number}) for number in _odd_sizes(dice)]
        maybe = MAYBE if expected is not None else ONE_MORE if dice else EMPTY
        may_be = [sight for sight in sights if maybe <= sight.die < A_DIE]
        doubts += [
            hidden_at(*sight.shape.middle) for sight in _of_their_size(may_be, dice, level.table)
        ]
        rivalled = overlapping(clashes, dice, far, picture.size)
        doubts += [Doubt("overlapping", {"die": number}) for number in rivalled]
        read = tuple(
            ReadDie(sight.face, round(float(sight.confidence), 4), sight.shape.corners)
            for sight in dice
        )
        shown = level.table if len(dice) >= ENOUGH and not doubts else None
        return Reading(read, tuple(doubts), table=shown)

    def _wrong_with(
        self, sight: Sight, number: int, frame: Frame, dice: Sequence[Sight],
        *, leaning: bool, blurred: bool,
    ) -> list[Doubt]:  # fmt: skip
        wrong = {
            code: getattr(sight.look, code) >= self._limit(code, sight, frame, dice)
            for code in self._flags
        }
        wrong["leaning"] = leaning
        wrong["blurred"] |= blurred
        found = [Doubt(code, {"die": number}) for code, so in wrong.items() if so]
        if cut_off(sight.shape, frame):
            found = [Doubt("cut_off", {"die": number})]
        if sight.doubt == "not_in_set":
            found.append(Doubt("not_in_set", {"die": number, "face": str(sight.face)}))
        elif sight.doubt is not None:
            found.append(Doubt(sight.doubt, {"die": number}))
        elif sight.confidence < SURE and not found:
            found.append(Doubt("unsure", {"die": number}))
        return found

    def _limit(self, code: str, sight: Sight, frame: Frame, dice: Sequence[Sight]) -> float:
        """From where on something is held to be wrong with one of the dice."""
        limit, drawing = self._flags[code], sight.drawing
        if code == "glare" and (drawing is None or drawing.whatever):
            if drawing is None and sight.look.glare < WASHED_OUT:
                return limit  # however pale: the light need not be looked at
            light = light_on(frame, sight.shape)
            if light.blank and drawing is not None:
                return 0.0
            return min(limit, WASHED_OUT) if light.pale else limit
        if code == "glare" and _drawing_shines(dice):
            return max(limit, PLAINLY)
        if code not in _HIDES or drawing is None or not drawing.taught:
            return limit
        plain = drawing.chance >= SURE and not drawing.strange
        return max(limit, PLAINLY) if plain else limit


def given_count(chances: Sequence[float], expected: Collection[int]) -> list[float]:
    """How likely each place is a die, once it is known how many dice there can be.

    >>> [round(chance, 2) for chance in given_count([0.9, 0.6, 0.3], {2})]
    [0.96, 0.79, 0.25]
    """
    likely = _counts(chances)
    total = sum(likely[n] for n in expected if 0 <= n <= len(chances))
    if total < PLAUSIBLE:
        return list(chances)
    known = []
    for number, chance in enumerate(chances):
        others = _counts([*chances[:number], *chances[number + 1 :]])
        fitting = sum(others[n - 1] for n in expected if 1 <= n <= len(chances))
        known.append(min(float(chance * fitting / total), 1.0))
    return known


def _counts(chances: Sequence[float]) -> NDArray[np.float64]:
    """How likely each number of dice is, when each place is one with its own chance."""
    likely = np.ones(1)
    for chance in chances:
        likely = np.convolve(likely, (1 - chance, chance))
    return likely


def _middle(sight: Sight) -> Point:
    x, y = sight.shape.middle
    return float(x), float(y)


def _whatever_it_shows(sight: Sight) -> Sight:
    """Where nothing tells that a die was missed, a strange drawing may be one badly seen."""
    return sight if sight.at_all is None else replace(sight, die=sight.at_all)


def _counted(
    sights: Sequence[Sight], expected: Collection[int], size: tuple[int, int], table: Lie | None
) -> list[Sight]:
    """The same, once it is known how many dice there can be."""
    chances = given_count([sight.die for sight in sights], expected)
    sure = [sight for sight in sights if sight.confidence >= SURE]
    may = [sight.die >= AT_LEAST and not may_be_a_side(sight) for sight in sights]
    if sum(may) > len(sure):
        odd = unlike(sights, sure, size, table)
        may = [one and not other for one, other in zip(may, odd, strict=True)]
    return [
        replace(sight, die=chance if one else min(chance, sight.die))
        for sight, chance, one in zip(sights, chances, may, strict=True)
    ]


def _drawing_shines(dice: Sequence[Sight]) -> bool:
    shown = [die.look.glare for die in dice if die.face == Shown.FACE]
    return len(shown) >= SEVERAL and float(np.median(shown)) >= SHINES


def _here(sights: list[Sight], where: Where) -> list[Sight]:
    """Those in the zone and about as large as dice are there, where that is known."""
    zone, edge = where.zone, where.edge
    if zone is not None:
        sights = [sight for sight in sights if zone(_middle(sight))]
    if edge is not None:
        sights = [sight for sight in sights if _as_large_as_dice(sight, edge)]
    return sights


def _as_large_as_dice(sight: Sight, edge: Callable[[Point], float]) -> bool:
    smallest, largest = DIE_SIZES
    return smallest <= sight.shape.edge / edge(_middle(sight)) <= largest


def die_evidence(place: Place, faces: Answers, can: NDArray[np.float64]) -> list[float]:
    """What speaks for a die: the finder's belief, and that the look saw a fitting face."""
    return [1.0, _logit(place.belief), _logit(float(faces @ can))]


def face_evidence(guess: Answers, faces: Answers, told: int) -> list[float]:
    """What speaks for a face: the look, by itself and against others, and the finder's guess."""
    face = float(faces[told])
    some = max(1 - float(faces[NOTHING]), face, 1e-6)
    return [1.0, _logit(face), _logit(face / some), _logit(float(guess[told]))]


def _logit(chance: float) -> float:
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return float(np.log(chance / (1 - chance)))


MOST_ODDS = _logit(1.0)
"""No chance speaks for or against anything by more than this, as a logarithm of odds."""


def _logistic(weights: NDArray[np.float64], evidence: list[float]) -> float:
    return float(1 / (1 + np.exp(-(weights @ evidence))))


def _odd_sizes(dice: Sequence[Sight]) -> list[int]:
    """Which of them are much larger or smaller than most."""
    edges = np.array([die.shape.edge for die in dice])
    usual = np.median(edges) if dice else 1.0
    odd = (edges <= usual / ODD_SIZE) | (edges >= usual * ODD_SIZE)
    return [int(number) for number in np.flatnonzero(odd)]


def _of_their_size(may_be: list[Sight], dice: Sequence[Sight], table: Lie | None) -> list[Sight]:
    """Those that can be dice of this throw by their size, as far as sure ones show it."""
    edges = [die.shape.edge for die in dice if die.confidence >= SURE]
    if table is None or not edges:
        return may_be
    seen = np.array([one.shape.edge for one in may_be]) / np.median(edges)
    sizes = np.stack([seen, np.exp(table.sizes([one.top for one in may_be]))])
    fits = (sizes > THEIRS[0]) & (sizes < THEIRS[1])
    return [one for one, fit in zip(may_be, fits.T, strict=True) if fit.any()]
