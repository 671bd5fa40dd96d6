"""Reads the dice of a throw from a picture."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet
from vision.files.taught_dice import Taught
from vision.geometry import Frame, Shape
from vision.reading import Doubt, Reading
from vision.stages.acceptance import MAYBE, SURE, Judge
from vision.stages.candidate import Candidate
from vision.stages.context import NO_CONTEXT, Context
from vision.stages.cut_dice import missed
from vision.stages.dice_kinds import Alike, Known, Learned, Shown, Usual
from vision.stages.finder import Finder, Place
from vision.stages.looker import Look, Looker, crop
from vision.stages.pyramid import Pyramid
from vision.stages.rivals import ENOUGH

HARDLY = 0.01
"""Places less likely than this at first sight are not looked at again."""
ASKEW = 0.05
"""The usual error of a top's position, in edges."""
UNSTEADY, BESIDES = 0.28, 0.93
"""A single die leans if a wide view says so by at least `UNSTEADY`. If other dice or a known table
also tell, the view must say so by at least `BESIDES`.
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
        context: Context = NO_CONTEXT,
    ) -> Reading:
        """Read one picture; `expected` holds the possible counts, if known."""
        return self._read(Pyramid(frame), self._dice(dice), expected, context)

    def lesson(
        self,
        frame: Frame,
        expected: Collection[int] | None = None,
        context: Context = NO_CONTEXT,
    ) -> Lesson:
        """Read dice that all show a face to be taught; otherwise like `read`."""
        picture = Pyramid(frame)
        reading = self._read(picture, Shown(), expected, context)
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
        context: Context,
    ) -> Reading:
        seen = _Seen(picture, known)
        places = self._finder.find(picture)
        if expected is not None:
            reading = self._judge_all(seen, places, expected, context)
            if reading.accepted:
                return self._on_foot(picture, reading, context)
        # A doubt, or no count that could raise one.
        places = self._finder.find_again(picture, places)
        reading = self._judge_all(seen, places, expected, context)
        if expected is None and context.zone is None and reading.accepted:
            cut = missed(self._finder.find_cut(picture), reading.dice, picture.frame)
            if cut:
                return Reading(reading.dice, tuple(cut))
        return self._on_foot(picture, reading, context)

    def _on_foot(self, picture: Pyramid, reading: Reading, context: Context) -> Reading:
        """Return the places, but a few dice must visibly stand to be accepted."""
        if not reading.accepted or not 0 < len(reading.dice) < ENOUGH:
            return reading
        alone = len(reading.dice) == 1 and context.table is None
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
        context: Context,
    ) -> Reading:
        """Judge these places, reusing earlier looks."""
        picture, known, looks = seen.picture, seen.known, seen.looks
        new = [place for place in places if place not in looks]

        def worth(number: int, look: Look) -> bool:
            return self._judge.candidate(new[number], look, known).die >= HARDLY

        told = self._looker.look(picture, [place.shape for place in new], worth=worth)
        looks.update(zip(new, told, strict=True))
        candidates = [self._judge.candidate(place, looks[place], known) for place in places]
        unclear = set(self._judge.not_level(picture, candidates, context))
        unclear |= {number for number, candidate in enumerate(candidates) if _unsure_art(candidate)}
        again = sorted(number for number in unclear if places[number] not in seen.closely)
        closely = self._closely(picture, [places[number].shape for number in again], known)
        for number, look in zip(again, closely, strict=True):
            looks[places[number]] = look
            seen.closely.add(places[number])
            candidates[number] = self._judge.candidate(places[number], look, known)
        return self._judge.judge(picture, candidates, expected, context)

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


def _unsure_art(candidate: Candidate) -> bool:
    """Return whether a drawing needs a closer look, because it may be another or none.

    From a slightly wrong angle, one face can look like another.
    """
    if candidate.drawing is None or candidate.at_all is None or candidate.at_all < MAYBE:
        return False
    return candidate.drawing.chance < SURE or not candidate.drawing.as_known
