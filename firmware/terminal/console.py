"""Asking and answering in lines of text."""

import sys
import textwrap
from typing import Protocol

WIDTH = 79


class Quit(Exception):
    """The player closed the input or asked to leave; what was played is saved."""


class Console(Protocol):
    """Where questions are put and answers come from."""

    def ask(self, prompt: str) -> str:
        """One line of answer, without spaces around it; `Quit` when there are no more."""

    def print(self, *lines: str) -> None:
        """Print lines."""


class Keyboard:
    """The real terminal."""

    def ask(self, prompt: str) -> str:
        """Ask on the terminal."""
        if sys.stdin is None or sys.stdout is None:  # closed before we were started
            raise Quit
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Quit from None
        except UnicodeDecodeError:
            return "\ufffd"  # bytes that are no text: no command and no name

    def print(self, *lines: str) -> None:
        """Print on the terminal; what is too long for it goes on under its beginning."""
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
    """Ask where `q` can only mean to leave. `?` lists these rows: what is typed, what it does."""
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
