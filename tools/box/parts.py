"""The parts wired to the header, with their terminals and pins, from a configuration.

The pins are those that the program would open: `firmware.config.wired` and the presets.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from firmware.config import keys, wired
from firmware.config.file import decode
from firmware.devices.gestures import Key
from firmware.devices.wiring import I2c, Spi
from tools.box.header import PLACES

_TIDY = Path("told.toml")


class Wire(StrEnum):
    """The purpose of a wire."""

    POWER = "power"
    GROUND = "ground"
    SIGNAL = "signal"
    BUS = "bus"
    DRIVE = "drive"


@dataclass(frozen=True)
class Terminal:
    """The end of a wire at a part; without a place on the header it goes to any ground pin."""

    label: str
    wire: Wire
    place: int = 0


@dataclass(frozen=True)
class Part:
    """A part with wires."""

    name: str
    note: str
    terminals: tuple[Terminal, ...]
    optional: bool = False


GROUND = Terminal("ground", Wire.GROUND)


@dataclass(frozen=True)
class Wiring:
    """The parts and wires to draw."""

    name: str
    """Of the file."""
    title: str
    told: str
    """Its configuration."""
    board: bool = False
    """Whether panel and buttons are one board that is plugged onto the header."""

    @property
    def config(self) -> keys.Config:
        """As the program reads it."""
        return decode(self.told, _TIDY)

    def parts(self) -> Iterator[Part]:
        """Everything, in the order of the parts list."""
        config = self.config
        yield _panel(config.panel)
        for label, button in wired.buttons(config.buttons).items():
            signal = Terminal("signal", Wire.SIGNAL, PLACES[button.pin])
            meant = meaning(button.key)
            yield Part(label, meant if meant != label else "push button", (signal, GROUND))
        if config.led.pin is not None:
            led = Terminal("+ by 330 ohm", Wire.DRIVE, PLACES[config.led.pin])
            yield Part("LED", "longer leg to +", (led, GROUND), optional=True)
        if config.sound.pin is not None:
            tone = Terminal("+", Wire.DRIVE, PLACES[config.sound.pin])
            yield Part("buzzer", "passive piezo", (tone, GROUND), optional=True)


def meaning(key: Key) -> str:
    """Return a button's action, in short."""
    ways = (("", key.press), ("held ", key.hold), ("longer ", key.long))
    return ", ".join(f"{how}{action.name}" for how, action in ways if action is not None)


def _panel(panel: keys.Panel) -> Part:
    bus = wired.bus(panel)
    power = Terminal("VCC 3.3 V", Wire.POWER, 1 if isinstance(bus, I2c) else 17)  # the nearer one
    reset = Terminal("RES", Wire.DRIVE, 0 if bus.reset_pin is None else PLACES[bus.reset_pin])
    chip = f"{panel.driver.value.upper()}, {panel.bus.value.upper()}"
    if isinstance(bus, I2c):
        wires = (
            power,
            Terminal("SDA", Wire.BUS, PLACES[2]),
            Terminal("SCL", Wire.BUS, PLACES[3]),
            *((reset,) if bus.reset_pin is not None else ()),
        )
        return Part("panel", chip, (*wires, GROUND))
    return Part("panel", chip, (power, *_spi(bus), reset, GROUND))


def _spi(bus: Spi) -> tuple[Terminal, ...]:
    select = PLACES[8 - bus.device]
    return (
        Terminal("SDA, DIN or D1", Wire.BUS, PLACES[10]),
        Terminal("SCK, CLK or D0", Wire.BUS, PLACES[11]),
        Terminal("CS", Wire.BUS, select),
        Terminal("DC", Wire.DRIVE, PLACES[bus.command_pin]),
    )


def _told(preset: str, panel: str = "") -> str:
    return f'buttons.preset = "{preset}"\nled.pin = 12\nsound.pin = 18\n{panel}'


WIRINGS: Mapping[str, Wiring] = {
    wiring.name: wiring
    for wiring in (
        Wiring("reference", "The reference box", _told("reference")),
        Wiring(
            "reference-reset",
            "The reference box, its panel with a RES pin",
            _told("reference", "panel.reset_pin = 25\n"),
        ),
        Wiring(
            "reference-spi",
            "The reference box, its panel on SPI",
            _told("reference", 'panel.bus = "spi"\n'),
        ),
        Wiring("three", "Three buttons", _told("three")),
        Wiring("adafruit-bonnet", "Adafruit OLED Bonnet", _told("adafruit-bonnet"), board=True),
        Wiring("waveshare-hat", 'Waveshare 1.3" OLED HAT', _told("waveshare-hat"), board=True),
    )
}
"""All that are drawn, by their name."""
