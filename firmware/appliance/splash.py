"""A first picture on the panel, before the table itself has been loaded: it stays when this ends.

Only panels that need no pins of the Pi are shown it. A pin is let go of when this program ends, and
a panel whose reset wire hangs on one may go dark again.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.appliance.panel_options import CONTRASTS, rotation, seen_chip
from firmware.config import wired
from firmware.config.keys import Config
from firmware.devices.bus import Wire, bus_trouble, open_wire
from firmware.devices.drivers import driver_of
from firmware.devices.wiring import Bus, I2c
from firmware.screens.draw import draw
from firmware.screens.kinds import Message, Screen
from firmware.speech.language import Language
from firmware.store.settings import Settings

if TYPE_CHECKING:
    from gpiozero import Factory

PATIENCE = 5.0
"""Seconds for the bus to appear: early in the start of a machine it may not be there yet."""
_LOOK_EVERY = 0.1


def starting(language: Language) -> Screen:
    """The picture while the table starts."""
    return Message("splash", "Grillside", (language.gettext("The table starts…"),))


def failing(language: Language) -> Screen:
    """The picture when the table was given up."""
    lines = (language.gettext("The table does not run. Games are safe."),)
    return Message("splash", "Grillside", lines, "sudo grillside doctor", alarm=True)


def show(
    screen: Screen,
    config: Config,
    settings: Settings,
    *,
    open_wire: "Callable[[Bus, Factory | None], Wire]" = open_wire,
    has: Callable[[Path], bool] = lambda node: os.access(node, os.R_OK | os.W_OK),
    sleep: Callable[[float], None] = time.sleep,
) -> bool:
    """Put this picture on the panel and leave it there; False if this panel is shown none.

    Raises `DeviceTrouble` where the panel does not answer.
    """
    chip, bus = seen_chip(config.panel, settings), wired.bus(config.panel)
    if chip is None or not isinstance(bus, I2c) or bus.reset_pin is not None:
        return False
    for _ in range(round(PATIENCE / _LOOK_EVERY)):
        if has(Path(bus.node)):
            break
        sleep(_LOOK_EVERY)
    try:
        turns = rotation(config.panel, settings) // 90
        driver = driver_of(chip)(open_wire(bus, None), rotate=turns)
        driver.persist = True
        driver.contrast(CONTRASTS[settings.brightness])
        driver.display(draw(screen))
    except Exception as error:
        raise bus_trouble(error, bus) from error
    return True
