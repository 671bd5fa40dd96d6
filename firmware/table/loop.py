"""One loop, one queue: devices only enqueue, the table decides, the panel shows it."""

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from firmware import zone
from firmware.actions import Action
from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.eye import Eye, Glance
from firmware.files import replace
from firmware.journal import told_by_disk
from firmware.ports import Buttons, Clock, Display, Light, Sound, Tune
from firmware.screens.draw import draw
from firmware.screens.kinds import Screen, State
from firmware.table.asks import (
    Ask,
    KeepZone,
    Look,
    Play,
    PowerOff,
    ShowCamera,
    StopLooking,
    UseSettings,
)
from firmware.table.table import Table
from firmware.table.worker import Worker
from firmware.zone import Calibration, Zone
from rules.barbecue import Barbecue
from rules.dice import BARBECUE, DiceSet

if TYPE_CHECKING:  # loading OpenCV takes longer than showing the first screen
    from vision.reading import Reading

BEAT = 0.3
"""So often the picture moves while something is waited for."""
GLANCES = (96, 54)
"""The size of the thumbnail while the camera is aimed."""
WAKING = 0.7
"""So many seconds after waking, presses are still those of the hand that woke the panel."""
PARTING = 0.4
"""So many seconds a device gets to finish when the table closes."""

_log = logging.getLogger(__name__)

Happening = Callable[[], None]
"""What is enqueued: something the loop does when its turn comes."""


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
    eye: Eye | None
    dice: dict[str, DiceSet]
    """The dice that can lie on the table, by name."""
    power_off: Callable[[], None]
    """Shut the machine down; raises `DeviceTrouble` if that is refused. May take its time."""
    apply_settings: Callable[[], None] = lambda: None
    idle: Idle = field(default_factory=Idle)
    folder: Path = Path()
    """Where games and the camera's zone are kept."""
    ends_at_power_off: bool = False
    """There is no system to shut down: the program ends instead."""


