"""The kinds of panels, each declared once for configuration, driver, bus and screens.

luma.oled must have a driver of the same name.
"""

from enum import StrEnum
from typing import Self


class PanelKind(StrEnum):
    """A kind of panel, named after its chip, which cannot be detected."""

    width: int
    height: int
    buses: tuple[str, ...]
    """The possible buses, the usual one first."""

    def __new__(
        cls, name: str, width: int = 128, height: int = 64, buses: tuple[str, ...] = ("i2c", "spi")
    ) -> Self:
        """Default to 128x64, on I2C or SPI."""
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.width, kind.height, kind.buses = width, height, buses
        return kind

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"
    SSD1322 = "ssd1322", 256, 64, ("spi",)
    NONE = "none"
    """No panel. The page draws the usual one."""

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height
