"""Taught dice as a game reads them: other names, files that cannot be used, unclear lessons."""

from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np
import pytest

from firmware.camera.taught_faces import LessonLook, MeantDice, TaughtTrouble, clear
from firmware.store import taught_dice
from firmware.store.meaning import TaughtDice
from firmware.table.dice_in_use import DiceInUse
from rules.dice import BARBECUE, CLASSIC, DiceSet, Face, junior
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reader import Lesson
from vision.reading import Corners, Doubt, ReadDie, Reading
from vision.stages.context import NO_CONTEXT, Context
from vision.stages.dice_kinds import Alike
from vision.stages.looker import SIDE

CORNERS: Corners = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))
LOOK = np.zeros((SIDE, SIDE, 3), np.uint8)
FRAME = np.zeros((96, 128, 3), np.uint8)
MEANS = {f"picture {face}" if face.isdecimal() else str(face): face for face in BARBECUE.faces}


def dice(name: str = "Sun and moon") -> TaughtDice:
    taught = Taught(name, tuple(MEANS), dict.fromkeys(MEANS, (LOOK,)))
    return TaughtDice(taught, {"barbecue": MEANS})


def read(*faces: str) -> tuple[ReadDie, ...]:
    return tuple(ReadDie(face, 0.9, CORNERS) for face in faces)


