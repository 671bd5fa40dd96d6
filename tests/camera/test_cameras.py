"""Which camera looks at the dice."""

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.camera.folder import FolderCamera
from firmware.camera.pi import PiCamera
from firmware.camera.usb import UsbCamera
from firmware.config.cameras import AnyCamera, open_camera
from firmware.config.keys import Camera as Section
from firmware.config.keys import CameraKind
from firmware.errors import CameraTrouble
from firmware.ports import Adjustable, CameraSettings
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE
from tests.camera.picamera import Library
from tests.camera.test_usb import Ticking

KINDS = {
    CameraKind.AUTO: AnyCamera,
    CameraKind.PI: PiCamera,
    CameraKind.USB: UsbCamera,
    CameraKind.FOLDER: FolderCamera,
    CameraKind.SIMULATED: SimulatedCamera,
}


def simulated() -> SimulatedCamera:
    return SimulatedCamera(BARBECUE)


@pytest.fixture
def film(tmp_path: Path) -> str:
    path = str(tmp_path / "webcam.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    for _ in range(40):
        writer.write(np.full((240, 320, 3), 90, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize("kind", CameraKind)
def test_each_kind_has_its_camera(kind: CameraKind) -> None:
    camera = open_camera(Section(kind=kind, folder="pictures"), Ticking(), simulated)
    if kind is CameraKind.NONE:
        assert camera is None
    else:
        assert type(camera) is KINDS[kind]


def test_only_the_pis_own_camera_can_be_set() -> None:
    for kind, made in KINDS.items():
        camera = open_camera(Section(kind=kind, folder="pictures"), Ticking(), simulated)
        assert isinstance(camera, Adjustable) is (made in {AnyCamera, PiCamera})


def shape(camera: AnyCamera) -> tuple[int, ...]:
    frames = camera.frames()
    (_, frame), *_ = islice(frames, 1)
    frames.close()  # type: ignore[attr-defined]
    return frame.shape


def test_the_pis_own_camera_comes_first_and_a_webcam_stands_in(film: str) -> None:
    library = Library()
    pi = PiCamera(library=lambda: library)
    camera = AnyCamera(pi, UsbCamera(Ticking(), film))
    assert shape(camera) == (960, 1280, 3)
    assert camera.meter(focus=True) is not None
    library.infos = []
    assert shape(camera) == (240, 320, 3)
    assert camera.meter(focus=True) is None
    camera.close()
    assert library.owner is None


def test_settings_reach_the_pis_own_camera() -> None:
    library = Library()
    camera = AnyCamera(PiCamera(library=lambda: library), UsbCamera(Ticking(), find=lambda: None))
    camera.use(CameraSettings(10_000, 1.0, (1.0, 1.0)))
    frames = camera.frames()
    _, frame = next(frames)
    frames.close()  # type: ignore[attr-defined]
    assert frame.max() == round(0.45 * 10 / 16 * 255)


def test_no_camera_of_any_kind() -> None:
    library = Library(infos=[])
    camera = AnyCamera(PiCamera(library=lambda: library), UsbCamera(Ticking(), find=lambda: None))
    with pytest.raises(CameraTrouble) as caught:
        next(camera.frames())
    assert caught.value.code == "camera_missing"
