"""The whole box with simulated pins, bus, lens and time.

Real: the loop, its jobs and worker, journal and shelf, luma's driver on a chip that rebuilds the
picture, gpiozero's inputs, the table's camera, and the reports about a lost panel. Simulated: the
pins, the bus, the lens, and time, which passes only as needed.
"""

import asyncio
import logging
import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from threading import Condition, Event, RLock, Thread
from threading import enumerate as threads
from time import perf_counter
from types import SimpleNamespace
from typing import cast
from unittest import mock

from gpiozero.pins.mock import MockFactory, MockPin
from luma.core.interface.serial import i2c

from firmware.appliance.box import Box
from firmware.camera.table_camera import TableCamera
from firmware.camera.zone import Calibration
from firmware.config.keys import Camera as CameraKeys
from firmware.config.keys import CameraKind, Config
from firmware.devices import presets
from firmware.devices.bus import Wire
from firmware.devices.buttons import PinButtons
from firmware.devices.gestures import HOLD, LONG, SETTLE
from firmware.devices.panel import Panel
from firmware.devices.wiring import Bus
from firmware.panel.views.reading import LookView
from firmware.ports import Action, Camera
from firmware.runtime import loop as loops
from firmware.runtime.loop import TableLoop
from firmware.screens.draw import draw
from firmware.screens.kinds import Progress, Screen
from firmware.store.journal import follow
from firmware.table.session import Session
from tests.devices import chips
from tests.harness.clock import ManualClock
from tools.soak.camera import SoakCamera, SoakReader
from tools.soak.seconds import ANSWERED, Seconds

BEAT = 0.02
"""The animation's interval; on a real box it is fifteen times longer."""
BETWEEN = 0.12
"""Simulated seconds from one press to the next."""
REMEMBERED = 2
"""Finished games that are compared with their files repeatedly."""
BUTTONS = presets.BOX.buttons
HELD = {Action.BACK: (HOLD + LONG) / 2, Action.UNDO: LONG + 0.1}
CONFIG = Config(camera=CameraKeys(kind=CameraKind.SIMULATED))

_LOGGED = 100

Confirmed = dict[str, list[str]]
"""By the name of its file, the lines of each game that the table has shown as done."""


class SoakBox(Box):
    """A box whose camera is controlled by a run."""

    camera: SoakCamera

    def _table_camera(self, _camera: Camera) -> TableCamera:
        return TableCamera(self.camera, SoakReader, Calibration(), live=True)


