"""A printed mat on the simulated table."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.geometry import Frame
from vision.mat.markers import MODULES, pattern
from vision.mat.sheet import MARKER, Area, Paper, Sheet
from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.dice import EDGE, Floats, Pose

_SCALE = 6
"""Pixels a millimetre: fine enough for any camera above a table."""
_INK, _GREY, _PAPER = 34, 120, 238
_ROOM = EDGE * 0.75
"""Distance from the rim of a zone to the middle of a die wholly inside."""


@dataclass(frozen=True, eq=False)
class Laid:
    """A mat that lies on the table.

    Attributes:
        sheet: Its print.
        to_table: The homography from its millimetres to the table's.
    """

    sheet: Sheet
    to_table: Floats

    def throw_holds(self, pose: Pose) -> bool:
        """Return whether a die lies wholly in the THROW zone."""
        x, y = self._on_paper(pose.centre[:2])
        return self.sheet.throw.contains(x, y, -_ROOM)

    def row(self, count: int, rng: np.random.Generator) -> list[Floats]:
        """Return places for dice in the KEEP row, laid down by hand."""
        keep = self.sheet.keep
        step = (keep.right - keep.left) / max(count, 8)
        left = keep.left + (keep.right - keep.left - step * count) * rng.random()
        loose = min((step - EDGE * 1.45) / 2, 4.0)
        spots = [
            (
                left + step * (nth + 0.5) + rng.uniform(-1, 1) * max(loose, 0.0),
                keep.middle[1] + rng.uniform(-5, 5),
            )
            for nth in range(count)
        ]
        return [self._on_table(spot) for spot in spots]

    def _on_table(self, spot: tuple[float, float]) -> Floats:
        x, y, unit = self.to_table @ np.array([*spot, 1.0])
        return np.asarray(np.array([x, y]) / unit)

    def _on_paper(self, place: Floats) -> tuple[float, float]:
        x, y, unit = np.linalg.inv(self.to_table) @ np.array([*place, 1.0])
        return float(x / unit), float(y / unit)

    def draw(self, albedo: Frame, camera: Camera) -> None:
        """Draw it into the table, in even light."""
        drawn = printed(self.sheet.paper)
        fine = np.diag([1 / _SCALE, 1 / _SCALE, 1.0])
        fine[:2, 2] = 0.5 / _SCALE
        through = camera.from_table @ self.to_table @ fine
        size = (WIDTH, HEIGHT)
        smooth = cv2.warpPerspective(drawn, through, size, flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full_like(drawn, 255), through, size)
        part = cover.astype(np.float32)[..., None] / 255
        albedo[:] = albedo * (1 - part) + smooth[..., None] * part


def laid(paper: Paper, rng: np.random.Generator) -> Laid:
    """A mat somewhere in the middle of the table, laid down by hand."""
    sheet = Sheet(paper)
    width, height = sheet.size
    turn = np.radians(rng.uniform(-7, 7))
    aside = rng.uniform(-8, 8, 2)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flip = spin @ np.diag([1.0, -1.0])  # y runs down on paper, and up on the table
    to_table = np.eye(3)
    to_table[:2, :2] = flip
    to_table[:2, 2] = aside - flip @ np.array([width / 2, height / 2])
    return Laid(sheet, to_table)


@cache
def printed(paper: Paper) -> Frame:
    """The printed paper as a grey picture."""
    sheet = Sheet(paper)
    width, height = (round(side * _SCALE) for side in sheet.size)
    drawn = np.full((height, width), _PAPER, np.uint8)
    for line in sheet.lines():
        _fill(drawn, line, _GREY)
    square = MARKER / MODULES
    for number, place in sheet.markers.items():
        for row, column in np.argwhere(pattern(number)):
            x, y = place.left + column * square, place.top + row * square
            _fill(drawn, Area(x, y, x + square, y + square), _INK)
    for caption in sheet.captions():
        at = (round(caption.x * _SCALE), round(caption.y * _SCALE))
        size = caption.height * _SCALE / 21  # its capitals are 21 pixels high at size 1
        letters = caption.code.upper()
        cv2.putText(drawn, letters, at, cv2.FONT_HERSHEY_SIMPLEX, size, _GREY, 3, cv2.LINE_AA)
    return drawn


def _fill(drawn: Frame, area: Area, ink: int) -> None:
    left, top, right, bottom = (
        round(part * _SCALE) for part in (area.left, area.top, area.right, area.bottom)
    )
    drawn[top:bottom, left:right] = ink
