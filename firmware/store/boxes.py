"""The owner's boxes: what is printed on each, asked once and kept under a name."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from firmware.store import files
from rules.box import Box
from rules.games import AnyGame
from rules.plain import from_plain, to_plain

T = TypeVar("T")

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
    """The boxes the owner has confirmed, or the offered one. A damaged file is set aside."""
    boxes = _kept(_path(folder, game), partial(_boxes, game))
    if boxes is not None:
        return boxes
    # The one box that earlier versions kept.
    alone = _kept(folder / f"box-{game.NAME}.json", partial(_box, game))
    return Boxes(FIRST, {FIRST: alone or game.BOX})


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


def _kept(path: Path, read: Callable[[Any], T]) -> T | None:
    """What a file tells; None if there is none, or if it is damaged."""
    try:
        return read(json.loads(files.kept(path).decode()))
    except OSError:
        return None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        files.set_aside(path)  # RulesError and JSON errors are ValueErrors
        return None


def _boxes(game: type[AnyGame], plain: Any) -> Boxes:  # noqa: ANN401  # whatever a file holds
    """All or nothing: if some of it is damaged, nobody knows what the rest is worth."""
    by_name = {_name(name): _box(game, box) for name, box in plain["boxes"].items()}
    boxes = Boxes(_name(plain["used"]), by_name)
    if boxes.used not in boxes.by_name:
        raise LookupError
    return boxes


def _name(plain: Any) -> str:  # noqa: ANN401
    """A name that every surface can show: JSON can hold halves of characters."""
    return str(plain.encode(), "utf-8")


def _box(game: type[AnyGame], plain: object) -> Box:
    box = from_plain(type(game.BOX), plain)
    game.check_box(box)
    return box


def _path(folder: Path, game: type[AnyGame]) -> Path:
    return folder / f"boxes-{game.NAME}.json"
