"""Sound: a small buzzer on a pin."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.devices.pins import pin_trouble
from firmware.devices.steps import Steps
from firmware.devices.waiting import Wait, wait
from firmware.ports import Tune

if TYPE_CHECKING:
    from gpiozero import Factory

TUNES: Mapping[Tune, tuple[tuple[str | None, float], ...]] = {
    Tune.ACCEPTED: (("A5", 0.07), ("E6", 0.11)),
    Tune.DOUBT: (("A5", 0.09), (None, 0.07), ("A5", 0.09)),
    Tune.FAIL: (("E5", 0.14), ("C5", 0.14), ("A4", 0.3)),
}
"""Notes and their seconds; no note is a pause. Rising, level, falling."""

_SILENCE = (None, None)
_MIDDLE = "A5"
_OCTAVES = 1


class Buzzer:
    """The port `Sound` on gpiozero. A new tune ends the one before it.

    Raises `DeviceTrouble` if the pin is not available or cannot produce tones.
    """

    def __init__(self, pin: int, factory: "Factory", wait: Wait = wait) -> None:
        from gpiozero import TonalBuzzer  # noqa: PLC0415

        try:
            self._buzzer = TonalBuzzer(pin, mid_tone=_MIDDLE, octaves=_OCTAVES, pin_factory=factory)
        except Exception as error:
            raise pin_trouble(error, pin) from error
        self._steps: Steps[str | None] = Steps("buzzer", self._sound, None, wait)

    def play(self, tune: Tune) -> None:
        self._steps.start((*TUNES[tune], _SILENCE))

    def close(self) -> None:
        self._steps.close()
        self._buzzer.close()

    def _sound(self, note: str | None) -> None:
        """Begin a tone, or end it: lgpio may stop while the pin is high, which heats the coil."""
        if note is not None:
            self._buzzer.play(note)
        else:
            self._buzzer.stop()
            self._buzzer.pwm_device.off()
