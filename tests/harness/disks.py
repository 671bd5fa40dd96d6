"""Disks that fail: full, failing, gone, at a chosen moment."""

import errno
import os
import random
import resource
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, get_args

import pytest

from firmware.store import files, journal

Cut = Literal["dropped", "zeroed", "torn"]
CUTS: tuple[Cut, ...] = get_args(Cut)
"""What a power cut does to unsynced bytes."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the size of files: a write stops there, and then fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class BadDisk:
    """Calls to the disk. Those in `refused` fail; writes also when `room` is used up.

    Like a real disk, it takes what still fits before it refuses, and a failed sync leaves the data
    in the file.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused: dict[str, int] = {}
        """By name of the call, the `errno` it fails with."""
        self.room: int | None = None
        self.before_sync: Callable[[], None] = lambda: None
        """What also happens while it writes."""
        self._synced: dict[int, bytes] = {}
        """The synced content of each file, by its inode."""
        calls = SimpleNamespace(**vars(os))
        for name in ("open", "fsync", "ftruncate"):
            setattr(calls, name, self._call(name, getattr(os, name)))
        calls.write = self._call("write", self._write)
        for module in (files, journal):
            monkeypatch.setattr(module, "os", calls)

    def put(self, path: Path, content: bytes, unsynced: bytes = b"") -> None:
        """Write the content, then `unsynced`, which has not reached the disk."""
        path.write_bytes(content + unsynced)
        self._synced[path.stat().st_ino] = content

    def power_cut(self, path: Path, how: Cut, dice: random.Random) -> None:
        """Lose, zero or tear the unsynced data."""
        now, synced = path.read_bytes(), self._synced[path.stat().st_ino]
        rest = now[len(synced) :] if now.startswith(synced) else b""
        if how == "zeroed":
            rest = bytes(len(rest))
        elif how == "torn":
            rest = rest[: dice.randrange(len(rest) + 1)]
        else:
            rest = b""
        self.put(path, synced + rest)

    def _call(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if name == "fsync":
                self.before_sync()
            if name in self.refused and not self._only_reads(name, arguments):
                raise OSError(self.refused[name], os.strerror(self.refused[name]))
            answer = real(*arguments, **named)
            if name == "fsync" and stat.S_ISREG(os.fstat(arguments[0]).st_mode):
                told = os.fstat(arguments[0])
                self._synced[told.st_ino] = Path(f"/proc/self/fd/{arguments[0]}").read_bytes()
            return answer

        return call

    def _only_reads(self, name: str, arguments: tuple[Any, ...]) -> bool:
        """Whether a read-only disk is opened for reading."""
        writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT
        read_only = name == "open" and self.refused[name] == errno.EROFS
        return read_only and not arguments[1] & writes

    def _write(self, file: int, content: memoryview) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = os.write(file, content[: self.room])
        if self.room is not None:
            self.room -= written
        return written


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> BadDisk:
    """The disk of the journal."""
    return BadDisk(monkeypatch)
