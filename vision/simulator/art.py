"""The project's own drawings for the faces of dice.

Each is RGBA, `SIZE` x `SIZE`, with straight alpha: the colour of the ink and how much of it covers
the face. The body of the die is not in it, nor is any rotation: both are the renderer's.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = 128
_FINE = 1024
"""Drawings are made this large and shrunk: OpenCV's own anti-aliasing leaves alpha ragged."""

Art = NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Red, green, blue."""
Place = tuple[float, float]
"""Part of the edge from the left and from the top."""

_Path = NDArray[np.float64]

BLUE: Colour = (28, 58, 150)
CRIMSON: Colour = (170, 20, 52)
CREAM: Colour = (243, 230, 200)
DARK: Colour = (48, 32, 28)

_MIDDLE, _LEFT, _RIGHT, _TOP, _BOTTOM = (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_LAYOUTS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    (_MIDDLE,),
    ((-1, -1), (1, 1)),
    ((-1, -1), _MIDDLE, (1, 1)),
    _CORNERS,
    (*_CORNERS, _MIDDLE),
    (*_CORNERS, _LEFT, _RIGHT),
)


class Sheet:
    """A large transparent sheet to draw on; lengths are parts of its edge."""

    def __init__(self) -> None:
        self._ink = np.zeros((_FINE, _FINE, 4), np.uint8)

    def fill(self, path: _Path, colour: Colour) -> None:
        """Ink all that lies within a line."""
        cv2.fillPoly(self._ink, [_pixels(path)], (*colour, 255))

    def line(self, path: _Path, colour: Colour, width: float, *, closed: bool = False) -> None:
        """Ink along a line."""
        thick = max(1, round(width * _FINE))
        cv2.polylines(self._ink, [_pixels(path)], closed, (*colour, 255), thick)

    def dot(self, centre: Place, radius: float, colour: Colour) -> None:
        """Ink a disc."""
        x, y = (round(value * _FINE) for value in centre)
        cv2.circle(self._ink, (x, y), round(radius * _FINE), (*colour, 255), -1)

    def wipe(self, path: _Path, width: float) -> None:
        """Take the ink away along a line."""
        thick = max(1, round(width * _FINE))
        cv2.polylines(
            self._ink, [_pixels(path)], isClosed=False, color=(0, 0, 0, 0), thickness=thick
        )

    def wipe_dot(self, centre: Place, radius: float) -> None:
        """Take the ink of a disc away."""
        x, y = (round(value * _FINE) for value in centre)
        cv2.circle(self._ink, (x, y), round(radius * _FINE), (0, 0, 0, 0), -1)

    def art(self) -> Art:
        """The sheet, shrunk to a face."""
        small = cv2.resize(self._ink, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = small[..., 3:]
        # Ink is spread under its own edge, so that a bilinear lookup never meets black there.
        near = cv2.blur(small, (7, 7))
        small[..., :3] = np.where(
            alpha > 0,
            small[..., :3] * 255 / np.maximum(alpha, 1),
            near[..., :3] * 255 / np.maximum(near[..., 3:], 1e-3),
        )
        return np.clip(np.rint(small), 0, 255).astype(np.uint8)


def pips(count: int, radius: float = 0.09, spread: float = 0.25, ink: Colour = DARK) -> Art:
    """A face of 1 to 6 pips.

    Args:
        count: How many.
        radius: Of one pip, as part of the edge.
        spread: How far the outer pips stand from the middle, each way, as part of the edge.
        ink: Their colour.
    """
    middles = (np.arange(SIZE, dtype=np.float32) + 0.5) / SIZE - 0.5
    face = np.empty((SIZE, SIZE, 4), np.uint8)
    face[..., :3] = ink
    cover = np.zeros((SIZE, SIZE), np.float32)
    for across, down in _LAYOUTS[count]:
        away = np.hypot(middles[None] - across * spread, middles[:, None] - down * spread)
        cover = np.maximum(cover, np.clip((radius - away) * SIZE + 0.5, 0, 1))
    face[..., 3] = np.rint(cover * 255)
    return face


def worm(ink: Colour = CRIMSON, width: float = 0.024) -> Art:
    """The classic worm: a line drawing, segmented, with eyes; nothing is filled."""
    sheet = Sheet()
    spine = _spine()
    girth = _girth(len(spine), 0.074)
    body = _tube(spine, girth)
    sheet.line(body, ink, width, closed=True)
    for at in np.linspace(0.12, 0.82, 8):
        sheet.line(_ring(spine, girth, at, bulge=0.02), ink, width * 0.85)
    head = spine[-1]
    for across in (-0.034, 0.034):
        eye = (float(head[0]) + across, float(head[1]) - 0.012)
        sheet.dot(eye, 0.027, ink)
        sheet.wipe_dot(eye, 0.013)
    sheet.line(_arc((float(head[0]), float(head[1]) + 0.03), (0.034, 0.024), 20, 160), ink, width)
    return sheet.art()


def barbecue_worm(ink: Colour = CREAM) -> Art:
    """The barbecue worm: light and filled, its rings and its face left open."""
    sheet = Sheet()
    turn = np.linspace(0, 1, 120)
    # An arch, tail left, head raised on the right: unlike the classic worm's S.
    x = 0.18 + 0.58 * turn
    y = 0.70 - 0.20 * np.sin(np.pi * turn * 1.42) ** 2 - 0.26 * turn**4
    spine = _even(np.stack([x, y], axis=1))
    girth = _girth(len(spine), 0.085)
    sheet.fill(_tube(spine, girth), ink)
    for at in np.linspace(0.12, 0.76, 6):
        sheet.wipe(_ring(spine, girth * 1.02, at, bulge=0.015), 0.02)
    head = (float(spine[-1, 0]), float(spine[-1, 1]))
    sheet.dot(head, 0.115, ink)
    for across in (-0.042, 0.042):
        sheet.wipe_dot((head[0] + across, head[1] - 0.025), 0.034)
        sheet.dot((head[0] + across, head[1] - 0.015), 0.016, ink)
    sheet.wipe(_arc((head[0], head[1] + 0.03), (0.055, 0.035), 15, 165), 0.018)
    return sheet.art()


def junior_worm(outline: Colour = DARK) -> Art:
    """Junior's worm: pink, coiled like a 2."""
    sheet = Sheet()
    turn = np.linspace(0, 1, 160)
    bow = np.stack(
        [0.5 - 0.21 * np.cos(turn * 1.5 * np.pi), 0.37 - 0.20 * np.sin(turn * 1.5 * np.pi)], axis=1
    )[:112]
    foot = np.stack([np.linspace(bow[-1, 0], 0.26, 40), np.linspace(bow[-1, 1], 0.74, 40)], axis=1)
    sole = np.stack([np.linspace(0.26, 0.80, 50), 0.76 + 0.03 * np.sin(turn[:50] * 9)], axis=1)
    spine = _smooth(np.concatenate([sole[::-1], foot[::-1], bow[::-1]]), 15)
    girth = _girth(len(spine), 0.085)
    body = _tube(spine, girth)
    sheet.line(body, outline, 0.045, closed=True)
    sheet.fill(body, (244, 150, 160))
    for at in np.linspace(0.1, 0.82, 8):
        sheet.line(_ring(spine, girth * 0.95, at, bulge=0.02), (196, 78, 98), 0.022)
    head = (float(spine[-1, 0]), float(spine[-1, 1]))
    for across in (-0.045, 0.05):
        sheet.dot((head[0] + across, head[1] - 0.03), 0.04, (255, 255, 255))
        sheet.dot((head[0] + across + 0.006, head[1] - 0.022), 0.021, outline)
    return sheet.art()


