"""The main loop: devices enqueue, the table decides, the panel shows the result."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable

from firmware.panel.control import PanelControl
from firmware.panel.routing import Table
from firmware.panel.view import View
from firmware.ports import Action, Light
from firmware.runtime.jobs import Jobs
from firmware.runtime.table_devices import Devices
from firmware.screens.draw import draw
from firmware.screens.kinds import Screen
from firmware.screens.layout import Layout
from firmware.table.control import TableControl

BEAT = 0.3
"""Seconds between pictures of an animation."""
WAKING = 0.7
"""Seconds after waking during which presses are ignored as part of waking the panel."""

ANSWER = 2.5
"""Seconds for which the panel says why a press did nothing."""

DEAF = 1.0
"""After a delay of this many seconds, e.g. by a slow disk, the presses made meanwhile are dropped:
nobody could see what they would answer.
"""

_log = logging.getLogger(__name__)

Happening = Callable[[], None]
"""A queued call, run by the loop in turn."""


class TableLoop:
    """Runs a table on its devices until it is stopped."""

    def __init__(self, table: Table, devices: Devices) -> None:
        self.table = table
        self.devices = devices
        self._queue: asyncio.Queue[Happening] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.layout = Layout(devices.display.width, devices.display.height)
        """The layout of the panel."""
        self._shown: tuple[Screen, bool] | None = None
        self._staying: tuple[View, float | None] | None = None
        self.light = Light.FULL
        """The panel's light level."""
        self.watched = False
        """Whether somebody watches the camera's picture elsewhere; keeps the panel on."""
        self._watchers: list[Callable[[], None]] = []
        self._pressed_at = devices.clock()
        self._woken_at = -WAKING
        self._held_up_until = -WAKING
        self._stopped = False
        self._jobs = Jobs(table, devices, self)
        self.control: TableControl = PanelControl(table, self.pressed)
        """What other surfaces may ask of the table."""
        self.calm = asyncio.Event()
        """Set while the queue is empty, no slow work runs, and the table waits for a press."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Call this whenever something may have changed; it must return quickly."""
        self._watchers.append(changed)

    def work(self, job: Callable[[], object], then: Callable[..., None]) -> None:
        """Do work beside the table, and enqueue its result."""
        self._jobs.work_out(job, then)

    @property
    def glancing(self) -> bool:
        """Return whether pictures for aiming are being taken."""
        return self._jobs.glancing

    @property
    def watching(self) -> bool:
        """Return whether the dice are being watched without a request."""
        return self._jobs.watching

    @property
    def working(self) -> bool:
        return self._jobs.working > 0

    @property
    def leaving(self) -> bool:
        return self._stopped

    async def run(self) -> None:
        """Run until `stop` is called or a signal arrives."""
        self._loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # other threads
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                self._loop.add_signal_handler(number, self.stop)
        try:
            self._show()
            self.devices.buttons.start(self.press)
            self._queue.put_nowait(self._jobs.check_parts)
            while not self._stopped:
                await self._next()
        finally:
            self._jobs.close()

    def stop(self) -> None:
        self._stopped = True
        self._queue.put_nowait(lambda: None)

    def leave(self) -> None:
        """Stop soon; from any thread."""
        self.later(self.stop)

    def press(self, action: Action) -> None:
        at = self.devices.clock()
        self.later(lambda: self.pressed(action) if at >= self._held_up_until else None)

    def later(self, happening: Happening) -> None:
        """Enqueue a call; from any thread, without raising."""
        self.calm.clear()
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody needs this
                self._loop.call_soon_threadsafe(self._queue.put_nowait, happening)

    def after(self, seconds: float, happening: Happening) -> None:
        """Enqueue a call after so many seconds; only from the loop's own thread."""
        if self._loop is not None:
            self._loop.call_later(seconds, self._queue.put_nowait, happening)

    async def _next(self) -> None:
        try:
            happening = await asyncio.wait_for(self._queue.get(), self._patience())
        except TimeoutError:
            happening = self.table.tick
        begun = self.devices.clock()
        try:
            happening()
            self.table.report_unsaved()
            self._jobs.carry_out(self.table.take_requests())
            self._rest()
            self._jobs.let_think(self.table.thinks)
            self._jobs.watch(awake=self.light is not Light.OFF)
            self._let_stay(self.table.view)
        except Exception as error:  # whatever happened, the game goes on
            self.table.fail(error)
        self._show()
        now = self.devices.clock()
        if now - begun >= DEAF:
            self._held_up_until = now
        for changed in self._watchers:
            try:
                changed()
            except Exception:  # a failing listener must not stop the table
                _log.exception("a watcher fails")
        if self._queue.empty() and not self._jobs.working and not self.table.busy:
            self.calm.set()
        else:  # another thread may have set it between two presses
            self.calm.clear()

    def _let_stay(self, view: View) -> None:
        """Tell the view that it timed out, if it was shown all the while."""
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
        """Return the seconds until something must be done without a press."""
        if self.table.busy:
            return BEAT
        idle = self.devices.clock() - self._pressed_at
        if self.table.said:
            return max(0.05, ANSWER - idle)
        following = {Light.FULL: self.devices.dim_after, Light.DIM: self.devices.blank_after}
        if self.light not in following or (self.watched and self.light is Light.DIM):
            return self.table.view.lasts if self.light in following else None
        resting = max(0.05, following[self.light] - idle)
        return min(resting, self.table.view.lasts or resting)

    def _show(self) -> None:
        screen, watched = self.table.screen, self.watched
        if (screen, watched) == self._shown:
            return
        try:
            image = draw(screen, self.layout, watched=watched)
        except Exception as error:  # if a screen cannot be drawn, another one says it
            self.table.fail(error)
            screen = self.table.screen
            image = draw(screen, self.layout, watched=watched)
        self._shown = (screen, watched)
        try:
            self.devices.display.show(image)
        except Exception:  # a panel must not raise; if it does, the game goes on
            _log.exception("the panel cannot show this")

    # The panel dims if nobody presses anything.

    def pressed(self, action: Action) -> None:
        """Handle an action now; only from the loop's own thread."""
        now = self._pressed_at = self.devices.clock()
        if self.light is Light.OFF:  # this press, or a held button, only wakes the panel
            self._woken_at = now
            self._set_light(Light.FULL)
        if now - self._woken_at < WAKING:
            return
        self._set_light(Light.FULL)
        self.table.press(action)

    def wake(self) -> None:
        """Make the panel bright again, because somebody plays without pressing."""
        self._pressed_at = self.devices.clock()
        self._set_light(Light.FULL)

    def _rest(self) -> None:
        idle = self.devices.clock() - self._pressed_at
        if idle >= ANSWER:
            self.table.said = ""
        if idle >= self.devices.blank_after:
            self._set_light(Light.DIM if self.watched else Light.OFF)
        elif idle >= self.devices.dim_after:
            self._set_light(Light.DIM)

    def _set_light(self, light: Light) -> None:
        if light is not self.light:
            self.light = light
            self.devices.display.light(light)
