"""One loop, one queue: devices only enqueue, the table decides, the panel shows it."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable

from firmware.panel.control import PanelControl
from firmware.panel.table import Table
from firmware.panel.view import View
from firmware.ports import Action, Light
from firmware.runtime.devices import Devices
from firmware.runtime.jobs import Jobs
from firmware.screens.draw import draw
from firmware.screens.kinds import Screen
from firmware.table.control import TableControl

BEAT = 0.3
"""So often the picture moves while something is waited for."""
WAKING = 0.7
"""So many seconds after waking, presses are still those of the hand that woke the panel."""

DEAF = 1.0
"""Held up for so many seconds, by a slow disk say, the table does not heed what was pressed
meanwhile: nobody saw what that would be an answer to."""

_log = logging.getLogger(__name__)

Happening = Callable[[], None]
"""What is enqueued: something the loop does when its turn comes."""


class TableLoop:
    """Runs a table on its devices until it is told to stop."""

    def __init__(self, table: Table, devices: Devices) -> None:
        self.table = table
        self.devices = devices
        self._queue: asyncio.Queue[Happening] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._shown: tuple[Screen, bool] | None = None
        self._staying: tuple[View, float | None] | None = None
        self.light = Light.FULL
        """How bright the panel is."""
        self.watched = False
        """Whether somebody sees elsewhere what the camera sees: then the panel is not dark."""
        self._watchers: list[Callable[[], None]] = []
        self._pressed_at = devices.clock.now()
        self._woken_at = -WAKING
        self._held_up_until = -WAKING
        self._stopped = False
        self._errands = Jobs(table, devices, self)
        self.control: TableControl = PanelControl(table, self.pressed)
        """What other surfaces may ask of the table."""
        self.calm = asyncio.Event()
        """Set while nothing is enqueued, no slow work goes on, and the table waits for a press."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Have this called whenever something may have changed; it must not take long."""
        self._watchers.append(changed)

    def work(self, job: Callable[[], object], then: Callable[..., None]) -> None:
        """Have something worked out beside the table; what comes of it is enqueued."""
        self._errands.work_out(job, then)

    @property
    def glancing(self) -> bool:
        """Whether pictures for aiming are being taken."""
        return self._errands.glancing

    @property
    def watching(self) -> bool:
        """Whether the dice are being watched, though nobody asked for a look."""
        return self._errands.watching

    @property
    def working(self) -> bool:
        """Whether slow work goes on."""
        return self._errands.working > 0

    @property
    def leaving(self) -> bool:
        """Whether it was told to stop."""
        return self._stopped

    async def run(self) -> None:
        """Until `stop` is called or a signal comes."""
        self._loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # other threads
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                self._loop.add_signal_handler(number, self.stop)
        try:
            self._show()
            self.devices.buttons.start(self.press)
            self._queue.put_nowait(self._errands.check_parts)
            while not self._stopped:
                await self._next()
        finally:
            self._errands.close()

    def stop(self) -> None:
        """Leave soon; from the loop's own thread."""
        self._stopped = True
        self._queue.put_nowait(lambda: None)

    def leave(self) -> None:
        """Leave soon; from whatever thread."""
        self.later(self.stop)

    def press(self, action: Action) -> None:
        """An action; from whatever thread, and without waiting for what comes of it."""
        at = self.devices.clock.now()
        self.later(lambda: self.pressed(action) if at >= self._held_up_until else None)

    def later(self, happening: Happening) -> None:
        """Let the loop do this when its turn comes; from whatever thread, and without raising."""
        self.calm.clear()
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody cares any more
                self._loop.call_soon_threadsafe(self._queue.put_nowait, happening)

    def after(self, seconds: float, happening: Happening) -> None:
        """Let the loop do this so many seconds from now; from the loop's own thread."""
        if self._loop is not None:
            self._loop.call_later(seconds, self._queue.put_nowait, happening)

    async def _next(self) -> None:
        try:
            happening = await asyncio.wait_for(self._queue.get(), self._patience())
        except TimeoutError:
            happening = self.table.tick
        begun = self.devices.clock.now()
        try:
            happening()
            self.table.tell_unkept()
            self._errands.carry_out(self.table.asked())
            self._rest()
            self._errands.watch(awake=self.light is not Light.OFF)
            self._let_stay(self.table.view)
        except Exception as error:  # whatever it is, the game goes on
            self.table.fail(error)
        self._show()
        now = self.devices.clock.now()
        if now - begun >= DEAF:
            self._held_up_until = now
        for changed in self._watchers:
            try:
                changed()
            except Exception:  # whoever watches may fail; the table goes on
                _log.exception("a watcher fails")
        if self._queue.empty() and not self._errands.working and not self.table.busy:
            self.calm.set()
        else:  # it may have been set between two presses from another thread
            self.calm.clear()

    def _let_stay(self, view: View) -> None:
        """A view that gives way without a press does so in time, if it has stood all the while."""
        staying = (view, view.stays)
        if staying == self._staying:
            return
        self._staying = staying
        if view.stays is not None:
            self.after(view.stays, lambda: self._let_go(staying))

    def _let_go(self, staying: tuple[View, float | None]) -> None:
        if staying is self._staying:
            self.table.stayed(staying[0])

    def _patience(self) -> float | None:
        """How long nothing need be done without a press."""
        if self.table.busy:
            return BEAT
        idle = self.devices.clock.now() - self._pressed_at
        following = {Light.FULL: self.devices.idle.dim, Light.DIM: self.devices.idle.blank}
        if self.light not in following or (self.watched and self.light is Light.DIM):
            return self.table.view.lasts if self.light in following else None
        resting = max(0.05, following[self.light] - idle)
        return min(resting, self.table.view.lasts or resting)

    def _show(self) -> None:
        screen, watched = self.table.screen, self.watched
        if (screen, watched) == self._shown:
            return
        try:
            image = draw(screen, watched=watched)
        except Exception as error:  # a screen that cannot be drawn is told by one that can
            self.table.fail(error)
            screen = self.table.screen
            image = draw(screen, watched=watched)
        self._shown = (screen, watched)
        try:
            self.devices.display.show(image)
        except Exception:  # a panel must not raise; if one does, that is no reason to stop playing
            _log.exception("the panel cannot show this")

    # The panel rests when nobody presses anything.

    def pressed(self, action: Action) -> None:
        """The same at once; from the loop's own thread, in its turn."""
        now = self._pressed_at = self.devices.clock.now()
        if self.light is Light.OFF:  # the press only wakes it, and so does holding the button
            self._woken_at = now
            self._set_light(Light.FULL)
        if now - self._woken_at < WAKING:
            return
        self._set_light(Light.FULL)
        self.table.press(action)

    def wake(self) -> None:
        """Somebody plays, though without a press: the panel is bright again."""
        self._pressed_at = self.devices.clock.now()
        self._set_light(Light.FULL)

    def _rest(self) -> None:
        idle = self.devices.clock.now() - self._pressed_at
        if idle >= self.devices.idle.blank:
            self._set_light(Light.DIM if self.watched else Light.OFF)
        elif idle >= self.devices.idle.dim:
            self._set_light(Light.DIM)

    def _set_light(self, light: Light) -> None:
        if light is not self.light:
            self.light = light
            self.devices.display.light(light)
