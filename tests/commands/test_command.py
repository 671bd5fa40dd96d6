"""The real command in a process of its own: pipes, terminals, and odd streams."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from firmware.commands.cli import main
from firmware.store.journal import Journal
from rules import Barbecue
from tests.harness.commands import (
    GRILLSIDE,
    HEADER,
    Refused,
    a_record,
    command,
    kept,
    played,
    shell,
)
from tests.harness.marks import MORE

# The real command.


def test_the_command_refuses_with_status_2_and_one_line(tmp_path: Path) -> None:
    """Also a file whose name is no text."""
    done = command("replay", tmp_path / os.fsdecode(b"\xff.jsonl"))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_broken_off_while_it_loads_it_ends_as_shells_do() -> None:
    """Whatever is loaded then; a traceback would tell nobody anything."""
    breaks_off = (
        "import sys\n"
        "class BreaksOff:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'rules.games':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, BreaksOff())\n"
        "from firmware.commands.start import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(  # our own Python
        [sys.executable, "-c", breaks_off], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    "asked",
    [
        ("read", "--dice", "barbecue", __file__),
        ("table", "--sim", "--page"),
        MORE(("teach", "new", "--faces", "a,b", "--from", ".")),
        MORE(("table", "--sim", "--script", __file__)),
        MORE(("mat", "--out", "mat.pdf")),
    ],
    ids=" ".join,
)
def test_without_opencv_one_sentence_says_what_to_install(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    (tmp_path / "cv2.py").write_text("raise ModuleNotFoundError(name='cv2')\n")
    for face in "ab":
        (tmp_path / face).mkdir()
    around = {**os.environ, "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}
    done = command(*asked, cwd=tmp_path, env=around)
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert "sudo apt install python3-opencv" in said
    assert ".[opencv]" in said


def test_what_needs_no_opencv_works_without(tmp_path: Path) -> None:
    for asked in [("config",), ("odds", "--game", "junior")]:
        (tmp_path / "cv2.py").write_text("raise ModuleNotFoundError(name='cv2')\n")
        around = {**os.environ, "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}
        assert command(*asked, env=around).returncode == 0


def test_any_other_package_that_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(name='numpy')\n")
    around = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = command("odds", "--game", "junior", env=around)
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert "numpy" in said


def test_the_command_is_loaded_so() -> None:
    (entry,) = entry_points(group="console_scripts", name="grillside")
    assert entry.value == "firmware.commands.start:main"


def test_a_reader_who_never_was(tmp_path: Path) -> None:
    path = kept(tmp_path, played(Barbecue, seed=7))
    done = shell('"$0" "$@" | true', "replay", path)
    assert done.stderr == ""


def test_a_full_disk_for_the_output() -> None:
    done = shell('"$0" "$@" > /dev/full', "odds", "--game", "bratwurmeck")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("closed", [">&-", "<&-"])
def test_a_closed_stream_is_no_reason_for_a_traceback(tmp_path: Path, closed: str) -> None:
    done = shell(f'"$0" "$@" {closed}', "play", "--folder", tmp_path)
    assert "Traceback" not in done.stderr


def test_a_name_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    path = kept(tmp_path, a_record(Barbecue, "Łukasz", "Ben"))
    done = command("replay", path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "ukasz" in done.stdout


def test_an_error_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(HEADER + '{"move":"flÿ"}\n')
    done = command("replay", path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_game_goes_where_the_folder_says(tmp_path: Path) -> None:
    done = subprocess.run(
        [GRILLSIDE, "play", "--folder", tmp_path, "--seed", "1"],
        input="\n\n\n\n",
        check=True,
        capture_output=True,
        text=True,
    )
    (path,) = tmp_path.iterdir()
    assert done.stderr == ""
    assert str(path) in done.stdout
    assert Journal.open(path).moves == 1


def test_without_a_home_a_folder_must_be_told(
    monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    def nobody(_cls: type[Path]) -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", classmethod(nobody))
    assert "--folder" in refused("play")


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--version"])
    assert exit_.value.code == 0
    assert capsys.readouterr().out.startswith("grillside 0.")


def test_a_game_that_is_resumed_has_its_players(file: Path, refused: Refused) -> None:
    assert "--players" in refused("play", "--resume", file, "--players", "Ann, Ben")
