"""The camera over a table that is not there."""

import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from firmware.errors import CameraTrouble
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE, STANDARD, Face
from vision.geometry import Frame

DICE = (Face.ONE, Face.WORM, Face.SIX)


def pictures(camera: SimulatedCamera, most: int = 2) -> list[Frame]:
    return [frame for _, frame in islice(camera.frames(), most)]


def differ(one: Frame, other: Frame) -> float:
    return float(np.abs(one.astype(int) - other).max())


def test_pictures_of_one_throw_differ_in_noise_alone() -> None:
    camera = SimulatedCamera(BARBECUE)
    camera.put(DICE)
    one, other = pictures(camera)
    assert one.shape == (960, 1280, 3)
    assert 0 < differ(one, other) < 20


def test_timestamps_go_up_from_look_to_look() -> None:
    camera = SimulatedCamera(BARBECUE)
    times = [at for _ in range(2) for at, _ in islice(camera.frames(), 2)]
    assert times == sorted(set(times))


def test_a_new_throw_changes_the_picture_while_it_is_watched() -> None:
    camera = SimulatedCamera(BARBECUE)
    camera.put(DICE)
    frames = camera.frames()
    _, before = next(frames)
    camera.put(DICE)
    _, after = next(frames)
    assert differ(before, after) > 50, "the same faces fall otherwise"


def test_the_same_seed_throws_the_same() -> None:
    thrown = [SimulatedCamera(BARBECUE, seed=7).throw(8) for _ in range(2)]
    assert thrown[0] == thrown[1]
    assert len(thrown[0]) == 8
    assert set(thrown[0]) <= set(BARBECUE.faces)
    one, other = (SimulatedCamera(BARBECUE, seed=7) for _ in range(2))
    assert differ(pictures(one, 1)[0], pictures(other, 1)[0]) == 0


def test_other_dice_can_be_thrown() -> None:
    camera = SimulatedCamera(BARBECUE, seed=7)
    camera.dice_set = STANDARD
    thrown = camera.throw(200)
    assert set(thrown) == set(STANDARD.faces)
    camera.put((Face.FIVE,))
    assert pictures(camera, 1)


def test_what_cannot_be_put_there() -> None:
    camera = SimulatedCamera(BARBECUE)
    with pytest.raises(ValueError, match="too_few_dice"):
        camera.put((Face.ONE,), spoil="touching")


def test_unplugged_and_plugged_again() -> None:
    camera = SimulatedCamera(BARBECUE)
    frames = camera.frames()
    next(frames)
    camera.unplug()
    with pytest.raises(CameraTrouble) as caught:
        next(frames)
    assert caught.value.code == "camera_gone"
    with pytest.raises(CameraTrouble) as caught:
        next(camera.frames())
    assert caught.value.code == "camera_missing"
    camera.plug()
    assert len(pictures(camera)) == 2
    camera.close()


def test_a_table_can_be_set_up_before_opencv_is_loaded() -> None:
    code = (
        "import sys; import firmware.camera.table_camera; from firmware.config import cameras;"
        "from firmware.simulator.camera import SimulatedCamera as Simulated;"
        "from firmware.config.keys import Camera, CameraKind; from rules.dice import BARBECUE;"
        "simulated = lambda: Simulated(BARBECUE);"
        "made = [cameras.open_camera(Camera(kind=kind, folder='.'), None, simulated)"
        " for kind in CameraKind];"
        "TableCamera = firmware.camera.table_camera.TableCamera;"
        "tables = [TableCamera(camera, None) for camera in made if camera];"
        "sys.exit(len(tables) != 5 or bool({'cv2', 'numpy', 'PIL'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
