"""Dice read from pictures by the command: told to people, as data, and drawn."""

import io
import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.commands import read
from firmware.commands.annotate import annotated, save
from firmware.commands.cli import main
from rules.dice import BARBECUE, CLASSIC, STANDARD, Face, junior
from tests.harness.commands import Data
from tests.harness.reading import SQUARE, Bright, Scripted, dice
from tests.vision.files import encoded, exif, scene, turned_video, video, with_exif
from vision.files.pictures import decode
from vision.geometry import Frame
from vision.reading import DOUBTS, Argument, Doubt, ReadDie, Reading

Lines = Callable[..., list[Data]]
Script = Callable[..., Scripted]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Script:
    """The command gets a reader that reads this."""

    def script(reading: Reading | None = None) -> Scripted:
        reader = Scripted() if reading is None else Scripted(reading)
        monkeypatch.setattr(read, "make_reader", lambda: reader)
        return reader

    return script


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    """Run the command that answers with a line of JSON for each picture."""

    def run(*arguments: object) -> list[Data]:
        assert main(["read", "--dice", "barbecue", "--json", *map(str, arguments)]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return [json.loads(line) for line in printed.out.splitlines()]

    return run


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "tray.jpg"
    path.write_bytes(encoded(scene()))
    return path


# For people.


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["read", "--dice", "barbecue", *map(str, arguments)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def test_a_throw_is_told_by_its_faces(
    picture: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(Reading(dice(Face.WORM, Face.THREE, Face.SIX)))
    assert said(capsys, picture) == f"{picture}: 3 dice: worm 3 6\n"


def test_one_die_is_not_told_as_many(
    picture: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(Reading(dice(Face.BUN)))
    assert said(capsys, picture) == f"{picture}: 1 die: bun\n"


def test_an_empty_table_has_no_dice(
    picture: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reads(Reading(()))
    assert said(capsys, picture) == f"{picture}: no dice\n"


def test_doubts_are_told_with_what_to_do(
    picture: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    doubts = Doubt("leaning", {"die": 1}), Doubt("count", {"found": 2, "expected": (7, 8)})
    reads(Reading(dice(Face.ONE, Face.TWO), doubts))
    first, *others = said(capsys, picture).splitlines()
    assert first == f"{picture}: not sure: 2 dice: 1 2"
    leans, missing = others
    assert leans == "  Die 2 leans: lay it flat."
    assert missing.startswith("  2 dice are seen, there should be 7 or 8: ")


def test_a_video_is_told_with_its_time(
    tmp_path: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reads()
    path = video(tmp_path / "throw.avi", [scene()] * 30)
    assert said(capsys, path) == f"{path}, 0.2 s: 2 dice: worm 3\n"


# As data.


def test_the_whole_answer(picture: Path, reads: Script, lines: Lines) -> None:
    reads(Reading(dice(Face.WORM), (Doubt("unsure", {"die": 0}), Doubt("dark"))))
    assert lines(picture) == [
        {
            "file": str(picture),
            "dice": [{"face": "worm", "confidence": 0.9877, "corners": [list(c) for c in SQUARE]}],
            "accepted": False,
            "doubts": [{"code": "unsure", "die": 0}, {"code": "dark"}],
        }
    ]


def test_an_empty_table_is_accepted(picture: Path, reads: Script, lines: Lines) -> None:
    reads(Reading(()))
    assert lines(picture) == [{"file": str(picture), "dice": [], "accepted": True, "doubts": []}]


def test_every_doubt_is_data(picture: Path, reads: Script, lines: Lines) -> None:
    samples: dict[str, Argument] = {"face": Face.FIVE, "expected": (7, 8)}
    doubts = [Doubt(c, {name: samples.get(name, 1) for name in DOUBTS[c]}) for c in DOUBTS]
    reads(Reading(dice(Face.ONE, Face.TWO), tuple(doubts)))
    (answer,) = lines(picture)
    assert [set(doubt) - {"code"} for doubt in answer["doubts"]] == [set(DOUBTS[c]) for c in DOUBTS]
    assert answer["doubts"][0] == {"code": "count", "found": 1, "expected": [7, 8]}


def test_a_video_tells_its_second(tmp_path: Path, reads: Script, lines: Lines) -> None:
    reads()
    (answer,) = lines(video(tmp_path / "throw.avi", [scene()] * 30))
    assert answer["at"] == 0.2
    assert answer["accepted"]


def test_corners_and_places_are_those_of_the_file(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    for orientation in range(1, 9):
        monkeypatch.setattr(read, "make_reader", Bright)
        path = tmp_path / "turned.png"
        path.write_bytes(with_exif(encoded(scene(), ".png"), exif(orientation)))
        (answer,) = lines(path)
        corners = answer["dice"][0]["corners"]
        assert sorted(corners) == [[20, 15], [20, 29], [39, 15], [39, 29]]
        (doubt,) = answer["doubts"]
        assert [doubt["x"], doubt["y"]] in corners


def test_people_are_told_places_as_they_see_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a picture that was stored upright."""
    for orientation in range(1, 9):
        monkeypatch.setattr(read, "make_reader", Bright)
        turned, upright = tmp_path / "turned.png", tmp_path / "upright.png"
        turned.write_bytes(with_exif(encoded(scene(), ".png"), exif(orientation)))
        upright.write_bytes(encoded(decode(turned.read_bytes()).frame, ".png"))
        assert said(capsys, turned).splitlines()[1:] == said(capsys, upright).splitlines()[1:]


def test_places_in_a_large_picture_that_is_turned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "make_reader", Bright)
    path = tmp_path / "large.jpg"
    path.write_bytes(with_exif(encoded(scene(6400, 4800)), exif(6)))
    x, y = map(int, re.findall(r"\d+", said(capsys, path).splitlines()[1]))
    assert abs(x - (4800 - 1200)) <= 2
    assert abs(y - 800) <= 2


def test_corners_of_a_large_picture(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "make_reader", Bright)
    path = tmp_path / "large.jpg"
    path.write_bytes(encoded(scene(6400, 4800)))
    (answer,) = lines(path)
    expected = [[800, 600], [1599, 600], [1599, 1199], [800, 1199]]
    assert np.abs(np.array(answer["dice"][0]["corners"]) - expected).max() <= 2


def test_corners_of_a_turned_video(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "make_reader", Bright)
    (answer,) = lines(turned_video(tmp_path / "a.mp4", [scene()] * 20, 90))
    corners = np.array(answer["dice"][0]["corners"])
    assert np.abs(corners.min(axis=0) - (20, 15)).max() <= 3
    assert np.abs(corners.max(axis=0) - (39, 29)).max() <= 3


# What the reader is asked.


def test_the_set_of_dice(picture: Path, reads: Script, capsys: object) -> None:
    for kind in [BARBECUE, CLASSIC, STANDARD, junior()]:
        reader = reads()
        assert main(["read", str(picture), "--dice", getattr(kind, "name", "")]) == 0
        assert reader.asked == [((120, 160, 3), kind, None)]


def test_the_counts_that_make_sense(picture: Path, reads: Script, lines: Lines) -> None:
    for arguments, expected in [
        ((), None),
        (("--expect", "8"), (8,)),
        (("--expect", "0"), (0,)),
        (("--expect", "7,8"), (7, 8)),
        (("--expect", "8", "--expect", "7"), (7, 8)),
        (("--expect", " 8 , 7,8"), (7, 8)),
    ]:
        reader = reads()
        lines(picture, *arguments)
        assert [counts for _, _, counts in reader.asked] == [expected]


# Several, and folders.


def test_several_are_answered_in_their_order(tmp_path: Path, reads: Script, lines: Lines) -> None:
    reads()
    paths = [tmp_path / name for name in ("b.jpg", "a.png", "c.jpg")]
    for path in paths:
        path.write_bytes(encoded(scene(), path.suffix))
    assert [line["file"] for line in lines(*paths)] == [str(path) for path in paths]


def test_a_folder_is_read_by_name(tmp_path: Path, reads: Script, lines: Lines) -> None:
    reads()
    for name in ("b.JPG", "a.png", "notes.txt", ".hidden.png", "deeper/d.png"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encoded(scene(), ".png"))
    (tmp_path / "folder.jpg").mkdir()
    video(tmp_path / "c.avi", [scene()] * 15)
    found = [Path(line["file"]).name for line in lines(tmp_path)]
    assert found == ["a.png", "b.JPG", "c.avi"]


def test_of_a_folder_all_kinds_are_read_or_told(
    tmp_path: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reads()
    for name in ("a.jfif", "b.jpe", "c.pnm"):
        (tmp_path / name).write_bytes(encoded(scene(), ".ppm" if name == "c.pnm" else ".jpg"))
    (tmp_path / "d.gif").write_bytes(b"GIF89a" + bytes(99))
    assert main(["read", "--dice", "barbecue", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert printed.out.count("worm 3") == 3
    assert printed.err.startswith(f"grillside: {tmp_path / 'd.gif'}: ")


@pytest.mark.parametrize(
    ("missing", "named"), [([""], "PICTURE"), (["--annotate", ""], "annotate")]
)
def test_nothing_is_no_name(
    picture: Path, missing: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["read", "--dice", "barbecue", str(picture), *missing])
    assert f"{named}: a name is missing" in capsys.readouterr().err


def test_the_reader_is_made_once(
    picture: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = [Scripted()]
    monkeypatch.setattr(read, "make_reader", readers.pop)
    assert len(lines(picture, picture, picture)) == 3


# Progress.


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_and_wiped_away(
    picture: Path, reads: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads()
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["read", "--dice", "junior", *[str(picture)] * 8]) == 0
    written = terminal.getvalue()
    assert "[..........]" not in written
    assert "] 4/8 " in written
    assert "[##########..........] 4/8" in written
    assert written.endswith("\r")
    assert written.split("\r")[-2].isspace()
    assert all(len(line) < 80 for line in written.split("\r"))


def test_a_few_need_no_progress(
    picture: Path, reads: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    for many in [1, 3]:
        reads()
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        assert main(["read", "--dice", "junior", *[str(picture)] * many]) == 0
        assert terminal.getvalue() == ""


def test_a_file_is_told_no_progress(
    picture: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reads()
    assert said(capsys, *[picture] * 8).count("2 dice") == 8


# Drawn.


def seen(path: Path) -> Frame:
    frame = cv2.imread(str(path))
    assert frame is not None
    return frame.astype(np.uint8)


def test_what_was_read_is_drawn_beside_the_picture(
    picture: Path, tmp_path: Path, reads: Script, lines: Lines
) -> None:
    before = picture.read_bytes()
    reads()
    lines(picture, "--annotate", tmp_path / "new" / "drawn")
    (drawn,) = (tmp_path / "new" / "drawn").iterdir()
    assert drawn.name == "tray.jpg"
    assert seen(drawn).shape[1] == 900
    assert picture.read_bytes() == before


def test_every_kind_can_be_drawn(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for suffix in [".jpg", ".JPEG", ".png", ".webp", ".bmp", ".ppm"]:
        path = save(scene(), tmp_path, f"a{suffix}")
        assert path.name == (f"a{suffix}.png" if suffix == ".ppm" else f"a{suffix}")
        assert seen(path).shape == (120, 160, 3)
        assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("height", "name"), [(16_383, "a.webp"), (16_384, "a.webp.png"), (65_536, "a.jpg.png")]
)
def test_a_picture_too_long_for_its_kind_becomes_another(
    tmp_path: Path, height: int, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = save(scene(40, height), tmp_path, name.removesuffix(".png"))
    assert path.name == name
    assert path.stat().st_size > 0
    assert capfd.readouterr() == ("", "")


def test_what_cannot_be_drawn_keeps_nobody_from_reading_on(
    tmp_path: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first name is too long once a suffix is added."""
    reads()
    long, short = tmp_path / f"{'a' * 251}.ppm", tmp_path / "b.png"
    for path in (long, short):
        path.write_bytes(encoded(scene(), path.suffix))
    drawn = tmp_path / "drawn"
    asked = ["read", "--dice", "barbecue", "--annotate", drawn, long, short]
    assert main(list(map(str, asked))) == read.NOT_DRAWN
    printed = capsys.readouterr()
    assert printed.out.count("worm 3") == 2
    assert printed.err.startswith("grillside: ")
    assert printed.err.endswith(": File name too long.\n")
    assert [path.name for path in drawn.iterdir()] == ["b.png"]


def test_a_file_is_no_folder_to_draw_into(
    picture: Path, reads: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = reads()
    assert main(["read", "--dice", "barbecue", str(picture), "--annotate", str(picture)]) == 2
    assert capsys.readouterr().err == f"grillside: {picture}: Not a directory.\n"
    assert reader.asked == []


def test_equal_names_stay_apart(tmp_path: Path, reads: Script, lines: Lines) -> None:
    reads()
    paths = [tmp_path / folder / "a.png" for folder in "xyz"]
    for path in paths:
        path.parent.mkdir()
        path.write_bytes(encoded(scene(), ".png"))
    lines(*paths, "--annotate", tmp_path / "drawn")
    names = sorted(path.name for path in (tmp_path / "drawn").iterdir())
    assert names == ["a-2.png", "a-3.png", "a.png"]


def test_nothing_is_ever_overwritten(
    picture: Path, tmp_path: Path, reads: Script, lines: Lines
) -> None:
    before = picture.read_bytes()
    reads()
    lines(picture, "--annotate", tmp_path)
    assert picture.read_bytes() == before
    assert (tmp_path / "tray-2.jpg").exists()


def test_a_video_is_drawn_as_a_picture(tmp_path: Path, reads: Script, lines: Lines) -> None:
    reads()
    lines(video(tmp_path / "throw.avi", [scene()] * 15), "--annotate", tmp_path / "drawn")
    assert seen(tmp_path / "drawn" / "throw.avi.png").shape[1] == 900


def test_a_disk_that_is_full_is_told_and_nothing_half_is_left(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="large") as caught:
            save(scene(900, 900), tmp_path, "a.bmp")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.filename == str(tmp_path / "a.bmp")
    assert list(tmp_path.iterdir()) == []


def test_any_size_can_be_drawn_on() -> None:
    for size in [(16, 16), (160, 120), (40, 3000), (3000, 20)]:
        width, height = size
        corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (-1e12, 1e12))
        dice = (ReadDie(Face.CUCUMBER, 0.999, corners), ReadDie(Face.ONE, 0.2, SQUARE))
        doubts = (
            Doubt("overlapping", {"die": 0}),
            Doubt("hidden", {"x": 5.0, "y": 1e9}),
            Doubt("dark"),
        )
        frame = scene(width, height)
        drawn = annotated(frame, Reading(dice, doubts), ["not sure", "a line of many words " * 9])
        assert max(drawn.shape) >= 900
        assert drawn.shape[1] >= width
        assert np.array_equal(frame, scene(width, height))


def test_a_doubted_die_has_another_colour() -> None:
    frame = np.zeros((900, 900, 3), np.uint8)
    corners = ((300.0, 300.0), (500.0, 300.0), (500.0, 500.0), (300.0, 500.0))
    die = ReadDie(Face.WORM, 0.9, corners)
    sure = annotated(frame, Reading((die,)), [])
    doubted = annotated(frame, Reading((die,), (Doubt("glare", {"die": 0}),)), [])
    green, orange = sure[400, 300].astype(int), doubted[400, 300].astype(int)
    assert green[1] > green[2]
    assert orange[2] > orange[1]


def test_lines_are_broken_to_fit() -> None:
    frame = scene(900, 300)
    short = annotated(frame, Reading(()), ["short"])
    long = annotated(frame, Reading(()), ["a line that is much too long to fit " * 9])
    assert long.shape[0] > short.shape[0]
    assert (long[300:, 890:] == 255).all()


# The real command.


def test_help_does_not_load_opencv() -> None:
    code = "import sys, firmware.commands.cli; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
