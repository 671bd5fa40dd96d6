"""The file of a game: appended, synced, reopened; after a power cut and on a full disk."""

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from firmware.journal import Journal, games, read_lines
from rules import Barbecue, Colour, Face, Junior, Keep, Player
from rules.errors import BadRecord, IllegalMove
from rules.games import AnyGame
from rules.record import LONGEST_LINE, Read, Record
from tests.firmware.scripted import begin, newest, resume
from tests.rules.tables import throw

GRILLSIDE = Path(sys.executable).with_name("grillside")
"""The command as it is installed beside the Python that runs the tests."""


def a_record(game: type[AnyGame] = Barbecue) -> Record:
    return Record.begin(*game.begin([Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]))


def a_journal(folder: Path) -> Journal:
    """A game with a throw, a keep, and a second throw that was read by the camera."""
    journal = Journal.create(folder, a_record())
    journal.play(throw("66ww1234"))
    journal.play(Keep(Face.WORM))
    journal.play(throw("666123"), Read.CAMERA)
    return journal


# A new file.


def test_a_new_game_is_a_file_with_its_header(tmp_path: Path) -> None:
    record = a_record()
    journal = Journal.create(tmp_path / "not" / "there", record)
    assert journal.path.read_text() == record.lines[0] + "\n"


def test_files_are_numbered_and_named_after_the_game(tmp_path: Path) -> None:
    paths = [Journal.create(tmp_path, a_record(game)).path for game in (Barbecue, Junior)]
    assert [path.name for path in paths] == ["0001-barbecue.jsonl", "0002-junior.jsonl"]


def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    first, second = (Journal.create(tmp_path, a_record()) for _ in range(2))
    first.path.unlink()
    third = Journal.create(tmp_path, a_record())
    assert third.path.name > second.path.name


def test_the_oldest_comes_first_beyond_four_digits(tmp_path: Path) -> None:
    for name in ("9999-barbecue.jsonl", "10000-junior.jsonl"):
        (tmp_path / name).touch()
    assert [path.name for path in games(tmp_path)] == ["9999-barbecue.jsonl", "10000-junior.jsonl"]


