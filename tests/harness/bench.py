"""A table loop on simulated devices that a test controls. It never sleeps."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from firmware.camera.face_check import Problem
from firmware.camera.table_camera import Glance, TableCamera
from firmware.camera.taught_faces import MeantDice
from firmware.camera.zone import Calibration, Zone
from firmware.devices.memory import MemoryDisplay
from firmware.errors import DeviceTrouble
from firmware.panel.routing import Table
from firmware.ports import Action, Light, Tune
from firmware.runtime.loop import TableLoop
from firmware.runtime.table_devices import Devices
from firmware.speech.language import ENGLISH
from firmware.store.settings import Settings
from firmware.store.shelf import Shelf
from firmware.table.session import Session
from rules.dice import BARBECUE, DiceSet
from tests.devices.waits import LIMIT
from tests.harness.clock import ManualClock
from vision.files.taught_dice import Taught
from vision.reader import Lesson
from vision.reading import Reading
from vision.stages.looker import SIDE

if TYPE_CHECKING:
    from PIL.Image import Image

LOOK = np.zeros((SIDE, SIDE, 3), np.uint8)
GLANCE = Glance(bytes(12 * 54), (96, 54), focus=0.8, light=0.6, glare=0.0)


class FakeEye(TableCamera):
    """A camera that returns the given readings; an exception is raised."""

    def __init__(self, log: list[str]) -> None:
        self.log = log
        self.answers: SimpleQueue[Reading | Exception | None] = SimpleQueue()
        self.glances = 0
        self.trouble: Exception | None = None
        self.calibrating: Exception | None = None
        self.looking = Event()
        self.cancelled: Callable[[], bool] = lambda: False
        self.progress: Callable[[float | None], None] = lambda _part: None
        self.expected: frozenset[int] = frozenset()
        self.closed = False
        self.alike: tuple[Problem, ...] = ()
        self.known: MeantDice | None = None
        self.dice: DiceSet | MeantDice | None = None

    def warm_up(self) -> None:
        self.log.append("warm up")

    def know(self, dice: MeantDice) -> None:
        self.log.append("know")
        self.known = dice

    def look(
        self,
        dice: DiceSet | MeantDice,
        expected: frozenset[int],
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
        total: int | None = None,
    ) -> Reading | None:
        self.expected, self.progress, self.cancelled = expected, progress, cancelled
        self.dice = dice
        self.looking.set()
        answer = self.answers.get(timeout=LIMIT)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def lesson(
        self,
        expected: frozenset[int],
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
    ) -> Lesson | None:
        reading = self.look(BARBECUE, expected, progress, cancelled)
        return None if reading is None else Lesson(reading, (LOOK,) * len(reading.dice))

    def problems(self, taught: Taught) -> tuple[Problem, ...]:
        self.log.append("compare")
        return self.alike

    def glance(self, size: tuple[int, int]) -> Glance:
        self.log.append("glance")
        self.glances += 1
        if self.trouble is not None:
            raise self.trouble
        return GLANCE

    def calibrate(self, zone: Zone) -> Calibration:
        if self.calibrating is not None:
            raise self.calibrating
        return Calibration(zone)

    def watch(
        self, pause: Callable[[float], bool], *, soonest: float = 0.0, again: bool = False
    ) -> bool:
        """Wait; nothing ever moves."""
        while not pause(0.01):
            pass
        return False

    def rest(self) -> None:
        self.log.append("rest")

    def close(self) -> None:
        self.closed = True


class FakeButtons:
    """Buttons that any thread can press."""

    def __init__(self, log: list[str]) -> None:
        self.log = log
        self.pressed: Callable[[Action], None] = lambda _action: None
        self.closed = False

    def start(self, pressed: Callable[[Action], None]) -> None:
        self.log.append("buttons")
        self.pressed = pressed

    def close(self) -> None:
        self.closed = True


class FakeSound:
    """Records the tunes."""

    def __init__(self) -> None:
        self.played: list[Tune] = []
        self.trouble: Exception | None = None
        self.closed = False

    def play(self, tune: Tune) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.played.append(tune)

    def close(self) -> None:
        self.closed = True


class WatchedDisplay(MemoryDisplay):
    """Reports changes of its light, and can fail like no real panel should."""

    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self.log = log
        self.lights: list[Light] = []
        self.on_light: Callable[[Light], None] = lambda _light: None
        self.on_image: Callable[[], None] = lambda: None
        self.trouble: Exception | None = None
        self.changed = asyncio.Event()

    def show(self, image: "Image") -> None:
        self.log.append("show")
        self.changed.set()
        self.on_image()
        if self.trouble is not None:
            raise self.trouble
        super().show(image)

    def light(self, level: Light) -> None:
        super().light(level)
        self.lights.append(level)
        self.changed.set()
        self.on_light(level)


class Bench:
    """A table loop with a camera, buttons, a panel and a clock that a test moves."""

    limit = LIMIT
    """The limit of a scenario in seconds, on any machine."""

    def __init__(
        self, folder: Path, *, table_camera: bool = True, settings: Settings | None = None
    ) -> None:
        self.folder = folder
        self.log: list[str] = []
        self.table_camera = FakeEye(self.log)
        self.buttons = FakeButtons(self.log)
        self.display = WatchedDisplay(self.log)
        self.sound = FakeSound()
        self.clock = ManualClock()
        self.applied = self.powered_off = 0
        self.power_trouble: DeviceTrouble | None = None
        shelf = Shelf(folder, lambda: None)
        self.table = Table(
            Session(shelf, ENGLISH, settings or Settings(players=2), camera=table_camera)
        )
        self.devices = Devices(
            self.buttons,
            self.display,
            self.sound,
            self.clock,
            self.table_camera if table_camera else None,
            power_off=self._power_off,
            apply_settings=self._apply,
            folder=folder,
        )
        self.loop = TableLoop(self.table, self.devices)

    def _power_off(self) -> None:
        self.powered_off += 1
        if self.power_trouble is not None:
            raise self.power_trouble

    def _apply(self) -> None:
        self.applied += 1

    @property
    def name(self) -> str:
        return self.table.screen.name

    @property
    def moves(self) -> int:
        return self.table.session.game.moves

    def play(self, scenario: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run the loop during the scenario, then stop it."""

        async def whole() -> None:
            async with self.running():
                await scenario()

        asyncio.run(whole())

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The loop runs in here, for as long as a scenario may take."""
        async with asyncio.timeout(self.limit), self._running():
            yield

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.loop.run())
        try:
            yield
        finally:
            self.loop.stop()
            await task

    async def until(self, known: Callable[[], bool]) -> None:
        """Wait until this is true; checked whenever the panel changes."""
        while not known():
            self.display.changed.clear()
            await self.display.changed.wait()

    async def at(self, name: str) -> None:
        """Wait until this screen is shown."""
        await self.until(lambda: self.name == name)

    async def calm(self) -> None:
        await self.loop.calm.wait()

    async def press(self, actions: str) -> None:
        """Press these, each when the table is calm."""
        for action in actions.split():
            await self.calm()
            self.loop.press(Action(action))
        await self.calm()

    async def ask(self, action: str = "scan") -> None:
        """Press this, which starts a look, and wait until it has begun."""
        await self.calm()
        self.table_camera.looking.clear()
        self.loop.press(Action(action))
        await asyncio.to_thread(self.table_camera.looking.wait, LIMIT)

    async def scan(self, *answers: Reading | Exception) -> None:
        """Press SCAN for each of these answers of the camera."""
        for answer in answers:
            await self.ask()
            self.table_camera.answers.put(answer)
            await self.calm()

    async def begin(self, names: Iterable[str] = ("new_game", "box")) -> None:
        """Go from the start to the first prompt."""
        for name in names:
            await self.at(name)
            await self.press("ok")
        assert self.name == "todo"
