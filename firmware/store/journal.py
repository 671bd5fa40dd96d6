"""The file of a game: a line appended and synced for each thing that happened, then shown.

Reading writes nothing. A game that is gone on with has its file put right first: a last line or
group that was cut short was never shown to anyone and is dropped; a file that is damaged or of an
older version is kept beside the new one.
"""

import errno
import fcntl
import itertools
import os
import re
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from firmware.errors import DeviceTrouble
from firmware.store.files import descriptor, opened, read, replace, sync_folder
from rules.errors import BadRecord
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Move
from rules.record import LONGEST_LINE, MOST_LINES, VERSION, Played, Read, Record, Step, Undone

SUFFIX = ".jsonl"
MOST_BYTES = LONGEST_LINE * MOST_LINES
"""Of a file that is kept beside: no record is longer."""

_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EBADF}
"""What a file system says that knows no locks; then the game goes on without."""


class DiskTrouble(DeviceTrouble):
    """The disk refused: nothing was done. It has `errno`, `strerror` and `filename` as well."""


@contextmanager
def told_by_disk(path: Path) -> Iterator[None]:
    """Whatever the disk refuses in here is a `DiskTrouble` about this file."""
    try:
        yield
    except OSError as error:
        raise _trouble(error, path) from error


def _trouble(error: OSError, path: Path) -> DiskTrouble:
    match error.errno:
        case errno.EBUSY:
            code = "game_elsewhere"
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            code = "disk_full"
        case errno.EMFILE | errno.ENFILE:
            code = "disk_files"
        case errno.EROFS:
            code = "disk_read_only"
        case errno.EACCES | errno.EPERM:
            code = "disk_not_ours"
        case errno.EINVAL:
            code = "disk_no_file"
        case errno.ENOENT | errno.ENOTDIR | errno.ENODEV | errno.ENXIO:
            code = "disk_gone"
        case _:
            code = "disk_failing"
    trouble = DiskTrouble(code, file=path.name, reason=error.strerror or "")
    trouble.errno, trouble.strerror, trouble.filename = error.errno, error.strerror, str(path)
    return trouble


@dataclass(frozen=True)
class Found:
    """What stands in the file of a game."""

    record: Record
    damage: BadRecord | None
    """The first line that cannot be followed. One that was merely cut short is no damage."""


def follow(path: Path) -> Found:
    """Read a game as far as it is good; `BadRecord` if not even its header is."""
    record, bad = Record.salvage(read_lines(path, under=path.parent))
    return Found(record, None if bad is None or bad.code == "line_torn" else bad)


def read_lines(path: Path, last: int | None = None, under: Path | None = None) -> Iterator[bytes]:
    """The lines of a record, one at a time and none longer than a record's can be."""
    with opened(path, under) as file:
        number = 0
        while (last is None or number < last) and (line := file.readline(LONGEST_LINE + 3)):
            number += 1
            yield line


class Journal:
    """A record that is kept in a file. What `play` and `undo` answer is safe on the disk.

    When the disk refuses, they raise `DiskTrouble`, and game and file are as they were before. If
    the disk does not even let the file be put back, that is done before the next line; a new start
    in between may find one move more than was shown, whole, and it can be undone.

    While a journal is open no other program can open it: `DiskTrouble`, code `game_elsewhere`.
    """

    def __init__(self, path: Path, found: Found, lock: int) -> None:
        self.path = path
        self.damage = found.damage
        """What was wrong with the file when it was opened; the game stands as before that line."""
        old = found.record.version < VERSION
        self._record = found.record.renewed() if old else found.record
        self._size = 0
        self._end: int | None = 0
        """Where the file ends; None after a line that could neither be kept nor taken back."""
        self._hold(lock)

    @classmethod
    def create(cls, folder: Path, record: Record) -> Self:
        """A new file for a game that begins, numbered after all those in the folder."""
        with told_by_disk(folder):
            _make(folder)
            path = _new_file(folder, record.state.NAME)
            try:
                journal = cls(path, Found(record, damage=None), _locked(path))
                journal._append(record.lines)
                sync_folder(folder)
            except OSError:
                with suppress(OSError):
                    path.unlink()
                raise
        return journal

    @classmethod
    def open(cls, path: Path) -> Self:
        """Go on with the good part of a file; `BadRecord` if not even its header is good.

        What is told of the game is on the disk then, in a file that holds it and nothing else.
        """
        with told_by_disk(path):
            lock = _locked(path)
            try:
                found = follow(path)
            except BaseException:
                os.close(lock)
                raise
            journal = cls(path, found, lock)
            try:
                journal._put_in_order(_ending(found))
            except BaseException:
                journal.close()
                raise
            return journal

    def close(self) -> None:
        """Let other programs go on with it."""
        self._release()

    @property
    def state(self) -> AnyGame:
        """The game as it stands."""
        return self._record.state

    @property
    def events(self) -> Events:
        """What people had to do for the last move that stands."""
        return self._record.events

    @property
    def steps(self) -> Sequence[Step]:
        """The moves that stand."""
        return tuple(self._record.steps)

    @property
    def record(self) -> Record:
        """The record itself, to look at."""
        return self._record

    @property
    def lines(self) -> int:
        """How many lines it has: never fewer than before."""
        return len(self._record.lines)

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self._record.steps)

    def play(self, move: Move, read: Read | None = None) -> Events:
        """Play a move; an illegal one raises `IllegalMove` and changes nothing."""
        return self.play_all([(move, read)])

    def play_all(self, moves: Sequence[Played]) -> Events:
        """Play moves that belong together: after a power cut all of them stand, or none."""
        ahead = self._record.copy()
        events = ahead.play_all(moves)
        self._keep(ahead)
        return events

    def undo(self, count: int = 1) -> Undone:
        """Take the last standing moves back, all of them or none."""
        ahead = self._record.copy()
        undone = ahead.undo(count)
        self._keep(ahead)
        return undone

    def instead(self, count: int, moves: Sequence[Played]) -> Events:
        """Take so many moves back and play these in their place: all of that, or nothing."""
        ahead = self._record.copy()
        events = ahead.instead(count, moves)
        self._keep(ahead)
        return events

    def _keep(self, ahead: Record) -> None:
        with told_by_disk(self.path):
            self._append(ahead.lines[len(self._record.lines) :])
        self._record = ahead

    def _put_in_order(self, beside: str | None) -> None:
        """Make the file hold the lines that count; it is kept under this ending if it has one."""
        content = _written(self._record.lines)
        before = read(self.path, MOST_BYTES + 1, self.path.parent)
        if before == content:
            _sync(self.path)  # whoever wrote it may have been killed before that
        elif beside is None and before.startswith(content):
            _sync(self.path, content_ends=len(content))
        else:
            if beside is not None:
                _keep_beside(self.path, beside)
            replace(self.path, content)
            file = descriptor(self.path, self.path.parent)
            try:
                self._hold_same(file)
            finally:
                os.close(file)
        self._size = self._end = len(content)

    def _append(self, lines: Sequence[str]) -> None:
        """Write all of it, to the disk, or nothing."""
        content = _written(lines)
        file = descriptor(self.path, self.path.parent, os.O_RDWR)  # never makes a new file
        try:
            self._hold_same(file)
            self._put_right(file)
            self._end = None
            try:
                _write(file, content)
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(file, self._size)
                    self._end = self._size
                    os.fsync(file)
                raise
        finally:
            with suppress(OSError):
                os.close(file)
        self._size += len(content)
        self._end = self._size

    def _put_right(self, file: int) -> None:
        """Drop what stands behind the last good line, if we know that nobody else wrote it."""
        end = os.fstat(file).st_size
        if end < self._size or self._end not in {None, end}:
            self.close()  # whoever wrote that may go on
            raise _busy(self.path)
        if end > self._size:
            os.ftruncate(file, self._size)

    def _hold(self, lock: int) -> None:
        self._held = _identity(lock)
        self._release = weakref.finalize(self, os.close, lock)

    def _hold_same(self, file: int) -> None:
        """The file by this name may be another one now: rewritten, or the card was changed."""
        if not self._release.alive or self._held != _identity(file):
            lock = _locked(self.path)
            self._release()
            self._hold(lock)


