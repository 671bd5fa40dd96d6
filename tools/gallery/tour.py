"""Visits screens, for the gallery and for the test that every text fits.

The screens come from real games, with button presses and given throws.
"""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from firmware.screens.kinds import Screen
from firmware.speech.language import Language
from firmware.store.settings import Settings
from tools.gallery.walk import Walk

NAMES = {"green": "Ann", "yellow": "Ben", "blue": "Wilhelmina"}
"""One of them is too long for the panel, as often in real games."""

Stop = Callable[["Tour", Walk], None]
"""Visits some screens, at a table of its own."""


class Tour:
    """Collects the screens of one language by name; the first of each name counts."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.screens: dict[str, Screen] = {}

    def take(self, stops: Iterable[Stop]) -> dict[str, Screen]:
        """Make these visits, each at a new table; return every screen."""
        for stop in stops:
            with tempfile.TemporaryDirectory() as folder:
                settings = Settings(hints=True, players=3, names=NAMES)
                walk = Walk(Path(folder), self.language, settings=settings)
                stop(self, walk)
        return self.screens

    def see(self, walk: Walk, name: str = "") -> None:
        """Collect the current screen, under its own name or this one."""
        screen = walk.screen
        self.screens.setdefault(name or screen.name, screen)

    def go(self, walk: Walk, *steps: tuple[str, str]) -> None:
        """Do the steps and collect every screen; raises `LookupError` on another screen."""
        for expected, done in steps:
            if walk.screen.name != expected:
                raise LookupError(walk.screen.name, expected)
            if done[:1].isdigit() or done.startswith("w"):
                walk.scan(done)
                self.see(walk)
                continue
            for press in done.split():
                walk.press(press)
                self.see(walk)
