"""A report holds what helps, and nobody's name."""

import json
import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from firmware.camera.table_camera import DOUBTFUL
from firmware.doctor import report
from firmware.doctor.report import Enclosed, enclosed, pack
from firmware.store.files import LOG
from firmware.store.settings import NAME, Settings, save
from rules import Barbecue
from rules.errors import BadRecord
from rules.record import Record
from tests.harness.commands import a_record
from tests.rules.tables import throw

PEOPLE = ("Zoë", "Bernd-Otto", "Cem")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three games of these people, with settings, a log and a doubtful picture."""
    kept = tmp_path / "games"
    save(kept, Settings(names={"green": "Zoë", "blue": "Bernd-Otto"}))
    for number in (1, 2, 3):
        record = a_record(Barbecue, *PEOPLE)
        record.play(throw("11236www"))
        lines = "".join(f"{line}\n" for line in record.lines)
        (kept / f"{number:04}-barbecue.jsonl").write_text(lines)
    log = "kept for Zoë in /home/otto/games\nBernd-Otto's turn\nCement is no name\n/media/otto/usb"
    (kept / LOG).write_text(log)
    (kept / DOUBTFUL).write_bytes(b"\xff\xd8picture")
    return kept


def everything(
    folder: Path, config: Path | None = None, *, names: bool = False, picture: bool = False
) -> Iterator[Enclosed]:
    found = {"good": True, "folder": "/home/otto/games"}
    return enclosed(config, folder, lambda: found, "/srv/otto", names=names, picture=picture)


def parts(folder: Path, *, names: bool = False, picture: bool = False) -> dict[str, str]:
    found = everything(folder, names=names, picture=picture)
    return {part.name: part.content.decode(errors="replace") for part in found}


def test_what_is_in_it(folder: Path) -> None:
    assert list(parts(folder)) == [
        "doctor.json",
        NAME,
        LOG,
        "games/0002-barbecue.jsonl",
        "games/0003-barbecue.jsonl",
    ]
    assert DOUBTFUL in parts(folder, picture=True)


def test_nobody_is_named(folder: Path) -> None:
    for name, content in parts(folder, picture=True).items():
        for person in (*PEOPLE, "otto"):
            assert not re.search(rf"(?<!\w){person}(?!\w)", content), name
    assert "Cement is no name" in parts(folder)[LOG]


def test_games_can_still_be_replayed(folder: Path) -> None:
    lines = parts(folder)["games/0003-barbecue.jsonl"].splitlines(keepends=True)
    state = Record.replay(line.encode() for line in lines).state
    assert [player.name for player in state.setup.players] == ["Player 1", "Player 2", "Player 3"]


def test_names_are_in_it_when_that_is_wanted(folder: Path) -> None:
    told = parts(folder, names=True)
    assert "Bernd-Otto" in told[LOG]
    assert json.loads(told[NAME])["names"] == {"green": "Zoë", "blue": "Bernd-Otto"}
    assert "Cem" in told["games/0003-barbecue.jsonl"]


def test_a_damaged_game_names_nobody_either(folder: Path) -> None:
    path = folder / "0004-barbecue.jsonl"
    path.write_bytes(b'{"grillside":3,"players":[{"name":"Z\\"o","colour":\n{"name" : "Ber')
    (folder / "0005-barbecue.jsonl").write_bytes(b'{"players":[{"name":"Ann')
    told = parts(folder)["games/0004-barbecue.jsonl"]
    assert told == '{"grillside":3,"players":[{"name":"Player 1","colour":\n{"name":"Player 2"'


def test_damaged_settings_stay_out_and_stay_where_they_are(folder: Path) -> None:
    (folder / NAME).write_text('{"names": {"green": "Zoë"')
    assert NAME not in parts(folder)
    assert (folder / NAME).exists()


def test_a_game_that_cannot_be_read_is_no_hindrance(folder: Path) -> None:
    (folder / "0004-barbecue.jsonl").mkdir()
    assert parts(folder)["games/0004-barbecue.jsonl"] == ""


def test_an_empty_folder_gives_what_there_is(tmp_path: Path) -> None:
    assert list(parts(tmp_path / "none", picture=True)) == ["doctor.json"]


def test_the_configuration_is_in_it_without_the_users_name(tmp_path: Path, folder: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[game]\nfolder = "/srv/otto/games"\n')
    found = {part.name: part.content for part in everything(folder, config)}
    assert found["config.toml"] == b'[game]\nfolder = "~/games"\n'


def test_of_a_long_log_the_end_is_in_it(folder: Path) -> None:
    (folder / LOG).write_bytes(b"x" * report.LONGEST + b"the end")
    log = parts(folder)[LOG]
    assert len(log) == report.LONGEST
    assert log.endswith("the end")


def test_what_the_log_told_before_it_was_begun_anew_is_in_it(folder: Path) -> None:
    (folder / f"{LOG}.1").write_text("long ago\n")
    (folder / LOG).write_text("now\n")
    assert parts(folder)[LOG] == "long ago\nnow\n"


def test_the_file_is_a_zip(tmp_path: Path) -> None:
    out = tmp_path / "report.zip"
    pack([Enclosed("a.txt", "a text", b"one"), Enclosed("games/b", "a game", b"two")], out)
    with zipfile.ZipFile(out) as file:
        assert file.testzip() is None
        assert {name: file.read(name) for name in file.namelist()} == {
            "a.txt": b"one",
            "games/b": b"two",
        }


def test_a_game_without_names_replays_and_damage_is_told(folder: Path) -> None:
    path = folder / "0003-barbecue.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"1","1","2"', b'"1","2","2"'))
    whole, damaged = list(everything(folder))[-2:]
    record = Record.replay(BytesIO(whole.content))
    assert [each.name for each in record.state.setup.players] == [
        "Player 1",
        "Player 2",
        "Player 3",
    ]
    assert (whole.damage, len(record.steps)) == (None, 1)
    assert damaged.damage is not None
    assert damaged.damage.line == 3
    with pytest.raises(BadRecord, match="line 3: line_damaged"):
        Record.replay(BytesIO(damaged.content))
