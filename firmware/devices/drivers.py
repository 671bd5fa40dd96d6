"""luma's drivers for the panel's chips, adapted to this project."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware.devices.wiring import Chip

if TYPE_CHECKING:
    from PIL.Image import Image

PAGES = 8
_BY_PAGES = (0x20, 0x02)
_PAGE = 0xB0
_FIRST_COLUMN = (0x00, 0x10)
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte with its bits reversed: a chip has the top pixel in the lowest bit."""


def driver_of(chip: Chip) -> Callable[..., Any]:
    """Return luma's driver for this chip.

    luma fills an SSD1306 from end to end, which shows only noise on an SH1106. The question about
    the picture must be readable on either chip, so both are filled page by page: on the wrong chip
    the picture is shifted by two pixels.
    """
    from luma.oled import device  # noqa: PLC0415  # slow to load

    plain: type[Any] = getattr(device, chip.value)
    if chip is Chip.SH1106:
        return plain

    class ByPages(plain):  # type: ignore[misc]  # luma says nothing of its types
        """A chip of the SSD family, filled page by page."""

        def display(self, image: "Image") -> None:
            """Called by luma with each picture."""
            from PIL.Image import Transpose  # noqa: PLC0415  # as above

            columns = self.preprocess(image).transpose(Transpose.TRANSPOSE).tobytes()
            columns = columns.translate(_TURNED)
            for page in range(PAGES):
                self.command(*_BY_PAGES, _PAGE | page, *_FIRST_COLUMN)
                self.data(columns[page::PAGES])

    return ByPages
