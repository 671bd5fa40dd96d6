"""What firmware itself refuses or lacks, with a code like the rules'."""

from rules.errors import Argument, RulesError


class Unclear(RulesError, ValueError):
    """What was typed or asked for means nothing here."""


class DeviceTrouble(RulesError, OSError):
    """A device does not answer as it should; `code` says which trouble, words say the remedy."""

    def __init__(self, code: str, **arguments: Argument) -> None:
        RulesError.__init__(self, code, **arguments)
        self.errno = self.strerror = None  # `OSError` takes two arguments for these


class CameraTrouble(DeviceTrouble):
    """There are no pictures to be had now."""
