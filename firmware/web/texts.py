"""The texts that the page's scripts show, in the table's language.

Scripts mark texts as the rest of the firmware does, with `say`, `many` and `N_`; `index.html` marks
its own as `data-text` and `data-label`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware.speech.games import WORDS, GameWords
from firmware.speech.language import Language
from firmware.speech.players import SEATS
from firmware.speech.sentences import COLOURS, FACES

STATIC = Path(__file__).parent / "static"
MOST_DICE = 12
"""More dice are never on a table."""

_TEXT = re.compile(r'(?:\b(?:say|N_)\(|data-(?:text|label)=)\s*"([^"]+)"')
_COUNTED = re.compile(r'\bmany\(\s*"([^"]+)",\s*"([^"]+)"')


def marked(source: str) -> Iterator[str | tuple[str, str]]:
    """Yield the texts that a script or a page marks, and the two forms of those with a count."""
    yield from _TEXT.findall(source)
    yield from _COUNTED.findall(source)


_MARKED = {text for path in STATIC.glob("*.*") for text in marked(path.read_text("utf-8"))}


def texts(language: Language) -> dict[str, Any]:
    """Return the translation of every text; the page fills `{names}` in them."""
    return {
        "language": language.code,
        **dict(_translated(language, text) for text in _MARKED),
        "and": language.pgettext("between items", "and"),
        **{f"face.{face}": language.pgettext("face", word) for face, word in FACES.items()},
        **{f"colour.{colour}": language.pgettext("colour", w) for colour, w in COLOURS.items()},
        **{f"level.{level}": language.gettext(text) for level, text in SEATS.items()},
        "games": {name: _game_texts(words, language) for name, words in WORDS.items()},
    }


def _game_texts(words: GameWords, language: Language) -> dict[str, Any]:
    """Return a game's card and rules, with the names of their pictures."""
    return {
        "title": words.title,
        "line": language.gettext(words.line),
        "pictures": words.pictures,
        "rules": [
            {
                "title": language.gettext(rule.title),
                "text": language.gettext(rule.text),
                "pictures": rule.pictures,
                "only": rule.only,
                "without": rule.without,
            }
            for rule in words.rules
        ],
    }


def _translated(language: Language, text: str | tuple[str, str]) -> tuple[str, str | list[str]]:
    """Return a text with its translation; one for each count, as languages have other plurals."""
    if isinstance(text, str):
        return text, language.gettext(text)
    return text[0], [language.ngettext(*text, count) for count in range(MOST_DICE + 1)]
