"""Shows a first picture on the panel while the table is still loading, and leaves it there.

Only for panels that need none of the Pi's pins. Pins are released when this program ends, which
could reset a panel and make it dark again.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.appliance.panel_options import CONTRASTS, rotation, seen_kind
from firmware.config import wired
from firmware.config.keys import Config
from firmware.devices.bus import Wire, bus_trouble, open_wire
from firmware.devices.drivers import driver_of
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.wiring import Bus, I2c
from firmware.screens.draw import draw
from firmware.screens.kinds import Message, Screen
from firmware.screens.layout import Layout
from firmware.speech.language import Language
from firmware.store.settings import Settings

if TYPE_CHECKING:
    from gpiozero import Factory

PATIENCE = 5.0
"""Seconds to wait for the bus, which may appear late when the machine starts."""
_LOOK_EVERY = 0.1


def starting(language: Language) -> Screen:
    return Message("splash", "Grillside", (language.gettext("The table starts…"),))


def failing(language: Language) -> Screen:
    lines = (language.gettext("The table is not running. Games are safe."),)
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
    """Show this picture and leave it on the panel; return False if this panel shows none.

    Raises `DeviceTrouble` if the panel does not answer.
    """
    kind, bus = seen_kind(config.panel, settings), wired.bus(config.panel)
    if kind is PanelKind.NONE or not isinstance(bus, I2c) or bus.reset_pin is not None:
        return False
    for _ in range(round(PATIENCE / _LOOK_EVERY)):
        if has(Path(bus.node)):
            break
        sleep(_LOOK_EVERY)
    try:
        turns = rotation(config.panel, settings) // 90
        driver = driver_of(kind)(open_wire(bus, None), rotate=turns)
        driver.persist = True
        driver.contrast(CONTRASTS[settings.brightness])
        driver.display(draw(screen, Layout(*kind.size)))
    except Exception as error:
        raise bus_trouble(error, bus) from error
    return True
