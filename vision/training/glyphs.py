"""Icons drawn from chance, and the pen that draws them: food, animals, signs and words.

A figure is a function of a `Pen`: it draws upright into the unit square, y downwards, and takes
all its chances from `pen.rng`. Whoever calls it turns, scales and colours the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Points = NDArray[np.float64]
Image = NDArray[np.uint8]
Tones = Image
"""A tone for every pixel: 0 is bare, 1 the ink of lines, 2 to 4 the fillings."""

SIDE = 384
"""The canvas is three times finer than a tile: shrinking it smooths the edges."""

_UNIT = 150.0
_SHIFT = 4


@dataclass(frozen=True)
class Style:
    """How a set of icons is printed, whatever it shows.

    `line` draws outlines alone, `solid` silhouettes with bare details, `colour` outlined fillings.
    `stroke` is a share of the face; `bare_seams` parts the overlapping pieces of a silhouette.
    """

    mode: Literal["line", "solid", "colour"]
    stroke: float
    bare_seams: bool
    accent: bool


class Pen:
    """A canvas of tones, drawn on in the unit square from -1 to 1."""

    def __init__(self, rng: np.random.Generator, style: Style) -> None:
        self.rng = rng
        self.style = style
        self.tones: Tones = np.zeros((SIDE, SIDE), np.uint8)

    @property
    def width(self) -> int:
        """The width of a stroke in pixels of the canvas."""
        return max(2, round(self.style.stroke * SIDE))

    @property
    def mark(self) -> int:
        """The tone that shows on a filled shape."""
        if self.style.mode == "solid":
            return 0
        return 4 if self.style.accent else 1

    def _pixels(self, points: Points) -> NDArray[np.int32]:
        scaled = (np.asarray(points) * _UNIT + SIDE / 2) * (1 << _SHIFT)
        return np.rint(scaled).astype(np.int32)

    def fill(self, points: Points, tone: int) -> None:
        """Fill a polygon with a tone, no outline."""
        cv2.fillPoly(self.tones, [self._pixels(points)], tone, cv2.LINE_8, _SHIFT)

    def line(
        self, points: Points, tone: int = 1, width: float = 1.0, *, closed: bool = False
    ) -> None:
        """Draw a polyline; `width` is in strokes."""
        thick = max(1, round(self.width * width))
        cv2.polylines(self.tones, [self._pixels(points)], closed, tone, thick, cv2.LINE_8, _SHIFT)

    def shape(self, points: Points, tone: int = 2) -> None:
        """Draw a body in the style of the set; it hides what lies under it."""
        mode = self.style.mode
        self.fill(points, {"line": 0, "solid": 1, "colour": tone}[mode])
        if mode != "solid":
            self.line(points, closed=True)
        elif self.style.bare_seams:
            self.line(points, 0, 0.6, closed=True)

    def ball(self, x: float, y: float, rx: float, ry: float | None = None, tone: int = 2) -> None:
        """Draw a body that is an ellipse."""
        self.shape(oval(x, y, rx, ry), tone)

    def detail(self, points: Points, width: float = 0.8, *, closed: bool = False) -> None:
        """Draw a line that shows on a body."""
        self.line(points, self.mark, width, closed=closed)

    def spot(self, x: float, y: float, rx: float, ry: float | None = None) -> None:
        """Draw a filled spot that shows on a body."""
        self.fill(oval(x, y, rx, ry), self.mark)

    def eye(self, x: float, y: float, r: float) -> None:
        """Draw an eye on a body: a dot, a ring with a pupil, a cross or a lid."""
        kind = self.rng.integers(5)
        if kind <= 1:
            self.spot(x, y, r * 0.7)
        elif kind == 2:
            self.fill(oval(x, y, r), 0)
            self.line(oval(x, y, r), 1, 0.7, closed=True)
            dx, dy = self.rng.uniform(-0.4, 0.4, 2) * r
            self.fill(oval(x + dx, y + dy, r * 0.5), 1)
        elif kind == 3:
            self.detail(xy((x - r, y - r), (x + r, y + r)))
            self.detail(xy((x - r, y + r), (x + r, y - r)))
        else:
            self.detail(oval(x, y, r, r, 180, 360))

    def smile(self, x: float, y: float, r: float) -> None:
        """Draw a mouth on a body."""
        flat = float(self.rng.uniform(0.2, 1))
        start = 180 if self.rng.random() < 0.15 else 0
        self.detail(oval(x, y, r, r * flat, start, start + 180), closed=self.rng.random() < 0.2)

    def letters(self, text: str, box: tuple[float, float, float, float]) -> None:
        """Write letters to fill a box (left, top, right, bottom)."""
        mask = lettering(self.rng, text)
        left, top, right, bottom = (round(side * _UNIT + SIDE / 2) for side in box)
        mask = as_image(cv2.resize(mask, (right - left, bottom - top)))
        if self.style.mode == "line" and self.rng.random() < 0.4:
            rim = self.width
            mask = np.pad(mask, rim)
            mask = as_image(cv2.dilate(mask, np.ones((rim, rim), np.uint8))) - mask
            left, top, right, bottom = left - rim, top - rim, right + rim, bottom + rim
        self.tones[top:bottom, left:right][mask > 127] = 1


def lettering(rng: np.random.Generator, text: str) -> NDArray[np.uint8]:
    """Return text as a mask cropped to its ink, in a random font, weight and slant."""
    font = int(rng.integers(8)) | (cv2.FONT_ITALIC if rng.random() < 0.2 else 0)
    mask = np.zeros((120, 90 + 80 * len(text)), np.uint8)
    cv2.putText(mask, text, (20, 80), font, 2.2, 255, int(rng.integers(1, 9)), cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    return mask[y : y + h, x : x + w] if w and h else np.full((8, 8), 255, np.uint8)


def word(rng: np.random.Generator, longest: int = 6) -> str:
    """Return an invented word, a number or a letter."""
    kind = rng.random()
    if kind < 0.25:
        return str(rng.integers(10 ** rng.integers(1, 4)))
    if kind < 0.45:
        return chr(int(rng.integers(65, 91)) + (32 if rng.random() < 0.4 else 0))
    sounds = ("bcdfghklmnprstvwz", "aeiou")
    first = int(rng.integers(2))
    text = "".join(
        str(rng.choice(list(sounds[(first + i) % 2]))) for i in range(rng.integers(2, longest + 1))
    )
    return (text, text.upper(), text.capitalize())[rng.integers(3)]


def as_image(array: NDArray[Any]) -> Image:
    """Return what OpenCV made of bytes as the bytes that they are."""
    return array.astype(np.uint8, copy=False)


def pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """Return one of several things."""
    return choices[int(rng.integers(len(choices)))]


def xy(*points: tuple[float, float]) -> Points:
    """Return points as an array."""
    return np.array(points, np.float64)


def oval(
    x: float, y: float, rx: float, ry: float | None = None, start: float = 0, end: float = 360
) -> Points:
    """Return an ellipse or an arc of it, angles in degrees, clockwise on the screen."""
    turn = np.radians(np.linspace(start, end, 28))
    return np.stack([x + rx * np.cos(turn), y + (rx if ry is None else ry) * np.sin(turn)], 1)


def soft(points: Points, *, closed: bool = True) -> Points:
    """Return a polygon or polyline with its corners rounded off."""
    for _ in range(3):
        after = np.roll(points, -1, 0)
        cut = np.stack([0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after], 1)
        if closed:
            points = cut.reshape(-1, 2)
        else:
            points = np.concatenate([points[:1], cut[:-1].reshape(-1, 2), points[-1:]])
    return points


def mirrored(right: Points) -> Points:
    """Return an outline from its right half, given from top to bottom."""
    return np.concatenate([right, right[::-1] * (-1, 1)])


def petals(n: int, inner: float, outer: float, phase: float = -90.0) -> Points:
    """Return a star polygon of n points."""
    turn = np.radians(phase + np.arange(2 * n) * 180 / n)
    r = np.where(np.arange(2 * n) % 2, inner, outer)
    return np.stack([r * np.cos(turn), r * np.sin(turn)], 1)


def _bottle(pen: Pen) -> None:
    u = pen.rng.uniform
    neck, belly, top = u(0.1, 0.2), u(0.3, 0.5), u(-0.6, -0.2)
    pen.shape(soft(mirrored(xy((neck, -0.95), (neck, top), (belly, top + 0.3), (belly, 1)))))
    pen.detail(xy((-belly, top + 0.5), (belly, top + 0.5)))
    pen.detail(xy((-belly, u(0.5, 0.8)), (belly, 0.6)))
    pen.shape(mirrored(xy((neck + 0.04, -1), (neck + 0.04, u(-0.9, -0.8)))), 3)
    if pen.rng.random() < 0.4:
        badge = petals(int(pen.rng.integers(4, 8)), 0.08, 0.2)
        pen.detail(badge + xy((0, 0.4)), closed=True)


def _burger(pen: Pen) -> None:
    u, w = pen.rng.uniform, pen.rng.uniform(0.75, 1)
    pen.shape(soft(xy((-w, 0.35), (w, 0.35), (w * 0.9, 0.75), (-w * 0.9, 0.75))))
    pen.shape(soft(xy((-w, 0.15), (w, 0.15), (w, 0.42), (-w, 0.42))), 3)
    x = np.linspace(-w, w, 40)
    pen.line(np.stack([x, 0.08 + 0.07 * np.sin(x * u(9, 20))], 1), 4 if pen.style.accent else 1)
    pen.shape(oval(0, 0, w, u(0.5, 0.8), 180, 360))
    for x0 in np.linspace(-0.5, 0.5, int(pen.rng.integers(0, 6))):
        pen.spot(float(x0) * w, u(-0.35, -0.2), 0.07, 0.04)


def _cheese(pen: Pen) -> None:
    u = pen.rng.uniform
    tip, top, low = u(-1, -0.8), u(-0.6, -0.3), u(0.4, 0.7)
    pen.shape(xy((tip, 0.1), (0.5, top), (1, 0.0), (1, low), (tip, low)))
    pen.detail(xy((tip, 0.1), (1, 0.05)))
    for x in (-0.45, 0.1, 0.65)[: pen.rng.integers(1, 4)]:
        pen.detail(oval(x, u(0.25, low - 0.1), u(0.07, 0.15), u(0.05, 0.12)), closed=True)
    pen.spot(u(0.3, 0.6), u(-0.2, -0.12), 0.1, 0.06)


def _slice(pen: Pen) -> None:
    r = pen.rng.uniform(0.7, 0.85)
    pen.ball(0, 0, 0.98, None, 3)
    pen.detail(oval(0, 0, r), 1, closed=True)
    n, spokes = int(pen.rng.integers(4, 10)), pen.rng.random() < 0.5
    for a in np.arange(n) * 2 * np.pi / n:
        way = np.array([np.cos(a), np.sin(a)])
        if spokes:
            pen.detail(np.stack([way * 0.1, way * r]), 1.2)
        else:
            pen.detail(soft(np.stack([way * 0.2, way * 0.55 + way[::-1] * 0.1, way * 0.6])), 1.2)


def _stick(pen: Pen) -> None:
    """A cucumber, a sausage, a corn cob or a carrot, lying."""
    u = pen.rng.uniform
    bend, thick, tip = u(-0.4, 0.4), u(0.2, 0.35), u(0.3, 1)
    x = np.linspace(-1, 1, 14)
    half = thick * np.sqrt(np.clip(1.02 - x**6, 0, 1)) * np.interp(x, [-1, 1], [1, tip])
    mid = bend * (x**2 - 0.5)
    if pen.rng.random() < 0.3:
        pen.line(xy((-1.25, mid[7]), (1.25, mid[7])), 1, 1.5)
    pen.shape(
        soft(np.concatenate([np.stack([x, mid - half], 1), np.stack([x, mid + half], 1)[::-1]]))
    )
    lean, reach = u(-0.15, 0.15), u(0.3, 0.9)
    for i in range(2, 12, int(pen.rng.integers(1, 4))):
        y0, y1 = mid[i] - half[i] * reach, mid[i] + half[i] * reach
        pen.detail(xy((x[i] - lean, y0), (x[i] + lean, y1)))
    if pen.rng.random() < 0.3:
        for dy in (-0.2, 0, 0.2):
            pen.line(xy((-1, mid[0]), (-1.3, mid[0] + dy)))


def _fruit(pen: Pen) -> None:
    u = pen.rng.uniform
    dip, wide, low = u(-0.55, -0.25), u(0.6, 0.95), u(0.2, 0.7)
    right = xy((0.02, dip), (wide * u(0.3, 0.9), dip - 0.25), (wide, low - 0.3), (wide * 0.7, 0.95))
    pen.shape(soft(mirrored(np.concatenate([right, xy((0.05, u(0.7, 1)))]))))
    pen.line(soft(xy((0, dip + 0.1), (0, -0.6), (u(-0.3, 0.3), -1)), closed=False), 1, 1.3)
    if pen.rng.random() < 0.7:
        pen.shape(soft(xy((0.05, -0.7), (0.3, -1), (0.7, -0.9), (0.4, -0.65))), 3)
    pen.detail(oval(0, 0.2, wide * 0.6, 0.5, 130, u(170, 230)))
    if pen.rng.random() < 0.4:
        for x, y in u((-0.4, -0.1), (0.4, 0.7), (6, 2)):
            pen.spot(x, y, 0.05)


def _cherries(pen: Pen) -> None:
    u = pen.rng.uniform
    top = (u(-0.2, 0.2), -1.0)
    for x, y in ((-0.5, 0.5), (0.45, u(0.3, 0.7)), (0, 0.1))[: pen.rng.integers(2, 4)]:
        pen.line(soft(xy((x, y), (x * 0.8, -0.2), top), closed=False), 1, 1.2)
        pen.ball(x, y, u(0.3, 0.42))
        pen.detail(oval(x, y, 0.2, 0.2, 180, 260))
    pen.shape(soft(xy(top, (0.4, -1.1), (0.8, -0.8), (0.3, -0.7))), 3)


def _mushroom(pen: Pen) -> None:
    u = pen.rng.uniform
    w, stem = u(0.7, 1), u(0.15, 0.35)
    pen.shape(soft(mirrored(xy((stem, -0.1), (stem * 0.8, 0.4), (stem * u(1, 1.8), 0.95)))), 3)
    pen.shape(
        np.concatenate([oval(0, 0, w, u(0.6, 1), 180, 360), oval(0, 0, w, u(0, 0.2), 0, 180)])
    )
    for x in (-0.45, 0.05, 0.5)[: pen.rng.integers(4)]:
        pen.spot(x * w, u(-0.4, -0.2), u(0.08, 0.16), 0.1)


def _fish(pen: Pen) -> None:
    u = pen.rng.uniform
    h, tail = u(0.3, 0.6), u(0.25, 0.5)
    pen.shape(xy((0.45, 0), (1, -tail), (u(0.7, 0.95), 0), (1, tail)), 3)
    pen.shape(soft(xy((-1, 0), (-0.5, -h), (0.2, -h * 0.8), (0.65, 0), (0.2, h * 0.8), (-0.5, h))))
    pen.eye(-0.62, -0.1, 0.09)
    pen.detail(oval(-0.6, 0, 0.25, h * 0.7, -60, 60))
    for x in (-0.15, 0.1, 0.35)[: pen.rng.integers(4)]:
        pen.detail(oval(x - 0.1, 0, 0.12, h * 0.45, -80, 80))


def _cone(pen: Pen) -> None:
    """A slice of pizza or an ice cream."""
    u, w = pen.rng.uniform, pen.rng.uniform(0.4, 0.7)
    for x in (-0.3, 0.3, 0)[pen.rng.integers(3) :]:
        pen.ball(x * w, u(-0.55, -0.3), w * 0.75, None, 3)
    pen.shape(xy((-w, -0.3), (w, -0.3), (0, 1)))
    for x, y in ((-0.2, -0.1), (0.2, -0.05), (0, 0.3))[: pen.rng.integers(4)]:
        pen.spot(x * w * 2, y, 0.09)
    if pen.rng.random() < 0.5:
        pen.detail(xy((-w * 0.7, 0.1), (w * 0.3, -0.3)))
        pen.detail(xy((w * 0.7, 0.1), (-w * 0.3, -0.3)))


def _cup(pen: Pen) -> None:
    u, top = pen.rng.uniform, pen.rng.uniform(-0.6, -0.2)
    pen.line(oval(0.55, 0.2, 0.4, 0.35, -90, 90), 1, 1.8)
    pen.shape(soft(mirrored(xy((0.6, top), (0.6, top), (u(0.35, 0.6), 0.9), (0.3, 0.95)))))
    pen.detail(xy((-0.6, top + 0.2), (0.6, top + 0.2)))
    for x in (-0.3, 0.0, 0.3)[: pen.rng.integers(1, 4)]:
        pen.line(soft(xy((x, top - 0.1), (x + 0.2, -0.7), (x - 0.1, -0.8), (x, -1)), closed=False))


def _sun(pen: Pen) -> None:
    n, r = int(pen.rng.integers(6, 17)), pen.rng.uniform(0.35, 0.6)
    for ray in petals(n, 1, pen.rng.uniform(0.8, 1)):
        pen.line(np.stack([ray * (r + 0.12), ray]), 1, pen.rng.uniform(1, 2))
    pen.ball(0, 0, r)
    face(pen, r)


def face(pen: Pen, r: float) -> None:
    """Draw two eyes and a mouth on a round body."""
    kind, rng = pen.rng.random(), pen.rng
    size = r * rng.uniform(0.1, 0.2)
    state = rng.bit_generator.state
    for side in (-1, 1):
        rng.bit_generator.state = state  # both eyes of one kind
        pen.eye(side * r * 0.38, -r * 0.2, size)
    if kind < 0.8:
        pen.smile(0, r * 0.25, r * rng.uniform(0.25, 0.5))
    else:
        pen.spot(0, r * 0.35, r * 0.28, r * 0.1)  # flat: three equal dots would be a three


def _smiley(pen: Pen) -> None:
    pen.ball(0, 0, 1, pen.rng.uniform(0.8, 1))
    face(pen, 0.9)


def _beast(pen: Pen) -> None:
    """The head of a cat, a bear, a rabbit or whatever the ears make it."""
    u = pen.rng.uniform
    ear, spread, long = pen.rng.integers(3), u(0.3, 0.7), u(0.3, 0.7)
    for side in (-1, 1):
        if ear == 0:
            pen.shape(xy((side * 0.2, -0.3), (side * spread, -0.3 - long), (side * 0.75, 0)), 3)
        else:
            pen.ball(side * spread, -0.55, 0.22, 0.22 if ear == 1 else long, 3)
    pen.ball(0, 0.2, u(0.6, 0.85), u(0.5, 0.75))
    face(pen, 0.7)
    for y in (0.35, 0.45)[: pen.rng.integers(3)]:
        pen.detail(xy((-0.65, y - 0.1), (-0.3, y)), 0.6)
        pen.detail(xy((0.65, y - 0.1), (0.3, y)), 0.6)


Figure = Callable[[Pen], None]
FOODS: Sequence[Figure] = (
    _bottle, _burger, _cheese, _slice, _stick, _fruit, _cherries, _mushroom, _fish, _cone, _cup,
)  # fmt: skip
HEADS: Sequence[Figure] = (_sun, _smiley, _beast)
