"""The owner's boxes: what is printed on each, asked once and saved under a name."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from firmware.store import files
from rules.box import Box
from rules.games import AnyGame
from rules.plain import from_plain, to_plain

FIRST = ""
"""The name of the first box; owners of one need not name it."""


@dataclass(frozen=True)
class Boxes:
    """The boxes of one game by name, and the one used last."""

    used: str
    by_name: Mapping[str, Box]

    @property
    def box(self) -> Box:
        return self.by_name[self.used]

    def using(self, name: str) -> "Boxes":
        """Return the same boxes, with this one in use."""
        return Boxes(name, self.by_name)

    def keeping(self, name: str, box: Box) -> "Boxes":
        """Return the boxes with this one added under this name, and in use."""
        return Boxes(name, {**self.by_name, name: box})

    def renamed(self, name: str, new: str) -> "Boxes":
        by_name = {new if was == name else was: box for was, box in self.by_name.items()}
        return Boxes(new if self.used == name else self.used, by_name)

    def without(self, name: str) -> "Boxes":
        """Return the boxes without this one; if it was in use, the first of the others is."""
        by_name = {was: box for was, box in self.by_name.items() if was != name}
        return Boxes(next(iter(by_name)) if self.used == name else self.used, by_name)


def load(folder: Path, game: type[AnyGame]) -> Boxes:
    """Load the boxes the owner has confirmed, or the offered one. Set aside a damaged file."""
    boxes = files.load(_path(folder, game), partial(_boxes, game))
    if boxes is not None:
        return boxes
    # The single box that earlier versions saved.
    path = folder / f"box-{game.NAME}.json"
    alone = files.load(path, lambda content: _box(game, json.loads(content.decode())))
    return Boxes(FIRST, {FIRST: alone or game.BOX})


def save(folder: Path, game: type[AnyGame], boxes: Boxes) -> None:
    """Save them for the next games; raises `OSError` if the disk refuses."""
    by_name = {name: to_plain(box) for name, box in boxes.by_name.items()}
    files.replace(_path(folder, game), json.dumps({"used": boxes.used, "boxes": by_name}).encode())


def remembered(folder: Path, game: type[AnyGame]) -> Box:
    """Return the box used last."""
    return load(folder, game).box


def remember(folder: Path, game: type[AnyGame], box: Box) -> None:
    """Save the box in use; raises `OSError` if the disk refuses."""
    boxes = load(folder, game)
    save(folder, game, boxes.keeping(boxes.used, box))


def _boxes(game: type[AnyGame], content: bytes) -> Boxes:
    """Parse all boxes or none: partial damage makes the rest doubtful."""
    plain = json.loads(content.decode())
    by_name = {_name(name): _box(game, box) for name, box in plain["boxes"].items()}
    boxes = Boxes(_name(plain["used"]), by_name)
    if boxes.used not in boxes.by_name:
        raise LookupError
    return boxes


def _name(plain: Any) -> str:  # noqa: ANN401
    """Check that every surface can show a name; JSON can contain lone surrogates."""
    return str(plain.encode(), "utf-8")


def _box(game: type[AnyGame], plain: object) -> Box:
    box = from_plain(type(game.BOX), plain)
    game.check_box(box)
    return box


def _path(folder: Path, game: type[AnyGame]) -> Path:
    return folder / f"boxes-{game.NAME}.json"
