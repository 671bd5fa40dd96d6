"""What the command refuses: each with one line that names file, line and reason, and status 2."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.commands.cli import main
from firmware.errors import CameraTrouble
from firmware.speech.words import Words
from firmware.store.journal import Journal
from firmware.terminal import session
from rules.record import VERSION
from tests.harness.commands import HEADER, Refused

COMMANDS = ("replay", "advise", "decide", "review")
"""Those that take the record of a game."""

# Bad records.

THROW = '{"move":"throw","faces":["1","1","2","3","5","worm","worm","worm"]}\n'


def header(old: str, new: str) -> str:
    assert old in HEADER
    return HEADER.replace(old, new)


@pytest.mark.parametrize(
    ("record", "line", "said"),
    [
        pytest.param("", 1, "empty", id="empty"),
        pytest.param("hello\n", 1, "JSON", id="no record"),
        pytest.param("[]\n", 1, "object", id="no object"),
        pytest.param("\ufeff" + HEADER, 1, "byte order mark", id="byte order mark"),
        pytest.param(HEADER[:50], 1, "breaks off", id="torn header"),
        pytest.param(HEADER + THROW[:30], 2, "breaks off", id="torn line"),
        pytest.param(HEADER + "\n" + THROW, 2, "blank", id="empty line"),
        pytest.param(HEADER + THROW.strip() * 2, 2, "column", id="two in a line"),
        pytest.param(
            header('"grillside":1', f'"grillside":{VERSION + 1}'), 1, "update", id="newer version"
        ),
        pytest.param(header('"grillside":1', '"grillside":0'), 1, "version 0", id="no version"),
        pytest.param(header('"grillside":1,', ""), 1, "grillside", id="version missing"),
        pytest.param(header("bratwurmeck", "chess"), 1, "chess", id="unknown game"),
        pytest.param(header('"Ben"', '"Ann"'), 1, "Ann", id="one name twice"),
        pytest.param(header('"Ben"', '""'), 1, "1 to 16", id="no name"),
        pytest.param(header('"Ben"', '"B\\u0007n"'), 1, "U+0007", id="control in a name"),
        pytest.param(header("blue", "pink"), 1, "pink", id="unknown colour"),
        pytest.param(header('"25":2', '"25":0'), 1, "worms.25", id="bad box"),
        pytest.param(header('"25":2', '"25":true'), 1, "worms.25", id="true is no number"),
        pytest.param(header('"25":2', '"25":2.0'), 1, "worms.25", id="2.0 is no whole number"),
        pytest.param(header('"25":2', '"25":NaN'), 1, "NaN", id="NaN"),
        pytest.param(header('"25":2', '"25":2,"25":3'), 1, "twice", id="one field twice"),
        pytest.param(header('"game"', '"colour":1,"game"'), 1, "colour", id="unknown field"),
        pytest.param(header('"box"', '"starter":2,"box"'), 1, "2", id="no such starter"),
        pytest.param(header('"box"', '"dice":"x","box"'), 1, "standard", id="unknown dice"),
        pytest.param(
            header('"box"', '"variants":["x"],"box"'), 1, "alternative", id="unknown variant"
        ),
        pytest.param(HEADER + '{"move":"fly"}\n', 2, "fly", id="unknown move"),
        pytest.param(HEADER + '{"faces":[]}\n', 2, "move", id="no move"),
        pytest.param(HEADER + '{"move":"stop"}\n', 2, "hrow", id="illegal move"),
        pytest.param(HEADER + '{"move":"undo"}\n', 2, "undo", id="nothing to undo"),
        pytest.param(HEADER + THROW.replace('"1",', ""), 2, "8", id="too few dice"),
        pytest.param(HEADER + THROW.replace("[", '["1",'), 2, "9", id="too many dice"),
        pytest.param(HEADER + THROW.replace("5", "7"), 2, "7", id="unknown face"),
        pytest.param(HEADER + THROW.replace("5", "6"), 2, "6", id="a face of other dice"),
        pytest.param(HEADER + THROW.replace("}", ',"by":1}'), 2, "by", id="unknown key"),
        pytest.param(HEADER + '{"move":' + "[" * 3_000 + "\n", 2, "deep", id="deep nesting"),
        pytest.param(HEADER + '{"move":' + "1" * 3000 + "}\n", 2, "number", id="long number"),
        pytest.param(HEADER + '"' + "x" * 70_000 + '"\n', 2, "4096", id="long line"),
    ],
)
def test_a_bad_record_is_refused_with_file_line_and_reason(
    tmp_path: Path, refused: Refused, record: str, line: int, said: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(record)
    for command in COMMANDS:
        message = refused(command, path)
        assert f"{path}, line {line}: " in message
        assert said in message.partition(": ")[2]


def test_of_a_damaged_record_the_good_part_is_shown_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(HEADER + THROW + "junk\n")
    for command in COMMANDS:
        assert main([command, str(path)]) == 2
        shown, said = capsys.readouterr()
        assert "after line 2" in shown
        assert f"{path}, line 3: " in said


def test_a_long_word_does_not_flood_the_message(tmp_path: Path, refused: Refused) -> None:
    for field in ['"variants":["{}"]', '"dice":"{}"', '"{}":1']:
        path = tmp_path / "bad.jsonl"
        path.write_text(header('"box"', field.replace("{}", "x" * 3000) + ',"box"'))
        assert "x" * 20 in refused("replay", path)


def test_no_control_characters_from_a_record(tmp_path: Path, refused: Refused) -> None:
    for field in [
        '"variants":["{}"]',
        '"dice":"{}"',
        '"{}":1',
        '"{}":1,"{}":1',
        '"starter":"{}"',
        '"starter":{"{}":[]}',
    ]:
        path = tmp_path / "bad.jsonl"
        nasty = "\\u001b[2J\\u202e\\n\\ud800"
        path.write_text(header('"box"', field.replace("{}", nasty) + ',"box"'))
        refused("replay", path)


def test_5_mb_of_junk(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "junk"
    path.write_bytes(random.Random(1).randbytes(5_000_000))
    assert f"{path}, line 1: " in refused("replay", path)


def test_5_mb_of_one_character(tmp_path: Path, refused: Refused) -> None:
    for junk in [b"\0", b"{", b"[", b" "]:
        path = tmp_path / "junk"
        path.write_bytes(junk * 5_000_000)
        assert f"{path}, line 1: " in refused("replay", path)


# Files that cannot be read.


def test_a_missing_file(tmp_path: Path, refused: Refused) -> None:
    for command in COMMANDS:
        assert "nowhere.jsonl" in refused(command, tmp_path / "nowhere.jsonl")


def test_a_directory(tmp_path: Path, refused: Refused) -> None:
    for command in COMMANDS:
        assert f"{tmp_path}: " in refused(command, tmp_path)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, whom no permission stops."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_file_that_may_not_be_read(file: Path, refused: Refused) -> None:
    file.chmod(0)
    with as_nobody():
        message = refused("replay", file)
    assert f"{file}: " in message
    assert "ermission" in message


def test_a_game_that_may_not_be_written(file: Path, refused: Refused) -> None:
    file.chmod(0o400)
    with as_nobody():
        message = refused("play", "--resume", file)
    assert f"{file}: " in message
    assert "ermission" in message


def test_a_game_that_goes_on_elsewhere(file: Path, refused: Refused) -> None:
    journal = Journal.open(file)
    message = refused("play", "--resume", file)
    journal.close()
    assert message.endswith(f"{file}: This game runs in another program. Close that.")


def test_a_device_that_fails_is_told_with_its_remedy(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = CameraTrouble("camera_gone")

    def fail(*_: object, **__: object) -> None:
        raise gone

    monkeypatch.setattr(session, "play", fail)
    assert refused("play") == f"grillside: {Words().error(gone)}"


def test_a_disk_that_fails_while_reading_is_told_with_the_file(refused: Refused) -> None:
    """Nobody has mapped address 0, so the system answers with an I/O error."""
    assert "/proc/self/mem" in refused("replay", "/proc/self/mem")


def test_a_file_name_with_control_characters(tmp_path: Path, refused: Refused) -> None:
    refused("replay", tmp_path / "a\nb\x1b[2J")


def test_a_bad_record_to_go_on_with_is_named(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("junk\n" + HEADER)
    assert f"{path}, line 1: " in refused("play", "--resume", path)


def test_a_missing_game_to_go_on_with(tmp_path: Path, refused: Refused) -> None:
    assert "nowhere" in refused("play", "--resume", tmp_path / "nowhere")


# Names and players.

NAMES = {
    "empty": ("", "1 to 16"),
    "one empty": ("Ann,", "1 to 16"),
    "only spaces": ("Ann,   ", "1 to 16"),
    "long": ("Ann," + "x" * 200, "200"),
    "emoji": ("Ann,🐛", "U+1F41B"),
    "right to left": ("Ann,בן", "left to right"),
    "arabic digits": ("Ann,٣", "left to right"),
    "control": ("Ann,B\x1b[2J", "U+001B"),
    "line break": ("Ann,B\nn", "U+000A"),
    "turned around": ("Ann,\u202eneB", "U+202E"),
    "zero width": ("Ann,Be\u200bn", "U+200B"),
    "twice": ("Ann,ANN", "ANN"),
    "twice, composed": ("Zoé,Zoe\u0301", "Zoé"),
    "one": ("Ann", "2 to 5"),
    "nine": ("A,B,C,D,E,F,G,H,I", "2 to 5"),
}


def test_players_who_cannot_be(tmp_path: Path, refused: Refused) -> None:
    for names, said in NAMES.values():
        arguments = ("--game", "barbecue", "--players", names, "--folder", tmp_path / "games")
        assert said in refused("play", *arguments)
        assert not (tmp_path / "games").exists()
