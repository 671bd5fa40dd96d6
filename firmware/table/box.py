"""The table on the box: every device by the configuration, and none of them indispensable."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from firmware import zone
from firmware.config import wired
from firmware.config.keys import Config
from firmware.devices.absent import NoButtons
from firmware.devices.buttons import PinButtons
from firmware.devices.buzzer import Buzzer, Silent
from firmware.devices.cameras import open_camera
from firmware.devices.clock import MonotonicClock
from firmware.devices.memory import MemoryDisplay
from firmware.devices.panel import Panel, Rotation
from firmware.devices.pins import open_pins
from firmware.devices.wiring import Chip
from firmware.errors import DeviceTrouble
from firmware.eye import Eye
from firmware.ports import Buttons, Clock, Display, Sound
from firmware.settings import Brightness
from firmware.table.desk import Desk
from firmware.table.loop import Devices, Idle, TableLoop
from firmware.table.opening import DICE, make_reader, open_desk
from firmware.table.table import Table
from rules.dice import BARBECUE
from rules.errors import RulesError

if TYPE_CHECKING:
    from gpiozero import Factory

CONTRASTS = {Brightness.LOW: 20, Brightness.MEDIUM: 110, Brightness.HIGH: 255}

_log = logging.getLogger(__name__)


def power_off() -> None:
    """Ask the system to shut down; it ends this program in its own time."""
    try:
        subprocess.Popen(["systemctl", "poweroff"])  # noqa: S607  # wherever it is installed
    except OSError:
        _log.exception("cannot power off")


@dataclass
class Box:
    """The devices of a box as far as they can be had; `troubles` says what is wrong with others."""

    config: Config
    folder: Path
    open_pins: "Callable[[], Factory]" = open_pins
    make_panel: Callable[..., Panel] = Panel
    make_buttons: Callable[..., Buttons] = PinButtons
    power_off: Callable[[], None] = power_off
    clock: Clock = field(default_factory=MonotonicClock)
    troubles: list[RulesError] = field(default_factory=list)

    def run(self) -> None:
        """Until it is left or told to end."""
        asyncio.run(self.loop().run())

    def loop(self) -> TableLoop:
        """The table on its devices, not yet running."""
        camera = open_camera(self.config.camera, self.clock, BARBECUE)
        desk = open_desk(self.folder, self.config, camera=camera is not None)
        desk.chip = self._doubtful_chip()
        eye = None if camera is None else Eye(camera, make_reader, zone.load(self.folder))
        factory = self._had(self.open_pins)
        display = self._display(factory)
        devices = Devices(
            self._buttons(factory),
            display,
            self._sound(factory),
            self.clock,
            eye,
            DICE,
            power_off=self.power_off,
            apply_settings=lambda: self._apply(desk, display, eye),
            idle=Idle(self.config.panel.dim_after, self.config.panel.blank_after),
            folder=self.folder,
        )
        table = Table(desk)
        for trouble in self.troubles:
            print(f"grillside: {desk.words.error(trouble)}", file=sys.stderr)
            table.refuse(trouble)
        devices.apply_settings()
        return TableLoop(table, devices)

    def _had(self, opening: "Callable[[], Factory]") -> "Factory | None":
        try:
            return opening()
        except DeviceTrouble as trouble:
            self.troubles.append(trouble)
            return None

    def _display(self, factory: "Factory | None") -> Display:
        chip = wired.chip(self.config.panel)
        if chip is None:
            return MemoryDisplay(keep=1)
        bus = wired.bus(self.config.panel)
        return self.make_panel(chip, bus, factory=factory, on_change=_tell_panel)

    def _doubtful_chip(self) -> Literal["", "ssd1306", "sh1106"]:
        """What the panel is driven as, where only looking at it tells whether that is right."""
        match wired.chip(self.config.panel):
            case Chip.SSD1306:
                return "ssd1306"
            case Chip.SH1106:
                return "sh1106"
        return ""

    def _buttons(self, factory: "Factory | None") -> Buttons:
        if factory is None:
            return NoButtons()
        try:
            return self.make_buttons(wired.buttons(self.config.buttons), factory, self.clock)
        except DeviceTrouble as trouble:
            self.troubles.append(trouble)
            return NoButtons()

    def _sound(self, factory: "Factory | None") -> Sound:
        pin = self.config.sound.pin
        if pin is None or factory is None:
            return Silent()
        try:
            return Buzzer(pin, factory)
        except DeviceTrouble as trouble:
            self.troubles.append(trouble)
            return Silent()

    def _apply(self, desk: Desk, display: Display, eye: Eye | None) -> None:
        """Let the devices be as the players like them."""
        settings = desk.settings
        if isinstance(display, Panel):
            if settings.chip or desk.chip:
                display.drive(Chip(settings.chip or desk.chip))
            display.brighten(CONTRASTS[settings.brightness])
            mounted = Rotation(self.config.panel.rotation)
            turned = Rotation.NONE if mounted is Rotation.HALF else Rotation.HALF
            display.turn(turned if settings.turned else mounted)
        if eye is not None:
            eye.doubtful = self.folder if settings.keep_doubtful else None


def _tell_panel(trouble: DeviceTrouble | None) -> None:
    if trouble is None:
        _log.info("the panel answers")
    else:
        _log.warning("the panel does not answer: %s", trouble)
