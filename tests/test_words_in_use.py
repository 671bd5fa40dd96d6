"""docs/glossary.md is kept: one word for each thing, in every text that a player can meet."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools import catalogues

DOCS = Path(__file__).parent.parent / "docs"
FOR_PLAYERS = ("table.md", "page.md", "mat.md", "teach.md", "reading.md", "games/*.md")


def rows() -> list[list[str]]:
    """The tables of the glossary: English, German, what it is, and the words not to use."""
    lines = (DOCS / "glossary.md").read_text().splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    return [row for row in cells if len(row) == 5 and row[0] not in {"English", "---"}]


def pattern(column: int) -> re.Pattern[str]:
    """Any word of this column, whatever its ending; … stands for other words of the sentence."""
    words = [word.strip() for row in rows() for word in row[column].split(",") if word.strip()]
    endings = [re.escape(word).replace("…", r"[^.:;?!]*") for word in words]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(endings)})\w*", re.IGNORECASE)


def english() -> Iterator[str]:
    for found in catalogues.marked():
        yield from [found.text] if isinstance(found.text, str) else found.text


def german() -> Iterator[str]:
    for message in catalogues.read(catalogues.LOCALE / "de.po"):
        if message.id:
            yield from catalogues.forms(message)


def documents() -> Iterator[str]:
    for name in FOR_PLAYERS:
        for path in DOCS.glob(name):
            prose = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", " ", path.read_text(), flags=re.DOTALL)
            yield from prose.splitlines()


def test_the_glossary_names_each_thing_once() -> None:
    terms = [term.strip() for row in rows() for term in row[0].split(",")]
    assert len(rows()) > 40
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize(
    ("column", "texts"),
    [(3, english), (4, german), (3, documents)],
    ids=["English", "German", "documents"],
)
def test_no_text_uses_another_word(column: int, texts: Callable[[], Iterator[str]]) -> None:
    refused = pattern(column)
    said = {text: refused.search(re.sub(r"\{\w*\}", "", text)) for text in texts()}
    assert {text: match[0] for text, match in said.items() if match} == {}
