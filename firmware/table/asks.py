"""What the table asks of the devices. The loop carries it out; answers come back to the table."""

from dataclasses import dataclass

from firmware.ports import Tune
from firmware.zone import Zone


@dataclass(frozen=True)
class Ask:
    """Anything asked of the devices."""


@dataclass(frozen=True)
class Look(Ask):
    """Read the dice in the tray; the answer names the same ticket."""

    ticket: int
    dice: str
    """The name of the dice set that lies on the table."""
    expected: frozenset[int]
    """The counts that make sense now."""
    total: int | None = None
    """So many dice lie there with those laid aside; None where none are."""


@dataclass(frozen=True)
class StopLooking(Ask):
    """Nobody waits for the dice any more."""


@dataclass(frozen=True)
class ShowCamera(Ask):
    """Send thumbnails of what the camera sees, until told otherwise."""

    on: bool


@dataclass(frozen=True)
class KeepZone(Ask):
    """Remember where dice are thrown, with the camera's focus and light as they are now."""

    zone: Zone


@dataclass(frozen=True)
class Play(Ask):
    """Let this be heard."""

    tune: Tune


@dataclass(frozen=True)
class UseSettings(Ask):
    """Brightness, sound or rotation may have changed."""


@dataclass(frozen=True)
class PowerOff(Ask):
    """Shut the machine down, or leave the program where there is no machine to shut down."""
