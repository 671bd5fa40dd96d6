"""The wiring of the box: the configured preset, with the configured changes."""

from collections.abc import Mapping

from msgspec import structs

from firmware.config import keys as config
from firmware.devices.gestures import Key
from firmware.devices.presets import PRESETS
from firmware.devices.wiring import Bus, I2c, Spi, WiredButton
from firmware.ports import Action


def own_pins(configured: config.Buttons) -> dict[str, Action]:
    """Return the buttons whose pins were configured, by label."""
    known = _preset_buttons(configured)
    pins = structs.asdict(configured.pins)
    actions = [Action(name) for name, pin in pins.items() if pin is not None]
    return {_label(known, action): action for action in actions}


def buttons(configured: config.Buttons) -> Mapping[str, WiredButton]:
    wired = dict(_preset_buttons(configured))
    for label, action in own_pins(configured).items():
        key = wired[label].key if label in wired else _key(action, configured)
        wired[label] = WiredButton(getattr(configured.pins, action), key)
    return wired


def bus(panel: config.Panel) -> Bus:
    if panel.bus is config.Bus.SPI:
        reset_pin = Spi.reset_pin if panel.reset_pin is None else panel.reset_pin
        return Spi(panel.port, panel.device, panel.dc_pin, reset_pin)
    return I2c(panel.port, panel.address, panel.reset_pin)


def _preset_buttons(configured: config.Buttons) -> Mapping[str, WiredButton]:
    known = PRESETS.get(configured.preset)
    return known.buttons if known else {}


def _label(known: Mapping[str, WiredButton], action: Action) -> str:
    return next((name for name, wired in known.items() if wired.key.press is action), action.name)


def _key(action: Action, configured: config.Buttons) -> Key:
    """Return the actions of a button that no preset contains."""
    if action is Action.BACK:
        return Key(action, long=Action.UNDO, long_after=0.8)
    if action is Action.LEFT and configured.pins.back is None:
        return Key(action, hold=Action.BACK, long=Action.UNDO)
    return Key(action, repeat=action in {Action.LEFT, Action.RIGHT})
