"""Invented picture dice: sets of six icons that no net was trained on.

Training draws worms, food, heads, letters and scribbles (`vision/training/drawings.py`). These are
different things, drawn by different code: weather, tools, vehicles, plants, buildings, signs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet, Face
from vision.simulator.art import SIZE, Art, Colour
from vision.simulator.die_styles import DieStyle, one_of
from vision.stages.dice_kinds import PIPS

_FINE = 1024
Points = Sequence[tuple[float, float]]

INVENTED = DiceSet("invented", PIPS, (1, 2, 3, 4, 5, 6))
"""Six different sides; the look decides which drawing is on which."""


@dataclass(frozen=True)
class Ink:
    """The print of a set's icons: colours, and lines or filled shapes."""

    main: Colour
    second: Colour
    filled: bool
    width: float


class Sheet:
    """A large transparent sheet; lengths are fractions of its edge, from -0.5 to 0.5."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self._drawn = np.zeros((_FINE, _FINE, 4), np.uint8)

    def shape(self, points: Points, *, second: bool = False) -> None:
        """A closed shape: filled, or its outline."""
        if self.ink.filled:
            cv2.fillPoly(self._drawn, [_pixels(points)], self._colour(second=second))
        else:
            self._stroke(points, 1.0, second=second, closed=True)

    def line(self, points: Points, times: float = 1.5, *, second: bool = False) -> None:
        """A line of so many times the usual width."""
        self._stroke(points, times, second=second, closed=False)

    def _stroke(self, points: Points, times: float, *, second: bool, closed: bool) -> None:
        thick = max(2, round(self.ink.width * _FINE * times))
        cv2.polylines(self._drawn, [_pixels(points)], closed, self._colour(second=second), thick)

    def _colour(self, *, second: bool) -> tuple[int, ...]:
        return (*(self.ink.second if second else self.ink.main), 255)

    def disc(self, x: float, y: float, radius: float, *, second: bool = False) -> None:
        """A disc, or a ring."""
        self.shape(arc(x, y, radius, radius), second=second)

    def art(self, size: float, turn: float) -> Art:
        """The icon as large as that, turned, as dice show it."""
        matrix = cv2.getRotationMatrix2D((_FINE / 2, _FINE / 2), turn, size)
        turned = cv2.warpAffine(self._drawn, matrix, (_FINE, _FINE), flags=cv2.INTER_AREA)
        small = cv2.resize(turned, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32)
        cover = small[..., 3:]
        near = cv2.blur(small, (7, 7))
        small[..., :3] = np.where(
            cover > 0,
            small[..., :3] * 255 / np.maximum(cover, 1),
            near[..., :3] * 255 / np.maximum(near[..., 3:], 1e-3),
        )
        return np.clip(np.rint(small), 0, 255).astype(np.uint8)


def arc(
    x: float, y: float, wide: float, high: float, start: float = 0.0, end: float = 360.0
) -> list[tuple[float, float]]:
    turns = np.radians(np.linspace(start, end, 60))
    return [(x + wide * float(np.cos(a)), y + high * float(np.sin(a))) for a in turns]


def _pixels(points: Points) -> NDArray[np.int32]:
    return np.rint((np.array(points) + 0.5) * _FINE).astype(np.int32)


# The icons. Each fills about a square of 0.8 about the middle.


def sun(sheet: Sheet) -> None:
    sheet.disc(0, 0, 0.17)
    for a in np.radians(np.arange(0, 360, 45)):
        c, s = float(np.cos(a)), float(np.sin(a))
        sheet.line([(0.24 * c, 0.24 * s), (0.38 * c, 0.38 * s)], 2, second=True)


def moon(sheet: Sheet) -> None:
    sheet.shape([*arc(0, 0, 0.36, 0.36, 60, 300), *arc(0.12, 0, 0.25, 0.31, 270, 90)])


def cloud(sheet: Sheet) -> None:
    """Three bows on a line, with rain."""
    bows = (*arc(-0.2, -0.04, 0.15, 0.13, 90, 270), *arc(0, -0.15, 0.2, 0.18, 190, 350))
    sheet.shape([*bows, *arc(0.22, -0.03, 0.14, 0.12, -80, 90)])
    for x in (-0.2, 0.0, 0.2):
        sheet.line([(x, 0.18), (x - 0.06, 0.36)], 2, second=True)


def bolt(sheet: Sheet) -> None:
    sheet.shape(
        [(0.08, -0.4), (-0.24, 0.06), (-0.02, 0.06), (-0.1, 0.4), (0.24, -0.1), (0.02, -0.1)]
    )


def hammer(sheet: Sheet) -> None:
    """A head across a handle."""
    sheet.line([(0, -0.2), (0, 0.4)], 3.5, second=True)
    sheet.shape([(-0.32, -0.38), (0.24, -0.38), (0.34, -0.28), (0.34, -0.14), (-0.32, -0.14)])


def key(sheet: Sheet) -> None:
    """A ring, a shaft and two teeth."""
    sheet.line(arc(-0.24, 0, 0.14, 0.14), 2.5)
    sheet.line([(-0.1, 0), (0.38, 0)], 2.5)
    for x in (0.2, 0.34):
        sheet.line([(x, 0), (x, 0.17)], 2.5)


def anchor(sheet: Sheet) -> None:
    """A shaft, a bar and two arms."""
    sheet.line(arc(0, -0.32, 0.07, 0.07), 1.8)
    sheet.line([(0, -0.25), (0, 0.36)], 2.2)
    sheet.line([(-0.2, -0.12), (0.2, -0.12)], 2.2, second=True)
    sheet.line(arc(0, 0.02, 0.34, 0.34, 20, 160), 2.2)


def fish(sheet: Sheet) -> None:
    """A body and a tail."""
    sheet.shape([*arc(0.06, 0, 0.3, 0.2, 20, 340)])
    sheet.shape([(-0.2, 0), (-0.42, -0.2), (-0.36, 0), (-0.42, 0.2)], second=True)


def boat(sheet: Sheet) -> None:
    """A hull and a sail."""
    sheet.shape([(-0.38, 0.16), (0.38, 0.16), (0.24, 0.36), (-0.24, 0.36)])
    sheet.shape([(-0.02, -0.4), (-0.02, 0.08), (0.32, 0.08)], second=True)
    sheet.shape([(-0.08, -0.28), (-0.08, 0.08), (-0.3, 0.08)], second=True)


def house(sheet: Sheet) -> None:
    """A wall under a roof."""
    sheet.shape([(-0.28, -0.04), (0.28, -0.04), (0.28, 0.36), (-0.28, 0.36)])
    sheet.shape([(-0.4, -0.06), (0, -0.4), (0.4, -0.06)], second=True)


def tree(sheet: Sheet) -> None:
    sheet.shape([(0, -0.42), (0.3, 0.02), (-0.3, 0.02)])
    sheet.shape([(0, -0.16), (0.38, 0.26), (-0.38, 0.26)])
    sheet.line([(0, 0.26), (0, 0.42)], 4, second=True)


def leaf(sheet: Sheet) -> None:
    """A pointed leaf with its vein."""
    sheet.shape([*arc(-0.16, 0, 0.36, 0.44, -55, 55), *arc(0.24, 0, 0.36, 0.44, 125, 235)])
    sheet.line([(0.04, -0.4), (0.04, 0.44)], 1.6, second=True)


def crown(sheet: Sheet) -> None:
    """Three points on a band."""
    sheet.shape(
        [(-0.36, 0.3), (-0.4, -0.24), (-0.18, 0.02), (0, -0.34), (0.18, 0.02), (0.4, -0.24),
         (0.36, 0.3)]
    )  # fmt: skip


def arrow(sheet: Sheet) -> None:
    sheet.shape(
        [(0.4, 0), (0.06, -0.34), (0.06, -0.13), (-0.4, -0.13), (-0.4, 0.13), (0.06, 0.13),
         (0.06, 0.34)]
    )  # fmt: skip


def shield(sheet: Sheet) -> None:
    """A shield with a bar."""
    sheet.shape([(-0.32, -0.36), (0.32, -0.36), (0.32, 0.02), (0, 0.42), (-0.32, 0.02)])
    sheet.line([(-0.3, -0.12), (0.3, -0.12)], 2, second=True)


def wheel(sheet: Sheet) -> None:
    sheet.line(arc(0, 0, 0.36, 0.36), 2.4)
    for a in np.radians((0, 60, 120)):
        c, s = 0.34 * float(np.cos(a)), 0.34 * float(np.sin(a))
        sheet.line([(-c, -s), (c, s)], 1.8, second=True)


def cup(sheet: Sheet) -> None:
    """A cup with a handle."""
    sheet.shape([(-0.32, -0.26), (0.18, -0.26), (0.12, 0.32), (-0.26, 0.32)])
    sheet.line(arc(0.18, 0, 0.18, 0.16, -80, 80), 2.2, second=True)


def umbrella(sheet: Sheet) -> None:
    """A bow on a stick with a hook."""
    sheet.shape(arc(0, 0.0, 0.4, 0.38, 180, 360))
    sheet.line([(0, 0), (0, 0.3), *arc(0.09, 0.3, 0.09, 0.1, 180, 0)], 2.0, second=True)


def bell(sheet: Sheet) -> None:
    """A bell with its clapper."""
    sheet.shape([*arc(0, -0.1, 0.22, 0.28, 180, 360), (0.34, 0.24), (-0.34, 0.24)])
    sheet.disc(0, 0.34, 0.07, second=True)


def flag(sheet: Sheet) -> None:
    """A pennant on a pole."""
    sheet.line([(-0.28, -0.42), (-0.28, 0.42)], 2.2, second=True)
    sheet.shape([(-0.26, -0.4), (0.38, -0.18), (-0.26, 0.04)])


def hourglass(sheet: Sheet) -> None:
    sheet.shape([(-0.28, -0.38), (0.28, -0.38), (0, 0)])
    sheet.shape([(-0.28, 0.38), (0.28, 0.38), (0, 0)], second=True)


def cross(sheet: Sheet) -> None:
    sheet.line([(-0.3, -0.3), (0.3, 0.3)], 4)
    sheet.line([(-0.3, 0.3), (0.3, -0.3)], 4)


def drop(sheet: Sheet) -> None:
    sheet.shape([(0, -0.42), *arc(0, 0.12, 0.26, 0.26, -35, 215)])


def mushroom(sheet: Sheet) -> None:
    """A cap on a stem."""
    sheet.shape(arc(0, 0, 0.38, 0.36, 180, 360))
    sheet.shape([(-0.12, 0.02), (0.12, 0.02), (0.16, 0.38), (-0.16, 0.38)], second=True)


ICONS: tuple[Callable[[Sheet], None], ...] = (
    sun, moon, cloud, bolt, hammer, key, anchor, fish, boat, house, tree, leaf, crown, arrow,
    shield, wheel, cup, umbrella, bell, flag, hourglass, cross, drop, mushroom,
)  # fmt: skip

_DARK: tuple[Colour, ...] = (
    (24, 22, 26), (30, 50, 130), (150, 20, 36), (16, 92, 48), (92, 40, 14), (84, 24, 110),
)  # fmt: skip
_LIGHT: tuple[Colour, ...] = ((248, 246, 240), (250, 226, 120), (190, 230, 250), (250, 200, 206))
_PALE: tuple[Colour, ...] = (
    (246, 244, 236), (238, 222, 186), (214, 226, 236), (250, 224, 110), (196, 226, 176),
)  # fmt: skip
_DEEP: tuple[Colour, ...] = (
    (30, 28, 32), (140, 20, 30), (24, 52, 134), (18, 96, 52), (96, 52, 30), (86, 34, 112),
)  # fmt: skip


def invented(number: int) -> tuple[DieStyle, tuple[str, ...]]:
    """Dice with six icons, and what these are called; every second set is dark."""
    rng = np.random.default_rng([number, 41])
    dark = number % 2 == 1
    body = one_of(_DEEP if dark else _PALE, rng)
    inks = _LIGHT if dark else _DARK
    main, second = (inks[int(n)] for n in rng.permutation(len(inks))[:2])
    ink = Ink(main, second if rng.random() < 0.5 else main, bool(rng.random() < 0.6), 0.035)
    chosen = [ICONS[int(n)] for n in rng.permutation(len(ICONS))[:6]]
    size, turn = float(rng.uniform(0.75, 1.0)), float(rng.integers(4) * 90)
    pictures = {
        face: partial(_drawn, icon, ink, size, turn)
        for face, icon in zip(PIPS, chosen, strict=True)
    }
    look = DieStyle(
        body=body,
        ink=ink.main,
        pip_radius=0.09,
        pip_spread=0.25,
        roundness=float(rng.uniform(0.06, 0.16)),
        ball=float(rng.uniform(0.72, 0.9)),
        gloss=float(rng.uniform(0.1, 0.7)),
        recess=0.0,
        finish=one_of(("opaque", "opaque", "wooden"), rng),
        pictures=pictures,
    )
    return look, tuple(icon.__name__ for icon in chosen)


def with_stranger(look: DieStyle, face: Face, number: int) -> DieStyle:
    """Return the same dice, with an untaught icon on one side."""
    rng = np.random.default_rng([number, 43])
    known = {picture.args[0] for picture in look.pictures.values() if isinstance(picture, partial)}
    some = look.pictures[face]
    if not isinstance(some, partial):
        raise TypeError(face)
    strange = one_of([icon for icon in ICONS if icon not in known], rng)
    picture = partial(_drawn, strange, *some.args[1:])
    return replace(look, pictures={**look.pictures, face: picture})


def _drawn(icon: Callable[[Sheet], None], ink: Ink, size: float, turn: float) -> Art:
    sheet = Sheet(ink)
    icon(sheet)
    return sheet.art(size, turn)
