"""The file of a game: begun, appended, reopened; after a power cut, damaged, of an old version."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.store.journal import DiskTrouble, Journal, follow, games, read_lines
from rules import Barbecue, Face, Junior, Keep, Stop
from rules.errors import BadRecord, IllegalMove
from rules.record import LONGEST_LINE, VERSION, Read
from tests.harness.journals import a_journal, a_record, a_saved_game, moves_in, reopened
from tests.harness.marks import MORE
from tests.harness.scripted import begin, contents, newest, resume
from tests.rules.records import unsealed
from tests.rules.tables import throw

GRILLSIDE = Path(sys.executable).with_name("grillside")
"""The command as it is installed beside the Python that runs the tests."""


# A new file.


def test_a_new_game_is_a_file_with_its_header(tmp_path: Path) -> None:
    record = a_record()
    journal = Journal.create(tmp_path / "not" / "there", record)
    assert journal.path.read_text() == 2 * f"{record.lines[0]}\n"


def test_files_are_numbered_and_named_after_the_game(tmp_path: Path) -> None:
    paths = [Journal.create(tmp_path, a_record(game)).path for game in (Barbecue, Junior)]
    assert [path.name for path in paths] == ["0001-barbecue.jsonl", "0002-junior.jsonl"]


def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    first, second = (Journal.create(tmp_path, a_record()) for _ in range(2))
    first.path.unlink()
    third = Journal.create(tmp_path, a_record())
    assert third.path.name > second.path.name


def test_nor_is_one_of_which_only_something_beside_it_is_left(tmp_path: Path) -> None:
    for number, ending in enumerate((".damaged", ".v1", ".aside", ".new"), start=41):
        (tmp_path / f"{number:04}-junior.jsonl{ending}").touch()
        path = Journal.create(tmp_path, a_record()).path
        assert path.name == f"{number + 1:04}-barbecue.jsonl"
        path.unlink()


def test_two_programs_that_begin_at_once_get_two_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_folder = Path.iterdir
    Journal.create(tmp_path, a_record())
    monkeypatch.setattr(Path, "iterdir", lambda path: iter(()))  # looked before the other began
    assert Journal.create(tmp_path, a_record()).path.name == "0002-barbecue.jsonl"
    assert len(list(list_folder(tmp_path))) == 2


def test_games_are_listed_the_oldest_first_and_nothing_else_is(tmp_path: Path) -> None:
    assert games(tmp_path / "nowhere") == []
    names = ["9999-barbecue.jsonl", "10000-junior.jsonl"]
    others = ["notes.jsonl", "box-junior.json", "x-1.jsonl", "²-x.jsonl"]
    for name in (*names, *others):
        (tmp_path / name).touch()
    assert [path.name for path in games(tmp_path)] == names


# Lines are appended.


def test_every_move_is_a_line(tmp_path: Path) -> None:
    assert moves_in(a_journal(tmp_path).path) == [
        '{"move":"throw","faces":["1","2","3","4","6","6","worm","worm"]}',
        '{"move":"keep","face":"worm"}',
        '{"move":"throw","faces":["1","2","3","6","6","6"],"read":"camera"}',
    ]


def test_an_undo_is_a_line_too(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = moves_in(journal.path)
    assert journal.undo().move == throw("666123")
    assert moves_in(journal.path) == [*before, '{"move":"undo"}']
    assert journal.moves == 2


def test_a_refused_move_or_undo_leaves_no_trace(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = journal.state, journal.path.read_bytes()
    with pytest.raises(IllegalMove, match="not_thrown"):
        journal.play(Keep(Face.WORM))
    with pytest.raises(IllegalMove, match="nothing_to_undo"):
        Journal.create(tmp_path, a_record()).undo()
    with pytest.raises(IllegalMove, match="not_thrown"):
        journal.play_all([(Keep(Face.SIX), None), (throw("123"), None), (Keep(Face.FOUR), None)])
    assert (journal.state, journal.path.read_bytes()) == before


# Moves that belong together.


def test_moves_that_belong_together_are_lines_that_say_so(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = moves_in(journal.path)
    events = journal.play_all(
        [(Keep(Face.SIX), None), (throw("123"), Read.HAND), (Keep(Face.THREE), None)]
    )
    assert moves_in(journal.path) == [
        *before,
        '{"move":"keep","face":"6","more":true}',
        '{"move":"throw","faces":["1","2","3"],"read":"hand","more":true}',
        '{"move":"keep","face":"3"}',
    ]
    assert [event.code for event in events] == ["set_aside", "thrown", "set_aside"]
    assert reopened(journal).moves == 6


def test_cut_anywhere_all_of_them_stand_or_none(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = len(journal.path.read_bytes())
    journal.play_all([(Keep(Face.SIX), None), (throw("123"), None), (Keep(Face.THREE), None)])
    whole = journal.path.read_bytes()
    for cut in (*range(before, len(whole) - 2, 9), *range(len(whole) - 2, len(whole) + 1)):
        journal.path.write_bytes(whole[:cut])
        assert reopened(journal).moves == (6 if cut >= len(whole) - 1 else 3)


def test_after_a_group_that_was_cut_the_game_goes_on(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    before = journal.path.read_bytes()
    journal.play_all([(Keep(Face.SIX), None), (Stop(), None)])
    cut = journal.path.read_bytes().rindex(b"{")
    journal.path.write_bytes(journal.path.read_bytes()[:cut])
    again = reopened(journal)
    again.play(Keep(Face.ONE))
    assert again.path.read_bytes().startswith(before)
    assert moves_in(again.path)[3:] == ['{"move":"keep","face":"1"}']


# Going on with it.


def test_reopened_it_is_the_same_game_and_goes_on(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    again = reopened(journal)
    assert (again.state, again.steps) == (journal.state, journal.steps)
    again.play(Keep(Face.SIX))
    assert reopened(again).moves == 4


def test_everything_can_be_undone_after_a_restart(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    opening = Journal.create(tmp_path, a_record()).state
    for left in (2, 1, 0):
        journal = reopened(journal)
        journal.undo()
        assert journal.moves == left
    assert reopened(journal).state == opening


OPENINGS: list[Callable[[Path], object]] = [follow, Journal.open]


def test_to_look_changes_no_byte_and_to_open_drops_or_ends_the_last_line(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    whole = path.read_bytes()
    for cut in (0, 1, 7, 100):
        path.write_bytes(whole[: -cut or None])
        before = contents(tmp_path)
        found = follow(path).record.lines
        assert contents(tmp_path) == before
        journal = Journal.open(path)
        assert journal.record.lines == found
        assert contents(tmp_path) == {path.name: "".join(f"{line}\n" for line in found).encode()}
        assert cut > 1 or path.read_bytes() == whole
        journal.close()


# One program at a time.


def test_a_game_that_goes_on_elsewhere_can_be_read_but_not_opened(tmp_path: Path) -> None:
    for journal in (a_journal(tmp_path), Journal.create(tmp_path, a_record())):
        with pytest.raises(DiskTrouble, match="game_elsewhere"):
            Journal.open(journal.path)
        assert follow(journal.path).record.state == journal.state


def test_it_is_free_when_nobody_holds_it_any_longer(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    assert Journal.open(path).moves == 3  # and it is gone at once
    assert Journal.open(path).moves == 3


def test_a_file_that_was_refused_is_free(tmp_path: Path) -> None:
    path = tmp_path / "0001-junior.jsonl"
    for text in ("milk", ""):
        path.write_text(text)
        for _ in range(2):
            with pytest.raises(BadRecord):
                Journal.open(path)


def test_a_closed_journal_goes_on_if_nobody_else_does(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    journal.close()
    journal.play(Keep(Face.SIX))
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        Journal.open(journal.path)


def test_two_programs_cannot_spoil_one_game(tmp_path: Path) -> None:
    one = a_journal(tmp_path)
    one.close()
    other = Journal.open(one.path)
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        one.play(Keep(Face.SIX))
    other.play(Keep(Face.SIX))
    other.close()
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        one.play(Keep(Face.SIX))
    assert Journal.open(one.path).moves == 4


def test_what_another_program_wrote_is_not_overwritten(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    with journal.path.open("a") as file:
        file.write('{"move":"keep","face":"6"}\n')
    before = journal.path.read_bytes()
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        journal.play(Keep(Face.ONE))
    assert journal.path.read_bytes() == before


# The power went.


def test_a_torn_last_line_never_happened(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    whole = path.read_bytes()
    confirmed = whole[: whole.rindex(b"\n", 0, -1) + 1]
    for cut in range(len(confirmed) + 1, len(whole) - 1, 9):
        path.write_bytes(whole[:cut])
        journal = Journal.open(path)
        assert journal.moves == 2
        journal.undo()
        assert path.read_bytes().startswith(confirmed)
        assert moves_in(path)[2:] == ['{"move":"undo"}']
        journal.close()


def test_nor_did_a_last_line_of_which_only_the_place_was_written(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    whole = path.read_bytes()
    for rest in (b"\0" * 40, b'{"move":"ke\0\0\0\0'):
        path.write_bytes(whole + rest)
        journal = Journal.open(path)
        assert journal.moves == 3
        journal.close()


def test_after_a_torn_line_it_goes_on(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    journal.path.write_bytes(journal.path.read_bytes()[:-10])
    again = reopened(journal)
    again.play(throw("666123"))
    assert reopened(again).state == journal.state


def test_a_torn_header_is_refused(tmp_path: Path) -> None:
    path = Journal.create(tmp_path, a_record()).path
    torn = path.read_bytes()[:40]
    path.write_bytes(torn)
    for opening in OPENINGS:
        with pytest.raises(BadRecord, match="line 1: line_torn"):
            opening(path)
    assert path.read_bytes() == torn


def test_a_header_without_its_line_break_is_not_spoilt_by_the_first_move(tmp_path: Path) -> None:
    path = Journal.create(tmp_path, a_record()).path
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    with suppress(BadRecord):
        Journal.open(path).play(throw("66ww1234"))
    assert newest(tmp_path).state.NAME == "barbecue"


# Files that are no good.


def damage(path: Path) -> bytes:
    """Spoil the keep, the fourth line; answers with what stands before it."""
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"keep"', b'"kept"'))
    return whole[: whole.index(b'{"move":"keep"')]


def test_the_good_part_goes_on_and_the_damaged_file_is_kept(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    good = damage(path)
    damaged = path.read_bytes()
    journal = Journal.open(path)
    assert journal.moves == 1
    assert journal.damage is not None
    assert journal.damage.line == 4
    journal.play(Keep(Face.SIX))
    assert path.read_bytes().startswith(good)
    assert moves_in(path)[1:] == ['{"move":"keep","face":"6"}']
    assert contents(tmp_path)[f"{path.name}.damaged"] == damaged
    assert reopened(journal).moves == 2


def test_a_second_damage_is_kept_beside_the_first(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    damage(path)
    Journal.open(path).play(Keep(Face.SIX))
    path.write_bytes(path.read_bytes() + b"junk\n")
    Journal.open(path).undo()
    names = [path.name, f"{path.name}.damaged", f"{path.name}.damaged-2"]
    assert sorted(contents(tmp_path)) == names


def test_a_file_set_aside_twice_is_kept_once(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    damage(path)
    (tmp_path / f"{path.name}.damaged").write_bytes(path.read_bytes())  # then the power went
    Journal.open(path).play(Keep(Face.SIX))
    assert len(contents(tmp_path)) == 2


def test_a_group_with_a_damaged_line_never_happened(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    journal.play_all([(Keep(Face.SIX), None), (Stop(), None)])
    path = journal.path
    path.write_bytes(path.read_bytes().replace(b'{"move":"stop"', b"\0\0\0"))
    journal.close()
    assert Journal.open(path).moves == 3


def test_a_file_that_is_no_record_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    for text in ("milk\neggs", "milk", '{"a": 1}\n{"b": 2}', ""):
        path.write_text(text)
        for opening in OPENINGS:
            with pytest.raises(BadRecord):
                opening(path)
        assert path.read_text() == text


def test_of_an_endless_line_only_so_much_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(bytes(2 * LONGEST_LINE))
    (line,) = read_lines(path, last=1)
    assert len(line) == LONGEST_LINE + 3


# A file of an older version.


def of_version_1(path: Path) -> bytes:
    """Make the file one of the older version; answers with its bytes."""
    first, *moves = unsealed(follow(path).record)
    old = b"".join([first.replace(b'"grillside":3', b'"grillside":1'), *moves])
    path.write_bytes(old)
    return old


def test_gone_on_with_it_is_migrated_and_the_old_file_kept(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    new = path.read_bytes()
    old = of_version_1(path)
    Journal.open(path).play(Keep(Face.SIX))
    assert contents(tmp_path).keys() == {path.name, f"{path.name}.v1"}
    assert contents(tmp_path)[f"{path.name}.v1"] == old
    assert path.read_bytes().startswith(new)
    assert moves_in(path)[3:] == ['{"move":"keep","face":"6"}']
    again = follow(path).record
    assert (again.version, len(again.steps)) == (VERSION, 4)


def test_a_migrated_game_is_still_ours_alone(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    of_version_1(path)
    journal = Journal.open(path)
    journal.play(Keep(Face.SIX))
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        Journal.open(path)


def test_a_torn_line_is_not_migrated(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    old = of_version_1(path)
    path.write_bytes(old[:-5])
    Journal.open(path).undo()
    assert [json.loads(line)["move"] for line in path.read_text().splitlines()[2:]] == [
        "throw", "keep", "undo",
    ]  # fmt: skip


# The program is killed.


TURN = [
    ("66ww1234", "w: 2 x worm, then the sum is 10"),
    ("w", "10 brings nothing"),
    ("666123", "6: 3 x 6, then the sum is 28"),
    ("6", "s: stop at 28"),
    ("s", "Ben, throw 8 dice"),
]
"""What is typed, and what is shown then."""


@pytest.mark.parametrize("kills", [1, MORE(len(TURN))])
def test_killed_between_moves_it_resumes_at_the_exact_move(tmp_path: Path, kills: int) -> None:
    begin(tmp_path, names="Ann, Ben")
    (path,) = games(tmp_path)
    for moves, (answer, shown) in enumerate(TURN[:kills], start=1):
        _play_and_kill(path, answer, shown)
        assert len(newest(tmp_path).steps) == moves
    assert any(TURN[kills - 1][1] in line for line in resume(tmp_path).lines)


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
