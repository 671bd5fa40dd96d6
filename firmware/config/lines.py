"""Finds the line of each key in a TOML text, for error messages.

`tomllib` keeps no line numbers, and a second parser could disagree with it. So the text is split
into statements, each the fewest lines that `tomllib` accepts, and each statement is parsed alone:
only `tomllib` decides what a key is.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

Key = tuple[str, ...]

_MOST_LINES = 20
"""No statement of a configuration is longer. Each line means one more try to parse it, which would
take minutes for some other kind of file; beyond this, the rest is one statement.
"""
_DEEPEST = 4
"""No key is nested deeper; below, only the first name is reported."""


def key_lines(text: str) -> dict[Key, int]:
    """Return the line, from 1, on which each key and table first appears."""
    lines: dict[Key, int] = {}
    table: Key = ()
    for line, statement in _statements(text):
        found = list(_keys(tomllib.loads(statement)))
        if statement.lstrip().startswith("["):
            table = found[-1]
            found = [table[: depth + 1] for depth in range(len(table))]
        else:
            found = [(*table, *key) for key in found]
        for key in found:
            lines.setdefault(key, line)
    return lines


def last_line(text: str) -> int:
    """Return the line, from 1, of the last statement, even if it never ends."""
    return max((line for line, _ in _statements(text)), default=1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    start, statement = 1, ""
    for number, line in enumerate(text.split("\n"), 1):
        statement += f"{line}\n"
        if number - start >= _MOST_LINES or not _is_whole(statement):
            continue  # continues on the next line
        if _says_something(statement):
            yield start, statement
        start, statement = number + 1, ""
    if _says_something(statement):
        yield start, statement


def _is_whole(statement: str) -> bool:
    try:
        tomllib.loads(statement)
    except (ValueError, RecursionError):
        return False
    return True


def _says_something(statement: str) -> bool:
    return bool(statement.strip()) and not statement.lstrip().startswith("#")


def _keys(table: dict[str, Any], at: Key = ()) -> Iterator[Key]:
    for name, value in table.items():
        key = (*at, name)
        yield key
        inner = value[0] if isinstance(value, list) and value else value
        if isinstance(inner, dict) and len(key) < _DEEPEST:
            yield from _keys(inner, key)
