"""How the table stands, as a light tells it that is seen from across the room."""

from firmware.panel.table import Table
from firmware.ports import Glow, Light
from firmware.screens.kinds import DiceRow, Message, Screen


def glow(table: Table, light: Light) -> Glow:
    """What the LED shows now, the panel being so bright."""
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
