"""Errors of the firmware itself, with codes like those of the rules."""

from rules.errors import Argument, RulesError


class Unclear(RulesError, ValueError):
    """Input that means nothing here."""


class InFile(RulesError, ValueError):
    """An error in a file that people write.

    The arguments include the file and the line; line 0 is the file itself.
    """

    def __init__(self, code: str, *, file: str, line: int = 0, **arguments: Argument) -> None:
        super().__init__(code, file=file, line=line, **arguments)
        self.line = line


class DeviceTrouble(RulesError, OSError):
    """A device does not work as it should; the text for `code` says what to do."""

    def __init__(self, code: str, **arguments: Argument) -> None:
        RulesError.__init__(self, code, **arguments)
        self.errno = self.strerror = None  # `OSError` takes two arguments for these


class CameraTrouble(DeviceTrouble):
    """The camera delivers no pictures now."""
