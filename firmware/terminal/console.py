"""Questions and answers as lines of text."""

import sys
import textwrap
from typing import Protocol

WIDTH = 79


class Quit(Exception):
    """The player closed the input or asked to leave; all moves are saved."""


class Console(Protocol):
    """Where questions and answers are exchanged."""

    def ask(self, prompt: str) -> str:
        """Return one line without surrounding spaces; raises `Quit` at the end of the input."""

    def print(self, *lines: str) -> None: ...


class Keyboard:
    """The real terminal."""

    def ask(self, prompt: str) -> str:
        if sys.stdin is None or sys.stdout is None:  # stdin was closed before the program started
            raise Quit
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Quit from None
        except UnicodeDecodeError:
            return "\ufffd"  # bytes that are not text: neither a command nor a name

    def print(self, *lines: str) -> None:
        """Print on the terminal, indenting the continuation of long lines."""
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            print(
                textwrap.fill(
                    line,
                    WIDTH,
                    subsequent_indent=indent,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )


def ask_or_quit(console: Console, prompt: str, *rows: tuple[str, str]) -> str:
    """Ask a question where `q` leaves the program and `?` lists these rows: input, meaning."""
    wide = max((len(example) for example, _ in rows), default=0)
    while True:
        answer = console.ask(prompt)
        match answer.casefold():
            case "q" | "quit":
                raise Quit
            case "?" | "help":
                console.print("", *(f"  {example:{wide}}  {does}" for example, does in rows), "")
            case _:
                return answer