class TableLoop:
    """Runs a table on its devices until it is told to stop."""

    def __init__(self, table: Table, devices: Devices) -> None:
        self.table = table
        self.devices = devices
        self.worker = Worker()
        self._queue: asyncio.Queue[Happening] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown: Screen | None = None
        self._light = Light.FULL
        self._pressed_at = devices.clock.now()
        self._woken_at = -WAKING
        self._cancelled = threading.Event()
        self._glancing = False
        self._glance_due = False
        self._stopped = False
        self._working = 0
        self.calm = asyncio.Event()
        """Set while nothing is enqueued, no slow work goes on, and the table waits for a press."""

    async def run(self) -> None:
        """Until `stop` is called or a signal comes."""
        self._loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # other threads
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                self._loop.add_signal_handler(number, self.stop)
        try:
            self._show()
            self.devices.buttons.start(self.press)
            self._queue.put_nowait(self._check_parts)
            while not self._stopped:
                await self._next()
        finally:
            self._close()

    def stop(self) -> None:
        """Leave soon; from the loop's own thread."""
        self._stopped = True
        self._queue.put_nowait(lambda: None)

    def leave(self) -> None:
        """Leave soon; from whatever thread."""
        self._later(self.stop)

    def press(self, action: Action) -> None:
        """An action; from whatever thread, and without waiting for what comes of it."""
        self._later(lambda: self._press(action))

    def _later(self, happening: Happening) -> None:
        """Let the loop do this when its turn comes; from whatever thread, and without raising."""
        self.calm.clear()
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody cares any more
                self._loop.call_soon_threadsafe(self._queue.put_nowait, happening)

    async def _next(self) -> None:
        try:
            happening = await asyncio.wait_for(self._queue.get(), self._patience())
        except TimeoutError:
            happening = self._beat
        try:
            happening()
            self._carry_out(self.table.asked())
            self._rest()
        except Exception as error:  # whatever it is, the game goes on
            self.table.fail(error)
        self._show()
        if self._queue.empty() and not self._working and not self.table.busy:
            self.calm.set()

    def _patience(self) -> float | None:
        """How long nothing need be done without a press."""
        if self.table.busy:
            return BEAT
        idle = self.devices.clock.now() - self._pressed_at
        following = {Light.FULL: self.devices.idle.dim, Light.DIM: self.devices.idle.blank}
        if self._light not in following:
            return None
        return max(0.05, following[self._light] - idle)

    def _beat(self) -> None:
        self.table.tick()

    def _show(self) -> None:
        screen = self.table.screen
        if screen == self._shown:
            return
        try:
            image = draw(screen)
        except Exception as error:  # a screen that cannot be drawn is told by one that can
            self.table.fail(error)
            screen = self.table.screen
            image = draw(screen)
        self._shown = screen
        try:
            self.devices.display.show(image)
        except Exception:  # a panel must not raise; if one does, that is no reason to stop playing
            _log.exception("the panel cannot show this")

    # The panel rests when nobody presses anything.

    def _press(self, action: Action) -> None:
        now = self._pressed_at = self.devices.clock.now()
        if self._light is Light.OFF:  # the press only wakes it, and so does holding the button
            self._woken_at = now
            self._set_light(Light.FULL)
        if now - self._woken_at < WAKING:
            return
        self._set_light(Light.FULL)
        self.table.press(action)

    def _rest(self) -> None:
        idle = self.devices.clock.now() - self._pressed_at
        if idle >= self.devices.idle.blank:
            self._set_light(Light.OFF)
        elif idle >= self.devices.idle.dim:
            self._set_light(Light.DIM)

    def _set_light(self, light: Light) -> None:
        if light is not self._light:
            self._light = light
            self.devices.display.light(light)

    # What the table asks.

    def _carry_out(self, asks: list[Ask]) -> None:
        for ask in asks:
            try:
                self._do_ask(ask)
            except Exception as error:  # one device that fails takes nothing from the others
                self.table.fail(error)

    def _do_ask(self, ask: Ask) -> None:
        match ask:
            case Look():
                self._look(ask)
            case StopLooking():
                self._cancelled.set()
            case ShowCamera(on=on):
                self._glancing = on
                self._glance()
                self._rest_eye()
            case KeepZone(zone=wanted):
                self._keep_zone(wanted)
            case Play(tune=tune):
                self._sound(tune)
            case UseSettings():
                self.devices.apply_settings()
                self._warm_hints()
            case PowerOff():
                self._do(self.devices.power_off, self._powered_off)

    def _sound(self, tune: Tune) -> None:
        if self.table.desk.settings.sound:
            self.devices.sound.play(tune)

    def _powered_off(self, answer: DeviceTrouble | None) -> None:
        """The system will end this program in its time; a table without a system ends now."""
        if answer is not None:
            self.table.refuse(answer)
        elif self.devices.ends_at_power_off:
            self.stop()

    def _warm_hints(self) -> None:
        """Do once, in the worker, what the first hint would have to wait for."""
        if self.table.desk.settings.hints:
            self._do(_load_odds, lambda _answer: None)

    def _check_parts(self) -> None:
        """Look at the parts, all of them in the worker."""
        self._do(self._try_disk, self._disk_checked)
        self._warm_hints()
        eye = self.devices.eye
        if eye is None:
            self.table.checked("camera", State.ABSENT)
            self.table.checked("reader", State.ABSENT)
            return
        self._do(lambda: eye.glance(GLANCES), self._camera_checked)
        self._do(eye.warm_up, self._reader_checked)

    def _try_disk(self) -> None:
        """Whether a game could be kept; raises `DiskTrouble`."""
        tried = self.devices.folder / ".tried"
        with told_by_disk(tried):
            replace(tried, b"")
            tried.unlink()

    def _disk_checked(self, answer: DeviceTrouble | None) -> None:
        self._checked("games", answer)

    def _camera_checked(self, answer: Glance | DeviceTrouble) -> None:
        self._checked("camera", answer if isinstance(answer, DeviceTrouble) else None)

    def _reader_checked(self, answer: DeviceTrouble | None) -> None:
        self._checked("reader", answer)

    def _checked(self, part: str, trouble: DeviceTrouble | None) -> None:
        self.table.checked(part, State.GOOD if trouble is None else State.BAD, trouble)

    def _do(self, job: Callable[[], object], then: Callable[..., None]) -> None:
        """Slow work in the worker; what comes of it is enqueued."""
        self._working += 1

        def answered(answer: object) -> None:
            def happen() -> None:
                self._working -= 1
                then(answer)

            self._later(happen)

        self.worker.do(job, answered)

    def _look(self, ask: Look) -> None:
        eye = self.devices.eye
        if eye is None:
            self.table.unseen(ask.ticket, CameraTrouble("camera_missing"))
            return
        self._cancelled = cancelled = threading.Event()
        dice = self.devices.dice[ask.dice]

        def progress(part: float | None) -> None:
            self._later(lambda: self.table.moved_on(ask.ticket, part))

        def answered(answer: "Reading | DeviceTrouble | None") -> None:
            if isinstance(answer, DeviceTrouble):
                self.table.unseen(ask.ticket, answer)
            elif answer is not None:
                self.table.seen(ask.ticket, answer)

        self._do(lambda: eye.look(dice, ask.expected, progress, cancelled.is_set), answered)

    def _glance(self) -> None:
        """Look through the camera, unless that is being done or about to be done anyway."""
        eye = self.devices.eye
        if eye is not None and self._glancing and not self._glance_due:
            self._glance_due = True
            self._do(lambda: eye.glance(GLANCES), self._glanced)

    def _rest_eye(self) -> None:
        eye = self.devices.eye
        if eye is not None and not self._glancing:
            self._do(eye.rest, lambda _answer: None)

    def _glanced(self, answer: Glance | DeviceTrouble) -> None:
        self.table.saw(answer)
        if self._loop is not None:
            self._loop.call_later(BEAT, self._glance_again)

    def _glance_again(self) -> None:
        self._glance_due = False
        self._glance()

    def _keep_zone(self, wanted: Zone) -> None:
        eye = self.devices.eye
        if eye is not None:
            self._do(lambda: eye.calibrate(wanted), self._calibrated)

    def _calibrated(self, answer: Calibration | DeviceTrouble) -> None:
        if isinstance(answer, DeviceTrouble):
            self.table.calibrated(answer)
            return
        try:
            zone.save(self.devices.folder, answer)
        except OSError:
            _log.exception("The camera's zone cannot be kept")
        self.table.calibrated(None)

    def _close(self) -> None:
        """Let go of every device, none of which can hold the others up for long."""
        self._cancelled.set()
        if self.devices.eye is not None:
            self.worker.do(self.devices.eye.close, lambda _answer: None)
        for close in (
            self.devices.buttons.close,
            self.devices.sound.close,
            lambda: self.worker.close(PARTING),
            self.devices.display.close,
        ):
            try:
                close()
            except Exception:  # the others must be let go of too
                _log.exception("a device cannot be closed")


def _load_odds() -> None:
    from rules.advice import opening_chances  # noqa: PLC0415  # numpy: not before the first screen

    opening_chances(Barbecue, BARBECUE)
