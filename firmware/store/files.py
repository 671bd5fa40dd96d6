"""Safe files in folders others can write to: opens only regular files, writes whole ones.

Opening a pipe would block, and a link could lead root anywhere.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, TypeVar

T = TypeVar("T")

LOG = "grillside.log"
"""In the folder of the games."""
MOST_KEPT = 1_000_000
"""Bytes of a file that the table writes; all are far smaller."""
NOT_REGULAR = "Not a regular file"
"""Our own message, since the system has none for this."""

_FOLDER = os.O_DIRECTORY | getattr(os, "O_PATH", os.O_RDONLY)


def descriptor(path: Path, under: Path | None = None, flags: int = os.O_RDONLY) -> int:
    """Open a regular file without waiting; raises `OSError` for anything else.

    With `under`, a folder above the file, no part of the path below it may be a link.
    """
    flags |= os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
    try:
        if under is None:
            handle = os.open(path, flags, 0o666)
        else:
            handle = _open_under(path, under, flags | os.O_NOFOLLOW)
    except OSError as error:
        if error.errno == errno.ENXIO or (error.errno == errno.ELOOP and under is not None):
            raise _not_regular(path) from error  # a socket, a pipe to be written to, or a link
        error.filename = str(path)
        raise
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        raise _directory(path) if stat.S_ISDIR(kind) else _not_regular(path)
    return handle


def _open_under(path: Path, under: Path, flags: int) -> int:
    *folders, name = path.relative_to(under).parts
    folder = os.open(under, _FOLDER)
    try:
        for part in folders:
            inner = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(name, flags, 0o666, dir_fd=folder)
    finally:
        os.close(folder)


def _not_regular(path: Path) -> OSError:
    return OSError(errno.EINVAL, NOT_REGULAR, str(path))


def _directory(path: Path) -> OSError:
    return OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))


def opened(path: Path, under: Path | None = None) -> BinaryIO:
    """Open the file for reading; like `descriptor`."""
    return os.fdopen(descriptor(path, under), "rb")


def read(path: Path, most: int, under: Path | None = None) -> bytes:
    """Read at most so many bytes; like `descriptor`."""
    with opened(path, under) as file:
        return file.read(most)


def kept(path: Path) -> bytes:
    """Read a file that the table wrote. A file that is too long is damaged, and is cut."""
    return read(path, MOST_KEPT, path.parent)


def load(path: Path, decode: Callable[[bytes], T]) -> T | None:
    """Decode a file that the table wrote; None without one. A damaged file is set aside."""
    try:
        return decode(kept(path))
    except OSError:
        return None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        set_aside(path)  # errors of the rules, of JSON and of msgspec are ValueErrors
        return None


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Act with the rights of the folder's owner, and create files as that user.

    Otherwise that user's links could make root write anywhere.
    """
    if os.geteuid() != 0 or not folder.exists():
        yield
        return
    owner, groups, group = folder.stat(), os.getgroups(), os.getegid()
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def replace(path: Path, content: bytes, mode: int | None = None) -> None:
    """Replace the file's content atomically; raises `OSError`, which leaves the old file.

    With a mode, the file never has another one. If others can write to the folder, they cannot
    redirect the write: obstacles are removed, never followed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    try:
        with suppress(FileNotFoundError):
            new.unlink()
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666)
        with os.fdopen(handle, "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)  # before it has any content to read
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        error.filename, error.filename2 = str(path), None  # nobody has requested the other
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make new and renamed files in the folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(path: Path) -> None:
    """Keep a damaged file under another name for a bug report, if the disk allows it.

    Adds a number rather than replace an earlier one.
    """
    with suppress(OSError):
        path.replace(next(copy for copy in copies(path, ".damaged") if not copy.exists()))


def copies(path: Path, ending: str) -> Iterator[Path]:
    """Yield the names for copies of a file: with this ending, then with a number too."""
    for number in count(1):
        yield path.with_name(f"{path.name}{ending}{'' if number == 1 else f'-{number}'}")
