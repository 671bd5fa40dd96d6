"""The webcam's path, with a video file in the webcam's place."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.camera.usb import UsbCamera, first_webcam
from firmware.errors import CameraTrouble
from vision.geometry import Frame

LENGTH = 60


class Ticking:
    """A clock that goes on by so many seconds each time it is read."""

    def __init__(self, step: float = 0.02) -> None:
        self.step = step
        self._now = 0.0

    def __call__(self) -> float:
        self._now += self.step
        return self._now


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Frame by frame a little brighter."""
    path = tmp_path_factory.mktemp("film") / "webcam.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    for number in range(LENGTH):
        writer.write(np.full((240, 320, 3), 4 * number, np.uint8))
    writer.release()
    return path


def number(frame: Frame) -> int:
    return round(float(frame.mean()) / 4)


def code(frames: Iterator[tuple[float, Frame]]) -> str:
    with pytest.raises(CameraTrouble) as caught:
        for _ in frames:
            pass
    return caught.value.code


def test_pictures_one_after_the_other_with_the_clocks_time(film: Path) -> None:
    taken = list(islice(UsbCamera(Ticking(), str(film)).frames(), 5))
    numbers = [number(frame) for _, frame in taken]
    assert numbers == list(range(numbers[0], numbers[0] + 5))
    times = [at for at, _ in taken]
    assert times == sorted(set(times))
    assert taken[0][1].shape == (240, 320, 3)
    assert taken[0][1].dtype == np.uint8


def test_what_the_driver_kept_from_before_is_thrown_away(film: Path) -> None:
    camera = UsbCamera(Ticking(), str(film))
    (_, first) = next(camera.frames())
    assert number(first) >= 10, "exposure settles first"
    (_, second) = next(camera.frames())
    assert number(second) - number(first) > 4, "four buffers may hold pictures from before"


def test_pictures_that_were_long_not_asked_for_are_thrown_away(film: Path) -> None:
    clock = Ticking()
    frames = UsbCamera(clock, str(film)).frames()
    _, first = next(frames)
    clock.step = 0.5
    _, second = next(frames)
    assert number(second) - number(first) > 4


def test_gone_in_the_middle_and_back_again(film: Path, tmp_path: Path) -> None:
    device = tmp_path / "video.avi"
    device.write_bytes(film.read_bytes())
    camera = UsbCamera(Ticking(), str(device))
    frames = camera.frames()
    next(frames)
    device.rename(tmp_path / "elsewhere.avi")
    assert code(frames) == "camera_gone"
    assert code(camera.frames()) == "camera_missing"
    (tmp_path / "elsewhere.avi").rename(device)
    assert number(next(camera.frames())[1]) >= 10
    camera.close()
    camera.close()


def test_a_device_that_cannot_be_opened(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.write_bytes(b"no video")
    assert code(UsbCamera(Ticking(), str(device)).frames()) == "camera_busy"


def test_no_webcam_at_all() -> None:
    assert code(UsbCamera(Ticking(), find=lambda: None).frames()) == "camera_missing"
    assert code(UsbCamera(Ticking(), "97").frames()) == "camera_missing"


def test_the_first_webcam_is_found(film: Path) -> None:
    next(UsbCamera(Ticking(), find=lambda: str(film)).frames())


def a_device(devices: Path, name: str, driver: str, index: str) -> None:
    (devices / name / "device").mkdir(parents=True)
    target = devices.parent / "drivers" / driver
    target.mkdir(parents=True, exist_ok=True)
    (devices / name / "device" / "driver").symlink_to(target)
    (devices / name / "index").write_text(f"{index}\n")


def test_which_devices_are_webcams(tmp_path: Path) -> None:
    devices = tmp_path / "video4linux"
    assert first_webcam(devices) is None
    a_device(devices, "video0", "unicam", "0")
    a_device(devices, "video12", "uvcvideo", "0")
    a_device(devices, "video4", "uvcvideo", "1")
    (devices / "video3").mkdir()
    assert first_webcam(devices) == "/dev/video12"
    a_device(devices, "video2", "uvcvideo", "0")
    assert first_webcam(devices) == "/dev/video2"


class Broken:
    """A webcam whose frames arrive damaged."""

    def grab(self) -> bool:
        return True

    def retrieve(self) -> tuple[bool, None]:
        return False, None

    def release(self) -> None:
        pass


def test_damaged_frames_without_end_are_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = UsbCamera(Ticking())
    monkeypatch.setattr(camera, "_video", Broken())
    assert code(camera.frames()) == "camera_gone"
