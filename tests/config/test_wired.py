"""From configuration to wiring."""

from pathlib import Path

import pytest

from firmware.config.file import decode
from firmware.config.keys import Buttons, Config, Panel, Pins, Preset
from firmware.config.wired import bus, buttons
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.presets import BOX, WAVESHARE_HAT
from firmware.devices.wiring import I2c, Spi
from firmware.ports import Action

FILE = Path("config.toml")


def test_an_empty_file_is_the_reference_box() -> None:
    config = Config()
    assert buttons(config.buttons) == BOX.buttons
    assert config.panel.driver is BOX.panel
    assert bus(config.panel) == BOX.bus


def test_a_board_comes_with_its_panel() -> None:
    config = decode("buttons.preset = 'waveshare-hat'", FILE)
    assert buttons(config.buttons) == WAVESHARE_HAT.buttons
    assert config.panel.driver is PanelKind.SH1106
    assert bus(config.panel) == WAVESHARE_HAT.bus


@pytest.mark.parametrize("preset", Preset)
def test_every_preset_can_be_had_as_it_is(preset: Preset) -> None:
    config = decode(f"buttons.preset = '{preset}'", FILE)
    assert bool(buttons(config.buttons)) == (preset is not Preset.NONE)


def test_a_pin_that_was_told_takes_the_place_of_the_presets() -> None:
    wired = buttons(Buttons(pins=Pins(scan=12)))
    assert wired["SCAN"].pin == 12
    assert wired["SCAN"].key == BOX.buttons["SCAN"].key
    assert {name: wired[name] for name in wired if name != "SCAN"} == {
        name: BOX.buttons[name] for name in BOX.buttons if name != "SCAN"
    }


def test_a_button_besides_those_of_the_preset() -> None:
    wired = buttons(Buttons(pins=Pins(back=12)))
    assert len(wired) == len(BOX.buttons) + 1
    assert (wired["BACK"].key.press, wired["BACK"].key.long) == (Action.BACK, Action.UNDO)


def test_without_a_preset_left_held_is_back_unless_back_has_its_own() -> None:
    assert buttons(Buttons(preset=Preset.NONE)) == {}
    one = buttons(Buttons(preset=Preset.NONE, pins=Pins(left=5, right=6)))
    assert (one["LEFT"].key.hold, one["RIGHT"].key.repeat) == (Action.BACK, True)
    two = buttons(Buttons(preset=Preset.NONE, pins=Pins(left=5, back=6)))
    assert (two["LEFT"].key.hold, two["LEFT"].key.repeat) == (None, True)


def test_panels() -> None:
    assert bus(Panel(port=3, address=0x3D)) == I2c(3, 0x3D)
    wide = decode("panel.driver = 'ssd1322'", FILE).panel
    assert (wide.driver.size, bus(wide)) == ((256, 64), Spi(reset_pin=25))
    spi = decode("buttons.preset = 'none'\n[panel]\nbus = 'spi'\ndevice = 1\ndc_pin = 5", FILE)
    assert bus(spi.panel) == Spi(0, 1, command_pin=5, reset_pin=25)


@pytest.mark.parametrize(
    ("told", "wiring"),
    [
        ("", I2c()),
        ("reset_pin = 4", I2c(reset_pin=4)),
        ("bus = 'spi'", Spi(reset_pin=25)),
        ("bus = 'spi'\nreset_pin = 4", Spi(reset_pin=4)),
    ],
)
def test_the_reset_of_a_panel(told: str, wiring: I2c | Spi) -> None:
    text = f"buttons.preset = 'none'\n[panel]\n{told}"
    assert bus(decode(text, FILE).panel) == wiring
