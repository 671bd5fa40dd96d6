"""A fake teacher for tests. It recognises looks by a mark, and makes pictures of dice."""

from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np

from tests.harness.reading import SQUARE
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reader import Lesson
from vision.reading import Doubt, ReadDie, Reading
from vision.stages.dice_kinds import Alike
from vision.stages.looker import EMBEDDING, SIDE

_STEP = 16


def marked(axis: int, towards: int = 0, percent: int = 0) -> Frame:
    """Return a look of this kind, or between two kinds, for the teacher below."""
    look = np.empty((SIDE, SIDE, 3), np.uint8)
    look[:] = (axis * _STEP, towards * _STEP, percent * 2)  # a JPEG does not keep it to the dot
    return look


class Marked:
    """Recognises looks by their mark."""

    def drawings(self, taught: Taught) -> Alike:
        return Alike(
            {
                face: np.stack([_vector(look) for look in looks])
                for face, looks in taught.looks.items()
            }
        )


def _vector(look: Frame) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    axis, towards, twice = map(int, look[SIDE // 2, SIDE // 2])
    axis, towards, percent = round(axis / _STEP), round(towards / _STEP), twice // 2
    vector = np.zeros(EMBEDDING, np.float32)
    vector[axis] = 1 - percent / 100
    vector[towards] += percent / 100
    return vector / np.float32(np.linalg.norm(vector))


def picture(path: Path, *dice: int, doubts: int = 0) -> None:
    """Return a picture of dice of these kinds for the teacher below; some are doubtful."""
    frame = np.full((32, 32, 3), 90, np.uint8)
    frame[0, : len(dice), 0] = dice
    frame[1, 0] = (len(dice), doubts, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), frame)


class Teacher(Marked):
    """Reads the pictures of `picture`."""

    def lesson(self, frame: Frame) -> Lesson:
        dice, doubts = _dice(frame)
        read = tuple(ReadDie("", 0.99, SQUARE) for _ in dice)
        return Lesson(Reading(read, doubts), tuple(marked(axis) for axis in dice))

    def read(
        self, frame: Frame, taught: Taught, expected: Collection[int] | None = None
    ) -> Reading:
        dice, doubts = _dice(frame)
        alike = self.drawings(taught)
        told = [alike.tell(_vector(marked(axis))).face for axis in dice]
        return Reading(tuple(ReadDie(face, 0.99, SQUARE) for face in told), doubts)


def _dice(frame: Frame) -> tuple[list[int], tuple[Doubt, ...]]:
    count, doubts = int(frame[1, 0, 0]), int(frame[1, 0, 1])
    many = tuple(Doubt("leaning", {"die": number}) for number in range(min(doubts, count)))
    return [int(axis) for axis in frame[0, :count, 0]], many if doubts <= count else (
        Doubt("dark"),
    )
