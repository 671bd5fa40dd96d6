"""The panel's bitmap fonts, identical on every machine.

They are drawn as text in `fonts/*.txt`. Accented letters are composed from their base and marks,
which covers most Latin names.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

_FOLDER = Path(__file__).parent / "fonts"

_STROKED = {"Ø": "O\u0338", "ø": "o\u0338", "Ł": "L\u0335", "ł": "l\u0335"}
"""Letters with a stroke, which Unicode does not decompose."""

_DOTLESS = {"i": "\N{LATIN SMALL LETTER DOTLESS I}", "j": "ȷ"}
"""What a letter becomes under a mark."""

_ALIKE = {
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{THIN SPACE}": " ",
    "\N{MODIFIER LETTER APOSTROPHE}": "’",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{MINUS SIGN}": "\N{EN DASH}",
}
"""Characters with the same shape as another one."""

_STROKE, _ABOVE = 1, 230
"""Combining classes: strokes through a letter, and marks above it."""


@dataclass(frozen=True)
class Lettering:
    """A file of letters, and the columns between them."""

    file: str
    gap: int = 1


@dataclass(frozen=True)
class Glyph:
    """A bitmap as rows of bits, leftmost highest; `drop` rows are below the baseline."""

    width: int
    rows: tuple[int, ...]
    drop: int = 0


class Font:
    """Draws text of one height. `height` is the distance between lines."""

    def __init__(
        self, ascent: int, descent: int, gap: int, drawn: Mapping[str, list[Glyph]]
    ) -> None:
        self.ascent = ascent
        self.height = ascent + descent
        self.gap = gap
        self._drawn = drawn
        self._made: dict[str, Image.Image] = {}

    def width(self, text: str) -> int:
        """Return the width of the text in columns."""
        widths = [self._picture(letter).width for letter in _letters(text)]
        return sum(widths) + self.gap * max(0, len(widths) - 1)

    def picture(self, text: str) -> Image.Image:
        """Return the text as a mask of its width and a line's height."""
        line = Image.new("1", (max(1, self.width(text)), self.height))
        x = 0
        for letter in _letters(text):
            drawn = self._picture(letter)
            line.paste(drawn, (x, 0))
            x += drawn.width + self.gap
        return line

    def missing(self, text: str) -> str:
        """Return the characters that can only be drawn as a hollow box."""
        return "".join(letter for letter in _letters(text) if self._glyph(letter) is None)

    def shorten(self, text: str, width: int) -> str:
        """Return as much of the text as fits, with an ellipsis if it was shortened."""
        if self.width(text) <= width:
            return text
        letters = list(_letters(text))
        while letters and self.width("".join(letters).rstrip() + "…") > width:
            letters.pop()
        return "".join(letters).rstrip() + "…" if letters else ""

    def _picture(self, letter: str) -> Image.Image:
        if letter not in self._made:
            glyph = self._glyph(letter) or self._box()
            self._made[letter] = _mask(self._on_line(glyph), glyph.width)
        return self._made[letter]

    def _box(self) -> Glyph:
        high = self._drawn["H"][0]
        edge = (1 << high.width) - 1
        side = 1 | (1 << (high.width - 1))
        return Glyph(high.width, (edge, *[side] * (len(high.rows) - 2), edge))

    def _on_line(self, glyph: Glyph) -> tuple[int, ...]:
        """Return the rows of a full line; rows outside it are dropped."""
        top = self.ascent + glyph.drop - len(glyph.rows)
        rows = [0] * self.height
        for y, row in enumerate(glyph.rows, top):
            if 0 <= y < self.height:
                rows[y] = row
        return tuple(rows)

    def _glyph(self, letter: str) -> Glyph | None:
        if letter in self._drawn:
            return self._drawn[letter][0]
        parts = unicodedata.normalize("NFD", _STROKED.get(letter, letter))
        base, marks = parts[0], parts[1:]
        if not marks or not all(part in self._drawn for part in parts):
            return None
        if any(unicodedata.combining(mark) == _ABOVE for mark in marks):
            base = _DOTLESS.get(base, base)
        glyph = self._drawn[base][0]
        for mark in marks:
            glyph = self._marked(glyph, mark)
        return glyph

    def _marked(self, base: Glyph, mark: str) -> Glyph:
        kind = unicodedata.combining(mark)
        variants = self._drawn[mark]
        drawn = next((each for each in variants if (each.width - base.width) % 2 == 0), variants[0])
        if kind == _ABOVE:
            over = len(base.rows) - base.drop + 1 + len(drawn.rows) - self.ascent
            gap = 1 if over * 5 <= len(base.rows) else 0  # rather touched than squashed
            rows = _squeezed(base.rows, over - 1 + gap)
            lift = len(rows) - base.drop + gap
            base = Glyph(base.width, rows, base.drop)
            drawn = Glyph(drawn.width, drawn.rows, -lift)
        elif kind == _STROKE and drawn.drop == 0:
            above = (len(base.rows) - len(drawn.rows)) // 2
            drawn = Glyph(drawn.width, drawn.rows, -above)
        elif kind == _STROKE:
            drawn = _narrowed(drawn, base.width + 2)
        return self._together(base, drawn)

    def _together(self, one: Glyph, other: Glyph) -> Glyph:
        width = max(one.width, other.width)
        rows = [0] * self.height
        for glyph in (one, other):
            left = (width - glyph.width) // 2
            for y, row in enumerate(self._on_line(glyph)):
                rows[y] |= row << (width - glyph.width - left)
        inked = [y for y, row in enumerate(rows) if row]
        top, bottom = inked[0], inked[-1] + 1
        return Glyph(width, tuple(rows[top:bottom]), bottom - self.ascent)


