"""Finds, opens and reads the picture files given to a command, and shows progress."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from firmware.speech.language import N_
from firmware.speech.words import printable
from firmware.store import files
from vision.errors import BadPicture
from vision.files.headers import known
from vision.files.pictures import MOST_BYTES, Picture, decode

T = TypeVar("T")

HEAD = 4096
"""Bytes needed to recognise a file type."""

_FEW = 3  # pictures that need no progress bar
_SUFFIXES = {
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".pbm", ".pgm", ".ppm", ".pnm",
    ".heic", ".heif", ".avif", ".gif", ".tif", ".tiff",
    ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".3gp", ".h264", ".h265",
}  # fmt: skip
"""Suffixes looked up in folders; includes unreadable types, so that they are reported."""


def files_in(paths: Sequence[Path]) -> Iterator[tuple[Path, BadPicture | None]]:
    """Yield each file, those of a folder by name; or the problem with it."""
    for path in paths:
        try:
            inside = sorted(filter(_looks_like_one, path.iterdir())) if path.is_dir() else [path]
        except OSError as error:
            yield path, _unopened(error)
            continue
        if not inside:
            yield path, BadPicture("no_pictures")
        yield from ((each, None) for each in inside)


def read_each(
    found: Sequence[tuple[Path, BadPicture | None]],
    read: Callable[[Path], T],
    failed: Callable[[Path, BadPicture], None],
) -> Iterator[tuple[Path, T]]:
    """Yield what `read` returns for each file; report those that it cannot read."""
    for number, (path, trouble) in enumerate(found):
        try:
            with _progress(number, len(found), path):
                if trouble is not None:
                    raise trouble
                result = read(path)
        except BadPicture as error:
            failed(path, error)
        else:
            yield path, result


def _looks_like_one(path: Path) -> bool:
    if path.name.startswith(".") or path.suffix.lower() not in _SUFFIXES:
        return False
    return path.is_file() or (path.is_symlink() and not path.exists())


def picture(file: BinaryIO, head: bytes) -> Picture:
    """Decode a file whose first bytes were read; raises `BadPicture` if it is not a picture."""
    file.seek(0)
    return decode(content(file, MOST_BYTES + 1) if known(head) else head)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file; raises `BadPicture` if that fails."""
    try:
        file = files.opened(path)
    except OSError as error:
        raise _unopened(error) from error
    with file:
        yield file


def content(file: BinaryIO, most: int) -> bytes:
    """Read so many more bytes; raises `BadPicture` if that fails or there are too many."""
    try:
        found = file.read(most)
    except OSError as error:
        raise _unopened(error) from error
    if len(found) > MOST_BYTES:
        raise BadPicture("file_too_large", most=MOST_BYTES // 1024**2)
    return found


def _unopened(error: OSError) -> BadPicture:
    if error.strerror == files.NOT_REGULAR:
        return BadPicture("not_a_file")
    return BadPicture("cannot_open", reason=error.strerror or N_("Cannot be read"))


@contextmanager
def _progress(done: int, total: int, path: Path) -> Iterator[None]:
    """Show the progress with many pictures on a terminal; erase it before anything is printed."""
    stream = sys.stderr
    if stream is None or not stream.isatty() or total <= _FEW:
        yield
        return
    width = shutil.get_terminal_size().columns - 1
    bar = "#" * (20 * done // total)
    line = f"[{bar:.<20}] {done}/{total} {printable(path.name)}"[:width]
    stream.write(f"\r{line}")
    stream.flush()
    try:
        yield
    finally:
        stream.write(f"\r{'':{len(line)}}\r")
        stream.flush()
