"""Stand-in for buttons that do not exist."""

from collections.abc import Callable

from firmware.ports import Action


class NoButtons:
    """The port `Buttons` without buttons, or with presses from a script."""

    def start(self, pressed: Callable[[Action], None]) -> None:
        """Do nothing; no press will come."""

    def close(self) -> None:
        """Do nothing; there is nothing to release."""
