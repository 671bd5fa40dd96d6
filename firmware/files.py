"""Small files that are written whole: after a power cut there is the old one or the new one."""

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

LOG = "grillside.log"
"""In the folder of the games."""


def replace(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put this in the file's place; `OSError` when the disk refuses, and then the old one stays.

    With a mode, the file never has another one. Where others may write into the folder, they
    cannot make this write elsewhere: what lies in the way is removed, never followed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    try:
        with suppress(FileNotFoundError):
            new.unlink()
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666)
        with os.fdopen(handle, "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)  # before there is anything in it to be read
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        error.filename, error.filename2 = str(path), None  # nobody has asked for the other
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make new and changed names in it survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(path: Path) -> None:
    """Keep a damaged file for a bug report, under another name, where the disk allows it.

    Numbered if there is one already: what was kept once stays.
    """
    names = (f"{path.name}.damaged{'' if number == 1 else f'-{number}'}" for number in count(1))
    beside = next(kept for kept in map(path.with_name, names) if not kept.exists())
    with suppress(OSError):
        path.replace(beside)
