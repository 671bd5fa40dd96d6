"""Adds every marked text of the firmware to each catalogue: `make words`.

A new text has an empty translation. An edited text keeps its translation, marked as fuzzy together
with the old text; players see English until somebody removes the mark. A text that is gone from the
source is removed. The places of texts do not matter.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.messages.pofile import normalize, read_po, write_po

import firmware
from firmware.web import texts

PACKAGE = Path(str(firmware.__file__)).parent
LOCALE = PACKAGE / "speech" / "locale"
WIDTH = 100

MARKS: Mapping[str, Any] = {
    **DEFAULT_KEYWORDS, "NN_": (1, 2), "NP_": ((1, "c"), 2), "say": None, "many": (1, 2),
}  # fmt: skip
"""The functions whose texts are translated, by the same names in every module."""


class Marked(NamedTuple):
    """A text of the source to translate."""

    file: str
    text: str | tuple[str, ...]
    context: str | None

    @property
    def key(self) -> tuple[str | None, str]:
        """The key of the text."""
        return self.context, first(self.text)


@cache
def marked(package: Path = PACKAGE) -> tuple[Marked, ...]:
    """Every marked text, in the order of files and lines."""
    return tuple(
        Marked(path.relative_to(package.parent).as_posix(), text, context)
        for path in sorted(package.rglob("*"))
        for text, context in _marked_in(path)
    )


def _marked_in(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    if path.suffix == ".py":
        for _, text, _, context in extract_from_file("python", path, keywords=MARKS):
            yield text, context
    elif path.suffix in {".js", ".html"}:
        yield from ((text, None) for text in texts.marked(path.read_text()))


def read(path: Path) -> Catalog:
    """A catalogue as it stands."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def first(texts: str | tuple[str, ...] | list[str]) -> str:
    return texts if isinstance(texts, str) else texts[0]


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a message, of a plural each of its forms."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def update(path: Path, package: Path = PACKAGE) -> list[str]:
    """Bring the texts into this catalogue; tells those to translate or to review."""
    template = Catalog()
    for found in marked(package):
        template.add(found.text, context=found.context)
    catalogue = read(path)
    born = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.creation_date = born  # else each run would differ from the last
    for message in catalogue:
        if message.id and not any(forms(message)):
            _guess(message, catalogue.obsolete.values())
        if not message.fuzzy:
            message.user_comments = [said for said in message.user_comments if said[:1] != "|"]
    _write(path, catalogue)
    return _left(catalogue, marked(package))


def _guess(message: Message, gone: Iterable[Message]) -> None:
    """Give a new text the translation of the closest of those that have gone, as fuzzy."""
    kind = isinstance(message.id, str)
    known = {first(old.id): old for old in gone if isinstance(old.id, str) is kind and old.string}
    for text in get_close_matches(first(message.id), known, 1):
        old = known[text]
        message.string = old.string
        message.flags.add("fuzzy")
        if old.fuzzy:  # edited again: its translation is of the text before
            message.user_comments = old.user_comments
            return
        previous = f"msgid {normalize(text, width=WIDTH)}"
        message.user_comments = [f"| {line}" for line in previous.splitlines()]


def _write(path: Path, catalogue: Catalog) -> None:
    """Sorted by text and without the names of files: a moved module changes nothing."""
    written = BytesIO()
    write_po(written, catalogue, WIDTH, no_location=True, ignore_obsolete=True, sort_output=True)
    # Babel reads a previous text as a comment of the translator's: back into its form and place.
    previous = re.compile(r"^((?:# \|.*\n)+)(#,.*\n)", re.MULTILINE)
    text = previous.sub(
        lambda found: found[2] + found[1].replace("# |", "#|"), written.getvalue().decode()
    )
    path.write_text(text, encoding="utf-8")


def _left(catalogue: Catalog, all_marked: Iterable[Marked]) -> list[str]:
    left = {}
    for found in all_marked:
        message = catalogue.get(first(found.text), found.context)
        if message is None or message.fuzzy or not all(forms(message)):
            changed = " (edited: review its translation)" if message and message.fuzzy else ""
            left[found.key] = f"{found.file}: {first(found.text)}{changed}"
    return list(left.values())


def main() -> int:
    """Update all; fails where something is left to translate or to review, and says what."""
    left = 0
    for path in sorted(LOCALE.glob("*.po")):
        for text in update(path):
            print(f"{path.name}: {text}")
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
