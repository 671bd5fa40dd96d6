"""Reads dice automatically while the table waits for a throw.

Watching and reading happen in the worker, and stop as soon as the table has other work: a press
always wins.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from firmware.camera.table_camera import Noticed, TableCamera
from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.panel.routing import Table
from firmware.panel.view import View
from firmware.runtime.worker import Worker
from firmware.table.auto_detect import TRIES, AutoLook, Verdict
from firmware.table.dice_in_use import DiceInUse

TROUBLED = 5.0
"""Seconds before a failed camera is tried again; meanwhile SCAN reports the failure."""

_log = logging.getLogger(__name__)


class Loop(Protocol):
    """The part of the loop that requests and automatic readings use."""

    def later(self, happening: Callable[[], None]) -> None:
        """Enqueue a call, from any thread."""

    def after(self, seconds: float, happening: Callable[[], None]) -> None:
        """Enqueue a call after so many seconds; only from the loop's own thread."""

    def wake(self) -> None:
        """Make the panel bright again, because somebody plays."""

    def stop(self) -> None:
        """Stop soon; only from the loop's own thread."""


@dataclass(eq=False)
class _Wait:
    """One wait for a throw, on one view."""

    view: View
    auto_look: AutoLook
    over: threading.Event = field(default_factory=threading.Event)
    """Set when the wait is over."""


class AutoReader:
    """Watches the dice exactly while an automatic reading can be used."""

    def __init__(
        self,
        table: Table,
        table_camera: TableCamera | None,
        loop: Loop,
        worker: Worker,
        dice_in_use: DiceInUse,
    ) -> None:
        self._table = table
        self._dice_in_use = dice_in_use
        self._table_camera = table_camera
        self._loop = loop
        self._worker = worker
        self._wait: _Wait | None = None
        self._troubled = False

    @property
    def watching(self) -> bool:
        """Return whether the camera is in use for this."""
        return self._wait is not None

    def see_to_it(self, *, allowed: bool) -> None:
        """Start or stop watching, depending on the table's state."""
        auto_look = self._table.auto_look if allowed and not self._troubled else None
        if self._table_camera is None or auto_look is None:
            self._rest()
        elif self._wait is None or self._wait.view is not self._table.view:
            self._give_up()
            self._wait = _Wait(self._table.view, auto_look)
            self._watch(self._table_camera, self._wait)

    def _give_up(self) -> None:
        if self._wait is not None:
            self._wait.over.set()
            self._wait = None

    def _rest(self) -> None:
        if self._table_camera is not None and self._wait is not None:
            self._worker.do(self._table_camera.rest, lambda _answer: None)
        self._give_up()

    def _watch(self, table_camera: TableCamera, wait: _Wait, *, again: bool = False) -> None:
        session, dice_in_use = self._table.session, self._dice_in_use
        name, game = session.dice_name, session.game.state.NAME
        auto_look, over = wait.auto_look, wait.over

        def watched() -> Noticed | None:
            if not table_camera.watch(over.wait, soonest=auto_look.soonest, again=again):
                return None
            dice = dice_in_use.dice(name, game)
            return table_camera.notice(dice, auto_look.expected, over.is_set, auto_look.total)

        def report(answer: Noticed | DeviceTrouble | None) -> None:
            self._loop.later(lambda: self._told(table_camera, wait, answer))

        self._worker.do(watched, report)

    def _told(
        self, table_camera: TableCamera, wait: _Wait, answer: Noticed | DeviceTrouble | None
    ) -> None:
        if wait.over.is_set() or wait.view is not self._table.view:
            return  # a press came first
        if isinstance(answer, DeviceTrouble):
            self._fail(wait, answer)
        elif answer is not None:
            self._noticed(table_camera, wait, answer)

    def _fail(self, wait: _Wait, trouble: DeviceTrouble) -> None:
        _log.info("not watched: %s", trouble)
        # Doubts are not shown here; SCAN shows them on request.
        wait.view.unread = not isinstance(trouble, CameraTrouble)
        self._rest()
        self._troubled = True
        self._loop.after(TROUBLED, self._recover)

    def _recover(self) -> None:
        self._troubled = False

    def _noticed(self, table_camera: TableCamera, wait: _Wait, noticed: Noticed) -> None:
        verdict = self._table.judge(wait.auto_look, noticed.reading)
        unclear = verdict is Verdict.UNCLEAR
        wait.view.unread = unclear and noticed.tries >= TRIES
        if verdict is Verdict.THROWN:
            self._worker.do(lambda: table_camera.reveal(noticed), self._revealed(wait, noticed))
            return
        if verdict is Verdict.LAID:
            self._table.aside_corrected()
        if wait.view is self._table.view:
            self._watch(table_camera, wait, again=unclear and noticed.tries < TRIES)

    def _revealed(self, wait: _Wait, noticed: Noticed) -> Callable[[object], None]:
        """Use the dice now that their picture is shown, unless a press came first."""

        def take() -> None:
            if not wait.over.is_set() and wait.view is self._table.view:
                self._loop.wake()
                self._table.noticed(noticed.reading)

        return lambda _answer: self._loop.later(take)
