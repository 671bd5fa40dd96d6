"""Finds the position of the mat and the lens of the camera from the markers of one picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import acos, degrees

import cv2
import numpy as np

from vision.errors import MatTrouble
from vision.geometry import Frame
from vision.mat.markers import COUNT, Floats, Seen, seen
from vision.mat.sheet import CORNERS, Area, Sheet, sheet_of
from vision.reading import Point

FEWEST = 2
"""One marker alone would give the position too roughly."""
DIE = 16.0
"""The edge of a usual die, and so the height of its top."""
SLACK = 5.0
"""How far the middle of a die on the line may lie beyond a zone."""
ASTRAY = 2.5
"""The allowed error of corners, in pixels of a picture of 1280."""
_FOCAL, _FOCAL_SPREAD = 0.85, 0.35
"""The usual lens in widths of the picture, and the spread of lenses as a logarithm. From straight
above, a distant long lens and a near wide one look the same.
"""
_BEND_SPREAD = 0.12
_WIDTH, _SURE = 1280.0, 0.4
"""The error of a corner, in pixels of a picture of this width."""
_ROUNDS = 30


class Zone(StrEnum):
    """A part of the mat."""

    THROW = "throw"
    KEEP = "keep"


@dataclass(frozen=True)
class Lens:
    """A lens, the same for any size of picture.

    Attributes:
        focal: Its focal length in widths of the picture.
        bend: How much it bends straight lines, outwards where it is negative.
    """

    focal: float
    bend: float = 0.0

    def matrix(self, size: tuple[int, int]) -> Floats:
        """Return OpenCV's matrix for a picture of this size."""
        width, height = size
        focal = self.focal * width
        return np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]], np.float64)

    @property
    def bends(self) -> Floats:
        """OpenCV's distortion coefficients."""
        return np.array([self.bend, 0, 0, 0], np.float64)


@dataclass(frozen=True, eq=False)
class Mat:
    """A mat before the camera. Its points, and heights above it, are in millimetres.

    Attributes:
        sheet: What is printed there.
        lens: Through what it is seen.
        size: Width and height of the picture.
        turn: From the paper's directions (right, down, into the table) to the picture's.
        shift: Where the paper's upper left corner is, before the lens.
        markers: The numbers of the markers that were found.
    """

    sheet: Sheet
    lens: Lens
    size: tuple[int, int]
    turn: Floats
    shift: Floats
    markers: tuple[int, ...]

    def picture(self, points: Sequence[Point], height: float = 0.0) -> Floats:
        """Return points of the mat, or this high above it, as pixels (n, 2)."""
        solid = np.column_stack([np.asarray(points, np.float64), np.full(len(points), -height)])
        matrix, bends = self.lens.matrix(self.size), self.lens.bends
        found, _ = cv2.projectPoints(solid, self.turn, self.shift, matrix, bends)
        return np.asarray(found, np.float64).reshape(-1, 2)

    def place(self, pixel: Point, height: float = 0.0) -> Point:
        """Return the point of the mat, or this high above it, at a pixel."""
        matrix, bends = self.lens.matrix(self.size), self.lens.bends
        straight = cv2.undistortPoints(np.array([[pixel]], np.float64), matrix, bends)
        ray = self.turn.T @ np.array([*np.ravel(straight), 1.0])
        camera = self._camera
        reach = (-height - camera[2]) / ray[2]
        x, y = (camera + ray * reach)[:2]
        return float(x), float(y)

    @cached_property
    def _camera(self) -> Floats:
        """The position of the lens over the paper."""
        return np.asarray(-self.turn.T @ self.shift)

    @property
    def height(self) -> float:
        """The height of the lens above the paper."""
        return float(-self._camera[2])

    @property
    def tilt(self) -> float:
        """Of the camera away from straight down, in degrees."""
        return degrees(acos(min(1.0, abs(float(self.turn[2, 2])))))

    def zone(self, pixel: Point) -> Zone | None:
        """Return the zone of a die whose top is at this pixel."""
        x, y = self.place(pixel, DIE)
        areas = {Zone.THROW: self.sheet.throw, Zone.KEEP: self.sheet.keep}
        near = [zone for zone, area in areas.items() if area.contains(x, y, SLACK)]
        # Between the two, the nearer one.
        return min(near, key=lambda zone: not areas[zone].contains(x, y), default=None)

    def covers(self, pixel: Point) -> bool:
        """Return whether a die with its top at this pixel lies in a zone."""
        return self.zone(pixel) is not None

    def outline(self, area: Area, height: float = 0.0) -> Floats:
        """Return the corners of an area as pixels."""
        return self.picture(area.corners, height)

    def edge(self, pixel: Point) -> float:
        """Return the edge in pixels of a usual die whose top is at this pixel."""
        x, y = self.place(pixel, DIE)
        half = DIE / 2
        ring = [(x - half, y), (x + half, y), (x, y - half), (x, y + half)]
        left, right, above, below = self.picture(ring, DIE)
        return float(np.sqrt(np.hypot(*(right - left)) * np.hypot(*(below - above))))


