"""Paints dice into a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.dice import Faces
from vision.geometry import Frame
from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.dice import DOWN, EDGE, RIGHT, Pose
from vision.simulator.die_styles import DieStyle
from vision.simulator.light import Lighting, darkening
from vision.simulator.trace import Hits, blocked, dot, trace

Floats = NDArray[np.floating[Any]]

_RIGHT, _DOWN = RIGHT.T.astype(np.float32), DOWN.T.astype(np.float32)
_PAD = 2
_LAMP_RAYS = 4
_WITHIN = 2.6
"""Distance of centres, in edges, within which dice may shade each other."""
_SKY = np.array([(0.78, 0.2, 0.6), (-0.2, 0.78, 0.6), (-0.78, -0.2, 0.6), (0.2, -0.78, 0.6)])
_PARTS = ((-0.375, -0.125), (0.125, -0.375), (0.375, 0.125), (-0.125, 0.375))
"""Places of the samples within a pixel of an outline."""


@dataclass(frozen=True)
class Skin:
    """The six sides of a die, in one strip at the size they are seen.

    Attributes:
        style: The style of the die.
        strip: BGRA, one square after the other.
        slopes: Slopes of drilled pips along the strip and across it.
        size: Of one square, in texels.
    """

    style: DieStyle
    strip: Frame
    slopes: Floats | None
    size: int


@dataclass(frozen=True)
class Glare:
    """A lamp mirrored on the upper side: its place there (u, v), its radius, and its light."""

    u: float
    v: float
    radius: float
    light: float


@dataclass(frozen=True)
class Block:
    """One die to be painted.

    Attributes:
        pose: Its pose.
        skin: Its sides.
        grain: Its place in the wood or marble.
        glare: A reflection on the upper side.
    """

    pose: Pose
    skin: Skin
    grain: float
    glare: Glare | None = None


@dataclass(frozen=True)
class Room:
    """The light on the dice: from lamps, sky and table."""

    light: Lighting
    ground: Floats
    vignette: float


def skin(style: DieStyle, faces: Faces, pixels: float, rng: np.random.Generator) -> Skin:
    """Return the sides of a die of that many pixels."""
    size = int(np.clip(round(pixels * 1.1), 16, 128))
    squares = []
    for face in faces:
        turned = np.ascontiguousarray(np.rot90(style.face(face), int(rng.integers(4))))
        small = cv2.resize(turned, (size, size), interpolation=cv2.INTER_AREA)
        squares.append(cv2.copyMakeBorder(small, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_REPLICATE))
    strip = np.hstack(squares)[..., [2, 1, 0, 3]]
    slopes: Floats | None = None
    if style.recess > 0.003:
        depth = cv2.GaussianBlur(
            strip[..., 3].astype(np.float32) / 255, (0, 0), max(0.5, style.pip_radius * size * 0.45)
        )
        scale = style.recess * size
        dips = [cv2.Sobel(depth, -1, *way, scale=scale / 8) for way in ((1, 0), (0, 1))]
        slopes = np.dstack(dips).astype(np.float32)
    return Skin(style, np.ascontiguousarray(strip), slopes, size)


def paint(
    frame: Frame, camera: Camera, blocks: Sequence[Block], room: Room, rng: np.random.Generator
) -> None:
    """Paint dice into a picture, the farthest first."""
    far = [float(np.linalg.norm(block.pose.centre - camera.place)) for block in blocks]
    for index in np.argsort(far)[::-1]:
        block = blocks[index]
        near = [
            other.pose
            for other in blocks
            if other is not block
            and np.linalg.norm(other.pose.centre - block.pose.centre) < _WITHIN * EDGE
        ]
        _paint(frame, camera, block, _Shader(block, camera, room, near, rng))


def mirror(frame: Frame, camera: Camera, blocks: Sequence[Block], room: Room, gloss: float) -> None:
    """Faint reflections of the dice in a glossy table, to be painted before them."""
    for block in blocks:
        below = block.pose.corners(0.94) * (1, 1, -1)
        seen = camera.project(below)
        soft = float(np.hypot(*np.ptp(seen, axis=0))) / 24
        low = np.maximum(np.floor(seen.min(axis=0) - 3 * soft).astype(int), 0)
        high = np.minimum(np.ceil(seen.max(axis=0) + 3 * soft).astype(int), (WIDTH, HEIGHT))
        if (high <= low).any():
            continue
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
        hull = np.rint(cv2.convexHull((seen - low).astype(np.float32))).astype(np.int32)
        cv2.fillConvexPoly(mask, hull, 0.3 * gloss)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(soft, 0.5)), np.float32)
        body = (np.array(block.skin.style.body[::-1]) / 255) ** 2
        colour = np.sqrt(body * (0.35 * room.light.sky + 0.5 * room.ground)) * 255
        spot = frame[low[1] : high[1], low[0] : high[0]]
        cover = mask[..., None]
        spot[:] = np.clip(spot * (1 - cover) + colour * cover, 0, 255).astype(np.uint8)


def _paint(frame: Frame, camera: Camera, block: Block, shader: "_Shader") -> None:
    outline = camera.project(block.pose.corners(1.01))
    left, top = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, (WIDTH, HEIGHT))
    if right - left < 3 or bottom - top < 3:
        return
    spot = frame[top:bottom, left:right]
    hull = np.zeros(spot.shape[:2], np.uint8)
    points = np.rint(cv2.convexHull((outline - (left, top)).astype(np.float32))).astype(np.int32)
    cv2.fillConvexPoly(hull, points, 1)
    cv2.polylines(hull, [points], isClosed=True, color=1, thickness=2)
    ys, xs = np.nonzero(hull)
    x, y = (xs + left).astype(np.float32), (ys + top).astype(np.float32)
    below = spot[ys, xs].T.astype(np.float32) / 255
    below *= below
    colour, met = shader.see(x, y, below)
    cover = met.astype(np.float32)
    hull[ys, xs] = met
    kernel = np.ones((3, 3), np.uint8)
    rim = cv2.morphologyEx(
        cv2.copyMakeBorder(hull, 1, 1, 1, 1, cv2.BORDER_REPLICATE), cv2.MORPH_GRADIENT, kernel
    )[1:-1, 1:-1]
    (edge,) = np.nonzero(rim[ys, xs])
    if edge.size:
        ex = np.concatenate([x[edge] + np.float32(dx) for dx, _ in _PARTS])
        ey = np.concatenate([y[edge] + np.float32(dy) for _, dy in _PARTS])
        part, hit = shader.see(ex, ey, np.tile(below[:, edge], (1, len(_PARTS))))
        hits = hit.reshape(len(_PARTS), -1).astype(np.float32)
        count = hits.sum(axis=0)
        summed = (part.reshape(3, len(_PARTS), -1) * hits).sum(axis=1)
        colour[:, edge] = summed / np.maximum(count, 1)
        cover[edge] = count / len(_PARTS)
    light = cover * colour + (1 - cover) * below
    spot[ys, xs] = np.clip(np.sqrt(light) * 255 + 0.5, 0, 255).astype(np.uint8).T


@dataclass(frozen=True)
class _Beam:
    """A lamp as one die sees it: its place, brightness, width, and rays to all of it."""

    way: Floats
    strength: Floats
    size: float
    rays: Floats


class _Shader:
    """One die in its surroundings."""

    def __init__(
        self,
        block: Block,
        camera: Camera,
        room: Room,
        near: Sequence[Pose],
        rng: np.random.Generator,
    ) -> None:
        self._block, self._camera, self._near = block, camera, near
        self._turn = block.pose.turn.astype(np.float32)
        self._origin = block.pose.turn.T @ (camera.place - block.pose.centre) / EDGE
        middle = camera.project(block.pose.centre)
        dim = float(darkening(middle[0], middle[1], room.vignette))
        self._sky = (room.light.sky * dim).astype(np.float32)[:, None]
        self._ground = (room.ground * dim).astype(np.float32)[:, None]
        self._lamps = []
        for lamp in room.light.lamps:
            way = lamp.place - block.pose.centre
            far = np.linalg.norm(way)
            strength = lamp.colour * dim * (np.linalg.norm(lamp.place) / far) ** 2
            rays = lamp.samples(_LAMP_RAYS, rng) - block.pose.centre
            self._lamps.append(
                _Beam(
                    (way / far).astype(np.float32),
                    strength.astype(np.float32)[:, None],
                    float(lamp.radius / far),
                    rays / np.linalg.norm(rays, axis=1, keepdims=True),
                )
            )

    def see(self, x: Floats, y: Floats, below: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """The colours of pixels (3, n), and whether the die is there."""
        style = self._block.skin.style
        rays = self._camera.rays(x, y)
        rays /= np.sqrt(dot(rays, rays))
        hits = trace(self._origin, self._turn.T @ rays, style.roundness, style.ball)
        ink, cover, slope = self._drawn(hits.point, hits.side)
        out = hits.out
        if slope is not None:
            out = out + slope
            out = out / np.sqrt(dot(out, out))
        out = self._turn @ out
        place = self._turn @ hits.point
        seen = self._seen(hits, place, out)
        base = self._body(hits)
        diffuse = self._falling(place, out, seen)
        shown = base * diffuse
        if style.finish == "clear":
            shown = 0.3 * shown + self._shining_through(hits, below)
        colour = shown * (1 - cover) + ink * diffuse * cover
        colour += self._mirrored(rays, out, seen)
        if self._block.glare is not None:
            colour += self._glare(hits, self._block.glare)
        return colour, hits.met

    def _drawn(self, point: Floats, side: NDArray[np.intp]) -> tuple[Floats, Floats, Floats | None]:
        """Return the ink on the sides: its light (3, n), its amount, and the surface's slope."""
        skin = self._block.skin
        right, down = _RIGHT[:, side], _DOWN[:, side]
        cell = np.float32(skin.size + 2 * _PAD)
        across = np.clip(dot(point, right) + 0.5, 0, 1) * skin.size + (_PAD - 0.5)
        across += side.astype(np.float32) * cell
        along = np.clip(dot(point, down) + 0.5, 0, 1) * skin.size + (_PAD - 0.5)
        drawn = _lookup(skin.strip, across, along).T.astype(np.float32) / 255
        slope = None
        if skin.slopes is not None:
            dips = _lookup(skin.slopes, across, along).T
            slope = np.asarray(right * dips[0] + down * dips[1])
        return drawn[:3] ** 2, drawn[3], slope

    def _body(self, hits: Hits) -> Floats:
        """The colour of the body at each point (3, n)."""
        style = self._block.skin.style
        colour = (np.array(style.body[::-1], np.float32) / 255)[:, None] ** 2
        x, y, z = hits.point
        cut = np.float32(self._block.grain)
        if style.finish == "wooden":
            ring = np.sin(30 * (x + 0.15 * np.sin(3 * y + cut) + 0.1 * np.sin(4 * z)) + cut)
            fibre = np.sin(95 * x + 9 * np.sin(2 * z + cut) + 7 * np.sin(5 * y))
            return np.asarray(colour * (1 + 0.05 * ring + 0.03 * fibre))
        if style.finish == "marbled":
            swirl = np.sin(5 * x + 3 * np.sin(4 * y + cut) + 2 * np.sin(6 * z + 2 * cut))
            swirl += 0.5 * np.sin(11 * z + 4 * np.sin(7 * x - cut) + 3 * y)
            pale = np.clip(0.2 * swirl, -0.25, 0.3)
            return np.asarray(
                np.where(pale > 0, colour + (0.8 - colour) * pale * 0.6, colour * (1 + pale * 1.6))
            )
        return np.asarray(np.broadcast_to(colour, hits.point.shape))

    def _seen(self, hits: Hits, place: Floats, out: Floats) -> tuple[Floats, list[Floats]]:
        """Return the part of the sky and of each lamp that neighbours do not hide (n each)."""
        count = place.shape[1]
        sky = np.ones(count, np.float32)
        lamps = [np.ones(count, np.float32) for _ in self._lamps]
        if not self._near:
            return sky, lamps
        tallest = max(float(pose.corners()[:, 2].max()) for pose in self._near)
        height = place[2] * EDGE + self._block.pose.centre[2]
        (low,) = np.nonzero(hits.met & (height < tallest - 0.04 * EDGE))
        if not low.size:
            return sky, lamps
        spots = (
            place[:, low] * np.float32(EDGE) + self._block.pose.centre.astype(np.float32)[:, None]
        )
        own = [
            (pose.turn.T @ (spots - pose.centre[:, None]) / EDGE).astype(np.float32)
            for pose in self._near
        ]

        def free(way: Floats) -> Floats:
            clear = np.ones(low.size, np.bool_)
            for pose, points in zip(self._near, own, strict=True):
                clear &= ~blocked(points, pose.turn.T @ way)
            return clear.astype(np.float32)

        facing = np.maximum(_SKY.astype(np.float32) @ out[:, low], 0) + 0.02
        open_sky = np.stack([free(way) for way in _SKY])
        sky[low] = (facing * open_sky).sum(axis=0) / facing.sum(axis=0)
        for seen, beam in zip(lamps, self._lamps, strict=True):
            seen[low] = sum(free(ray) for ray in beam.rays) / len(beam.rays)
        return sky, lamps

    def _falling(self, place: Floats, out: Floats, seen: tuple[Floats, list[Floats]]) -> Floats:
        """The light that falls on each point (3, n)."""
        sky, lamps = seen
        up = out[2]
        height = place[2] + np.float32(self._block.pose.centre[2] / EDGE)
        light = self._sky * (sky * (0.5 + 0.5 * up))
        light += self._ground * (sky * (0.5 - 0.5 * up) * np.clip(0.25 + 0.7 * height, 0.2, 0.9))
        for beam, visible in zip(self._lamps, lamps, strict=True):
            soft = np.float32(min(0.3, 0.06 + beam.size * 0.5))
            facing = np.maximum((beam.way @ out + soft) / (1 + soft), 0)
            light += beam.strength * (facing * visible)
        return np.asarray(light)

    def _mirrored(self, rays: Floats, out: Floats, seen: tuple[Floats, list[Floats]]) -> Floats:
        """Return the reflection of a polished die (3, n)."""
        gloss = self._block.skin.style.gloss
        sky, lamps = seen
        facing = dot(rays, out)
        back = rays - 2 * facing * out
        share = 0.04 + 0.96 * np.clip(1 + facing, 0, 1) ** 5
        above = np.clip(back[2] * 0.75 + 0.25, 0, 1)
        light = (self._sky * (above * sky) + self._ground * (1 - above) * 0.6) * (
            share * gloss * 0.8
        )
        for beam, visible in zip(self._lamps, lamps, strict=True):
            spread = np.float32(beam.size**2 + (0.5 - 0.44 * gloss) ** 2)
            lobe = np.exp((beam.way @ back - 1) * (2 / spread)) / (np.pi * spread)
            light += beam.strength * np.minimum(lobe * share * visible, 2.5)
        return np.asarray(light)

    def _shining_through(self, hits: Hits, below: Floats) -> Floats:
        """Return the light through a clear die: the tinted table, and the pips of the far sides."""
        style = self._block.skin.style
        tint = np.maximum((np.array(style.body[::-1], np.float32) / 255)[:, None] ** 2, 0.004)
        way = hits.leaves - hits.point
        path = np.sqrt(dot(way, way))
        passed = tint ** (0.35 + 0.6 * path)
        ink, cover, _ = self._drawn(hits.leaves, hits.leaves_by)
        lit = self._sky + sum(beam.strength for beam in self._lamps)
        rim = 0.12 + 0.35 * np.abs(hits.leaves).max(axis=0) ** 3 + 0.25 * (hits.leaves_by < 4)
        inner = 0.45 * below + rim * lit * 0.8
        return np.asarray(passed * (inner * (1 - 0.45 * cover) + 0.3 * cover * ink * lit))

    def _glare(self, hits: Hits, glare: Glare) -> Floats:
        """A lamp mirrored on the upper side."""
        up = self._block.pose.up
        u = hits.point.T @ RIGHT[up].astype(np.float32) - np.float32(glare.u)
        v = hits.point.T @ DOWN[up].astype(np.float32) - np.float32(glare.v)
        far = np.sqrt(u * u + v * v) / np.float32(glare.radius)
        level = np.clip(1.6 - 1.2 * far, 0, 1) ** 2 * 3 + 0.25 * np.exp(-far * far)
        level *= np.float32(glare.light)
        return np.asarray(
            (level * (hits.side == up) * (hits.out[self._block.pose.up // 2] ** 8))[None]
        )


def _lookup(strip: NDArray[Any], x: Floats, y: Floats) -> NDArray[Any]:
    """Bilinear values at places (n), as (n, channels)."""
    count = len(x)
    wide = 256
    rows = -(-count // wide)  # OpenCV refuses a map as long as all pixels of a large die
    maps = [
        np.pad(values.astype(np.float32), (0, rows * wide - count)).reshape(rows, wide)
        for values in (x, y)
    ]
    found = cv2.remap(strip, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(rows * wide, -1)[:count])
