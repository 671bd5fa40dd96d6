"""A display in memory, for tests, recordings and the terminal."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.ports import Light

if TYPE_CHECKING:
    from PIL.Image import Image


class MemoryDisplay:
    """The port `Display` in memory.

    As on a panel, showing the same picture again changes nothing. `keep` limits the number of
    stored pictures for long runs; None stores all.
    """

    def __init__(
        self,
        width: int = 128,
        height: int = 64,
        on_show: Callable[["Image"], None] | None = None,
        keep: int | None = None,
    ) -> None:
        self.width = width
        self.height = height
        self.image: Image | None = None
        self.frames: deque[Image] = deque(maxlen=keep)
        """Every picture that differed from the one before it."""
        self.level = Light.FULL
        self.closed = False
        self._on_show = on_show

    def show(self, image: "Image") -> None:
        if image.size != (self.width, self.height) or image.mode != "1":
            raise ValueError("not a picture for this panel")
        if self.image is not None and self.image.tobytes() == image.tobytes():
            return
        self.image = image.copy()
        self.frames.append(self.image)
        if self._on_show is not None:
            self._on_show(self.image)

    def light(self, level: Light) -> None:
        self.level = level

    def close(self) -> None:
        self.closed = True