class Scripted:
    """A reader that sees the same in every picture."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.asked: list[object] = []

    def read(
        self,
        frame: Frame,
        dice: DiceSet | Taught,
        expected: Collection[int] | None = None,
        context: Context = NO_CONTEXT,
    ) -> Reading:
        self.asked.append(dice)
        return self.reading

    def lesson(
        self,
        frame: Frame,
        expected: Collection[int] | None = None,
        context: Context = NO_CONTEXT,
    ) -> Lesson:
        self.asked.append(expected)
        return Lesson(self.reading, (LOOK,) * len(self.reading.dice))

    def know(self, taught: Taught) -> None:
        self.asked.append(taught)

    def drawings(self, taught: Taught) -> Alike:
        raise NotImplementedError


# Names.


def test_what_is_read_is_called_by_the_games_faces_at_once() -> None:
    doubts = (Doubt("not_in_set", {"die": 0, "face": "picture 3"}), Doubt("unsure", {"die": 1}))
    reader = Scripted(Reading(read("picture 1", "worm"), doubts, read("picture 6")))
    meant = MeantDice(dice().taught, MEANS)
    told = meant.reads(reader)(FRAME, {2}, NO_CONTEXT)
    assert [die.face for die in told.dice] == [Face.ONE, Face.WORM]
    assert all(isinstance(die.face, Face) for die in told.dice)
    assert told.aside is not None
    assert [die.face for die in told.aside] == [Face.SIX]
    assert [doubt.arguments.get("face") for doubt in told.doubts] == [Face.THREE, None]
    assert reader.asked == [meant.taught]


def test_no_dice_aside_stay_none() -> None:
    meant = MeantDice(dice().taught, MEANS)
    assert meant.in_game(Reading(())).aside is None
    assert meant.in_game(Reading((), (), ())).aside == ()


# Lessons.


def test_one_picture_is_enough_for_a_lesson() -> None:
    reader = Scripted(Reading(read("", "", "", "")))
    shown = LessonLook(reader)
    for _ in range(3):
        assert shown(FRAME, frozenset({4}), NO_CONTEXT) == Reading(())
    assert reader.asked == [frozenset({4})]
    assert shown.lesson is not None
    assert len(shown.lesson.looks) == 4


def test_dice_that_are_not_seen_well_are_left_out() -> None:
    unsure = Doubt("unsure", {"die": 2})
    glare = Doubt("glare", {"die": 2})
    hidden = Doubt("hidden", {"x": 1.0, "y": 1.0})
    count = Doubt("count", {"found": 6, "expected": (8,)})
    all_seen: list[tuple[Doubt, ...]] = [(), (count,)]
    one_badly: list[tuple[Doubt, ...]] = [(glare,), (glare, unsure), (hidden, unsure)]
    for doubts in (*all_seen, *one_badly):
        lesson = clear(Lesson(Reading(read(*[""] * 6), doubts), (LOOK,) * 6), 4)
        assert lesson.reading.accepted
        assert len(lesson.looks) == len(lesson.reading.dice) == 6 - (doubts in one_badly)


def test_too_few_good_ones_or_a_bad_picture_stay_doubted() -> None:
    unsure = tuple(Doubt("unsure", {"die": die}) for die in range(3))
    for doubts in ((Doubt("dark"),), (Doubt("moving"), unsure[0]), unsure):
        lesson = Lesson(Reading(read(*[""] * 6), doubts), (LOOK,) * 6)
        assert clear(lesson, 4) is lesson


# The dice on the table.


def test_the_dice_of_a_game_are_found_by_their_name(tmp_path: Path) -> None:
    assert DiceInUse(tmp_path).dice("classic", "bratwurmeck") is CLASSIC


def test_taught_dice_are_opened_once(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, dice())
    lying = DiceInUse(tmp_path)
    first = lying.dice("taught:Sun and moon", "barbecue")
    assert isinstance(first, MeantDice)
    assert first.means == MEANS
    assert lying.dice("taught:Sun and moon", "barbecue") is first
    more = Taught("Sun and moon", tuple(MEANS), dict.fromkeys(MEANS, (LOOK, LOOK)))
    taught_dice.save(tmp_path, TaughtDice(more, {"barbecue": MEANS}))
    assert lying.dice("taught:Sun and moon", "barbecue") is not first


def test_no_other_file_is_opened_as_long_as_theirs_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught_dice.save(tmp_path, dice())
    lying = DiceInUse(tmp_path)
    first = lying.dice("taught:Sun and moon", "barbecue")
    sought: list[str] = []
    monkeypatch.setattr(taught_dice, "file_of", lambda _folder, name: sought.append(name))
    assert lying.dice("taught:Sun and moon", "barbecue") is first
    assert sought == []
    for path in taught_dice.all_files(tmp_path):
        path.unlink()
    with pytest.raises(TaughtTrouble):
        lying.dice("taught:Sun and moon", "barbecue")
    assert sought == ["Sun and moon"]


CHANGES: list[tuple[Callable[[str], str], str]] = [
    (lambda text: "", "taught_damaged"),
    (lambda text: text[: len(text) // 2], "taught_damaged"),
    (lambda text: text.replace('"version": 1', '"version": 2'), "taught_newer"),
    (lambda text: text.replace('"faces": [', '"faces": 7, "was": ['), "taught_damaged"),
    (lambda text: text.replace('"barbecue"', '"another"'), "taught_other_game"),
]


def test_a_file_that_cannot_be_used_is_told_in_few_words(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, dice("sun"))
    (path,) = taught_dice.all_files(tmp_path)
    good = path.read_text()

    def code() -> str:
        with pytest.raises(TaughtTrouble) as trouble:
            DiceInUse(tmp_path).dice("taught:sun", "barbecue")
        return trouble.value.code

    for change, expected in CHANGES:
        path.write_text(change(good))
        assert code() == expected
    path.unlink()
    assert code() == "taught_gone"


def test_dice_are_listed_for_the_games_they_were_taught_for(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, dice("B"))
    taught_dice.save(tmp_path, dice("a"))
    own = {str(face): (LOOK,) for face in junior().faces}
    taught_dice.save(tmp_path, TaughtDice(Taught("by their names", tuple(own), own), {}))
    (tmp_path / taught_dice.FOLDER / "broken.json").write_text("{")
    assert taught_dice.names(tmp_path, "barbecue") == ("a", "B")
    assert taught_dice.names(tmp_path, "junior") == ("by their names",)
    assert taught_dice.names(tmp_path, "picnic_blitz") == ()
    assert taught_dice.names(tmp_path / "nowhere", "barbecue") == ()
