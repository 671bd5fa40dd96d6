"""What is no regular file, where a file is expected: it is refused at once, and nothing waits."""

import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.camera.table_camera import DOUBTFUL
from firmware.commands.cli import main
from firmware.doctor.report import enclosed
from firmware.errors import DeviceTrouble
from firmware.runtime.open_table import keep_log
from firmware.store import taught_dice
from firmware.store.files import LOG
from firmware.store.journal import DiskTrouble, Journal
from firmware.store.settings import NAME as SETTINGS
from firmware.store.shelf import Shelf
from firmware.web import certificate
from rules import Barbecue, Throw
from tests.harness.commands import a_record, command
from tests.store.test_kept_files_fuzz import KINDS

PRIVATE = "nobody's affair"


def no_date() -> None:
    """Nobody knows it."""


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        here = Path.cwd()
        os.chdir(path.parent)  # its whole path may be too long
        one.bind(path.name)
        os.chdir(here)


def a_link(path: Path) -> None:
    """To a file that others must not see or change."""
    (other := path.with_name("other")).write_text(PRIVATE)
    path.symlink_to(other)


MAKERS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "socket": a_socket,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "link": a_link,
}
NAMED = (
    "replay", "replay --at 1", "advise", "decide", "review", "play --resume",
    "config --config", "dice import", "read --dice barbecue", "read x.jpg --dice",
    "table --sim --script",
)  # fmt: skip


@pytest.fixture(autouse=True)
def at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever waits for a pipe is woken, and fails."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it waits"))
    signal.alarm(20)
    yield
    signal.alarm(0)


@pytest.fixture
def each_kind(tmp_path: Path) -> Iterator[tuple[Path, Callable[[Path], object]]]:
    """A folder for each kind of what is no file, and how to make one."""
    folders = {kind: tmp_path / f"with a {kind}" for kind in MAKERS}
    for folder in folders.values():
        folder.mkdir()
    return ((folders[kind], made) for kind, made in MAKERS.items())


Kinds = Iterator[tuple[Path, Callable[[Path], object]]]


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        (NAMED[0], ("pipe", "socket", "device", "folder")),
        *((typed, ("pipe",)) for typed in NAMED[1:]),
    ],
)
def test_a_command_refuses_what_is_no_file(
    tmp_path: Path,
    typed: str,
    kinds: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for made in kinds:
        (tmp_path / made).mkdir()
        monkeypatch.chdir(tmp_path / made)
        MAKERS[made](Path("named.json"))
        assert main([*typed.split(), "named.json"]) in {1, 2}
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith(("grillside: named.json: ", "grillside: /dev/zero: "))
        assert printed.err.count("\n") == 1


def test_what_a_person_names_may_be_a_link(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "usb", a_record(Barbecue))
    journal.close()
    link = tmp_path / "game.jsonl"
    link.symlink_to(journal.path)
    assert main(["replay", str(link)]) == 0
    with pytest.raises(DiskTrouble, match="disk_no_file"):
        Journal.open(link)  # as the table opens what lies in its folder
    main(["play", "--resume", str(link)])  # nobody types
    assert link.is_symlink()


# In the folder of the games.


def test_what_is_kept(tmp_path: Path, each_kind: Kinds) -> None:
    for folder, make in each_kind:
        for kind in KINDS.values():
            make(folder / kind.file)
            assert kind.load(folder) == kind.load(tmp_path / "nowhere")
            (folder / "other").unlink(missing_ok=True)


def test_a_table_runs_among_pipes(tmp_path: Path) -> None:
    (tmp_path / "dice").mkdir()
    others = ["grillside.log", "page.pem", "0001-barbecue.jsonl", "dice/sky.json"]
    for name in (*others, *(kind.file for kind in KINDS.values())):
        os.mkfifo(tmp_path / name)
    (script := tmp_path / "script").write_text("expect new_game\n")
    ended = command("table", "--sim", "--script", script, "--folder", tmp_path, timeout=20)
    assert ended.returncode == 0, ended.stderr


def test_the_log(each_kind: Kinds) -> None:
    before = [*logging.getLogger().handlers]
    for folder, make in each_kind:
        make(folder / LOG)
        keep_log(folder)
        assert logging.getLogger().handlers == before


def test_games(each_kind: Kinds) -> None:
    for folder, make in each_kind:
        make(folder / "0001-barbecue.jsonl")
        shelf = Shelf(folder, no_date)
        assert shelf.recent(5) == ()
        record = a_record(Barbecue)
        journal = shelf.begin(record.state, record.events)
        assert journal.path.name == "0002-barbecue.jsonl"
        journal.path.unlink()
        (folder / "other").unlink(missing_ok=True)
        make(journal.path)
        with pytest.raises(DiskTrouble):
            journal.play(Throw(record.state.setup.dice.sides[:1] * 8))


def test_a_marker_leads_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "0001-barbecue.jsonl"
    (tmp_path / f"{path.name}.aside").symlink_to(tmp_path / "made")
    with pytest.raises(DiskTrouble):
        Shelf(tmp_path, no_date).give_up(path)
    assert not (tmp_path / "made").exists()


def test_dice(each_kind: Kinds) -> None:
    for folder, make in each_kind:
        (folder / "dice").mkdir()
        make(folder / "dice" / "sky.json")
        assert taught_dice.names(folder) == ()


def test_the_key_of_the_page(each_kind: Kinds) -> None:
    for folder, make in each_kind:
        make(folder / certificate.NAME)
        with pytest.raises(DeviceTrouble):
            certificate.certified(folder)


def test_a_report_holds_nothing_from_elsewhere(each_kind: Kinds) -> None:
    for folder, make in each_kind:
        for name in (SETTINGS, LOG, f"{LOG}.1", "0001-barbecue.jsonl", DOUBTFUL):
            make(folder / name)
            (folder / "other").unlink(missing_ok=True)
        (folder / "other").write_text(PRIVATE)
        found = enclosed(None, folder, dict, names=True, picture=True)
        parts = {part.name: part.content for part in found}
        assert {name for name, content in parts.items() if content} == {"doctor.json"}


def test_no_text_in_a_report_is_longer_than_a_megabyte(tmp_path: Path) -> None:
    for name in (LOG, f"{LOG}.1", "0001-barbecue.jsonl", "config.toml"):
        (tmp_path / name).write_bytes(b"\xff" * 1_200_000)
    parts = enclosed(tmp_path / "config.toml", tmp_path, lambda: {"all": "ä" * 600_000})
    assert max(len(part.content) for part in parts) == 1_000_000
