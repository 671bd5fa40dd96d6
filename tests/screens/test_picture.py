"""Pictures of the panel for the documents."""

from pathlib import Path

import pytest
from PIL import Image

from firmware.screens.draw import draw
from firmware.screens.picture import picture, save_animation, save_picture
from tests.screens.samples import ENGLISH

PANEL = draw(ENGLISH[1])


def test_it_is_enlarged_in_a_frame() -> None:
    enlarged = picture(PANEL, scale=4, bezel=3)
    assert enlarged.size == (4 * 134, 4 * 70)
    colours = enlarged.convert("RGB")
    lit, dark = (next(place for place in range(128 * 64) if bool(PANEL.getpixel(
        (place % 128, place // 128))) is wanted) for wanted in (True, False))  # fmt: skip

    def shown(place: int) -> object:
        return colours.getpixel((4 * (3 + place % 128), 4 * (3 + place // 128)))

    assert len({shown(lit), shown(dark), colours.getpixel((0, 0))}) == 3


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    for name in ("one.png", "two.png"):
        save_picture(PANEL, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    with Image.open(tmp_path / "one.png") as read:
        assert read.format == "PNG"


def test_an_animation_stands_as_long_as_told(tmp_path: Path) -> None:
    pictures = [(PANEL, 0.5), (draw(ENGLISH[2]), 1.5), (draw(ENGLISH[3]), 0.0)]
    save_animation(pictures, tmp_path / "game.gif")
    with Image.open(tmp_path / "game.gif") as read:
        assert getattr(read, "n_frames", 0) == 3
        seconds = []
        for frame in range(3):
            read.seek(frame)
            seconds.append(read.info["duration"])
    assert seconds == [500, 1500, 20]


def test_an_animation_of_nothing_is_not_written(tmp_path: Path) -> None:
    save_animation([], tmp_path / "game.gif")
    assert not (tmp_path / "game.gif").exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        save_picture(PANEL, tmp_path / "none" / "one.png")
