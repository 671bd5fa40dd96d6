"""A simulated camera that draws the dice placed under it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from firmware.errors import CameraTrouble
from rules.dice import DiceSet, Face

if TYPE_CHECKING:  # OpenCV is loaded with the first picture
    from vision.geometry import Frame
    from vision.simulator.die_styles import DieStyle
    from vision.simulator.scene import Light, Scene, Spoil, Surface

_STEP = 0.1  # seconds between pictures
_SMALL = (320, 240)  # pixels of the pictures for detecting motion
_EDGE = 60.0  # pixels of a die
_EDGE_ON_MAT = 50.0  # so that the whole paper is visible
_GRAIN = 1.0  # levels by which two pictures of one throw differ
_SPARE = 64  # pixels by which the stored noise exceeds a picture


@dataclass(frozen=True)
class Conditions:
    """What the simulated camera sees, and how; see `vision.simulator.scene`."""

    light: "Light" = "daylight"
    surface: "Surface" = "tray"
    tilt: float = 8.0
    blur: float = 0.7
    mat: bool = False
    """Whether the printed mat is visible, with dice in its KEEP row."""
    bend: float = -0.05
    """How much the lens above the mat bends lines; this is a typical value."""


@dataclass(frozen=True)
class _Layout:
    """The dice on the table."""

    dice_set: DiceSet
    faces: tuple[Face, ...]
    aside: tuple[Face, ...]
    """Visible on the mat alone."""
    spoil: "Spoil | None"
    place: int
    seed: int
    conditions: Conditions
    style: "DieStyle | None" = None

    def scene(self) -> "Scene":
        from vision.mat.sheet import Paper  # noqa: PLC0415 (OpenCV: not before the first screen)
        from vision.simulator.scene import Scene  # noqa: PLC0415

        how = self.conditions
        tray = Scene(
            self.dice_set, self.faces, seed=self.seed, place=self.place, spoil=self.spoil,
            light=how.light, surface=how.surface, tilt=how.tilt, blur=how.blur, edge=_EDGE,
            noise=1.5, jpeg=None, style=self.style,
        )  # fmt: skip
        if not how.mat:
            return tray
        return replace(tray, edge=_EDGE_ON_MAT, mat=Paper.A4, kept=self.aside, bend=how.bend)

    def drawn(self, stops: float) -> "Frame":
        from vision.simulator.scene import render  # noqa: PLC0415 (as above)

        return render(replace(self.scene(), stops=stops)).frame


class SimulatedCamera:
    """One table, lamp and set of dice per seed; initially without dice on it.

    `put`, `throw` and the plug may be used from any thread, even while pictures are taken. Dice set
    aside appear on the printed mat alone.
    """

    def __init__(self, dice_set: DiceSet, seed: int = 0) -> None:
        self.dice_set = dice_set
        """The kind of dice put or thrown from now on."""
        self.style: DieStyle | None = None
        """Their appearance; None lets the seed decide."""
        self.conditions = Conditions()
        """The conditions from the next throw on."""
        self.spoil: Spoil | None = None
        """How to spoil the next throw; the caller of `throw` applies it."""
        self._place = seed
        self._random = Random(seed)  # noqa: S311 (nobody plays these dice for money)
        self._throws = count(1000 * seed)
        self._pictures = count()
        self._plugged = True
        self._drawn: tuple[_Layout, float, Frame] | None = None
        self.put(())

    def put(
        self, faces: Sequence[Face], aside: Sequence[Face] = (), spoil: "Spoil | None" = None
    ) -> None:
        """Put these dice into the tray, and these aside, replacing all others.

        Raises `ValueError` if there are too few dice to spoil.
        """
        self._aside = tuple(aside)
        layout = _Layout(
            self.dice_set,
            tuple(faces),
            self._aside,
            spoil,
            self._place,
            next(self._throws),
            self.conditions,
            self.style,
        )
        if spoil is not None:
            layout.scene()
        self._layout = layout

    def throw(self, dice: int, spoil: "Spoil | None" = None) -> tuple[Face, ...]:
        """Throw so many dice into the tray, keep those set aside; return the thrown faces."""
        faces = tuple(self._random.choices(self.dice_set.sides, k=dice))
        self.put(faces, self._aside, spoil)
        return faces

    def unplug(self) -> None:
        self._plugged = False

    def plug(self) -> None:
        self._plugged = True

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures of the table, with timestamps a tenth of a second apart."""
        return self.exposed(0.0)

    def exposed(self, stops: float) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures of the table with more light."""
        for picture in self._moments():
            yield picture * _STEP, _grained(self._frame(stops), picture)

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield small pictures for detecting motion, three tenths of a second apart."""
        import cv2  # noqa: PLC0415 (as above)

        drawn: tuple[Frame, Frame] | None = None
        for picture in self._moments():
            frame = self._frame()
            if drawn is None or drawn[0] is not frame:
                small = cv2.resize(frame, _SMALL, interpolation=cv2.INTER_AREA)
                drawn = frame, small.astype("uint8", copy=False)
            for _ in range(2):
                next(self._pictures)
            yield picture * _STEP, _grained(drawn[1], picture)

    def _moments(self) -> Iterator[int]:
        """Yield the numbers of pictures while the camera is plugged in."""
        if not self._plugged:
            raise CameraTrouble("camera_missing")
        for picture in self._pictures:
            if not self._plugged:
                raise CameraTrouble("camera_gone")
            yield picture

    def close(self) -> None: ...

    def _frame(self, stops: float = 0.0) -> "Frame":
        layout = self._layout
        if self._drawn is None or self._drawn[0] is not layout or self._drawn[1] != stops:
            self._drawn = layout, stops, layout.drawn(stops)
        return self._drawn[2]


def _grained(frame: "Frame", picture: int) -> "Frame":
    """Return the same picture with other noise, much faster than drawing it again."""
    import cv2  # noqa: PLC0415 (as above)

    height, width = frame.shape[:2]
    top, left = 29 * picture % _SPARE, 37 * picture % _SPARE
    noise = _noise(width, height)[top : top + height, left : left + width]
    grained = cv2.addWeighted(frame, 1.0, noise, _GRAIN / 16, -128 * _GRAIN / 16)
    return grained.astype("uint8", copy=False)


@cache
def _noise(width: int, height: int) -> "Frame":
    import numpy as np  # noqa: PLC0415 (as above)

    shape = (height + _SPARE, width + _SPARE, 3)
    drawn = np.random.default_rng(0).standard_normal(shape, np.float32)
    return np.clip(drawn * 16 + 128, 0, 255).astype(np.uint8)
