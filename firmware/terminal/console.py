"""Asking and answering in lines of text."""

import sys
from typing import Protocol


class Quit(Exception):
    """The player closed the input or asked to leave; what was played is saved."""


class Console(Protocol):
    """Where questions are put and answers come from."""

    def ask(self, prompt: str) -> str:
        """One line of answer, without spaces around it; `Quit` when there are no more."""

    def say(self, *lines: str) -> None:
        """Print lines."""


class Keyboard:
    """The real terminal."""

    def ask(self, prompt: str) -> str:
        """Ask on the terminal."""
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Quit from None
        except UnicodeDecodeError:
            return "\ufffd"  # bytes that are no text: no command and no name

    def say(self, *lines: str) -> None:
        """Print on the terminal, whatever characters it knows."""
        encoding = sys.stdout.encoding or "ascii"
        for line in lines:
            print(line.encode(encoding, "backslashreplace").decode(encoding))
