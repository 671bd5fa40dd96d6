"""Nothing confirmed is ever lost, nothing is invented: kill -9, torn files, disks that fill up.

`play_and_kill` takes any command that prints, for each line it has confirmed, the name of the file
and the line.
"""

import random
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

import pytest

from firmware.store.journal import Journal, follow, games
from rules.errors import BadRecord
from rules.games import GAMES
from rules.record import Record
from tests.panel.writer import begun, choice
from tests.rules.records import a_record, said

ROOT = Path(__file__).parents[2]
KILLS = {2: 50, 3: 50}
"""So often a program is killed that plays with this seed; each chain has a core of its own."""
MOST_LINES = 30
"""So many are awaited at most before the program is killed."""
ENDS = {signal.SIGKILL: (-9,), signal.SIGTERM: (0, -15)}
LONGEST_WAIT = 0.3
"""Seconds; by then a program has started."""

Lines = dict[str, list[str]]
"""The lines of each game, by the name of its file."""


def writer(folder: Path, seed: object) -> list[str]:
    return [sys.executable, "-m", "tests.panel.writer", str(folder), str(seed)]


def saved(folder: Path) -> Lines:
    """Return the games that can be resumed. One with a header cut short never began."""
    found: Lines = {}
    for path in games(folder):
        with suppress(BadRecord):
            found[path.name] = follow(path).record.lines
    return found


def play_and_kill(
    command: Sequence[str], dice: random.Random, how: signal.Signals = signal.SIGKILL
) -> list[tuple[str, str]]:
    """Run a program, kill it at some instant, and return what it had confirmed."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        awaited = dice.randrange(MOST_LINES)
        read = [program.stdout.readline() for _ in range(awaited)]
        wait = LONGEST_WAIT if awaited == 0 else LONGEST_WAIT / 30
        with suppress(subprocess.TimeoutExpired):
            program.wait(timeout=dice.random() * wait)
        program.send_signal(how)
        read += program.stdout.readlines()
    # Asked to end before it can listen, it is killed by that too.
    assert program.returncode in ENDS[how], "it ended by itself"
    whole = (line.decode().rstrip("\n") for line in read if line.endswith(b"\n"))
    return [(name, line) for name, _, line in (told.partition(" ") for told in whole)]


def check(before: Lines, confirmed: list[tuple[str, str]], after: Lines) -> int:
    """Check that nothing confirmed is missing; return the number of choices beyond it."""
    known = {name: list(lines) for name, lines in before.items()}
    for name, line in confirmed:
        known.setdefault(name, []).append(line)
    more = []
    for name, lines in after.items():
        there = known.pop(name, [])
        assert lines[: len(there)] == there, f"{name}: something was lost"
        more += lines[len(there) :]
    assert not known, "a game was lost"
    choices = len({line for line in more if '"more":true' not in line})  # a header is there twice
    assert choices <= 1, f"more than one choice that nobody saw: {more}"
    return choices


def assert_undisturbed(found: Lines, seed: object) -> None:
    """The games are, line by line, those of a player who was never killed."""
    for name, lines in found.items():
        record = begun()
        while len(record.lines) < len(lines):
            moves = choice(record, f"{seed} {name}")
            if moves:
                record.play_all(moves)
            else:
                record.undo()
        assert lines == record.lines


@pytest.mark.proof
@pytest.mark.parametrize("seed", KILLS)
def test_killed_at_a_hundred_instants_nothing_is_lost_and_nothing_invented(
    tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    before: Lines = {}
    unseen = 0
    for _ in range(KILLS[seed]):
        confirmed = play_and_kill(writer(tmp_path, seed), dice)
        after = saved(tmp_path)
        unseen += check(before, confirmed, after)
        before = after
    assert_undisturbed(before, seed)
    lines = sum(map(len, before.values()))
    print(
        f"{KILLS[seed]} kills in {lines} lines; {unseen} times one choice more than was confirmed"
    )


def test_killed_a_few_times_too(tmp_path: Path) -> None:
    dice = random.Random(1)
    before: Lines = {}
    for _ in range(3):
        confirmed = play_and_kill(writer(tmp_path, 1), dice)
        after = saved(tmp_path)
        check(before, confirmed, after)
        before = after
    assert_undisturbed(before, 1)


# A file cut at every byte.


def written_by_groups() -> Record:
    """A game of the writer, with its groups and undos."""
    record = begun()
    while len(record.lines) < 40:
        moves = choice(record, "cut")
        if moves:
            record.play_all(moves)
        else:
            record.undo()
    return record


@pytest.mark.proof
@pytest.mark.parametrize(
    "record",
    [written_by_groups(), *(a_record(game, 1, lines=30) for game in GAMES.values())],
    ids=["groups", *GAMES],
)
def test_cut_at_every_byte_it_opens_at_the_last_whole_line(tmp_path: Path, record: Record) -> None:
    lines = [f"{line}\n".encode() for line in record.lines]
    whole = b"".join(lines)
    ends = list(accumulate(map(len, lines)))
    path = tmp_path / "0001-game.jsonl"
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        count = sum(end - 1 <= cut for end in ends)  # the newline may be missing
        while count and '"more":true' in record.lines[count - 1]:
            count -= 1
        if count == 0:
            with pytest.raises(BadRecord):
                Journal.open(path)
            continue
        count = max(count, 2)  # of the header, one is enough
        found = follow(path)
        assert found.record.lines == record.lines[:count]
        assert found.damage is None
        if cut % 7 == 0:  # to sync takes a while
            _goes_on(path, record.lines[:count])


def _goes_on(path: Path, good: list[str]) -> None:
    """Check that the next line follows the last whole one, and the cut part is gone."""
    journal = Journal.open(path)
    if journal.moves:
        journal.undo()
        journal.close()
        *kept, last = path.read_text().splitlines()
        assert (kept, said(last)) == (good, '{"move":"undo"}')


# A disk that fills up.


@pytest.mark.proof
def test_when_the_disk_is_full_the_file_holds_what_was_confirmed_and_nothing_else(
    tmp_path: Path,
) -> None:
    dice = random.Random(7)
    for number in range(12):
        folder = tmp_path / str(number)
        room = dice.randrange(300, 3000)

        def fill(room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        ended = subprocess.run(
            writer(folder, number),
            cwd=ROOT,
            preexec_fn=fill,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.stderr.strip() == "disk_full"
        confirmed = [line.partition(" ") for line in ended.stdout.splitlines()]
        for name in {name for name, _, _ in confirmed}:
            path = folder / name
            lines = "".join(f"{line}\n" for there, _, line in confirmed if there == name)
            assert path.read_text() == lines
        assert len(games(folder)) == len({name for name, _, _ in confirmed})
