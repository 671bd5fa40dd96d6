"""Checks a file of taught dice before its pictures are decoded: kind and version.

It needs no OpenCV, so that names of sets can be listed quickly.
"""

import json
from typing import Any

from vision.errors import BadDice

VERSION = 1
MOST_BYTES = 2_000_000
"""Twice the size of twelve faces with two dozen pictures each."""
LONGEST = 24
"""The most characters in the name of a set or a face."""
_FORMAT = "grillside dice"
_NO_VERSION = 1_000_000


def written(content: dict[str, Any]) -> bytes:
    """Return a file with this content; raises `BadDice` if it would be too large to read again."""
    whole = {"format": _FORMAT, "version": VERSION, **content}
    stored = json.dumps(whole, ensure_ascii=False).encode() + b"\n"
    if len(stored) > MOST_BYTES:
        raise BadDice("looks_too_large", megabytes=MOST_BYTES // 10**6)
    return stored


def opened(stored: bytes) -> dict[str, Any]:
    """Return the content of a file, not yet checked; raises `BadDice` if it is no file of dice."""
    if len(stored) > MOST_BYTES:
        raise BadDice("dice_too_large", megabytes=MOST_BYTES // 10**6)
    try:
        content = json.loads(stored)
    except (ValueError, RecursionError):
        raise BadDice("dice_damaged") from None
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise BadDice("not_dice")
    version = content.get("version")
    if type(version) is not int or not 1 <= version < _NO_VERSION:
        raise BadDice("dice_damaged")
    if version > VERSION:
        raise BadDice("dice_newer", version=version, known=VERSION)
    return content


def check_name(name: str) -> None:
    """Raise `BadDice` for a name that is too long or cannot be shown."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST:
        raise BadDice("bad_name", name=name[: LONGEST + 1], most=LONGEST)
