"""The commands `teach` and `dice`: dice taught from pictures, listed, copied, and read with."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from firmware.commands import read, teach
from firmware.commands.annotate import annotated
from firmware.commands.cli import main
from firmware.store import taught_dice
from firmware.store.journal import DiskTrouble
from rules.dice import Face
from tests.harness.commands import Refused
from tests.harness.reading import SQUARE
from tests.harness.teaching import Teacher, picture
from vision.files.taught_dice import MOST_LOOKS
from vision.geometry import Frame
from vision.reading import ReadDie, Reading

Said = Callable[..., str]
SKY = ("--faces", "1,2,3,4,sun,moon")
BARBECUE = ("--game", "barbecue", "--means", "sun=worm,moon=6")


@pytest.fixture(autouse=True)
def teacher(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(teach, "make_reader", Teacher)
    monkeypatch.setattr(read, "make_reader", Teacher)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "home" / "grillside"


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    for axis, face in enumerate(("sun", "moon"), 1):
        for number in range(2):
            picture(folder / face / f"{number}.png", *[axis] * 4)
    return folder


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What a command that works says."""

    def run(*arguments: object, status: int = 0) -> str:
        assert main([*map(str, arguments), "--language", "en"]) == status
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


# A lesson.


def test_a_lesson(pictures: Path, games: Path, said: Said) -> None:
    told = said("teach", "Sky", *SKY, "--from", pictures, *BARBECUE)
    assert told.splitlines() == [
        f"{pictures}/sun/0.png: 4 dice",
        f"{pictures}/sun/1.png: 4 dice",
        f"{pictures}/moon/0.png: 4 dice",
        f"{pictures}/moon/1.png: 4 dice",
        "Each die compared with the others: 16 right, 0 doubted, 0 wrong.",
        "Sky: 1, 2, 3, 4, sun, moon",
        "  Heckmeck Barbecue: 1, 2, 3, 4, sun = worm, moon = 6",
        f"Saved in {games}/dice/sky.json.",
    ]
    dice = taught_dice.load(games, "Sky")
    assert dice.taught.faces == ("1", "2", "3", "4", "sun", "moon")
    assert {face: len(looks) for face, looks in dice.taught.looks.items()} == {"sun": 8, "moon": 8}
    meaning = dice.faces("barbecue")
    assert meaning is not None
    assert (meaning["sun"], meaning["moon"], meaning["4"]) == (Face.WORM, Face.SIX, Face.FOUR)


def test_without_a_game_faces_mean_nothing_yet(pictures: Path, games: Path, said: Said) -> None:
    said("teach", "Sky", *SKY, "--from", pictures)
    assert taught_dice.load(games, "Sky").means == {}


def test_pictures_of_pips_are_not_passed_by_silently(
    pictures: Path, games: Path, said: Said
) -> None:
    picture(pictures / "1" / "0.png", 3, 3, 3, 3)
    (pictures / "2").mkdir()
    told = said("teach", "Sky", *SKY, "--from", pictures).splitlines()
    assert told[0] == (
        f"1 means pips, which need no pictures: those in {pictures}/1 are not used."
        " Call a drawing otherwise."
    )
    assert not any(line.startswith("2 means") for line in told)
    assert set(taught_dice.load(games, "Sky").taught.looks) == {"sun", "moon"}


def test_folders_are_found_in_any_case(pictures: Path, games: Path, said: Said) -> None:
    (pictures / "sun").rename(pictures / "SUN")
    said("teach", "Sky", *SKY, "--from", pictures)
    assert taught_dice.names(games) == ("Sky",)


def test_doubted_dice_teach_nothing(pictures: Path, games: Path, said: Said) -> None:
    picture(pictures / "sun" / "0.png", 1, 1, 1, doubts=2)
    told = said("teach", "Sky", *SKY, "--from", pictures)
    assert f"{pictures}/sun/0.png: 3 dice, 1 of use\n" in told
    assert "  Dice 1 and 2 lean: lay them flat.\n" in told
    assert len(taught_dice.load(games, "Sky").taught.looks["sun"]) == 5