class Rig:
    """A box that can be stopped and started again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.clock = ManualClock()
        self.camera = SoakCamera(seed)
        self.chip = chips.CHIPS["ssd1309"]()
        self.bus = chips.Bus(self.chip)
        self.confirmed: Confirmed = {}
        self.answers = array("f")
        """Seconds from each press until the table is at rest again."""
        self.presses = 0
        self.bouncing = 0
        """How often a contact bounces, in both directions."""
        self.dice = random.Random(seed)
        self.told = Told()
        self.on_new: Callable[[str, list[str]], None] = lambda _file, _lines: None
        """Told of lines that are shown as done."""
        self._changed = Condition()
        self._hand = RLock()

    # Power.

    def start(self) -> None:
        """Power on, and wait for the first question."""
        self.prepare()
        self._thread = Thread(target=lambda: asyncio.run(self.run()), daemon=True)
        self._thread.start()
        self.ready()

    def prepare(self) -> None:
        self.factory = MockFactory()
        self.fingers, self.panel = Seconds(self.clock), Seconds(self.clock)
        box = SoakBox(
            CONFIG,
            self.folder,
            open_pins=lambda: self.factory,
            make_panel=partial(Panel, open_wire=self._open_wire, wait=self.panel),
            make_buttons=partial(PinButtons, wait=self.fingers),
            power_off=lambda: None,
            clock=self.clock,
        )
        box.camera = self.camera
        self.loop: TableLoop = box.loop()
        self.loop.watch(self._noticed)
        self._running: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """The table itself, until it is stopped."""
        with self._changed:
            self._running = asyncio.get_running_loop()
            self._changed.notify_all()
        await self.loop.run()

    def ready(self) -> None:
        """Wait until the table awaits the first press."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._running is not None, ANSWERED)
        self.calm()
        self.fingers.settle()

    def stop(self) -> float:
        begun = perf_counter()
        self.loop.leave()
        self._thread.join(ANSWERED)
        assert not self._thread.is_alive(), "it does not stop"
        taken = perf_counter() - begun
        journal = self.session.match
        if journal is not None:
            journal.close()  # the system would do that
        return taken

    def _open_wire(self, _bus: Bus, _factory: object) -> Wire:
        self.bus.opened += 1
        wire: Wire = i2c(bus=self.bus)
        return wire

    # What is known.

    @property
    def session(self) -> Session:
        return self.loop.table.session

    @property
    def screen(self) -> Screen:
        return self.loop.table.screen

    @property
    def name(self) -> str:
        return self.screen.name

    def calm(self) -> None:
        """Wait until the table awaits a press."""
        assert self._running is not None
        self._in_turn()
        waiting = asyncio.run_coroutine_threadsafe(self._calm(), self._running)
        try:
            waiting.result(ANSWERED)
        except TimeoutError:
            raise AssertionError("no answer", self.screen) from None

    def _in_turn(self) -> None:
        """Wait until all earlier presses are handled."""
        done = Event()
        self.loop.later(done.set)
        assert done.wait(ANSWERED), f"no answer in {ANSWERED:.0f} s: {self.screen}"

    async def _calm(self) -> None:
        await self.loop.calm.wait()

    def until(self, known: Callable[[], bool]) -> None:
        """Wait until this holds, checking whenever the table has done something."""
        with self._changed:
            assert self._changed.wait_for(known, ANSWERED), f"still at {self.screen}"

    def _noticed(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def shows(self) -> bool:
        """Whether the panel's glass shows what the table thinks it does."""
        self.panel.settle()
        return self.chip.image().tobytes() == draw(self.screen).tobytes()

    def note(self) -> None:
        """Record what is shown as done, which must never be lost."""
        journal = self.session.match
        if journal is None:
            return
        if journal.path.name not in self.confirmed:
            for name in list(self.confirmed)[:-REMEMBERED]:
                del self.confirmed[name]  # a run's own memory must not grow either
        known = self.confirmed.setdefault(journal.path.name, [])
        lines = journal.record.lines
        assert lines[: len(known)] == known, "what was confirmed has changed"
        new = lines[len(known) :]
        known += new
        if new:
            written = "".join(f"{line}\n" for line in known)
            assert journal.path.read_text() == written, "the file holds something else"
        self.on_new(journal.path.name, new)

    def check_files(self) -> None:
        """The last games replay to exactly what was shown as done; the table thinks so too."""
        for name in self.confirmed:
            found = follow(self.folder / name)
            assert found.damage is None
            assert found.record.lines == self.confirmed[name], f"{name} holds something else"
        journal = self.session.match
        if journal is not None:
            assert follow(journal.path).record.state == journal.state

    # Fingers.

    def pin(self, button: str) -> MockPin:
        return self.factory.pin(BUTTONS[button].pin)

    def wait(self, seconds: float) -> None:
        """Let time pass, and devices act."""
        self.clock.advance(seconds)
        self.fingers.settle()

    def edge(self, button: str, *, down: bool) -> None:
        """A contact closes or opens, at once or after some bouncing."""
        pin = self.pin(button)
        drive, back = pin.drive_low, pin.drive_high
        if not down:
            drive, back = back, drive
        for _ in range(self.bouncing):
            drive()
            self.clock.advance(self.dice.uniform(0.0001, 0.003))
            back()
            self.clock.advance(self.dice.uniform(0.0001, 0.003))
        drive()
        self.fingers.settle()
        self.wait(SETTLE)

    def touch(self, *actions: Action) -> None:
        """Press these at once, without waiting for the effect."""
        buttons = [button_of(action) for action in actions]
        with self._hand:
            self.presses += 1
            for button in buttons:
                self.edge(button, down=True)
            if actions[0] in HELD:
                self.wait(HELD[actions[0]])
            for button in buttons:
                self.edge(button, down=False)
                self.pin(button).clear_states()
            self.clock.advance(BETWEEN)

    def impatient(self, seconds: float) -> None:
        """Let time pass without an answer of the table; somebody presses OK twice."""
        with self._hand:
            self.clock.advance(seconds)
            self.touch(Action.OK)
            self.touch(Action.OK)

    def hold(self, button: str, seconds: float) -> None:
        """Press a button and do not let it go."""
        with self._hand:
            self.edge(button, down=True)
            self.wait(seconds)
        self.answer()

    def release(self, button: str) -> None:
        """Release it."""
        with self._hand:
            self.edge(button, down=False)
            self.pin(button).clear_states()
        self.answer()

    def push(self, *actions: Action) -> None:
        """Press these at once, and wait for the answer."""
        begun = perf_counter()
        self.touch(*actions)
        self.answer()
        self.answers.append(perf_counter() - begun)

    def answer(self) -> None:
        """Until the table waits for a press, or says that its camera hangs."""
        if self.camera.fault != "camera hangs":
            self.calm()
            return
        self._in_turn()
        if isinstance(self.loop.table.view, LookView):
            self.until(lambda: bool(cast("Progress", self.screen).foot))


def button_of(action: Action) -> str:
    """Which button is pressed or held for this."""
    for name, button in BUTTONS.items():
        if action in (button.key.press, button.key.hold, button.key.long):
            return name
    raise LookupError(action)


class Told(logging.Handler):
    """Collects log messages about the panel: without one, people have no other screen."""

    def __init__(self) -> None:
        super().__init__()
        self.panel: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "the panel" in record.getMessage():
            self.panel.append(record.getMessage())
            del self.panel[:-_LOGGED]


@contextmanager
def quick_table(told: Told) -> Iterator[None]:
    """What waits in real time waits less, and what each start leaves behind is not kept.

    luma keeps every driver it ever made, to blank the panel when the program ends: here many starts
    are made in one.
    """
    root = logging.getLogger()
    level, others = root.level, root.handlers[:]
    root.handlers[:] = [told]  # others would keep all of it
    root.setLevel(logging.INFO)
    try:
        forgetful = SimpleNamespace(register=lambda *_: None)
        with (
            mock.patch.object(loops, "BEAT", BEAT),
            mock.patch("luma.core.device.atexit", forgetful),
        ):
            yield
    finally:
        root.handlers[:] = others
        root.setLevel(level)


def left_behind() -> list[str]:
    """The threads of a stopped box that do not end; odds may still be worked out."""
    names = {"worker", "panel", "buttons"}
    ours = [thread for thread in threads() if thread.name in names]
    for thread in ours:
        thread.join(ANSWERED)
    return sorted(thread.name for thread in ours if thread.is_alive())


def spread(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the worst."""
    return median(seconds), max(seconds)
