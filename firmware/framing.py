"""Parts and turns of a picture, and readings that were made in them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.zone import Box, Point, Zone

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.reading import Doubt, Frame, ReadDie, Reading


@dataclass(frozen=True)
class View:
    """The part of a picture of this size that is read: the zone with a margin.

    Less to look at means more pixels for each die, and hands beside the tray are no motion.
    """

    zone: Zone
    width: int
    height: int

    @property
    def box(self) -> Box:
        """The part in pixels."""
        return self.zone.box(self.width, self.height)

    def crop(self, frame: "Frame") -> "Frame":
        """The part itself."""
        left, top, right, bottom = self.box
        return frame[top:bottom, left:right]

    def contains(self, point: Point) -> bool:
        """Whether this point of the crop lies in the zone."""
        left, top, _, _ = self.box
        return self.zone.contains(((point[0] + left) / self.width, (point[1] + top) / self.height))

    def whole(self, reading: "Reading") -> "Reading":
        """The reading in pixels of the whole picture."""
        left, top, _, _ = self.box
        return mapped(reading, lambda point: (point[0] + left, point[1] + top))


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

    def asked(self, question: Callable[[Point], bool]) -> Callable[[Point], bool]:
        """The same question about points of the turned picture."""
        return lambda point: question(self.point(point))


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
        reading, dice=tuple(map(die, reading.dice)), doubts=tuple(map(doubt, reading.doubts))
    )
