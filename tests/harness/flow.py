"""Flow tests: lists of (expected screen, actions there)."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from firmware.ports import Action
from firmware.speech.language import language_named
from firmware.store.settings import Settings
from tools.gallery.walk import Walk
from tools.gallery.walk import reading as read
from vision.reading import Doubt, Reading


def reading(
    text: str, *doubts: Doubt, doubted: Iterable[int] = (), aside: str | None = None
) -> Reading:
    """Return a reading of these dice, with doubts about the numbered ones."""
    return read(text, *doubts, *(Doubt("unsure", {"die": die}) for die in doubted), aside=aside)


class Flow(Walk):
    """A table under test."""

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        *,
        camera: bool = True,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(folder, language_named(language), camera=camera, settings=settings)

    def lying(self, told: Reading) -> None:
        """Put these dice on the table."""
        self.tray = told

    @property
    def name(self) -> str:
        return self.screen.name

    def follow(self, steps: Sequence[tuple[str, str]]) -> None:
        """Follow steps: an expected screen, and an action or dice to scan."""
        for number, (expected, done) in enumerate(steps, start=1):
            told = f"step {number}: {self.name}, not {expected}: {self.screen}"
            assert self.name == expected, told
            if done in set(Action):
                self.press(done)
            elif done:
                self.scan(done)
