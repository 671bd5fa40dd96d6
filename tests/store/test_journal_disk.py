"""The file of a game on a disk that refuses: nothing is done by halves."""

import errno
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.store.journal import DiskTrouble, Journal, follow, games
from rules import Face, Keep
from rules.record import Played, Record
from tests.harness.disks import CUTS, BadDisk, Cut, disk, room_for
from tests.harness.journals import a_journal, a_record, a_saved_game, reopened
from tests.harness.scripted import begin, contents, resume
from tests.panel.writer import begun, choice
from tests.rules.records import unsealed

__all__ = ["disk"]

# A full disk.

ROOM = [0, 1, 10]
"""Bytes that still fit: nothing, or the beginning of a line."""


def test_a_full_disk_leaves_the_game_as_it_was_and_none_begins(tmp_path: Path) -> None:
    for room in ROOM:
        journal = a_journal(tmp_path / f"{room}")
        before = journal.state
        most = journal.path.stat().st_size + room
        with room_for(most), pytest.raises(OSError, match="disk_full"):
            journal.play(Keep(Face.SIX))
        assert (journal.state, journal.moves) == (before, 3)
        with room_for(room), pytest.raises(OSError, match="disk_full"):
            Journal.create(tmp_path / "new", a_record())
        assert games(tmp_path / "new") == []


def test_a_file_that_was_taken_away_is_not_begun_anew_in_the_middle(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    journal.path.unlink()
    with pytest.raises(OSError, match="disk_gone"):
        journal.play(Keep(Face.SIX))
    assert journal.moves == 3
    assert not journal.path.exists()


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


# A disk that fails, is read-only, or is gone.

TROUBLES = [
    (errno.EIO, "disk_failing"),
    (errno.ENOSPC, "disk_full"),
    (errno.EDQUOT, "disk_full"),
    (errno.EROFS, "disk_read_only"),
    (errno.EACCES, "disk_not_ours"),
    (errno.ENODEV, "disk_gone"),
]


@pytest.mark.parametrize("call", ["open", "write", "fsync"])
def test_whatever_fails_game_and_file_are_as_before_and_none_begins(
    tmp_path: Path, disk: BadDisk, call: str
) -> None:
    journal = a_journal(tmp_path)
    before = journal.state, journal.moves, journal.path.read_bytes()
    for number, code in TROUBLES:
        disk.refused[call] = number
        with pytest.raises(DiskTrouble) as caught:
            journal.play(Keep(Face.SIX))
        assert (caught.value.code, caught.value.errno) == (code, number)
        assert caught.value.filename == str(journal.path)
        assert (journal.state, journal.moves, journal.path.read_bytes()) == before
    with pytest.raises(DiskTrouble):
        Journal.create(tmp_path / "new", a_record())
    assert games(tmp_path / "new") == []


def test_a_card_that_was_pulled_and_put_back(tmp_path: Path) -> None:
    folder, away = tmp_path / "card", tmp_path / "away"
    journal = a_journal(folder)
    folder.rename(away)
    with pytest.raises(DiskTrouble, match="disk_gone"):
        journal.play(Keep(Face.SIX))
    assert not folder.exists()
    shutil.copytree(away, folder)  # other files, as far as the system knows
    journal.play(Keep(Face.SIX))
    assert follow(journal.path).record.state == journal.state
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        Journal.open(journal.path)


def test_another_card_with_another_game_is_not_written_to(tmp_path: Path) -> None:
    folder = tmp_path / "card"
    journal = a_journal(folder)
    shutil.rmtree(folder)
    other = Journal.create(folder, a_record())
    other.close()
    before = contents(folder)
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        journal.play(Keep(Face.SIX))
    assert contents(folder) == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DiskTrouble, match="disk_"):
        Journal.create(tmp_path / "file" / "folder", a_record())


