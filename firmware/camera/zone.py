"""The throw zone: which part of the picture is the tray, and how the camera was set for it.

Points are parts of the picture's width and height, so that they outlive a camera's resolution.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import msgspec

from firmware.ports import CameraSettings
from firmware.store import files

_log = logging.getLogger(__name__)

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; the latter two just outside."""

FILE = "camera.json"
SMALLEST = 0.05
"""A zone covers at least so much of the picture: less has no room for eight dice."""
RIM = 0.02
"""The edge of a picture, as a part of its width and height: no whole die has its middle there."""
SHARPEST = 0.02
"""At a corner the zone turns at least so much (of a square's turn, by the picture's sides)."""
MARGIN = 0.08
"""Of the picture's width: a die whose middle is just inside reaches so far out of the zone."""
CHANGED = 1.35
"""The light has changed where the tray is so many times brighter or darker than it was."""
_BLACK = 0.02  # so that darkness divides too


@dataclass(frozen=True)
class Zone:
    """Four corners, clockwise as seen, of a convex part of the picture.

    Raises `ValueError` for corners that enclose no such part.
    """

    corners: Corners

    def __post_init__(self) -> None:
        if not is_zone(self.corners):
            raise ValueError("no_zone")

    def contains(self, point: Point) -> bool:
        """Whether a point lies inside; the zone's rim belongs to it.

        So does what lies beyond it at the very edge of the picture, or out of it: a die that is cut
        off there must be told of, not overlooked.
        """
        x, y = (min(max(part, RIM), 1 - RIM) for part in point)
        return all(_turn(one, two, (x, y)) >= 0 for one, two in _sides(self.corners))

    def box(self, width: int, height: int) -> Box:
        """The pixels of a picture of this size that show the zone and the dice at its rim."""
        xs, ys = zip(*self.corners, strict=True)
        margin = round(MARGIN * width)
        return (
            max(int(min(xs) * width) - margin, 0),
            max(int(min(ys) * height) - margin, 0),
            min(int(max(xs) * width) + margin + 1, width),
            min(int(max(ys) * height) + margin + 1, height),
        )


def is_zone(corners: Corners) -> bool:
    """Whether these corners are in the picture, clockwise, convex, and not too near together."""
    inside = all(isfinite(part) and 0 <= part <= 1 for corner in corners for part in corner)
    around = (*corners, *corners[:2])
    turns = [_turn(*around[first : first + 3]) for first in range(4)]
    # Each turn is twice the area of a triangle; a quadrangle is two of them.
    return inside and min(turns) >= SHARPEST and (turns[0] + turns[2]) / 2 >= SMALLEST


def _turn(one: Point, two: Point, three: Point) -> float:
    """Positive where the way over these points turns clockwise as seen."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


WHOLE = Zone(((RIM, RIM), (1 - RIM, RIM), (1 - RIM, 1 - RIM), (RIM, 1 - RIM)))
"""Before anybody has set one: nearly all the camera sees."""


@dataclass(frozen=True)
class Calibration:
    """What is known of the camera's view.

    Attributes:
        zone: Where throws are read.
        settings: What the camera was set to; None where it sets itself.
        brightness: Of the zone at that time, 0 to 1; None if it was never measured.
    """

    zone: Zone = WHOLE
    settings: CameraSettings | None = None
    brightness: float | None = None

    def __post_init__(self) -> None:
        if self.brightness is not None and not 0 <= self.brightness <= 1:
            raise ValueError("no_brightness")


def moved(zone: Zone, corner: int, dx: float, dy: float) -> Zone:
    """The zone with one corner moved by so much of the width and height.

    It stays within the picture; where that would be no zone any more, it stays as it was.
    """
    x, y = zone.corners[corner]
    corners = list(zone.corners)
    corners[corner] = (min(max(x + dx, 0.0), 1.0), min(max(y + dy, 0.0), 1.0))
    a, b, c, d = corners
    new: Corners = (a, b, c, d)
    return Zone(new) if is_zone(new) else zone


def load(folder: Path) -> Calibration | None:
    """What was last saved there; None if that is nothing. A damaged file is set aside."""
    path = folder / FILE
    try:
        return msgspec.json.decode(files.kept(path), type=Calibration)
    except OSError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        files.set_aside(path)
        return None


def save(folder: Path, calibration: Calibration) -> None:
    """Keep it; `OSError` when the disk refuses."""
    files.replace(folder / FILE, msgspec.json.encode(calibration))


def keep(folder: Path, calibration: Calibration) -> None:
    """Save it; a disk that refuses loses only that it is kept."""
    try:
        save(folder, calibration)
    except OSError:
        _log.exception("What the camera is set to cannot be kept")


def light_changed(before: float, now: float) -> bool:
    """Whether a camera should be metered anew; brightness goes from 0 to 1.

    >>> light_changed(0.4, 0.45), light_changed(0.4, 0.2)
    (False, True)
    """
    return not 1 / CHANGED <= (now + _BLACK) / (before + _BLACK) <= CHANGED
