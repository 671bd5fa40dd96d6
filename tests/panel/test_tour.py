"""Every screen there is, in every language: none is forgotten, and every text fits."""

import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from firmware.errors import DeviceTrouble
from firmware.panel.view import View
from firmware.screens.draw import draw, left_out, overflow
from firmware.screens.kinds import Message, Screen
from firmware.screens.layout import Layout
from firmware.speech.causes import CAUSES
from firmware.speech.language import language_named, languages
from firmware.speech.troubles import TROUBLES
from firmware.store.journal import DiskTrouble
from tests.harness.flow import Flow
from tests.screens.layouts import LAYOUTS
from tools.gallery.__main__ import main
from tools.gallery.barbecue import DOUBTED
from tools.gallery.pictures import tour

ARGUMENTS = {
    "folder": "/home/family/dice",
    "file": "0123-barbecue.jsonl",
    "button": "RIGHT",
    "node": "/dev/i2c-1",
    "address": "0x3C",
    "wanted": "0x3D",
    "reason": "Remote I/O error",
    "library": "gpiozero",
    "pin": 24,
    "column": 12,
    "key": "panel.driver",
    "value": "ssd1307",
    "known": "ssd1306, ssd1309, sh1106, ssd1322, none",
    "nearest": "panel.drive",
    "other": "buttons.pins.scan",
    "least": 125,
    "most": 86400,
    "count": 7,
    "found": 1,
    "port": 8080,
    "name": "Wilhelm…",
}
"""What troubles are told with, as long as it usually is."""


@cache
def screens(language: str) -> dict[str, Screen]:
    return tour(language_named(language))


def views() -> Iterator[type[View]]:
    """Every kind of screen that can stand on the panel."""
    below = [View]
    while below:
        kind = below.pop()
        below += kind.__subclasses__()
        if not inspect.isabstract(kind) and kind.__module__.startswith("firmware."):
            yield kind


def test_every_view_is_on_the_tour() -> None:
    names = {view.name for view in views()}
    assert len(names) > 30
    assert names - {screen.name for screen in screens("en").values()} == set()


def test_the_tour_goes_on_with_a_damaged_game() -> None:
    note = screens("en")["note_damaged"]
    assert isinstance(note, Message)
    assert note.title == "Look closely"


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_screens(language: str) -> None:
    assert list(screens(language)) == list(screens("en"))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", languages())
def test_every_text_fits(language: str, layout: Layout) -> None:
    cut = {name: overflow(screen, layout) for name, screen in screens(language).items()}
    assert {name: texts for name, texts in cut.items() if texts} == {}


NOT_MISSED = ("OK: go on",)
"""Feet that may be left out where the lines need the room: OK always goes on from a note."""


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", languages())
def test_every_foot_is_drawn(language: str, layout: Layout) -> None:
    """Or nobody would ever learn what that key does there."""
    accepted = {language_named(language).gettext(foot) for foot in NOT_MISSED}
    missing = {name: left_out(screen, layout) for name, screen in screens(language).items()}
    assert {name: feet for name, feet in missing.items() if set(feet) - accepted} == {}


@pytest.mark.parametrize("language", languages())
def test_every_doubt_has_its_words_on_the_panel(language: str) -> None:
    assert set(DOUBTED) == set(CAUSES)
    shown = {screens(language)[f"doubt_{code}"] for code in CAUSES}
    assert len(shown) == len(CAUSES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", [code for code in TROUBLES if "script" not in code])
def test_every_trouble_fits(tmp_path: Path, code: str, language: str) -> None:
    flow = Flow(tmp_path, language)
    kind = DiskTrouble if code.startswith("disk") else DeviceTrouble
    flow.table.refuse(kind(code, **ARGUMENTS))  # type: ignore[arg-type]
    assert flow.name == "trouble"
    assert [overflow(flow.screen, layout) for layout in LAYOUTS] == [()] * len(LAYOUTS)


@pytest.mark.parametrize(("panel", "width"), [("ssd1309", 128), ("ssd1322", 256)])
def test_the_gallery_has_a_picture_of_every_screen(tmp_path: Path, panel: str, width: int) -> None:
    main(["--panel", panel, "--out", str(tmp_path)])
    for language in languages():
        drawn = {path.stem: path for path in (tmp_path / language).glob("*.png")}
        assert set(drawn) == set(screens(language))
        assert len({path.read_bytes() for path in drawn.values()}) > 0.9 * len(drawn)
        with Image.open(drawn["keep"]) as picture:
            assert 2 * width < picture.width < 2.2 * width


def test_the_panel_is_drawn_the_same_each_time() -> None:
    for screen in screens("en").values():
        assert draw(screen).tobytes() == draw(screen).tobytes()
