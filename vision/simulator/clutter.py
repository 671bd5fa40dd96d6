"""Draws other things on a table: coins, tokens, plates, cards, pencils."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.geometry import Frame
from vision.simulator import art
from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.dice import EDGE, Floats, Pose
from vision.simulator.die_styles import one_of
from vision.simulator.light import Lighting
from vision.simulator.surface import Table

_SHARP = 1.6
"""Scale at which things are drawn, before they are shrunk into the table."""
PENCIL = 7.4
"""Width of a pencil, in mm."""
_FONT = cv2.FONT_HERSHEY_DUPLEX

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Thing:
    """A flat thing.

    Attributes:
        patch: BGRA, as seen from above.
        length: Along the patch's width.
        width: Along its height.
        height: Its thickness.
    """

    patch: Frame
    length: float
    width: float
    height: float


def scatter(
    table: Table, camera: Camera, poses: Sequence[Pose], light: Lighting, rng: np.random.Generator
) -> None:
    """Lay two to six things beside the dice."""
    kept = [(pose.centre[:2], 0.9 * EDGE) for pose in poses]
    for _ in range(int(rng.integers(2, 7))):
        thing = one_of(_MAKERS, rng)(table.scale * _SHARP, rng)
        for _ in range(25):
            x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
            at = camera.on_table(np.array([x]), np.array([y]))[0]
            turn = rng.uniform(0, 2 * np.pi)
            discs = _discs(thing, at, turn)
            if all(np.hypot(*(here - there)) > near + far + 2
                   for here, near in discs for there, far in kept):  # fmt: skip
                lay(table, thing, at, turn, light)
                kept += discs
                break


def lay(table: Table, thing: Thing, at: Floats, turn: float, light: Lighting) -> None:
    """Draw one thing and its shadow into the table.

    It is too flat for the shadows of solids, which would darken the thing itself.
    """
    ahead, aside = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
    along, across = ahead * thing.length / 2, aside * thing.width / 2
    corners = at + np.stack([-along - across, along - across, along + across, across - along])
    lamp = light.lamps[0]
    slope = lamp.place[:2] / lamp.place[2]
    scale = table.scale * _SHARP
    for part, strong in ((0.3, 0.5), (0.8, 0.45)):
        soft = max(0.8, 0.4 * part * thing.height * scale)
        pad = int(np.ceil(2 * soft))
        alpha = cv2.copyMakeBorder(thing.patch[..., 3], pad, pad, pad, pad, cv2.BORDER_CONSTANT)
        alpha = cv2.GaussianBlur(cv2.convertScaleAbs(alpha, alpha=strong), (0, 0), soft)
        shadow = np.zeros((*alpha.shape, 4), np.uint8)
        shadow[..., 3] = alpha
        grown = 1 + 2 * pad / np.array(thing.patch.shape[1::-1])
        wide, high = along * grown[0], across * grown[1]
        middle = at - slope * thing.height * part
        padded = middle + np.stack([-wide - high, wide - high, wide + high, high - wide])
        _paste(table.texture, shadow, table.place(padded).astype(np.float32))
    _paste(table.texture, thing.patch, table.place(corners).astype(np.float32))


def pencil(scale: float, rng: np.random.Generator) -> Thing:
    """A pencil with a sharpened end."""
    length, width = rng.uniform(120, 180), PENCIL
    colour = np.array(one_of(_PAINTS, rng), np.float32)
    tall, wide = max(6, round(width * scale)), round(length * scale)
    patch = np.zeros((tall, wide, 4), np.uint8)
    across = np.abs(np.linspace(-1, 1, tall))
    facets = np.select([across < 0.4, across < 0.85], [1.15, 0.8], 0.5)
    facets[tall // 2 :] *= 0.85
    patch[..., :3] = np.clip(facets[:, None, None] * colour, 0, 255)
    patch[..., 3] = 255
    tip = round(18 * scale)
    wood = np.clip(facets[:, None, None] * np.array([150, 195, 226.0]), 0, 255)
    patch[:, wide - tip :, :3] = wood
    patch[:, wide - round(5 * scale) :, :3] = (50, 48, 48)
    for column in range(wide - tip, wide):
        patch[across > (wide - column) / tip + 0.05, column, 3] = 0
    return Thing(patch, length, width, 6.5)


def _coin(scale: float, rng: np.random.Generator) -> Thing:
    size = rng.uniform(16, 27)
    sheet, middle, radius = _round(size, scale)
    metal = np.array(one_of(((96, 178, 208), (176, 182, 186), (70, 112, 176)), rng), np.float32)
    tall = len(sheet)
    ys, xs = np.mgrid[:tall, :tall].astype(np.float32)
    gleam = 1 + 0.22 * np.sin(3 * np.arctan2(ys - middle, xs - middle) + rng.uniform(0, 6))
    sheet[..., :3] = np.clip(gleam[..., None] * metal, 0, 255)
    dark = _bgr(metal * 0.55)
    cv2.circle(sheet, (middle, middle), round(radius * 0.86), (*dark, 255), 1, cv2.LINE_AA)
    number = one_of(("1", "2", "5", "10", "20", "50"), rng)
    _centred(sheet, number, (middle, middle), radius * 0.9, dark)
    return _disc_of(sheet, middle, radius, size, 2.0)


def _token(scale: float, rng: np.random.Generator) -> Thing:
    size = rng.uniform(12, 30)
    sheet, middle, radius = _round(size, scale)
    colour = np.array(one_of(_PAINTS, rng), np.float32)
    sheet[..., :3] = colour
    cv2.circle(sheet, (middle, middle), round(radius * 0.7), (*_bgr(colour * 0.7), 255), 2,
               cv2.LINE_AA)  # fmt: skip
    if rng.random() < 0.5:
        cv2.circle(sheet, (middle, middle), round(radius * 0.35), (240, 240, 240, 255), -1,
                   cv2.LINE_AA)  # fmt: skip
    return _disc_of(sheet, middle, radius, size, 3.5)


def _plate(scale: float, rng: np.random.Generator) -> Thing:
    """A worm plate: a number above, one to four worms below."""
    patch = _slab(24, 44, scale, (206, 232, 240))
    tall, wide = patch.shape[:2]
    _centred(patch, str(rng.integers(21, 37)), (wide // 2, round(tall * 0.27)), wide * 0.5,
             (40, 40, 60))  # fmt: skip
    cv2.line(patch, (wide // 8, tall // 2), (wide * 7 // 8, tall // 2), (90, 110, 130, 255), 1)
    worm = cv2.resize(_worm(), (round(wide * 0.4),) * 2, interpolation=cv2.INTER_AREA)
    count = int(rng.integers(1, 5))
    for index in range(count):
        left = round(wide * (0.3 if count == 1 else 0.08 + 0.44 * (index % 2)))
        top = round(tall * (0.58 if count < 3 else 0.53 + 0.22 * (index // 2)))
        spot = patch[top : top + len(worm), left : left + len(worm), :3]
        drawn = worm[: spot.shape[0], : spot.shape[1]]
        cover = drawn[..., 3:] / 255
        spot[:] = spot * (1 - cover) + drawn[..., 2::-1] * cover
    return Thing(patch, 24, 44, 4.0)


@cache
def _worm() -> art.Art:
    return art.worm()


def _card(scale: float, rng: np.random.Generator) -> Thing:
    patch = _slab(57, 88, scale, (248, 248, 248))
    tall, wide = patch.shape[:2]
    ink = one_of(((30, 24, 190), (28, 26, 26)), rng)
    rows = int(rng.integers(1, 5))
    for row in range(rows):
        for column in (0.3, 0.7) if rows > 1 else (0.5,):
            place = (round(wide * column), round(tall * (row + 1) / (rows + 1)))
            corners = np.array([(0, -7), (5, 0), (0, 7), (-5, 0)]) * scale + place
            cv2.fillPoly(patch, [corners.astype(np.int32)], (*ink, 255), cv2.LINE_AA)
    _centred(patch, "A23456789"[2 * rows if rows > 1 else 0], (wide // 8, tall // 11), tall * 0.1,
             ink)  # fmt: skip
    return Thing(patch, 57, 88, 0.4)


_MAKERS: Sequence[Callable[[float, np.random.Generator], Thing]] = (
    _coin, _coin, _token, _token, _plate, _plate, _card, pencil,
)  # fmt: skip
_PAINTS: Sequence[Colour] = (
    (40, 40, 200), (180, 90, 30), (60, 150, 50), (40, 190, 235), (40, 40, 44), (225, 230, 235),
    (60, 130, 225), (140, 60, 120), (80, 120, 170),
)  # fmt: skip


def _round(size: float, scale: float) -> tuple[Frame, int, float]:
    tall = max(9, round(size * scale)) | 1
    return np.full((tall, tall, 4), 255, np.uint8), tall // 2, tall / 2 - 1.5


def _disc_of(sheet: Frame, middle: int, radius: float, size: float, height: float) -> Thing:
    mask = np.zeros(sheet.shape[:2], np.uint8)
    cv2.circle(mask, (middle, middle), round(radius), 255, -1, cv2.LINE_AA)
    sheet[..., 3] = mask
    lit = np.linspace(1.08, 0.92, len(sheet))[:, None, None]
    sheet[..., :3] = np.clip(sheet[..., :3] * lit, 0, 255)
    return Thing(sheet, size, size, height)


def _slab(width: float, tall: float, scale: float, colour: Colour) -> Frame:
    """A rectangle with rounded corners and a thin edge."""
    shape = (round(tall * scale), round(width * scale))
    mask = np.zeros(shape, np.uint8)
    cut = max(1, round(2.5 * scale))
    cv2.rectangle(mask, (cut, cut), (shape[1] - cut - 1, shape[0] - cut - 1), 255, 2 * cut - 1)
    mask[cut : shape[0] - cut, cut : shape[1] - cut] = 255
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8))
    patch = np.empty((*shape, 4), np.uint8)
    patch[..., :3] = np.where(inner[..., None] > 0, colour, np.array(colour) * 0.6)
    patch[..., 3] = mask
    return patch


def _centred(sheet: Frame, text: str, at: tuple[int, int], tall: float, colour: Colour) -> None:
    scale = max(0.2, tall / 24)
    thick = max(1, round(scale * 1.6))
    (wide, high), _ = cv2.getTextSize(text, _FONT, scale, thick)
    place = (round(at[0] - wide / 2), round(at[1] + high / 2))
    cv2.putText(sheet, text, place, _FONT, scale, (*colour, 255), thick, cv2.LINE_AA)


def _paste(texture: Frame, patch: Frame, corners: Floats) -> None:
    """Warp a patch into the texture; its corners run clockwise from the top left."""
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    high = np.ceil(corners.max(axis=0)).astype(int) + 2
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(high, texture.shape[1::-1])
    if right <= left or bottom <= top:
        return
    tall, wide = patch.shape[:2]
    source = np.array([(0, 0), (wide, 0), (wide, tall)], np.float32)
    fit = cv2.getAffineTransform(source, (corners[:3] - (left, top)).astype(np.float32))
    size = (int(right - left), int(bottom - top))
    cover = cv2.warpAffine(cv2.merge([patch[..., 3]] * 3), fit, size)
    ink = cv2.multiply(patch[..., :3], cv2.merge([patch[..., 3]] * 3), scale=1 / 255)
    spot = texture[top:bottom, left:right]
    rest = cv2.multiply(spot, cv2.bitwise_not(cover), scale=1 / 255)
    spot[:] = cv2.add(rest, cv2.warpAffine(ink, fit, size))


def _discs(thing: Thing, at: Floats, turn: float) -> list[tuple[Floats, float]]:
    """Return discs that together contain the thing."""
    ahead = np.array([np.cos(turn), np.sin(turn)])
    aside = np.array([-ahead[1], ahead[0]])
    long, wide, along = thing.length, thing.width, ahead
    if wide > long:
        long, wide, along = wide, long, aside
    count = max(1, round(long / wide))
    steps = (np.arange(count) - (count - 1) / 2) * long / count
    radius = float(np.hypot(wide, long / count)) / 2
    return [(at + step * along, radius) for step in steps]


def _bgr(colour: Floats) -> Colour:
    blue, green, red = (int(np.clip(channel, 0, 255)) for channel in colour)
    return blue, green, red
