"""Draws a die: an outline with pips or a picture, filled if it is chosen."""

from functools import lru_cache

from PIL import Image, ImageChops

from firmware.screens.kinds import Mark
from firmware.screens.sprites import ring, rounded, sprite
from rules.dice import Face

_LOW, _MIDDLE, _HIGH = 0, 1, 2
_CORNERS = ((_LOW, _LOW), (_HIGH, _HIGH)), ((_HIGH, _LOW), (_LOW, _HIGH))
_SIDES = (_LOW, _MIDDLE), (_HIGH, _MIDDLE)
_CENTRE = ((_MIDDLE, _MIDDLE),)
_PIPS = {
    Face.ONE: _CENTRE,
    Face.TWO: _CORNERS[1],
    Face.THREE: (*_CORNERS[1], *_CENTRE),
    Face.FOUR: (*_CORNERS[0], *_CORNERS[1]),
    Face.FIVE: (*_CORNERS[0], *_CORNERS[1], *_CENTRE),
    Face.SIX: (*_CORNERS[0], *_CORNERS[1], *_SIDES),
}
"""Positions of the pips in a grid of three by three."""

_PICTURES = {
    Face.WORM: ("worm 15", "worm 11", "worm 7"),
    Face.CUCUMBER: ("cucumber 15", "cucumber 11", "cucumber 7"),
    Face.CHEESE: ("cheese 15", "cheese 11", "cheese 7"),
    Face.KETCHUP: ("ketchup 15", "ketchup 11", "ketchup 7"),
    Face.BUN: ("bun 15", "bun 11", "bun 7"),
}
"""Larger pictures first."""

_FRAME = 2
"""The edge of a die and the gap beside it."""

_INK = 255


@lru_cache(maxsize=256)
def die(
    face: Face | None, width: int, height: int, mark: Mark = Mark.NONE, *, filled: bool = False
) -> Image.Image:
    """Draw a die of this size; a question mark without a face. `filled` means chosen."""
    signs = _signs(face, width, height)
    picture = Image.new("1", (width, height))
    if mark is Mark.DOUBTED:
        _shade(picture, signs)
    if mark is Mark.AGAIN:
        _stripe(picture, signs)
    if mark is Mark.STRUCK:
        _strike(picture, signs, face)
    else:
        picture.paste(_INK, (0, 0), signs)
    if filled:
        picture = ImageChops.invert(picture)
    return _edged(picture, dotted=mark is Mark.STRUCK)


def _edged(inside: Image.Image, *, dotted: bool) -> Image.Image:
    edge = ring(*inside.size)
    picture = ImageChops.logical_and(inside, rounded(*inside.size))
    picture.paste(_checkered(inside.size) if dotted else edge, (0, 0), edge)
    return picture


def _signs(face: Face | None, width: int, height: int) -> Image.Image:
    """Draw the die's face without its edge."""
    signs = Image.new("1", (width, height))
    if face in _PIPS:
        _draw_pips(signs, face)
        return signs
    names = _PICTURES[face] if face is not None else ("query",)
    for name in names:
        drawing = sprite(name)
        across, down = width - drawing.width, height - drawing.height
        if min(across, down) >= 2 * _FRAME or name == names[-1]:
            signs.paste(drawing, ((across + 1) // 2, (down + 1) // 2))
            break
    return signs


def _draw_pips(signs: Image.Image, face: Face) -> None:
    size = 5 if min(signs.size) >= 21 else 3 if min(signs.size) >= 13 else 1
    pip = rounded(size, size, size // 5)
    for column, row in _PIPS[face]:
        place = (_pip_place(column, signs.width, size), _pip_place(row, signs.height, size))
        signs.paste(_INK, place, pip)


def _pip_place(place: int, length: int, size: int) -> int:
    edge = max(_FRAME, (length - 3 * size) // 4)
    return (edge, (length - size) // 2, length - edge - size)[place]


@lru_cache(maxsize=16)
def _checkered(size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    picture.putdata([_INK * ((x + y) % 2 == 0) for y in range(size[1]) for x in range(size[0])])
    return picture


def _around(signs: Image.Image) -> Image.Image:
    """Return the face's pixels and their neighbours."""
    wide = signs
    for step in (-1, 1):
        wide = ImageChops.logical_or(wide, ImageChops.offset(signs, step, 0))
    high = wide
    for step in (-1, 1):
        high = ImageChops.logical_or(high, ImageChops.offset(wide, 0, step))
    return high


def _shade(picture: Image.Image, signs: Image.Image) -> None:
    """Shade the die towards its edge; leave dark pixels around the face so that it is readable."""
    if picture.width <= 10:
        return
    inside = (2, 2, picture.width - 2, picture.height - 2)
    picture.paste(_checkered(picture.size).crop(inside), inside)
    middle = (5, 5, picture.width - 5, picture.height - 5)
    picture.paste(0, middle)
    picture.paste(0, (0, 0), _around(signs))


def _stripe(picture: Image.Image, signs: Image.Image) -> None:
    """Draw horizontal stripes to suggest motion; leave dark pixels around the face."""
    for y in range(2, picture.height - 2, 2):
        picture.paste(_INK, (2, y, picture.width - 2, y + 1))
    picture.paste(0, (0, 0), _around(signs))


def _strike(picture: Image.Image, signs: Image.Image, face: Face | None) -> None:
    """Strike the die out: behind pips, which must be counted, but across a picture."""
    if face not in _PIPS:
        picture.paste(_INK, (0, 0), signs)
        _slant(picture, -1, 3, 0)
        _slant(picture, 0, 1, _INK)
        return
    aside = picture.width // 3
    for start in (-aside, aside) if face is Face.FIVE else (0,):  # a five hides its diagonals
        _slant(picture, start, 2, _INK)
    picture.paste(0, (0, 0), _around(signs))
    picture.paste(_INK, (0, 0), signs)


def _slant(picture: Image.Image, start: int, thick: int, ink: int) -> None:
    """Draw a line from the upper left to the lower right, shifted sideways by `start`."""
    for y in range(1, picture.height - 1):
        x = 1 + (y - 1) * (picture.width - 3) // (picture.height - 3) + start
        left, right = max(0, x), min(picture.width, x + thick)
        if left < right:
            picture.paste(ink, (left, y, right, y + 1))