def games(folder: Path) -> list[Path]:
    """The files of games in the folder, the oldest first."""
    named = (path for path in folder.glob(f"*-*{SUFFIX}") if _number(path))
    return sorted(named, key=_number)


def _number(path: Path) -> int:
    """The number that a file of a game begins with, whatever its ending; 0 for other files."""
    found = re.match(r"[0-9]{1,9}(?=-)", path.name)
    return int(found[0]) if found else 0


def _make(folder: Path) -> None:
    """Make the folder and those above it, so that they survive a power cut."""
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(exist_ok=True)
        with suppress(PermissionError):  # some folders may be written to but not read
            sync_folder(folder.parent)


def _new_file(folder: Path, game: str) -> Path:
    """An empty file with a number that no file there has or had, damaged ones and old ones too."""
    number = max(map(_number, folder.iterdir()), default=0)
    while True:
        number += 1
        path = folder / f"{number:04}-{game}{SUFFIX}"
        with suppress(FileExistsError):  # another program was quicker
            path.touch(exist_ok=False)
            return path


def _ending(found: Found) -> str | None:
    """Under which ending the file is kept before it is rewritten, if it must be."""
    if found.damage is not None:
        return ".damaged"
    return f".v{found.record.version}" if found.record.version < VERSION else None


def _keep_beside(path: Path, ending: str) -> None:
    """Keep a copy under this ending, numbered if there is another one already."""
    content = read(path, MOST_BYTES + 1, path.parent)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    for number in itertools.count(1):
        beside = path.with_name(f"{path.name}{ending}{'' if number == 1 else f'-{number}'}")
        if not beside.exists():
            replace(beside, content)
            return
        with suppress(OSError):  # what is no file is not that copy
            if read(beside, MOST_BYTES + 1, beside.parent) == content:
                return


def _written(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _sync(path: Path, content_ends: int | None = None) -> None:
    """Make a file survive a power cut, cut off there if it goes on."""
    file = descriptor(path, path.parent, os.O_RDONLY if content_ends is None else os.O_RDWR)
    try:
        if content_ends is not None:
            os.ftruncate(file, content_ends)
        os.fsync(file)
    finally:
        os.close(file)


def _write(file: int, content: bytes) -> None:
    """Write at the end of the file, and to the disk."""
    os.lseek(file, 0, os.SEEK_END)
    rest = memoryview(content)
    while rest:  # a full disk takes a part before it refuses
        rest = rest[os.write(file, rest) :]
    os.fsync(file)


def _locked(path: Path) -> int:
    """The file, open and ours alone until it is closed."""
    lock = descriptor(path, path.parent)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return lock
        os.close(lock)
        if isinstance(error, BlockingIOError):
            raise _busy(path) from error
        raise
    return lock


def _identity(file: int) -> tuple[int, int]:
    told = os.fstat(file)
    return told.st_dev, told.st_ino


def _busy(path: Path) -> OSError:
    return OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))
