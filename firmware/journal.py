"""The file of a game: one line appended and synced for each thing that happened, then shown.

Nothing is rewritten. A line without its newline was never confirmed and is cut off on opening.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from rules.events import Events
from rules.games import AnyGame
from rules.moves import Move
from rules.record import LONGEST_LINE, Read, Record

SUFFIX = ".jsonl"


def read_lines(path: Path, last: int | None = None) -> Iterator[bytes]:
    """The lines of a record, one at a time and none longer than a record's can be."""
    with path.open("rb") as file:
        number = 0
        while (last is None or number < last) and (line := file.readline(LONGEST_LINE + 1)):
            number += 1
            yield line


class Journal:
    """A record that is kept in a file. What `play` and `undo` answer is safe on the disk.

    When the disk refuses, they raise `OSError`, and game and file are as they were before.
    """

    def __init__(self, path: Path, record: Record, size: int) -> None:
        self.path = path
        self._record = record
        self._size = size

    @classmethod
    def create(cls, folder: Path, record: Record) -> Self:
        """A new file for a game that begins, numbered after those in the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        number = max(map(_number, games(folder)), default=0) + 1
        path = folder / f"{number:04}-{record.state.NAME}{SUFFIX}"
        path.touch(exist_ok=False)
        journal = cls(path, record, size=0)
        journal._append(record.lines[0])
        _sync_folder(folder)
        return journal

    @classmethod
    def open(cls, path: Path) -> Self:
        """Go on with a game from its file; `BadRecord` if it cannot be followed."""
        _cut_torn_line(path)
        return cls(path, Record.replay(read_lines(path)), path.stat().st_size)

    @property
    def state(self) -> AnyGame:
        """The game as it stands."""
        return self._record.state

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self._record.steps)

    def play(self, move: Move, read: Read | None = None) -> Events:
        """Play a move; an illegal one raises `IllegalMove` and changes nothing."""
        events = self._record.play(move, read)
        self._keep_last_line()
        return events

    def undo(self) -> Move:
        """Take the last standing move back."""
        step = self._record.undo()
        self._keep_last_line()
        return step.move

    def _keep_last_line(self) -> None:
        try:
            self._append(self._record.lines[-1])
        except OSError:
            confirmed = self._record.lines[:-1]
            self._record = Record.replay(f"{line}\n".encode() for line in confirmed)
            raise

    def _append(self, line: str) -> None:
        content = f"{line}\n".encode()
        with self.path.open("ab") as file:
            try:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.truncate(self._size)
                raise
        self._size += len(content)


def games(folder: Path) -> list[Path]:
    """The files of games in the folder, the oldest first."""
    named = (path for path in folder.glob(f"*-*{SUFFIX}") if path.name.split("-")[0].isdigit())
    return sorted(named, key=_number)


def _number(path: Path) -> int:
    return int(path.name.split("-")[0])


def _cut_torn_line(path: Path) -> None:
    """Power went while a line was written: nobody was shown it, so it did not happen."""
    with path.open("rb+") as file:
        content = file.read()
        whole = content.rfind(b"\n") + 1
        if 0 < whole < len(content):
            file.truncate(whole)
            os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new name itself survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
