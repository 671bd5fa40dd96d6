"""What `make words` makes of a catalogue when texts are new, edited, moved or gone."""

from pathlib import Path

import pytest

from firmware.speech import language
from tools import catalogues

FRENCH = """
msgid "One die lies outside the tray."
msgstr "Un dé est hors du plateau."

msgctxt "face"
msgid "worm"
msgstr "ver"

msgid "{count} die"
msgid_plural "{count} dice"
msgstr[0] "{count} dé"
msgstr[1] "{count} dés"
"""
SOURCE = """
FACE = NP_("face", "worm")
class View:
    def told(self):
        self.show(self.many("{count} die", "{count} dice", 2))
        self.show(self.say("One die lies outside the tray."))
"""


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """A catalogue to which nothing is left to do."""
    path = tmp_path / "fr.po"
    path.write_text(FRENCH)
    assert catalogues.update(path, package(tmp_path / "first", "views/tray.py", SOURCE)) == []
    return path


def package(folder: Path, name: str, source: str) -> Path:
    """A package with one module."""
    module = folder / name
    module.parent.mkdir(parents=True)
    module.write_text(source)
    return folder


def test_a_new_language_gets_every_text(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_text('msgid "no dice"\nmsgstr "pas de dés"\n\nmsgid "{x} {y} {z}"\nmsgstr "parti"\n')
    left = catalogues.update(path)
    keys = {found.key for found in catalogues.marked()}
    assert len(left) == len(keys) - 1
    assert not [line for line in left if line.endswith(": no dice")]
    assert "parti" not in path.read_text()


def test_a_module_that_is_moved_changes_nothing(french: Path, tmp_path: Path) -> None:
    before = french.read_bytes()
    moved = package(tmp_path / "second", "panel/other.py", SOURCE)
    assert catalogues.update(french, moved) == []
    assert french.read_bytes() == before


def test_an_edited_text_keeps_its_translation_until_it_is_reviewed(
    french: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = SOURCE.replace("lies outside", "is outside")
    source = package(tmp_path / "second", "tray.py", edited)
    for _ in range(2):  # the second time nothing new
        assert catalogues.update(french, source) == [
            "second/tray.py: One die is outside the tray. (edited: review its translation)",
        ]
        assert (
            "#, fuzzy\n"
            '#| msgid "One die lies outside the tray."\n'
            'msgid "One die is outside the tray."\n'
            'msgstr "Un dé est hors du plateau."\n'
        ) in french.read_text()

    monkeypatch.setattr(language, "_FOLDER", tmp_path)
    shown = language.language_named.__wrapped__("fr")
    assert shown.gettext("One die is outside the tray.") == "One die is outside the tray."

    french.write_text(french.read_text().replace("#, fuzzy\n", ""))
    assert catalogues.update(french, source) == []
    assert "#|" not in french.read_text()


def test_a_text_edited_twice_shows_what_its_translation_was_made_for(
    french: Path, tmp_path: Path
) -> None:
    for words in ("is outside", "is out of"):
        source = package(tmp_path / words, "tray.py", SOURCE.replace("lies outside", words))
        assert len(catalogues.update(french, source)) == 1
    assert (
        '#| msgid "One die lies outside the tray."\nmsgid "One die is out of' in french.read_text()
    )
