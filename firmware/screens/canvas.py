"""A panel to draw on: fits text into boxes, and records text that was cut."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops

from firmware.screens.font import Lettering, font
from firmware.screens.layout import Layout
from firmware.screens.sprites import ring, rounded, sprite

INK, DARK = 255, 0

_BETWEEN = 6
"""Between a title and the text beside it."""
EYE = "eye"
_AROUND = 2
"""Dark pixels around the eye."""


class Align(Enum):
    """Horizontal alignment of text."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True)
class Box:
    """An area of the panel; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


class Canvas:
    """An empty panel to draw on.

    `cut` collects the texts that were shortened, `left_out` the feet that had no room at all.
    """

    def __init__(self, layout: Layout, *, watched: bool = False) -> None:
        self.layout = layout
        self.watched = watched
        """Whether to draw an eye in the corner: somebody watches the camera's picture."""
        self.image = Image.new("1", (layout.width, layout.height))
        self.cut: list[str] = []
        self.left_out: list[str] = []

    @property
    def whole(self) -> Box:
        return Box(0, 0, self.layout.width, self.layout.height)

    @property
    def row(self) -> int:
        """The height of a line of decision text."""
        return font(self.layout.decision[0]).height

    @property
    def line(self) -> int:
        """The height of a line of small print."""
        return font(self.layout.small).height

    def write(
        self,
        text: str,
        box: Box,
        lettering: Lettering | None = None,
        align: Align = Align.LEFT,
        ink: int = INK,
    ) -> None:
        """Write a line, by default in small print, vertically centred in the box."""
        letters = font(lettering or self.layout.small)
        shown = letters.shorten(text, box.width)
        if shown != text or letters.missing(text):
            self.cut.append(text)
        picture = letters.picture(shown)
        left = box.left + round((box.width - picture.width) * align.value)
        self.image.paste(ink, (left, box.top + (box.height - picture.height) // 2), picture)

    def decide(self, text: str, box: Box, align: Align = Align.CENTRE) -> None:
        """Write a line of decision text in the widest letters that fit."""
        self.write(text, box, self.lettering([text], box.width), align)

    def lettering(self, texts: Iterable[str], width: int) -> Lettering:
        """Return the widest letters for decisions in which each text fits, else the narrowest."""
        wanted = list(texts)
        for each in self.layout.decision:
            if all(font(each).width(text) <= width for text in wanted):
                return each
        return self.layout.decision[-1]

    def across(self, count: int, texts: Iterable[str], room: int) -> int:
        """Return how many columns to use: at most `count`, and one if a text does not fit in."""
        wanted = max(1, min(self.layout.columns, count))
        width = columns(room, wanted, between=self.layout.gutter)[0][1]
        slimmest = font(self.layout.decision[-1])
        return wanted if all(slimmest.width(text) <= width for text in texts) else 1

    def stamp(self, name: str, box: Box, align: Align = Align.CENTRE, ink: int = INK) -> None:
        """Draw a small picture, vertically centred in the box."""
        drawing = sprite(name)
        left = box.left + round((box.width - drawing.width) * align.value)
        self.image.paste(ink, (left, box.top + (box.height - drawing.height) // 2), drawing)

    def fill(self, box: Box, ink: int = INK) -> None:
        if box.width > 0 and box.height > 0:
            self.image.paste(ink, (box.left, box.top, box.right, box.bottom))

    def frame(self, box: Box, ink: int = INK) -> None:
        """Draw a line around the box, inside it."""
        if box.width > 1 and box.height > 1:
            self.image.paste(ink, (box.left, box.top), ring(box.width, box.height, 0))

    def plate(self, box: Box, cut: int = 1) -> None:
        """Fill the box except for its corners."""
        if box.width > 0 and box.height > 0:
            self.image.paste(INK, (box.left, box.top), rounded(box.width, box.height, cut))

    def invert(self, box: Box) -> None:
        part = self.image.crop((box.left, box.top, box.right, box.bottom))
        self.image.paste(ImageChops.invert(part), (box.left, box.top))

    def framed(self, title: str, foot: str, needed: int, sign: str = "") -> Box:
        """Draw the title, with a sign if there is room, and the foot; return the remaining box.

        If the content needs the foot's place, and always on a wide panel, the foot moves beside the
        title, replacing the sign. If it fits nowhere, it is left out.
        """
        layout = self.layout
        body = Box(0, layout.bar if title else 0, layout.width, layout.height)
        below = body.height - self.line >= needed
        beside = ""
        if foot and title and self.beside(title, foot) and (layout.columns > 1 or not below):
            beside = foot
        elif foot and below:
            body = Box(0, body.top, body.right, body.bottom - self.line)
            self.write(foot, self.inner(Box(0, body.bottom, body.right, layout.height)))
        elif foot:
            self.left_out.append(foot)
        if title:
            self._title(title, beside, sign)
        return body

    def beside(self, title: str, foot: str) -> bool:
        """Return whether a foot fits at the right of the title."""
        return self._room(title) >= font(self.layout.small).width(foot)

    def _room(self, title: str) -> int:
        """Return the space at the right of the title, less a gap."""
        return self._bar.width - font(self.layout.small).width(title) - _BETWEEN

    @property
    def _bar(self) -> Box:
        bar = self.inner(Box(0, 0, self.layout.width, self.layout.bar - 1))
        return replace(bar, right=self.corner.left) if self.watched else bar

    @property
    def corner(self) -> Box:
        width, height = sprite(EYE).size
        left = self.layout.width - width - 2 * _AROUND
        return Box(left, 0, self.layout.width, height + 2 * _AROUND)

    def put_eye(self) -> None:
        """Draw the eye, with dark pixels around it."""
        if self.watched:
            self.fill(self.corner, DARK)
            self.stamp(EYE, self.corner)

    def answer(self, text: str) -> None:
        """Write this over the last line, light on dark inverted, if there is a text."""
        if text:
            bar = replace(self.whole, top=self.layout.height - self.layout.bar)
            self.fill(replace(bar, top=bar.top - 1), DARK)
            self.fill(bar)
            self.write(text, self.inner(bar), align=Align.CENTRE, ink=DARK)

    def inner(self, box: Box) -> Box:
        """Return the box without its side margins."""
        margin = self.layout.margin
        return Box(box.left + margin, box.top, box.right - margin, box.bottom)

    def _title(self, title: str, beside: str, sign: str) -> None:
        self.fill(Box(0, 0, self.layout.width, self.layout.bar - 1))
        inner = self._bar
        if beside:
            self.write(beside, inner, align=Align.RIGHT, ink=DARK)
        elif sign and sprite(sign).width <= self._room(title):
            self.stamp(sign, inner, Align.RIGHT, DARK)
        self.write(title, inner, ink=DARK)


def wrapped(text: str, lettering: Lettering, width: int, hang: int = 0) -> list[str]:
    """Wrap text to lines of this width; lines after the first are indented by `hang`."""
    space = font(lettering).width(" ") + 2 * font(lettering).gap
    lines: list[str] = []
    for part in text.split("\n"):
        words: list[str] = []
        taken = 0
        for word in part.split():
            more = _width(lettering, word)
            if words and taken + space + more > width - (hang if lines else 0):
                lines.append(" ".join(words))
                words, taken = [], 0
            taken += more + (space if words else 0)
            words.append(word)
        lines.append(" ".join(words))
    return lines


def balanced(text: str, lettering: Lettering, width: int) -> list[str]:
    """Wrap text to as few lines as possible, of similar length."""
    lines = wrapped(text, lettering, width)
    low = max((_width(lettering, word) for word in text.split()), default=0)
    high = width
    while low < high:
        middle = (low + high) // 2
        closer = wrapped(text, lettering, middle)
        if len(closer) <= len(lines):
            high, lines = middle, closer
        else:
            low = middle + 1
    return lines


@lru_cache(maxsize=2048)
def _width(lettering: Lettering, word: str) -> int:
    return font(lettering).width(word)


def columns(total: int, count: int, left: int = 0, between: int = 0) -> Sequence[tuple[int, int]]:
    """Divide the width into `count` columns of similar width; return left and right of each."""
    edges = [left + (total + between) * place // count for place in range(count + 1)]
    return [(start, end - between) for start, end in pairwise(edges)]
