"""Draws another edition of each game's dice, to try out teaching.

No net was trained on these drawings, and no such dice are sold.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.dice import Face
from vision.simulator.art import Art, Colour, Sheet
from vision.simulator.die_styles import DieStyle

_Path = NDArray[np.float64]

_RED: Colour = (188, 24, 36)
_BLUE: Colour = (22, 62, 158)
_GREEN: Colour = (22, 112, 50)
_ORANGE: Colour = (214, 104, 10)
_VIOLET: Colour = (98, 34, 134)
_BROWN: Colour = (112, 60, 22)
_BLACK: Colour = (26, 24, 28)


def _round(radii: tuple[float, float], start: float = 0, end: float = 360) -> _Path:
    """Part of an ellipse about the middle, in degrees clockwise from the right."""
    turn = np.radians(np.linspace(start, end, 90))
    return np.stack([0.5 + radii[0] * np.cos(turn), 0.5 + radii[1] * np.sin(turn)], axis=1)


def _star(points: int, outer: float, inner: float) -> _Path:
    turn = np.pi * np.arange(2 * points) / points - np.pi / 2
    far = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.stack([0.5 + far * np.cos(turn), 0.5 + far * np.sin(turn)], axis=1)


def _sun() -> Art:
    sheet = Sheet()
    for turn in np.radians(np.arange(0, 360, 45)):
        way = np.array([np.cos(turn), np.sin(turn)])
        sheet.line(np.array([0.5 + 0.27 * way, 0.5 + 0.4 * way]), _ORANGE, 0.06)
    sheet.dot((0.5, 0.5), 0.2, _ORANGE)
    return sheet.art()


def _moon() -> Art:
    sheet = Sheet()
    sheet.dot((0.47, 0.5), 0.36, _BLUE)
    sheet.wipe_dot((0.62, 0.42), 0.29)
    return sheet.art()


def _clover() -> Art:
    sheet = Sheet()
    sheet.line(np.array([(0.5, 0.5), (0.55, 0.72), (0.66, 0.9)]), _GREEN, 0.06)
    for across, down in ((0.5, 0.28), (0.3, 0.56), (0.7, 0.56)):
        sheet.dot((across, down), 0.18, _GREEN)
    return sheet.art()


def _kite() -> Art:
    sheet = Sheet()
    kite = np.array([(0.5, 0.08), (0.8, 0.38), (0.5, 0.92), (0.2, 0.38)])
    sheet.line(kite, _RED, 0.05, closed=True)
    sheet.fill(kite[[0, 1, 3]], _RED)
    sheet.line(np.array([(0.5, 0.38), (0.5, 0.9)]), _RED, 0.04)
    return sheet.art()


def _fish() -> Art:
    sheet = Sheet()
    body = _round((0.28, 0.19))
    body[:, 0] += 0.07
    sheet.fill(body, _VIOLET)
    sheet.fill(np.array([(0.36, 0.5), (0.1, 0.26), (0.1, 0.74)]), _VIOLET)
    sheet.wipe_dot((0.72, 0.46), 0.04)
    sheet.wipe(np.array([(0.55, 0.36), (0.5, 0.5), (0.55, 0.64)]), 0.03)
    return sheet.art()


def _flash() -> Art:
    sheet = Sheet()
    flash = [(0.58, 0.06), (0.24, 0.56), (0.46, 0.56), (0.38, 0.94), (0.76, 0.4), (0.53, 0.4)]
    sheet.fill(np.array(flash), _BLACK)
    return sheet.art()


def _caterpillar() -> Art:
    """The worm: a chain of rings with feelers."""
    sheet = Sheet()
    chain = ((0.16, 0.66), (0.3, 0.56), (0.44, 0.62), (0.58, 0.58), (0.7, 0.44))
    for middle in chain:
        sheet.dot(middle, 0.12, _GREEN)
        sheet.wipe_dot(middle, 0.06)
    sheet.dot(chain[-1], 0.15, _GREEN)
    for across in (0.66, 0.86):
        sheet.line(np.array([(0.72, 0.36), (across, 0.14)]), _GREEN, 0.035)
    for across in (0.65, 0.75):
        sheet.wipe_dot((across, 0.42), 0.032)
    return sheet.art()


def _slice() -> Art:
    """The cucumber: a slice with its seeds."""
    sheet = Sheet()
    sheet.line(_round((0.34, 0.34)), _GREEN, 0.09, closed=True)
    for turn in np.radians(np.arange(0, 360, 60)):
        way = np.array([np.cos(turn), np.sin(turn)])
        sheet.line(np.array([0.5 + 0.08 * way, 0.5 + 0.19 * way]), _GREEN, 0.05)
    return sheet.art()


def _wheel() -> Art:
    """The cheese: a wheel of which a piece is missing."""
    sheet = Sheet()
    wheel = np.concatenate([_round((0.37, 0.37), 20, 310), [(0.5, 0.5)]])
    sheet.fill(wheel, _ORANGE)
    for middle, radius in (((0.36, 0.4), 0.06), ((0.42, 0.66), 0.07), ((0.62, 0.7), 0.04)):
        sheet.wipe_dot(middle, radius)
    return sheet.art()


def _tomato() -> Art:
    """The ketchup: a tomato."""
    sheet = Sheet()
    tomato = _round((0.36, 0.3))
    tomato[:, 1] += 0.08
    sheet.fill(tomato, _RED)
    leaves = _star(5, 0.2, 0.07)
    leaves[:, 1] -= 0.2
    sheet.fill(leaves, _GREEN)
    return sheet.art()


def _pretzel() -> Art:
    """The bun: a pretzel."""
    sheet = Sheet()
    turn = np.radians(np.linspace(-235, 55, 160))
    bow = np.stack([0.5 + 0.34 * np.cos(turn), 0.5 + 0.3 * np.sin(turn)], axis=1)
    sheet.line(bow, _BROWN, 0.09)
    for end, far in ((bow[0], (0.62, 0.34)), (bow[-1], (0.38, 0.34))):
        sheet.line(np.array([end, far]), _BROWN, 0.08)
    return sheet.art()


_DRAWN: Mapping[Face, Callable[[], Art]] = {
    Face.WORM: _caterpillar,
    Face.CUCUMBER: _slice,
    Face.CHEESE: _wheel,
    Face.KETCHUP: _tomato,
    Face.BUN: _pretzel,
}
_FOR_PIPS: Mapping[Face, Callable[[], Art]] = {
    Face.ONE: _sun,
    Face.TWO: _moon,
    Face.THREE: _clover,
    Face.FOUR: _kite,
    Face.FIVE: _fish,
    Face.SIX: _flash,
}


@lru_cache(maxsize=2)
def another_edition(*, pips: bool) -> DieStyle:
    """Return how the other edition looks; without `pips` every face is a picture."""
    return DieStyle(
        body=(244, 240, 230),
        ink=_BLACK,
        pip_radius=0.09,
        pip_spread=0.25,
        roundness=0.09,
        ball=0.84,
        gloss=0.25,
        recess=0.0,
        finish="opaque",
        pictures=_DRAWN if pips else {**_DRAWN, **_FOR_PIPS},
    )
