"""Worms drawn line by line in another style than those of training, each different.

Training draws its pictures from random shapes; these are worms as an illustrator would draw them.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.figures.photoreal.job import Colour

SIZE = 256
"""Pixels of a face: twice what a camera sees of the largest."""
Canvas = NDArray[np.uint8]
_Path = NDArray[np.float64]


class Pen:
    """Draws on a transparent face; lengths are fractions of its edge."""

    def __init__(self, ink: Colour, second: Colour, width: float) -> None:
        self.face: Canvas = np.zeros((2 * SIZE, 2 * SIZE, 4), np.uint8)
        self.ink, self.second, self.width = ink, second, width

    def _pixels(self, path: _Path) -> NDArray[np.int32]:
        return np.rint(path * 2 * SIZE).astype(np.int32)

    def stroke(self, path: _Path, width: float | None = None, colour: Colour | None = None) -> None:
        """A line; without more, of the pen's own ink and width."""
        thick = max(1, round((width or self.width) * 2 * SIZE))
        ink = (*(colour or self.ink), 255)
        cv2.polylines(self.face, [self._pixels(path)], False, ink, thick, cv2.LINE_8)  # noqa: FBT003

    def fill(self, path: _Path, colour: Colour | None = None) -> None:
        """What lies within a line; without more, of the second colour."""
        cv2.fillPoly(self.face, [self._pixels(path)], (*(colour or self.second), 255))

    def disc(self, x: float, y: float, radius: float, colour: Colour | None) -> None:
        """A disc of a colour, or a hole."""
        ink = (*colour, 255) if colour else (0, 0, 0, 0)
        at = (round(x * 2 * SIZE), round(y * 2 * SIZE))
        cv2.circle(self.face, at, max(1, round(radius * 2 * SIZE)), ink, -1)

    def done(self) -> Canvas:
        """The face with smooth edges, colour spread under them."""
        small = cv2.resize(self.face, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = small[..., 3:]
        near = cv2.blur(small, (9, 9))
        colour = np.where(
            alpha > 0,
            small[..., :3] * 255 / np.maximum(alpha, 1),
            near[..., :3] * 255 / np.maximum(near[..., 3:], 1),
        )
        return np.dstack([np.clip(colour, 0, 255), alpha]).astype(np.uint8)


def _curve(*points: tuple[float, float]) -> _Path:
    """A smooth line through points (Catmull and Rom)."""
    given = np.array([points[0], *points, points[-1]], float)
    at = np.linspace(0, 1, 24, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(given, given[1:], given[2:], given[3:], strict=False):
        parts.append(
            0.5
            * (2 * b + (c - a) * at + (2 * a - 5 * b + 4 * c - d) * at**2
               + (3 * b - a - 3 * c + d) * at**3)
        )  # fmt: skip
    return np.concatenate([*parts, given[-1:]])


def _sides(spine: _Path, girth: float) -> tuple[_Path, _Path]:
    """The two flanks of a body that tapers to its tail."""
    along = np.gradient(spine, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], 1) / np.maximum(
        np.hypot(along[:, 0], along[:, 1])[:, None], 1e-9
    )
    wide = girth * np.minimum(1, np.linspace(0.25, 3, len(spine)))[:, None]
    return spine + across * wide, spine - across * wide


def _face(pen: Pen, x: float, y: float, size: float, rng: np.random.Generator) -> None:
    white = pen.second
    for side in (-1, 1):
        at = x + side * size * 0.42
        pen.disc(at, y - size * 0.25, size * 0.36, pen.ink)
        pen.disc(at, y - size * 0.25, size * 0.26, white if rng.random() < 0.6 else None)
        pen.disc(at + size * 0.07, y - size * 0.2, size * 0.11, pen.ink)
    turn = np.linspace(0.15, 0.85, 16) * np.pi
    mouth = np.stack(
        [x + np.cos(turn) * size * 0.5, y + np.sin(turn) * size * 0.42 + 0.08 * size], 1
    )
    pen.stroke(mouth, pen.width * 0.8)


def _outlined(pen: Pen, rng: np.random.Generator) -> None:
    """An S that rears its head, drawn in line, with rings."""
    wave = rng.uniform(0.06, 0.13)
    spine = _curve(
        (0.16, 0.72 + wave / 2),
        (0.3, 0.72 - wave),
        (0.46, 0.74 + wave),
        (0.62, 0.68),
        (0.6, 0.48),
        (0.66, 0.28),
    )
    left, right = _sides(spine, rng.uniform(0.055, 0.08))
    if rng.random() < 0.5:
        pen.fill(np.concatenate([left, right[::-1]]))
    for flank in (left, right):
        pen.stroke(flank)
    step = int(rng.integers(7, 14))
    for at in range(8, len(spine) - 14, step):
        pen.stroke(np.stack([left[at], right[at]]), pen.width * 0.8)
    size = rng.uniform(0.1, 0.14)
    pen.disc(0.66, 0.26, size, pen.ink)
    pen.disc(0.66, 0.26, size - pen.width, pen.second if rng.random() < 0.5 else None)
    _face(pen, 0.66, 0.26, size * 0.8, rng)


def _caterpillar(pen: Pen, rng: np.random.Generator) -> None:
    count = int(rng.integers(4, 7))
    xs = np.linspace(0.2, 0.72, count)
    rise = rng.uniform(-0.12, 0.12)
    for number, x in enumerate(xs):
        y = 0.6 + rise * np.sin(number * 1.9)
        pen.disc(x, y, 0.105, pen.ink)
        pen.disc(x, y, 0.105 - pen.width * 0.9, pen.second)
    x, y = float(xs[-1]) + 0.04, 0.42
    for side in (-1, 1):
        feeler = _curve(
            (x + side * 0.04, y - 0.1), (x + side * 0.09, y - 0.2), (x + side * 0.14, y - 0.22)
        )
        pen.stroke(feeler)
    pen.disc(x, y, 0.15, pen.ink)
    pen.disc(x, y, 0.15 - pen.width, pen.second)
    _face(pen, x, y, 0.11, rng)


def _spiral(pen: Pen, rng: np.random.Generator) -> None:
    """Rolled up like a snail without a house."""
    turns = rng.uniform(1.4, 2.0)
    angle = np.linspace(0, turns * 2 * np.pi, 160)
    away = np.linspace(0.05, 0.3, 160)
    spine = np.stack([0.47 + away * np.cos(angle), 0.52 + away * np.sin(angle)], 1)
    pen.stroke(spine, 0.085)
    if pen.second != pen.ink:
        pen.stroke(spine, 0.085 - pen.width * 1.6, pen.second)
    x, y = spine[-1]
    pen.disc(x, y, 0.095, pen.ink)
    pen.disc(x, y, 0.095 - pen.width, pen.second)
    _face(pen, x, y, 0.075, rng)


def _arch(pen: Pen, rng: np.random.Generator) -> None:
    """An inchworm on its way, filled, its rings left open."""
    high = rng.uniform(0.22, 0.36)
    spine = _curve(
        (0.14, 0.74), (0.3, 0.72), (0.44, 0.72 - high), (0.6, 0.72), (0.78, 0.66), (0.84, 0.54)
    )
    left, right = _sides(spine, 0.075)
    pen.fill(np.concatenate([left, right[::-1]]), pen.ink)
    for at in range(6, len(spine) - 8, int(rng.integers(8, 16))):
        pen.stroke(np.stack([left[at], right[at]]), pen.width * 0.7, pen.second)
    pen.disc(0.83, 0.5, 0.11, pen.ink)
    for side in (-1, 1):
        pen.disc(0.83 + side * 0.045, 0.47, 0.035, pen.second)
        pen.disc(0.83 + side * 0.045, 0.475, 0.016, pen.ink)


def _apple(pen: Pen, rng: np.random.Generator) -> None:
    """Looking out of an apple."""
    turn = np.linspace(0, 2 * np.pi, 80)
    dent = 1 + 0.12 * np.cos(2 * turn)
    apple = np.stack([0.44 + 0.28 * np.cos(turn) * dent, 0.6 + 0.26 * np.sin(turn)], 1)
    if rng.random() < 0.5:
        pen.fill(apple)
    pen.stroke(np.concatenate([apple, apple[:1]]))
    pen.stroke(_curve((0.44, 0.36), (0.46, 0.27), (0.42, 0.2)), pen.width * 1.4)
    neck = _curve((0.56, 0.56), (0.64, 0.5), (0.68, 0.4), (0.7, 0.33))
    pen.stroke(neck, 0.13)
    pen.stroke(neck, 0.13 - 1.8 * pen.width, pen.second)
    pen.disc(0.71, 0.3, 0.11, pen.ink)
    pen.disc(0.71, 0.3, 0.11 - pen.width, pen.second)
    _face(pen, 0.71, 0.3, 0.085, rng)


def _skewer(pen: Pen, rng: np.random.Generator) -> None:
    """On a fork over the fire."""
    pen.stroke(np.array([(0.18, 0.86), (0.78, 0.2)]), pen.width * 1.5)
    wave = rng.uniform(0.09, 0.15)
    at = np.linspace(0, 1, 90)
    along = np.array([0.6, -0.66])
    across = np.array([0.74, 0.67])
    line = np.array([0.24, 0.8]) + at[:, None] * along * 0.86
    spine = line + across * (wave * np.sin(at * 3 * 2 * np.pi))[:, None]
    pen.stroke(spine, 0.1)
    pen.stroke(spine, 0.1 - 1.8 * pen.width, pen.second)
    x, y = spine[-1]
    pen.disc(x, y, 0.1, pen.ink)
    pen.disc(x, y, 0.1 - pen.width, pen.second)
    _face(pen, x, y, 0.08, rng)


def _portrait(pen: Pen, rng: np.random.Generator) -> None:
    """A head that grins, large."""
    body = _curve(
        (0.36, 0.95), (0.34, 0.7), (0.3, 0.42), (0.5, 0.16), (0.7, 0.42), (0.66, 0.7), (0.64, 0.95)
    )
    if rng.random() < 0.6:
        pen.fill(body)
    pen.stroke(body, pen.width * 1.2)
    for y in (0.74, 0.85):
        pen.stroke(_curve((0.35, y), (0.5, y + 0.04), (0.65, y)))
    _face(pen, 0.5, 0.45, 0.2, rng)


def _cheerful(pen: Pen, rng: np.random.Generator) -> None:
    """One thick stroke with a hat."""
    bow = rng.uniform(0.1, 0.2)
    spine = _curve((0.2, 0.8), (0.44, 0.82), (0.56, 0.68), (0.46, 0.5 + bow / 2), (0.44, 0.36))
    pen.stroke(spine, 0.15)
    pen.stroke(spine, 0.15 - 1.6 * pen.width, pen.second)
    pen.disc(0.44, 0.34, 0.12, pen.ink)
    pen.disc(0.44, 0.34, 0.12 - pen.width, pen.second)
    _face(pen, 0.44, 0.36, 0.09, rng)
    hat = np.array(
        [
            (0.3, 0.25),
            (0.58, 0.25),
            (0.58, 0.22),
            (0.52, 0.22),
            (0.52, 0.1),
            (0.36, 0.1),
            (0.36, 0.22),
            (0.3, 0.22),
        ]
    )
    pen.fill(hat, pen.ink)


DESIGNS: tuple[Callable[[Pen, np.random.Generator], None], ...] = (
    _outlined, _caterpillar, _spiral, _arch, _apple, _skewer, _portrait, _cheerful,
)  # fmt: skip


def worm(number: int, ink: Colour, second: Colour, rng: np.random.Generator) -> Canvas:
    """One of the designs in two colours, RGBA: turned, and as large as a face or smaller."""
    pen = Pen(ink, second, rng.uniform(0.018, 0.036))
    DESIGNS[number % len(DESIGNS)](pen, rng)
    face = pen.done()
    size = rng.uniform(0.72, 1.0)
    mapping = cv2.getRotationMatrix2D(
        (SIZE / 2, SIZE / 2), float(rng.choice([0, 90, 180, 270])), size
    )
    return cv2.warpAffine(face, mapping, (SIZE, SIZE)).astype(np.uint8)