def test_a_dark_picture_teaches_nothing(pictures: Path, games: Path, said: Said) -> None:
    picture(pictures / "sun" / "0.png", 1, 1, 1, doubts=9)
    told = said("teach", "Sky", *SKY, "--from", pictures)
    assert "3 dice, 0 of use\n  The picture is too dark" in told
    assert len(taught_dice.load(games, "Sky").taught.looks["sun"]) == 4


def test_a_bad_picture_is_told_and_passed_by(pictures: Path, games: Path, said: Said) -> None:
    (pictures / "sun" / "2.jpg").write_text("hello")
    told = said("teach", "Sky", *SKY, "--from", pictures)
    assert f"grillside: {pictures}/sun/2.jpg: this is no picture" in told
    assert taught_dice.names(games) == ("Sky",)


def test_a_die_that_was_not_turned_is_left_out(pictures: Path, games: Path, said: Said) -> None:
    picture(pictures / "sun" / "1.png", 1, 1, 2, 1)
    told = said("teach", "Sky", *SKY, "--from", pictures)
    assert f"{pictures}/sun/1.png: sun: one die looks unlike the others" in told
    assert "15 right, 0 doubted, 0 wrong" in told
    assert len(taught_dice.load(games, "Sky").taught.looks["sun"]) == 7


def test_faces_too_alike_are_named_with_what_to_do(pictures: Path, games: Path, said: Said) -> None:
    for face, axis in (("moon", 1), ("star", 2)):
        picture(pictures / face / "0.png", *[axis] * 4)
        picture(pictures / face / "1.png", *[axis] * 4)
    told = said("teach", "Sky", "--faces", "sun,moon,star", "--from", pictures)
    assert "8 right, 16 doubted, 0 wrong" in told
    assert "moon and sun: show them again, in better light.\n" in told
    assert taught_dice.names(games) == ("Sky",)


def test_where_nothing_can_be_told_nothing_is_kept(
    pictures: Path, games: Path, tmp_path: Path, said: Said
) -> None:
    for number in range(2):
        picture(pictures / "moon" / f"{number}.png", 1, 1, 1, 1)
    file = tmp_path / "sky.json"
    for where in ((), ("--out", file)):
        told = said("teach", "Sky", *SKY, "--from", pictures, *where, status=2)
        assert "0 right, 16 doubted, 0 wrong" in told
        assert "moon and sun: show them again, in better light.\n" in told
        assert told.endswith(
            "grillside: No die matches the others of its face, so nothing is saved:"
            " show all faces again, in better light.\n"
        )
    assert taught_dice.names(games) == ()
    assert not file.exists()


def test_a_face_of_which_little_was_seen(pictures: Path, said: Said) -> None:
    picture(pictures / "sun" / "0.png", 1)
    picture(pictures / "sun" / "1.png", 1)
    told = said("teach", "Sky", *SKY, "--from", pictures)
    assert "sun: few dice were seen. Show more of them.\n" in told


def test_one_die_a_face_cannot_be_checked(pictures: Path, games: Path, said: Said) -> None:
    for axis, face in enumerate(("sun", "moon"), 1):
        picture(pictures / face / "0.png", axis)
        (pictures / face / "1.png").unlink()
    told = said("teach", "Sky", *SKY, "--from", pictures).splitlines()
    assert told[2:4] == [
        "sun and moon: one die alone cannot be checked. Show more of them.",
        "Sky: 1, 2, 3, 4, sun, moon",
    ]
    assert taught_dice.names(games) == ("Sky",)


def test_of_many_dice_some_of_each_picture_are_kept(
    pictures: Path, games: Path, said: Said
) -> None:
    for number in range(10):
        picture(pictures / "sun" / f"{number}.png", *[1] * 6)
    said("teach", "Sky", *SKY, "--from", pictures)
    assert len(taught_dice.load(games, "Sky").taught.looks["sun"]) == MOST_LOOKS


