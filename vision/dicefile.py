"""The file of taught dice before its pictures are looked at: what it is, and of which version.

Light, for whoever only wants to know what a set is called: OpenCV is not needed.
"""

import json
from typing import Any

from vision.errors import BadDice

VERSION = 1
MOST_BYTES = 2_000_000
"""Twelve faces with two dozen pictures each have half as many."""
LONGEST = 24
"""Characters of a name, of dice or of a face."""
_FORMAT = "grillside dice"
_NO_VERSION = 1_000_000


def written(content: dict[str, Any]) -> bytes:
    """A file with this content; `BadDice` where it is more than would ever be opened again."""
    whole = {"format": _FORMAT, "version": VERSION, **content}
    stored = json.dumps(whole, ensure_ascii=False).encode() + b"\n"
    if len(stored) > MOST_BYTES:
        raise BadDice("looks_too_large", megabytes=MOST_BYTES // 10**6)
    return stored


def opened(stored: bytes) -> dict[str, Any]:
    """What stands in a file, still of any type; `BadDice` where it is none of dice."""
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
    """Refuse, with `BadDice`, what cannot be shown, or is too long to be."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST:
        raise BadDice("bad_name", name=name[: LONGEST + 1], most=LONGEST)
