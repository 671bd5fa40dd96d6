"""Sound: a small buzzer on a pin, or none."""

import logging
from collections.abc import Mapping
from threading import Event, Thread
from typing import TYPE_CHECKING

from firmware.devices.pins import pin_trouble
from firmware.devices.waiting import Wait, wait
from firmware.ports import Tune

if TYPE_CHECKING:
    from gpiozero import Factory

log = logging.getLogger(__name__)

TUNES: Mapping[Tune, tuple[tuple[str | None, float], ...]] = {
    Tune.ACCEPTED: (("A5", 0.07), ("E6", 0.11)),
    Tune.DOUBT: (("A5", 0.09), (None, 0.07), ("A5", 0.09)),
    Tune.FAIL: (("E5", 0.14), ("C5", 0.14), ("A4", 0.3)),
}
"""Notes and their seconds; no note is a pause. Rising, level, falling."""

_MIDDLE = "A5"
_OCTAVES = 1
_LAST_WORDS = 0.2


class Silent:
    """The port `Sound` without a buzzer."""

    def play(self, tune: Tune) -> None: ...

    def close(self) -> None: ...


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
        self._wait = wait
        self._next: Tune | None = None
        self._woken = Event()
        self._closing = False
        self._thread = Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, tune: Tune) -> None:
        self._next = tune
        self._woken.set()

    def close(self) -> None:
        """Stop the sound, and release the pin."""
        self._closing = True
        self._woken.set()
        self._thread.join(_LAST_WORDS)
        self._buzzer.close()

    def _run(self) -> None:
        while not self._closing:
            self._wait(self._woken, None)
            self._woken.clear()
            tune, self._next = self._next, None
            try:
                self._sound(TUNES[tune] if tune else ())
            except Exception:  # a game works without sound
                log.exception("buzzer: %s was not played", tune)

    def _sound(self, notes: tuple[tuple[str | None, float], ...]) -> None:
        for note, seconds in notes:
            if note is None:
                self._silence()
            else:
                self._buzzer.play(note)
            if self._wait(self._woken, seconds):
                break
        self._silence()

    def _silence(self) -> None:
        """End a tone. lgpio may stop while the pin is high, which would heat the buzzer's coil."""
        self._buzzer.stop()
        self._buzzer.pwm_device.off()
