"""The devices of one table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware.camera.table_camera import TableCamera
from firmware.devices.absent import Absent
from firmware.ports import Buttons, Clock, Display, Led, Sound


@dataclass
class Devices:
    """Everything the loop is connected to."""

    buttons: Buttons
    display: Display
    sound: Sound
    clock: Clock
    table_camera: TableCamera | None
    power_off: Callable[[], None]
    """Shut the machine down; raises `DeviceTrouble` if refused. May take a while."""
    apply_settings: Callable[[], None] = lambda: None
    led: Led = field(default_factory=Absent)
    dim_after: float = 120.0
    """Seconds without a press after which the panel dims."""
    blank_after: float = 600.0
    """Seconds without a press after which it goes dark."""
    folder: Path = Path()
    """Folder of games and of the camera's zone."""
    ends_at_power_off: bool = False
    """Without a system to shut down, the program ends instead."""