@pytest.mark.parametrize("call", ["open", "fsync"])
@pytest.mark.parametrize("old", [True, False])
def test_a_file_that_cannot_be_put_right_stays_as_it_is(
    tmp_path: Path, disk: BadDisk, call: str, old: bool
) -> None:
    path = a_saved_game(tmp_path)
    lines = unsealed(follow(path).record)
    path.write_bytes(b"".join(lines) if old else path.read_bytes().replace(b'"keep"', b'"kept"'))
    before = contents(tmp_path)
    disk.refused[call] = errno.EIO
    with pytest.raises(DiskTrouble, match="disk_failing"):
        Journal.open(path)
    disk.refused.clear()
    assert contents(tmp_path).items() >= before.items()
    journal = Journal.open(path)
    assert before[path.name] in contents(tmp_path).values()
    journal.undo()
    assert reopened(journal).state == journal.state


def test_a_file_system_without_locks_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    journal = a_journal(tmp_path)
    assert reopened(journal).moves == 3


def test_a_lock_that_fails_otherwise_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    path = a_saved_game(tmp_path)
    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(DiskTrouble, match="disk_failing"):
        Journal.open(path)


# Whatever is told stays, also when the power goes.


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("how", CUTS)
def test_a_line_that_was_written_but_never_synced_is_synced_before_it_is_told(
    tmp_path: Path, disk: BadDisk, how: Cut, ended: bool
) -> None:
    journal = a_journal(tmp_path)
    whole = journal.path.read_bytes()
    last = whole.rindex(b"{")
    journal.close()
    disk.put(journal.path, whole[:last], unsynced=whole[last:] if ended else whole[last:-1])
    told = Journal.open(journal.path)  # the program was killed meanwhile, not the power
    assert told.moves == 3
    disk.power_cut(told.path, how, random.Random(1))
    assert reopened(told).moves == 3


FAULTS = st.fixed_dictionaries(
    {},
    optional={call: st.just(errno.EIO) for call in ("open", "write", "fsync", "ftruncate")},
)
ROOMS = st.none() | st.integers(0, 90)
ENDS = st.sampled_from([None, "killed", *CUTS])
"""What happens after a move: nothing, the program is killed, or the power goes."""
Day = tuple[dict[str, int], int | None, Cut | Literal["killed"] | None]


def told_stays(folder: Path, seed: int, days: Sequence[Day]) -> None:
    """Play on a disk that fails: what was confirmed is there, and at most one choice more."""
    with pytest.MonkeyPatch.context() as patch:
        disk = BadDisk(patch)
        dice = random.Random(seed)
        journal = Journal.create(folder, begun())
        known = follow(journal.path).record
        for faults, room, end in days:
            disk.refused, disk.room = faults, room
            ahead = known.copy()
            done = play(ahead, choice(known, str(seed)))
            try:
                play(journal, done)
                known = ahead
            except DiskTrouble:
                assert faults or room is not None
            assert list(journal.steps) == known.steps
            disk.refused, disk.room = {}, None  # a new start finds a disk that works
            if end is None:
                continue
            journal.close()
            if end != "killed":
                disk.power_cut(journal.path, end, dice)
            journal = Journal.open(journal.path)
            assert journal.damage is None
            lines = journal.record.lines
            assert lines == known.lines or ("ftruncate" in faults and lines == ahead.lines)
            known = follow(journal.path).record
            assert known.lines == lines


@given(seed=st.integers(0, 999), days=st.lists(st.tuples(FAULTS, ROOMS, ENDS), max_size=12))
@settings(max_examples=20)
def test_whatever_happens_what_was_told_is_there(
    tmp_path_factory: pytest.TempPathFactory, seed: int, days: list[Day]
) -> None:
    told_stays(tmp_path_factory.mktemp("games"), seed, days)


@pytest.mark.proof
@given(
    seed=st.integers(0, 999),
    days=st.lists(st.tuples(FAULTS, ROOMS, ENDS), min_size=20, max_size=60),
)
@settings(max_examples=300)
def test_whatever_happens_for_long(
    tmp_path_factory: pytest.TempPathFactory, seed: int, days: list[Day]
) -> None:
    told_stays(tmp_path_factory.mktemp("games"), seed, days)


def play(game: Record | Journal, moves: Sequence[Played]) -> Sequence[Played]:
    """Play these moves, or take one back where there are none."""
    if moves:
        game.play_all(moves)
    else:
        game.undo()
    return moves
