"""An LED on a pin that shows the table's state across the room, or none.

It only blinks: not everybody can see colours, and dimming would need software PWM.
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
"""States of the LED and their seconds, repeated; None lasts until the next change.

At most three flashes a second: faster ones are dangerous for some people.
"""

_LAST_WORDS = 0.2


class NoLed:
    """The port `Led` without an LED."""

    def show(self, glow: Glow) -> None: ...

    def close(self) -> None: ...


class PinLed:
    """The port `Led` on gpiozero.

    Raises `DeviceTrouble` if the pin is not available.
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
        """Start this rhythm, unless it is already running."""
        if glow is not self._glow:
            self._glow = glow
            self._woken.set()

    def close(self) -> None:
        """Switch the LED off, and release the pin."""
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
            except Exception:  # a game works without an LED
                log.exception("led: %s was not shown", self._glow)
                self._wait(self._woken, None)
        with suppress(Exception):
            self._led.off()

    def _beat(self, rhythm: tuple[tuple[bool, float | None], ...]) -> None:
        for lit, seconds in rhythm:
            self._led.value = lit
            if self._wait(self._woken, seconds):
                break
