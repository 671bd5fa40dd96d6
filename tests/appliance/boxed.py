"""The real program on devices that need no Pi: `python -m tests.appliance.boxed table ...`.

Pins are gpiozero's mock ones, the panel is luma's driver on a chip that understands it. Buttons are
pressed by lines on stdin; "hang" makes the loop hang. It prints every screen that stands.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread

from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.interface.serial import i2c

from firmware.appliance import box as boxes
from firmware.commands.cli import main
from firmware.devices.bus import Wire
from firmware.devices.panel import Panel
from firmware.ports import Action
from firmware.runtime.loop import TableLoop
from tests.devices import chips


def hang() -> None:
    """Block the loop, while all threads continue."""
    print("hangs", flush=True)
    Event().wait()


@dataclass
class Boxed(boxes.Box):
    """A box with typed button presses."""

    def __post_init__(self) -> None:
        bus = chips.Bus(chips.CHIPS["ssd1309"]())

        def open_wire(*_: object) -> Wire:
            wire: Wire = i2c(bus=bus)
            return wire

        self.open_pins = partial(MockFactory, pin_class=MockPWMPin)
        self.make_panel = partial(Panel, open_wire=open_wire)

    def loop(self) -> TableLoop:
        loop = super().loop()
        shown: list[str] = []

        def tell() -> None:
            if [loop.table.screen.name] != shown:
                shown[:] = [loop.table.screen.name]
                print(*shown, flush=True)

        loop.watch(tell)
        Thread(target=self._listen, args=(loop,), daemon=True).start()
        return loop

    @staticmethod
    def _listen(loop: TableLoop) -> None:
        for line in sys.stdin:
            word = line.strip()
            happening: Callable[[], None] = (
                hang if word == "hang" else partial(loop.pressed, Action(word))
            )
            loop.later(happening)


if __name__ == "__main__":
    boxes.Box = Boxed  # type: ignore[misc]
    sys.exit(main())
