"""A folder of pictures in place of a camera."""

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.camera.folder import FolderCamera
from firmware.errors import CameraTrouble


def picture(folder: Path, name: str, level: int) -> None:
    cv2.imwrite(str(folder / name), np.full((48, 64, 3), level, np.uint8))


def shown(camera: FolderCamera) -> int:
    looks = list(islice(camera.frames(), 4))
    assert len({int(frame.mean()) for _, frame in looks}) == 1
    times = [at for at, _ in looks]
    assert times == sorted(set(times))
    return int(looks[0][1].mean())


def test_each_look_shows_the_next_picture_by_name(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("c.PNG", 30)):
        picture(tmp_path, name, level)
    (tmp_path / "notes.txt").write_text("no picture")
    camera = FolderCamera(tmp_path)
    assert [shown(camera) for _ in range(4)] == [10, 20, 30, 10]


def test_a_glance_takes_no_picture_away(tmp_path: Path) -> None:
    picture(tmp_path, "a.png", 10)
    picture(tmp_path, "b.png", 20)
    camera = FolderCamera(tmp_path)
    for _ in range(2):
        _, frame = next(camera.frames())
        assert frame.mean() == 10
    assert [shown(camera), shown(camera)] == [10, 20]


def test_pictures_can_be_added(tmp_path: Path) -> None:
    picture(tmp_path, "a.png", 10)
    camera = FolderCamera(tmp_path)
    assert shown(camera) == 10
    picture(tmp_path, "b.png", 20)
    assert shown(camera) == 20


def test_an_empty_folder_and_none(tmp_path: Path) -> None:
    with pytest.raises(CameraTrouble) as caught:
        shown(FolderCamera(tmp_path))
    assert caught.value.code == "folder_empty"
    with pytest.raises(CameraTrouble) as caught:
        shown(FolderCamera(tmp_path / "nowhere"))
    assert caught.value.code == "folder_unreadable"


def test_a_damaged_picture_is_told_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    picture(tmp_path, "b.png", 20)
    camera = FolderCamera(tmp_path)
    with pytest.raises(CameraTrouble) as caught:
        shown(camera)
    assert (caught.value.code, caught.value.arguments) == ("picture_unreadable", {"file": "a.png"})
    assert shown(camera) == 20
    camera.close()
