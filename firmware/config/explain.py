"""Documents every key of the configuration: in the terminal, and as docs/configuration.md.

`python -m firmware.config.explain > docs/configuration.md` updates the page.
"""

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from itertools import pairwise

from msgspec import inspect, structs

from firmware.config import keys
from firmware.config.keys import Config, Section
from firmware.config.lines import Key
from firmware.config.validate import choices, is_section, limits
from firmware.devices.presets import PRESETS, Preset

_WIDTH = 88

_HEAD = """\
# Configuration

One TOML file describes your box. Without a file, or with an empty one, it is the reference box: a
2.42" SSD1309 panel on I2C, five buttons, the Pi's own camera. Write only what differs:

```toml
[panel]
driver = "sh1106"

[buttons.pins]
scan = 16

[sound]
pin = 18
```

Grillside reads the first of these files that exists:

1. the one given with `--config FILE`,
2. `$XDG_CONFIG_HOME/grillside/config.toml` (by default `~/.config/grillside/config.toml`),
3. `/etc/grillside/config.toml`, the only one that the service reads.

Pins are BCM numbers (GPIO 17, not pin 11 of the header). If a key is misspelt, a value is wrong or
a pin is used twice, the table names the line and the remedy when it starts, also on the panel;
`grillside config` checks without starting. `grillside config --explain` prints these tables.

Players change [settings](table.md#settings) on the panel or the page; they are saved with the
games.
"""


@dataclass(frozen=True)
class Entry:
    """A key with its possible values, its default and its meaning."""

    name: str
    values: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Part:
    """A table of the file with its keys."""

    name: str
    meaning: str
    entries: tuple[Entry, ...]


def parts(kind: type[Section] = Config, at: Key = ()) -> Iterator[Part]:
    """Yield the tables in the order of the file, without those that have no keys."""
    inner: list[Part] = []
    entries: list[Entry] = []
    for own in structs.fields(kind):
        if is_section(own.type):
            inner += parts(own.type, (*at, own.name))
        else:
            entries.append(_entry(own, _meanings()[kind.__name__, own.name]))
    if entries:
        yield Part(".".join(at), kind.__doc__ or "", tuple(entries))
    yield from inner


def explain() -> Iterator[str]:
    """Yield lines for the terminal, which are a TOML file with every key commented out."""
    for part in parts():
        yield f"[{part.name}]  # {part.meaning}"
        for entry in part.entries:
            yield f"# {entry.name} = {entry.default or '...'}"
            text = f"({entry.values}) {entry.meaning}"
            yield from textwrap.wrap(text, _WIDTH, initial_indent="#   ", subsequent_indent="#   ")
        yield ""


def document() -> Iterator[str]:
    """Yield the lines of docs/configuration.md."""
    yield _HEAD
    for part in parts():
        yield f"## [{part.name}]\n"
        yield f"{part.meaning}\n"
        yield "| key | values | default | meaning |"
        yield "|---|---|---|---|"
        for entry in part.entries:
            default = f"`{entry.default}`" if entry.default else ""
            yield f"| `{entry.name}` | {entry.values} | {default} | {entry.meaning} |"
        yield ""
    yield "## Presets\n"
    yield "The pins of each preset, and the action of a press and of holding the button."
    for name, board in PRESETS.items():
        yield from _preset(name, board)


def _preset(name: str, board: Preset) -> Iterator[str]:
    yield f"\n### {name}\n"
    others = f"buzzer on GPIO {board.buzzer_pin}, LED on GPIO {board.led_pin}"
    yield f"Panel `{board.panel}` on {board.bus.name.upper()}; {others}.\n"
    yield "| button | GPIO | press | held | held longer |"
    yield "|---|---|---|---|---|"
    for label, button in board.buttons.items():
        key = button.key
        meanings = (action.name if action else "" for action in (key.press, key.hold, key.long))
        yield f"| {label} | {button.pin} | {' | '.join(meanings)} |"


def _entry(own: structs.FieldInfo, meaning: str) -> Entry:
    kind = inspect.type_info(own.type)
    return Entry(own.name, _values(kind), _default(own, kind), meaning)


@cache
def _meanings() -> dict[tuple[str, str], str]:
    """Return the text below each key, by its table's class and its name; Python drops it."""
    found = {}
    for table in ast.parse(getsource(keys)).body:
        if isinstance(table, ast.ClassDef):
            for pair in pairwise(table.body):
                match pair:
                    case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                        found[table.name, name] = " ".join(text.split())
    return found


def _values(kind: inspect.Type) -> str:
    if known := choices(kind):
        return ", ".join(known)
    if span := limits(kind):
        return "{} to {}".format(*span)
    return "text"


def _default(own: structs.FieldInfo, kind: inspect.Type) -> str:
    """Return the default as written in the file; "" if the key is simply left out."""
    if own.default is None:
        return ""
    known = {value.lower(): value for value in choices(kind)}
    if isinstance(own.default, bool):
        return str(own.default).lower()
    if isinstance(own.default, str):
        return f'"{own.default}"'
    return known.get(f"{own.default:#x}", str(own.default))


if __name__ == "__main__":
    print(*document(), sep="\n")
