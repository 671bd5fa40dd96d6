"""The Pi's pins, opened once and shared by all devices."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.errors import DeviceTrouble

if TYPE_CHECKING:  # not on every machine, and slow to load
    from gpiozero import Factory, OutputDevice


def open_pins(devices: Path = Path("/dev")) -> "Factory":
    """Open the Pi's pins with lgpio, the only library that supports every Pi.

    Raises `DeviceTrouble` if there are none or they are not available.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415

        return LGPIOFactory()
    except ImportError as error:
        raise DeviceTrouble("pins_library", library=error.name or "lgpio") from error
    except Exception as error:  # lgpio's own class derives directly from Exception
        raise _pins_trouble(error, devices) from error


def _pins_trouble(error: Exception, devices: Path) -> DeviceTrouble:
    # When imported, lgpio makes a pipe in this folder, and fails if it cannot.
    folder = os.environ.get("LG_WD") or str(Path.cwd())
    if isinstance(error, OSError) and not os.access(folder, os.W_OK):
        return DeviceTrouble("pins_folder", folder=folder)
    chips = sorted(devices.glob("gpiochip*"))
    if chips and not os.access(chips[0], os.R_OK | os.W_OK):
        return DeviceTrouble("pins_permission", node=str(chips[0]))
    return DeviceTrouble("pins_missing", reason=str(error))


def pin_trouble(error: Exception, pin: int) -> DeviceTrouble:
    """Classify an error of gpiozero or lgpio."""
    from gpiozero import GPIOPinInUse, PinInvalidPin  # noqa: PLC0415

    if isinstance(error, PinInvalidPin):
        return DeviceTrouble("pin_unknown", pin=pin)
    if isinstance(error, GPIOPinInUse) or "busy" in str(error):
        return DeviceTrouble("pin_taken", pin=pin)
    return DeviceTrouble("pin_refused", pin=pin, reason=str(error))


class Outputs:
    """The calls of RPi.GPIO that luma makes on SPI; RPi.GPIO itself fails on a Pi 5."""

    OUT = "out"
    LOW = 0
    HIGH = 1

    def __init__(self, factory: "Factory") -> None:
        self._factory = factory
        self._pins: dict[int, OutputDevice] = {}

    def setup(self, pin: int, _mode: str) -> None:
        """Claim a pin, initially low."""
        from gpiozero import OutputDevice  # noqa: PLC0415

        try:
            self._pins[pin] = OutputDevice(pin, pin_factory=self._factory)
        except Exception as error:
            raise pin_trouble(error, pin) from error

    def output(self, pin: int, level: int) -> None:
        self._pins[pin].value = level

    def cleanup(self, pins: Iterable[int] = ()) -> None:
        """Release these pins, or all."""
        for pin in tuple(pins) or tuple(self._pins):
            self._pins.pop(pin).close()
