"""Draws a reading into its picture: outlines, faces, confidence, doubts."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import BinaryIO, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame
from vision.reading import Corners, ReadDie, Reading

Colour = tuple[int, int, int]

_SURE: Colour = (80, 200, 60)
_DOUBTED: Colour = (40, 140, 255)
_INK: Colour = (0, 0, 0)
_PAPER: Colour = (255, 255, 255)

_LEAST_SIDE = 900  # smaller pictures are enlarged, to keep the text legible
_LINES = 36  # lines of text that would fill the picture
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_HEIGHT = 22  # pixels of a capital letter at scale 1, roughly
_JPEG = (cv2.IMWRITE_JPEG_QUALITY, 90)
_WRITTEN = {".jpg": _JPEG, ".jpeg": _JPEG, ".png": (), ".webp": (), ".bmp": ()}
"""The supported file types, with their options."""
_LONGEST = {".jpg": 65_535, ".jpeg": 65_535, ".webp": 16_383}
"""Their longest possible side."""


def annotated(frame: Frame, reading: Reading, lines: Sequence[str]) -> Frame:
    """Return the frame with each die outlined and numbered from 1, and these lines below it."""
    pen = _Pen.over(frame)
    doubted = {doubt.arguments.get("die") for doubt in reading.doubts}
    colours = [_DOUBTED if die in doubted else _SURE for die in range(len(reading.dice))]
    for die, colour in zip(reading.dice, colours, strict=True):
        pen.outline(die.corners, colour)
    for doubt in reading.doubts:
        match doubt.arguments:
            case {"x": int() | float() as x, "y": int() | float() as y}:
                pen.question(x, y)
    for number, (die, colour) in enumerate(zip(reading.dice, colours, strict=True), 1):
        pen.label(_name(number, die), die.corners, colour)
    return np.vstack([pen.canvas, pen.writing([_plain(line) for line in lines])])


def _name(number: int, die: ReadDie) -> str:
    return f"{number}: {_plain(die.face)} {int(100 * die.confidence)}%"  # 99.9% is not 100%


def _plain(text: str) -> str:
    """Return the text in letters that OpenCV can draw; taught faces may have any name."""
    letters = [c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)]
    return "".join(letter if letter.isascii() else "?" for letter in letters)


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "_Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


@dataclass(frozen=True, eq=False)
class _Pen:
    """Draws lines and letters to the scale of the picture."""

    canvas: Frame
    scale: float
    """From pixels of the frame to those of the canvas."""
    thick: int
    letters: float
    plates: list[_Box] = field(default_factory=list)

    @classmethod
    def over(cls, frame: Frame) -> "_Pen":
        """Return a pen over a copy of the frame."""
        height, width = frame.shape[:2]
        scale = max(_LEAST_SIDE / max(height, width), 1.0)
        size = round(width * scale), round(height * scale)
        canvas = cv2.resize(frame, size, interpolation=cv2.INTER_CUBIC) if scale > 1 else frame
        measure = sqrt(size[0] * size[1])
        return cls(
            canvas.astype(np.uint8, copy=True),
            scale,
            thick=max(round(measure / 600), 1),
            letters=measure / (_LINES * _FONT_HEIGHT * 1.6),
        )

    def outline(self, corners: Corners, colour: Colour) -> None:
        """Draw a frame around a face, dark outside so that it shows on any background."""
        line = self._points(corners)
        cv2.polylines(self.canvas, [line], True, _INK, 3 * self.thick, cv2.LINE_AA)  # noqa: FBT003
        cv2.polylines(self.canvas, [line], True, colour, 2 * self.thick, cv2.LINE_AA)  # noqa: FBT003

    def question(self, x: float, y: float) -> None:
        at = int(self._points([(x, y)])[0][0]), int(self._points([(x, y)])[0][1])
        radius = round(max(self.canvas.shape) / 40)
        cv2.circle(self.canvas, at, radius, _INK, 4 * self.thick, cv2.LINE_AA)
        cv2.circle(self.canvas, at, radius, _DOUBTED, 2 * self.thick, cv2.LINE_AA)
        self._write("?", (at[0] - radius // 3, at[1] + radius // 3), _DOUBTED)

    def label(self, text: str, corners: Corners, colour: Colour) -> None:
        """Draw a small label above a face, or below it if there is no room above."""
        points = self._points(corners)
        (width, height), base = self._size(text)
        pad = 2 * self.thick
        across, down = width + 2 * pad, height + base + 2 * pad
        left = int(points[:, 0].mean()) - across // 2
        left = min(max(left, 0), max(self.canvas.shape[1] - across, 0))
        tops = int(points[:, 1].min()) - down, int(points[:, 1].max())
        places = [_Box(left, top, left + across, top + down) for top in tops]
        plate = next(filter(self._has_room, places), _Box(left, 0, left + across, down))
        self.plates.append(plate)
        cv2.rectangle(self.canvas, plate[:2], plate[2:], colour, cv2.FILLED)
        self._write(text, (plate.left + pad, plate.top + pad + height), _INK)

    def _has_room(self, plate: _Box) -> bool:
        inside = plate.top >= 0 and plate.bottom <= self.canvas.shape[0]
        return inside and not any(map(plate.meets, self.plates))

    def writing(self, lines: Sequence[str]) -> Frame:
        """Append a strip of paper as wide as the picture, with the lines wrapped."""
        width = self.canvas.shape[1]
        (_, height), base = self._size("Ag")
        step = 2 * (height + base)
        broken = [part for line in lines for part in self._broken(line, width - step)]
        strip = np.full((step * len(broken) + step // 2, width, 3), _PAPER, np.uint8)
        paper = _Pen(strip, self.scale, self.thick, self.letters)
        for number, line in enumerate(broken, 1):
            paper._write(line, (step // 2, number * step - step // 4), _INK)
        return strip

    def _broken(self, line: str, width: int) -> list[str]:
        broken = [""]
        for word in line.split():
            longer = f"{broken[-1]} {word}".lstrip()
            if broken[-1] and self._size(longer)[0][0] > width:
                broken.append(word)
            else:
                broken[-1] = longer
        return broken

    def _points(self, points: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
        limit = 4 * max(self.canvas.shape)  # a corner far outside must not overflow
        scaled = np.nan_to_num(np.asarray(points, np.float64) * self.scale)
        return np.clip(scaled, -limit, limit).round().astype(np.int32)

    def _size(self, text: str) -> tuple[tuple[int, int], int]:
        (width, height), base = cv2.getTextSize(text, _FONT, self.letters, self.thick)
        return (int(width), int(height)), int(base)

    def _write(self, text: str, at: tuple[int, int], colour: Colour) -> None:
        cv2.putText(self.canvas, text, at, _FONT, self.letters, colour, self.thick, cv2.LINE_AA)


def save(frame: Frame, folder: Path, name: str) -> Path:
    """Write the picture into the folder, under its name or a similar free one.

    Never replaces a file. Adds `.png` to names of other file types, and to types that cannot hold a
    picture as tall as this one with its text.
    """
    wanted = Path(name)
    kind = wanted.suffix.lower()
    if kind not in _WRITTEN or max(frame.shape) > _LONGEST.get(kind, max(frame.shape)):
        wanted, kind = Path(f"{name}.png"), ".png"
    _, encoded = cv2.imencode(kind, frame, _WRITTEN[kind])
    path, file = _free(folder, wanted)
    with file:
        try:
            file.write(encoded.tobytes())
            file.flush()
        except OSError as error:
            error.filename = str(path)
            path.unlink()
            raise
    return path


def _free(folder: Path, wanted: Path) -> tuple[Path, BinaryIO]:
    """Create a new file with the wanted name, or with a number added."""
    path, number = folder / wanted, 1
    while True:
        try:
            return path, path.open("xb")
        except FileExistsError:
            number += 1
            path = folder / f"{wanted.stem}-{number}{wanted.suffix}"