def cucumber(outline: Colour = (20, 62, 24)) -> Art:
    """A whole cucumber, aslant, with light stripes."""
    sheet = Sheet()
    along = np.array([np.cos(np.radians(-42)), np.sin(np.radians(-42))])
    across = np.array([-along[1], along[0]])
    turn = np.linspace(-1, 1, 80)[:, None]
    spine = np.array([0.5, 0.5]) + 0.33 * turn * along + 0.05 * (1 - turn**2) * across
    girth = np.full(len(spine), 0.145)
    body = _tube(spine, girth)
    sheet.line(body, outline, 0.05, closed=True)
    sheet.fill(body, (46, 128, 48))
    for side in (-0.075, 0.0, 0.075):
        stripe = spine[10:-10] + side * across
        for start in range(0, len(stripe), 15):
            sheet.line(stripe[start : start + 9], (168, 214, 110), 0.022)
    sheet.line(np.array([spine[-1] + 0.14 * along, spine[-1] + 0.2 * along]), outline, 0.05)
    return sheet.art()


def cheese(outline: Colour = (120, 74, 8)) -> Art:
    """A wedge of cheese with holes."""
    sheet = Sheet()
    top = np.array([(0.12, 0.52), (0.74, 0.22), (0.88, 0.44)])
    front = np.array([(0.12, 0.52), (0.88, 0.44), (0.88, 0.74), (0.12, 0.80)])
    for path, colour in ((top, (255, 234, 140)), (front, (250, 198, 44))):
        sheet.fill(path, colour)
        sheet.line(path, outline, 0.032, closed=True)
    for place, radius in (
        ((0.30, 0.64), 0.062),
        ((0.53, 0.70), 0.045),
        ((0.70, 0.56), 0.068),
        ((0.46, 0.55), 0.032),
        ((0.66, 0.36), 0.034),
    ):
        sheet.dot(place, radius, (176, 112, 12))
    return sheet.art()


