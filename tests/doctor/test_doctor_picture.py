"""The doctor's picture: taken, judged and read by the real reader."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from firmware.config.keys import Camera, CameraKind, Config
from firmware.doctor.findings import State
from firmware.doctor.picture import check_camera, judged, matted
from firmware.doctor.visit import Visit, checks
from firmware.errors import CameraTrouble
from firmware.simulator.camera import Conditions, SimulatedCamera
from firmware.speech.causes import Cause
from rules.dice import BARBECUE, Face
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import Doubt, Reading


class NoCamera:
    """Opens, and shows nothing."""

    def frames(self) -> Iterator[tuple[float, Frame]]:
        return iter(())

    def close(self) -> None:
        """Nothing is held."""


def still() -> float:
    return 0.0


def test_dice_in_the_tray_are_read() -> None:
    camera = SimulatedCamera(BARBECUE, seed=3)
    faces = (Face.ONE, Face.FOUR, Face.WORM)
    camera.put(faces)
    frame = next(frame for _, frame in camera.frames())
    read = partial(Reader().read, frame, BARBECUE)
    found = list(check_camera(camera, read, BARBECUE, still))
    assert {told.code: state for state, told in found} == {
        "picture_taken": State.GOOD,
        "picture_sharp": State.GOOD,
        "picture_lit": State.GOOD,
        "picture_clear": State.GOOD,
        "picture_read": State.GOOD,
    }
    told = found[-1][1].arguments
    assert (told["dice"], told["faces"]) == ("barbecue", tuple(map(str, faces)))


def test_an_empty_tray_is_no_fault() -> None:
    camera = SimulatedCamera(BARBECUE, seed=3)
    found = list(check_camera(camera, lambda: Reading(()), BARBECUE, still))
    assert (found[-1][0], found[-1][1].code) == (State.GOOD, "picture_empty")


def test_doubts_are_told() -> None:
    camera = SimulatedCamera(BARBECUE, seed=3)
    doubtful = Reading((), (Doubt("dark"),))
    found = list(check_camera(camera, lambda: doubtful, BARBECUE, still))
    assert found[-1] == (State.WARNING, Cause("dark"))


@pytest.mark.parametrize(
    ("doubt", "good"),
    [(Doubt("dark"), "picture_lit"), (Doubt("glare", {"die": 0}), "picture_clear")],
)
def test_nothing_is_good_that_dice_are_doubted_for(doubt: Doubt, good: str) -> None:
    camera = SimulatedCamera(BARBECUE, seed=3)
    doubtful = Reading((), (doubt,))
    codes = [told.code for _, told in check_camera(camera, lambda: doubtful, BARBECUE, still)]
    assert good not in codes
    assert doubt.code in codes


def test_a_picture_that_never_came_to_rest_is_left_unread() -> None:
    camera = SimulatedCamera(BARBECUE, seed=3)
    found = list(check_camera(camera, lambda: None, BARBECUE, still))
    assert found[-1][1].code == "picture_clear"


def test_a_camera_without_pictures_is_trouble() -> None:
    with pytest.raises(CameraTrouble, match="camera_gone"):
        list(check_camera(NoCamera(), lambda: None, BARBECUE, still))


@pytest.mark.parametrize(
    ("grey", "codes"),
    [
        (2, {"picture_blurred", "picture_dark", "picture_clear"}),
        (128, {"picture_blurred", "picture_lit", "picture_clear"}),
        (255, {"picture_blurred", "picture_bright", "picture_glare"}),
    ],
)
def test_bad_light_is_told(grey: int, codes: set[str]) -> None:
    frame = np.full((480, 640, 3), grey, np.uint8)
    assert {told.code for _, told in judged(frame)} == codes


def test_the_whole_check_goes_through_the_tables_own_eye() -> None:
    box = Visit(Config(camera=Camera(kind=CameraKind.SIMULATED)), frozenset(), "")
    found = list(checks(box, None, watched=False)["camera"]())
    assert [told.code for _, told in found][-1] == "picture_empty"


def on_a_mat() -> Frame:
    camera = SimulatedCamera(BARBECUE, seed=4)
    camera.conditions = Conditions(mat=True)
    camera.put(())
    return next(frame for _, frame in camera.frames())


def test_a_mat_is_told() -> None:
    ((state, told),) = matted(on_a_mat())
    assert (state, told.code) == (State.GOOD, "mat_seen")
    assert (told.arguments["paper"], told.arguments["markers"]) == ("A4", 4)
    assert 25 <= int(str(told.arguments["centimetres"])) <= 60


def test_a_mat_that_is_covered_is_told() -> None:
    frame = on_a_mat()
    frame[:, :900] = 90
    frame[:480] = 90
    ((state, told),) = matted(frame)
    assert (state, told.code) == (State.WARNING, "mat_covered")


def test_what_would_mislead_is_for_the_look_to_refuse() -> None:
    assert list(matted(np.ascontiguousarray(on_a_mat()[:, ::-1]))) == []
    assert list(matted(np.full((480, 640, 3), 128, np.uint8))) == []
