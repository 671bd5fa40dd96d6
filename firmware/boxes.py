"""The owner's boxes: what is printed on their components, asked once and remembered."""

import json
from pathlib import Path

from firmware import files
from rules.box import Box
from rules.games import AnyGame
from rules.plain import from_plain, to_plain


def remembered(folder: Path, game: type[AnyGame]) -> Box:
    """The box the owner confirmed, or the offered one if there is none that can be read."""
    try:
        plain = json.loads(_path(folder, game).read_text())
        box = from_plain(type(game.BOX), plain)
        game.check_box(box)
    except (OSError, ValueError, RecursionError):  # RulesError and JSON errors are ValueErrors
        return game.BOX
    return box


def remember(folder: Path, game: type[AnyGame], box: Box) -> None:
    """Keep a confirmed box for the next games; `OSError` when the disk refuses."""
    files.replace(_path(folder, game), json.dumps(to_plain(box)).encode())


def _path(folder: Path, game: type[AnyGame]) -> Path:
    return folder / f"box-{game.NAME}.json"
