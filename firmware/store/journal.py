"""The file of a game: each event is appended and synced as a line, then shown.

Reading writes nothing. Resuming a game repairs its file first: an incomplete last line or group was
never shown to anyone and is dropped; a damaged file, or one of an older version, is kept beside the
new one.
"""

import errno
import fcntl
import os
import re
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from firmware.errors import DeviceTrouble
from firmware.store.files import copies, descriptor, opened, read, replace, sync_folder
from rules.errors import BadRecord
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Move
from rules.players import Level
from rules.record import LONGEST_LINE, MOST_LINES, VERSION, Played, Read, Record, Step, Undone

SUFFIX = ".jsonl"
MOST_BYTES = LONGEST_LINE * MOST_LINES
"""The largest file of which a copy is kept; records are shorter."""

_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EBADF}
"""Errors of file systems without locks; the game continues without one."""


class DiskTrouble(DeviceTrouble):
    """The disk refused: nothing was done.

    It also has `errno`, `strerror` and `filename`.
    """


@contextmanager
def as_disk_trouble(path: Path) -> Iterator[None]:
    """Turn every refusal of the disk into a `DiskTrouble` about this file."""
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
    """The content of a game's file."""

    record: Record
    damage: BadRecord | None
    """The first invalid line. An incomplete last line is not damage."""


def follow(path: Path) -> Found:
    """Read the valid part of a game; raises `BadRecord` if even its header is invalid."""
    record, bad = Record.salvage(read_lines(path, under=path.parent))
    return Found(record, None if bad is None or bad.code == "line_torn" else bad)


def read_lines(path: Path, last: int | None = None, under: Path | None = None) -> Iterator[bytes]:
    """Yield the lines of a record, none longer than a record allows."""
    with opened(path, under) as file:
        number = 0
        while (last is None or number < last) and (line := file.readline(LONGEST_LINE + 3)):
            number += 1
            yield line


class Journal:
    """A record that is kept in a file.

    What `play` and `undo` return is safe on the disk. If the disk refuses, they raise
    `DiskTrouble`, and game and file stay unchanged. If even restoring the file fails, it is
    repeated before the next line; a restart in between may find one more complete move than was
    shown, which can be undone. No other program can open a journal's file meanwhile: it gets
    `DiskTrouble` with code `game_elsewhere`.
    """

    def __init__(self, path: Path, found: Found, lock: int) -> None:
        self.path = path
        self.damage = found.damage
        """The damage found when the file was opened; the game continues before that line."""
        old = found.record.version < VERSION
        self._record = found.record.renewed() if old else found.record
        self._size = 0
        self._end: int | None = 0
        """The end of the file; None after a line that could neither be saved nor removed."""
        self._hold(lock)

    @classmethod
    def create(cls, folder: Path, record: Record) -> Self:
        """Create the file of a new game, numbered after all others in the folder."""
        with as_disk_trouble(folder):
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
        """Resume from the valid part of a file; raises `BadRecord` if even its header is invalid.

        From then on the file contains this game and nothing else.
        """
        with as_disk_trouble(path):
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
        """Release the file for other programs."""
        self._release()

    @property
    def state(self) -> AnyGame:
        return self._record.state

    @property
    def events(self) -> Events:
        """What people had to do for the last move."""
        return self._record.events

    @property
    def steps(self) -> Sequence[Step]:
        """The moves that were not undone."""
        return tuple(self._record.steps)

    @property
    def record(self) -> Record:
        return self._record

    @property
    def lines(self) -> int:
        return len(self._record.lines)

    @property
    def moves(self) -> int:
        return len(self._record.steps)

    def play(self, move: Move, read: Read | None = None) -> Events:
        return self.play_all([(move, read)])

    def play_all(self, moves: Sequence[Played]) -> Events:
        """Play moves that belong together: after a power cut, all or none of them stand."""
        ahead = self._record.copy()
        events = ahead.play_all(moves)
        self._keep(ahead)
        return events

    def seat(self, player: int, level: Level | None) -> None:
        """Let the box play a seat at this level from now on, or a person again (None)."""
        ahead = self._record.copy()
        ahead.seat(player, level)
        self._keep(ahead)

    def undo(self, count: int = 1) -> Undone:
        ahead = self._record.copy()
        undone = ahead.undo(count)
        self._keep(ahead)
        return undone

    def instead(self, count: int, moves: Sequence[Played]) -> Events:
        """Undo so many moves and play these instead; all or nothing."""
        ahead = self._record.copy()
        events = ahead.instead(count, moves)
        self._keep(ahead)
        return events

    def _keep(self, ahead: Record) -> None:
        with as_disk_trouble(self.path):
            self._append(ahead.lines[len(self._record.lines) :])
        self._record = ahead

    def _put_in_order(self, beside: str | None) -> None:
        """Reduce the file to its valid lines; first keep a copy with this ending, if given."""
        content = _written(self._record.lines)
        before = read(self.path, MOST_BYTES + 1, self.path.parent)
        if before == content:
            _sync(self.path)  # the writer may have been killed before doing that
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
        """Append everything to the disk, or nothing."""
        content = _written(lines)
        file = descriptor(self.path, self.path.parent, os.O_RDWR)  # never creates a new file
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
        """Remove what follows the last valid line, if certainly nobody else wrote it."""
        end = os.fstat(file).st_size
        if end < self._size or self._end not in {None, end}:
            self.close()  # its writer may continue
            raise _busy(self.path)
        if end > self._size:
            os.ftruncate(file, self._size)

    def _hold(self, lock: int) -> None:
        self._held = _identity(lock)
        self._release = weakref.finalize(self, os.close, lock)

    def _hold_same(self, file: int) -> None:
        """Check that the name still leads to the same file; it or the card may be another one."""
        if not self._release.alive or self._held != _identity(file):
            lock = _locked(self.path)
            self._release()
            self._hold(lock)


