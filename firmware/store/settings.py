"""What players set on the panel or the page, and played last; saved with the games.

The configuration (`firmware.config`) describes the hardware; these are its owners' preferences.
`firmware.speech.settings` declares those that people see.
"""

from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec

from firmware.store import files
from rules.players import Level

NAME = "settings.json"
TAUGHT = "taught:"
"""Precedes the name of taught dice where other dice can be named too."""


class Brightness(StrEnum):
    """The panel's brightness while it is in use."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Pace(StrEnum):
    """How fast the box plays where the program throws its dice."""

    SLOW = "slow"
    MEDIUM = "medium"
    FAST = "fast"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The owners' settings. Change one with `msgspec.structs.replace`."""

    language: str = ""
    """"" uses the language of the configuration, or else of the system."""
    hints: bool = False
    """Whether players can ask for the chance to fail and the best move."""
    guide: bool = False
    """Whether the first turn of the next game is guided; switched off after it."""
    brightness: Brightness = Brightness.HIGH
    pace: Pace = Pace.MEDIUM
    sound: bool = True
    by_itself: bool | None = None
    """Whether thrown dice are read without a press; None uses the configuration."""
    turned: bool = False
    """Whether the panel is rotated by half a turn from its configured position."""
    keep_doubtful: bool = False
    """Whether the owners agree to save the last doubtful picture, for a bug report."""
    chip: Literal["", "ssd1306", "sh1106"] = ""
    """The panel's chip, as the owners identified it; "" if never asked."""
    chip_for: Literal["", "ssd1306", "sh1106"] = ""
    """The configured chip when they were asked; if it differs now, `chip` is ignored."""
    players: int = 3
    """How many played the last time."""
    names: dict[str, str] = {}  # msgspec makes a new one for each
    """Names by the colour of the pieces; without a name, the colour is used."""
    levels: dict[str, Level] = {}
    """By colour, how well the box plays it; no entry for people."""
    seats: tuple[str, ...] = ()
    """Colours in seating order; the others follow."""
    game: str = "barbecue"
    """The game that was played last."""
    variants: dict[str, tuple[str, ...]] = {}
    """By game, the table options that were on."""
    dice: dict[str, str] = {}
    """By game, the dice to use instead of its own: ordinary ones, or `TAUGHT` and a name. Games do
    not know taught dice, which act as the game's own.
    """


NEW = Settings(guide=True)
"""The settings of a new box, and of one whose settings are lost."""


def load(folder: Path) -> Settings:
    """Load the settings. Set aside a damaged file and return those of a new box."""
    return files.load(folder / NAME, msgspec.json.Decoder(Settings).decode) or NEW


def save(folder: Path, settings: Settings) -> None:
    """Save them; raises `OSError` if the disk refuses, which leaves the old ones."""
    files.replace(folder / NAME, msgspec.json.encode(settings))
