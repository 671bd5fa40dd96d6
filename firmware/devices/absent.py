"""Buttons that nobody presses."""

from collections.abc import Callable

from firmware.ports import Action


class NoButtons:
    """The port `Buttons` where there are none, or where a script presses."""

    def start(self, pressed: Callable[[Action], None]) -> None:
        """Nothing will come."""

    def close(self) -> None:
        """Nothing to let go of."""
