"""Shows the table's state on the LED, across the room."""

from firmware.panel.routing import Table
from firmware.ports import Glow, Light
from firmware.screens.kinds import DiceRow, Message, Screen


def glow(table: Table, light: Light) -> Glow:
    """Return the LED's state; `light` is the panel's light level."""
    if light is not Light.FULL:
        return Glow.RESTING
    if table.busy:
        return Glow.WORKING
    return Glow.ALARM if _alarms(table.screen) else Glow.READY


def _alarms(screen: Screen) -> bool:
    match screen:
        case Message(alarm=alarm):
            return alarm
        case DiceRow(name="doubt"):
            return True
    return False
