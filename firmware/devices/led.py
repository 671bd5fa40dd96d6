"""A light: an LED on a pin that says from across the room how the table stands, or none.

It is only on or off, in a rhythm: a colour would not be seen by everybody, and to dim it would take
a pin's whole time.
"""

import logging
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from firmware.devices.pins import pin_trouble
from firmware.devices.waiting import Wait, wait
from firmware.ports import Glow

if TYPE_CHECKING:
    from gpiozero import Factory

log = logging.getLogger(__name__)

RHYTHMS: Mapping[Glow, tuple[tuple[bool, float | None], ...]] = {
    Glow.READY: ((True, None),),
    Glow.WORKING: ((True, 0.25), (False, 0.25)),
    Glow.ALARM: ((True, 0.15), (False, 0.2), (True, 0.15), (False, 1.0)),
    Glow.RESTING: ((True, 0.05), (False, 4.0)),
}
"""On or off, and for how many seconds, over and over; None is until something else is shown.

None flashes more than three times a second: that harms some people.
"""

_LAST_WORDS = 0.2


class NoLed:
    """The port `Led` where there is none."""

    def show(self, glow: Glow) -> None:
        """Nothing is seen."""

    def close(self) -> None:
        """There is nothing to let go of."""


class PinLed:
    """The port `Led` on gpiozero.

    Raises:
        DeviceTrouble: the pin cannot be had.
    """

    def __init__(self, pin: int, factory: "Factory", wait: Wait = wait) -> None:
        from gpiozero import LED  # noqa: PLC0415

        try:
            self._led = LED(pin, pin_factory=factory)
        except Exception as error:
            raise pin_trouble(error, pin) from error
        self._wait = wait
        self._glow: Glow | None = None
        self._woken = Event()
        self._closing = False
        self._thread = Thread(target=self._run, name="led", daemon=True)
        self._thread.start()

    def show(self, glow: Glow) -> None:
        """Begin this rhythm, unless it goes on already."""
        if glow is not self._glow:
            self._glow = glow
            self._woken.set()

    def close(self) -> None:
        """Dark, and let go of the pin."""
        self._closing = True
        self._woken.set()
        self._thread.join(_LAST_WORDS)
        self._led.close()

    def _run(self) -> None:
        while not self._closing:
            self._woken.clear()
            rhythm = RHYTHMS[self._glow] if self._glow else ((False, None),)
            try:
                self._beat(rhythm)
            except Exception:  # a game needs no light
                log.exception("led: %s was not shown", self._glow)
                self._wait(self._woken, None)
        with suppress(Exception):
            self._led.off()

    def _beat(self, rhythm: tuple[tuple[bool, float | None], ...]) -> None:
        for lit, seconds in rhythm:
            self._led.value = lit
            if self._wait(self._woken, seconds):
                break
