"""What firmware itself refuses or lacks, with a code like the rules'."""

from rules.errors import Argument, RulesError


class Unclear(RulesError, ValueError):
    """What was typed or asked for means nothing here."""


class InFile(RulesError, ValueError):
    """Something is wrong with a file that people write.

    The file and the line are among the arguments; line 0 is the file itself.
    """

    def __init__(self, code: str, *, file: str, line: int = 0, **arguments: Argument) -> None:
        super().__init__(code, file=file, line=line, **arguments)
        self.line = line


class DeviceTrouble(RulesError, OSError):
    """A device does not answer as it should; `code` says which trouble, words say the remedy."""

    def __init__(self, code: str, **arguments: Argument) -> None:
        RulesError.__init__(self, code, **arguments)
        self.errno = self.strerror = None  # `OSError` takes two arguments for these


class CameraTrouble(DeviceTrouble):
    """There are no pictures to be had now."""
