"""An eye that watches: small pictures, the part that matters, and a camera that rests after it."""

from collections.abc import Collection, Iterator

import numpy as np
import pytest

from firmware.camera.motion import PACE
from firmware.camera.table_camera import TableCamera
from firmware.camera.zone import Calibration, Zone
from firmware.errors import CameraTrouble
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE, DiceSet, Face
from tests.harness.reading import Unteachable
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reading import Doubt, Reading

LEFT = Zone(((0.01, 0.02), (0.4, 0.02), (0.4, 0.98), (0.01, 0.98)))


class Pictures:
    """A camera whose pictures a test makes, half a pace apart."""

    def __init__(self) -> None:
        self.lying: Frame = np.full((96, 128, 3), 90, np.uint8)
        self.at = 0.0
        self.running = 0
        self.ends = False

    def put(self, x: int, y: int) -> None:
        """Something bright lies there, and nothing else."""
        self.lying = np.full((96, 128, 3), 90, np.uint8)
        self.lying[y : y + 12, x : x + 12] = 220

    def frames(self) -> Iterator[tuple[float, Frame]]:
        self.running += 1
        try:
            while not self.ends:
                self.at += PACE
                yield self.at, self.lying
        finally:
            self.running -= 1

    def close(self) -> None:
        pass


class Small(Pictures):
    """A camera that can be watched for less."""

    def glimpses(self) -> Iterator[tuple[float, Frame]]:
        for at, frame in self.frames():
            yield at, frame[:, :, 0]


class Nothing(Unteachable):
    """Reads no dice, with or without a doubt."""

    def __init__(self, *doubts: Doubt) -> None:
        self.doubts = doubts

    def read(
        self,
        frame: Frame,
        dice: DiceSet | Taught,
        expected: Collection[int] | None = None,
        context: object = None,
    ) -> Reading:
        return Reading((), self.doubts)


class Patience:
    """Says to leave after so many pictures; something can happen before any of them."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures
        self.paces: list[float] = []

    def __call__(self, seconds: float) -> bool:
        self.paces.append(seconds)
        self.left -= 1
        return self.left <= 0


def eye(camera: Pictures, zone: Zone | None = None, reader: Nothing | None = None) -> TableCamera:
    return TableCamera(
        camera, lambda: reader or Nothing(), None if zone is None else Calibration(zone)
    )


@pytest.mark.parametrize("kind", [Pictures, Small])
def test_it_watches_until_something_has_come_to_rest(kind: type[Pictures]) -> None:
    camera = kind()
    watching = eye(camera)
    patience = Patience(20)
    assert not watching.watch(patience)
    assert set(patience.paces) == {PACE}
    camera.put(60, 40)
    assert watching.watch(Patience(20))
    assert not watching.watch(Patience(50))  # once
    assert camera.running == 1
    watching.rest()
    assert camera.running == 0


def test_beside_the_tray_nothing_counts() -> None:
    camera = Pictures()
    watching = eye(camera, LEFT)
    watching.watch(Patience(5))
    camera.put(100, 40)
    assert not watching.watch(Patience(20))
    camera.put(20, 40)
    assert watching.watch(Patience(20))


def test_nothing_is_told_before_all_can_have_been_read() -> None:
    camera = Pictures()
    watching = eye(camera)
    watching.watch(Patience(5))
    camera.put(60, 40)
    patience = Patience(100)
    assert watching.watch(patience, soonest=3.0)
    assert len(patience.paces) * PACE == pytest.approx(3.0, abs=2 * PACE)


def test_the_same_rest_can_be_watched_for_again() -> None:
    camera = Pictures()
    watching = eye(camera)
    watching.watch(Patience(5))
    camera.put(60, 40)
    assert watching.watch(Patience(20))
    noticed = watching.notice(BARBECUE, frozenset({0}), lambda: False)
    assert noticed is not None
    assert noticed.tries == 1
    assert watching.watch(Patience(30), again=True)
    again = watching.notice(BARBECUE, frozenset({0}), lambda: False)
    assert again is not None
    assert again.tries == 2


def test_what_a_press_had_read_is_nothing_new() -> None:
    camera = Pictures()
    watching = eye(camera)
    watching.watch(Patience(5))
    camera.put(60, 40)
    watching.look(BARBECUE, frozenset({0}), lambda _part: None, lambda: False)
    assert not watching.watch(Patience(50))


def test_a_look_that_nobody_asked_for_is_shown_to_nobody_unless_it_was_taken() -> None:
    seen: list[Reading] = []
    watching = eye(Pictures(), reader=Nothing(Doubt("hidden")))
    watching.show(lambda _frame, reading, _mat: seen.append(reading), lambda _frame, _mat: None)
    noticed = watching.notice(BARBECUE, frozenset({0}), lambda: False)
    assert noticed is not None
    assert not seen
    watching.reveal(noticed)
    assert seen == [noticed.reading]


def test_a_look_that_nobody_waits_for_is_given_up() -> None:
    assert eye(Pictures()).notice(BARBECUE, frozenset({0}), lambda: True) is None


def test_glances_and_watching_do_not_share_the_camera() -> None:
    camera = Pictures()
    watching = eye(camera)
    watching.watch(Patience(3))
    watching.glance((96, 54))
    assert camera.running == 1
    watching.watch(Patience(3))
    assert camera.running == 1


def test_a_camera_that_is_gone_is_told_and_tried_again() -> None:
    camera = Pictures()
    watching = eye(camera)
    watching.watch(Patience(5))
    camera.ends = True
    with pytest.raises(CameraTrouble):
        watching.watch(Patience(5))
    camera.ends = False
    camera.put(60, 40)
    assert watching.watch(Patience(20))


def test_an_unplugged_camera_and_what_was_thrown_meanwhile() -> None:
    camera = SimulatedCamera(BARBECUE, 1)
    watching = TableCamera(camera, Nothing)
    watching.watch(Patience(5))
    camera.unplug()
    with pytest.raises(CameraTrouble):
        watching.watch(Patience(5))
    camera.put([Face.WORM, Face.ONE])
    camera.plug()
    assert watching.watch(Patience(20))
