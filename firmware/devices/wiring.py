"""How a panel and buttons are wired to the Pi: plain data for presets and configuration.

Pins are BCM numbers.
"""

from dataclasses import dataclass
from typing import ClassVar

from firmware.devices.gestures import Key


@dataclass(frozen=True)
class I2c:
    """A panel on two wires that answers at an address."""

    name: ClassVar = "i2c"
    port: int = 1
    address: int = 0x3C
    reset_pin: int | None = None
    """Labelled RES or RST, if the panel has it; some stay dark without a reset pulse."""

    @property
    def node(self) -> str:
        return f"/dev/i2c-{self.port}"


@dataclass(frozen=True)
class Spi:
    """A panel on SPI, which accepts everything and answers nothing."""

    name: ClassVar = "spi"
    port: int = 0
    device: int = 0
    command_pin: int = 24
    """Labelled DC or D/C."""
    reset_pin: int = 25
    hertz: int = 2_000_000
    """The limit of the slowest chip; a frame takes 4 ms, on an SSD1322 33 ms."""

    @property
    def node(self) -> str:
        return f"/dev/spidev{self.port}.{self.device}"


Bus = I2c | Spi


@dataclass(frozen=True)
class WiredButton:
    """A button between a pin and ground."""

    pin: int
    key: Key
