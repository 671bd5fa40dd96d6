"""The layout of the printed mat, in millimetres from the upper left corner of the paper.

The paper lies in landscape; the player sits at its lower side, before the KEEP row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

MARGIN = 9.0
"""The white margin that printers and markers need."""
MARKER = 28.0
GAP = 7.0
DEEP = 34.0
"""The depth of the KEEP row; a die that lies a little askew still fits."""
CORNERS = 4
RULER = 100
"""The length of the ruler, to check that the paper was printed in its true size."""
LINE = 0.4
_TICK, _TEN = 2.5, 5.0


class Paper(StrEnum):
    """The kinds of paper. Markers contain their order, so add new ones at the end."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"


_SIZES = {Paper.A4: (297.0, 210.0), Paper.A3: (420.0, 297.0), Paper.LETTER: (279.4, 215.9)}


@dataclass(frozen=True)
class Area:
    """A rectangle of the paper."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners, clockwise as seen from above, from the upper left."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def edge(self, steps: int) -> tuple[tuple[float, float], ...]:
        """Return points around it, this many on each side, including the corners."""
        corners = self.corners
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        parts = [step / steps for step in range(steps)]
        return tuple((x + (u - x) * t, y + (v - y) * t) for (x, y), (u, v) in sides for t in parts)

    def joined(self, other: "Area") -> "Area":
        """Return the smallest area with both."""
        return Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def contains(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Return whether a point is inside, or at most `slack` outside."""
        return (
            self.left - slack <= x <= self.right + slack
            and self.top - slack <= y <= self.bottom + slack
        )


@dataclass(frozen=True)
class Caption:
    """Words on the paper that begin at `x`, with their baseline at `y`; `code` names the text.

    `wide` is the space for them.
    """

    code: str
    x: float
    y: float
    height: float
    wide: float


@dataclass(frozen=True)
class Sheet:
    """The mat on one kind of paper."""

    paper: Paper

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return _SIZES[self.paper]

    @property
    def throw(self) -> Area:
        """The zone for throwing."""
        side, top = MARGIN + MARKER + GAP, MARGIN
        return Area(side, top, self.size[0] - side, self.keep.top - GAP)

    @property
    def keep(self) -> Area:
        """The zone for dice laid aside."""
        side, bottom = MARGIN + MARKER + GAP, self.size[1] - MARGIN
        return Area(side, bottom - DEEP, self.size[0] - side, bottom)

    @property
    def markers(self) -> dict[int, Area]:
        """Each marker by its number, clockwise from the upper left."""
        width, height = self.size
        far = MARGIN + MARKER
        places = (
            (MARGIN, MARGIN),
            (width - far, MARGIN),
            (width - far, height - far),
            (MARGIN, height - far),
        )
        first = list(Paper).index(self.paper) * CORNERS
        return {
            first + nth: Area(x, y, x + MARKER, y + MARKER) for nth, (x, y) in enumerate(places)
        }

    @property
    def ruler(self) -> Area:
        """The upright ruler beside the THROW zone."""
        left = self.throw.right + GAP
        top = (self.size[1] - RULER) / 2
        return Area(left, top, left + _TEN, top + RULER)

    def captions(self) -> Iterator[Caption]:
        """All printed words. They are outside the zones, where they cannot be taken for dice."""
        throw, ruler = self.throw, self.ruler
        yield Caption("throw", MARGIN, throw.middle[1], 4.6, MARKER)
        yield Caption("keep", MARGIN, self.keep.top + 1, 4.6, MARKER)
        yield Caption(
            "player", throw.left, self.keep.top - GAP / 2 + 1, 2.1, throw.right - throw.left
        )
        yield Caption("ruler", ruler.right + 2, ruler.middle[1], 2.1, MARKER - _TEN - 2)

    def lines(self) -> Iterator[Area]:
        """All thin lines: the zones and the ruler."""
        for zone in (self.throw, self.keep):
            (left, top), (right, bottom) = zone.corners[0], zone.corners[2]
            yield Area(left, top, right, top + LINE)
            yield Area(left, bottom - LINE, right, bottom)
            yield Area(left, top, left + LINE, bottom)
            yield Area(right - LINE, top, right, bottom)
        ruler = self.ruler
        yield Area(ruler.left, ruler.top, ruler.left + LINE, ruler.bottom)
        for centimetre in range(RULER // 10 + 1):
            long = _TEN if centimetre % 5 == 0 else _TICK
            y = ruler.top + 10 * centimetre
            yield Area(ruler.left, y - LINE / 2, ruler.left + long, y + LINE / 2)


def sheet_of(marker: int) -> Sheet:
    """The sheet that carries the marker of this number."""
    return Sheet(list(Paper)[marker // CORNERS])