def test_throws_are_read_with_the_new_lesson(pictures: Path, said: Said) -> None:
    picture(pictures / "throws" / "a.png", 1, 2, 1)
    picture(pictures / "throws" / "b.png", 2, 2, doubts=1)
    (pictures / "throws" / "c.png").write_text("hello")
    told = said("teach", "Sky", *SKY, "--from", pictures)
    assert f"{pictures}/throws/a.png: 3 dice: sun moon sun\n" in told
    assert f"{pictures}/throws/b.png: not sure: 2 dice: moon moon\n  Die 1 leans" in told
    assert "c.png: this is no picture" in told


def test_a_lesson_as_a_file(pictures: Path, games: Path, tmp_path: Path, said: Said) -> None:
    out = tmp_path / "sky.json"
    assert f"Saved in {out}." in said("teach", "Sky", *SKY, "--from", pictures, "--out", out)
    assert taught_dice.decode(out.read_bytes()).taught.name == "Sky"
    assert not games.exists()
    assert "--force" in said("teach", "Sky", *SKY, "--from", pictures, "--out", out, status=2)
    said("teach", "Sky", *SKY, "--from", pictures, "--out", out, "--force")


def test_dice_are_not_replaced_unasked(pictures: Path, games: Path, said: Said) -> None:
    said("teach", "Sky", *SKY, "--from", pictures)
    before = taught_dice.stored(games, "Sky")
    told = said("teach", "SKY", *SKY, "--from", pictures, status=2)
    assert told == (
        "grillside: There are dice called “SKY” already: say --force to replace them.\n"
    )
    assert taught_dice.stored(games, "Sky") == before
    said("teach", "SKY", *SKY, "--from", pictures, "--force")
    assert taught_dice.names(games) == ("SKY",)


