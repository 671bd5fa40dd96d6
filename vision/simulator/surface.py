"""Draws the table top, with a new texture for each scene."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame
from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.die_styles import one_of
from vision.simulator.sheets import print_sheets

Floats = NDArray[np.floating[Any]]

_TEXELS = 1.25e6
_STORE = 1024


@dataclass(frozen=True)
class Table:
    """A table top.

    Attributes:
        texture: Its colours, as in a picture.
        to_table: The homography from texels to the table.
        scale: Texels per millimetre.
        gloss: 0 is cloth, 1 is polished.
    """

    texture: Frame
    to_table: Floats
    scale: float
    gloss: float

    def place(self, points: Floats) -> Floats:
        """Points of the table (n, 2) as texels."""
        back = np.linalg.inv(self.to_table)
        return np.asarray(np.column_stack([points, np.ones(len(points))]) @ back.T)[:, :2]

    def seen(self, camera: Camera) -> Frame:
        """The table through the camera, in even light."""
        through = camera.from_table @ self.to_table
        return np.asarray(
            cv2.warpPerspective(
                self.texture, through, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT_101
            ),
            np.uint8,
        )


def table(kind: str, camera: Camera, rng: np.random.Generator) -> Table:
    """Return a table of that kind, which fills the camera's view."""
    corners = camera.on_table(
        np.array([0.0, WIDTH, WIDTH, 0.0]), np.array([0.0, 0.0, HEIGHT, HEIGHT])
    )
    turn = rng.uniform(-0.5, 0.5)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    own = corners @ spin  # in the texture's own directions
    low, high = own.min(axis=0) - 4, own.max(axis=0) + 4
    width, height = high - low
    scale = float(np.sqrt(_TEXELS / (width * height)))
    shape = (int(height * scale), int(width * scale))
    texture, gloss = SURFACES[kind](shape, scale, rng)
    to_table = np.eye(3)
    to_table[:2, :2] = spin @ np.diag([1 / scale, -1 / scale])
    to_table[:2, 2] = spin @ np.array([low[0], high[1]])
    return Table(texture, to_table, scale, gloss)


Shape = tuple[int, int]
Drawn = tuple[Frame, float]


