"""Languages: found by their files, chosen by the environment, and each catalogue whole."""

import ast
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from firmware.errors import Unclear
from firmware.speech import language
from firmware.speech.language import (
    ENGLISH,
    N_,
    NN_,
    NP_,
    Language,
    language_named,
    languages,
    of_system,
)
from tools import catalogues
from tools.catalogues import MARKS, PACKAGE, first, forms

ROOT = PACKAGE.parent
OTHERS = [code for code in languages() if code != "en"]

Key = tuple[str | None, str]
"""What a text is found by: its context, and the text (of a plural the first)."""


@cache
def catalogue(code: str) -> Catalog:
    return catalogues.read(catalogues.LOCALE / f"{code}.po")


@cache
def marked() -> set[Key]:
    """Every marked text of firmware as `make words` finds it."""
    return {found.key for found in catalogues.marked()}


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in MARKS and node.args:
                    yield f"{path.name}:{node.lineno}", name, node


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# Every text of the source is found.


def test_no_text_is_marked_where_it_is_not_found() -> None:
    """Such as inside an f-string, which Babel cannot look into on each Python."""
    for where, name, call in _calls():
        at = 1 if name in {"pgettext", "NP_"} else 0
        text = call.args[at] if len(call.args) > at else None
        assert not isinstance(text, ast.JoinedStr), f"{where}: an f-string cannot be translated"
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
            continue  # looked up from a table, where it is marked
        context = call.args[0].value if at and isinstance(call.args[0], ast.Constant) else None
        assert (context, text.value) in marked(), f"{where}: {text.value}"


def test_marks_change_nothing() -> None:
    assert N_("stop") == NP_("move", "stop") == "stop"
    assert NN_("a die", "{count} dice") == ("a die", "{count} dice")


# Every catalogue is whole.


def _messages(code: str) -> list[Message]:
    return [message for message in catalogue(code) if message.id]


def _pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Each form of a translation beside the text it stands for."""
    texts = (message.id,) if isinstance(message.id, str) else message.id
    for number, said in enumerate(forms(message)):
        yield texts[0 if number == 0 else -1], said


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_left_to_translate_or_to_review(code: str, tmp_path: Path) -> None:
    path = tmp_path / f"{code}.po"
    path.write_bytes((catalogues.LOCALE / f"{code}.po").read_bytes())
    assert catalogues.update(path) == [], "run `make words`, then see to what it lists"
    known = {(message.context, first(message.id)) for message in _messages(code)}
    assert known == marked(), "run `make words`"


def test_plurals_have_all_their_forms() -> None:
    for code in OTHERS:
        for message in _messages(code):
            if not isinstance(message.id, str):
                assert len(forms(message)) == catalogue(code).num_plurals, message.id


def test_translations_are_filled_with_the_same() -> None:
    for code in OTHERS:
        for message in _messages(code):
            for text, said in _pairs(message):
                assert placeholders(said) == placeholders(text), message.id


def test_translations_begin_and_end_like_their_texts() -> None:
    """A text that ends a sentence does so in every language; none brings spaces of its own."""
    for code in OTHERS:
        for message in _messages(code):
            for text, said in _pairs(message):
                assert said == said.strip(), message.id
                assert said.endswith(tuple(".:?!")) == text.endswith(tuple(".:?!")), message.id


# A new language is a new file.


def test_a_new_language_is_one_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(language, "_FOLDER", tmp_path)
    (tmp_path / "fr.po").write_text('msgid "no dice"\nmsgstr "pas de dés"\n')
    assert languages() == ("en", "fr")
    french = language_named.__wrapped__("fr")
    assert french.gettext("no dice") == "pas de dés"
    assert french.name == "Français"


def test_catalogues_that_may_not_be_read_leave_english(monkeypatch: pytest.MonkeyPatch) -> None:
    class Locked:
        def glob(self, _pattern: str) -> None:
            raise PermissionError

    monkeypatch.setattr(language, "_FOLDER", Locked())
    assert languages() == ("en",)


# Looking up.


def test_english_is_the_source() -> None:
    assert ENGLISH.gettext("no such text {0}") == "no such text {0}"
    assert ENGLISH.gettext("{name} wins.", name="Ann") == "Ann wins."
    assert ENGLISH.ngettext("{count} die", "{count} dice", 1) == "1 die"
    assert ENGLISH.ngettext("{count} die", "{count} dice", 8) == "8 dice"
    assert ENGLISH.pgettext("face", "worm") == "worm"


def test_german_is_looked_up() -> None:
    german = language_named("de")
    assert german.gettext("{name} wins.", name="Ann") == "Ann gewinnt."
    assert german.ngettext("{count} worm", "{count} worms", 1) == "1 Wurm"
    assert german.ngettext("{count} worm", "{count} worms", 0) == "0 Würmer"
    assert german.pgettext("face", "worm") == "Wurm"
    assert german.gettext("no such text") == "no such text"
    assert german.gettext("") == ""
    assert (german.name, german) == ("Deutsch", Language("de"))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Unclear) as refused:
        language_named("tlh")
    assert refused.value.code == "language_unknown"


# Which one.


def test_the_environment_says_which() -> None:
    for environment, code in [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "tlh_KX"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "tlh:de_CH:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ]:
        assert of_system(environment).code == code


def test_the_process_has_an_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert of_system().code == "de"


def test_english_tables_do_not_wait_for_babel() -> None:
    code = (
        "import sys; from firmware.speech.language import of_system; of_system({}).gettext('x');"
        "sys.exit('babel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
