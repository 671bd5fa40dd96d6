"""What the command cannot read: each file with one line that says why, and never a traceback."""

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from firmware.commands import read
from firmware.commands.cli import main
from tests.commands.test_cli_refusals import as_nobody
from tests.harness.commands import Refused
from tests.harness.reading import Scripted
from tests.vision.files import encoded, png, scene, video
from vision.files.pictures import MOST_BYTES
from vision.reading import Doubt, Reading

Say = Callable[[Path], str]


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    scripted = Scripted()
    monkeypatch.setattr(read, "make_reader", lambda: scripted)
    return scripted


@pytest.fixture
def say(refused: Refused, reader: Scripted) -> Say:
    """What is said of a file that cannot be read."""

    def run(path: Path) -> str:
        message = refused("read", path, "--dice", "barbecue")
        assert reader.asked == []
        assert message.startswith(f"grillside: {path}: ")
        return message

    return run


def made(folder: Path, data: bytes, name: str = "picture.jpg") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# Bad pictures.

BAD = {
    "empty": (b"", "empty"),
    "text": (b"hello", "JPEG or PNG"),
    "gif": (b"GIF89a" + bytes(99), "JPEG or PNG"),
    "heic": (b"\0\0\0\x18ftypheic" + bytes(99), "JPEG or PNG"),
    "half a jpeg": (encoded(scene())[:-500], "damaged"),
    "half a png": (encoded(scene(), ".png")[:-50], "damaged"),
    "one pixel": (encoded(np.zeros((1, 1, 3), np.uint8)), "1 x 1"),
    "one pixel, png": (encoded(np.zeros((1, 1, 3), np.uint8), ".png"), "at least 16 x 16"),
    "huge": (png(20_000, 20_000, 1, 0, bytes(2500)), "20000 x 20000"),
    "no video": (b"RIFF\0\0\0\0AVI " + bytes(99), "video"),
    "no film": (b"\0\0\0\x18ftypisom" + bytes(99), "video"),
    "nor this": (struct.pack(">I", 1) + b"\x67" + bytes(99), "video"),
}


