"""Starts a box and reports its times: `python -m tools.table.standing FOLDER BEGUN CAMERA`.

It runs as on a Pi, with gpiozero's mock pins, a simulated camera or none, and a panel in memory. On
its first picture, and when it is ready, it prints the seconds since BEGUN (of the monotonic clock),
and whether OpenCV was loaded.
"""

import asyncio
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.appliance.box import Box
from firmware.commands import cli  # noqa: F401  # loaded first, as by the command
from firmware.config.keys import Camera, CameraKind, Config, Panel
from firmware.devices.memory import MemoryDisplay
from firmware.devices.panel_kinds import PanelKind
from firmware.panel.views.startup import StartView
from firmware.ports import Display
from firmware.runtime.loop import TableLoop
from firmware.runtime.open_table import keep_log

if TYPE_CHECKING:
    from gpiozero import Factory
    from PIL.Image import Image


def mock_pins() -> "Factory":
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


class StandingBox(Box):
    """Reports when it shows something."""

    begun = 0.0
    table_loop: TableLoop
    told = 0

    def _display(self, factory: "Factory | None") -> Display:
        return MemoryDisplay(keep=1, on_show=self._shown)

    def _shown(self, _image: "Image") -> None:
        starting = not self.told or isinstance(self.table_loop.table.view, StartView)
        if self.told == 0 or (self.told == 1 and not starting):
            self.told += 1
            after = time.monotonic() - self.begun
            loaded = "cv2" in sys.modules
            print(f"{'shown' if starting else 'ready'} {after:.3f} {loaded}", flush=True)


def main(folder: Path, begun: float, camera: str) -> None:
    config = Config(panel=Panel(driver=PanelKind.NONE), camera=Camera(kind=CameraKind(camera)))
    keep_log(folder)
    box = StandingBox(config, folder, open_pins=mock_pins)
    box.begun = begun
    box.table_loop = box.loop()
    asyncio.run(box.table_loop.run())


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3])
