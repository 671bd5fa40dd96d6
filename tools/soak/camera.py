"""A camera with all faults of cameras, and a reader that knows most of its pictures.

Dice are encoded in the pixels, because drawing and finding them takes half a second. Noise, rest,
half turns and agreement are real, so an old picture gives old dice. Some throws are drawn, and read
by the trained nets, as is every picture without encoded dice.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import count
from threading import Event

import cv2
import numpy as np

from firmware.camera.readers import DiceReader, make_reader
from firmware.errors import CameraTrouble
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE, DICE_SETS, DiceSet, Face
from tests.devices.waits import LIMIT
from tests.harness.reading import Unteachable
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reading import Corners, Doubt, Point, ReadDie, Reading
from vision.stages.context import NO_CONTEXT, Context

WIDTH, HEIGHT = 320, 240
FACES = sorted({face for dice in DICE_SETS.values() for face in dice.faces})
MARK = (250, 5, 250)
"""The first pixel of a picture that says what lies in it."""
STEP = 0.1
_SPARE = 64
_SIDE = 20.0


@cache
def _noise() -> Frame:
    shape = (HEIGHT + _SPARE, WIDTH + _SPARE, 3)
    return np.random.default_rng(0).integers(110, 130, shape, dtype=np.uint8)


def written(faces: Sequence[Face], number: int) -> Frame:
    """A picture of these dice; no two are alike."""
    top, left = 29 * number % _SPARE, 37 * number % _SPARE
    frame = _noise()[top : top + HEIGHT, left : left + WIDTH].copy()
    frame[0, 0] = MARK
    frame[0, 1] = len(faces)
    for place, face in enumerate(faces, start=2):
        frame[0, place] = FACES.index(face)
    return frame


def dice_of(frame: Frame) -> tuple[ReadDie, ...] | None:
    """Return the dice written into the picture; None if there are none."""
    upside_down = tuple(frame[-1, -1]) == MARK
    if not upside_down and tuple(frame[0, 0]) != MARK:
        return None
    row = frame[-1, ::-1, 0] if upside_down else frame[0, :, 0]
    height, width = frame.shape[:2]

    def where(x: float, y: float) -> Point:
        return (width - 1 - x, height - 1 - y) if upside_down else (x, y)

    dice = []
    for place in range(int(row[1])):
        x, y = 10 + 1.2 * _SIDE * place, 100.0
        corners: Corners = (
            where(x, y), where(x + _SIDE, y), where(x + _SIDE, y + _SIDE), where(x, y + _SIDE),
        )  # fmt: skip
        dice.append(ReadDie(FACES[int(row[place + 2])], 0.99, corners))
    return tuple(dice)


@cache
def _trained() -> DiceReader:
    """One for all starts of a run: each would be a program of its own."""
    return make_reader()


class SoakReader(Unteachable):
    """Reads encoded dice; uses the trained nets for all other pictures."""

    def read(
        self,
        frame: Frame,
        dice: DiceSet | Taught,
        expected: Collection[int] | None = None,
        context: Context = NO_CONTEXT,
    ) -> Reading:
        seen = dice_of(frame)
        if seen is None:
            return _trained().read(frame, dice, expected, context)
        if expected is None or len(seen) in expected:
            return Reading(seen)
        counts = tuple(sorted(expected))
        return Reading(seen, (Doubt("count", {"found": len(seen), "expected": counts}),))


class SoakCamera:
    """Shows the current dice, unless a fault is active."""

    def __init__(self, seed: int) -> None:
        self.fault = ""
        """The name of the fault."""
        self.smaller = False
        """Whether a smaller picture was taken."""
        self.hanging = Event()
        self.goes_on = Event()
        """Set this to end a fault that hangs."""
        self._simulated = SimulatedCamera(BARBECUE, seed)
        self._faces: tuple[Face, ...] = ()
        self._drawn = False
        self._pictures = count()
        self._last = written((), 0)

    def put(self, faces: Sequence[Face], dice_set: DiceSet, *, drawn: bool) -> None:
        """These dice lie there; drawn ones must be found."""
        self._faces = tuple(faces)
        self._drawn = drawn
        if drawn:
            self._simulated.dice_set = dice_set
            self._simulated.put(faces)

    def frames(self) -> Iterator[tuple[float, Frame]]:
        if self.fault == "camera missing":
            raise CameraTrouble("camera_missing")
        drawn = self._simulated.frames() if self._drawn else None
        for taken, number in enumerate(self._pictures):
            frame = written(self._faces, number) if drawn is None else next(drawn)[1]
            yield number * STEP, self._faulty(frame, taken)

    def _faulty(self, frame: Frame, taken: int) -> Frame:
        match self.fault:
            case "camera gone" if taken == 2:
                raise CameraTrouble("camera_gone")
            case "camera hangs":
                self.hanging.set()
                assert self.goes_on.wait(LIMIT * 6), "nobody let it go on"
            case "camera black":
                return np.zeros_like(frame)
            case "camera frozen":
                return self._last
            case "camera smaller":
                self.smaller = True
                if self._drawn:
                    return cv2.resize(frame, None, fx=0.75, fy=0.75).astype(np.uint8, copy=False)
                return frame[: HEIGHT * 3 // 4, : WIDTH * 3 // 4]
            case "camera grey":
                return frame[:, :, 0]
        self._last = frame
        return frame

    def close(self) -> None:
        self.goes_on.set()
