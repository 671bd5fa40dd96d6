"""The file of a game: one line appended and synced for each thing that happened, then shown.

Nothing is rewritten. A last line that was cut short was never shown to anyone and is dropped.
"""

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from rules.errors import BadRecord
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Move
from rules.record import LONGEST_LINE, Read, Record, Undone

SUFFIX = ".jsonl"


def read_lines(path: Path, last: int | None = None) -> Iterator[bytes]:
    """The lines of a record, one at a time and none longer than a record's can be."""
    with path.open("rb") as file:
        number = 0
        while (last is None or number < last) and (line := file.readline(LONGEST_LINE + 3)):
            number += 1
            yield line


class Journal:
    """A record that is kept in a file. What `play` and `undo` answer is safe on the disk.

    When the disk refuses, they raise `OSError`, and game and file are as they were before.
    """

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self._record = record
        self._size = path.stat().st_size

    @classmethod
    def create(cls, folder: Path, record: Record) -> Self:
        """A new file for a game that begins, numbered after those in the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        number = max(map(_number, games(folder)), default=0) + 1
        path = folder / f"{number:04}-{record.state.NAME}{SUFFIX}"
        path.touch(exist_ok=False)
        try:
            journal = cls(path, record)
            journal._append(f"{record.lines[0]}\n".encode())
        except OSError:
            path.unlink()
            raise
        _sync_folder(folder)
        return journal

    @classmethod
    def open(cls, path: Path) -> Self:
        """Go on with a game from its file; `BadRecord` if it cannot be followed."""
        lines = list(read_lines(path))
        try:
            record = Record.replay(lines)
        except BadRecord as error:
            if error.code != "line_torn" or error.line == 1:
                raise
            record = Record.replay(lines[:-1])  # power went while the last line was written
            os.truncate(path, path.stat().st_size - len(lines[-1]))
        journal = cls(path, record)
        if not lines[len(record.lines) - 1].endswith(b"\n"):
            journal._append(b"\n")
        return journal

    @property
    def state(self) -> AnyGame:
        """The game as it stands."""
        return self._record.state

    @property
    def events(self) -> Events:
        """What people had to do for the last move that stands."""
        return self._record.events

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self._record.steps)

    def play(self, move: Move, read: Read | None = None) -> Events:
        """Play a move; an illegal one raises `IllegalMove` and changes nothing."""
        events = self._record.play(move, read)
        self._keep_last_line()
        return events

    def undo(self) -> Undone:
        """Take the last standing move back."""
        undone = self._record.undo()
        self._keep_last_line()
        return undone

    def _keep_last_line(self) -> None:
        *confirmed, last = self._record.lines
        try:
            self._append(f"{last}\n".encode())
        except OSError:
            self._record = Record.replay(f"{line}\n".encode() for line in confirmed)
            raise

    def _append(self, content: bytes) -> None:
        """Write all of it, to the disk, or nothing."""
        with self.path.open("r+b", buffering=0) as file:  # unlike "ab", never makes a new file
            if file.seek(0, os.SEEK_END) != self._size:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(self.path))
            try:
                rest = memoryview(content)
                while rest:  # a full disk takes a part before it refuses
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
            except OSError:
                file.truncate(self._size)
                raise
        self._size += len(content)


def games(folder: Path) -> list[Path]:
    """The files of games in the folder, the oldest first."""
    named = (path for path in folder.glob(f"*-*{SUFFIX}") if re.match(r"[0-9]+-", path.name))
    return sorted(named, key=_number)


def _number(path: Path) -> int:
    return int(path.name.split("-")[0])


def _sync_folder(folder: Path) -> None:
    """Make the new name itself survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
