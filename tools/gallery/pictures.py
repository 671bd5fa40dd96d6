"""Draws every screen in every language, and a page that compares them."""

from collections.abc import Sequence
from pathlib import Path

from firmware.screens.draw import draw
from firmware.screens.kinds import Screen
from firmware.screens.layout import OLED_128X64, Layout
from firmware.screens.picture import save_picture
from firmware.speech.language import Language, language_named, languages
from tools.gallery import barbecue, phone, picnic, rulebook, teaching, tiles
from tools.gallery.tour import Tour

SCALE = 2
STOPS = (
    *barbecue.STOPS,
    *phone.STOPS,
    *teaching.STOPS,
    *tiles.STOPS,
    *picnic.STOPS,
    *rulebook.STOPS,
)


def tour(language: Language) -> dict[str, Screen]:
    """Return every screen in this language, by name."""
    return Tour(language).take(STOPS)


def draw_gallery(folder: Path, layout: Layout = OLED_128X64) -> int:
    """Draw all screens as FOLDER/LANGUAGE/NAME.png and return their number; raises `OSError`."""
    names: dict[str, None] = {}
    count = 0
    for code in languages():
        (folder / code).mkdir(parents=True, exist_ok=True)
        for name, screen in tour(language_named(code)).items():
            save_picture(draw(screen, layout), folder / code / f"{name}.png", SCALE)
            names[name] = None
            count += 1
    (folder / "README.md").write_text(index(tuple(names), languages()))
    return count


def index(names: Sequence[str], codes: Sequence[str]) -> str:
    """Return the page: a row per screen, a column per language."""
    lines = [
        "# Every screen of the panel",
        "",
        "Drawn by `make screens`; the games on them are played for it.",
        "",
        f"| screen | {' | '.join(language_named(code).name for code in codes)} |",
        f"|---|{'---|' * len(codes)}",
        *(
            f"| {name} | {' | '.join(f'![{name}]({code}/{name}.png)' for code in codes)} |"
            for name in names
        ),
    ]
    return "\n".join([*lines, ""])
