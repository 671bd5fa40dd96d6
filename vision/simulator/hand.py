"""Draws a hand over the table, or at its margin."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Frame
from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.dice import Floats
from vision.simulator.die_styles import one_of
from vision.simulator.light import Lighting
from vision.simulator.surface import noise

_HEIGHT = 26.0
"""Rough height of the hand."""
_SMALL = 2
"""Factor by which the hand is drawn smaller than the picture."""
_SKINS = [
    np.array(colour, np.float32)
    for colour in ((168, 190, 232), (150, 176, 222), (120, 150, 204), (86, 112, 166), (52, 70, 108))
]
_SLEEVES = [
    np.array(colour, np.float32)
    for colour in ((60, 50, 46), (150, 96, 60), (70, 60, 150), (170, 170, 172), (70, 100, 60))
]


@dataclass(frozen=True)
class Limb:
    """One rounded stretch of the hand: from, to, and its radius at both ends."""

    start: Floats
    end: Floats
    thick: float
    thin: float
    sleeve: bool = False
    nail: bool = False


@dataclass(frozen=True)
class Hand:
    """A hand of limbs, in the plane it hovers in."""

    limbs: tuple[Limb, ...]
    skin: Floats
    sleeve: Floats

    def solids(self) -> list[Floats]:
        """Return the solids that cast its shadow."""
        turn = np.arange(8) * np.pi / 4
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        found = []
        for limb in self.limbs:
            points = np.concatenate([limb.start + limb.thick * ring, limb.end + limb.thin * ring])
            found.append(np.column_stack([points, np.full(len(points), _HEIGHT)]))
        return found


def reaching(tip: Floats, towards: float, rng: np.random.Generator) -> Hand:
    """A hand whose middle finger ends at a point (x, y), coming from the given direction."""
    reach = 150 + rng.uniform(-8, 8)
    limbs = [
        Limb(np.array([-260.0, 0.0]), np.array([-20.0, 0.0]), 40, 34, sleeve=True),
        Limb(np.array([-60.0, 0.0]), np.array([10.0, 0.0]), 27, 27),
    ]
    pointing = rng.random() < 0.5
    for index, (side, full) in enumerate(((-27, 66), (-9, 75), (9, 70), (26, 54))):
        knuckle = np.array([78.0 - abs(side + 6) * 0.25, side])
        limbs.append(Limb(np.array([8.0, side * 0.62]), knuckle, 14, 11))
        splay = side * 0.006 + rng.uniform(-0.06, 0.06)
        length = full * (rng.uniform(0.55, 0.7) if pointing and index > 1 else 1.0)
        ahead = np.array([np.cos(splay), np.sin(splay)])
        middle = knuckle + ahead * length * 0.5
        bend = splay + rng.uniform(-0.1, 0.1)
        end = middle + np.array([np.cos(bend), np.sin(bend)]) * length * 0.5
        limbs.append(Limb(knuckle, middle, 9.6, 8.8))
        limbs.append(Limb(middle, end, 8.8, 7.2, nail=True))
    limbs.append(Limb(np.array([14.0, -30.0]), np.array([52.0, -52.0]), 14, 10.5))
    limbs.append(Limb(np.array([52.0, -52.0]), np.array([84.0, -58.0]), 10.5, 8.5, nail=True))
    turn = towards + np.pi
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    mirror = np.array([1.0, one_of((-1.0, 1.0), rng)])
    shift = tip - spin @ (np.array([reach, -9.0]) * mirror)
    placed = tuple(
        Limb(spin @ (limb.start * mirror) + shift, spin @ (limb.end * mirror) + shift,
             limb.thick, limb.thin, limb.sleeve, limb.nail)
        for limb in limbs
    )  # fmt: skip
    return Hand(placed, one_of(_SKINS, rng), one_of(_SLEEVES, rng))


def draw(
    frame: Frame, hand: Hand, camera: Camera, light: Lighting, rng: np.random.Generator
) -> Frame:
    """Draw it into the picture; return its cover of each pixel (0 to 255)."""
    shape = (HEIGHT // _SMALL, WIDTH // _SMALL)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    high = np.zeros(shape, np.float32)
    cover = np.zeros(shape, np.float32)
    colour = np.empty((*shape, 3), np.float32)
    colour[:] = hand.skin
    for limb in hand.limbs:
        _swell(limb, hand, camera, high, cover, colour)
    left, top, wide, tall = cv2.boundingRect((cover > 0).view(np.uint8))
    if not wide:
        return mask
    box = (slice(top, top + tall), slice(left, left + wide))
    lit = _lit(np.asarray(cv2.GaussianBlur(high[box], (7, 7), 1.8), np.float32), light)
    mottled = 1 + 0.015 * noise((tall, wide), 9, 9, rng) + 0.012 * noise((tall, wide), 2, 2, rng)
    albedo = (cv2.GaussianBlur(colour[box], (3, 3), 0.8) * mottled[..., None] / 255) ** 2
    shaded = np.sqrt(np.clip(albedo * lit, 0, 1)) * 255
    size = (wide * _SMALL, tall * _SMALL)
    full = cv2.resize(shaded, size, interpolation=cv2.INTER_LINEAR)
    part = cv2.resize(cover[box], size, interpolation=cv2.INTER_LINEAR)[..., None]
    large = tuple(slice(side.start * _SMALL, side.stop * _SMALL) for side in box)
    frame[large] = frame[large] * (1 - part) + full * part
    mask[large] = part[..., 0] * 255
    return mask


def _swell(
    limb: Limb, hand: Hand, camera: Camera, high: Floats, cover: Floats, colour: Floats
) -> None:
    """Add one limb to the field of heights."""
    ends = np.array([[*limb.start, _HEIGHT], [*limb.end, _HEIGHT]])
    seen = camera.project(ends) / _SMALL
    away = np.linalg.norm(ends - camera.place, axis=1)
    radii = np.array([limb.thick, limb.thin]) * camera.focal / away / _SMALL
    low = np.floor(seen.min(axis=0) - radii.max()).astype(int) - 2
    top = np.ceil(seen.max(axis=0) + radii.max()).astype(int) + 3
    left, upper = np.maximum(low, 0)
    right, lower = np.minimum(top, cover.shape[::-1])
    if right <= left or lower <= upper:
        return
    ys, xs = np.mgrid[upper:lower, left:right].astype(np.float32)
    way = (seen[1] - seen[0]).astype(np.float32)
    part = (xs - seen[0, 0]) * way[0] + (ys - seen[0, 1]) * way[1]
    part = np.clip(part / max(float(way @ way), 1e-3), 0, 1).astype(np.float32)
    far = np.hypot(xs - seen[0, 0] - part * way[0], ys - seen[0, 1] - part * way[1])
    radius = (radii[0] + part * (radii[1] - radii[0])).astype(np.float32)
    box = (slice(upper, lower), slice(left, right))
    rise = np.sqrt(np.maximum(radius**2 - far**2, 0))
    over = rise > high[box]
    tint = np.broadcast_to(hand.sleeve if limb.sleeve else hand.skin, (*rise.shape, 3)).copy()
    if limb.nail:
        _tip(tint, part, far / radius)
    colour[box][over] = tint[over]
    high[box] = np.maximum(high[box], rise)
    cover[box] = np.maximum(cover[box], np.clip(radius - far + 0.5, 0, 1))


def _tip(tint: Floats, part: Floats, out: Floats) -> None:
    """The end of a finger: redder, with creases at the joint and a nail."""
    tint *= 1 - 0.16 * np.array([1.0, 0.8, 0.1], np.float32) * part[..., None] ** 2
    crease = np.exp(-(((part - 0.06) / 0.03) ** 2)) + np.exp(-(((part - 0.17) / 0.025) ** 2))
    tint *= 1 - 0.16 * (crease * (1 - out * out))[..., None]
    nail = ((part - 0.93) / 0.2) ** 2 + (out / 0.5) ** 2
    rim = (np.abs(nail - 1) < 0.25) & (part < 1)
    tint[rim] *= 0.88
    tint[nail < 0.85] = tint[nail < 0.85] * 0.82 + np.array([46, 42, 46], np.float32)


def _lit(high: Floats, light: Lighting) -> Floats:
    """The light on the field of heights."""
    across = -cv2.Sobel(high, cv2.CV_32F, 1, 0, scale=1 / 8)
    away = cv2.Sobel(high, cv2.CV_32F, 0, 1, scale=1 / 8)
    length = np.sqrt(across**2 + away**2 + 1)
    up = 1 / length
    total = (0.35 + 0.65 * up)[..., None] * light.sky.astype(np.float32)
    for lamp in light.lamps:
        way = lamp.place / np.linalg.norm(lamp.place)
        facing = (across * way[0] + away * way[1] + way[2]) / length
        total = total + np.maximum((facing + 0.25) / 1.25, 0)[..., None] * lamp.colour
    return np.asarray(total.astype(np.float32))