@cache
def font(lettering: Lettering) -> Font:
    """Return this font; its file is read once."""
    head, *blocks = (_FOLDER / f"{lettering.file}.txt").read_text("utf-8").split("\n\n")
    sizes = dict(line.split() for line in head.splitlines() if not line.startswith("#"))
    drawn: dict[str, list[Glyph]] = {}
    for block in blocks:
        title, *lines = block.splitlines()
        drop, _, names = title.removeprefix("drop ").partition(": ")
        columns = zip(*(line.split() for line in lines), strict=True)
        for name, column in zip(names.split(), columns, strict=True):
            rows = tuple(int(row.replace(".", "0").replace("#", "1"), 2) for row in column)
            letter = name if len(name) == 1 else chr(int(name.removeprefix("U+"), 16))
            drawn.setdefault(letter, []).append(Glyph(len(column[0]), rows, int(drop)))
    return Font(int(sizes["ascent"]), int(sizes["descent"]), lettering.gap, drawn)


def can_draw(text: str) -> bool:
    """Return whether every character can be drawn, at any size."""
    return not font(Lettering("small")).missing(text)


def _letters(text: str) -> Iterator[str]:
    """Split text into characters with their marks."""
    letter = ""
    for character in unicodedata.normalize("NFC", text):
        if letter and unicodedata.combining(character):
            letter += character
            continue
        if letter:
            yield letter
        letter = _ALIKE.get(character, character)
    if letter:
        yield letter


def _squeezed(rows: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Remove rows with little visible change: repeated ones first, from the longest run."""
    shorter = list(rows)
    for _ in range(min(count, len(rows) - 1)):
        runs = [0] * len(shorter)
        for y in range(1, len(shorter)):
            runs[y] = runs[y - 1] + 1 if shorter[y] == shorter[y - 1] else 0
        longest = max(range(len(shorter)), key=lambda y: runs[y])
        del shorter[longest if runs[longest] else len(shorter) // 2]
    return tuple(shorter)


def _narrowed(glyph: Glyph, width: int) -> Glyph:
    over = max(0, glyph.width - width)
    return Glyph(glyph.width - over, tuple(row >> over for row in glyph.rows), glyph.drop)


def _mask(rows: tuple[int, ...], width: int) -> Image.Image:
    stride = (width + 7) // 8
    packed = b"".join((row << (stride * 8 - width)).to_bytes(stride, "big") for row in rows)
    return Image.frombytes("1", (width, len(rows)), packed)
