"""Parts and turns of a picture, and readings that were made in them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from firmware.camera.readers import Reads
from firmware.camera.zone import MARGIN, Box, Point, Zone

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.mat.placing import Mat
    from vision.mat.sheet import Area
    from vision.plane import Lie
    from vision.reading import Doubt, Frame, ReadDie, Reading
    from vision.where import Where

T = TypeVar("T")

PUSHED = 0.01
"""Of the picture's width: a mat that is found so far from where it was has been pushed."""
TALLEST = 20.0
"""Millimetres: no die is higher."""
STEPS = 6
"""A side of a zone is drawn in so many steps: lenses bend it."""


class Part(ABC):
    """A part of a picture, as it is read; points are those of the part."""

    @property
    @abstractmethod
    def box(self) -> Box:
        """The part in pixels."""

    def crop(self, frame: "Frame") -> "Frame":
        """The part itself."""
        left, top, right, bottom = self.box
        return frame[top:bottom, left:right]

    def there(self, point: Point) -> Point:
        """The same point in pixels of the whole picture."""
        left, top, _, _ = self.box
        return point[0] + left, point[1] + top

    def here(self, point: Point) -> Point:
        """A point of the whole picture in pixels of this part."""
        left, top, _, _ = self.box
        return point[0] - left, point[1] - top

    def whole(self, reading: "Reading") -> "Reading":
        """The reading in pixels of the whole picture."""
        return mapped(reading, self.there)


@dataclass(frozen=True)
class View(Part):
    """The part of a picture of this size that is read: the zone with a margin.

    Less to look at means more pixels for each die, and hands beside the tray are no motion.
    """

    zone: Zone
    width: int
    height: int

    def fits(self, frame: "Frame") -> bool:
        """Whether this picture is of the size that it was made for."""
        return frame.shape[:2] == (self.height, self.width)

    @property
    def box(self) -> Box:
        """The part in pixels."""
        return self.zone.box(self.width, self.height)

    def contains(self, point: Point) -> bool:
        """Whether this point of the part lies in the zone."""
        x, y = self.there(point)
        return self.zone.contains((x / self.width, y / self.height))


@dataclass(frozen=True)
class OnMat:
    """What a mat adds to a picture, for those who are shown it.

    Attributes:
        zones: The outline of each by its name; "both" is that of the two in one.
        aside: The dice in the KEEP row, also those that are not seen well.
        doubts: Those about them; `die` counts these dice from 0.
    """

    zones: Mapping[str, tuple[Point, ...]]
    aside: "tuple[ReadDie, ...]" = ()
    doubts: "tuple[Doubt, ...]" = ()


@dataclass(frozen=True, eq=False)
class MatView(Part):
    """The zones of a mat in a picture: dice that were thrown, and dice laid aside."""

    mat: "Mat"

    def fits(self, frame: "Frame") -> bool:
        """Whether this picture is of the size that it was made for."""
        return frame.shape[1::-1] == self.mat.size

    def lies_as(self, other: "View | MatView") -> bool:
        """Whether the other is a mat in the same place, but for what pictures differ by."""
        if not isinstance(other, MatView) or other.mat.sheet != self.mat.sheet:
            return False
        zones = (self.mat.sheet.throw, self.mat.sheet.keep)
        far = max(abs(self.mat.outline(z) - other.mat.outline(z)).max() for z in zones)
        return bool(far <= PUSHED * self.mat.size[0])

    @cached_property
    def box(self) -> Box:
        """The part of the picture that shows both zones: asked for every place in it."""
        width, height = self.mat.size
        sheet = self.mat.sheet
        corners = [
            (float(x), float(y))
            for area in (sheet.throw, sheet.keep)
            for high in (0.0, TALLEST)
            for x, y in self.mat.outline(area, high)
        ]
        xs, ys = zip(*corners, strict=True)
        margin = MARGIN * width
        left, top = max(int(min(xs) - margin), 0), max(int(min(ys) - margin), 0)
        return left, top, min(int(max(xs) + margin), width), min(int(max(ys) + margin), height)

    def contains(self, point: Point) -> bool:
        """Whether a die at this point of the part lies in a zone."""
        return self.mat.covers(self.there(point))

    def edge(self, point: Point) -> float:
        """How large a usual die is there."""
        return self.mat.edge(self.there(point))

    def sorted(self, reading: "Reading", expected: Collection[int]) -> "Reading":
        """A reading of the whole picture by zones.

        Whether dice are missing is left to whoever knows what lies aside. A doubt about a die that
        lies aside is none about the throw, but then nothing is known of what lies aside.
        """
        from vision.reading import Doubt  # noqa: PLC0415 (OpenCV: not so early)

        kept = self._kept(reading)
        numbers = [number for number in range(len(reading.dice)) if number not in kept]
        thrown = tuple(reading.dice[number] for number in numbers)
        aside = tuple(reading.dice[number] for number in kept)
        doubts, clear = [], True
        for doubt in reading.doubts:
            die = doubt.arguments.get("die")
            if doubt.code == "count" or (die in kept and _is_no_matter(doubt, reading)):
                continue
            if not isinstance(die, int):
                doubts.append(doubt)
            elif die in numbers:
                about = {**doubt.arguments, "die": numbers.index(die)}
                doubts.append(Doubt(doubt.code, about))
            else:
                clear = False
        if not clear and len(thrown) not in expected:
            wanted = tuple(sorted(expected))
            doubts.append(Doubt("count", {"found": len(thrown), "expected": wanted}))
        return replace(
            reading,
            dice=thrown,
            doubts=tuple(doubts),
            aside=aside if clear else None,
            aside_unclear=not clear,
        )

    def shown(self, reading: "Reading", *, apart: bool) -> OnMat:
        """The zones in a reading of the whole picture, and what lies in KEEP where dice do."""
        from vision.reading import Doubt  # noqa: PLC0415 (as above)

        if not apart:
            sheet = self.mat.sheet
            return OnMat({"both": self._drawn(sheet.throw.joined(sheet.keep))})
        kept = self._kept(reading)
        doubts = tuple(
            Doubt(doubt.code, {**doubt.arguments, "die": kept.index(die)})
            for doubt in reading.doubts
            if isinstance(die := doubt.arguments.get("die"), int)
            and die in kept
            and not _is_no_matter(doubt, reading)
        )
        return OnMat(self.outlines(), tuple(reading.dice[number] for number in kept), doubts)

    def outlines(self) -> dict[str, tuple[Point, ...]]:
        """Both zones by their names, in pixels."""
        sheet = self.mat.sheet
        return {"throw": self._drawn(sheet.throw), "keep": self._drawn(sheet.keep)}

    def _kept(self, reading: "Reading") -> list[int]:
        """The places of the dice that lie in the KEEP row."""
        from vision.mat.placing import Zone as OfMat  # noqa: PLC0415 (as above)

        parts = enumerate(self.mat.zone(die.centre) for die in reading.dice)
        return [number for number, part in parts if part is OfMat.KEEP]

    def _drawn(self, area: "Area") -> tuple[Point, ...]:
        return tuple((float(x), float(y)) for x, y in self.mat.picture(area.edge(STEPS)))


