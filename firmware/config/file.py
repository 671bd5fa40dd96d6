"""Loads the configuration from its file, and reports all its errors with their lines."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from firmware.config.keys import Bus, Config, Panel, Preset, user_path
from firmware.config.lines import Key, key_lines, last_line
from firmware.config.validate import Problem, clashes, sift
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.presets import PRESETS
from firmware.devices.wiring import Spi
from firmware.errors import InFile, Unclear
from firmware.speech.language import languages
from firmware.store import files
from rules.errors import Argument

SYSTEM = Path("/etc/grillside/config.toml")
SERVICE_FOLDER = Path("/var/lib/grillside")
"""State folder of systemd/grillside.service; only its user and root have access."""
LARGEST = 16 * 1024
"""Bytes; no box needs half of it. Longer nonsense may keep the parser busy for minutes.
"""


class BadConfig(InFile):
    """The configuration has errors.

    `code` and `arguments` describe the first problem, `problems` all of them in the file's order.
    `usable` is the configuration without the refused keys, so that a misspelt button does not hide
    the folder of the games.
    """

    def __init__(self, code: str, *, file: str, line: int = 0, **arguments: Argument) -> None:
        super().__init__(code, file=file, line=line, **arguments)
        self.problems: tuple[BadConfig, ...] = (self,)
        self.usable = Config()


def find(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file for this user, or else for this machine, if there is one."""
    own, home = environment.get("XDG_CONFIG_HOME"), environment.get("HOME")
    folder = Path(own) if own else Path(home) / ".config" if home else None
    places = [folder / "grillside/config.toml"] if folder else []
    return next((path for path in (*places, SYSTEM) if _is_there(path)), None)


def _is_there(path: Path) -> bool:
    """Return whether the file exists; an unreadable file counts, so that it is reported."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def load(path: Path | None) -> Config:
    """Load this file, or return the reference box without one.

    Raises `BadConfig` with every error.
    """
    return decode(read(path), path) if path else Config()


def usable(path: Path | None) -> tuple[Config, "BadConfig | None"]:
    """Return the usable part of the file, and the problems with the rest."""
    try:
        return load(path), None
    except BadConfig as problem:
        return problem.usable, problem


def games_folder(config: Config, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for games, settings and the log; raises `Unclear` without a home."""
    if config.game.folder:
        return user_path(config.game.folder)
    data = environment.get("XDG_DATA_HOME")
    try:
        return (Path(data) if data else Path.home() / ".local/share") / "grillside"
    except RuntimeError as error:  # a user of the system that has no home
        raise Unclear("no_home") from error


def box_folder(config: Config, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the games' folder of this machine's table, also for a user who is logged in."""
    folder = config.game.folder or environment.get("XDG_DATA_HOME")
    if not folder and os.access(SERVICE_FOLDER, os.W_OK):
        return SERVICE_FOLDER
    return games_folder(config, environment)


def read(path: Path) -> str:
    """Return the text of the file; raises `BadConfig` if there is none."""
    file = shown_path(path)
    try:
        content = files.read(path, LARGEST + 1)
    except OSError as error:
        code = "config_missing" if isinstance(error, FileNotFoundError) else "config_unreadable"
        raise BadConfig(code, file=file, reason=error.strerror or "") from error
    if len(content) > LARGEST:
        raise BadConfig("config_too_large", file=file, most=LARGEST // 1024)
    try:
        return content.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadConfig("config_not_utf8", file=file, line=line) from error


def decode(text: str, path: Path) -> Config:
    """Decode the configuration in this text; the path is for error messages."""
    file = shown_path(path)
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for a number without end
        raise _syntax(str(error), text, file) from error
    sound, problems = sift(Config, table)
    config = msgspec.convert(_completed(sound), Config)
    problems += clashes(config, languages())
    if problems:
        lines = key_lines(text)
        errors = sorted(
            (_located(each, file, lines) for each in problems), key=lambda bad: bad.line
        )
        errors[0].problems, errors[0].usable = tuple(errors), config
        raise errors[0]
    return config


def shown_path(path: Path, home: str | None = None) -> str:
    """Return a path for display, short and without the user's name."""
    home = os.environ.get("HOME", "") if home is None else home
    text = str(path)
    return f"~{text.removeprefix(home)}" if home and text.startswith(f"{home}/") else text


def _completed(table: dict[str, Any]) -> dict[str, Any]:
    """Fill in what other keys imply: the panel of a board, the bus of a panel, the port of SPI."""
    panel = table.get("panel", {})
    board = PRESETS.get(table.get("buttons", {}).get("preset", Preset.REFERENCE))
    if board is not None:
        panel = {"driver": board.panel.value, **panel}
    buses = PanelKind(panel.get("driver", Panel().driver)).buses
    own = board.bus.name if board is not None and board.bus.name in buses else buses[0]
    panel = {"bus": own, **panel}
    if panel.get("bus") == Bus.SPI:
        panel = {"port": Spi.port, **panel}
    return {**table, "panel": panel}


def _located(problem: Problem, file: str, lines: Mapping[Key, int]) -> BadConfig:
    """Add a line to the problem: that of the key, or else of its table."""
    key, other = problem.key, problem.other
    if key not in lines and other in lines:
        key, other = other, key
    arguments = {**problem.arguments, "other": ".".join(other)} if other else problem.arguments
    line = next((lines[at] for at in (key, key[:1], other[:1]) if at in lines), 0)
    return BadConfig(problem.code, file=file, line=line, key=".".join(key), **arguments)


def _syntax(message: str, text: str, file: str) -> BadConfig:
    """Convert the parser's message to a code."""
    place = re.search(r"at line (\d+), column (\d+)", message)
    line, column = map(int, place.groups()) if place else _ending(text)
    twice = message.startswith(("Cannot overwrite", "Cannot declare"))
    return BadConfig(
        "config_twice" if twice else "config_syntax", file=file, line=line, column=column
    )


def _ending(text: str) -> tuple[int, int]:
    """Return line and column where an unterminated text ends, as the parser does not."""
    if number := _ENDLESS.search(text):
        before = text[: number.start()]
        return before.count("\n") + 1, len(before) - before.rfind("\n")
    return last_line(text), 1


_ENDLESS = re.compile(r"[0-9][0-9_]{4299,}")
"""Python refuses longer numbers."""
