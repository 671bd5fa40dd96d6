"""Crops and rotations of a picture, and mapping readings back."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from firmware.camera.readers import Reads
from firmware.camera.zone import MARGIN, Box, Point, Zone

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.geometry import Frame
    from vision.mat.placing import Mat
    from vision.mat.sheet import Area
    from vision.reading import Doubt, ReadDie, Reading, TablePose
    from vision.stages.context import Context

T = TypeVar("T")

PUSHED = 0.01
"""A mat found this far away, as a fraction of the picture's width, was moved."""
TALLEST = 20.0
"""Millimetres; no die is higher."""
STEPS = 6
"""Points drawn per side of a zone, because lenses bend straight lines."""


class Part(ABC):
    """The area of a picture that is read. Points are relative to the area."""

    @property
    @abstractmethod
    def box(self) -> Box:
        """Return the area in pixels."""

    def crop(self, frame: "Frame") -> "Frame":
        left, top, right, bottom = self.box
        return frame[top:bottom, left:right]

    def there(self, point: Point) -> Point:
        """Convert a point of the area to the whole picture."""
        left, top, _, _ = self.box
        return point[0] + left, point[1] + top

    def here(self, point: Point) -> Point:
        """Convert a point of the whole picture to this area."""
        left, top, _, _ = self.box
        return point[0] - left, point[1] - top

    def whole(self, reading: "Reading") -> "Reading":
        """Convert a reading to pixels of the whole picture."""
        return mapped(reading, self.there)


@dataclass(frozen=True)
class View(Part):
    """The zone with a margin, in a picture of this size.

    A smaller area leaves more pixels for each die and ignores hands beside the tray.
    """

    zone: Zone
    width: int
    height: int

    def fits(self, frame: "Frame") -> bool:
        """Return whether this picture has the expected size."""
        return frame.shape[:2] == (self.height, self.width)

    @property
    def box(self) -> Box:
        return self.zone.box(self.width, self.height)

    def contains(self, point: Point) -> bool:
        """Return whether this point of the area is in the zone."""
        x, y = self.there(point)
        return self.zone.contains((x / self.width, y / self.height))


@dataclass(frozen=True)
class OnMat:
    """What a mat adds to a reading, for display.

    Attributes:
        zones: The outline of each zone by name; "both" surrounds the two.
        aside: The dice in the KEEP row, including badly visible ones.
        doubts: Doubts about those dice; `die` counts them from 0.
    """

    zones: Mapping[str, tuple[Point, ...]]
    aside: "tuple[ReadDie, ...]" = ()
    doubts: "tuple[Doubt, ...]" = ()


@dataclass(frozen=True, eq=False)
class MatView(Part):
    """The zones of a mat in a picture: thrown dice, and dice set aside."""

    mat: "Mat"

    def fits(self, frame: "Frame") -> bool:
        return frame.shape[1::-1] == self.mat.size

    def same_place(self, other: "View | MatView") -> bool:
        """Return whether the other mat is at the same place, within the noise of pictures."""
        if not isinstance(other, MatView) or other.mat.sheet != self.mat.sheet:
            return False
        zones = (self.mat.sheet.throw, self.mat.sheet.keep)
        far = max(abs(self.mat.outline(z) - other.mat.outline(z)).max() for z in zones)
        return bool(far <= PUSHED * self.mat.size[0])

    @cached_property
    def box(self) -> Box:
        """Return the area that shows both zones. Computed once; it is needed for every point."""
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
        """Return whether a die at this point of the area is in a zone."""
        return self.mat.covers(self.there(point))

    def edge(self, point: Point) -> float:
        """Return the size of a typical die at this point."""
        return self.mat.edge(self.there(point))

    def sorted(self, reading: "Reading", expected: Collection[int]) -> "Reading":
        """Sort a reading of the whole picture by zones.

        This does not check for missing dice; the caller knows how many are set aside. A doubt about
        a die set aside does not affect the throw, but then the dice set aside are unknown.
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
        """Return the zones, and the dice in KEEP if there are any."""
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
        """Return both zones by name, in pixels."""
        sheet = self.mat.sheet
        return {"throw": self._drawn(sheet.throw), "keep": self._drawn(sheet.keep)}

    def _kept(self, reading: "Reading") -> list[int]:
        """Return the positions of the dice in the KEEP row."""
        from vision.mat.placing import Zone as OfMat  # noqa: PLC0415 (as above)

        parts = enumerate(self.mat.zone(die.centre) for die in reading.dice)
        return [number for number, part in parts if part is OfMat.KEEP]

    def _drawn(self, area: "Area") -> tuple[Point, ...]:
        return tuple((float(x), float(y)) for x, y in self.mat.picture(area.edge(STEPS)))


def _is_no_matter(doubt: "Doubt", reading: "Reading") -> bool:
    """Return whether to ignore this doubt about a die in the KEEP row.

    Dice placed in a row lie flat, but may hide each other's sides. So a die that seems tilted is
    fine if its face is certain.
    """
    from vision.stages.limits import SURE  # noqa: PLC0415 (OpenCV: not so early)

    die = doubt.arguments.get("die")
    sure = isinstance(die, int) and reading.dice[die].confidence >= SURE
    return doubt.code == "leaning" and sure


@dataclass(frozen=True)
class HalfTurn:
    """Turns a picture of this size upside down; applying it twice restores it."""

    width: int
    height: int

    def frame(self, frame: "Frame") -> "Frame":
        import cv2  # noqa: PLC0415 (OpenCV: not before the first screen)

        return cv2.rotate(frame, cv2.ROTATE_180).astype("uint8", copy=False)

    def point(self, point: Point) -> Point:
        return self.width - 1 - point[0], self.height - 1 - point[1]

    def context(self, context: "Context") -> "Context":
        """Turn what is known about a point in the same way."""
        return replace(
            context,
            zone=self._asked(context.zone),
            edge=self._asked(context.edge),
            table=None if context.table is None else context.table.mapped(self.point),
        )

    def _asked(self, question: Callable[[Point], T] | None) -> Callable[[Point], T] | None:
        """Turn a function of points in the same way."""
        return None if question is None else lambda point: question(self.point(point))


def mapped(reading: "Reading", where: Callable[[Point], Point]) -> "Reading":
    """Convert a reading to pixels of another picture."""

    def die(seen: "ReadDie") -> "ReadDie":
        a, b, c, d = map(where, seen.corners)
        return replace(seen, corners=(a, b, c, d))

    def doubt(old: "Doubt") -> "Doubt":
        match old.arguments:
            case {"x": int() | float() as x, "y": int() | float() as y}:
                across, down = where((x, y))
                return replace(old, arguments={**old.arguments, "x": across, "y": down})
        return old

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
    table: "TablePose | None",
    *,
    upside_down: bool,
) -> "Reading":
    """Read this area of a picture, optionally upside down; return unturned positions.

    `table` is the position of the table in the whole picture, if known.
    """
    from vision.stages.context import Context  # noqa: PLC0415 (OpenCV: not so early)

    edge = view.edge if isinstance(view, MatView) else None
    context = Context(view.contains, edge, None if table is None else table.mapped(view.here))
    if not upside_down:
        return read(crop, expected, context)
    turn = HalfTurn(crop.shape[1], crop.shape[0])
    return mapped(read(turn.frame(crop), expected, turn.context(context)), turn.point)
