"""A camera that repeats its last picture shows an old throw: never read, and told."""

from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from firmware.camera.table_camera import TableCamera
from firmware.errors import CameraTrouble
from rules.dice import BARBECUE
from tests.camera.test_eye import SURE, Scripted, Stage
from vision.geometry import Frame
from vision.reading import Reading


class Repeating(Stage):
    """Sends each picture so many times; by its clock a tenth of a second apart, or at once."""

    def __init__(self, times: int, step: float = 0.1, *, level: int = 90) -> None:
        super().__init__(level)
        self.times = times
        self.step = step

    def frames(self) -> Iterator[tuple[float, Frame]]:
        number = count()
        for _, frame in super().frames():
            for _ in range(self.times):
                yield next(number) * self.step, frame


class Uniform(Stage):
    """Red all over: a lens that is covered, or a lamp."""

    def frames(self) -> Iterator[tuple[float, Frame]]:
        for at, frame in super().frames():
            yield at, np.full_like(frame, (0, 0, 9))


def looked(camera: Stage, *, live: bool = True) -> Reading | None:
    eye = TableCamera(camera, lambda: Scripted(SURE), live=live)
    return eye.look(BARBECUE, frozenset({1}), lambda _part: None, lambda: False)


@pytest.mark.parametrize("step", [0.1, 0.0])
def test_a_frozen_camera_is_told_and_nothing_is_read(step: float) -> None:
    camera = Repeating(10_000, step)
    with pytest.raises(CameraTrouble) as caught:
        looked(camera)
    assert caught.value.code == "camera_frozen"
    assert camera.looking == 0


def test_a_camera_that_sends_some_pictures_twice_is_read() -> None:
    reading = looked(Repeating(2))
    assert reading is not None
    assert reading.accepted


def test_a_picture_without_any_grain_is_for_the_reader_to_judge() -> None:
    assert looked(Uniform()) is not None


def test_pictures_of_a_folder_stand_still() -> None:
    assert looked(Repeating(10_000), live=False) is not None
