"""Finds every error in a configuration at once, key by key, as codes.

msgspec checks types and limits as declared in `firmware.config`; this module checks only
combinations of keys.
"""

import difflib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import inspect, structs

from firmware.config.keys import Bus, CameraKind, Config, Section
from firmware.config.lines import Key
from firmware.config.wired import bus, buttons, own_pins
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.wiring import Spi
from rules.errors import Argument

_BUS_PINS: Mapping[tuple[Bus, int], tuple[int, ...]] = {
    (Bus.I2C, 0): (0, 1),
    (Bus.I2C, 1): (2, 3),
    (Bus.SPI, 0): (7, 8, 9, 10, 11),
    (Bus.SPI, 1): (16, 17, 18, 19, 20, 21),
}
"""The other ports have no pins unless the system's own configuration assigns them."""

_LONGEST = 40
"""Characters of a value in an error message."""
_MOST_BITS = 128
"""Bits of a number that is printed in decimal."""


@dataclass(frozen=True)
class Problem:
    """A problem with a key, or with two keys together."""

    code: str
    key: Key
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    other: Key = ()


def sift(
    kind: type[Section], table: Mapping[str, Any], at: Key = ()
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the decodable part of a table, and the problems with the rest."""
    sound: dict[str, Any] = {}
    problems: list[Problem] = []
    known = {own.name: own.type for own in structs.fields(kind)}
    for name, value in table.items():
        key = (*at, name)
        if name not in known:
            problems.append(_unknown(key, list(known)))
        elif not is_section(known[name]):
            try:
                msgspec.convert(value, known[name])
            except msgspec.ValidationError:
                problems.append(_refused(key, value, inspect.type_info(known[name])))
            else:
                sound[name] = value
        elif isinstance(value, dict):
            sound[name], inner = sift(known[name], value, key)
            problems += inner
        else:
            problems.append(Problem("config_table", key))
    return sound, problems


def clashes(config: Config, languages: Collection[str]) -> Iterator[Problem]:
    """Yield problems of values that are valid but not together."""
    panel, camera, language = config.panel, config.camera, config.game.language
    if panel.blank_after < panel.dim_after:
        dim = {"least": panel.dim_after}
        yield Problem(
            "config_blank_before_dim", ("panel", "blank_after"), dim, ("panel", "dim_after")
        )
    if panel.bus not in panel.driver.buses:
        arguments: dict[str, Argument] = {"value": panel.bus, "known": panel.driver.buses}
        yield Problem("config_one_of", ("panel", "bus"), arguments, ("panel", "driver"))
    if camera.kind is CameraKind.FOLDER and not camera.folder:
        yield Problem("config_needs_folder", ("camera", "kind"))
    if language and language not in languages:
        arguments = {"value": language, "known": tuple(languages)}
        yield Problem("config_one_of", ("game", "language"), arguments)
    taken: dict[int, Key] = {}
    for key, pin in _pins(config):
        other = taken.setdefault(pin, key)
        if other != key:
            yield Problem("config_pin_twice", key, {"pin": pin}, other)


def is_section(kind: Any) -> bool:  # noqa: ANN401  # a type may be anything
    """Return whether a key of this type is a table."""
    return isinstance(kind, type) and issubclass(kind, Section)


def choices(kind: inspect.Type) -> tuple[str, ...]:
    """Return the values of a key that has only a few, as written in the file; else none."""
    meaning = kind.type if isinstance(kind, inspect.Metadata) else kind
    if isinstance(meaning, inspect.BoolType):
        return ("true", "false")
    if isinstance(meaning, inspect.EnumType):
        return tuple(str(member.value) for member in meaning.cls)
    if isinstance(meaning, inspect.LiteralType):
        hexadecimal = isinstance(kind, inspect.Metadata) and (kind.extra or {}).get("hexadecimal")
        return tuple(f"{value:#x}" if hexadecimal else str(value) for value in meaning.values)
    return ()


def limits(kind: inspect.Type) -> tuple[int, int] | None:
    """Return the minimum and maximum of a numeric key."""
    if isinstance(kind, inspect.Metadata):
        return limits(kind.type)
    if isinstance(kind, inspect.UnionType):
        return next(filter(None, map(limits, kind.types)), None)
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return kind.ge, kind.le
    return None


def _unknown(key: Key, beside: Collection[str]) -> Problem:
    name = key[-1]
    near = [(*key[:-1], other) for other in difflib.get_close_matches(name, beside, 1)]
    elsewhere = [other for other in all_keys(Config) if other[-1] == name]
    for nearest in (*near, *elsewhere):
        arguments = {"nearest": ".".join(nearest)}
        return Problem("config_unknown_near", key, arguments)
    return Problem("config_unknown", key, {"known": tuple(beside)})


def all_keys(kind: type[Section], at: Key = ()) -> Iterator[Key]:
    """Return all keys, with every table before its keys."""
    for own in structs.fields(kind):
        key = (*at, own.name)
        yield key
        if is_section(own.type):
            yield from all_keys(own.type, key)


def _refused(key: Key, value: object, kind: inspect.Type) -> Problem:
    arguments: dict[str, Argument] = {"value": _written(value)}
    if known := choices(kind):
        return Problem("config_one_of", key, {**arguments, "known": known})
    if span := limits(kind):
        least, most = span
        return Problem("config_number", key, {**arguments, "least": least, "most": most})
    return Problem("config_text", key, arguments)


def _written(value: object) -> str:
    """Return a value roughly as written in the file, shortened if necessary."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        text = hex(value)  # in decimal it would take long, or Python refuses
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _pins(config: Config) -> Iterator[tuple[Key, int]]:
    """Return every pin in use, with the key that assigns it."""
    panel = config.panel
    if panel.driver is not PanelKind.NONE:
        for pin in _BUS_PINS.get((panel.bus, panel.port), ()):
            yield ("panel", "bus"), pin
        wiring = bus(panel)
        if isinstance(wiring, Spi):
            yield ("panel", "dc_pin"), wiring.command_pin
        if wiring.reset_pin is not None:
            yield ("panel", "reset_pin"), wiring.reset_pin
    own = own_pins(config.buttons)
    wired = buttons(config.buttons)
    for label, button in wired.items():
        if label not in own:
            yield ("buttons", "preset"), button.pin
    if config.sound.pin is not None:
        yield ("sound", "pin"), config.sound.pin
    if config.led.pin is not None:
        yield ("led", "pin"), config.led.pin
    for label, action in own.items():
        yield ("buttons", "pins", action), wired[label].pin
