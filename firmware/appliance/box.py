"""The table on the box. Uses every configured device, and needs none of them."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from firmware.appliance.led_status import glow
from firmware.appliance.panel_options import CONTRASTS, rotation
from firmware.appliance.power import power_off
from firmware.appliance.service_loop import ServiceLoop
from firmware.camera import zone
from firmware.camera.folder import FolderCamera
from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.config import wired
from firmware.config.cameras import open_camera
from firmware.config.keys import Config
from firmware.devices.absent import Absent
from firmware.devices.buttons import PinButtons
from firmware.devices.buzzer import Buzzer
from firmware.devices.led import PinLed
from firmware.devices.memory import MemoryDisplay
from firmware.devices.panel import Panel
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.pins import open_pins
from firmware.devices.sd_notify import Service
from firmware.devices.wiring import I2c
from firmware.errors import DeviceTrouble
from firmware.panel.routing import Table
from firmware.ports import Buttons, Camera, Clock, Display, Led
from firmware.runtime.loop import TableLoop
from firmware.runtime.open_table import open_session
from firmware.runtime.table_devices import Devices
from firmware.screens.draw import draw
from firmware.screens.layout import Layout
from firmware.simulator.camera import SimulatedCamera
from firmware.speech.words import Words
from firmware.table.session import Session
from firmware.web.last_picture import LastPicture
from rules.dice import BARBECUE
from rules.errors import RulesError

if TYPE_CHECKING:
    from gpiozero import Factory

T = TypeVar("T")

_log = logging.getLogger(__name__)


@dataclass
class Box:
    """The devices of a box, as far as they are available; `troubles` explains the others."""

    config: Config
    folder: Path
    open_pins: "Callable[[], Factory]" = open_pins
    make_panel: Callable[..., Panel] = Panel
    make_buttons: Callable[..., Buttons] = PinButtons
    make_led: Callable[..., Led] = PinLed
    power_off: Callable[[], None] = power_off
    has: Callable[[Path], bool] = Path.exists
    clock: Clock = time.monotonic
    troubles: list[RulesError] = field(default_factory=list)
    last_picture: LastPicture = field(default_factory=LastPicture)
    """The camera's latest picture, for the page."""
    service: Service = field(default_factory=Service)
    """Connection to systemd, if it started this process."""

    def run(self) -> None:
        loop = self.loop()
        ServiceLoop.begin(loop, self.service)
        page = self.config.page
        if not page.on:
            asyncio.run(loop.run())
            return
        from firmware.web.pairing import Pairing  # noqa: PLC0415
        from firmware.web.run_with_page import PageStartup  # noqa: PLC0415  # where there is a page

        pairing = Pairing(self.folder, self.clock, needed=page.network, secure=page.tls)
        opening = PageStartup(self.last_picture, pairing, page.port, network=page.network)
        asyncio.run(opening.run(loop))

    def loop(self) -> TableLoop:
        """Return the table with its devices, not yet running."""
        camera = open_camera(self.config.camera, self.clock, lambda: SimulatedCamera(BARBECUE))
        session = open_session(self.folder, self.config, camera=camera is not None)
        self._doubt_chip(session)
        table_camera = None if camera is None else self._table_camera(camera)
        table = Table(session)
        early = self._display(None) if self._panel_needs_no_pins() else None
        if early is not None:  # claiming pins takes a moment
            early.show(draw(table.screen, Layout(early.width, early.height)))
        factory = self._pins()
        phones = self.config.page.on and self.config.page.network
        if factory is None and not self._panel_there() and not phones:
            raise DeviceTrouble("no_box")
        display = early or self._display(factory)
        wired_buttons = wired.buttons(self.config.buttons)
        devices = Devices(
            self._on_pins(self.make_buttons, wired_buttons, factory, self.clock),
            display,
            self._on_pins(Buzzer, self.config.sound.pin, factory),
            self.clock,
            table_camera,
            power_off=self.power_off,
            apply_settings=lambda: self._apply(session, display, table_camera),
            led=self._on_pins(self.make_led, self.config.led.pin, factory),
            dim_after=self.config.panel.dim_after,
            blank_after=self.config.panel.blank_after,
            folder=self.folder,
        )
        for trouble in self.troubles:
            print(f"grillside: {session.words.error(trouble)}", file=sys.stderr)
            table.refuse(trouble)
        devices.apply_settings()
        loop = TableLoop(table, devices)
        if isinstance(devices.buttons, PinButtons):
            devices.buttons.on_stuck = lambda names: loop.later(lambda: table.stuck(names))
        loop.watch(lambda: devices.led.show(glow(table, loop.light)))
        return loop

    def _pins(self) -> "Factory | None":
        try:
            return self.open_pins()
        except DeviceTrouble as trouble:
            self.troubles.append(trouble)
            return None

    def _panel_needs_no_pins(self) -> bool:
        bus = wired.bus(self.config.panel)
        return isinstance(bus, I2c) and bus.reset_pin is None

    def _panel_there(self) -> bool:
        """Return whether there is a bus for a panel, so that a problem can be reported."""
        return self.has(Path(wired.bus(self.config.panel).node))

    def _display(self, factory: "Factory | None") -> Display:
        kind = self.config.panel.driver
        if kind is PanelKind.NONE:
            return MemoryDisplay(*kind.size, keep=1)
        bus = wired.bus(self.config.panel)
        return self.make_panel(kind, bus, factory=factory, on_change=_tell_panel)

    def _doubt_chip(self, session: Session) -> None:
        """Ask the players for the panel's chip if only they can see it."""
        match self.config.panel.driver:
            case PanelKind.SSD1306:
                session.chip = "ssd1306"
            case PanelKind.SH1106:
                session.chip = "sh1106"
        if (
            session.chip and session.settings.chip_for != session.chip
        ):  # the answer was about another panel
            session.settings = structs.replace(session.settings, chip="", chip_for=session.chip)

    def _table_camera(self, camera: Camera) -> TableCamera:
        save = partial(zone.keep, self.folder)
        live = not isinstance(camera, FolderCamera)
        table_camera = TableCamera(
            camera, make_reader, zone.load(self.folder), save=save, live=live
        )
        if self.config.page.on:
            table_camera.show(self.last_picture.saw, self.last_picture.glance)
        return table_camera

    def _on_pins(
        self, make: Callable[..., T], wiring: object, factory: "Factory | None", *more: object
    ) -> T | Absent:
        """Open a device on the Pi's pins; a stand-in if there is none, or if that fails."""
        if wiring is None or factory is None:
            return Absent()
        try:
            return make(wiring, factory, *more)
        except DeviceTrouble as trouble:
            self.troubles.append(trouble)
            return Absent()

    def _apply(self, session: Session, display: Display, table_camera: TableCamera | None) -> None:
        """Apply the players' settings to the devices."""
        settings = session.settings
        if isinstance(display, Panel):
            if session.chip:
                display.drive(PanelKind(settings.chip or session.chip))
            display.brighten(CONTRASTS[settings.brightness])
            display.turn(rotation(self.config.panel, settings))
        if table_camera is not None:
            table_camera.doubtful = self.folder if settings.keep_doubtful else None


def _tell_panel(trouble: DeviceTrouble | None) -> None:
    if trouble is None:
        _log.info("the panel answers")
    else:
        _log.warning("the panel does not answer: %s", Words().error(trouble))
