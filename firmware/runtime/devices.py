"""The devices of one table, put together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware.camera.table_camera import TableCamera
from firmware.devices.led import NoLed
from firmware.ports import Buttons, Clock, Display, Led, Sound


@dataclass(frozen=True)
class Idle:
    """After how many seconds without a press the panel rests."""

    dim: float = 120.0
    blank: float = 600.0


@dataclass
class Devices:
    """Everything the loop is tied to."""

    buttons: Buttons
    display: Display
    sound: Sound
    clock: Clock
    table_camera: TableCamera | None
    power_off: Callable[[], None]
    """Shut the machine down; raises `DeviceTrouble` if that is refused. May take its time."""
    apply_settings: Callable[[], None] = lambda: None
    led: Led = field(default_factory=NoLed)
    idle: Idle = field(default_factory=Idle)
    folder: Path = Path()
    """Where games and the camera's zone are kept."""
    ends_at_power_off: bool = False
    """There is no system to shut down: the program ends instead."""
