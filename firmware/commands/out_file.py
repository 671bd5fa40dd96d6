"""The file that a command is told to write: one rule for all of them."""

import os
import stat
from pathlib import Path

from firmware.errors import Unclear
from rules.errors import LONGEST_TEXT


def out_file(asked: Path, *, force: bool) -> Path:
    """Where to write; `Unclear` where that would replace what nobody wants replaced.

    Of a link it is the file it leads to, so that the link stays; but links of other people are
    not followed, or they could say what root replaces. A pipe or a device is no file that could be
    replaced: what it stands for would be lost, and the name be an ordinary file.
    """
    if asked.is_symlink() and asked.lstat().st_uid != os.geteuid():
        raise Unclear("out_no_file", file=ending(asked))
    path = Path(os.path.realpath(asked))
    try:
        kind = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        if not path.parent.is_dir():
            folder = (path if asked.is_symlink() else asked).parent  # as it was typed, if it was
            raise Unclear("no_folder", file=ending(folder)) from None
        return path
    if stat.S_ISDIR(kind):
        raise Unclear("out_folder", file=ending(asked))
    if not stat.S_ISREG(kind):  # also a link that leads round in a circle
        raise Unclear("out_no_file", file=ending(asked))
    if not force:
        raise Unclear("file_exists", file=ending(asked))
    return path


def ending(path: Path) -> str:
    """A path as an error tells it: of a long one the end, since its beginning is another path."""
    text = str(path)
    return text if len(text) <= LONGEST_TEXT else f"…{text[1 - LONGEST_TEXT :]}"
