"""Reads the dice of a throw from a picture."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet
from vision.contest import A_DIE, ENOUGH, table_of
from vision.finder import SPOT, Finder, Place
from vision.judge import AT_LEAST, MAYBE, SURE, Judge
from vision.known import Alike, Known, Learned, Shown, Usual
from vision.looker import Look, Looker, crop
from vision.margin import missed
from vision.pyramid import Pyramid
from vision.reading import Doubt, Frame, Reading
from vision.shape import Shape
from vision.sight import Sight
from vision.taught import Taught
from vision.where import ANYWHERE, Where

HARDLY = 0.01
"""Places less likely than this at first sight are not looked at again."""
MOST_UNCLEAR = 8
"""If more places than this are unclear, looking again would take long and help little."""
LIKELY = 0.9
"""A face left open by a look at a die this likely stays open."""
ASKEW = 0.05
"""The usual error of a top's position, in edges."""
EVEN = 1.0
"""A place within this distance from level may be level."""
CLEARLY = 0.7
"""Dice accepted only because of the count must be at least this clear at first sight."""
UNSTEADY, BESIDES = 0.28, 0.93
"""A single die leans if a wide view says so by at least `UNSTEADY`. If other dice or a known table
also tell, the view must say so by at least `BESIDES`.
"""
ELSEWHERE = 0.12
"""A look this far from the one before (in edges), or this much larger or smaller, is at something
else.
"""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Dice shown for teaching: their reading, and a picture of each."""

    reading: Reading
    looks: tuple[Frame, ...]


@dataclass(frozen=True, eq=False)
class _Seen:
    """The looks at one picture; places in `closely` need no further look."""

    picture: Pyramid
    known: Known
    looks: dict[Place, Look] = field(default_factory=dict)
    closely: set[Place] = field(default_factory=set)


class Reader:
    """Finds the dice, looks closely at each, and accepts only what is sure."""

    def __init__(self) -> None:
        self._finder = Finder()
        self._looker = Looker()
        self._judge = Judge()
        self._known: tuple[DiceSet | Taught, Known] | None = None

    def read(
        self,
        frame: Frame,
        dice: DiceSet | Taught,
        expected: Collection[int] | None = None,
        where: Where = ANYWHERE,
    ) -> Reading:
        """Read one picture; `expected` holds the possible counts, if known."""
        return self._read(Pyramid(frame), self._dice(dice), expected, where)

    def lesson(
        self,
        frame: Frame,
        expected: Collection[int] | None = None,
        where: Where = ANYWHERE,
    ) -> Lesson:
        """Read dice that all show a face to be taught; otherwise like `read`."""
        picture = Pyramid(frame)
        reading = self._read(picture, Shown(), expected, where)
        looks = tuple(crop(picture, Shape.about(die.corners)) for die in reading.dice)
        return Lesson(reading, looks)

    def know(self, taught: Taught) -> None:
        """Prepare for these dice in advance, to save time at the first reading."""
        self._dice(taught)

    def drawings(self, taught: Taught) -> Alike:
        """Return the drawings of taught dice for comparison."""
        return Alike({face: self.embeddings(looks) for face, looks in taught.looks.items()})

    def embeddings(self, looks: Sequence[Frame]) -> NDArray[np.float32]:
        """Return the embedding of each picture: rows of 64 numbers."""
        return self._looker.embeddings(looks)

    def _dice(self, dice: DiceSet | Taught) -> Known:
        """Return the dice for the judge; the last ones are cached."""
        if self._known is None or self._known[0] is not dice:
            known: Known = (
                Learned(dice.faces, self.drawings(dice))
                if isinstance(dice, Taught)
                else Usual(dice)
            )
            self._known = dice, known
        return self._known[1]

    def _read(
        self,
        picture: Pyramid,
        known: Known,
        expected: Collection[int] | None,
        where: Where,
    ) -> Reading:
        seen = _Seen(picture, known)
        places = self._finder.find(picture)
        if expected is not None:
            reading = self._judge_all(seen, places, expected, where)
            sights = (self._judge.sight(place, seen.looks[place], known) for place in places)
            if reading.accepted and not any(_faint(sight) for sight in sights):
                return self._on_foot(picture, reading, where)
        # A doubt, or no count that could raise one, or hardly more than a count to speak for a die.
        places = self._finder.find_again(picture, places)
        reading = self._judge_all(seen, places, expected, where, last=True)
        if expected is None and where.zone is None and reading.accepted:
            cut = missed(self._finder.find_cut(picture), reading.dice, picture.frame)
            if cut:
                return Reading(reading.dice, tuple(cut))
        return self._on_foot(picture, reading, where)

    def _on_foot(self, picture: Pyramid, reading: Reading, where: Where) -> Reading:
        """Return the places, but a few dice must visibly stand to be accepted."""
        if not reading.accepted or not 0 < len(reading.dice) < ENOUGH:
            return reading
        alone = len(reading.dice) == 1 and where.table is None
        limit = UNSTEADY if alone else BESIDES
        tops = [Shape.about(die.corners) for die in reading.dice]
        doubts = tuple(
            Doubt("leaning", {"die": number})
            for number, leans in enumerate(self._looker.unsteady(picture, tops))
            if leans >= limit
        )
        return replace(reading, doubts=doubts) if doubts else reading

    def _judge_all(
        self,
        seen: _Seen,
        places: list[Place],
        expected: Collection[int] | None,
        where: Where,
        *,
        last: bool = False,
    ) -> Reading:
        """Judge these places, reusing earlier looks."""
        picture, known, looks = seen.picture, seen.known, seen.looks
        new = [place for place in places if place not in looks]

        def worth(number: int, look: Look) -> bool:
            return self._judge.sight(new[number], look, known).die >= HARDLY

        told = self._looker.look(picture, [place.shape for place in new], worth=worth)
        looks.update(zip(new, told, strict=True))
        sights = [self._judge.sight(place, looks[place], known) for place in places]
        unclear = set(self._judge.not_level(picture, sights, where))
        unclear |= {number for number, sight in enumerate(sights) if _unsure_art(sight)}
        again = sorted(number for number in unclear if places[number] not in seen.closely)
        closely = self._closely(picture, [places[number].shape for number in again], known)
        for number, look in zip(again, closely, strict=True):
            looks[places[number]] = look
            seen.closely.add(places[number])
            sights[number] = self._judge.sight(places[number], look, known)
        gone = [(place, look) for place, look in looks.items() if place not in places]
        sights = left_open(sights, [self._judge.sight(*one, known) for one in gone])
        reading = self._judge.judge(picture, sights, expected, where)
        if reading.accepted or expected is None or not last:
            return reading
        level = self._as_level(picture, places, sights, known)
        if level == sights:
            return reading
        return self._judge.judge(picture, level, expected, where)

    def _as_level(
        self, picture: Pyramid, places: list[Place], sights: list[Sight], known: Known
    ) -> list[Sight]:
        """Look at unsure places as level tops on this table.

        The side of a die in the same colour is easily taken for a part of its top.
        """
        unclear = [number for number, sight in enumerate(sights) if _unclear(sight)]
        if not 0 < len(unclear) <= MOST_UNCLEAR:
            return sights
        table = table_of(sights, picture.size)
        if table is None:
            return sights
        tries = [(n, shape) for n in unclear for shape in table.tops_about(sights[n].shape)]
        seen = list(sights)
        looks = self._closely(picture, [shape for _, shape in tries], known)
        for (number, _), look in zip(tries, looks, strict=True):
            place = replace(places[number], shape=look.shape)
            sight = self._judge.sight(place, look, known)
            level = table.misfits([], [sight.top])[0] <= EVEN
            if level and _better(sight, seen[number]):
                seen[number] = _no_cleaner(sight, seen[number])
        return seen

    def _closely(self, picture: Pyramid, shapes: list[Shape], known: Known) -> list[Look]:
        looks = self._looker.look(picture, shapes, closely=True)
        if not looks or not isinstance(known, Learned):
            return looks
        # The embedding as taught: at the known place of the top, upright.
        seen = self.embeddings([crop(picture, look.shape) for look in looks])
        return [
            replace(look, embedding=self._well(picture, look.shape, each, known))
            for look, each in zip(looks, seen, strict=True)
        ]

    def _well(
        self, picture: Pyramid, shape: Shape, seen: NDArray[np.float32], known: Learned
    ) -> NDArray[np.float32]:
        """Look around a drawing that seems not to be taught; its position may be inexact."""
        if not known.drawing(seen).strange:
            return seen
        around = self.embeddings([crop(picture, other) for other in shape.around(ASKEW)])
        return known.nearest(np.stack([seen, *around]))


def left_open(sights: Sequence[Sight], before: Sequence[Sight]) -> list[Sight]:
    """Return the places, but no surer and no cleaner than earlier looks at likely dice.

    From far, a die is found a little beside its first place. A drawing cut off there may look like
    pips, a drawing on a side like one on a top under a lamp, and a finger may be outside.
    """
    likely = [sight for sight in before if sight.die >= LIKELY]
    found = list(sights)
    for number, sight in enumerate(sights):
        for one in likely:
            if one.shape.holds(sight.shape.middle, SPOT):
                found[number] = _no_surer(found[number], one)
    return found


def _no_surer(sight: Sight, before: Sight) -> Sight:
    right = before.right
    if before.face != sight.face:
        right = min(right, 1 - right)
    if right < min(SURE, sight.right):
        sight = replace(sight, right=right)
    return _no_cleaner(sight, before)


def _no_cleaner(sight: Sight, before: Sight) -> Sight:
    """Keep glare and cover that an earlier look saw."""
    if before.look.glare > sight.look.glare:
        sight = replace(sight, look=replace(sight.look, glare=before.look.glare))
    if before.look.covered > sight.look.covered:
        sight = replace(sight, look=replace(sight.look, covered=before.look.covered))
    return sight


def _faint(sight: Sight) -> bool:
    """Return whether only a count makes it a die, and its look hardly sees a face.

    Such a place may lie between the top and a side of one die.
    """
    return AT_LEAST <= sight.die < A_DIE and sight.seen < CLEARLY


def _unclear(sight: Sight) -> bool:
    """Return whether this may be a die but cannot be accepted."""
    likely = max(sight.die, sight.at_all or 0.0)
    return likely >= MAYBE and (sight.confidence < SURE or sight.doubt is not None)


def _better(sight: Sight, before: Sight) -> bool:
    """Return whether another look counts: it must be sure, and at a different place.

    Otherwise, looking often enough would make anything sure.
    """
    away = float(np.hypot(*(sight.shape.middle - before.shape.middle))) / before.shape.edge
    larger = abs(float(np.log(sight.shape.edge / before.shape.edge)))
    clear = sight.doubt is None and sight.right >= SURE
    return clear and max(away, larger) > ELSEWHERE and sight.confidence > before.confidence


def _unsure_art(sight: Sight) -> bool:
    """Return whether a drawing needs a closer look, because it may be another or none.

    From a slightly wrong angle, one face can look like another.
    """
    if sight.drawing is None or sight.at_all is None or sight.at_all < MAYBE:
        return False
    return sight.drawing.chance < SURE or not sight.drawing.as_known