@pytest.mark.parametrize("name", ["notes.jsonl", "box-junior.json", "x-1.jsonl", "²-x.jsonl"])
def test_other_files_in_the_folder_do_not_matter(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert games(tmp_path) == []


def test_a_folder_that_is_not_there_holds_no_games(tmp_path: Path) -> None:
    assert games(tmp_path / "nowhere") == []


# Lines are appended.


def test_every_move_is_a_line(tmp_path: Path) -> None:
    lines = a_journal(tmp_path).path.read_text().splitlines()
    assert lines[1:] == [
        '{"move":"throw","faces":["1","2","3","4","6","6","worm","worm"]}',
        '{"move":"keep","face":"worm"}',
        '{"move":"throw","faces":["1","2","3","6","6","6"],"read":"camera"}',
    ]


def test_an_undo_is_a_line_too(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = journal.path.read_text()
    assert journal.undo().move == throw("666123")
    assert journal.path.read_text() == before + '{"move":"undo"}\n'
    assert journal.moves == 2


def test_a_refused_move_leaves_no_trace(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = journal.state, journal.path.read_bytes()
    with pytest.raises(IllegalMove, match="not_thrown"):
        journal.play(Keep(Face.WORM))
    assert (journal.state, journal.path.read_bytes()) == before


def test_an_undo_of_nothing_leaves_no_trace(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, a_record())
    before = journal.path.read_bytes()
    with pytest.raises(IllegalMove, match="nothing_to_undo"):
        journal.undo()
    assert journal.path.read_bytes() == before


# Going on with it.


def test_reopened_it_is_the_same_game(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    again = Journal.open(journal.path)
    assert (again.state, again.moves) == (journal.state, journal.moves)


def test_reopened_it_goes_on(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    Journal.open(journal.path).play(Keep(Face.SIX))
    assert Journal.open(journal.path).moves == 4


def test_opening_changes_no_byte(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = journal.path.read_bytes()
    Journal.open(journal.path)
    assert journal.path.read_bytes() == before


# The power went.


def test_a_torn_last_line_never_happened(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    whole = journal.path.read_bytes()
    confirmed = whole[: whole.rindex(b"\n", 0, -1) + 1]
    for cut in range(len(confirmed) + 1, len(whole) - 1):
        journal.path.write_bytes(whole[:cut])
        assert Journal.open(journal.path).moves == 2
        assert journal.path.read_bytes() == confirmed


def test_a_whole_last_line_gets_its_newline(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[:-1])
    assert Journal.open(journal.path).moves == 3
    assert journal.path.read_bytes() == whole


def test_after_a_torn_line_it_goes_on(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    journal.path.write_bytes(journal.path.read_bytes()[:-10])
    Journal.open(journal.path).play(throw("666123"))
    assert Journal.open(journal.path).state == journal.state


def test_a_torn_header_is_refused(tmp_path: Path) -> None:
    path = Journal.create(tmp_path, a_record()).path
    torn = path.read_bytes()[:40]
    path.write_bytes(torn)
    with pytest.raises(BadRecord, match="line 1: line_torn"):
        Journal.open(path)
    assert path.read_bytes() == torn


def test_a_header_without_its_line_break_is_not_spoilt_by_the_first_move(tmp_path: Path) -> None:
    path = Journal.create(tmp_path, a_record()).path
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    with suppress(BadRecord):
        Journal.open(path).play(throw("66ww1234"))
    assert newest(tmp_path).state.NAME == "barbecue"


# Files that are no good.


def test_a_damaged_line_is_named_and_nothing_is_changed(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    damaged = journal.path.read_bytes().replace(b'"keep"', b'"kept"')
    journal.path.write_bytes(damaged)
    with pytest.raises(BadRecord, match="line 3: unknown_move"):
        Journal.open(journal.path)
    assert journal.path.read_bytes() == damaged


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "0001-barbecue.jsonl"
    path.touch()
    with pytest.raises(BadRecord, match="record_empty"):
        Journal.open(path)


@pytest.mark.parametrize("text", ["milk\neggs", "milk", '{"a": 1}\n{"b": 2}'])
def test_a_file_that_is_no_record_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text(text)
    with pytest.raises(BadRecord):
        Journal.open(path)
    assert path.read_text() == text


def test_of_an_endless_line_only_so_much_is_read() -> None:
    (line,) = read_lines(Path("/dev/zero"), last=1)
    assert len(line) == LONGEST_LINE + 3


# The disk refuses.


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond this: a write stops there, and then the system refuses."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


ROOM = [0, 1, 10]
"""Bytes that still fit: nothing, or the beginning of a line."""


@pytest.mark.parametrize("room", ROOM)
def test_a_full_disk_leaves_the_game_as_it_was(tmp_path: Path, room: int) -> None:
    journal = a_journal(tmp_path)
    before = journal.state
    with room_for(journal.path.stat().st_size + room), pytest.raises(OSError, match="too large"):
        journal.play(Keep(Face.SIX))
    assert (journal.state, journal.moves) == (before, 3)


@pytest.mark.parametrize("room", ROOM)
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, room: int) -> None:
    journal = a_journal(tmp_path)
    before = journal.path.read_bytes()
    with room_for(len(before) + room), pytest.raises(OSError, match="too large"):
        journal.play(Keep(Face.SIX))
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize("room", ROOM)
def test_with_room_again_the_game_goes_on(tmp_path: Path, room: int) -> None:
    journal = a_journal(tmp_path)
    with room_for(journal.path.stat().st_size + room), pytest.raises(OSError, match="too large"):
        journal.play(Keep(Face.SIX))
    journal.play(Keep(Face.SIX))
    assert Journal.open(journal.path).state == journal.state


@pytest.mark.parametrize("room", ROOM)
def test_an_undo_that_cannot_be_saved_is_not_done(tmp_path: Path, room: int) -> None:
    journal = a_journal(tmp_path)
    before = journal.path.read_bytes()
    with room_for(len(before) + room), pytest.raises(OSError, match="too large"):
        journal.undo()
    assert journal.moves == 3
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize("room", ROOM)
def test_a_game_that_cannot_be_saved_does_not_begin(tmp_path: Path, room: int) -> None:
    with room_for(room), pytest.raises(OSError, match="too large"):
        Journal.create(tmp_path, a_record())
    assert games(tmp_path) == []


def test_a_file_that_was_taken_away_is_not_begun_anew_in_the_middle(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    journal.path.unlink()
    with pytest.raises(FileNotFoundError):
        journal.play(Keep(Face.SIX))
    assert journal.moves == 3
    assert not journal.path.exists()


def test_two_programs_cannot_spoil_one_game(tmp_path: Path) -> None:
    path = a_journal(tmp_path).path
    one, other = Journal.open(path), Journal.open(path)
    one.play(Keep(Face.SIX))
    with suppress(OSError):
        other.play(Keep(Face.SIX))
    assert Journal.open(path).moves == 4


def test_players_are_told_what_a_full_disk_means(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234", "w")
    path = games(tmp_path)[-1]
    before = path.read_bytes()
    with room_for(len(before) + 10):
        console = resume(tmp_path, "666123")
    assert console.reply[0].startswith("! ")
    assert "not" in console.reply[0].lower()
    assert str(path) in "\n".join(console.reply)
    assert path.read_bytes() == before


# The program is killed.


def test_killed_between_moves_it_resumes_at_the_exact_move(tmp_path: Path) -> None:
    begin(tmp_path, names="Ann, Ben")
    (path,) = games(tmp_path)
    for moves, (answer, shown) in enumerate(
        [
            ("66ww1234", "w: 2 x worm, then the sum is 10"),
            ("w", "10 brings nothing"),
            ("666123", "6: 3 x 6, then the sum is 28"),
            ("6", "s: stop with 28"),
            ("s", "Ben, throw 8 dice"),
        ],
        start=1,
    ):
        _play_and_kill(path, answer, shown)
        assert len(newest(tmp_path).steps) == moves
    assert any(shown in line for line in resume(tmp_path).lines)


def _play_and_kill(path: Path, answer: str, shown: str) -> None:
    """Resume, type one answer, and kill the program as soon as the screen shows what it led to."""
    with subprocess.Popen(
        [GRILLSIDE, "play", "--resume", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(f"{answer}\n")
        program.stdin.flush()
        assert any(shown in line for line in program.stdout), "it never got there"
        program.kill()
    assert program.returncode == -signal.SIGKILL
