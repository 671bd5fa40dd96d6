"""Lamps, and how much of their light reaches the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.die_styles import Span

Floats = NDArray[np.floating[Any]]

_FINE, _COARSE, _FALL = 2, 4, 16
"""Factors smaller than the picture: hard shadows, the sky's shadow, the fall of light."""
_RAYS = 14
_SKY_RAYS = 18


@dataclass(frozen=True)
class Lamp:
    """A round lamp.

    Attributes:
        place: Of its middle.
        radius: Of its disc: a large one casts soft shadows.
        colour: Its light on a white table at the origin, if it were straight above.
    """

    place: Floats
    radius: float
    colour: Floats

    def samples(self, count: int, rng: np.random.Generator) -> Floats:
        """Points spread over the disc (count, 3), which looks at the origin."""
        turn = np.arange(count) * 2.399963 + rng.uniform(0, 6.283)
        out = np.sqrt((np.arange(count) + 0.5) / count) * self.radius
        ahead = self.place / np.linalg.norm(self.place)
        side = np.cross(ahead, (0.0, 1.0, 0.0) if abs(ahead[1]) < 0.9 else (1.0, 0.0, 0.0))
        side /= np.linalg.norm(side)
        above = np.cross(ahead, side)
        spread = np.outer(np.cos(turn) * out, side) + np.outer(np.sin(turn) * out, above)
        return np.asarray(self.place + spread)

    def reach(self, points: Floats) -> Floats:
        """Return the part of its light on level ground at points (n, 3)."""
        way = self.place - points
        far = np.linalg.norm(way, axis=-1)
        return np.asarray(way[..., 2] / far * (np.linalg.norm(self.place) / far) ** 2)


@dataclass(frozen=True)
class Lighting:
    """All light of a scene; `sky` comes evenly from above."""

    lamps: tuple[Lamp, ...]
    sky: Floats


@dataclass(frozen=True)
class Mood:
    """One kind of light: ranges that a scene's light is drawn from."""

    level: Span
    """Brightness of a white table: 1 is the camera's maximum."""
    share: Span
    """Part of it that comes from the lamp."""
    size: Span
    """The lamp's radius, divided by its distance."""
    lamp_tint: Sequence[float]
    sky_tint: Sequence[float]
    height: Span = (42, 72)
    """The lamp's elevation in degrees."""


MOODS = {
    "warm": Mood((0.72, 1.0), (0.5, 0.75), (0.06, 0.2), (0.55, 0.84, 1.14), (0.72, 0.92, 1.06)),
    "cold": Mood((0.72, 1.0), (0.45, 0.7), (0.1, 0.3), (1.14, 1.02, 0.9), (1.08, 1.0, 0.94)),
    "daylight": Mood(
        (0.75, 1.05), (0.35, 0.6), (0.25, 0.5), (1.0, 1.0, 1.0), (1.1, 1.02, 0.95), (30, 60)
    ),
    "dim": Mood((0.2, 0.36), (0.5, 0.75), (0.06, 0.25), (0.68, 0.88, 1.08), (0.85, 0.95, 1.0)),
    "hard": Mood((0.72, 1.0), (0.68, 0.85), (0.004, 0.02), (0.9, 0.98, 1.02), (1.08, 1.0, 0.94)),
}


def lighting(mood: Mood, camera: Camera, rng: np.random.Generator) -> Lighting:
    """Return light of that kind; level faces do not mirror its lamp into the camera."""
    level, share = rng.uniform(*mood.level), rng.uniform(*mood.share)
    balance = rng.uniform(0.25, 0.9)  # the part of the tint that the white balance leaves
    view = camera.place / np.linalg.norm(camera.place) * (-1, -1, 1)
    reach = rng.uniform(700, 1600)
    towards = _towards(mood, rng)
    while float(towards @ view) > 0.88:
        towards = _towards(mood, rng)
    size = rng.uniform(*mood.size) * reach
    lamp_tint = np.asarray(mood.lamp_tint) ** balance
    sky = level * (1 - share) * np.asarray(mood.sky_tint) ** balance
    full = level * share / towards[2]
    if rng.random() < 0.3:  # a second, weaker lamp elsewhere
        other = np.array([-towards[1], towards[0], towards[2]]) * reach
        weak = rng.uniform(0.2, 0.45)
        lamps = (
            Lamp(towards * reach, size, full * (1 - weak) * lamp_tint),
            Lamp(other, size, full * weak * lamp_tint),
        )
        return Lighting(lamps, sky)
    return Lighting((Lamp(towards * reach, size, full * lamp_tint),), sky)


def _towards(mood: Mood, rng: np.random.Generator) -> Floats:
    height, turn = np.radians(rng.uniform(*mood.height)), rng.uniform(0, 2 * np.pi)
    level = np.cos(height)
    return np.array([level * np.cos(turn), level * np.sin(turn), np.sin(height)])


