"""The file that a command is told to write: the same is refused by each, before any work."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.commands import teach
from firmware.commands.cli import main
from firmware.store import taught_dice
from tests.harness.commands import Refused
from tests.harness.teaching import Teacher, picture
from tests.store.test_taught_dice import sky

COMMANDS = ("mat", "export", "teach")


@pytest.fixture(params=COMMANDS)
def writing(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """How each command is told to write a file."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(teach, "make_reader", Teacher)
    pictures = tmp_path / "pictures"
    for axis, face in enumerate(("sun", "moon"), 1):
        picture(pictures / face / "0.png", *[axis] * 4)
    taught_dice.save(tmp_path / "home" / "grillside", sky())
    ways = {
        "mat": ("mat", "--out"),
        "export": ("dice", "export", "Sky"),
        "teach": ("teach", "Q", "--faces", "sun,moon", "--from", str(pictures), "--out"),
    }
    monkeypatch.chdir(tmp_path)
    command: str = request.param

    def asked(out: object, *more: str) -> list[str]:
        return [*ways[command], str(out), *more, "--language", "en"]

    return asked


Writing = Callable[..., list[str]]


def test_a_folder_is_no_file(writing: Writing, refused: Refused, tmp_path: Path) -> None:
    for out in ["", ".", "..", "/", "there"]:
        (tmp_path / "there").mkdir(exist_ok=True)
        before = sorted(tmp_path.rglob("*"))
        for more in ((), ("--force",)):
            assert "is a folder: say what" in refused(*writing(out, *more))
        assert sorted(tmp_path.rglob("*")) == before


def test_what_is_no_file_stays(writing: Writing, refused: Refused) -> None:
    pipe, to_pipe, circle = map(Path, ("pipe", "to pipe", "circle"))
    os.mkfifo(pipe)
    to_pipe.symlink_to(pipe)
    circle.symlink_to(circle)
    for out in (pipe, to_pipe, circle):
        for more in ((), ("--force",)):
            assert "and stays: say another file" in refused(*writing(out, *more))
    assert pipe.is_fifo()
    assert to_pipe.is_symlink()
    assert circle.is_symlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make links of somebody else")
def test_a_link_of_somebody_else_leads_nowhere(writing: Writing, refused: Refused) -> None:
    link, file = Path("link"), Path("file")
    link.symlink_to(file)
    os.chown(link, 65534, 65534, follow_symlinks=False)
    assert "and stays: say another file" in refused(*writing(link, "--force"))
    assert not file.exists()


def test_a_link_stays_and_leads_to_what_was_written(
    writing: Writing, refused: Refused, capsys: pytest.CaptureFixture[str]
) -> None:
    link, file = Path("link"), Path("file")
    link.symlink_to(file)
    assert main(writing(link)) == 0
    capsys.readouterr()
    file.write_text("old")
    assert "--force" in refused(*writing(link))
    assert file.read_text() == "old"
    assert main(writing(link, "--force")) == 0
    assert link.is_symlink()
    assert len(file.read_bytes()) > 3


def test_a_file_is_not_replaced_unasked(writing: Writing, refused: Refused) -> None:
    file = Path("file")
    file.write_text("old")
    assert "file is there already: say --force to replace it" in refused(*writing(file))
    assert file.read_text() == "old"
    assert main(writing(file, "--force")) == 0
    assert len(file.read_bytes()) > 3


def test_no_folder_is_made(writing: Writing, refused: Refused) -> None:
    out = Path("usb", "file")
    assert "no folder usb: make it first" in refused(*writing(out, "--force"))
    assert not out.parent.exists()


def test_of_a_long_path_the_end_is_told(writing: Writing, refused: Refused, tmp_path: Path) -> None:
    told = refused(*writing(tmp_path / ("x" * 60) / "usb" / "file"))
    assert "no folder …" in told
    assert "x/usb: make it first" in told
