"""Readers for tests: one with a fixed answer, one that finds bright areas."""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from rules.dice import DiceSet, Face
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reader import Lesson
from vision.reading import Doubt, ReadDie, Reading
from vision.stages.context import NO_CONTEXT, Context
from vision.stages.dice_kinds import Alike

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))


def dice(*faces: Face) -> tuple[ReadDie, ...]:
    return tuple(ReadDie(face, 0.987654, SQUARE) for face in faces)


TWO_DICE = Reading(dice(Face.WORM, Face.THREE))


class Unteachable:
    """The part of a reader that no dice are taught."""

    def lesson(
        self, frame: Frame, expected: Collection[int] | None = None, context: Context = NO_CONTEXT
    ) -> Lesson:
        raise NotImplementedError

    def know(self, taught: Taught) -> None:
        raise NotImplementedError

    def drawings(self, taught: Taught) -> Alike:
        raise NotImplementedError


@dataclass
class Scripted:
    """Returns the same reading for every picture, and records the calls."""

    reading: Reading = TWO_DICE
    asked: list[tuple[tuple[int, ...], DiceSet, Collection[int] | None]] = field(
        default_factory=list
    )

    def read(
        self, frame: Frame, dice_set: DiceSet, expected: Collection[int] | None = None
    ) -> Reading:
        self.asked.append((frame.shape, dice_set, expected))
        return self.reading


class Bright:
    """Finds one die, the bounding box of bright pixels, and doubts its first corner."""

    def read(
        self, frame: Frame, dice_set: DiceSet, expected: Collection[int] | None = None
    ) -> Reading:
        ys, xs = np.nonzero(frame.min(axis=2) > 180)
        if not xs.size:
            return Reading(())
        left, right, top, bottom = (float(e) for e in (xs.min(), xs.max(), ys.min(), ys.max()))
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        doubt = Doubt("hidden", {"x": left, "y": top})
        return Reading((ReadDie(Face.WORM, 0.9, corners),), (doubt,))
