"""Measures the cost of watching a table without motion: `python -m tools.table.watched`.

The table's loop runs with real clocks in this process, while it waits for a throw; its camera
repeats a few noisy pictures, so that only Grillside's own work counts. A webcam's pictures are
decoded each time, as OpenCV does. The cost of a camera's drivers is not included.
"""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

import cv2
import numpy as np

from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.devices.absent import Absent
from firmware.devices.memory import MemoryDisplay
from firmware.panel.routing import Table
from firmware.ports import Action
from firmware.runtime.loop import TableLoop
from firmware.runtime.table_devices import Devices
from firmware.simulator.camera import SimulatedCamera
from firmware.speech.language import ENGLISH
from firmware.store.settings import Settings
from firmware.store.shelf import Shelf
from firmware.table.session import Session
from rules.dice import BARBECUE, Face
from vision.geometry import Frame

SECONDS = 20.0
MOST = 0.1
"""Of a core."""
_DIFFERENT = 8  # pictures that differ by their noise
_SMALL = (320, 240)


def pictures() -> list[Frame]:
    camera = SimulatedCamera(BARBECUE, seed=1)
    camera.put([Face.WORM] * 8)
    taken = camera.frames()
    return [next(taken)[1] for _ in range(_DIFFERENT)]


class Webcam:
    """Full pictures, which arrive compressed."""

    def __init__(self, taken: list[Frame]) -> None:
        self._packed = [cv2.imencode(".jpg", frame)[1] for frame in taken]
        self.served = 0

    def frames(self) -> Iterator[tuple[float, Frame]]:
        for packed in cycle(self._packed):
            self.served += 1
            frame = cv2.imdecode(packed, cv2.IMREAD_COLOR)
            assert frame is not None
            yield time.monotonic(), frame.astype(np.uint8, copy=False)

    def close(self) -> None:
        pass


class PiLike(Webcam):
    """Small grey pictures, like the Pi camera's second stream."""

    def __init__(self, taken: list[Frame]) -> None:
        super().__init__(taken)
        grey = (cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) for frame in taken)
        self._small = [cv2.resize(frame, _SMALL).astype(np.uint8, copy=False) for frame in grey]

    def glimpses(self) -> Iterator[tuple[float, Frame]]:
        for number in count():
            self.served += 1
            yield time.monotonic(), self._small[number % _DIFFERENT]


async def share(camera: Webcam, *, by_itself: bool) -> tuple[float, float]:
    """Of a core, and pictures a second."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(players=2, by_itself=by_itself)
        table = Table(Session(Shelf(Path(folder), lambda: None), ENGLISH, settings))
        table_camera = TableCamera(camera, make_reader)
        devices = Devices(
            Absent(),
            MemoryDisplay(keep=1),
            Absent(),
            time.monotonic,
            table_camera,
            power_off=lambda: None,
            folder=Path(folder),
        )
        loop = TableLoop(table, devices)
        running = asyncio.create_task(loop.run())
        await loop.calm.wait()
        for _ in range(3):
            loop.press(Action.OK)
            await loop.calm.wait()
        assert loop.watching == by_itself, table.screen
        await asyncio.sleep(1)
        begun, worked, served = time.monotonic(), time.process_time(), camera.served
        await asyncio.sleep(SECONDS)
        passed = time.monotonic() - begun
        figures = (time.process_time() - worked) / passed, (camera.served - served) / passed
        loop.stop()
        await running
        return figures


def report() -> None:
    cv2.setNumThreads(1)
    taken = pictures()
    print(f"Watching a table on which nothing moves, {SECONDS:.0f} s each (target)")
    for name, camera, by_itself in (
        ("off", PiLike(taken), False),
        ("small grey pictures, as of the Pi's camera", PiLike(taken), True),
        ("full pictures, as of a webcam, unpacking them included", Webcam(taken), True),
    ):
        worked, pace = asyncio.run(share(camera, by_itself=by_itself))
        print(f"  {name}: {worked:.1%} of a core ({MOST:.0%}), {pace:.1f} pictures/s")


if __name__ == "__main__":
    report()
