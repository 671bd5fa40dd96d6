"""Known hardware by name: buttons with their actions, and the panel.

Every preset reaches every action. Pins 2 and 3 stay free for I2C, 7 to 11 for SPI.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

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

    name: str
    buttons: Mapping[str, WiredButton]
    panel: PanelKind
    bus: Bus
    buzzer_pin: int
    """Pin for an optional buzzer; free in this preset."""
    led_pin: int
    """Pin for an optional LED; free in this preset."""


def _preset(
    name: str,
    buttons: Mapping[str, tuple[int, Key]],
    panel: PanelKind,
    bus: Bus,
    buzzer_pin: int,
    led_pin: int,
) -> Preset:
    wired = {label: WiredButton(pin, key) for label, (pin, key) in buttons.items()}
    return Preset(name, MappingProxyType(wired), panel, bus, buzzer_pin, led_pin)


BOX = _preset(
    "box",
    {
        "SCAN": (17, _SCAN),
        "STOP": (27, _STOP),
        "LEFT": (22, _LEFT_AND_BACK),
        "RIGHT": (23, _RIGHT),
        "OK": (5, _OK),
    },
    PanelKind.SSD1309,
    I2c(),
    buzzer_pin=18,
    led_pin=12,
)
"""The reference box: large SCAN, red STOP; hold LEFT for BACK."""

THREE_BUTTONS = _preset(
    "three-buttons",
    {
        "LEFT": (22, _LEFT_AND_BACK),
        "OK": (5, Key(Action.OK, hold=Action.SCAN)),
        "RIGHT": (23, Key(Action.RIGHT, hold=Action.STOP)),
    },
    PanelKind.SSD1309,
    I2c(),
    buzzer_pin=18,
    led_pin=12,
)
"""The box without SCAN and STOP: OK scans while a throw is awaited, holding RIGHT stops."""

ADAFRUIT_BONNET = _preset(
    "adafruit-oled-bonnet",
    {
        "A": (5, _SCAN),
        "B": (6, _STOP),
        "joystick left": (27, _LEFT_AND_BACK),
        "joystick right": (23, _RIGHT),
        "joystick up": (17, _LEFT),
        "joystick down": (22, _RIGHT),
        "joystick press": (4, _OK),
    },
    PanelKind.SSD1306,
    I2c(),
    buzzer_pin=18,
    led_pin=12,
)
"""Adafruit 128x64 OLED Bonnet, product 3531."""

WAVESHARE_HAT = _preset(
    "waveshare-oled-hat",
    {
        "KEY1": (21, _SCAN),
        "KEY2": (20, _STOP),
        "KEY3": (16, _BACK),
        "joystick left": (5, _LEFT),
        "joystick right": (26, _RIGHT),
        "joystick up": (6, _LEFT),
        "joystick down": (19, _RIGHT),
        "joystick press": (13, _OK),
    },
    PanelKind.SH1106,
    Spi(command_pin=24, reset_pin=25),
    buzzer_pin=18,
    led_pin=12,
)
"""Waveshare 1.3 inch OLED HAT as sold, on SPI."""

PRESETS = MappingProxyType(
    {preset.name: preset for preset in (BOX, THREE_BUTTONS, ADAFRUIT_BONNET, WAVESHARE_HAT)}
)
"""Presets by their name in the configuration."""
