"""Checks the output file of a command; one rule for all commands."""

import os
import stat
from pathlib import Path

from firmware.errors import Unclear
from rules.errors import LONGEST_TEXT


def out_file(args: Path, *, force: bool) -> Path:
    """Return the file to write; raise `Unclear` rather than replace anything valuable.

    A link is followed to its file, so the link stays. Links of other users are refused: they could
    make root replace any file. Pipes and devices are refused, because replacing them would turn
    them into ordinary files.
    """
    if args.is_symlink() and args.lstat().st_uid != os.geteuid():
        raise Unclear("out_no_file", file=ending(args))
    path = Path(os.path.realpath(args))
    try:
        kind = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not path.parent.is_dir():
            folder = (path if args.is_symlink() else args).parent  # as the user typed it
            raise Unclear("no_folder", file=ending(folder)) from None
        return path
    if stat.S_ISDIR(kind):
        raise Unclear("out_folder", file=ending(args))
    if not stat.S_ISREG(kind):  # also a circle of links
        raise Unclear("out_no_file", file=ending(args))
    if not force:
        raise Unclear("file_exists", file=ending(args))
    return path


def ending(path: Path) -> str:
    """Return the end of a long path, for an error message."""
    text = str(path)
    return text if len(text) <= LONGEST_TEXT else f"…{text[1 - LONGEST_TEXT :]}"
