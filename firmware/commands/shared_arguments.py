"""What several commands need: their language, and no log messages."""

import argparse
import logging

from firmware.speech.language import Language, language_named, of_system


def keep_log_quiet() -> None:
    """Hide log messages: a command reports problems itself."""
    logging.getLogger("firmware").addHandler(logging.NullHandler())


def language_of(args: argparse.Namespace) -> Language:
    """Return the language to use."""
    wanted = getattr(args, "language", None)
    return of_system() if wanted is None else language_named(wanted)
