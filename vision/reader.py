"""Reads the dice of a throw from one picture: `Reader` finds places, looks at each, and judges.

1. The finder (`vision.stages.finder`) sees the whole picture and gives places of tops of dice.
2. The looker (`looker`) sees each place, cut out and straightened: its face, and whether it leans,
   is covered, glares or is blurred. It looks at unclear places again, from several sides.
3. The judge (`acceptance`) makes a `candidate` of each place, for the faces of these dice
   (`dice_kinds`). It keeps one top for each die (`rivals`), weighs the count, and doubts: how dice
   lie (`table_pose`), the picture (`image_quality`), its margin (`cut_dice`).
4. In doubt, or without a count, the finder sees the picture from far and near; 2 and 3 follow.
5. Up to three dice are accepted only if the looker, in a wider view, sees none of them lean.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet
from vision.files.taught_dice import Taught
from vision.geometry import Frame, Shape
from vision.reading import Doubt, Reading
from vision.stages import limits
from vision.stages.acceptance import Judge
from vision.stages.candidate import Candidate
from vision.stages.context import NO_CONTEXT, Context
from vision.stages.cut_dice import missed
from vision.stages.dice_kinds import Alike, Known, Learned, Shown, Usual
from vision.stages.finder import Finder, Place
from vision.stages.looker import Look, Looker, crop
from vision.stages.pyramid import Pyramid

ASKEW = 0.05
"""The usual error of a top's position, in edges."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Dice shown for teaching: their reading, and a picture of each."""

    reading: Reading
    looks: tuple[Frame, ...]


@dataclass(frozen=True, eq=False)
class _Seen:
    """The places of one picture that were looked at, once or `closely`."""

    picture: Pyramid
    known: Known
    candidates: dict[Place, Candidate] = field(default_factory=dict)
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
            reading = self._look_and_judge(seen, places, expected, context)
            if reading.accepted:
                return self._standing(picture, reading, context)
        # A doubt, or no count that could raise one.
        places = self._finder.find_again(picture, places)
        reading = self._look_and_judge(seen, places, expected, context)
        if expected is None and context.zone is None and reading.accepted:
            reading = self._all_within(picture, reading)
        return self._standing(picture, reading, context)

    def _look_and_judge(
        self,
        seen: _Seen,
        places: list[Place],
        expected: Collection[int] | None,
        context: Context,
    ) -> Reading:
        """Look at the new ones of these places, again at the unclear ones, and judge all."""
        self._look(seen, [place for place in places if place not in seen.candidates])
        unclear = self._unclear(seen, places, context)
        self._look_closely(seen, [place for place in unclear if place not in seen.closely])
        candidates = [seen.candidates[place] for place in places]
        return self._judge.judge(seen.picture, candidates, expected, context)

    def _look(self, seen: _Seen, places: list[Place]) -> None:
        """Look at these places for the first time."""

        def worth(number: int, look: Look) -> bool:
            return self._judge.candidate(places[number], look, seen.known).die >= limits.HARDLY

        looks = self._looker.look(seen.picture, [place.shape for place in places], worth=worth)
        for place, look in zip(places, looks, strict=True):
            seen.candidates[place] = self._judge.candidate(place, look, seen.known)

    def _unclear(self, seen: _Seen, places: list[Place], context: Context) -> list[Place]:
        """Return the places that seem to lean, or whose drawing is unsure."""
        candidates = [seen.candidates[place] for place in places]
        askew = self._judge.not_level(seen.picture, candidates, context)
        return [
            place
            for number, place in enumerate(places)
            if number in askew or _unsure_art(candidates[number])
        ]

    def _look_closely(self, seen: _Seen, places: list[Place]) -> None:
        """Look again at these places, from several sides."""
        looks = self._close_looks(seen.picture, [place.shape for place in places], seen.known)
        for place, look in zip(places, looks, strict=True):
            seen.candidates[place] = self._judge.candidate(place, look, seen.known)
            seen.closely.add(place)

    def _close_looks(self, picture: Pyramid, shapes: list[Shape], known: Known) -> list[Look]:
        looks = self._looker.look(picture, shapes, closely=True)
        if not looks or not isinstance(known, Learned):
            return looks
        # The embedding as taught: at the known place of the top, upright.
        seen = self.embeddings([crop(picture, look.shape) for look in looks])
        return [
            replace(look, embedding=self._best_embedding(picture, look.shape, each, known))
            for look, each in zip(looks, seen, strict=True)
        ]

    def _best_embedding(
        self, picture: Pyramid, shape: Shape, seen: NDArray[np.float32], known: Learned
    ) -> NDArray[np.float32]:
        """Look around a drawing that seems not to be taught; its position may be inexact."""
        if not known.drawing(seen).strange:
            return seen
        around = self.embeddings([crop(picture, other) for other in shape.around(ASKEW)])
        return known.nearest(np.stack([seen, *around]))

    def _all_within(self, picture: Pyramid, reading: Reading) -> Reading:
        """Return the reading, with a doubt for each die that the margin cuts too far to be read."""
        cut = missed(self._finder.find_cut(picture), reading.dice, picture.frame)
        return Reading(reading.dice, tuple(cut)) if cut else reading

    def _standing(self, picture: Pyramid, reading: Reading, context: Context) -> Reading:
        """Return the reading, with a doubt for each of a few accepted dice that seems to lean."""
        if not reading.accepted or not 0 < len(reading.dice) < limits.ENOUGH:
            return reading
        alone = len(reading.dice) == 1 and context.table is None
        limit = limits.UNSTEADY if alone else limits.SURE
        tops = [Shape.about(die.corners) for die in reading.dice]
        doubts = tuple(
            Doubt("leaning", {"die": number})
            for number, leans in enumerate(self._looker.unsteady(picture, tops))
            if leans >= limit
        )
        return replace(reading, doubts=doubts) if doubts else reading


def _unsure_art(candidate: Candidate) -> bool:
    """Return whether a drawing needs a closer look, because it may be another or none.

    From a slightly wrong angle, one face can look like another.
    """
    if candidate.drawing is None or candidate.at_all is None or candidate.at_all < limits.MAYBE:
        return False
    return candidate.drawing.chance < limits.SURE or candidate.drawing.strange
