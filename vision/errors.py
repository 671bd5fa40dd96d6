"""Errors of vision, with codes like those of the rules."""

from collections.abc import Mapping

Argument = int | str


class _Coded(ValueError):
    """An error with a code and arguments."""

    def __init__(self, code: str, **arguments: Argument) -> None:
        super().__init__(code, arguments)
        self.code = code
        self.arguments: Mapping[str, Argument] = arguments


class BadPicture(_Coded):
    """A file or its bytes cannot be read as a picture.

    >>> error = BadPicture("too_small", width=1, height=1, least=16)
    >>> error.code, error.arguments["least"]
    ('too_small', 16)
    """


class MatTrouble(_Coded):
    """A mat is visible but cannot be used."""


class BadDice(_Coded):
    """Dice that cannot be taught, or a file without usable dice."""
