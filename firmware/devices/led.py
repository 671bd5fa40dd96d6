"""An LED on a pin that shows the table's state across the room.

It only blinks: not everybody can see colours, and dimming would need software PWM.
"""

from collections.abc import Mapping
from itertools import cycle
from typing import TYPE_CHECKING

from firmware.devices.pins import pin_trouble
from firmware.devices.steps import Steps
from firmware.devices.waiting import Wait, wait
from firmware.ports import Glow

if TYPE_CHECKING:
    from gpiozero import Factory

RHYTHMS: Mapping[Glow, tuple[tuple[bool, float | None], ...]] = {
    Glow.READY: ((True, None),),
    Glow.WORKING: ((True, 0.25), (False, 0.25)),
    Glow.ALARM: ((True, 0.15), (False, 0.2), (True, 0.15), (False, 1.0)),
    Glow.RESTING: ((True, 0.05), (False, 4.0)),
}
"""States of the LED and their seconds, repeated; None lasts until the next change.

At most three flashes a second: faster ones are dangerous for some people.
"""


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
        self._glow: Glow | None = None
        self._steps = Steps("led", self._light, resting=False, wait=wait)

    def show(self, glow: Glow) -> None:
        """Start this rhythm, unless it is already running."""
        if glow is not self._glow:
            self._glow = glow
            self._steps.start(cycle(RHYTHMS[glow]))

    def close(self) -> None:
        self._steps.close()
        self._led.close()

    def _light(self, lit: bool) -> None:  # noqa: FBT001  # the value of a step
        self._led.value = lit
