"""Arguments that several commands share."""

import argparse
import logging
from pathlib import Path

from firmware.speech.language import Language, language_named, languages, of_system


def keep_log_quiet() -> None:
    """Hide log messages: a command reports problems itself."""
    logging.getLogger("firmware").addHandler(logging.NullHandler())


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for the language."""
    parser.add_argument(
        "--language",
        choices=languages(),
        help="language of the output (default: that of your system)",
    )


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add the option for the folder of the games."""
    parser.add_argument(
        "--folder", metavar="DIR", type=Path, help="folder for saved games (default: the usual one)"
    )


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the option for the configuration."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help="configuration of the box (default: the usual file)",
    )


def language_of(args: argparse.Namespace) -> Language:
    """Return the language to use."""
    wanted = getattr(args, "language", None)
    return of_system() if wanted is None else language_named(wanted)
