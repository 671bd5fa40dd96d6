"""What is said of a picture while the camera is aimed."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PIL import Image

from firmware.camera import aiming
from firmware.camera.table_camera import BRIGHT, DARK, GLARING, SHARP
from rules.dice import BARBECUE, Face
from tests.harness.marks import MORE
from tests.vision.tables import area
from vision.geometry import Frame
from vision.simulator.scene import Light, Scene, Surface, render

SIZE = (84, 63)
SCENE = Scene(
    BARBECUE, (Face.ONE, Face.TWO, Face.WORM, Face.SIX), seed=5, place=2, surface="tray", edge=80.0
)


@cache
def seen(surface: Surface = "tray", light: Light = "daylight", blur: float = 0.7) -> Frame:
    return render(replace(SCENE, surface=surface, light=light, blur=blur)).frame


def grey(level: int) -> Frame:
    return np.full((480, 640, 3), level, np.uint8)


@pytest.mark.parametrize(
    ("surface", "light"),
    [
        ("tray", "daylight"), MORE("tray", "dim"), MORE("wood", "warm"), ("felt", "dim"),
        MORE("plain", "cold"),
    ],
)  # fmt: skip
def test_dice_stand_out_white_on_black(surface: Surface, light: Light) -> None:
    shot = render(replace(SCENE, surface=surface, light=light))
    small = Image.frombytes("1", SIZE, aiming.thumbnail(shot.frame, SIZE))
    pixels = np.asarray(small)
    assert pixels.mean() < 0.25
    for die in shot.dice:
        x, y = np.mean(die.corners, axis=0) * np.array(SIZE) / (1280, 960)
        reach = max(round(float(np.sqrt(area(die.corners))) * SIZE[0] / 1280 / 2), 1)
        around = pixels[int(y) - reach : int(y) + reach + 1, int(x) - reach : int(x) + reach + 1]
        assert around.mean() > 0.3


def test_the_rim_of_the_tray_is_seen() -> None:
    small = Image.frombytes("1", SIZE, aiming.thumbnail(seen(), SIZE))
    pixels = np.asarray(small)
    assert pixels[SIZE[1] // 2, : SIZE[0] // 4].any()
    assert pixels[SIZE[1] // 2, -SIZE[0] // 4 :].any()


def test_a_thumbnail_has_the_size_that_was_asked_for() -> None:
    for size in ((84, 63), (64, 48), (128, 64), (7, 5)):
        assert Image.frombytes("1", size, aiming.thumbnail(seen(), size)).size == size


def test_where_there_is_nothing_nothing_is_seen() -> None:
    for level in (0, 128, 255):
        small = Image.frombytes("1", SIZE, aiming.thumbnail(grey(level), SIZE))
        assert small.getbbox() is None
        assert aiming.focus(grey(level)) == 0
    rng = np.random.default_rng(0)
    noise = np.clip(rng.normal(90, 4, (960, 1280, 3)), 0, 255).astype(np.uint8)
    assert aiming.focus(noise) == 0


@pytest.mark.parametrize(
    ("surface", "light"), [("tray", "daylight"), MORE("felt", "dim"), MORE("plain", "hard")]
)
def test_focus_tells_sharp_from_blurred_in_any_light(surface: Surface, light: Light) -> None:
    sharp, soft, blurred = (aiming.focus(seen(surface, light, blur)) for blur in (0.7, 3.0, 8.0))
    assert sharp > SHARP > blurred
    assert sharp > soft >= blurred


def test_light_goes_from_dark_to_bright() -> None:
    assert aiming.light(grey(0)) == 0
    assert aiming.light(grey(255)) == 1
    assert DARK < aiming.light(seen(light="dim")) < aiming.light(seen()) < BRIGHT


def test_a_few_dice_do_not_change_the_light() -> None:
    empty = render(replace(SCENE, faces=())).frame
    assert aiming.light(empty) == pytest.approx(aiming.light(seen()), abs=0.03)


def test_glare_is_what_is_burnt_out() -> None:
    frame = grey(100)
    assert aiming.glare(frame) == 0
    frame[:120] = 255
    assert aiming.glare(frame) == pytest.approx(0.25, abs=0.01)
    assert aiming.glare(seen()) < GLARING