def _wood(shape: Shape, scale: float, rng: np.random.Generator) -> Drawn:
    dark, light, gloss = one_of(_WOODS, rng)
    half = (shape[0] // 2, shape[1] // 2)
    fine = scale / 2
    wave = 1.4 * noise(half, 60 * fine, 300 * fine, rng)
    rows = np.arange(half[0], dtype=np.float32)[:, None] / (fine * rng.uniform(6, 18))
    rings = np.abs(np.mod(rows + wave * rng.uniform(0.3, 1.6), 2) - 1)
    field = rng.uniform(0.1, 0.3) * (rings - 0.5)
    field += 0.10 * noise(half, 5 * fine, 120 * fine, rng)
    field += 0.09 * noise(half, 1.4 * fine, 40 * fine, rng)
    field += 0.06 * noise(half, 30 * fine, 80 * fine, rng)
    if rng.random() < 0.6:
        _planks(field, fine, rng)
    full = cv2.resize(field, shape[::-1], interpolation=cv2.INTER_LINEAR)
    full = _levels(full * rng.uniform(0.6, 1.1), 70, 128)
    pores = cv2.resize(
        _stored(rng, shape[0], shape[1] // 14 + 1), shape[::-1], interpolation=cv2.INTER_LINEAR
    )
    grain = cv2.LUT(pores, _levels(np.clip((np.arange(256) - 175) / 60, 0, 1), 60, 0))
    return _ramp(cv2.subtract(full, grain), dark, light), gloss * rng.uniform(0.4, 1.0)


def _planks(field: Floats, fine: float, rng: np.random.Generator) -> None:
    top = 0
    while top < field.shape[0]:
        below = top + int(rng.uniform(50, 140) * fine)
        field[top:below] = np.roll(field[top:below], int(rng.integers(field.shape[1])), axis=1)
        field[top:below] += rng.uniform(-0.25, 0.25)
        field[below : below + max(1, round(0.5 * fine))] -= 1.2
        top = below + 1


def _felt(shape: Shape, scale: float, rng: np.random.Generator) -> Drawn:
    colour = one_of(_FELTS, rng)
    fuzz = cv2.GaussianBlur(_stored(rng, *shape), (3, 3), 0.8)
    tufts = cv2.resize(_stored(rng, shape[0] // 3 + 1, shape[1] // 3 + 1), shape[::-1])
    rough = rng.uniform(0.7, 2.0)
    shade = cv2.addWeighted(fuzz, 0.5 * rough, tufts, 0.2 * rough, 128 * (1 - 0.7 * rough))
    drift = _levels(noise(shape, 40 * scale, 40 * scale, rng), 5, 128)
    shade = cv2.addWeighted(shade, 1.0, drift, 1.0, -128)
    return _ramp(shade, colour * 0.62, np.minimum(colour * 1.38 + 10, 255)), 0.0


def _cloth(shape: Shape, scale: float, rng: np.random.Generator) -> Drawn:
    ground, ink = (one_of(_CLOTHS, rng) for _ in range(2))
    if np.abs(ground - ink).max() < 50:
        ink = np.where(ground > 128, ground * 0.35, 255 - ground * 0.2)
    pitch = max(6, round(rng.uniform(7, 34) * scale))
    tile = np.empty((pitch, pitch, 3), np.uint8)
    tile[:] = ground
    one_of((_dots, _checks, _stripes, _grid), rng)(tile, ink, rng)
    across, down = shape[1] // pitch + 1, shape[0] // pitch + 1
    cloth = np.tile(tile, (down, across, 1))
    cloth = np.ascontiguousarray(cloth[: shape[0], : shape[1]])
    thread = np.array([[236, 250], [250, 226]], np.uint8)
    weave: NDArray[Any] = np.tile(thread, (shape[0] // 4 + 1, shape[1] // 4 + 1))
    weave = cv2.resize(weave, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    weave = weave[: shape[0], : shape[1]]
    folds = _levels(noise(shape, 60 * scale, 90 * scale, rng), 9, 244)
    shade = cv2.multiply(weave, folds, scale=1 / 255)
    shade = cv2.subtract(shade, cv2.LUT(_stored(rng, *shape), _levels(_STEP, 12, 6)))
    woven = cv2.multiply(cloth, cv2.merge([shade] * 3), scale=1 / 245)
    return np.asarray(woven, np.uint8), 0.0


def _dots(tile: Frame, ink: Floats, rng: np.random.Generator) -> None:
    pitch = len(tile)
    radius = pitch * rng.uniform(0.12, 0.34)
    places = [(0.5, 0.5)] if rng.random() < 0.5 else [(0.25, 0.25), (0.75, 0.75)]
    for x, y in places:
        size = radius / len(places) ** 0.5
        centre = (round(x * pitch * 16), round(y * pitch * 16))
        cv2.circle(tile, centre, round(size * 16), _bgr(ink), -1, cv2.LINE_AA, 4)


def _checks(tile: Frame, ink: Floats, rng: np.random.Generator) -> None:
    half = len(tile) // 2
    strong = rng.uniform(0.4, 0.6)
    tile[:half] = tile[:half] * (1 - strong) + ink * strong
    tile[:, :half] = tile[:, :half] * (1 - strong) + ink * strong


def _stripes(tile: Frame, ink: Floats, rng: np.random.Generator) -> None:
    tile[: max(1, round(len(tile) * rng.uniform(0.1, 0.6)))] = ink


def _grid(tile: Frame, ink: Floats, rng: np.random.Generator) -> None:
    wide = max(1, round(len(tile) * rng.uniform(0.04, 0.15)))
    tile[:wide] = ink
    tile[:, :wide] = ink


def _paper(shape: Shape, scale: float, rng: np.random.Generator) -> Drawn:
    below, gloss = one_of((_wood, _plain, _felt), rng)(shape, scale, rng)
    print_sheets(below, scale, rng)
    return below, gloss * 0.3


def _plain(shape: Shape, scale: float, rng: np.random.Generator) -> Drawn:
    colour = one_of(_PLAINS, rng)
    drift = _levels(noise(shape, 50 * scale, 50 * scale, rng), 3, 128)
    speckle = rng.uniform(0.0, 0.14)
    shade = cv2.addWeighted(drift, 1.0, _stored(rng, *shape), speckle, -128 * speckle)
    return _ramp(shade, colour * 0.7, np.minimum(colour * 1.3, 255)), float(rng.uniform(0, 0.8))


def _stone(shape: Shape, scale: float, rng: np.random.Generator) -> Drawn:
    colour = one_of(_STONES, rng)
    half = (shape[0] // 2, shape[1] // 2)
    fine = scale / 2
    cloud = noise(half, 25 * fine, 25 * fine, rng) + noise(half, 7 * fine, 7 * fine, rng)
    vein = np.exp(-np.abs(cloud + 0.5 * noise(half, 3 * fine, 3 * fine, rng)) * 9)
    speckle = noise(half, 1.6 * fine, 1.6 * fine, rng) * rng.uniform(0.05, 0.4)
    field = 0.08 * cloud + rng.uniform(-0.8, 0.8) * vein + speckle + 0.2 * noise(half, 1, 1, rng)
    shade = _levels(cv2.resize(field, shape[::-1], interpolation=cv2.INTER_LINEAR), 40, 128)
    return _ramp(shade, colour * 0.6, np.minimum(colour * 1.35 + 8, 255)), float(
        rng.uniform(0.1, 0.9)
    )


def _colours(*rgb: tuple[int, int, int]) -> Sequence[Floats]:
    return [np.array(colour[::-1], np.float64) for colour in rgb]


_WOODS = list(
    zip(
        _colours((120, 72, 34), (168, 118, 66), (58, 34, 22), (120, 54, 26), (150, 140, 128)),
        _colours((206, 152, 92), (236, 202, 150), (128, 84, 54), (200, 112, 62), (222, 216, 206)),
        (0.5, 0.35, 0.6, 0.7, 0.3),
        strict=True,
    )
)
_FELTS = _colours(
    (22, 92, 52), (30, 110, 70), (20, 50, 110), (120, 22, 34), (40, 40, 44), (92, 88, 84),
    (86, 44, 104), (24, 100, 110), (176, 120, 40), (190, 184, 170),
)  # fmt: skip
_CLOTHS = _colours(
    (240, 238, 230), (206, 40, 46), (40, 70, 150), (236, 222, 180), (60, 120, 80), (30, 30, 34),
    (240, 190, 70), (180, 200, 220), (226, 140, 150), (110, 80, 60),
)  # fmt: skip
_PLAINS = _colours(
    (235, 233, 228), (34, 34, 38), (150, 150, 152), (196, 170, 132), (90, 110, 150), (70, 66, 60),
    (222, 200, 170), (110, 70, 50), (60, 100, 80), (205, 210, 216),
)  # fmt: skip
_STONES = _colours((70, 72, 76), (200, 196, 190), (120, 112, 104), (50, 60, 70), (214, 206, 190))

SURFACES: Mapping[str, Callable[[Shape, float, np.random.Generator], Drawn]] = {
    "wood": _wood,
    "felt": _felt,
    "cloth": _cloth,
    "paper": _paper,
    "plain": _plain,
    "stone": _stone,
    "tray": lambda shape, scale, rng: one_of((_felt, _felt, _plain, _wood), rng)(shape, scale, rng),
}

_STEP = (np.arange(256, dtype=np.float32) - 128) / 50


@cache
def _store() -> Frame:
    """Return random levels for all tables; each uses other parts of it."""
    rng = np.random.default_rng(11)
    levels = rng.standard_normal((_STORE, _STORE), np.float32) * 40 + 128
    return np.asarray(np.clip(levels, 0, 255), np.uint8)


def _stored(rng: np.random.Generator, height: int, width: int) -> Frame:
    """Random levels around 128, from a random part of the store, repeated if needed."""
    top, left = (int(value) for value in rng.integers(0, _STORE, 2))
    again = (-(-(height + top) // _STORE), -(-(width + left) // _STORE))
    wide = _store() if again == (1, 1) else np.tile(_store(), again)
    return np.ascontiguousarray(wide[top : top + height, left : left + width])


def noise(shape: Shape, tall: float, wide: float, rng: np.random.Generator) -> Floats:
    """Return smooth noise around 0 with a deviation of about 1, and cells of that many texels."""
    rows, columns = int(shape[0] / max(tall, 1)) + 4, int(shape[1] / max(wide, 1)) + 4
    cells: NDArray[Any] = (_stored(rng, rows, columns).astype(np.float32) - 128) / 26
    if min(tall, wide) > 12:  # a wide bend is as smooth when drawn small
        small = (shape[1] // 4 + 1, shape[0] // 4 + 1)
        cells = cv2.resize(cells, small, interpolation=cv2.INTER_CUBIC)
        return np.asarray(cv2.resize(cells, shape[::-1], interpolation=cv2.INTER_LINEAR))
    return np.asarray(cv2.resize(cells, shape[::-1], interpolation=cv2.INTER_CUBIC))


def _levels(field: Floats, spread: float, middle: float) -> Frame:
    return np.asarray(np.clip(field * spread + middle, 0, 255), np.uint8)


def _ramp(shade: NDArray[Any], dark: Floats, light: Floats) -> Frame:
    """A colour for each shade."""
    part = np.linspace(0, 1, 256)[:, None]
    colours = np.clip(dark * (1 - part) + light * part, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([shade] * 3), colours[None]), np.uint8)


def _bgr(colour: Floats) -> tuple[float, float, float]:
    blue, green, red = (float(channel) for channel in colour)
    return blue, green, red
