"""Known hardware, by its name in the configuration: buttons with their actions, and the panel.

Every preset reaches every action. Pins 2 and 3 stay free for I2C, 7 to 11 for SPI.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware.devices.gestures import Key
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.wiring import Bus, I2c, Spi, WiredButton
from firmware.ports import Action

_SCAN = Key(Action.SCAN)
_STOP = Key(Action.STOP)
_OK = Key(Action.OK)
_LEFT = Key(Action.LEFT, repeat=True)
_RIGHT = Key(Action.RIGHT, repeat=True)
_BACK = Key(Action.BACK, long=Action.UNDO, long_after=0.8)
_LEFT_AND_BACK = Key(Action.LEFT, hold=Action.BACK, long=Action.UNDO)


@dataclass(frozen=True)
class Preset:
    """The hardware of a box to build or buy."""

    buttons: Mapping[str, WiredButton]
    panel: PanelKind
    bus: Bus
    buzzer_pin: int = 18
    """Pin for an optional buzzer; free in every preset."""
    led_pin: int = 12
    """Pin for an optional LED; free in every preset."""


BOX = Preset(
    {
        "SCAN": WiredButton(17, _SCAN),
        "STOP": WiredButton(27, _STOP),
        "LEFT": WiredButton(22, _LEFT_AND_BACK),
        "RIGHT": WiredButton(23, _RIGHT),
        "OK": WiredButton(5, _OK),
    },
    PanelKind.SSD1309,
    I2c(),
)
"""The reference box: large SCAN, red STOP; hold LEFT for BACK."""

THREE_BUTTONS = Preset(
    {
        "LEFT": WiredButton(22, _LEFT_AND_BACK),
        "OK": WiredButton(5, Key(Action.OK, hold=Action.SCAN)),
        "RIGHT": WiredButton(23, Key(Action.RIGHT, hold=Action.STOP)),
    },
    PanelKind.SSD1309,
    I2c(),
)
"""The box without SCAN and STOP: OK scans while a throw is awaited, holding RIGHT stops."""

ADAFRUIT_BONNET = Preset(
    {
        "A": WiredButton(5, _SCAN),
        "B": WiredButton(6, _STOP),
        "joystick left": WiredButton(27, _LEFT_AND_BACK),
        "joystick right": WiredButton(23, _RIGHT),
        "joystick up": WiredButton(17, _LEFT),
        "joystick down": WiredButton(22, _RIGHT),
        "joystick press": WiredButton(4, _OK),
    },
    PanelKind.SSD1306,
    I2c(),
)
"""Adafruit 128x64 OLED Bonnet, product 3531."""

WAVESHARE_HAT = Preset(
    {
        "KEY1": WiredButton(21, _SCAN),
        "KEY2": WiredButton(20, _STOP),
        "KEY3": WiredButton(16, _BACK),
        "joystick left": WiredButton(5, _LEFT),
        "joystick right": WiredButton(26, _RIGHT),
        "joystick up": WiredButton(6, _LEFT),
        "joystick down": WiredButton(19, _RIGHT),
        "joystick press": WiredButton(13, _OK),
    },
    PanelKind.SH1106,
    Spi(command_pin=24, reset_pin=25),
)
"""Waveshare 1.3 inch OLED HAT as sold, on SPI."""

PRESETS: Mapping[str, Preset] = {
    "reference": BOX,
    "adafruit-bonnet": ADAFRUIT_BONNET,
    "waveshare-hat": WAVESHARE_HAT,
    "three": THREE_BUTTONS,
}
