"""luma's drivers for the kinds of panel, adapted to this project."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from firmware.devices.panel_kinds import PanelKind

if TYPE_CHECKING:
    from PIL.Image import Image

_BY_PAGES = (0x20, 0x02)
_PAGE = 0xB0
_FIRST_COLUMN = (0x00, 0x10)
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte with its bits reversed: a chip has the top pixel in the lowest bit."""


def driver_of(kind: PanelKind) -> Callable[..., Any]:
    """Return luma's driver for this kind of panel. It takes pictures of mode "1".

    luma fills an SSD1306 from end to end, which shows only noise on an SH1106. The question about
    the picture must be readable on either chip, so both are filled page by page: on the wrong chip
    the picture is shifted by two pixels.

    To a panel with greys luma would send only the difference to the picture before, which a panel
    that lost power does not have. `full_frame` sends whole pictures.
    """
    from luma.core.framebuffer import full_frame  # noqa: PLC0415  # slow to load
    from luma.oled import device  # noqa: PLC0415  # as above

    plain: type[Any] = getattr(device, kind.value)

    class ByPages(plain):  # type: ignore[misc]  # luma says nothing of its types
        """A chip of the SSD1306 family, filled page by page."""

        def display(self, image: "Image") -> None:
            """Called by luma with each picture."""
            from PIL.Image import Transpose  # noqa: PLC0415  # as above

            columns = self.preprocess(image).transpose(Transpose.TRANSPOSE).tobytes()
            columns = columns.translate(_TURNED)
            pages = kind.height // 8
            for page in range(pages):
                self.command(*_BY_PAGES, _PAGE | page, *_FIRST_COLUMN)
                self.data(columns[page::pages])

    chosen: Any = ByPages if issubclass(plain, device.ssd1306) else plain
    return partial(chosen, width=kind.width, height=kind.height, mode="1", framebuffer=full_frame())
