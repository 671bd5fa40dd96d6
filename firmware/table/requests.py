"""Requests of the table to the devices. The loop carries them out and returns the results."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.camera.taught_faces import MeantDice
from firmware.camera.zone import Zone
from firmware.play.automatic import Thinking
from firmware.ports import Tune

if TYPE_CHECKING:  # OpenCV is loaded with it: not before the first screen
    from vision.files.taught_dice import Taught


@dataclass(frozen=True)
class Request:
    """Any request to the devices."""


@dataclass(frozen=True)
class Look(Request):
    """Read the dice in the tray; the result has the same ticket."""

    ticket: int
    dice: str | MeantDice
    """The name of the dice on the table, or the dice themselves while they are being taught."""
    expected: frozenset[int]
    """The plausible numbers of dice."""
    total: int | None = None
    """The number of dice including those set aside; None if none are set aside."""


@dataclass(frozen=True)
class Learn(Request):
    """Look at dice that all show one face; the result has the same ticket."""

    ticket: int
    expected: frozenset[int]
    """The plausible numbers of dice."""


@dataclass(frozen=True)
class Compare(Request):
    """Check whether taught faces can be distinguished; the result has the same ticket."""

    ticket: int
    taught: "Taught"


@dataclass(frozen=True)
class Think(Request):
    """Think about what the box does; the result has the same ticket."""

    ticket: int
    thinking: Thinking


@dataclass(frozen=True)
class StopLooking(Request):
    """Cancel reading the dice."""


@dataclass(frozen=True)
class ShowCamera(Request):
    """Send thumbnails of the camera's picture, until stopped."""

    on: bool


@dataclass(frozen=True)
class KeepZone(Request):
    """Save the throw zone, with the camera's current focus and exposure."""

    zone: Zone


@dataclass(frozen=True)
class Play(Request):
    """Play this tune."""

    tune: Tune


@dataclass(frozen=True)
class UseSettings(Request):
    """Apply changed settings: brightness, sound or rotation."""


@dataclass(frozen=True)
class PowerOff(Request):
    """Shut the machine down, or end the program if there is no machine to shut down."""
