"""What players set on the panel or the page, and what they played last, kept with the games.

The configuration (`firmware.config`) says how the box is built; these say how its owners like it.
`firmware.speech.settings` declares those that people see.
"""

from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec

from firmware.store.files import kept, replace, set_aside

NAME = "settings.json"
TAUGHT = "taught:"
"""Before the name of dice that were taught, where other dice are named too."""


class Brightness(StrEnum):
    """How bright the panel is while it is used."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The owners' wishes. Change one with `msgspec.structs.replace`."""

    language: str = ""
    """"" is that of the configuration, or else of the system."""
    hints: bool = False
    """The chance to fail and the best move can be asked for."""
    brightness: Brightness = Brightness.HIGH
    sound: bool = True
    by_itself: bool | None = None
    """Dice thrown and at rest are read without a press; None is as the configuration has it."""
    turned: bool = False
    """The panel's picture is turned upside down from how the configuration has it."""
    keep_doubtful: bool = False
    """The owners consent: the last doubtful picture is kept, for a bug report."""
    chip: Literal["", "ssd1306", "sh1106"] = ""
    """Which of two chips the panel has, as the owners saw it; "": never asked."""
    chip_for: Literal["", "ssd1306", "sh1106"] = ""
    """What the configuration had when they were asked; with another, `chip` says nothing."""
    players: int = 3
    """How many played the last time."""
    names: dict[str, str] = {}  # msgspec makes a new one for each
    """Names by the colour of the pieces; without one, the colour is the name."""
    seats: tuple[str, ...] = ()
    """Colours in the order in which their players sit; the others sit behind them."""
    game: str = "barbecue"
    """What was played the last time."""
    variants: dict[str, tuple[str, ...]] = {}
    """By game, the table options that were switched on."""
    dice: dict[str, str] = {}
    """By game, the dice it is played with, if not its own: ordinary ones, or `TAUGHT` and a name.

    Games know nothing of taught dice: they lie there as the game's own.
    """


def load(folder: Path) -> Settings:
    """The settings kept there. A damaged file is set aside, and all is as at first."""
    path = folder / NAME
    try:
        return msgspec.json.decode(kept(path), type=Settings)
    except OSError:
        return Settings()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        set_aside(path)
        return Settings()


def save(folder: Path, settings: Settings) -> None:
    """Keep them, to the disk; `OSError` when it refuses, and then the old ones stay."""
    replace(folder / NAME, msgspec.json.encode(settings))