def _is_no_matter(doubt: "Doubt", reading: "Reading") -> bool:
    """A die that a hand laid in a row lies flat, though those beside it may hide how.

    So where one seems to lean, and its face is sure, nothing is wrong with it.
    """
    from vision.judge import SURE  # noqa: PLC0415 (OpenCV: not so early)

    die = doubt.arguments.get("die")
    sure = isinstance(die, int) and reading.dice[die].confidence >= SURE
    return doubt.code == "leaning" and sure


@dataclass(frozen=True)
class HalfTurn:
    """A picture of this size upside down; a second half turn undoes it."""

    width: int
    height: int

    def frame(self, frame: "Frame") -> "Frame":
        """The picture turned."""
        import cv2  # noqa: PLC0415 (OpenCV: not before the first screen)

        return cv2.rotate(frame, cv2.ROTATE_180).astype("uint8", copy=False)

    def point(self, point: Point) -> Point:
        """Where this point is then."""
        return self.width - 1 - point[0], self.height - 1 - point[1]

    def where(self, where: "Where") -> "Where":
        """What is known of the same place in the turned picture."""
        return replace(
            where,
            zone=self._asked(where.zone),
            edge=self._asked(where.edge),
            table=None if where.table is None else where.table.mapped(self.point),
        )

    def _asked(self, question: Callable[[Point], T] | None) -> Callable[[Point], T] | None:
        """The same question about points of the turned picture."""
        return None if question is None else lambda point: question(self.point(point))


def mapped(reading: "Reading", where: Callable[[Point], Point]) -> "Reading":
    """The same reading in pixels of another picture."""

    def die(seen: "ReadDie") -> "ReadDie":
        a, b, c, d = map(where, seen.corners)
        return replace(seen, corners=(a, b, c, d))

    def doubt(told: "Doubt") -> "Doubt":
        match told.arguments:
            case {"x": int() | float() as x, "y": int() | float() as y}:
                across, down = where((x, y))
                return replace(told, arguments={**told.arguments, "x": across, "y": down})
        return told

    return replace(
        reading,
        dice=tuple(map(die, reading.dice)),
        doubts=tuple(map(doubt, reading.doubts)),
        table=None if reading.table is None else reading.table.mapped(where),
    )


def read_part(
    read: Reads,
    crop: "Frame",
    view: View | MatView,
    expected: frozenset[int],
    table: "Lie | None",
    *,
    upside_down: bool,
) -> "Reading":
    """Read this part of a picture, also by turning it; the reading is as if it were not.

    `table` is how the table lies in the whole picture, if that is known.
    """
    from vision.where import Where  # noqa: PLC0415 (OpenCV: not so early)

    edge = view.edge if isinstance(view, MatView) else None
    where = Where(view.contains, edge, None if table is None else table.mapped(view.here))
    if not upside_down:
        return read(crop, expected, where)
    turn = HalfTurn(crop.shape[1], crop.shape[0])
    return mapped(read(turn.frame(crop), expected, turn.where(where)), turn.point)
