"""The page's own files: small, of this house alone, and without a word of their own."""

import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from firmware.speech.games import WORDS
from firmware.speech.language import ENGLISH, language_named, languages
from firmware.speech.rulebook import PIECES
from firmware.web.texts import MOST_DICE, STATIC, marked, texts
from rules.games import GAMES
from vision.simulator.scene import LIGHTS, SPOILS, SURFACES

FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
LARGEST = 180_900
LONGEST = 300

_ARRANGES = re.compile(
    r"(?:^|[\s;])(?:display|float|flex-direction|flex-wrap|grid-template[\w-]*|grid-auto-flow):"
)
_UNMARKED = re.compile(r"""\b(?:say|many)\((?:(?!\s*")[^"`)\n]*(?<!N_\()"|\s*"[^"]*"\s*\+).*""")
"""What is said, but is no text in quotes alone and not marked: nobody would translate it."""


def test_every_text_of_a_script_is_found() -> None:
    for path in SCRIPTS:
        assert _UNMARKED.findall(path.read_text()) == [], path.name
    found = marked(
        'say(top ? N_("on top") : N_("below")); many(\n  "{count} die", "{count} dice", 2)'
    )
    assert list(found) == ["on top", "below", ("{count} die", "{count} dice")]


def test_the_texts_are_found_whatever_the_systems_encoding_is() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    found = "from firmware.web.texts import STATIC"
    subprocess.run([sys.executable, "-c", found], env={**os.environ, **plain}, check=True)


@pytest.mark.parametrize("code", languages())
def test_every_language_has_the_same_texts(code: str) -> None:
    said = texts(language_named(code))
    assert said.keys() == texts(ENGLISH).keys()
    assert all(said.values())
    assert said["language"] == code


def test_what_the_simulated_camera_can_see_has_words() -> None:
    scene = (STATIC / "scene.js").read_text()
    named = set(re.findall(r'^  "?(\w*)"?: N_\(', scene, re.MULTILINE))
    assert named == {*LIGHTS, *SURFACES, "mat", "", *SPOILS}


def test_dice_colours_and_phases_of_every_game_have_words() -> None:
    said = texts(ENGLISH)
    for game in GAMES.values():
        assert {f"colour.{colour}" for colour in game.COLOURS} <= set(said)
        faces = game.own_dice(game.BOX).faces
        assert {f"face.{face}" for face in faces if not face.isdigit()} <= set(said)
    assert len(said["Throw {count} die"]) == MOST_DICE + 1
    assert said["Throw {count} die"][1] == "Throw 1 die"


def test_every_picture_of_a_rule_is_drawn() -> None:
    drawn = (STATIC / "rules.js").read_text()
    faces = {face for game in GAMES.values() for face in game.own_dice(game.BOX).faces}
    for words in WORDS.values():
        for names in (words.pictures, *(rule.pictures for rule in words.rules)):
            assert set(names) <= faces | set(PIECES)
    assert all(re.search(rf"^  {piece}[,:]", drawn, re.MULTILINE) for piece in PIECES)


def test_all_is_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < LARGEST


def test_nothing_comes_from_outside() -> None:
    for path in FILES:
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[\w-]+\.\w|@import|url\(", text)


def test_scripts_are_short_and_build_no_html() -> None:
    for path in SCRIPTS:
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
