"""The faults of a soak test: how each begins and ends, and what people are told."""

import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from threading import Event
from unittest import mock

import pytest

from firmware.devices.panel import BACK_OFF
from firmware.ports import Action
from firmware.runtime import open_table
from tests.harness.disks import BadDisk
from tools.soak.rig import Rig

SLOW = 3.0
"""Seconds that a slow disk takes, while somebody presses on."""
BUSY = 2
"""Programs that compete for the cores."""
DAYS = (date(1970, 1, 1), date(2026, 11, 15), date(2026, 3, 1), date(2099, 12, 31))
"""Dates that a clock without a battery may show."""

TOLD: Mapping[str, tuple[str, str]] = {
    "camera missing": ("No camera", "push its ribbon in"),
    "camera gone": ("Camera lost", "check its cable"),
    "camera frozen": ("shows an old picture", "check its cable"),
    "camera grey": ("A device failed", "try again or use the buttons"),
    "camera black": ("Too dark", "more light"),
    "camera hangs": ("Camera not responding", "Check its cable"),
    "disk full": ("The disk is full: not saved", "Make room"),
    "disk full at sync": ("The disk is full: not saved", "Make room"),
    "disk read-only": ("read-only: not saved", "Restart, or change it"),
    "disk failing": ("The disk fails: not saved", "Change the card"),
    "button stuck": ("stuck", "free it, check its wires"),
    "panel nack": ("No panel at 0x3C", "check its four wires"),
    "panel unplugged": ("No panel at 0x3C", "check its four wires"),
    "panel blocked": ("/dev/i2c-1 is blocked", "Check wires"),
}
"""The message and remedy on the panel; for the panel itself, in the log."""

UNTOLD = (
    "camera smaller", "disk slow", "panel hangs", "buttons bounce", "two buttons", "stopped",
    "power cut", "clock set", "other work",
)  # fmt: skip
"""Faults without a message: the table continues."""

KINDS = (*TOLD, *UNTOLD)
FINGERS = ("two buttons", "button stuck")
"""Faults that press buttons, only for players who look at the panel each time."""

_REFUSED = {
    "disk full at sync": {"fsync": errno.ENOSPC},
    "disk read-only": {"open": errno.EROFS},
    "disk failing": {"fsync": errno.EIO},
}
_WRITES = {"panel unplugged": errno.EREMOTEIO, "panel blocked": errno.ETIMEDOUT}


@dataclass
class Active:
    """An active fault."""

    kind: str
    lasts: int
    """How long a fault lasts, unless the player meets it before."""
    met: bool = False


