"""Draws the panel in a terminal: two pixels per character, or eight if it is narrow."""

from functools import cache, lru_cache

from PIL import Image

_HALVES = " ▄▀█"
"""By upper and lower pixel."""

_BRAILLE = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille character, by row and column."""


def lines(image: Image.Image, columns: int | None = None) -> list[str]:
    """Return the panel as lines of text, in half blocks unless only braille fits."""
    if columns is not None and columns < image.width:
        return [line[:columns] for line in braille(image)]  # a longer one would wrap
    return half_blocks(image)


def half_blocks(image: Image.Image) -> list[str]:
    """Return lines of two rows of pixels each; a panel of 128 x 64 takes 128 x 32 characters."""
    rows = _rows(image, 2)
    return [
        "".join(map(_halves, rows[y], rows[y + 1]))[: image.width] for y in range(0, len(rows), 2)
    ]


def braille(image: Image.Image) -> list[str]:
    """Return lines of four rows of pixels each; a panel of 128 x 64 takes 64 x 16 characters."""
    rows = _rows(image, 4)
    width = (image.width + 1) // 2
    return ["".join(map(_dots, *rows[y : y + 4]))[:width] for y in range(0, len(rows), 4)]


def _rows(image: Image.Image, together: int) -> list[bytes]:
    """Return the rows as packed bits, padded with dark ones to a multiple."""
    packed = image.convert("1").tobytes()
    stride = (image.width + 7) // 8
    rows = [packed[start : start + stride] for start in range(0, len(packed), stride)]
    rows.extend([bytes(stride)] * (-len(rows) % together))
    return rows


@cache
def _halves(upper: int, lower: int) -> str:
    """Return characters for eight columns of two pixels."""
    return "".join(_HALVES[(upper >> bit & 1) * 2 + (lower >> bit & 1)] for bit in range(7, -1, -1))


@lru_cache(maxsize=4096)
def _dots(*four: int) -> str:
    """Return four characters for eight columns of four pixels."""
    return "".join(
        chr(_BRAILLE + sum(_dot_pair(row, bits >> shift & 3) for row, bits in enumerate(four)))
        for shift in (6, 4, 2, 0)
    )


@cache
def _dot_pair(row: int, pair: int) -> int:
    left, right = _DOTS[row]
    return left * (pair >> 1) | right * (pair & 1)
