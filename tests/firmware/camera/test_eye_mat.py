"""The eye over a mat: real pictures, the real reader."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import pytest

from firmware.devices.camera_simulated import Conditions, SimulatedCamera
from firmware.errors import CameraTrouble
from firmware.eye import Eye, make_reader
from firmware.speech.words import Words
from rules.dice import BARBECUE, Face
from vision.reading import Frame, ReadDie, Reading

pytestmark = pytest.mark.skipif(
    not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"), reason="OpenCV is older than 4.7"
)

THROWN = (Face.ONE, Face.WORM, Face.THREE)
KEPT = (Face.TWO, Face.TWO, Face.SIX, Face.SIX, Face.FOUR)
NOT_YET = lambda: False  # noqa: E731


def camera() -> SimulatedCamera:
    made = SimulatedCamera(BARBECUE, seed=4)
    made.conditions = Conditions(mat=True)
    made.put(THROWN, KEPT)
    return made


class Changed:
    """The same camera, its pictures changed."""

    def __init__(self, change: str) -> None:
        self._camera, self._change = camera(), change
        self._began: float | None = None

    def frames(self) -> Iterator[tuple[float, Frame]]:
        for at, frame in self._camera.frames():
            self._began = at if self._began is None else self._began
            if self._change == "mirrored":
                yield at, np.ascontiguousarray(frame[:, ::-1])
            elif self._change == "covered at first":
                covered = frame.copy()
                covered[:, :330] = covered[:, 950:] = 90
                yield at, covered if at < self._began + 0.05 else frame
            elif self._change == "pushed":
                yield at, np.roll(frame, 40, axis=1) if at < self._began + 0.05 else frame
            else:
                yield at, np.ascontiguousarray(np.hstack([frame[:, 100:], frame[:, 100:]]))

    def close(self) -> None:
        self._camera.close()


def faces(dice: Sequence[ReadDie] | None) -> list[Face]:
    assert dice is not None
    return sorted(die.face for die in dice)


def looked(eye: Eye, expected: int, total: int | None) -> Reading:
    reading = eye.look(BARBECUE, frozenset({expected}), lambda _part: None, NOT_YET, total)
    assert reading is not None
    return reading


def test_dice_thrown_and_dice_aside_are_told_apart() -> None:
    reading = looked(Eye(camera(), make_reader), 3, 8)
    assert reading.accepted
    assert faces(reading.dice) == sorted(THROWN)
    assert faces(reading.aside) == sorted(KEPT)


def test_where_no_dice_are_laid_aside_both_zones_are_one() -> None:
    reading = looked(Eye(camera(), make_reader), 8, None)
    assert reading.accepted
    assert faces(reading.dice) == sorted(THROWN + KEPT)
    assert reading.aside is None


def test_another_count_than_expected_is_for_whoever_knows_what_lies_aside() -> None:
    reading = looked(Eye(camera(), make_reader), 5, 8)
    assert reading.accepted
    assert len(reading.dice) == len(THROWN)


@pytest.mark.parametrize("change", ["covered at first", "pushed"])
def test_what_counts_is_where_the_mat_lies_at_rest(change: str) -> None:
    reading = looked(Eye(Changed(change), make_reader), 3, 8)
    assert reading.accepted
    assert faces(reading.dice) == sorted(THROWN)
    assert faces(reading.aside) == sorted(KEPT)


@pytest.mark.parametrize(("change", "word"), [("mirrored", "mirrored"), ("two", "Two mats")])
def test_a_mat_that_would_mislead_is_told(change: str, word: str) -> None:
    with pytest.raises(CameraTrouble) as trouble:
        looked(Eye(Changed(change), make_reader), 3, 8)
    assert word in Words().error(trouble.value)
