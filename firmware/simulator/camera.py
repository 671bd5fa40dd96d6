"""A camera over a table that is not there: it draws the dice that are put under it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from firmware.camera.zone import WHOLE, Zone
from firmware.errors import CameraTrouble
from rules.dice import DiceSet, Face

if TYPE_CHECKING:  # OpenCV comes with the first picture
    from vision.looks import Look
    from vision.reading import Frame
    from vision.scene import Light, Scene, Spoil, Surface

BESIDE = Zone(((0.01, 0.02), (0.49, 0.02), (0.49, 0.98), (0.01, 0.98)))
"""The throw zone where dice can also lie aside: the left half of the picture."""

_STEP = 0.1  # seconds between pictures
_SMALL = (320, 240)  # pixels of what is only watched
_EDGE, _EDGE_BESIDE = 60.0, 88.0  # pixels of a die; two tables beside each other are halved
_EDGE_ON_MAT = 50.0  # so that the whole paper is seen
_GRAIN = 1.0  # levels by which two pictures of one throw differ
_SPARE = 64  # pixels by which the stored noise is larger than a picture


@dataclass(frozen=True)
class Conditions:
    """What the simulated camera looks at, and how; as `vision.scene` has it."""

    light: "Light" = "daylight"
    surface: "Surface" = "tray"
    tilt: float = 8.0
    blur: float = 0.7
    mat: bool = False
    """Whether the printed mat lies there, with dice in its KEEP row."""
    bend: float = -0.05
    """How the lens that looks at the mat bends lines; this is a usual one."""


@dataclass(frozen=True)
class _Lying:
    """What lies on the table; no dice aside are another table than none that could be."""

    dice_set: DiceSet
    faces: tuple[Face, ...]
    aside: tuple[Face, ...] | None
    spoil: "Spoil | None"
    place: int
    seed: int
    conditions: Conditions
    look: "Look | None" = None

    def scenes(self) -> "list[Scene]":
        from vision.scene import Scene  # noqa: PLC0415 (OpenCV: not before the first screen)

        if self.conditions.mat:
            return [self._on_mat()]
        edge = _EDGE if self.aside is None else _EDGE_BESIDE
        tray = Scene(
            self.dice_set, self.faces, seed=self.seed, place=self.place, spoil=self.spoil,
            light=self.conditions.light, surface=self.conditions.surface,
            tilt=self.conditions.tilt, blur=self.conditions.blur, edge=edge, noise=1.5, jpeg=None,
            look=self.look,
        )  # fmt: skip
        if self.aside is None:
            return [tray]
        beside = Scene(
            self.dice_set, self.aside, seed=self.seed, place=self.place, surface="felt", tilt=8.0,
            edge=edge, noise=1.5, jpeg=None, look=self.look,
        )  # fmt: skip
        return [tray, beside]

    def _on_mat(self) -> "Scene":
        from vision.mat.sheet import Paper  # noqa: PLC0415 (as above)
        from vision.scene import Scene  # noqa: PLC0415

        how = self.conditions
        return Scene(
            self.dice_set, self.faces, seed=self.seed, place=self.place, spoil=self.spoil,
            light=how.light, surface=how.surface, tilt=how.tilt, blur=how.blur, edge=_EDGE_ON_MAT,
            noise=1.5, jpeg=None, mat=Paper.A4, kept=self.aside or (), bend=how.bend,
            look=self.look,
        )  # fmt: skip

    def drawn(self) -> "Frame":
        import cv2  # noqa: PLC0415 (as above)

        from vision.scene import render  # noqa: PLC0415

        frames = [render(scene).frame for scene in self.scenes()]
        if len(frames) == 1:
            return frames[0]
        half = cv2.resize(cv2.hconcat(frames), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return half.astype("uint8", copy=False)


class SimulatedCamera:
    """One table, lamp and set of dice for each seed; nothing lies there at first.

    `put`, `throw` and the plug may be used from any thread, also while pictures are taken. Dice
    aside are seen on the printed mat, and with `keep_row` beside the tray, outside of `zone`.
    """

    def __init__(self, dice_set: DiceSet, seed: int = 0, *, keep_row: bool = False) -> None:
        self.dice_set = dice_set
        """What is put there or thrown from now on."""
        self.look: Look | None = None
        """How it looks; None: as this seed has it."""
        self.conditions = Conditions()
        """How it is seen from the next throw on."""
        self.spoil: Spoil | None = None
        """How the next throw is to be spoilt; whoever throws sees to it."""
        self.zone = BESIDE if keep_row else WHOLE
        self._keep_row = keep_row
        self._place = seed
        self._random = Random(seed)  # noqa: S311 (nobody plays these dice for money)
        self._throws = count(1000 * seed)
        self._pictures = count()
        self._plugged = True
        self._drawn: tuple[_Lying, Frame] | None = None
        self.put(())

    def put(
        self, faces: Sequence[Face], aside: Sequence[Face] = (), spoil: "Spoil | None" = None
    ) -> None:
        """Lay these dice into the tray, and those aside, in place of all that lay there.

        Raises `ValueError` for too few dice for what is to be spoilt.
        """
        how = self.conditions
        beside = tuple(aside) if self._keep_row or how.mat else None
        self._aside = tuple(aside)
        seed = next(self._throws)
        shown = tuple(faces)
        lying = _Lying(self.dice_set, shown, beside, spoil, self._place, seed, how, self.look)
        if spoil is not None:
            lying.scenes()
        self._lying = lying

    def throw(self, dice: int, spoil: "Spoil | None" = None) -> tuple[Face, ...]:
        """Throw so many dice into the tray, and leave those aside; what they show."""
        faces = tuple(self._random.choices(self.dice_set.sides, k=dice))
        self.put(faces, self._aside, spoil)
        return faces

    def unplug(self) -> None:
        """Be gone from now on."""
        self._plugged = False

    def plug(self) -> None:
        """Be there again."""
        self._plugged = True

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Pictures of what lies there, a tenth of a second apart by their timestamps."""
        for picture in self._moments():
            yield picture * _STEP, _grained(self._frame(), picture)

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Small ones for who only watches, three tenths of a second apart."""
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
        """The numbers of pictures, as long as it is plugged in."""
        if not self._plugged:
            raise CameraTrouble("camera_missing")
        for picture in self._pictures:
            if not self._plugged:
                raise CameraTrouble("camera_gone")
            yield picture

    def close(self) -> None:
        """Nothing is held."""

    def _frame(self) -> "Frame":
        lying = self._lying
        if self._drawn is None or self._drawn[0] is not lying:
            self._drawn = lying, lying.drawn()
        return self._drawn[1]


def _grained(frame: "Frame", picture: int) -> "Frame":
    """Another picture of the same: drawing it anew takes far longer than adding noise to it."""
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
