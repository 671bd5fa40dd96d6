"""Opens the panel's bus, searches it for panels, and classifies its errors."""

import errno
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from time import sleep
from typing import TYPE_CHECKING, Any, Protocol

from firmware.devices.pins import Outputs, open_pins
from firmware.devices.wiring import Bus, I2c, Spi
from firmware.errors import DeviceTrouble

if TYPE_CHECKING:
    from gpiozero import Factory

ADDRESSES = (0x3C, 0x3D)
"""Possible addresses of a panel; a solder bridge on its back selects one."""

_RESET_SECONDS = 0.01
_OFF = {errno.ENOENT, errno.ENODEV}
_FORBIDDEN = {errno.EACCES, errno.EPERM}
_NOBODY = {errno.EIO, errno.EREMOTEIO, errno.ENXIO}
_BLOCKED = {errno.ETIMEDOUT, errno.EAGAIN}


class Wire(Protocol):
    """Where luma sends bytes."""

    def command(self, *command: int) -> None:
        """Send a command to the chip."""

    def data(self, data: Sequence[int]) -> None:
        """Write to the chip's memory."""

    def cleanup(self) -> None:
        """Release the bus and the pins."""


def open_wire(bus: Bus, factory: "Factory | None") -> Wire:
    """Open the connection to the panel.

    Raises whatever goes wrong; `bus_trouble` classifies it. Ordinary pins are needed on SPI, and
    for a reset.
    """
    from luma.core.interface import serial  # noqa: PLC0415

    if isinstance(bus, I2c) and bus.reset_pin is None:
        plain: Wire = serial.i2c(port=bus.port, address=bus.address)
        return plain
    if factory is None:
        raise DeviceTrouble("panel_pins", node=bus.node)
    outputs = Outputs(factory)
    try:
        if isinstance(bus, Spi):
            wire: Wire = serial.spi(
                gpio=outputs, port=bus.port, device=bus.device, bus_speed_hz=bus.hertz,
                gpio_DC=bus.command_pin, gpio_RST=bus.reset_pin,
                reset_hold_time=_RESET_SECONDS, reset_release_time=_RESET_SECONDS,
            )  # fmt: skip
        else:
            if bus.reset_pin is not None:
                _reset(outputs, bus.reset_pin)
            wire = serial.i2c(port=bus.port, address=bus.address)
    except BaseException:
        outputs.cleanup()
        raise
    return _WireAndPins(wire, outputs)


def _reset(outputs: Outputs, pin: int) -> None:
    outputs.setup(pin, Outputs.OUT)
    sleep(_RESET_SECONDS)
    outputs.output(pin, Outputs.HIGH)
    sleep(_RESET_SECONDS)


class _WireAndPins:
    def __init__(self, wire: Wire, outputs: Outputs) -> None:
        self.command = wire.command
        self.data = wire.data
        self._wire = wire
        self._outputs = outputs

    def cleanup(self) -> None:
        try:
            self._wire.cleanup()
        finally:
            self._outputs.cleanup()


def bus_trouble(error: Exception, bus: Bus) -> DeviceTrouble:
    """Classify an error of the panel's bus."""
    if isinstance(error, DeviceTrouble):
        return error
    if isinstance(error, ImportError):
        return DeviceTrouble("panel_library", library=error.name or str(error))
    number = _errno(error)
    if number in _OFF:
        return DeviceTrouble("panel_bus_off", node=bus.node)
    if number in _FORBIDDEN:
        return DeviceTrouble("panel_permission", node=bus.node)
    if number in _BLOCKED:
        return DeviceTrouble("panel_blocked", node=bus.node)
    if isinstance(bus, I2c) and number in _NOBODY:
        return DeviceTrouble("panel_silent", address=f"0x{bus.address:02X}")
    if isinstance(bus, I2c) and number == errno.EBUSY:
        return DeviceTrouble("panel_claimed", address=f"0x{bus.address:02X}")
    return DeviceTrouble("panel_broken", reason=str(error) or type(error).__name__)


def _errno(error: BaseException | None) -> int | None:
    """Return the errno of the error or its cause; luma wraps some errors."""
    while error is not None:
        if isinstance(error, OSError) and error.errno is not None:
            return error.errno
        error = error.__cause__ or error.__context__
    return None


def _open_bus(port: int) -> Any:  # noqa: ANN401  # smbus2 says nothing of its types
    from smbus2 import SMBus  # noqa: PLC0415

    return SMBus(port)


def scan(
    wanted: I2c,
    open_bus: Callable[[int], Any] = _open_bus,
    open_pins: "Callable[[], Factory]" = open_pins,
) -> DeviceTrouble | None:
    """Return why no panel answers at this address. Writes nothing to the bus, and never raises."""
    found: list[int] = []
    trouble: DeviceTrouble | None = None
    with ExitStack() as held:
        try:
            if wanted.reset_pin is not None:
                outputs = Outputs(open_pins())
                held.callback(outputs.cleanup)
                _reset(outputs, wanted.reset_pin)  # the panel does not answer while this is low
            bus = open_bus(wanted.port)
        except Exception as error:
            return bus_trouble(error, wanted)
        for address in dict.fromkeys((wanted.address, *ADDRESSES)):
            try:
                bus.read_byte(address)  # a quick write, as i2cdetect does, fails on a Pi 5
            except Exception as error:
                if address == wanted.address:
                    trouble = bus_trouble(error, wanted)
            else:
                found.append(address)
        with suppress(Exception):
            bus.close()
    if trouble is not None and found:
        there, expected = f"0x{found[0]:02X}", f"0x{wanted.address:02X}"
        return DeviceTrouble("panel_elsewhere", address=there, wanted=expected)
    return trouble
