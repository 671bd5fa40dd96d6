"""Carries out the table's requests: slow work in the worker, results through the queue."""

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from firmware.camera import zone
from firmware.camera.table_camera import Glance, TableCamera
from firmware.camera.taught_faces import MeantDice
from firmware.camera.zone import Zone
from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.panel.routing import Table
from firmware.play.automatic import Plan, Thinking
from firmware.runtime.auto_read import AutoReader, Loop
from firmware.runtime.table_devices import Devices
from firmware.runtime.worker import Worker
from firmware.screens.kinds import State
from firmware.store.files import replace
from firmware.store.journal import as_disk_trouble
from firmware.store.settings import TAUGHT
from firmware.table.dice_in_use import DiceInUse
from firmware.table.requests import (
    Compare,
    KeepZone,
    Learn,
    Look,
    Play,
    PowerOff,
    Request,
    ShowCamera,
    StopLooking,
    Think,
    UseSettings,
)
from rules.dice import DiceSet

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from players import Mind

BEAT = 0.3
"""Seconds between pictures while the camera is aimed."""
GLANCES = (96, 54)
"""Size of the thumbnail while the camera is aimed."""
PARTING = 0.4
"""Seconds for each device to finish when the table closes."""

_log = logging.getLogger(__name__)


class Jobs:
    """Carries out the table's requests."""

    def __init__(self, table: Table, devices: Devices, loop: Loop) -> None:
        self._table = table
        self._devices = devices
        self._loop = loop
        self._worker = Worker()
        self._odds_worker = Worker()
        """Calculates odds; the other worker may be busy watching the dice."""
        self._mind_worker = Worker()
        """Thinks for the seats that the box plays."""
        self._mind: Mind | None = None
        self._overtaken = threading.Event()
        """Set once nobody waits for the latest thought."""
        self._thought_about: int | None = None
        self._dice_in_use = DiceInUse(devices.folder)
        self._auto_reader = AutoReader(
            table, devices.table_camera, loop, self._worker, self._dice_in_use
        )
        self._cancelled = threading.Event()
        self.glancing = False
        """Whether pictures for aiming are being taken."""
        self._glance_due = False
        self.working = 0
        """Number of slow jobs in progress."""

    def carry_out(self, requests: list[Request]) -> None:
        """Carry out quick requests, and give slow ones to the worker."""
        for ask in requests:
            try:
                self._do_ask(ask)
            except Exception as error:  # a failing device must not affect the others
                self._table.fail(error)

    def _think(self, ticket: int, thinking: Thinking) -> None:
        self._overtaken.set()
        self._overtaken = overtaken = threading.Event()
        self._thought_about = ticket

        def think() -> Plan:
            from players import Mind  # noqa: PLC0415  # numpy: not before the first screen

            if self._mind is None:
                self._mind = Mind()
            return thinking.think(self._mind, overtaken.is_set)

        self.do(think, partial(self._table.thought, ticket), self._mind_worker)

    def let_think(self, ticket: int | None) -> None:
        """Stop thinking about what the table no longer shows."""
        if ticket != self._thought_about:
            self._overtaken.set()

    def watch(self, *, awake: bool) -> None:
        """Watch the dice if that is useful now.

        Not while the panel is dark: nobody would see the result, and watching an abandoned table
        warms the box for nothing.
        """
        self._auto_reader.see_to_it(allowed=awake and not self.glancing)

    @property
    def watching(self) -> bool:
        return self._auto_reader.watching

    def _do_ask(self, ask: Request) -> None:  # noqa: C901  # one case for each request
        match ask:
            case Look():
                self._look(ask)
            case Learn():
                self._learn(ask)
            case Compare(ticket=ticket, taught=taught):
                self._see(
                    ticket,
                    lambda table_camera, _over: table_camera.problems(taught),
                    self._table.compared,
                )
            case Think(ticket=ticket, thinking=thinking):
                self._think(ticket, thinking)
            case StopLooking():
                self._cancelled.set()
            case ShowCamera(on=on):
                self.glancing = on
                self._glance()
                self._rest_camera()
            case KeepZone(zone=wanted):
                self._keep_zone(wanted)
            case Play(tune=tune) if self._table.session.settings.sound:
                self._devices.sound.play(tune)
            case UseSettings():
                self._devices.apply_settings()
                self._warm_hints()
            case PowerOff():
                self._power_off()

    def _power_off(self) -> None:
        """Power off in a worker of its own, in case the camera hangs in the other."""
        worker = Worker()
        self.do(self._devices.power_off, self._powered_off, worker)
        worker.close(0.0)

    def _powered_off(self, answer: DeviceTrouble | None) -> None:
        """End the program on a table without a system; otherwise the system ends it."""
        if answer is not None:
            self._table.refuse(answer)
        elif self._devices.ends_at_power_off:
            self._loop.stop()

    def _warm_hints(self) -> None:
        """Do in advance what would delay the first hint."""
        if self._table.session.settings.hints:
            game = self._table.session.last_game
            game_panel = self._table.navigator.game_panel(game)
            self.work_out(lambda: game_panel.prepare(game), lambda _answer: None)

    def check_parts(self) -> None:
        """Check all parts in the worker."""
        self.do(self._try_disk, partial(self._checked, "games"))
        self._warm_hints()
        table_camera = self._devices.table_camera
        if table_camera is None:
            self._table.checked("camera", State.ABSENT)
            self._table.checked("reader", State.ABSENT)
            return
        self.do(lambda: table_camera.glance(GLANCES), partial(self._checked, "camera"))
        self.do(table_camera.warm_up, partial(self._checked, "reader"))
        self._warm_dice(table_camera)

    def _warm_dice(self, table_camera: TableCamera) -> None:
        """Load taught dice in advance, if the last game used them."""
        session, dice_in_use = self._table.session, self._dice_in_use
        game = session.last_game.NAME
        name = session.settings.dice.get(game, "")

        def know() -> None:
            dice = dice_in_use.dice(name, game)  # the first SCAN reports the problem
            if isinstance(dice, MeantDice):
                table_camera.know(dice)

        if name.startswith(TAUGHT):
            self.do(know, lambda _answer: None)

    def _try_disk(self) -> None:
        """Check that a game can be saved; raises `DiskTrouble`."""
        tried = self._devices.folder / ".tried"
        with as_disk_trouble(tried):
            replace(tried, b"")
            tried.unlink()

    def _checked(self, part: str, answer: object) -> None:
        trouble = answer if isinstance(answer, DeviceTrouble) else None
        self._table.checked(part, State.GOOD if trouble is None else State.BAD, trouble)

    def do(
        self, job: Callable[[], object], then: Callable[..., None], worker: Worker | None = None
    ) -> None:
        """Do slow work in a worker, and enqueue its result."""
        self.working += 1

        def answered(answer: object) -> None:
            def happen() -> None:
                self.working -= 1
                then(answer)

            self._loop.later(happen)

        (worker or self._worker).do(job, answered)

    def work_out(self, job: Callable[[], object], then: Callable[..., None]) -> None:
        """Do work that needs no device, without waiting for the camera."""
        self.do(job, then, self._odds_worker)

    def _look(self, ask: Look) -> None:
        progress, dice = self._progress(ask.ticket), self._dice(ask.dice)

        def look(table_camera: TableCamera, cancelled: Callable[[], bool]) -> object:
            return table_camera.look(dice(), ask.expected, progress, cancelled, ask.total)

        self._see(ask.ticket, look, self._table.seen)

    def _dice(self, asked: str | MeantDice) -> Callable[[], DiceSet | MeantDice]:
        """Find the dice; runs in the worker."""
        if isinstance(asked, MeantDice):
            return lambda: asked
        game = self._table.session.game.state.NAME
        return lambda: self._dice_in_use.dice(asked, game)

    def _learn(self, ask: Learn) -> None:
        progress = self._progress(ask.ticket)

        def learn(table_camera: TableCamera, cancelled: Callable[[], bool]) -> object:
            return table_camera.lesson(ask.expected, progress, cancelled)

        self._see(ask.ticket, learn, self._table.learnt)

    def _progress(self, ticket: int) -> Callable[[float | None], None]:
        return lambda part: self._loop.later(lambda: self._table.moved_on(ticket, part))

    def _see(
        self,
        ticket: int,
        job: Callable[[TableCamera, Callable[[], bool]], object],
        deliver: Callable[[int, Any], None],
    ) -> None:
        """Have the camera do this until nobody waits for it, and report the result."""
        table_camera = self._devices.table_camera
        if table_camera is None:
            self._table.unseen(ticket, CameraTrouble("camera_missing"))
            return
        self._cancelled = cancelled = threading.Event()

        def answered(answer: object) -> None:
            if isinstance(answer, DeviceTrouble):
                self._table.unseen(ticket, answer)
            elif answer is not None:
                deliver(ticket, answer)

        self.do(lambda: job(table_camera, cancelled.is_set), answered)

    def _glance(self) -> None:
        """Take a picture for aiming, unless one is already on the way."""
        table_camera = self._devices.table_camera
        if table_camera is not None and self.glancing and not self._glance_due:
            self._glance_due = True
            self.do(lambda: table_camera.glance(GLANCES), self._glanced)

    def _rest_camera(self) -> None:
        table_camera = self._devices.table_camera
        if table_camera is not None and not self.glancing:
            self.do(table_camera.rest, lambda _answer: None)

    def _glanced(self, answer: Glance | DeviceTrouble) -> None:
        self._table.saw(answer)
        self._loop.after(BEAT, self._glance_again)

    def _glance_again(self) -> None:
        self._glance_due = False
        self._glance()

    def _keep_zone(self, wanted: Zone) -> None:
        table_camera = self._devices.table_camera
        if table_camera is not None:
            self.do(
                lambda: zone.keep(self._devices.folder, table_camera.calibrate(wanted)),
                self._table.calibrated,
            )

    def close(self) -> None:
        """Close every device; none can delay the others for long."""
        self._cancelled.set()
        self._auto_reader.see_to_it(allowed=False)
        if self._devices.table_camera is not None:
            self._worker.do(self._devices.table_camera.close, lambda _answer: None)
        for close in (
            self._devices.buttons.close,
            self._devices.sound.close,
            self._devices.led.close,
            lambda: self._worker.close(PARTING),
            self._overtaken.set,
            lambda: self._odds_worker.close(0.0),
            lambda: self._mind_worker.close(0.0),
            self._devices.display.close,
        ):
            try:
                close()
            except Exception:  # the other devices must be closed too
                _log.exception("a device cannot be closed")
