"""Errors as codes with arguments.

They contain no sentences; those are made where they are shown, in the player's language. Each class
is also the fitting builtin, so `except ValueError` works.
"""

from collections.abc import Mapping
from typing import Self

Argument = int | str | tuple[int, ...] | tuple[str, ...]
"""An argument of an error: numbers, faces, names, or several of one kind."""

LONGEST_TEXT = 60


class RulesError(Exception):
    """The rules refuse something: `code` says what, `arguments` give details.

    >>> error = IllegalMove("already_kept", face="4")
    >>> error.code, error.arguments
    ('already_kept', {'face': '4'})
    """

    def __init__(self, code: str, **arguments: Argument) -> None:
        super().__init__(code, arguments)
        self.code = code
        self.arguments: Mapping[str, Argument] = {n: _short(a) for n, a in arguments.items()}

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!s}" for name, value in self.arguments.items())
        return f"{self.code}({told})"


def _short(argument: Argument) -> Argument:
    """Shorten input, which may be junk of any length."""
    return argument[:LONGEST_TEXT] if isinstance(argument, str) else argument


class IllegalMove(RulesError, ValueError):
    """The rules do not allow this move now; the state is unchanged."""


class BadSetup(RulesError, ValueError):
    """A game cannot begin with these players, starter, variants or dice."""


class BadBox(BadSetup):
    """No box can have this data; `arguments["field"]` says where."""


class WrongType(RulesError, TypeError):
    """An argument has a type that the rules cannot use: `field` names it.

    >>> str(WrongType("face", str, 4))
    'wrong_type(field=face, wanted=str, got=int)'
    """

    def __init__(self, field: str, wanted: type, got: object) -> None:
        given = type(got).__name__
        super().__init__("wrong_type", field=field, wanted=wanted.__name__, got=given)


def check_type(field: str, value: object, wanted: type) -> None:
    """Refuse a value of another type; `True` is no number."""
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise WrongType(field, wanted, value)


class BadPosition(RulesError, ValueError):
    """A line is not a position; `field` says where."""

    def __init__(self, code: str, *, field: str, **arguments: Argument) -> None:
        super().__init__(code, field=field, **arguments)
        self.field = self.arguments["field"]

    @classmethod
    def at(cls, field: str, error: RulesError) -> Self:
        """Return the same error for this field of a position."""
        return cls(error.code, **{**error.arguments, "field": field})  # type: ignore[arg-type]


class BadRecord(RulesError, ValueError):
    """A line of a record is invalid; `line` counts from 1, the header."""

    def __init__(self, code: str, *, line: int, **arguments: Argument) -> None:
        super().__init__(code, **arguments)
        self.line = line

    @classmethod
    def at(cls, line: int, error: RulesError) -> Self:
        """Return the same error for this line of a record."""
        return cls(error.code, line=line, **error.arguments)

    def __str__(self) -> str:
        return f"line {self.line}: {super().__str__()}"
