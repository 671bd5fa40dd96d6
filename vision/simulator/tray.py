"""A dice tray: a floor with a raised rim."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame
from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.dice import Floats, Pose
from vision.simulator.die_styles import one_of
from vision.simulator.light import Lighting, darkening
from vision.simulator.surface import noise

_RIMS = [
    np.array(colour, np.float64)
    for colour in ((40, 62, 96), (34, 34, 38), (70, 110, 160), (30, 40, 74), (150, 160, 170))
]


@dataclass(frozen=True)
class Tray:
    """A rectangular tray.

    Attributes:
        inner: The corners of the floor (4, 2), counterclockwise.
        outer: The corners outside the rim.
        height: Of the rim.
        colour: Of the rim.
        around: The colour of the table below the tray.
    """

    inner: Floats
    outer: Floats
    height: float
    colour: Floats
    around: Floats

    def holds(self, camera: Camera, pose: Pose) -> bool:
        """Return whether the die lies on the floor, wholly visible behind the rim."""
        opening = _raised(self.inner, self.height)
        seen = camera.project(opening).astype(np.float32)
        within = all(
            cv2.pointPolygonTest(seen, (float(x), float(y)), measureDist=False) > 0
            for x, y in camera.project(pose.corners())
        )
        floor = self.inner.astype(np.float32)
        return within and all(
            cv2.pointPolygonTest(floor, (float(x), float(y)), measureDist=True) > 0.5
            for x, y in pose.corners()[:, :2]
        )

    def solids(self) -> list[Floats]:
        """Return the four bars of the rim, which cast shadows."""
        bars = []
        for index in range(4):
            after = (index + 1) % 4
            base = np.stack(
                [self.inner[index], self.inner[after], self.outer[after], self.outer[index]]
            )
            bars.append(np.concatenate([_raised(base, 0.0), _raised(base, self.height)]))
        return bars

    def stand(self, frame: Frame, camera: Camera, rng: np.random.Generator) -> None:
        """Draw the table around the floor, in even light."""
        inside = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(inside, [_pixels(camera, _raised(self.outer, 0.0))], 1, shift=4)
        small = (HEIGHT // 4, WIDTH // 4)
        grain = 1 + 0.05 * noise(small, 1.5, 40, rng) + 0.05 * noise(small, 60, 60, rng)
        colours = np.clip(grain[..., None] * self.around, 0, 255).astype(np.uint8)
        full = cv2.resize(colours, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        cv2.copyTo(full, 1 - inside, frame)

    def draw(self, frame: Frame, camera: Camera, light: Lighting, vignette: float) -> None:
        """Draw the rim over the picture of the floor."""
        for ring, inwards in ((self.outer, -1), (self.inner, 1)):
            for index in range(4):
                self._wall(frame, camera, light, ring, index, inwards)
        for bar in self.solids():
            colour = _shaded(self.colour, np.array([0.0, 0.0, 1.0]), light)
            middle = camera.project(bar[4:].mean(axis=0))
            colour = colour * float(np.sqrt(darkening(middle[0], middle[1], vignette)))
            cv2.fillPoly(frame, [_pixels(camera, bar[4:])], _bgr(colour), cv2.LINE_AA, 4)
        gleam = _shaded(np.minimum(self.colour * 1.5 + 18, 255), np.array([0.0, 0.0, 1.0]), light)
        edge = [_pixels(camera, _raised(self.inner, self.height))]
        cv2.polylines(
            frame,
            edge,
            isClosed=True,
            color=_bgr(gleam),
            thickness=2,
            lineType=cv2.LINE_AA,
            shift=4,
        )

    def _wall(
        self, frame: Frame, camera: Camera, light: Lighting, ring: Floats, index: int, inwards: int
    ) -> None:
        one, two = ring[index], ring[(index + 1) % 4]
        along = (two - one) / np.hypot(*(two - one))
        out = np.array([-along[1], along[0], 0.0]) * inwards
        if float(out[:2] @ (camera.place[:2] - one)) <= 0:
            return
        low, high = _raised(np.stack([one, two]), 0.0), _raised(np.stack([two, one]), self.height)
        quad = [_pixels(camera, np.concatenate([low, high]))]
        cv2.fillPoly(frame, quad, _bgr(_shaded(self.colour, out, light)), cv2.LINE_AA, 4)


def tray(camera: Camera, rng: np.random.Generator) -> Tray:
    """A tray that fills most of the picture."""
    inset = rng.uniform(0.02, 0.14)
    xs = np.array([0.0, WIDTH, WIDTH, 0.0]) + np.array([1, -1, -1, 1]) * inset * WIDTH
    ys = np.array([HEIGHT, HEIGHT, 0.0, 0.0]) + np.array([-1, -1, 1, 1]) * inset * HEIGHT
    seen = camera.on_table(xs, ys)
    left, right = float(seen[[0, 3], 0].max()), float(seen[[1, 2], 0].min())
    near, far = float(seen[[0, 1], 1].max()), float(seen[[2, 3], 1].min())
    floor = np.array([(left, near), (right, near), (right, far), (left, far)])
    middle = floor.mean(axis=0)
    turn = rng.uniform(-0.05, 0.05)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    inner = (floor - middle) @ spin.T + middle
    wide = rng.uniform(5, 14)
    outer = inner + np.sign(floor - middle) * wide @ spin.T
    colours = [one_of(_RIMS, rng) for _ in range(2)]
    return Tray(inner, outer, rng.uniform(8, 22), colours[0], colours[1] * 0.8 + 30)


def _raised(corners: Floats, height: float) -> Floats:
    return np.column_stack([corners, np.full(len(corners), height)])


def _pixels(camera: Camera, points: Floats) -> NDArray[np.int32]:
    """Sixteenths of a pixel."""
    return np.asarray(np.clip(camera.project(points) * 16, -2e5, 2e5), np.int32)


def _shaded(colour: Floats, out: Floats, light: Lighting) -> Floats:
    """Return a colour of the picture, lit on a surface that faces that way."""
    total = light.sky * (0.55 + 0.45 * out[2])
    for lamp in light.lamps:
        way = lamp.place / np.linalg.norm(lamp.place)
        total = total + lamp.colour * max(0.0, float(way @ out))
    return np.asarray(np.sqrt((colour / 255) ** 2 * total))


def _bgr(colour: Floats) -> tuple[float, float, float]:
    blue, green, red = (float(channel) * 255 for channel in np.clip(colour, 0, 1))
    return blue, green, red
