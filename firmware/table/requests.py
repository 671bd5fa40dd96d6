"""What the table asks of the devices. The loop carries it out; answers come back to the table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.camera.taught_faces import MeantDice
from firmware.camera.zone import Zone
from firmware.ports import Tune

if TYPE_CHECKING:  # OpenCV comes with it: not before the first screen
    from vision.taught import Taught


@dataclass(frozen=True)
class Request:
    """Anything asked of the devices."""


@dataclass(frozen=True)
class Look(Request):
    """Read the dice in the tray; the answer names the same ticket."""

    ticket: int
    dice: str | MeantDice
    """The name of the dice that lie on the table; or themselves, while they are being taught."""
    expected: frozenset[int]
    """The counts that make sense now."""
    total: int | None = None
    """So many dice lie there with those laid aside; None where none are."""


@dataclass(frozen=True)
class Learn(Request):
    """See how dice look that were all turned to one face; the answer names the same ticket."""

    ticket: int
    expected: frozenset[int]
    """The counts that make sense."""


@dataclass(frozen=True)
class Compare(Request):
    """See whether the faces that were taught can be told apart; as above."""

    ticket: int
    taught: "Taught"


@dataclass(frozen=True)
class StopLooking(Request):
    """Nobody waits for the dice any more."""


@dataclass(frozen=True)
class ShowCamera(Request):
    """Send thumbnails of what the camera sees, until told otherwise."""

    on: bool


@dataclass(frozen=True)
class KeepZone(Request):
    """Remember where dice are thrown, with the camera's focus and light as they are now."""

    zone: Zone


@dataclass(frozen=True)
class Play(Request):
    """Let this be heard."""

    tune: Tune


@dataclass(frozen=True)
class UseSettings(Request):
    """Brightness, sound or rotation may have changed."""


@dataclass(frozen=True)
class PowerOff(Request):
    """Shut the machine down, or leave the program where there is no machine to shut down."""
