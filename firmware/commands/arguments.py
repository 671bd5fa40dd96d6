"""Adds commands to the command line, with the arguments that several of them share."""

import argparse
import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from firmware.speech.language import languages

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

_SHARED: Mapping[str, Mapping[str, Any]] = {
    "--at": {
        "metavar": "N",
        "type": int,
        "help": "show the game after line N of the file; line 1 is the header (default: last line)",
    },
    "--config": {
        "metavar": "FILE",
        "type": Path,
        "help": "configuration of the box (default: the usual file)",
    },
    "--folder": {
        "metavar": "DIR",
        "type": Path,
        "help": "folder for saved games (default: the usual one)",
    },
    "--force": {
        "action": "store_true",
        "default": False,
        "help": "replace a file or set that exists",
    },
    "--json": {"action": "store_true", "help": "print JSON"},
    "--language": {
        "choices": languages(),
        "help": "language of the output (default: that of your system)",
    },
    "--means": {
        "metavar": "A=worm,...",
        "default": None,
        "help": "what each face means in that game",
    },
    "file": {"metavar": "FILE", "type": Path, "help": "record of a game (.jsonl)"},
}
"""Arguments that several commands share."""


def add(
    commands: "Commands", run: str, does: str, example: str, description: str | None = None
) -> argparse.ArgumentParser:
    """Add a command that calls `run`, a function of this package such as "mat.run".

    It is loaded when it runs: some need numpy or OpenCV, and the others must not wait.
    """
    module, function = run.split(".")

    def load_and_run(args: argparse.Namespace) -> int | None:
        command: Callable[[argparse.Namespace], int | None]
        command = getattr(importlib.import_module(f"firmware.commands.{module}"), function)
        return command(args)

    name, epilog = example.split(maxsplit=1)[0], f"Example: grillside {example}"
    made = commands.add_parser(name, help=does, description=description, epilog=epilog)
    made.set_defaults(run=load_and_run)
    return made


def share(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add arguments that several commands have."""
    for name in names:
        parser.add_argument(name, **_SHARED[name])
