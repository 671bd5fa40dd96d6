"""Brings every marked text of firmware into each catalogue, for `make words`.

What is new comes with an empty translation, what is nowhere said any more goes. Nothing is guessed.
"""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import read_po, write_po

import firmware

PACKAGE = Path(str(firmware.__file__)).parent
LOCALE = PACKAGE / "speech" / "locale"
WIDTH = 100

_MARKS: Mapping[str, Any] = {**DEFAULT_KEYWORDS, "NN_": (1, 2), "NP_": ((1, "c"), 2)}
_OF_THE_TABLE: Mapping[str, Any] = {**_MARKS, "say": None, "many": (1, 2)}
"""Views and pages look texts up by `say` and `many`; a console's `say` is no such thing."""
_SAYING = ("firmware/table/", "firmware/page/")


class Marked(NamedTuple):
    """A text of the source that wants a translation."""

    file: str
    text: str | tuple[str, ...]
    context: str | None


@cache
def marked() -> tuple[Marked, ...]:
    """Every marked text, in the order of files and lines."""
    return tuple(
        Marked(path.relative_to(PACKAGE.parent).as_posix(), text, context)
        for path in sorted(PACKAGE.rglob("*.py"))
        for _, text, _, context in extract_from_file("python", path, keywords=_keywords(path))
    )


def _keywords(path: Path) -> Mapping[str, Any]:
    file = path.relative_to(PACKAGE.parent).as_posix()
    return _OF_THE_TABLE if file.startswith(_SAYING) else _MARKS


def read(path: Path) -> Catalog:
    """A catalogue as it stands."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a message, of a plural each of its forms."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def update(path: Path) -> list[str]:
    """Bring the texts into this catalogue; those that are not translated yet."""
    template = Catalog()
    for file, text, context in marked():
        template.add(text, locations=[(file, 0)], context=context)
    catalogue = read(path)
    born = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.creation_date = born  # else each run would differ from the last
    with path.open("wb") as kept:
        write_po(kept, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    return [str(message.id) for message in catalogue if message.id and not all(forms(message))]


def main() -> int:
    """Update all; fails where something is left to translate, and says what."""
    left = 0
    for path in sorted(LOCALE.glob("*.po")):
        for text in update(path):
            print(f"{path.name}: {text}")
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
