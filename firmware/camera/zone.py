"""The throw zone: the area of the picture that is the tray, and the camera's settings for it.

Points are fractions of the picture's width and height, so they do not depend on the resolution.
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
"""Left, top, right and bottom in pixels; right and bottom are exclusive."""

FILE = "camera.json"
SMALLEST = 0.05
"""Smallest area of a zone, as a fraction of the picture; less has no room for eight dice."""
RIM = 0.02
"""The picture's edge, as a fraction of its size; no complete die has its centre there."""
SHARPEST = 0.02
"""Smallest turn at a corner of the zone, as a fraction of a square's."""
MARGIN = 0.08
"""A die with its centre just inside the zone extends this far out, in picture widths."""
CHANGED = 1.35
"""The light has changed if the tray is this many times brighter or darker than before."""
_BLACK = 0.02  # avoids a division by zero in the dark


@dataclass(frozen=True)
class Zone:
    """Four corners, clockwise, of a convex area of the picture.

    Raises `ValueError` for corners that do not enclose such an area.
    """

    corners: Corners

    def __post_init__(self) -> None:
        if not is_zone(self.corners):
            raise ValueError("no_zone")

    def contains(self, point: Point) -> bool:
        """Return whether a point is in the zone, including its border.

        A zone that touches the picture's edge also contains the points beyond it: a die cut off
        there must be reported, not overlooked.
        """
        x, y = (min(max(part, RIM), 1 - RIM) for part in point)
        return all(_turn(one, two, (x, y)) >= 0 for one, two in _sides(self.corners))

    def box(self, width: int, height: int) -> Box:
        """Return the pixels that show the zone and the dice at its border."""
        xs, ys = zip(*self.corners, strict=True)
        margin = round(MARGIN * width)
        return (
            max(int(min(xs) * width) - margin, 0),
            max(int(min(ys) * height) - margin, 0),
            min(int(max(xs) * width) + margin + 1, width),
            min(int(max(ys) * height) + margin + 1, height),
        )


def is_zone(corners: Corners) -> bool:
    """Return whether these corners are in the picture, clockwise, convex, and not too close."""
    inside = all(isfinite(part) and 0 <= part <= 1 for corner in corners for part in corner)
    around = (*corners, *corners[:2])
    turns = [_turn(*around[first : first + 3]) for first in range(4)]
    # Each turn is twice the area of a triangle; a quadrangle is two of them.
    return inside and min(turns) >= SHARPEST and (turns[0] + turns[2]) / 2 >= SMALLEST


def _turn(one: Point, two: Point, three: Point) -> float:
    """Return a positive number if the path over these points turns clockwise."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


WHOLE = Zone(((RIM, RIM), (1 - RIM, RIM), (1 - RIM, 1 - RIM), (RIM, 1 - RIM)))
"""The default zone: nearly the whole picture."""


@dataclass(frozen=True)
class Calibration:
    """The zone, and the camera's settings for it.

    Attributes:
        zone: Where throws are read.
        settings: The camera's settings; None lets it adjust itself.
        brightness: Brightness of the zone when metered, from 0 to 1; None if never metered.
    """

    zone: Zone = WHOLE
    settings: CameraSettings | None = None
    brightness: float | None = None

    def __post_init__(self) -> None:
        if self.brightness is not None and not 0 <= self.brightness <= 1:
            raise ValueError("no_brightness")


def moved(zone: Zone, corner: int, dx: float, dy: float) -> Zone:
    """Return the zone with one corner moved by a fraction of the picture's size.

    The corner stays in the picture; an invalid result leaves the zone unchanged.
    """
    x, y = zone.corners[corner]
    corners = list(zone.corners)
    corners[corner] = (min(max(x + dx, 0.0), 1.0), min(max(y + dy, 0.0), 1.0))
    a, b, c, d = corners
    new: Corners = (a, b, c, d)
    return Zone(new) if is_zone(new) else zone


def load(folder: Path) -> Calibration | None:
    """Load the saved calibration; None if there is none. A damaged file is set aside."""
    return files.load(folder / FILE, msgspec.json.Decoder(Calibration).decode)


def save(folder: Path, calibration: Calibration) -> None:
    """Save the calibration; raises `OSError` if the disk refuses."""
    files.replace(folder / FILE, msgspec.json.encode(calibration))


def keep(folder: Path, calibration: Calibration) -> None:
    """Save the calibration, but carry on if the disk refuses."""
    try:
        save(folder, calibration)
    except OSError:
        _log.exception("What the camera is set to cannot be kept")


def light_changed(before: float, now: float) -> bool:
    """Return whether to meter again; brightness goes from 0 to 1.

    >>> light_changed(0.4, 0.45), light_changed(0.4, 0.2)
    (False, True)
    """
    return not 1 / CHANGED <= (now + _BLACK) / (before + _BLACK) <= CHANGED