def test_german(pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["teach", "Sky", *SKY, "--from", str(pictures), "--language", "de"]
    assert main([*asked, *BARBECUE]) == 0
    assert "sun = Wurm" in capsys.readouterr().out


# What cannot be taught.

REFUSALS = {
    "no name": (["", *SKY], "cannot be a name"),
    "a long name": (["x" * 500, *SKY], "cannot be a name"),
    "a name that acts": (["\x1b[2J", *SKY], "cannot be a name"),
    "a game's name": (["Standard", *SKY], "Choose another name"),
    "no faces": (["Sky", "--faces", ""], "cannot be a name"),
    "a face without a name": (["Sky", "--faces", "sun,,moon"], "cannot be a name"),
    "a face twice": (["Sky", "--faces", "sun,moon,Sun"], "Two faces"),
    "pips alone": (["Sky", "--faces", "1,2,3"], "pips need no teaching"),
    "10,000 faces": (["Sky", "--faces", ",".join(map(str, range(10_000)))], "not 10000"),
    "no folder": (["Sky", "--faces", "sun,star"], "no folder “star”"),
    "the folder above": (["Sky", "--faces", "sun,.."], "no folder “..”"),
    "no game": (["Sky", *SKY, "--means", "sun=worm"], "--game"),
    "no meaning": (["Sky", *SKY, "--game", "barbecue", "--means", "sun"], "has no meaning"),
    "half of them": (["Sky", *SKY, "--game", "barbecue", "--means", "sun=worm"], "What is “moon”"),
    "nothing like it": (["Sky", *SKY, "--game", "barbecue", "--means", "sun=rain"], "“rain”"),
    "another game's": (["Sky", *SKY, "--game", "barbecue", "--means", "sun=bun,moon=6"], "bun"),
    "strange faces": (
        ["Sky", *SKY, "--game", "barbecue", "--means", "sun=worm,moon=6,star=1"],
        "no face “star”",
    ),
    "no six": (["Sky", *SKY, "--game", "barbecue", "--means", "sun=worm,moon=1"], "means 6"),
}


def test_what_cannot_be_taught(pictures: Path, games: Path, refused: Refused) -> None:
    for arguments, reason in REFUSALS.values():
        assert reason in refused("teach", *arguments, "--from", pictures, "--language", "en")
        assert not games.exists()


def test_pictures_without_dice(pictures: Path, games: Path, said: Said) -> None:
    for number in range(2):
        picture(pictures / "sun" / f"{number}.png")
    told = said("teach", "Sky", *SKY, "--from", pictures, status=2)
    assert "0.png: no dice\n" in told
    assert told.endswith("sun: no die was seen well enough. Take other pictures of it.\n")
    assert not games.exists()


def test_a_folder_without_pictures(pictures: Path, games: Path, said: Said) -> None:
    for path in (pictures / "sun").iterdir():
        path.unlink()
    told = said("teach", "Sky", *SKY, "--from", pictures, status=2)
    assert "there are no pictures in this folder" in told
    assert not games.exists()


def test_a_folder_that_is_not_there(tmp_path: Path, refused: Refused) -> None:
    message = refused("teach", "Sky", *SKY, "--from", tmp_path / "nowhere", "--language", "en")
    assert message.endswith("nowhere: No such file or directory.")


def test_a_disk_that_refuses(pictures: Path, tmp_path: Path, said: Said) -> None:
    (tmp_path / "dice").write_text("")
    told = said("teach", "Sky", *SKY, "--from", pictures, "--folder", tmp_path, status=2)
    assert "dice/sky.json: File exists." in told


def test_a_folder_that_is_a_file(
    pictures: Path, tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    where = ("--folder", "file", "--language", "en")
    for asked in (("dice",), ("dice", "remove", "x"), ("teach", "Q", *SKY, "--from", pictures)):
        assert refused(*asked, *where) == (
            "grillside: file is no folder: say the one in which games are kept."
        )


# The dice there are.


@pytest.fixture
def sky(pictures: Path, said: Said) -> None:
    said("teach", "Sky", *SKY, "--from", pictures, *BARBECUE)


def test_no_dice_yet(said: Said) -> None:
    assert said("dice") == "No dice have been taught yet.\n"


@pytest.mark.usefixtures("sky")
def test_dice_are_listed(games: Path, said: Said) -> None:
    (games / "dice" / "a.json").write_text("hello")
    listed, complaint = said("dice").rsplit("\n", 2)[:2]
    assert (
        listed
        == "Sky: 1, 2, 3, 4, sun, moon\n  Heckmeck Barbecue: 1, 2, 3, 4, sun = worm, moon = 6"
    )
    assert complaint.startswith(f"grillside: {games}/dice/a.json: These dice are damaged")


@pytest.mark.usefixtures("sky")
def test_dice_are_copied_from_box_to_box(games: Path, tmp_path: Path, said: Said) -> None:
    file, other = tmp_path / "sky.json", tmp_path / "other"
    assert said("dice", "export", "sky", file) == ""
    assert file.read_bytes() == taught_dice.stored(games, "Sky")
    assert said("dice", "--folder", other, "import", file) == "Sky: imported.\n"
    assert taught_dice.stored(other, "Sky") == file.read_bytes()
    assert "--force" in said("dice", "--folder", other, "import", file, status=2)
    assert "--force" in said("dice", "export", "sky", file, status=2)
    said("dice", "export", "sky", file, "--force")
    said("dice", "import", file, "--folder", other, "--force")
    assert said("dice", "--folder", other, "remove", "SKY") == ""
    assert said("dice", "--folder", other) == "No dice have been taught yet.\n"
    assert taught_dice.names(games) == ("Sky",)


@pytest.mark.usefixtures("sky")
def test_what_cannot_be_copied(games: Path, tmp_path: Path, refused: Refused) -> None:
    english = ("--language", "en")
    file = tmp_path / "bad.json"
    assert "There are: Sky." in refused("dice", "export", "Ski", file, *english)
    assert "There are: Sky." in refused("dice", "remove", "Ski", *english)
    assert "No such file" in refused("dice", "import", file, *english)
    for content, reason in ((b"hello", "damaged"), (b"{}", "no file of"), (b"a" * 3_000_000, "MB")):
        file.write_bytes(content)
        assert reason in refused("dice", "import", file, *english)
    standard = json.loads(taught_dice.stored(games, "Sky")) | {"name": "standard"}
    file.write_text(json.dumps(standard))
    assert "Choose another name" in refused("dice", "import", file, *english)
    (games / "dice" / "sky.json").write_bytes(b"hello")
    assert "damaged" in refused("dice", "export", "Sky", tmp_path / "out.json", *english)
    assert not (tmp_path / "out.json").exists()
    assert taught_dice.names(games) == ()


@pytest.mark.usefixtures("sky")
def test_no_folder_is_made_for_a_file(pictures: Path, tmp_path: Path, said: Said) -> None:
    file = tmp_path / "usb" / "sky.json"
    for asked in (
        ("dice", "export", "Sky", file),
        ("teach", "Moon", *SKY, "--from", pictures, "--out", file),
    ):
        assert "usb: make it first" in said(*asked, status=2)
    assert not file.parent.exists()


@pytest.mark.usefixtures("sky")
def test_dice_are_mapped_to_one_more_game(games: Path, said: Said) -> None:
    told = said("dice", "means", "sky", "--game", "bratwurmeck", "--means", "sun=worm,moon=5")
    assert told.splitlines() == [
        "Sky: 1, 2, 3, 4, sun, moon",
        "  Heckmeck Barbecue: 1, 2, 3, 4, sun = worm, moon = 6",
        "  Heckmeck am Bratwurmeck: 1, 2, 3, 4, sun = worm, moon = 5",
    ]
    dice = taught_dice.load(games, "Sky")
    assert len(dice.taught.looks["sun"]) == 8
    assert taught_dice.names(games, "bratwurmeck") == ("Sky",)


@pytest.mark.usefixtures("sky")
def test_what_was_said_of_a_game_before_holds(games: Path, said: Said) -> None:
    said("dice", "means", "Sky", "--game", "barbecue", "--means", "moon=worm,sun=6")
    meaning = taught_dice.load(games, "Sky").faces("barbecue")
    assert meaning is not None
    assert (meaning["moon"], meaning["sun"], meaning["4"]) == (Face.WORM, Face.SIX, Face.FOUR)
    said("dice", "means", "Sky", "--game", "barbecue")
    assert taught_dice.load(games, "Sky").faces("barbecue") == meaning


@pytest.mark.usefixtures("sky")
def test_meanings_that_are_refused_change_nothing(games: Path, said: Said) -> None:
    for asked, reason in [
        (("Sky", "--game", "bratwurmeck"), "What is “sun” in bratwurmeck?"),
        (("Sky", "--game", "bratwurmeck", "--means", "sun=worm,moon=6"), "knows no face “6”"),
        (("Sky", "--game", "bratwurmeck", "--means", "sun=5,moon=5"), "means worm, which"),
        (("Sky", "--game", "barbecue", "--means", "star=1"), "no face “star”"),
        (("Sky", "--game", "barbecue", "--means", "sun"), "has no meaning"),
        (("Ski", "--game", "barbecue"), "There are: Sky."),
        (("Sky", "--game", "barbecue", "--means", "sun=worm,sun=6"), "two meanings"),
    ]:
        before = taught_dice.stored(games, "Sky")
        assert reason in said("dice", "means", *asked, status=2)
        assert taught_dice.stored(games, "Sky") == before


@pytest.mark.usefixtures("sky")
def test_damaged_dice_can_be_removed(games: Path, said: Said) -> None:
    (games / "dice" / "sky.json").write_bytes(b"hello")
    assert said("dice", "remove", "sky") == ""
    assert not (games / "dice" / "sky.json").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes as somebody else")
def test_what_the_administrator_saves_belongs_to_the_table(
    pictures: Path, tmp_path: Path, said: Said
) -> None:
    own = Path(tempfile.mkdtemp())  # where others may go too
    os.chown(own, 65534, 65534)
    said("teach", "Sky", *SKY, "--from", pictures, "--folder", own)
    made = [own / "dice", own / "dice" / "sky.json"]
    assert [path.stat().st_uid for path in made] == [65534, 65534]
    shutil.rmtree(own)


def test_a_folder_of_dice_that_is_a_link(
    pictures: Path, tmp_path: Path, said: Said, refused: Refused
) -> None:
    file, other = tmp_path / "sky.json", tmp_path / "other"
    said("teach", "Sky", *SKY, "--from", pictures, "--out", file)
    other.mkdir()
    (tmp_path / "dice").symlink_to(other)
    for asked in (("dice",), ("teach", "Sky", *SKY, "--from", pictures)):
        told = refused(*asked, "--folder", tmp_path, "--language", "en")
        assert "is a link, and dice are kept in a folder" in told
    with pytest.raises(DiskTrouble):
        taught_dice.take(tmp_path, file.read_bytes())
    assert not list(other.iterdir())


@pytest.mark.usefixtures("sky")
def test_a_damaged_copy_hides_no_good_one(games: Path, tmp_path: Path, said: Said) -> None:
    good, damaged = games / "dice" / "b.json", games / "dice" / "a.json"
    (games / "dice" / "sky.json").rename(good)
    whole = good.read_bytes()
    damaged.write_text(json.dumps({**json.loads(whole), "looks": {"sun": ["x"], "moon": ["x"]}}))
    said("dice", "export", "Sky", tmp_path / "out.json")
    assert (tmp_path / "out.json").read_bytes() == whole
    said("dice", "means", "Sky", "--game", "bratwurmeck", "--means", "sun=worm,moon=5")
    (games / "dice" / "c.json").write_bytes(whole)
    assert said("dice", "remove", "Sky").splitlines() == [
        "Removed with all copies: b.json, c.json.",
        "a.json has the same name but is damaged: it stays.",
    ]
    assert list((games / "dice").iterdir()) == [damaged]
    assert said("dice", "remove", "Sky") == ""
    assert not damaged.exists()


@pytest.mark.usefixtures("sky")
def test_what_cannot_be_used_is_told_once_and_in_words(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = json.loads(taught_dice.stored(games, "Sky")) | {"version": 2}
    (games / "dice" / "a.json").write_text(json.dumps(newer))
    assert main(["dice", "remove", "Nope", "--language", "en"]) == 2
    newer_one, unknown = capsys.readouterr().err.splitlines()[-2:]
    assert newer_one.startswith(f"grillside: {games}/dice/a.json: These dice are of version 2")
    assert unknown == "grillside: No dice are called “Nope”. There are: Sky."


# Reading with them.


@pytest.mark.usefixtures("sky")
def test_taught_dice_are_read_by_name_or_file(games: Path, tmp_path: Path, said: Said) -> None:
    throw = tmp_path / "throw.png"
    picture(throw, 2, 1)
    for dice in ("Sky", "SKY", games / "dice" / "sky.json"):
        assert said("read", "--dice", dice, throw) == f"{throw}: 2 dice: moon sun\n"
    told = json.loads(said("read", "--dice", "Sky", "--json", throw))
    assert [die["face"] for die in told["dice"]] == ["moon", "sun"]


def test_names_of_dice_that_there_are(pictures: Path, said: Said, tmp_path: Path) -> None:
    throw = tmp_path / "throw.png"
    picture(throw, 2, 1)
    assert said("read", "--dice", "Ski", throw, status=2) == (
        "grillside: No dice are called “Ski”. There are: barbecue, classic, standard, junior.\n"
    )
    said("teach", "Sky", *SKY, "--from", pictures)
    assert "standard, junior, Sky.\n" in said("read", "--dice", "Ski", throw, status=2)
    assert "No such file" in said("read", "--dice", "ski.json", throw, status=2)
    (tmp_path / "bad.json").write_text("hello")
    assert "damaged" in said("read", "--dice", tmp_path / "bad.json", throw, status=2)


def test_names_of_several_words_are_told_apart(pictures: Path, tmp_path: Path, said: Said) -> None:
    (pictures / "sun").rename(pictures / "red sun")
    said("teach", "Sky", "--faces", "red sun,moon", "--from", pictures)
    picture(tmp_path / "throw.png", 2, 1, 1)
    assert said("read", "--dice", "Sky", tmp_path / "throw.png").endswith(
        ": 3 dice: moon, red sun, red sun\n"
    )


def test_any_name_can_be_drawn_into_a_picture() -> None:
    frame = np.full((200, 300, 3), 90, np.uint8)

    def drawn(face: str) -> Frame:
        reading = Reading((ReadDie(face, 0.99, SQUARE),))
        return annotated(frame, reading, [f"1 die: {face}"])

    assert (drawn("Mönch") == drawn("Monch")).all()
    assert (drawn("骰子") == drawn("??")).all()
