"""The kinds of panel: one declaration for each.

Configuration, driver, bus and screens follow from it. luma.oled must have a driver of that name.
"""

from enum import StrEnum
from typing import Self


class PanelKind(StrEnum):
    """A kind of panel, named after its chip, which cannot be probed and so must be told."""

    width: int
    height: int
    buses: tuple[str, ...]
    """The buses it can be wired to, the usual one first."""

    def __new__(
        cls, name: str, width: int = 128, height: int = 64, buses: tuple[str, ...] = ("i2c", "spi")
    ) -> Self:
        """Without a size it is 128x64, on I2C or SPI."""
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.width, kind.height, kind.buses = width, height, buses
        return kind

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"
    SSD1322 = "ssd1322", 256, 64, ("spi",)
    NONE = "none"
    """No panel. The page in a browser draws a usual one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height
