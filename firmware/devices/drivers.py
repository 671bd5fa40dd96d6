"""luma's drivers of the panel's chips, each as it is used here."""

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
"""Each byte with its bits in the other order: a chip has the topmost pixel in the lowest bit."""


def driver_of(chip: Chip) -> Callable[..., Any]:
    """What luma has for this chip.

    It fills an SSD1306 from end to end. Of that an SH1106 would show nothing but noise, also where
    it was only told to be the other one and the players are asked whether the picture is whole. So
    both are filled page by page: on the wrong chip the question stands two pixels aside.
    """
    from luma.oled import device  # noqa: PLC0415  # slow to load

    plain: type[Any] = getattr(device, chip.value)
    if chip is Chip.SH1106:
        return plain

    class ByPages(plain):  # type: ignore[misc]  # luma says nothing of its types
        """A chip of the SSD family."""

        def display(self, image: "Image") -> None:
            """Called by luma's own parts, and with each picture."""
            from PIL.Image import Transpose  # noqa: PLC0415  # as above

            columns = self.preprocess(image).transpose(Transpose.TRANSPOSE).tobytes()
            columns = columns.translate(_TURNED)
            for page in range(PAGES):
                self.command(*_BY_PAGES, _PAGE | page, *_FIRST_COLUMN)
                self.data(columns[page::PAGES])

    return ByPages