def ketchup(outline: Colour = (92, 8, 10)) -> Art:
    """A bottle of ketchup, upright, with a white cap and label."""
    sheet = Sheet()
    half = np.array(
        [(0.075, 0.24), (0.085, 0.32), (0.16, 0.42), (0.175, 0.50), (0.175, 0.84), (0.15, 0.89)]
    )
    body = np.concatenate([half, half[::-1] * (-1, 1)])
    body[:, 0] += 0.5
    cap = np.array([(0.455, 0.10), (0.545, 0.10), (0.585, 0.24), (0.415, 0.24)])
    sheet.line(body, outline, 0.045, closed=True)
    sheet.fill(body, (206, 26, 30))
    sheet.line(cap, outline, 0.04, closed=True)
    sheet.fill(cap, (250, 250, 246))
    label = np.array([(0.345, 0.54), (0.655, 0.54), (0.655, 0.76), (0.345, 0.76)])
    sheet.fill(label, (252, 246, 226))
    sheet.dot((0.5, 0.65), 0.075, (206, 26, 30))
    return sheet.art()


def bun(outline: Colour = (104, 56, 18)) -> Art:
    """A round bun, cut across, with seeds on its dome."""
    sheet = Sheet()
    dome = np.concatenate([_arc((0.5, 0.54), (0.37, 0.38), 180, 360), np.array([(0.87, 0.54)])])
    base = np.concatenate(
        [np.array([(0.13, 0.66), (0.87, 0.66)]), _arc((0.5, 0.68), (0.37, 0.17), 0, 180)]
    )
    for path in (dome, base):
        sheet.line(path, outline, 0.04, closed=True)
        sheet.fill(path, (216, 146, 66))
    sheet.line(np.array([(0.15, 0.60), (0.85, 0.60)]), (255, 240, 205), 0.055)
    for place in (
        (0.34, 0.40),
        (0.50, 0.30),
        (0.66, 0.40),
        (0.50, 0.45),
        (0.26, 0.49),
        (0.74, 0.49),
    ):
        ellipse = _arc(place, (0.038, 0.024), 0, 360)
        sheet.fill(ellipse, (255, 242, 206))
    return sheet.art()


def _spine() -> _Path:
    """The wave of the classic worm, from the tail on the left to the head, raised on the right."""
    arch = _arc((0.31, 0.60), (0.125, 0.135), 170, 360)
    valley = _arc((0.56, 0.60), (0.125, 0.135), 180, 0)
    neck = np.array([(0.695, 0.5), (0.71, 0.40), (0.705, 0.28)])
    return _smooth(_even(np.concatenate([arch, valley, neck])), 6)


def _even(path: _Path) -> _Path:
    """The same line in steps of equal length."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    gone = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0, gone[-1], 200)
    return np.stack([np.interp(at, gone, path[:, k]) for k in (0, 1)], axis=1)


def _girth(count: int, most: float) -> NDArray[np.float64]:
    """Half the worm's width from the tail, which tapers, to the head, which is a little thicker."""
    at = np.linspace(0, 1, count)
    return most * (
        0.45 + 0.55 * np.clip(at / 0.35, 0, 1) + 0.18 * np.clip((at - 0.82) / 0.18, 0, 1)
    )


def _tube(spine: _Path, girth: NDArray[np.float64]) -> _Path:
    """The outline of a line so thick, round at both ends."""
    mask = np.zeros((_FINE, _FINE), np.uint8)
    for (x, y), half in zip(spine, girth, strict=True):
        centre = (round(float(x) * _FINE), round(float(y) * _FINE))
        cv2.circle(mask, centre, round(float(half) * _FINE), 255, -1)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longest = max(contours, key=len)
    return _smooth_closed(longest[:, 0, :].astype(np.float64) / _FINE, 15)


def _ring(spine: _Path, girth: NDArray[np.float64], at: float, *, bulge: float) -> _Path:
    """A line across the body, bent towards the head."""
    index = round(at * (len(spine) - 1))
    before, after = spine[max(0, index - 3)], spine[min(len(spine) - 1, index + 3)]
    along = (after - before) / np.hypot(*(after - before))
    across = np.array([-along[1], along[0]])
    turn = np.linspace(-1, 1, 15)[:, None]
    half = float(girth[index])
    return np.asarray(spine[index] + turn * half * across + bulge * (1 - turn**2) * along)


def _arc(centre: Place, radii: tuple[float, float], start: float, end: float) -> _Path:
    """Part of an ellipse, in degrees clockwise from the right."""
    turn = np.radians(np.linspace(start, end, 64))
    return np.stack(
        [centre[0] + radii[0] * np.cos(turn), centre[1] + radii[1] * np.sin(turn)], axis=1
    )


def _smooth(path: _Path, reach: int) -> _Path:
    padded = np.pad(path, ((reach, reach), (0, 0)), mode="edge")
    return _means(padded, reach)


def _smooth_closed(path: _Path, reach: int) -> _Path:
    return _means(np.pad(path, ((reach, reach), (0, 0)), mode="wrap"), reach)


def _means(padded: _Path, reach: int) -> _Path:
    kernel = np.full(2 * reach + 1, 1 / (2 * reach + 1))
    columns: Sequence[_Path] = [np.convolve(padded[:, k], kernel, mode="valid") for k in (0, 1)]
    return np.stack(columns, axis=1)


def _pixels(path: _Path) -> NDArray[np.int32]:
    return np.rint(path * _FINE).astype(np.int32)
