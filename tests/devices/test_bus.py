"""The search for a panel on its bus."""

import errno

import pytest
import smbus2
from gpiozero.pins.mock import MockFactory

from firmware.devices.bus import scan
from firmware.devices.wiring import I2c
from firmware.errors import DeviceTrouble


class Searched:
    def __init__(self, *answering: int, number: int = errno.EREMOTEIO) -> None:
        self.answering, self.number = answering, number
        self.closed = False

    def read_byte(self, i2c_addr: int) -> int:
        if i2c_addr not in self.answering:
            raise OSError(self.number, "no answer")
        return 0x43

    def close(self) -> None:
        self.closed = True
        raise OSError(errno.EIO, "even closing fails")


def test_what_a_search_finds() -> None:
    for bus, code in (
        (Searched(0x3C), None),
        (Searched(0x3C, 0x3D), None),
        (Searched(0x3D), "panel_elsewhere"),
        (Searched(), "panel_silent"),
        (Searched(number=errno.ETIMEDOUT), "panel_blocked"),
        (Searched(number=errno.EACCES), "panel_permission"),
    ):
        trouble = scan(I2c(), {1: bus}.__getitem__)
        assert (trouble and trouble.code) == code
        assert bus.closed


def test_a_bus_that_cannot_be_opened() -> None:
    for error, code in (
        (FileNotFoundError(errno.ENOENT, "No such file"), "panel_bus_off"),
        (PermissionError(errno.EACCES, "Permission denied"), "panel_permission"),
        (ModuleNotFoundError("No module", name="smbus2"), "panel_library"),
        (RuntimeError("odd"), "panel_broken"),
    ):

        def open_bus(port: int, error: Exception = error) -> Searched:
            raise error

        trouble = scan(I2c(), open_bus)
        assert trouble is not None
        assert trouble.code == code


def test_the_bus_is_searched_by_smbus2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smbus2, "SMBus", {3: Searched(0x3D)}.__getitem__)
    assert scan(I2c(port=3, address=0x3D)) is None


class Held(Searched):
    """A panel that answers only while its reset is high."""

    def __init__(self, factory: MockFactory, reset_pin: int) -> None:
        super().__init__(0x3C)
        self.factory, self.reset_pin = factory, reset_pin

    def read_byte(self, i2c_addr: int) -> int:
        if not self.factory.pin(self.reset_pin).state:
            raise OSError(errno.EREMOTEIO, "held in reset")
        return super().read_byte(i2c_addr)


def test_a_panel_with_a_reset_is_woken_to_be_found() -> None:
    factory = MockFactory()
    panel = Held(factory, reset_pin=25)
    for _ in range(2):
        assert scan(I2c(reset_pin=25), lambda port: panel, lambda: factory) is None


def test_a_reset_without_pins_is_told() -> None:
    def no_pins() -> MockFactory:
        raise DeviceTrouble("pins_library", library="lgpio")

    trouble = scan(I2c(reset_pin=25), lambda port: Searched(0x3C), no_pins)
    assert trouble is not None
    assert trouble.code == "pins_library"


def test_a_search_on_this_machine_does_not_raise() -> None:
    assert scan(I2c(port=77)) is not None
