"""Every press on every screen of the tours changes something, starts something, or says why not."""

import tempfile
from pathlib import Path

import pytest

from firmware.ports import Action
from firmware.screens.draw import draw, overflow
from firmware.screens.kinds import Screen
from firmware.speech.language import language_named, languages
from firmware.store.settings import Settings
from tests.screens.layouts import LAYOUTS
from tools.gallery.pictures import STOPS
from tools.gallery.tour import NAMES, Stop, Tour
from tools.gallery.walk import Walk


class Arrived(Exception):
    """The tour has reached the screen that it was to reach."""


class Way(Tour):
    """Makes one visit, up to the screen of this number."""

    def __init__(self, language: str, last: int | None = None) -> None:
        super().__init__(language_named(language))
        self.last = last
        self.passed: list[tuple[type, str]] = []

    def see(self, walk: Walk, name: str = "") -> None:
        if len(self.passed) == self.last:
            raise Arrived
        self.passed.append((type(walk.table.view), walk.screen.name))
        super().see(walk, name)

    def go_to(self, stop: Stop, folder: str) -> Walk:
        settings = Settings(hints=True, players=3, names=NAMES)
        walk = Walk(Path(folder), self.language, settings=settings)
        try:
            stop(self, walk)
        except Arrived:
            walk.tray = None  # a look does not end
        return walk


def pressed(language: str, stop: Stop, place: int, action: Action) -> tuple[Screen, Screen, bool]:
    """Return the screens before and after the press, and whether it asked devices for anything."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Way(language, place).go_to(stop, folder)
        before, asked = walk.screen, len(walk.requests)
        walk.press(action)
        return before, walk.screen, len(walk.requests) > asked


@pytest.mark.proof
@pytest.mark.parametrize("language", languages())
def test_every_press_answers(language: str) -> None:
    seen: set[tuple[type, str]] = set()
    for stop in STOPS:
        with tempfile.TemporaryDirectory() as folder:
            way = Way(language)
            way.go_to(stop, folder)
        for place, kind in enumerate(way.passed):
            if kind in seen:
                continue
            seen.add(kind)
            for action in Action:
                before, after, asked = pressed(language, stop, place, action)
                told = (kind, action, after)
                assert asked or after != before, told
                if after.said:
                    assert [overflow(after, layout) for layout in LAYOUTS] == [()] * len(LAYOUTS), (
                        told
                    )
                    assert draw(after).tobytes() != draw(before).tobytes(), told
    assert len(seen) > 100
