"""What the commands about recorded games share: reading the file, and where in it they are."""

import argparse
import json

from firmware.commands.output import named
from firmware.errors import Unclear
from firmware.speech.language import Language
from firmware.store.journal import read_lines
from rules.errors import BadRecord
from rules.record import Record


def read(args: argparse.Namespace) -> tuple[Record, BadRecord | None]:
    """Return the valid part of a game, and the problem with the next line."""
    if args.at is not None and args.at < 1:
        raise Unclear("lines_from_one", at=args.at)
    lines = list(read_lines(args.file, args.at))
    record, damage = Record.salvage(lines)
    if args.at is not None and args.at > len(lines):
        raise Unclear("no_such_line", at=args.at, most=len(lines))
    return record, damage


def place(what: str, record: Record, args: argparse.Namespace, language: Language) -> str:
    """Return a title: what is shown, and after which line of the file."""
    return language.gettext(
        "{what}, after line {line} of {file}",
        what=what,
        line=len(record.lines),
        file=named(args.file),
    )


def line_numbers(record: Record) -> list[int]:
    """Return the line of each move that stands, counted from 1."""
    standing: list[int] = []
    for number, line in enumerate(record.lines, start=1):
        match json.loads(line).get("move"):
            case None:  # a header
                pass
            case "undo":
                standing.pop()
            case _:
                standing.append(number)
    return standing
