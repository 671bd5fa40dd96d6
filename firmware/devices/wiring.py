"""How a panel and buttons are wired to the Pi: plain data for presets and configuration.

Pins are BCM numbers.
"""

from dataclasses import dataclass
from enum import StrEnum

from firmware.devices.gestures import Key


class Chip(StrEnum):
    """What drives the panel. It cannot be asked: on a wrong one the picture is shifted."""

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"


@dataclass(frozen=True)
class I2c:
    """A panel on two wires, which answers at an address."""

    port: int = 1
    address: int = 0x3C
    reset_pin: int | None = None
    """Marked RES or RST, where the panel has it: without a pulse there some stay dark."""

    @property
    def node(self) -> str:
        """The file of the bus."""
        return f"/dev/i2c-{self.port}"


@dataclass(frozen=True)
class Spi:
    """A panel on SPI, which takes all and answers nothing."""

    port: int = 0
    device: int = 0
    command_pin: int = 24
    """Marked DC or D/C."""
    reset_pin: int = 25
    hertz: int = 2_000_000
    """What the slowest of the chips is made for; a frame takes 4 ms."""

    @property
    def node(self) -> str:
        """The file of the bus."""
        return f"/dev/spidev{self.port}.{self.device}"


Bus = I2c | Spi


@dataclass(frozen=True)
class WiredButton:
    """A button between a pin and ground."""

    pin: int
    key: Key