def games(folder: Path) -> list[Path]:
    """Return the files of games in the folder, the oldest first."""
    named = (path for path in folder.glob(f"*-*{SUFFIX}") if _number(path))
    return sorted(named, key=_number)


def _number(path: Path) -> int:
    """Return the number of a game's file, whatever its ending; 0 for other files."""
    found = re.match(r"[0-9]{1,9}(?=-)", path.name)
    return int(found[0]) if found else 0


def _make(folder: Path) -> None:
    """Create the folder and its parents so that they survive a power cut."""
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(exist_ok=True)
        with suppress(PermissionError):  # some folders are writable but not readable
            sync_folder(folder.parent)


def _new_file(folder: Path, game: str) -> Path:
    """Create a file with a number that no file has or had, including damaged and old ones."""
    number = max(map(_number, folder.iterdir()), default=0)
    while True:
        number += 1
        path = folder / f"{number:04}-{game}{SUFFIX}"
        with suppress(FileExistsError):  # another program was faster
            path.touch(exist_ok=False)
            return path


def _ending(found: Found) -> str | None:
    """Return the ending for a copy of the file before it is rewritten, if one is needed."""
    if found.damage is not None:
        return ".damaged"
    return f".v{found.record.version}" if found.record.version < VERSION else None


def _keep_beside(path: Path, ending: str) -> None:
    """Keep a copy with this ending, numbered if necessary."""
    content = read(path, MOST_BYTES + 1, path.parent)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    for beside in copies(path, ending):
        if not beside.exists():
            replace(beside, content)
            return
        with suppress(OSError):  # a folder or a link is not that copy
            if read(beside, MOST_BYTES + 1, beside.parent) == content:
                return


def _written(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _sync(path: Path, content_ends: int | None = None) -> None:
    """Make a file survive a power cut, truncated to this length."""
    file = descriptor(path, path.parent, os.O_RDONLY if content_ends is None else os.O_RDWR)
    try:
        if content_ends is not None:
            os.ftruncate(file, content_ends)
        os.fsync(file)
    finally:
        os.close(file)


def _write(file: int, content: bytes) -> None:
    """Write at the end of the file, and sync."""
    os.lseek(file, 0, os.SEEK_END)
    rest = memoryview(content)
    while rest:  # a full disk accepts a part before it refuses
        rest = rest[os.write(file, rest) :]
    os.fsync(file)


def _locked(path: Path) -> int:
    """Open the file, locked until it is closed."""
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
    status = os.fstat(file)
    return status.st_dev, status.st_ino


def _busy(path: Path) -> OSError:
    return OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))