def on_table(
    light: Lighting,
    camera: Camera,
    solids: Sequence[Floats],
    vignette: float,
    rng: np.random.Generator,
) -> Floats:
    """The light on the table for every second pixel (h / 2, w / 2, 3), under the solids' shadows.

    The hull of each solid's points (n, 3) casts the shadow.
    """
    fine = (HEIGHT // _FINE, WIDTH // _FINE)
    xs, ys = np.meshgrid(np.arange(0, WIDTH, _FALL) + 8.0, np.arange(0, HEIGHT, _FALL) + 8.0)
    ground = camera.on_table(xs.ravel(), ys.ravel())
    points = np.column_stack([ground, np.zeros(len(ground))])
    dim = darkening(xs, ys, vignette)
    sky = _shade(camera, solids, _sky_ways(rng), _COARSE)
    shares = [cv2.multiply(_widen(sky, fine), _widen(dim, fine))]
    for lamp in light.lamps:
        seen = _shade(camera, solids, lamp.samples(_RAYS, rng), _FINE)
        fall = dim * lamp.reach(points).reshape(xs.shape)
        shares.append(cv2.multiply(seen, _widen(fall, fine)))
    colours = np.column_stack([light.sky, *(lamp.colour for lamp in light.lamps)])
    return np.asarray(cv2.transform(cv2.merge(shares), colours))


def sheen(light: Lighting, camera: Camera, gloss: float) -> Floats:
    """The lamps' reflection in a glossy table, (h / 16, w / 16), white."""
    xs, ys = np.meshgrid(np.arange(0, WIDTH, _FALL) + 8.0, np.arange(0, HEIGHT, _FALL) + 8.0)
    rays = camera.rays(xs.ravel().astype(np.float32), ys.ravel().astype(np.float32)).T
    rays = rays / np.linalg.norm(rays, axis=1, keepdims=True) * (1, 1, -1)
    total = np.zeros(len(rays))
    for lamp in light.lamps:
        way = lamp.place / np.linalg.norm(lamp.place)
        spread = (lamp.radius / np.linalg.norm(lamp.place)) ** 2 + (0.5 - 0.38 * gloss) ** 2
        lobe = np.exp((rays @ way - 1) * 2 / spread) / (np.pi * spread)
        total += 0.05 * gloss * float(lamp.colour.mean()) * lobe
    return np.asarray(np.minimum(total, 0.8).reshape(xs.shape))


def darkening(x: Floats, y: Floats, vignette: float) -> Floats:
    """Return the light that the lens passes, less towards the corners of the picture."""
    out = ((x - WIDTH / 2) ** 2 + (y - HEIGHT / 2) ** 2) / (WIDTH**2 + HEIGHT**2) * 4
    return np.asarray((1 - vignette * out).astype(np.float32))


def _sky_ways(rng: np.random.Generator) -> Floats:
    """Return far points all over the sky, more of them high up, as light falls on level ground."""
    turn = np.arange(_SKY_RAYS) * 2.399963 + rng.uniform(0, 6.283)
    low = np.sqrt((np.arange(_SKY_RAYS) + 0.5) / _SKY_RAYS) * 0.93
    ways = np.stack([np.cos(turn) * low, np.sin(turn) * low, np.sqrt(1 - low**2)], axis=1)
    return np.asarray(ways * 1e5)


def _shade(camera: Camera, solids: Sequence[Floats], lights: Floats, small: int) -> Floats:
    """Return the part of the lights that reaches each point of the table, in a smaller picture."""
    shape = (HEIGHT // small, WIDTH // small)
    seen = np.zeros(shape, np.float32)
    if not solids:
        return seen + 1
    shadow = np.zeros(shape, np.uint8)
    lights = lights.astype(np.float64)
    cast = [_cast(camera, solid, lights, small) for solid in solids]
    for index in range(len(lights)):
        shadow[:] = 0
        for outlines in cast:
            cv2.fillConvexPoly(
                shadow, cv2.convexHull(outlines[index]), 255, lineType=cv2.LINE_AA, shift=4
            )
        cv2.accumulate(shadow, seen)
    seen *= -1 / (255 * len(lights))
    seen += 1
    return np.asarray(cv2.GaussianBlur(seen, (5, 5), 2.5 / small + 0.3))


def _cast(camera: Camera, solid: Floats, lights: Floats, small: int) -> NDArray[np.int32]:
    """The corners' shadows on the table for each light (lights, n, 2), in sixteenths of a pixel."""
    drop = solid[None, :, 2:] / (lights[:, None, 2:] - solid[None, :, 2:])
    ground = solid[None] - (lights[:, None] - solid[None]) * drop
    pixels = camera.project(ground)
    return np.asarray(np.clip(pixels / small * 16, -30000, 30000).astype(np.int32))


def _widen(small: Floats, shape: tuple[int, int]) -> Floats:
    """Enlarge like `cv2.resize`, whose result on ARM depends on the number of threads."""
    wide = np.asarray(small, np.float32)
    for axis, length in ((1, shape[1]), (0, shape[0])):  # the cheaper axis first
        had = wide.shape[axis]
        at = np.clip((np.arange(length) + 0.5) * had / length - 0.5, 0, had - 1)
        left = np.minimum(at.astype(np.intp), had - 2)
        part = np.expand_dims((at - left).astype(np.float32), 1 - axis)
        near, wide = np.take(wide, left, axis), np.take(wide, left + 1, axis)
        wide -= near
        wide *= part
        wide += near
    return wide
