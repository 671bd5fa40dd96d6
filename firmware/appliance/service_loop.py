"""A table loop that reports to systemd: ready, alive, stopping.

The sign of life passes through the table's queue like a press, so a loop that hangs, or no longer
handles its queue, stops sending it.
"""

from firmware.devices.sd_notify import Service
from firmware.panel.routing import Table
from firmware.panel.views.startup import StartView, TroubleView
from firmware.runtime.loop import TableLoop
from firmware.speech.games import WORDS

OFTEN = 3
"""Signs of life per watchdog timeout; two may be lost."""
LOADING = 90.0
"""Seconds of silence allowed while parts are checked. Loading OpenCV's libraries blocks the whole
program for seconds on a slow card.
"""


class ServiceLoop:
    """A table loop that reports to systemd."""

    def __init__(self, loop: TableLoop, service: Service) -> None:
        self._loop = loop
        self._service = service
        self._ready = self._left = self._loading = False
        self._status = ""

    @classmethod
    def begin(cls, loop: TableLoop, service: Service) -> None:
        """Start reporting, if systemd listens."""
        if service.connected:
            loop.watch(cls(loop, service).happened)

    def happened(self) -> None:
        """Called by the loop after each step. After the first one, people can press buttons."""
        if not self._ready:
            self._ready = self._service.ready()
            if self._ready:
                self._loading = self._extend_timeout(LOADING)
                self._feed()
        elif self._loading and not self._loop.working:
            self._loading = self._extend_timeout(0)
        status = status_line(self._loop.table)
        if status != self._status:
            self._status = status
            self._service.report_status(status)
        if self._loop.leaving and not self._left:
            self._left = True
            self._service.stopping()

    def _extend_timeout(self, least: float) -> bool:
        """Ask for at least this watchdog timeout; return whether it was extended."""
        usual = self._service.patience
        if usual is not None:
            self._service.set_timeout(max(usual, least))
        return usual is not None and least > usual

    def _feed(self) -> None:
        if self._service.patience is not None:
            self._service.alive()
            self._loop.after(self._service.patience / OFTEN, self._feed)


def status_line(table: Table) -> str:
    """Return the status as one line, without names: others on this machine can read it."""
    session = table.session
    if isinstance(table.view, StartView):
        return session.say("Checking camera, reader and games.")
    if isinstance(table.view, TroubleView):
        return session.say("Something is wrong: the panel says what.")
    if session.match is None:
        return session.say("No game is going on.")
    game = WORDS[session.match.state.NAME].title
    moves = len(session.match.steps)
    return session.many("{game}: {count} move.", "{game}: {count} moves.", moves, game=game)
