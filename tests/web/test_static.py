"""The page's own files: small, of this house alone, and without a word of their own."""

import re
from collections import Counter
from pathlib import Path

import pytest

from firmware.speech.language import ENGLISH, language_named, languages
from firmware.web import texts as page_texts
from firmware.web.texts import MOST_DICE, TEXTS, texts
from rules.games import GAMES
from vision.scene import LIGHTS, SPOILS, SURFACES

STATIC = Path(page_texts.__file__).parent / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
LARGEST = 160_000
LONGEST = 300

_ARRANGES = re.compile(
    r"(?:^|[\s;])(?:display|float|flex-direction|flex-wrap|grid-template[\w-]*|grid-auto-flow):"
)
_SAID = re.compile(r"""(?:say|many)\(([^,()]*(?:\([^)]*\))?[^,()]*)""")
_QUOTED = re.compile(r'"([\w.]+)"')
_BUILT = re.compile(r"`([\w.]*)\$\{[^`]*`")


def asked() -> tuple[set[str], set[str]]:
    """The keys that scripts and page ask for, and the beginnings of those they put together."""
    keys: set[str] = set()
    begun: set[str] = set()
    for path in SCRIPTS:
        for said in _SAID.findall(path.read_text()):
            keys |= set(_QUOTED.findall(said))
            begun |= set(_BUILT.findall(said))
    page = (STATIC / "index.html").read_text()
    keys |= set(re.findall(r'data-(?:text|label)="([\w.]+)"', page))
    return keys, begun


def test_every_text_that_is_asked_for_is_there() -> None:
    said = texts(ENGLISH)
    keys, begun = asked()
    counted = {key for key in keys if f"{key}.1" in said}
    assert keys - counted <= set(said)
    for beginning in begun - {""}:
        assert any(key.startswith(beginning) for key in said), beginning


def test_every_text_is_asked_for() -> None:
    keys, begun = asked()
    built = (*(begun - {""}), "light.", "surface.", "spoil.", "zone_")
    assert not {key for key in TEXTS if key not in keys and not key.startswith(built)}


@pytest.mark.parametrize("code", languages())
def test_every_language_has_the_same_texts(code: str) -> None:
    said = texts(language_named(code))
    assert said.keys() == texts(ENGLISH).keys()
    assert all(said.values())
    assert said["language"] == code


def test_what_the_simulated_camera_can_see_has_words() -> None:
    said = texts(ENGLISH)
    for name, values in (("light", LIGHTS), ("surface", SURFACES), ("spoil", ("none", *SPOILS))):
        assert {f"{name}.{value}" for value in values} <= set(said)


def test_dice_colours_and_phases_of_every_game_have_words() -> None:
    said = texts(ENGLISH)
    for game in GAMES.values():
        assert {f"colour.{colour}" for colour in game.COLOURS} <= set(said)
        faces = game.own_dice(game.BOX).faces
        assert {f"face.{face}" for face in faces if not face.isdigit()} <= set(said)
    assert {f"throw.{count}" for count in range(1, MOST_DICE + 1)} <= set(said)
    assert said["throw.1"] == "Throw 1 die"


def test_all_is_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < LARGEST


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_outside(path: Path) -> None:
    text = path.read_text().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[\w-]+\.\w|@import|url\(", text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_short_and_build_no_html(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    page = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|<script(?![^>]*src=)| style=| on\w+=", page)


def test_every_script_and_sheet_is_there() -> None:
    page = (STATIC / "index.html").read_text()
    wanted = re.findall(r'(?:href|src)="/static/([\w.]+)', page)
    wanted += [name for p in SCRIPTS for name in re.findall(r'from "\./([\w.]+)"', p.read_text())]
    assert set(wanted) == {path.name for path in FILES} - {"index.html"}


def laid_out(sheet: str) -> set[str]:
    """The classes that a sheet arranges the contents of."""
    plain = re.sub(r":not\([^)]*\)", "", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    found: set[str] = set()
    for selectors, rules in re.findall(r"([^{};]+)\{([^{}]*)\}", plain):
        if _ARRANGES.search(rules):
            lasts = (re.split(r"[\s>+~]+", each.strip())[-1] for each in selectors.split(","))
            found |= {name for last in lasts for name in re.findall(r"\.([\w-]+)", last)}
    return found


def test_a_class_is_laid_out_by_one_sheet() -> None:
    """Two sheets that did so had the faces of a die in one column."""
    sheets = [laid_out(path.read_text()) for path in FILES if path.suffix == ".css"]
    times = Counter(name for sheet in sheets for name in sheet)
    assert [name for name, count in times.items() if count > 1] == []
