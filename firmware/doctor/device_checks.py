"""Checks panel, buttons, buzzer and LED."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware.config import keys as config
from firmware.config.wired import bus
from firmware.devices.bus import scan
from firmware.devices.buttons import PinButtons
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.wiring import I2c, Spi, WiredButton
from firmware.doctor.findings import Findings, State, note
from firmware.errors import DeviceTrouble

_PICTURE_BITS = 1_096 * 9
"""I2C adds an acknowledgement to each byte."""
_QUICK = 400_000
WATCHED = 10.0
"""Seconds in which to press every button once."""
_LOOK_EVERY = 0.02


def node_trouble(node: str) -> DeviceTrouble | None:
    """Return why the bus's file cannot be used, or None."""
    if not Path(node).exists():
        return DeviceTrouble("panel_bus_off", node=node)
    if not os.access(node, os.R_OK | os.W_OK):
        return DeviceTrouble("panel_permission", node=node)
    return None


def i2c_speed(port: int, adapters: Path = Path("/sys/bus/i2c/devices")) -> int | None:
    """Return the speed of the bus in bits per second, if the system reports it."""
    try:
        clock = (adapters / f"i2c-{port}" / "of_node/clock-frequency").read_bytes()
    except OSError:
        return None
    return int.from_bytes(clock, "big") or None


def check_panel(
    panel: config.Panel,
    scan: Callable[[I2c], DeviceTrouble | None] = scan,
    node_trouble: Callable[[str], DeviceTrouble | None] = node_trouble,
    i2c_speed: Callable[[int], int | None] = i2c_speed,
) -> Findings:
    """Check whether the panel answers, and if not, why."""
    wired = bus(panel)
    if panel.driver is PanelKind.NONE:
        yield State.ABSENT, note("panel_none")
        return
    if isinstance(wired, Spi):
        fault = node_trouble(wired.node)
        untold = note("panel_untold", node=wired.node)
        yield (State.BAD, fault) if fault else (State.GOOD, untold)
        return
    if trouble := scan(wired):
        yield State.BAD, trouble
        return
    yield State.GOOD, note("panel_answers", address=f"0x{wired.address:02X}", node=wired.node)
    speed = i2c_speed(wired.port)
    if speed is not None and speed < _QUICK:
        lasts = round(1000 * _PICTURE_BITS / speed)
        yield State.WARNING, note("panel_slow", kilohertz=speed // 1000, milliseconds=lasts)


def lgpio_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which lgpio makes a pipe when it is loaded."""
    return Path(environment.get("LG_WD") or Path.cwd())


def check_buttons(
    buttons: Mapping[str, WiredButton],
    open_buttons: Callable[[], PinButtons],
    folder: Path,
    pressed: Callable[[PinButtons], frozenset[str]] | None = None,
) -> Findings:
    """Check each button's level, or with `pressed` whether it was seen pressed."""
    if not buttons:
        yield State.ABSENT, note("buttons_none")
        return
    if not os.access(folder, os.W_OK):
        yield State.BAD, note("pins_folder", folder=str(folder))
        return
    levels = open_buttons()
    try:
        down = frozenset(levels.down()) if pressed is None else pressed(levels)
    finally:
        levels.close()
    for label, button in buttons.items():
        code, state = _JUDGED[pressed is not None, label in down]
        yield state, note(code, label=label, pin=button.pin)


_JUDGED = {
    (False, False): ("button_up", State.GOOD),
    (False, True): ("button_down", State.WARNING),
    (True, False): ("button_not_pressed", State.WARNING),
    (True, True): ("button_pressed", State.GOOD),
}
"""Findings by whether presses were awaited, and whether the button was down."""


def watch(
    levels: PinButtons,
    labels: frozenset[str],
    now: Callable[[], float],
    sleep: Callable[[float], None],
) -> frozenset[str]:
    """Wait until each button was pressed once, for ten seconds at most; return those pressed."""
    end = now() + WATCHED
    up, seen = labels - frozenset(levels.down()), frozenset[str]()
    while seen != labels and now() < end:
        sleep(_LOOK_EVERY)
        down = frozenset(levels.down())
        up |= labels - down
        seen |= down & up  # one that is stuck was never up, so it does not count as pressed
    return seen


def check_pin(part: str, pin: int | None) -> Findings:
    """Check only the pin of a buzzer or an LED, which give no feedback."""
    if pin is None:
        yield State.ABSENT, note(f"{part}_none")
    else:
        yield State.GOOD, note(f"{part}_pin", pin=pin)
