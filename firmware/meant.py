"""Dice that were taught, as a game reads them; and dice that are being taught.

What a picture shows is called by the game's faces at once: nothing above knows other names.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.errors import DeviceTrouble
from firmware.readers import Learner, Reads
from rules.dice import Face, Faces
from rules.games import GAMES
from vision.errors import BadDice

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.reader import Lesson
    from vision.reading import Doubt, Frame, ReadDie, Reading
    from vision.taught import Taught
    from vision.where import Where

LONGEST = 40  # letters that are told of a name
_MOST_TOLD = 12

FEWEST = 4
"""So many dice show a face that is taught: one alone may lie badly."""

Meaning = Mapping[str, Face]
"""What each face of taught dice is in a game."""


@dataclass(frozen=True, eq=False)
class TaughtDice:
    """A set of dice, and what its faces are in the games that it was taught for."""

    taught: "Taught"
    means: Mapping[str, Meaning]

    def __post_init__(self) -> None:
        for game, meaning in self.means.items():
            check_meaning(self.taught.faces, game, meaning)

    def faces(self, game: str) -> Meaning | None:
        """What its faces are in this game; None if nobody has said so, nor its names do."""
        if game in self.means:
            return self.means[game]
        return named_so(self.taught.faces, game)


def own_faces(game: str) -> Faces:
    """The faces of a game's own dice."""
    return GAMES[game].own_dice(GAMES[game].BOX).faces


def named(faces: tuple[str, ...], game: str) -> dict[str, Face]:
    """What those of the faces are in a game that are called like its own."""
    own = own_faces(game)
    return {face: Face(face) for face in faces if face in own}


def named_so(faces: tuple[str, ...], game: str) -> Meaning | None:
    """What faces are in a game where they are called just as its own."""
    return named(faces, game) if set(faces) == set(own_faces(game)) else None


def check_meaning(faces: tuple[str, ...], game: str, meaning: Meaning) -> None:
    """Refuse, with `BadDice`, what leaves a face out, of these dice or of the game."""
    own = own_faces(game)
    for name, face in meaning.items():
        if name not in faces:
            raise BadDice("means_unknown", name=name[:LONGEST], names=listing(faces))
        if face not in own:
            raise BadDice("means_face", name=face, game=game, names=listing(own))
    for name in faces:
        if name not in meaning:
            raise BadDice("means_nothing", name=name, game=game)
    for face in own:
        if face not in meaning.values():
            raise BadDice("means_missing", name=face, game=game)


def listing(told: Iterable[str]) -> str:
    """As many as a line holds."""
    told = list(told)
    return ", ".join(told[:_MOST_TOLD]) + (", ..." if len(told) > _MOST_TOLD else "")


class TaughtTrouble(DeviceTrouble):
    """Taught dice cannot be read: their file is gone or cannot be used."""


@dataclass(frozen=True, eq=False)
class MeantDice:
    """Taught dice, and what each of their faces is in the game."""

    taught: "Taught"
    means: Mapping[str, Face]

    def reads(self, reader: Learner) -> Reads:
        """Reads them as the game's own."""

        def read(
            frame: "Frame",
            expected: Collection[int] | None,
            where: "Where",
        ) -> "Reading":
            return self.said(reader.read(frame, self.taught, expected, where))

        return read

    def said(self, reading: "Reading") -> "Reading":
        """The same reading with the game's faces."""
        return replace(
            reading,
            dice=tuple(map(self._die, reading.dice)),
            doubts=tuple(map(self._doubt, reading.doubts)),
            aside=None if reading.aside is None else tuple(map(self._die, reading.aside)),
        )

    def _die(self, die: "ReadDie") -> "ReadDie":
        return replace(die, face=self.means.get(die.face, die.face))

    def _doubt(self, doubt: "Doubt") -> "Doubt":
        face = doubt.arguments.get("face")
        if not isinstance(face, str):
            return doubt
        return replace(doubt, arguments={**doubt.arguments, "face": self.means.get(face, face)})


class LessonLook:
    """Looks at dice that all show one new face, in the first picture in which they lie still.

    What one picture shows of them cannot be wrong, only unclear: there is nothing to agree upon.
    """

    def __init__(self, reader: Learner) -> None:
        self._reader = reader
        self.lesson: Lesson | None = None
        """In pixels of that picture."""

    def __call__(
        self,
        frame: "Frame",
        expected: Collection[int] | None,
        where: "Where",
    ) -> "Reading":
        """Nothing that could be doubted."""
        from vision.reading import Reading  # noqa: PLC0415 (OpenCV: not so early)

        if self.lesson is None:
            self.lesson = self._reader.lesson(frame, expected, where)
        return Reading(())


def clear(lesson: "Lesson", least: int) -> "Lesson":
    """The lesson without the dice that are doubted, if so many are left; else as it is."""
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
"""Doubts about what is not among the dice that were seen well."""
