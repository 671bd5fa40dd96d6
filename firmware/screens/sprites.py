"""The panel's small pictures, drawn as text in `sprites.txt`."""

from functools import cache
from pathlib import Path

from PIL import Image

_FILE = Path(__file__).with_name("sprites.txt")


@cache
def sprite(name: str) -> Image.Image:
    """Return the picture of this name, as a mask."""
    rows = _drawn()[name]
    picture = Image.new("1", (len(rows[0]), len(rows)))
    picture.putdata([255 if dot == "#" else 0 for row in rows for dot in row])
    return picture


@cache
def _drawn() -> dict[str, list[str]]:
    blocks = [block.splitlines() for block in _FILE.read_text("utf-8").split("\n\n")[1:]]
    return {name: rows for name, *rows in blocks}


@cache
def rounded(width: int, height: int, cut: int = 1) -> Image.Image:
    """Return a mask of a box with rounded corners, drawn here to be the same everywhere."""
    rows = [max(0, cut - min(y, height - 1 - y)) for y in range(height)]
    shape = Image.new("1", (width, height))
    for y, short in enumerate(rows):
        if width > 2 * short:
            shape.paste(255, (short, y, width - short, y + 1))
    return shape


@cache
def ring(width: int, height: int, cut: int = 1) -> Image.Image:
    """Return the outline of such a box."""
    shape = rounded(width, height, cut).copy()
    if width > 2 and height > 2:
        shape.paste(0, (1, 1), rounded(width - 2, height - 2, max(0, cut - 1)))
    return shape
