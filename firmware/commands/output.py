"""How commands print: their language, lines about files, and no log messages."""

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from firmware.speech.language import Language, language_named, of_system
from firmware.speech.words import printable


def keep_log_quiet() -> None:
    """Hide log messages: a command reports problems itself."""
    logging.getLogger("firmware").addHandler(logging.NullHandler())


def language_of(args: argparse.Namespace) -> Language:
    wanted = getattr(args, "language", None)
    return of_system() if wanted is None else language_named(wanted)


def named(path: Path | str) -> str:
    return printable(str(path))


def tell(place: str, lines: Sequence[str]) -> None:
    """Print these lines about a file."""
    first, *others = lines
    print(f"{place}: {first}", *(f"  {line}" for line in others), sep="\n")


def print_json(view: dict[str, Any]) -> None:
    print(json.dumps(view, ensure_ascii=True))


def complain(text: str, path: Path | None = None) -> None:
    """Print a problem, of a file if one is given, to standard error."""
    if sys.stderr is not None:
        about = "" if path is None else f"{named(path)}: "
        print(f"grillside: {about}{text}", file=sys.stderr)
