"""The gallery in the documents shows the screens as they are."""

from pathlib import Path

import pytest
from PIL import Image

from firmware.devices.panel_kinds import PanelKind
from firmware.screens.draw import draw
from firmware.screens.layout import Layout
from firmware.screens.picture import picture
from firmware.speech.language import language_named, languages
from tools.gallery.pictures import SCALE, index, tour

SCREENS = Path(__file__).parents[2] / "docs/screens"
WIDE = Path(__file__).parents[2] / "docs/images/ssd1322"
AGAIN = "make screens"


@pytest.mark.parametrize("code", languages())
def test_every_picture_is_true(code: str) -> None:
    screens = tour(language_named(code))
    assert {path.stem for path in (SCREENS / code).iterdir()} == set(screens), AGAIN
    for name, screen in screens.items():
        with Image.open(SCREENS / code / f"{name}.png") as kept:
            drawn = picture(draw(screen), SCALE)
            assert kept.convert("RGB").tobytes() == drawn.convert("RGB").tobytes(), (name, AGAIN)


def test_the_pictures_of_the_wide_panel_are_true() -> None:
    screens, layout = tour(language_named("en")), Layout(*PanelKind.SSD1322.size)
    for path in WIDE.iterdir():
        with Image.open(path) as kept:
            drawn = picture(draw(screens[path.stem], layout), SCALE)
            assert kept.convert("RGB").tobytes() == drawn.convert("RGB").tobytes(), path.name


def test_the_page_lists_them_all() -> None:
    names = tuple(tour(language_named("en")))
    assert (SCREENS / "README.md").read_text() == index(names, languages())