def find_mat(frame: Frame, lens: Lens | None = None) -> Mat | None:
    """Return the mat in a picture, or None.

    With a known `lens`, it searches only for the position. Raises `MatTrouble` if a mat is visible
    but unusable.
    """
    found = seen(frame)
    if _other_sheet(found):
        raise MatTrouble("mat_twice" if any(m.number < COUNT for m in found) else "mat_unknown")
    found = [marker for marker in found if marker.number < COUNT]
    if not found:
        return None
    if any(marker.mirrored for marker in found):
        raise MatTrouble("mat_mirrored")
    sheets = {sheet_of(marker.number) for marker in found}
    if len(sheets) > 1 or max(Counter(marker.number for marker in found).values()) > 1:
        raise MatTrouble("mat_twice")
    if len(found) < FEWEST:
        raise MatTrouble("mat_covered", found=len(found), least=FEWEST)
    (sheet,) = sheets
    return _placed(sheet, found, (frame.shape[1], frame.shape[0]), lens)


def _other_sheet(found: Sequence[Seen]) -> bool:
    """Return whether an unknown sheet is visible; a single marker may be a pattern."""
    sheets = Counter(marker.number // CORNERS for marker in found if marker.number >= COUNT)
    return any(count >= FEWEST for count in sheets.values())


def _placed(sheet: Sheet, found: Sequence[Seen], size: tuple[int, int], lens: Lens | None) -> Mat:
    markers = sheet.markers
    paper = np.concatenate([np.array(markers[marker.number].corners) for marker in found])
    solid = np.column_stack([paper, np.zeros(len(paper))])
    pixels = np.concatenate([marker.corners for marker in found])
    fitted = _Fit(solid, pixels, size, lens)
    lens, turn, shift = fitted.best()
    mat = Mat(sheet, lens, size, turn, shift, tuple(sorted(marker.number for marker in found)))
    off = np.hypot(*(mat.picture([(x, y) for x, y in paper]) - pixels).T)
    if float(np.sqrt((off**2).mean())) > ASTRAY * size[0] / _WIDTH:
        raise MatTrouble("mat_bent")
    return mat


class _Fit:
    """Finds the turn, shift and lens that fit the corners best, and favours usual lenses."""

    def __init__(
        self, solid: Floats, pixels: Floats, size: tuple[int, int], lens: Lens | None
    ) -> None:
        self._solid, self._pixels, self._size = solid, pixels, size
        self._lens = lens
        self._sure = _SURE * size[0] / _WIDTH

    def best(self) -> tuple[Lens, Floats, Floats]:
        lens = self._lens or Lens(_FOCAL)
        matrix = lens.matrix(self._size)
        _, turn, shift = cv2.solvePnP(
            self._solid, self._pixels, matrix, lens.bends, flags=cv2.SOLVEPNP_IPPE
        )
        # Turn, shift, the focal length as a logarithm, the bend.
        at = np.concatenate([np.ravel(turn), np.ravel(shift), [np.log(lens.focal), lens.bend]])
        off, slope = self._off(at)
        slow = 1e-3
        for _ in range(_ROUNDS):
            curve = slope.T @ slope
            step = np.linalg.solve(curve + slow * np.diag(np.diag(curve) + 1e-9), -slope.T @ off)
            new_off, new_slope = self._off(at + step)
            if float(new_off @ new_off) < float(off @ off):
                settled = float(off @ off - new_off @ new_off) < 1e-7
                at, off, slope, slow = at + step, new_off, new_slope, slow / 4
                if settled:
                    break
            else:
                slow *= 6
        rotation, _ = cv2.Rodrigues(at[:3])
        return Lens(float(np.exp(at[6])), float(at[7])), np.asarray(rotation), at[3:6]

    def _off(self, at: Floats) -> tuple[Floats, Floats]:
        """Return all deviations in units of their tolerance, and their derivatives."""
        lens = Lens(float(np.exp(at[6])), float(at[7]))
        matrix = lens.matrix(self._size)
        found, change = cv2.projectPoints(self._solid, at[:3], at[3:6], matrix, lens.bends)
        change = np.asarray(change)
        off = (np.asarray(found).reshape(-1, 2) - self._pixels).ravel() / self._sure
        # OpenCV's columns: turn, shift, two focal lengths, the middle (2), bends.
        focal = (change[:, 6] + change[:, 7]) * lens.focal * self._size[0]
        slope = np.column_stack([change[:, :6], focal, change[:, 10]]) / self._sure
        before = self._lens or Lens(_FOCAL)
        spread = (_FOCAL_SPREAD, _BEND_SPREAD) if self._lens is None else (1e-4, 1e-4)
        believed = np.array(
            [(at[6] - np.log(before.focal)) / spread[0], (at[7] - before.bend) / spread[1]]
        )
        belief = np.zeros((2, 8))
        belief[0, 6], belief[1, 7] = 1 / spread[0], 1 / spread[1]
        return np.concatenate([off, believed]), np.vstack([slope, belief])
