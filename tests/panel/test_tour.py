"""Every screen there is, in every language: none is forgotten, every text fits, docs show them."""

import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from firmware.devices.panel_kinds import PanelKind
from firmware.errors import DeviceTrouble
from firmware.panel.view import View
from firmware.panel.views.menus import Confirmed, ConfirmView
from firmware.screens.draw import draw, left_out, overflow
from firmware.screens.kinds import Message, Screen
from firmware.screens.layout import OLED_128X64, Layout
from firmware.screens.picture import picture as enlarged
from firmware.speech.causes import CAUSES
from firmware.speech.language import language_named, languages
from firmware.speech.troubles import TROUBLES
from firmware.store.journal import DiskTrouble
from tests.harness.flow import Flow
from tests.screens.layouts import LAYOUTS
from tools.gallery.__main__ import main
from tools.gallery.barbecue import DOUBTED
from tools.gallery.pictures import SCALE, index, tour

SCREENS = Path(__file__).parents[2] / "docs/screens"
WIDE = Path(__file__).parents[2] / "docs/images/ssd1322"
AGAIN = "make screens"

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
        named = not inspect.isabstract(kind) and not issubclass(kind, ConfirmView)
        if named and kind.__module__.startswith("firmware."):
            yield kind


def test_every_view_is_on_the_tour() -> None:
    names = {view.name for view in views()}.union(get_args(Confirmed))
    assert len(names) > 30
    assert names - {screen.name for screen in screens("en").values()} == set()


def test_the_tour_goes_on_with_a_damaged_game() -> None:
    note = screens("en")["note_damaged"]
    assert isinstance(note, Message)
    assert note.title == "Look closely"


def test_every_language_has_the_same_screens() -> None:
    for language in languages():
        assert list(screens(language)) == list(screens("en"))


def test_every_text_fits() -> None:
    for layout in LAYOUTS:
        for language in languages():
            cut = {name: overflow(screen, layout) for name, screen in screens(language).items()}
            assert {name: texts for name, texts in cut.items() if texts} == {}


NOT_MISSED = ("OK: go on",)
"""Feet that may be left out where the lines need the room: OK always goes on from a note."""


def test_every_foot_is_drawn() -> None:
    """Or nobody would ever learn what that key does there."""
    for layout in LAYOUTS:
        for language in languages():
            accepted = {language_named(language).gettext(foot) for foot in NOT_MISSED}
            missing = {name: left_out(screen, layout) for name, screen in screens(language).items()}
            assert {name: feet for name, feet in missing.items() if set(feet) - accepted} == {}


def test_every_doubt_has_its_words_on_the_panel() -> None:
    for language in languages():
        assert set(DOUBTED) == set(CAUSES)
        shown = {screens(language)[f"doubt_{code}"] for code in CAUSES}
        assert len(shown) == len(CAUSES)


def test_every_trouble_fits(tmp_path: Path) -> None:
    for language in languages():
        for code in [code for code in TROUBLES if "script" not in code]:
            flow = Flow(tmp_path, language)
            kind = DiskTrouble if code.startswith("disk") else DeviceTrouble
            flow.table.refuse(kind(code, **ARGUMENTS))  # type: ignore[arg-type]
            assert flow.name == "trouble"
            assert [overflow(flow.screen, layout) for layout in LAYOUTS] == [()] * len(LAYOUTS)


@pytest.mark.proof
def test_the_gallery_of_another_panel_has_a_picture_of_every_screen(tmp_path: Path) -> None:
    main(["--panel", "ssd1322", "--out", str(tmp_path)])
    for language in languages():
        drawn = {path.stem: path for path in (tmp_path / language).glob("*.png")}
        assert set(drawn) == set(screens(language))
        assert len({path.read_bytes() for path in drawn.values()}) > 0.9 * len(drawn)
        with Image.open(drawn["keep"]) as picture:
            assert 512 < picture.width < 564


# The gallery in the documents.


def shows(path: Path, screen: Screen, layout: Layout = OLED_128X64) -> bool:
    """Whether the kept picture is what the panel shows."""
    with Image.open(path) as kept:
        drawn = enlarged(draw(screen, layout), SCALE)
        return kept.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_every_picture_in_the_documents_is_true() -> None:
    for code in languages():
        assert {path.stem for path in (SCREENS / code).iterdir()} == set(screens(code)), AGAIN
        for name, screen in screens(code).items():
            assert shows(SCREENS / code / f"{name}.png", screen), (name, AGAIN)
    for path in WIDE.iterdir():
        assert shows(path, screens("en")[path.stem], Layout(*PanelKind.SSD1322.size)), AGAIN
    assert (SCREENS / "README.md").read_text() == index(tuple(screens("en")), languages()), AGAIN
