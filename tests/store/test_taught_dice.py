"""Taught dice on the disk, what their faces are in a game, and what is wrong with a lesson."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from firmware.camera.face_check import OddLook, TooAlike, examine
from firmware.speech.language import language_named
from firmware.speech.sentences import LESSONS
from firmware.speech.words import Words
from firmware.store import taught_dice
from firmware.store.journal import DiskTrouble
from firmware.store.meaning import TaughtDice, own_faces
from firmware.store.taught_dice import FOLDER
from rules.dice import Face
from rules.games import GAMES
from tests.commands.test_cli_refusals import as_nobody
from tests.harness.damage import damaged, odd_files, other_values, uncollected
from tests.harness.teaching import Marked, marked
from tests.vision.lessons import taught
from vision.errors import BadDice
from vision.files.taught_dice import MOST_FACES, MOST_LOOKS, Taught
from vision.geometry import Frame
from vision.stages.dice_kinds import Alike
from vision.stages.looker import SIDE

BARBECUE = {"sun": Face.WORM, "moon": Face.SIX, **{n: Face(n) for n in "1234"}}
FACES = ("1", "2", "3", "4", "sun", "moon")


def sky(name: str = "Sky") -> TaughtDice:
    return TaughtDice(taught(name, FACES), {"barbecue": BARBECUE})


GOOD = taught_dice.encode(sky())


def refused(stored: bytes) -> BadDice:
    with pytest.raises(BadDice) as error:
        taught_dice.decode(stored)
    return error.value


# What the faces are in a game.


def test_faces_mean_what_somebody_said() -> None:
    assert sky().faces("barbecue") == BARBECUE
    assert sky().faces("bratwurmeck") is None


def test_faces_that_are_called_as_the_game_s_own_mean_those() -> None:
    dice = TaughtDice(taught("Sky", ("6", "4", "3", "2", "1", "worm")), {})
    assert dice.faces("barbecue") == {face: Face(face) for face in dice.taught.faces}
    assert dice.faces("bratwurmeck") is None  # its dice have a 5
    assert dice.faces("junior") is None


def test_every_game_s_faces_can_be_taught() -> None:
    for game in GAMES:
        own = own_faces(game)
        names = tuple(f"no. {number}" for number in range(len(own)))
        meaning = dict(zip(names, own, strict=True))
        assert TaughtDice(taught("Sky", names), {game: meaning}).faces(game) == meaning


def test_two_drawings_may_mean_the_same() -> None:
    both = {**BARBECUE, "star": Face.WORM}
    assert TaughtDice(taught("Sky", (*FACES, "star")), {"barbecue": both}).faces("barbecue") == both


def test_meanings_that_leave_something_out() -> None:
    without_moon = {name: face for name, face in BARBECUE.items() if name != "moon"}
    meanings: list[tuple[dict[str, Face], str]] = [
        ({**BARBECUE, "star": Face.ONE}, "means_unknown"),
        ({**BARBECUE, "moon": Face.BUN}, "means_face"),
        ({**BARBECUE, "moon": Face.FIVE}, "means_face"),
        (without_moon, "means_nothing"),
        ({**BARBECUE, "moon": Face.WORM}, "means_missing"),
        ({}, "means_nothing"),
    ]
    for meaning, code in meanings:
        with pytest.raises(BadDice) as error:
            TaughtDice(taught("Sky", FACES), {"barbecue": meaning})
        assert error.value.code == code


# On the disk.


def test_what_is_saved_is_there(tmp_path: Path) -> None:
    assert taught_dice.names(tmp_path) == ()
    taught_dice.save(tmp_path, sky())
    taught_dice.save(tmp_path, sky("beach"))
    assert taught_dice.names(tmp_path) == ("beach", "Sky")
    back = taught_dice.load(tmp_path, "Sky")
    assert (back.taught.name, back.taught.faces, back.means) == ("Sky", FACES, sky().means)
    assert {path.name for path in (tmp_path / FOLDER).iterdir()} == {"sky.json", "beach.json"}


def test_the_file_is_vision_s_with_one_thing_more() -> None:
    content = json.loads(GOOD)
    means = {"barbecue": {name: str(face) for name, face in BARBECUE.items()}}
    assert content["means"] == means
    assert set(content) == {"format", "version", "name", "faces", "looks", "means"}


def test_a_name_is_the_same_in_capitals(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, sky("Sky"))
    taught_dice.save(tmp_path, sky("SKY"))
    assert taught_dice.names(tmp_path) == ("SKY",)
    assert taught_dice.load(tmp_path, " sky ").taught.name == "SKY"


NAMES = (
    "Ün·gewöhnlich",
    "a/b",
    "../../etc",
    "CON",
    ".",
    "骰子",
    "a b",
    "a-b",
    "a_b",
    "x" * 24,
    "'\"$;",
)


def test_every_name_has_a_file_of_its_own(tmp_path: Path) -> None:
    for name in NAMES:
        taught_dice.save(tmp_path, sky(name))
    assert set(taught_dice.names(tmp_path)) == set(NAMES)
    assert len(list((tmp_path / FOLDER).iterdir())) == len(NAMES)
    assert [path.name for path in tmp_path.iterdir()] == [FOLDER]
    for name in NAMES:
        assert taught_dice.load(tmp_path, name).taught.name == name
        taught_dice.remove(tmp_path, name)
    assert taught_dice.names(tmp_path) == ()


def test_a_file_is_found_under_any_file_name(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, sky())
    (tmp_path / FOLDER / "sky.json").rename(tmp_path / FOLDER / "from Ann (1).json")
    assert taught_dice.load(tmp_path, "sky").taught.name == "Sky"
    taught_dice.save(tmp_path, sky())
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["from Ann (1).json"]


def test_somebody_s_file_of_that_name_stays(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "sky.json").write_bytes(taught_dice.encode(sky("beach")))
    with pytest.raises(BadDice):
        taught_dice.load(tmp_path, "Sky")
    taught_dice.save(tmp_path, sky())
    assert taught_dice.names(tmp_path) == ("beach", "Sky")
    assert taught_dice.load(tmp_path, "Sky").taught.name == "Sky"


def test_one_that_was_copied_twice_is_removed(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, sky())
    (tmp_path / FOLDER / "copy.json").write_bytes(GOOD)
    taught_dice.remove(tmp_path, "Sky")
    taught_dice.remove(tmp_path, "Sky")
    assert taught_dice.names(tmp_path) == ()


def test_a_file_from_another_table_is_kept_as_it_is(tmp_path: Path) -> None:
    more = json.loads(GOOD)
    more["means"]["a game of tomorrow"] = {"sun": "rain"}
    content = json.dumps(more).encode()
    taught_dice.take(tmp_path, content)
    assert taught_dice.stored(tmp_path, "Sky") == content
    assert set(taught_dice.load(tmp_path, "Sky").means) == {"barbecue"}


def test_dice_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadDice) as error:
        taught_dice.load(tmp_path, "x" * 500)
    assert error.value.code == "no_taught_dice"
    taught_dice.save(tmp_path, sky())
    with pytest.raises(BadDice) as error:
        taught_dice.load(tmp_path, "Ski")
    assert (error.value.code, error.value.arguments["names"]) == ("dice_not_taught", "Sky")


def test_a_damaged_set_hides_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    taught_dice.save(tmp_path, sky())
    for number, content in enumerate(odd_files(GOOD).values()):
        (tmp_path / FOLDER / f"a{number}.json").write_bytes(content)
    (tmp_path / FOLDER / "b.json").mkdir()
    (tmp_path / FOLDER / "readme.txt").write_text("")
    with caplog.at_level(logging.WARNING):
        assert taught_dice.names(tmp_path) == ("Sky",)
    assert "a0.json" in caplog.text
    with pytest.raises(BadDice) as error:
        taught_dice.load(tmp_path, "a0")
    assert error.value.code == "dice_damaged"
    taught_dice.save(tmp_path, sky("a0"))  # what is damaged is replaced by what is not
    assert taught_dice.load(tmp_path, "a0").taught.name == "a0"


DAMAGED = json.dumps({**json.loads(GOOD), "looks": {"sun": ["xx"], "moon": ["xx"]}}).encode()


@pytest.mark.parametrize("file", ["a.json", "sky.json"])
def test_a_damaged_copy_hides_no_good_one(tmp_path: Path, file: str) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / file).write_bytes(DAMAGED)
    (tmp_path / FOLDER / "z.json").write_bytes(GOOD)
    assert taught_dice.stored(tmp_path, "Sky") == GOOD
    taught_dice.set_meaning(tmp_path, "sky", "bratwurmeck", {**BARBECUE, "moon": Face.FIVE})
    assert taught_dice.load(tmp_path, "Sky").faces("bratwurmeck") is not None
    assert (tmp_path / FOLDER / file).read_bytes() == DAMAGED
    taught_dice.remove(tmp_path, "Sky")
    assert taught_dice.all_files(tmp_path) == []


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("")
    assert taught_dice.names(tmp_path) == ()
    with pytest.raises(DiskTrouble):
        taught_dice.save(tmp_path, sky())


def test_a_disk_that_refuses_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught_dice.save(tmp_path, sky())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DiskTrouble) as error:
        taught_dice.save(tmp_path, TaughtDice(taught("Sky", FACES), {}))
    assert error.value.code == "disk_full"
    monkeypatch.undo()
    assert taught_dice.load(tmp_path, "Sky").means
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["sky.json"]


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, sky())
    (tmp_path / FOLDER / "sky.json").chmod(0)
    with as_nobody(), pytest.raises(DiskTrouble):
        taught_dice.load(tmp_path, "Sky")


def test_nothing_heavy_is_loaded_to_list_dice(tmp_path: Path) -> None:
    taught_dice.save(tmp_path, sky())
    code = (
        "import sys; from pathlib import Path; from firmware.store import taught_dice;"
        "print(taught_dice.names(Path(sys.argv[1])));"
        "sys.exit(bool({'cv2', 'numpy'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "('Sky',)\n")


# Whatever stands there.


def test_meanings_that_are_none() -> None:
    faces: list[object] = [7, "rain", {}, float("nan")]
    rains = [{"barbecue": {"sun": face}} for face in faces]
    nothing: list[object] = [7, [], None, {"barbecue": 7}]
    for means in (*nothing, *rains):
        stored = json.dumps({**json.loads(GOOD), "means": means}).encode()
        assert refused(stored).code == "dice_damaged"


def test_a_meaning_of_faces_that_are_not_there() -> None:
    content = json.loads(GOOD)
    content["means"]["barbecue"]["y" * 100_000] = "1"
    error = refused(json.dumps(content).encode())
    assert error.code == "means_unknown"
    assert len(Words().error(error)) < 200


@settings(max_examples=40)
@given(damaged(GOOD) | other_values(GOOD))
def test_damage(stored: bytes) -> None:
    try:
        with uncollected():
            taught_dice.decode(stored)
    except BadDice as error:
        said = Words().error(error)
        assert said.isprintable(), stored[:80]


def test_names_that_are_written_otherwise_are_the_same() -> None:
    assert taught_dice.same_name("Moon", "MOON ")
    assert taught_dice.same_name("e\u0301", "\u00e9")
    assert not taught_dice.same_name("Moon", "Moons")


@pytest.mark.parametrize("new", ["Stars", "SKY"])
def test_another_name_changes_nothing_else(tmp_path: Path, new: str) -> None:
    content = {**json.loads(GOOD), "name": "Sky", "of_a_newer_program": [1, 2]}
    taught_dice.take(tmp_path, json.dumps(content).encode())
    taught_dice.rename(tmp_path, "Sky", new)
    assert taught_dice.names(tmp_path) == (new,)
    assert json.loads(taught_dice.stored(tmp_path, new)) == {**content, "name": new}


def test_a_meaning_more_changes_nothing_else(tmp_path: Path) -> None:
    content = {**json.loads(GOOD), "of_a_newer_program": [1, 2]}
    content["means"]["a game of tomorrow"] = {"sun": "rain"}
    taught_dice.take(tmp_path, json.dumps(content).encode())
    meaning = {**BARBECUE, "moon": Face.FIVE}
    taught_dice.set_meaning(tmp_path, "sky", "bratwurmeck", meaning)
    content["means"]["bratwurmeck"] = {name: str(face) for name, face in meaning.items()}
    assert json.loads(taught_dice.stored(tmp_path, "Sky")) == content
    with pytest.raises(BadDice):
        taught_dice.set_meaning(tmp_path, "Sky", "bratwurmeck", BARBECUE)
    assert json.loads(taught_dice.stored(tmp_path, "Sky")) == content


def test_what_would_never_be_opened_again_is_not_written(tmp_path: Path) -> None:
    """Pictures of noise take far more than those of dice."""
    noise = np.random.default_rng(1).integers(0, 256, (SIDE, SIDE, 3), np.uint8)
    looks = {f"no. {number}": (noise,) * MOST_LOOKS for number in range(MOST_FACES)}
    with pytest.raises(BadDice) as error:
        taught_dice.save(tmp_path, TaughtDice(Taught("Noise", tuple(looks), looks), {}))
    assert error.value.code == "looks_too_large"
    assert taught_dice.all_files(tmp_path) == []


def test_a_name_written_otherwise_loses_nothing(tmp_path: Path) -> None:
    content = {**json.loads(GOOD), "name": "Ka\u0308se"}
    taught_dice.take(tmp_path, json.dumps(content).encode())
    taught_dice.rename(tmp_path, "Ka\u0308se", "K\u00e4se")
    assert taught_dice.names(tmp_path) == ("K\u00e4se",)


# What is wrong with a lesson.


def lesson(**looks: list[Frame]) -> Taught:
    return Taught("Sky", tuple(looks), {face: tuple(several) for face, several in looks.items()})


SUNS, MOONS = [marked(1)] * 6, [marked(2)] * 6


def test_faces_that_differ_are_no_problem() -> None:
    exam = examine(Marked(), lesson(sun=SUNS, moon=MOONS))
    assert (exam.problems, exam.right, exam.doubted, exam.wrong) == ((), 12, 0, 0)


def test_one_look_at_each_face_is_a_lesson() -> None:
    assert examine(Marked(), lesson(sun=SUNS[:1], moon=MOONS[:1])).problems == ()


def test_one_look_alone_proves_nothing() -> None:
    exam = examine(Marked(), lesson(sun=SUNS[:1], moon=MOONS))
    assert (exam.right, exam.doubted, exam.wrong, exam.alone) == (6, 0, 0, ("sun",))
    exam = examine(Marked(), lesson(sun=SUNS[:1], star=SUNS[:1]))
    assert (exam.right, exam.doubted, exam.alone, exam.failed) == (0, 2, (), True)


def test_faces_that_are_alike_are_named_in_order() -> None:
    alike = [marked(1, 2, 8)] * 6
    exam = examine(Marked(), lesson(worm=alike, ketchup=SUNS, moon=[marked(3)] * 6))
    assert exam.problems == (TooAlike(("ketchup", "worm")),)
    assert exam.wrong == 0
    assert exam.right + exam.doubted == 18


def test_the_same_face_under_two_names_is_too_alike() -> None:
    assert examine(Marked(), lesson(sun=SUNS, star=SUNS)).problems == (TooAlike(("star", "sun")),)


def test_faces_that_only_this_light_tells_apart_are_too_alike() -> None:
    """Each look is told, but in another light one in ten would be the other face."""
    exam = examine(Marked(), lesson(sun=SUNS, moon=[marked(1, 2, 20)] * 6))
    assert (exam.right, exam.problems) == (12, (TooAlike(("moon", "sun")),))


def test_one_unclear_look_of_many_is_no_problem() -> None:
    looks = [*SUNS, *SUNS, marked(1, 2, 23)]
    exam = examine(Marked(), lesson(sun=looks, moon=[marked(1, 2, 40)] * 12))
    assert (exam.problems, exam.doubted) == ((), 1)


def test_a_die_that_was_not_turned_is_told() -> None:
    exam = examine(Marked(), lesson(sun=[*SUNS, marked(2)], moon=MOONS))
    assert exam.problems == (OddLook("sun", 6),)
    assert exam.wrong == 1


def test_a_look_at_something_else_is_told() -> None:
    exam = examine(Marked(), lesson(sun=SUNS, moon=[marked(5), *MOONS]))
    assert exam.problems == (OddLook("moon", 0),)
    assert (exam.wrong, exam.doubted) == (0, 1)


def test_looks_that_have_nothing_in_common_are_counted_once() -> None:
    exam = examine(Marked(), lesson(sun=[marked(5), marked(6)], moon=MOONS))
    assert exam.problems == (OddLook("sun", 0), OddLook("sun", 1))
    assert (exam.right, exam.doubted, exam.wrong) == (6, 2, 0)


def test_looks_are_compared_once_each() -> None:
    asked: list[int] = []

    class Counting(Marked):
        def drawings(self, taught: Taught) -> Alike:
            asked.append(sum(map(len, taught.looks.values())))
            return super().drawings(taught)

    examine(Counting(), lesson(sun=SUNS, moon=MOONS[:2]))
    assert sum(asked) == 8


def test_problems_can_be_said() -> None:
    pair, odd = TooAlike(("worm", "ketchup")), OddLook("sun", 3)
    assert Words().lesson(pair) == "worm and ketchup: show them again, in better light."
    assert Words().lesson(odd).startswith("sun: ")
    german = Words(language=language_named("de"))
    assert german.lesson(pair).startswith("Wurm und Ketchup: ")
    assert set(LESSONS) == {pair.code, odd.code}