class Trouble:
    """Starts and ends faults of a box."""

    def __init__(self, rig: Rig, disk: BadDisk, dice: random.Random) -> None:
        self.rig = rig
        self.disk = disk
        self.dice = dice
        self.list: list[str] = []
        """All that began, in order: what must be done again to repeat a run."""
        self.met: dict[str, int] = dict.fromkeys(KINDS, 0)
        self.active: list[Active] = []
        self.second: Action | None = None
        """A button that is pressed together with the next one."""
        self.today = DAYS[1]
        self._busy: list[subprocess.Popen[bytes]] = []
        disk.before_sync = self._slow

    def _slow(self) -> None:
        """Called wherever something is written."""
        if self.has("disk slow") and not self.find("disk slow").met:
            self.meet("disk slow")
            self.rig.impatient(SLOW)

    def has(self, kind: str) -> bool:
        return any(active.kind == kind for active in self.active)

    def find(self, kind: str) -> Active:
        return next(active for active in self.active if active.kind == kind)

    def meet(self, kind: str) -> None:
        if not self.find(kind).met:
            self.met[kind] += 1
        self.find(kind).met = True

    def explained(self, text: str, among: str) -> str:
        """The fault of this group that the text explains; there is one, with its remedy."""
        for active in self.active:
            told = TOLD.get(active.kind)
            if active.kind.startswith(among) and told and all(part in text for part in told):
                self.meet(active.kind)
                return active.kind
        raise AssertionError("nobody would understand this", text, self.active)

    def begin(self, kind: str) -> None:
        self.list.append(kind)
        self.active.append(Active(kind, self.dice.randrange(2, 9)))
        match kind.split(maxsplit=1)[0]:
            case "camera":
                self.rig.camera.hanging.clear()
                self.rig.camera.smaller = False
                self.rig.camera.goes_on.clear()
                self.rig.camera.fault = kind
            case "disk":
                self.disk.refused = dict(_REFUSED.get(kind, {}))
                self.disk.room = self.dice.randrange(40) if kind == "disk full" else None
            case "panel":
                self.rig.told.panel.clear()
                self._begin_panel(kind)
            case "buttons":
                self.rig.bouncing = self.dice.randrange(1, 9)
                self.meet(kind)
            case "two":
                self.second = self.dice.choice((Action.OK, Action.STOP, Action.SCAN, Action.RIGHT))
                self.meet(kind)
            case "clock":
                self._set_clock()
            case "other":
                busy = [sys.executable, "-c", "while True: pass"]
                self._busy = [subprocess.Popen(busy) for _ in range(BUSY)]
                self.meet(kind)

    def _begin_panel(self, kind: str) -> None:
        bus = self.rig.bus
        self.rig.panel.settle()
        if kind == "panel nack":
            bus.fails_at = self.dice.randrange(40)
        elif kind == "panel hangs":
            bus.hanging.clear()
            bus.hang = Event()
        else:
            bus.unplug(_WRITES[kind])

    def _set_clock(self) -> None:
        """The date jumps, mostly back; so do the times of files that are written then."""
        self.today = self.dice.choice(DAYS)
        stamp = time.mktime(self.today.timetuple()) + self.dice.randrange(80_000)
        for path in self.rig.folder.glob("*.jsonl"):
            os.utime(path, (stamp, stamp))
        self.meet("clock set")

    def end(self, kind: str) -> None:
        """End the fault, and check everything that must now be visible."""
        active = self.find(kind)
        self.active.remove(active)
        match kind.split(maxsplit=1)[0]:
            case "camera":
                self.met[kind] += kind == "camera smaller" and self.rig.camera.smaller
                self.rig.camera.fault = ""
                self.rig.camera.goes_on.set()
                self.rig.calm()
            case "disk":
                self.disk.refused, self.disk.room = {}, None
            case "panel":
                self._end_panel(active)
            case "buttons":
                self.rig.bouncing = 0
            case "two":
                self.second = None
            case "other":
                for process in self._busy:
                    process.kill()
                    process.wait()

    def _end_panel(self, active: Active) -> None:
        """The panel has the latest picture again, and what was wrong was told."""
        bus, rig = self.rig.bus, self.rig
        if bus.hang is not None:
            active.met = bus.hanging.is_set()
            hang, bus.hang = bus.hang, None
            hang.set()
        rig.panel.settle()
        lost = [text for text in rig.told.panel if "does not answer" in text]
        if lost and active.kind in TOLD:
            assert all(part in lost[0] for part in TOLD[active.kind]), lost
            active.met = True
        bus.fails_at = None
        if bus.number is not None:
            bus.plug_in()
        rig.wait(BACK_OFF[-1])
        assert rig.shows(), "the panel does not show what the table thinks"
        if lost:
            assert rig.told.panel[-1] == "the panel answers"
        self.met[active.kind] += active.met

    def end_all(self) -> None:
        for active in list(self.active):
            self.end(active.kind)

    def pass_moment(self) -> None:
        for active in list(self.active):
            active.lasts -= 1
            if active.lasts <= 0:
                self.end(active.kind)


@contextmanager
def troubled(rig: Rig, seed: int) -> Iterator[Trouble]:
    """A box that all this can happen to."""
    with pytest.MonkeyPatch.context() as patch:
        disk = BadDisk(patch)
        trouble = Trouble(rig, disk, random.Random(f"faults {seed}"))
        wall: Callable[[], float] = time.time

        def shown() -> float:
            """As the wall clock has it: the day of now, whatever day that is."""
            return wall() + (trouble.today - DAYS[1]).days * 86_400.0

        patch.setattr(open_table, "today", lambda: trouble.today)
        with mock.patch.object(time, "time", shown):
            try:
                yield trouble
            finally:
                for process in trouble._busy:
                    process.kill()
                    process.wait()
