"""The owner's boxes: what is printed on each, asked once and kept under a name."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware import files
from rules.box import Box
from rules.games import AnyGame
from rules.plain import from_plain, to_plain

FIRST = ""
"""The box of those who have one alone: nobody has to name it."""


@dataclass(frozen=True)
class Boxes:
    """The boxes of one game by name, and the one that was used last."""

    used: str
    by_name: Mapping[str, Box]

    @property
    def box(self) -> Box:
        """The one that was used last."""
        return self.by_name[self.used]

    def using(self, name: str) -> "Boxes":
        """The same boxes, this one in use."""
        return Boxes(name, self.by_name)

    def keeping(self, name: str, box: Box) -> "Boxes":
        """With this box under this name, in use."""
        return Boxes(name, {**self.by_name, name: box})

    def renamed(self, name: str, new: str) -> "Boxes":
        """With another name for one of them."""
        by_name = {new if was == name else was: box for was, box in self.by_name.items()}
        return Boxes(new if self.used == name else self.used, by_name)

    def without(self, name: str) -> "Boxes":
        """Without this box; the first of the others is used if it was in use."""
        by_name = {was: box for was, box in self.by_name.items() if was != name}
        return Boxes(next(iter(by_name)) if self.used == name else self.used, by_name)


def load(folder: Path, game: type[AnyGame]) -> Boxes:
    """The boxes the owner has confirmed, or the offered one if none can be read."""
    return _read(folder, game) or Boxes(FIRST, {FIRST: _alone(folder, game) or game.BOX})


def save(folder: Path, game: type[AnyGame], boxes: Boxes) -> None:
    """Keep them for the next games; `OSError` when the disk refuses."""
    by_name = {name: to_plain(box) for name, box in boxes.by_name.items()}
    files.replace(_path(folder, game), json.dumps({"used": boxes.used, "boxes": by_name}).encode())


def remembered(folder: Path, game: type[AnyGame]) -> Box:
    """The box that was used last."""
    return load(folder, game).box


def remember(folder: Path, game: type[AnyGame], box: Box) -> None:
    """Keep what is printed on the box in use; `OSError` when the disk refuses."""
    boxes = load(folder, game)
    save(folder, game, boxes.keeping(boxes.used, box))


def _read(folder: Path, game: type[AnyGame]) -> Boxes | None:
    """None also if some of it is damaged: nobody knows what the rest is worth then."""
    try:
        plain = json.loads(_path(folder, game).read_text())
        boxes = Boxes(plain["used"], {name: _box(game, b) for name, b in plain["boxes"].items()})
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None  # RulesError and JSON errors are ValueErrors
    return boxes if boxes.used in boxes.by_name else None


def _alone(folder: Path, game: type[AnyGame]) -> Box | None:
    """The one box that earlier versions kept."""
    try:
        return _box(game, json.loads((folder / f"box-{game.NAME}.json").read_text()))
    except (OSError, ValueError, RecursionError):
        return None


def _box(game: type[AnyGame], plain: object) -> Box:
    box = from_plain(type(game.BOX), plain)
    game.check_box(box)
    return box


def _path(folder: Path, game: type[AnyGame]) -> Path:
    return folder / f"boxes-{game.NAME}.json"
