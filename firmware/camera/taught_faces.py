"""Maps taught faces to a game's faces.

Readings use the game's faces from here on; no other module knows the taught names.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.camera.readers import DiceReader, Reads
from firmware.errors import DeviceTrouble
from rules.dice import Face

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.files.taught_dice import Taught
    from vision.geometry import Frame
    from vision.reader import Lesson
    from vision.reading import Doubt, ReadDie, Reading
    from vision.stages.context import Context

FEWEST = 4
"""Dice needed to teach a face: a single one may be badly placed."""


class TaughtTrouble(DeviceTrouble):
    """The file of taught dice is missing or cannot be used."""


@dataclass(frozen=True, eq=False)
class MeantDice:
    """Taught dice, and the game's face for each of theirs."""

    taught: "Taught"
    means: Mapping[str, Face]

    def reads(self, reader: DiceReader) -> Reads:
        """Return a reader that returns the game's faces."""

        def read(
            frame: "Frame",
            expected: Collection[int] | None,
            context: "Context",
        ) -> "Reading":
            return self.in_game(reader.read(frame, self.taught, expected, context))

        return read

    def in_game(self, reading: "Reading") -> "Reading":
        """Return the same reading with the game's faces."""
        return replace(
            reading,
            dice=tuple(map(self._die, reading.dice)),
            doubts=tuple(map(self._doubt, reading.doubts)),
            aside=None if reading.aside is None else tuple(map(self._die, reading.aside)),
        )

    def _die(self, die: "ReadDie") -> "ReadDie":
        face, second = (self.means.get(face, face) for face in (die.face, die.second))
        return replace(die, face=face, second=second)

    def _doubt(self, doubt: "Doubt") -> "Doubt":
        face = doubt.arguments.get("face")
        if not isinstance(face, str):
            return doubt
        return replace(doubt, arguments={**doubt.arguments, "face": self.means.get(face, face)})


class LessonLook:
    """Looks at dice that all show one new face, in the first picture without motion.

    One picture of them may be unclear but not wrong, so no second one needs to agree.
    """

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self.lesson: Lesson | None = None
        """In pixels of that picture."""

    def __call__(
        self,
        frame: "Frame",
        expected: Collection[int] | None,
        context: "Context",
    ) -> "Reading":
        from vision.reading import Reading  # noqa: PLC0415 (OpenCV: not so early)

        if self.lesson is None:
            self.lesson = self._reader.lesson(frame, expected, context)
        return Reading(())


def clear(lesson: "Lesson", least: int) -> "Lesson":
    """Drop the doubted dice if enough remain; otherwise return the lesson unchanged."""
    from vision.reader import Lesson  # noqa: PLC0415 (as above)
    from vision.reading import Reading  # noqa: PLC0415

    doubts = lesson.reading.doubts
    doubted = {doubt.arguments.get("die") for doubt in doubts}
    left = [number for number in range(len(lesson.looks)) if number not in doubted]
    whole = [d for d in doubts if "die" not in d.arguments and d.code not in _BESIDE]
    if whole or len(left) < least:
        return lesson
    dice = tuple(lesson.reading.dice[number] for number in left)
    return Lesson(Reading(dice), tuple(lesson.looks[number] for number in left))


_BESIDE = {"count", "hidden"}
"""Doubts that do not concern the clearly visible dice."""
