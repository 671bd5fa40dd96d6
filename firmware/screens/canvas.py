"""The panel while it is drawn: text that is made to fit, and a note of what was cut."""

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
"""From a title to what stands beside it."""
EYE = "eye"
_AROUND = 2
"""Dark pixels around the eye."""


class Align(Enum):
    """Where text stands in the width it is given."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True)
class Box:
    """A part of the panel; right and bottom are just outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Rows."""
        return self.bottom - self.top


class Canvas:
    """An empty panel to draw on; `cut` collects the texts that could not be shown whole.

    `left_out` are feet for which there was no place at all.
    """

    def __init__(self, layout: Layout, *, watched: bool = False) -> None:
        self.layout = layout
        self.watched = watched
        """Whether an eye stands in the corner: somebody sees what the camera sees."""
        self.image = Image.new("1", (layout.width, layout.height))
        self.cut: list[str] = []
        self.left_out: list[str] = []

    @property
    def whole(self) -> Box:
        """All of the panel."""
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
        """One line, in small print unless told otherwise, in the vertical middle of the box."""
        letters = font(lettering or self.layout.small)
        shown = letters.shorten(text, box.width)
        if shown != text or letters.missing(text):
            self.cut.append(text)
        picture = letters.picture(shown)
        left = box.left + round((box.width - picture.width) * align.value)
        self.image.paste(ink, (left, box.top + (box.height - picture.height) // 2), picture)

    def decide(self, text: str, box: Box, align: Align = Align.CENTRE) -> None:
        """One line of decision text, as wide as fits."""
        self.write(text, box, self.lettering([text], box.width), align)

    def lettering(self, texts: Iterable[str], width: int) -> Lettering:
        """The widest letters for decisions in which each text fits, else the slimmest."""
        wanted = list(texts)
        for each in self.layout.decision:
            if all(font(each).width(text) <= width for text in wanted):
                return each
        return self.layout.decision[-1]

    def stamp(self, name: str, box: Box, align: Align = Align.CENTRE, ink: int = INK) -> None:
        """A small picture, in the vertical middle of the box."""
        drawing = sprite(name)
        left = box.left + round((box.width - drawing.width) * align.value)
        self.image.paste(ink, (left, box.top + (box.height - drawing.height) // 2), drawing)

    def fill(self, box: Box, ink: int = INK) -> None:
        """All of the box in one ink."""
        if box.width > 0 and box.height > 0:
            self.image.paste(ink, (box.left, box.top, box.right, box.bottom))

    def frame(self, box: Box, ink: int = INK) -> None:
        """A line around the box, inside it."""
        if box.width > 1 and box.height > 1:
            self.image.paste(ink, (box.left, box.top), ring(box.width, box.height, 0))

    def plate(self, box: Box, cut: int = 1) -> None:
        """All of the box but its corners."""
        if box.width > 0 and box.height > 0:
            self.image.paste(INK, (box.left, box.top), rounded(box.width, box.height, cut))

    def invert(self, box: Box) -> None:
        """Dark becomes light."""
        part = self.image.crop((box.left, box.top, box.right, box.bottom))
        self.image.paste(ImageChops.invert(part), (box.left, box.top))

    def framed(self, title: str, foot: str, needed: int, sign: str = "") -> Box:
        """Title above, with a sign if both fit, and foot below; answers with what is left.

        The rest goes first: where it needs the foot's place, the foot stands beside the title, in
        place of the sign, if both fit there, else it is left out.
        """
        layout = self.layout
        body = Box(0, layout.bar if title else 0, layout.width, layout.height)
        beside = ""
        if foot and body.height - self.line >= needed:
            body = Box(0, body.top, body.right, body.bottom - self.line)
            self.write(foot, self.inner(Box(0, body.bottom, body.right, layout.height)))
        elif foot and title and self.beside(title, foot):
            beside = foot
        elif foot:
            self.left_out.append(foot)
        if title:
            self._title(title, beside, sign)
        return body

    def beside(self, title: str, foot: str) -> bool:
        """Whether a foot can stand at the right of the title."""
        return self._room(title) >= font(self.layout.small).width(foot)

    def _room(self, title: str) -> int:
        """What a title leaves at its right, with something between."""
        return self._bar.width - font(self.layout.small).width(title) - _BETWEEN

    @property
    def _bar(self) -> Box:
        """Where a title stands."""
        bar = self.inner(Box(0, 0, self.layout.width, self.layout.bar - 1))
        return replace(bar, right=self.corner.left) if self.watched else bar

    @property
    def corner(self) -> Box:
        """Where the eye stands."""
        width, height = sprite(EYE).size
        left = self.layout.width - width - 2 * _AROUND
        return Box(left, 0, self.layout.width, height + 2 * _AROUND)

    def put_eye(self) -> None:
        """Dark around it, whatever stands there."""
        if self.watched:
            self.fill(self.corner, DARK)
            self.stamp(EYE, self.corner)

    def inner(self, box: Box) -> Box:
        """The box without the margins at its sides."""
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
    """The text in lines of that width; lines after the first are `hang` narrower."""
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
    """The text in as few lines as fit the width, of lengths as equal as can be."""
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


def columns(total: int, count: int, left: int = 0) -> Sequence[tuple[int, int]]:
    """`count` columns over the width, each as left and right, as equal as can be."""
    edges = [left + total * place // count for place in range(count + 1)]
    return list(pairwise(edges))