@pytest.mark.parametrize(("data", "reason"), BAD.values(), ids=BAD)
def test_a_bad_picture(
    tmp_path: Path, say: Say, data: bytes, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told to people, and as data."""
    path = made(tmp_path, data)
    assert reason in say(path)
    assert main(["read", str(path), "--dice", "barbecue", "--json"]) == 2
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert printed.err == ""
    assert answer["file"] == str(path)
    assert answer["error"].isidentifier()


def test_a_video_that_is_too_long(tmp_path: Path, say: Say) -> None:
    assert "120 seconds" in say(video(tmp_path / "a.avi", [scene(32, 32)] * 130, speed=1))


def test_a_huge_file_that_is_no_picture_is_hardly_read(tmp_path: Path, say: Say) -> None:
    path = made(tmp_path, b"junk")
    os.truncate(path, 10**12)  # a hole: it takes no room on the disk
    assert "JPEG or PNG" in say(path)


def test_a_huge_file_that_begins_like_a_picture(tmp_path: Path, say: Say) -> None:
    path = made(tmp_path, encoded(scene()))
    os.truncate(path, MOST_BYTES + 1)
    assert "64 MB" in say(path)


# Files and folders.


def test_a_missing_file(tmp_path: Path, say: Say) -> None:
    assert "No such file" in say(tmp_path / "nowhere.jpg")


def test_a_file_taken_for_a_folder(tmp_path: Path, say: Say) -> None:
    made(tmp_path, b"x", "a.jpg")
    assert "Not a directory" in say(tmp_path / "a.jpg" / "b.jpg")


def test_an_empty_folder(tmp_path: Path, say: Say) -> None:
    assert "no pictures" in say(tmp_path)


def test_a_link_in_a_folder_that_leads_nowhere(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nothing")
    message = refused("read", tmp_path, "--dice", "barbecue")
    assert message.startswith(f"grillside: {tmp_path / 'gone.jpg'}: No such file")


def test_a_folder_without_pictures(tmp_path: Path, say: Say) -> None:
    made(tmp_path, b"hello", "notes.txt")
    (tmp_path / "deeper").mkdir()
    assert "no pictures" in say(tmp_path)


def test_a_file_that_may_not_be_read(tmp_path: Path, say: Say) -> None:
    path = made(tmp_path, encoded(scene()))
    path.chmod(0)
    with as_nobody():
        assert "ermission" in say(path)


def test_a_folder_that_may_not_be_read(tmp_path: Path, say: Say) -> None:
    path = tmp_path / "closed"
    path.mkdir()
    made(path, encoded(scene()))
    path.chmod(0)
    with as_nobody():
        assert "ermission" in say(path)
        assert "ermission" in say(path / "picture.jpg")
    path.chmod(0o700)


def test_a_disk_that_fails_while_reading(say: Say) -> None:
    assert "nput/output" in say(Path("/proc/self/mem"))


def test_links_that_lead_in_a_circle(tmp_path: Path, say: Say) -> None:
    path = tmp_path / "round.jpg"
    path.symlink_to(path)
    assert "symbolic links" in say(path)


def test_a_name_with_control_characters(tmp_path: Path, refused: Refused) -> None:
    refused("read", "--dice", "junior", tmp_path / "a\nb\x1b[2J.jpg")
    refused("read", "--dice", "junior", made(tmp_path, b"junk", "a\nb\x1b[2J.jpg"))


# Some bad, some good.


def test_the_others_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = made(tmp_path, encoded(scene()), "good.jpg")
    bad = made(tmp_path, b"junk", "bad.jpg")
    paths = [bad, good, tmp_path / "nowhere", good]
    assert main(["read", "--dice", "junior", *map(str, paths)]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{good}: 2 dice: worm 3\n" * 2
    assert [line.split(": ")[1] for line in printed.err.splitlines()] == [
        str(bad),
        str(tmp_path / "nowhere"),
    ]


def test_the_others_go_on_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = made(tmp_path, encoded(scene()), "good.jpg")
    bad = made(tmp_path, encoded(np.zeros((1, 2, 3), np.uint8)), "bad.jpg")
    assert main(["read", "--dice", "junior", "--json", str(bad), str(good)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "file": str(bad),
        "error": "too_small",
        "width": 2,
        "height": 1,
        "least": 16,
    }
    assert second["accepted"]


def test_nothing_could_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = str(made(tmp_path, b"junk"))
    assert main(["read", "--dice", "junior", bad, bad]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_doubts_are_no_failure(tmp_path: Path, reader: Scripted) -> None:
    reader.reading = Reading((), (Doubt("dark"),))
    assert main(["read", "--dice", "junior", str(made(tmp_path, encoded(scene())))]) == 0


# What is asked.


def test_a_count_that_is_none(tmp_path: Path, refused: Refused) -> None:
    for word in ["", "x", "-1", "8.0", "7;8", "7,,8", ",", "100", "٣", "²", "1" * 5000, "\x1b[2J"]:
        message = refused("read", made(tmp_path, b""), "--dice", "junior", f"--expect={word}")
        assert "0 to 99: say --expect 8" in message


def test_too_little_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in [(), ("a.jpg",), ("--dice", "junior")]:
        with pytest.raises(SystemExit) as exit_:
            main(["read", *arguments])
        assert exit_.value.code == 2
        assert "usage: grillside read" in capsys.readouterr().err


def test_a_folder_to_draw_into_that_may_not_be_made(tmp_path: Path, refused: Refused) -> None:
    drawn = tmp_path / "drawn"
    with as_nobody():
        assert "ermission" in refused("read", tmp_path, "--dice", "junior", "--annotate", drawn)
