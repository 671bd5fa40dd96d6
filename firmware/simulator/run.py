"""Runs the simulated table: by hand in a terminal, on a page, or by a script."""

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware.camera import zone
from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.config.keys import Config
from firmware.devices.absent import Absent
from firmware.devices.keyboard import Keyboard
from firmware.devices.memory import MemoryDisplay
from firmware.ports import Buttons, Camera, Display
from firmware.runtime.loop import TableLoop
from firmware.runtime.open_table import open_session
from firmware.runtime.table_devices import Devices
from firmware.screens.picture import save_animation
from firmware.simulator.camera import SimulatedCamera
from firmware.simulator.script import Step
from firmware.simulator.script_runner import Driver, Recording
from firmware.simulator.table import SimulatedTable, TerminalDisplay, ThrowingCamera
from firmware.speech.language import N_
from firmware.web.last_picture import LastPicture
from rules.dice import BARBECUE

KEYS = N_("Space SCAN, arrows LEFT RIGHT, Enter OK, s STOP, b BACK, u undo, q quit")


@dataclass(frozen=True)
class Simulation:
    """A table with simulated dice."""

    config: Config
    folder: Path
    seed: int

    def play(self) -> None:
        """Play with the keys of this terminal until the table is closed.

        Raises `DeviceTrouble` if this is not a terminal.
        """
        loop: TableLoop | None = None

        def leave() -> None:
            if loop is not None:
                loop.leave()

        keys = Keyboard(sys.stdin.fileno(), leave)
        table = self._table()
        thrower = ThrowingCamera(self._camera(), table)
        display = TerminalDisplay(*self._size, lambda: table.session.say(KEYS))
        loop = TableLoop(table, self._devices(keys, display, thrower))
        asyncio.run(loop.run())
        print(
            table.session.say(
                "All moves are saved in {folder}. Start again to resume.", folder=self.folder
            )
        )

    def show(self, opened: Callable[[str], None]) -> None:
        """Play in a browser until the program is stopped; `opened` receives the page's address."""
        from firmware.simulator.conditions import Staging  # noqa: PLC0415
        from firmware.web.pairing import Pairing  # noqa: PLC0415
        from firmware.web.run_with_page import PageStartup  # noqa: PLC0415  # a terminal needs none of it

        camera, table, last_picture = self._camera(), self._table(), LastPicture()
        thrower = ThrowingCamera(camera, table)
        display = MemoryDisplay(*self._size, keep=1)
        devices = self._devices(Absent(), display, thrower, last_picture)
        pairing = Pairing(self.folder, devices.clock, needed=False)
        opening = PageStartup(
            last_picture, pairing, self.config.page.port, opened=opened, elsewhere=True
        )
        opening.staging = Staging(camera)
        asyncio.run(opening.run(TableLoop(table, devices)))

    def drive(self, steps: tuple[Step, ...], record: Path | None) -> None:
        """Run a script; raises `BadScript` on an unexpected screen."""
        recording = Recording()
        display = MemoryDisplay(*self._size, on_show=recording.add)
        camera = self._camera()
        table = self._table()
        table.session.change(guide=False)  # a script knows what to press
        loop = TableLoop(table, self._devices(Absent(), display, camera))
        asyncio.run(Driver(loop, camera, steps, recording).run())
        if record is not None:
            save_animation(recording.pictures, record)

    @property
    def _size(self) -> tuple[int, int]:
        return self.config.panel.driver.size

    def _camera(self) -> SimulatedCamera:
        return SimulatedCamera(BARBECUE, self.seed)

    def _table(self) -> SimulatedTable:
        return SimulatedTable(open_session(self.folder, self.config, camera=True))

    def _devices(
        self,
        buttons: Buttons,
        display: Display,
        camera: Camera,
        last_picture: LastPicture | None = None,
    ) -> Devices:
        table_camera = TableCamera(camera, make_reader, zone.load(self.folder))
        if last_picture is not None:
            table_camera.show(last_picture.saw, last_picture.glance)
        return Devices(
            buttons,
            display,
            Absent(),
            time.monotonic,
            table_camera,
            power_off=lambda: None,
            ends_at_power_off=True,
            folder=self.folder,
        )
