"""Draws printed sheets with text, rules, boxes, and flat drawings of dice."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame
from vision.simulator import art
from vision.simulator.die_styles import one_of

Floats = NDArray[np.floating[Any]]
Colour = tuple[int, int, int]

_LETTERS = "abcdefghijklmnoprstuvwz"
_PAPERS: Sequence[Colour] = ((246, 247, 248), (226, 240, 246), (235, 235, 235), (200, 226, 232))
_INKS: Sequence[Colour] = ((30, 28, 28), (60, 40, 30), (120, 50, 20), (30, 30, 150))


def print_sheets(texture: Frame, scale: float, rng: np.random.Generator) -> None:
    """Lay one to three printed sheets on a table."""
    height, width = texture.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        wide, tall = (round(side * scale) for side in rng.uniform((140, 120), (300, 260)))
        left, top = _laid(wide, width, rng), _laid(tall, height, rng)
        shade = texture[max(0, top + 3) : top + tall + 5, max(0, left + 3) : left + wide + 5]
        if shade.size:
            shade[:] = cv2.convertScaleAbs(shade, alpha=0.75)  # the sheet's own thin shadow
        left, top = max(left, 0), max(top, 0)
        sheet = texture[top : top + tall, left : left + wide]
        sheet[:] = one_of(_PAPERS, rng)
        if min(sheet.shape[:2]) > 30 * scale:
            one_of((_text, _text, _dice, _ruled, _boxes), rng)(sheet, scale, rng)


def _laid(long: int, table: int, rng: np.random.Generator) -> int:
    """Return the start of a sheet of this length; most of a small one lies on the table."""
    ends = -0.3 * long, table - 0.6 * long
    return int(rng.uniform(min(ends), max(ends)))


def _words(count: int, rng: np.random.Generator) -> str:
    letters = rng.integers(len(_LETTERS), size=count)
    breaks = rng.random(count) < 0.17
    return "".join(
        " " if gap else _LETTERS[int(letter)] for letter, gap in zip(letters, breaks, strict=True)
    )


def _text(sheet: Frame, scale: float, rng: np.random.Generator) -> None:
    ink = one_of(_INKS, rng)
    size = max(7.0, rng.uniform(1.6, 4.5) * scale)  # the height of a capital
    line = size * rng.uniform(1.7, 2.4)
    heading = rng.random() < 0.5
    for index in range(int((sheet.shape[0] - 16 * scale) / line)):
        if index and rng.random() < 0.12:
            continue
        tall = size * (1.6 if heading and index == 0 else 1.0)
        letters = int((sheet.shape[1] - 20 * scale) / tall * rng.uniform(0.9, 1.1))
        place = (round(10 * scale), round(12 * scale + index * line))
        thick = max(1, round(tall / 11))
        cv2.putText(
            sheet, _words(letters, rng), place, one_of(_FONTS, rng) if index == 0 else _FONTS[0],
            tall / 21, ink, thick, cv2.LINE_AA,
        )  # fmt: skip


_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def _dice(sheet: Frame, scale: float, rng: np.random.Generator) -> None:
    """Flat drawings of dice in rows, as in a book of rules."""
    edge = round(rng.uniform(9, 20) * scale)
    step = round(edge * rng.uniform(1.2, 1.8))
    body, ink = one_of(
        [((255, 255, 255), (20, 20, 20)), ((30, 30, 30), (250, 250, 250)),
         ((40, 30, 190), (255, 255, 255)), ((200, 235, 245), (150, 60, 25))], rng,
    )  # fmt: skip
    drawn = _drawings((ink[2], ink[1], ink[0]))
    for top in range(round(8 * scale), sheet.shape[0] - edge - 4, step):
        for left in range(round(8 * scale), sheet.shape[1] - edge - 4, step):
            if rng.random() < 0.5:
                _die(sheet[top : top + edge, left : left + edge], body, one_of(drawn, rng))


@cache
def _drawings(ink: Colour) -> Sequence[art.Art]:
    return [*(art.pips(count, 0.09, 0.25, ink) for count in range(1, 7)), art.worm(ink)]


def _die(spot: Frame, body: Colour, face: art.Art) -> None:
    edge = len(spot)
    small = cv2.resize(face, (edge, edge), interpolation=cv2.INTER_AREA)
    mask = np.zeros((edge, edge), np.uint8)
    cut = max(1, edge // 7)
    cv2.rectangle(mask, (cut, cut), (edge - cut - 1, edge - cut - 1), 255, 2 * cut - 1)
    mask[cut : edge - cut, cut : edge - cut] = 255
    spot[mask > 0] = body
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(spot, contours, -1, (40, 40, 40), max(1, edge // 30), cv2.LINE_AA)
    cover = small[..., 3:].astype(np.float32) / 255
    spot[:] = spot * (1 - cover) + small[..., 2::-1] * cover


def _ruled(sheet: Frame, scale: float, rng: np.random.Generator) -> None:
    step = round(rng.uniform(4, 9) * scale)
    colour = one_of(((210, 170, 140), (180, 180, 180), (150, 150, 210)), rng)
    sheet[::step] = colour
    if rng.random() < 0.6:
        sheet[:, ::step] = colour


def _boxes(sheet: Frame, scale: float, rng: np.random.Generator) -> None:
    """A colourful print: boxes, discs and captions."""
    draws: Sequence[Callable[[tuple[int, int], int, Colour], object]] = (
        lambda at, size, ink: cv2.circle(sheet, at, size // 2, ink, -1, cv2.LINE_AA),
        lambda at, size, ink: cv2.rectangle(sheet, at, (at[0] + size, at[1] + size), ink, -1),
    )
    for _ in range(int(rng.integers(6, 26))):
        blue, green, red = (int(channel) for channel in rng.integers(30, 240, 3))
        at = (int(rng.integers(sheet.shape[1])), int(rng.integers(sheet.shape[0])))
        size = round(rng.uniform(3, 40) * scale)
        one_of(draws, rng)(at, size, (blue, green, red))
        if rng.random() < 0.4:
            cv2.putText(
                sheet, _words(8, rng).upper(), at, _FONTS[0], size / 60 + 0.3, (250, 250, 250),
                max(1, size // 30), cv2.LINE_AA,
            )  # fmt: skip
