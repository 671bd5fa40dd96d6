"""Rest and motion: a small die that rocks counts, noise and lamps do not."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import count
from math import nan, pi

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import BARBECUE
from tests.harness.marks import MORE
from vision.burst.stillness import Stillness
from vision.geometry import Frame
from vision.simulator.scene import LIGHTS, SURFACES, Light, Shot, Surface, random_scene, render

RATE = 30
FELT, BLACK, WOOD, PAPER = (70, 110, 80), (14, 14, 14), (60, 110, 160), (225, 228, 228)
TABLES = pytest.mark.parametrize("table", [FELT, BLACK, MORE(WOOD), MORE(PAPER)])
Values = NDArray[np.float32]
Colour = tuple[int, int, int]
Where = tuple[float, float, float]


@cache
def texture(height: int, width: int) -> Values:
    grain = np.random.default_rng(5).standard_normal((height, width, 1), np.float32)
    soft = cv2.GaussianBlur(grain, (0, 0), 2).reshape(height, width, 1)
    return np.asarray(soft * 8 / soft.std(), np.float32)


@cache
def noise(number: int) -> Values:
    return np.random.default_rng(number).standard_normal((960, 1280, 3), np.float32)


def put(frame: Frame, x: float, y: float, turn: float, side: float = 20) -> None:
    """Draw a die with three pips, to a fraction of a pixel."""
    angle = np.deg2rad(turn)
    spin = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * side
    corners = np.round((square @ spin.T + (x, y)) * 256).astype(np.int32)
    cv2.fillConvexPoly(frame, corners, (225, 230, 232), cv2.LINE_AA, 8)
    for pip in ((-0.25, -0.25), (0, 0), (0.25, 0.25)):
        u, v = np.round((spin @ (np.array(pip) * side) + (x, y)) * 256).astype(int)
        cv2.circle(frame, (int(u), int(v)), int(side * 25.6), (40, 40, 40), -1, cv2.LINE_AA, 8)


def scene(
    table: Colour = FELT,
    *dice: Where,
    height: int = 960,
    width: int = 1280,
) -> Frame:
    frame: Frame = np.clip(np.array(table, np.float32) + texture(height, width), 0, 255).astype(
        np.uint8
    )
    for x, y, turn in ((0.25 * width, 0.3 * height, 40), (0.7 * width, 0.7 * height, 70), *dice):
        put(frame, x, y, turn)
    return frame


def lit(frame: Frame, light: float | Values = 1.0, grain: float = 0, number: int = 0) -> Frame:
    """The picture under another light, as a camera with gamma and clipping takes it."""
    values = frame.astype(np.float32)
    if np.any(light != 1):
        values = np.minimum(values * np.float32(light) ** np.float32(1 / 2.2), 255)
    if grain:
        values = values + np.float32(grain) * noise(number % 4)
    taken: Frame = np.clip(values, 0, 255).round().astype(np.uint8)
    return taken


def watch(frames: Iterable[Frame], rate: float = RATE) -> list[bool]:
    stillness = Stillness()
    return [stillness.see(number / rate, frame) for number, frame in enumerate(frames)]


def rests(frames: Iterable[Frame]) -> bool:
    """Every picture is like the first, though few are taken."""
    return all(watch(frames, rate=10)[2:])


# At rest.


def test_rest_takes_its_time_and_lasts() -> None:
    assert watch([scene()] * 12) == [False] * 6 + [True] * 6


def test_rest_takes_three_pictures_however_slow_the_camera() -> None:
    assert watch([scene()] * 4, rate=0.5) == [False, False, True, True]


@TABLES
@pytest.mark.parametrize("grain", [MORE(3), MORE(10), 25])
def test_noise_and_a_flickering_lamp_are_no_motion(table: Colour, grain: float) -> None:
    frame = scene(table)
    assert rests(lit(frame, 1, grain, number) for number in range(6))
    assert rests(lit(frame, light, 4, n) for n, light in enumerate((1, 1.1, 0.9, 1.15, 0.95)))


@TABLES
@pytest.mark.parametrize("waves", [MORE(1), 3])
def test_a_lamp_that_flickers_while_the_rows_are_read_is_no_motion(
    table: Colour, waves: int
) -> None:
    frame = scene(table)
    rows = np.linspace(0, 2 * pi * waves, 960, dtype=np.float32)[:, None, None]
    lights = (1 + 0.1 * np.sin(rows + 2.2 * n) for n in range(5))
    assert rests(lit(frame, light, 4, n) for n, light in enumerate(lights))


@TABLES
def test_exposure_may_drift(table: Colour) -> None:
    frame = scene(table)
    assert rests(lit(frame, 0.8 * 1.04**n, 4, n) for n in range(6))


def test_a_sunbeam_that_slowly_grows_brighter_never_adds_up_to_motion() -> None:
    frames = []
    for number in range(20):
        frame = scene()
        frame[500:, 800:] += np.uint8(number)
        frames.append(frame)
    assert all(watch(frames, rate=1)[2:])
    assert not any(watch([frames[0], frames[-1]] * 2, rate=1))


# In motion.


def rocks(table: Colour, grain: float, *places: Where) -> bool:
    """A die of 20 pixels goes to and fro between these places, and rest never comes."""
    frames = [lit(scene(table, place), 1, grain, n) for n, place in enumerate(places)]
    return not any(watch(frames[n // 2 % len(frames)] for n in range(20)))


@TABLES
@pytest.mark.parametrize("grain", [MORE(0), MORE(4), 10])
def test_a_small_die_that_rocks_by_a_pixel_and_a_half_is_noticed(
    table: Colour, grain: float
) -> None:
    assert rocks(table, grain, (640, 480, 10), (641.5, 480, 10))


@TABLES
def test_a_small_die_that_turns_in_place_is_noticed(table: Colour) -> None:
    assert rocks(table, 4, (640, 480, 10), (640, 480, 25))


def test_a_die_that_creeps_is_noticed() -> None:
    """From one picture to the next there is nothing to be seen."""
    frames = [scene(FELT, (640 + 0.2 * n, 480, 10)) for n in range(21)]
    assert not any(watch(frames))
    assert all(watch([frames[0], frames[1]] * 5)[6:])


def test_a_rocking_die_is_noticed_under_a_flickering_lamp() -> None:
    places = (640, 480, 10), (643, 480, 10)
    frames = [scene(FELT, places[n % 2]) for n in range(14)]
    assert not any(watch(lit(frame, 1 + 0.1 * (n % 3), 4, n) for n, frame in enumerate(frames)))


@pytest.mark.parametrize("skin", [(75, 125, 175), (90, 120, 140), (30, 40, 60)])
@pytest.mark.parametrize("grain", [0, 8])
@pytest.mark.proof
def test_a_hand_still_moving_at_the_margin_is_noticed(skin: Colour, grain: float) -> None:
    frames = []
    for number in range(10):
        frame = scene(WOOD)
        cv2.ellipse(frame, (1285 - 3 * number, 300), (25, 70), 15, 0, 360, skin, -1, cv2.LINE_AA)
        soft = cv2.GaussianBlur(frame, (0, 0), 3).astype(np.uint8)
        frames.append(lit(soft, 1, grain, number))
    assert not any(watch(frames))
    assert all(watch([frames[-1]] * 8)[6:])


def test_a_hand_before_the_whole_picture_is_noticed() -> None:
    hands = []
    for number in range(8):
        frame = scene()
        cv2.circle(frame, (640 + 12 * number, 480), 600, (90, 130, 190), -1, cv2.LINE_AA)
        hands.append(frame)
    assert not any(watch(hands))


def test_a_lamp_switched_on_is_waited_out() -> None:
    dim, bright = scene(), lit(scene(), 2.2)
    assert watch([dim] * 7 + [bright] * 7)[6:] == [True] + [False] * 6 + [True]


def test_a_thrown_die_is_noticed_and_so_is_its_rest() -> None:
    rolling = [scene(FELT, (100 + 60 * n, 480, 31 * n)) for n in range(8)]
    seen = watch([scene()] * 7 + rolling + rolling[-1:] * 7)
    assert seen == [False] * 6 + [True] + [False] * 13 + [True] * 2


# Clocks and cameras.


def test_it_counts_the_pictures_at_rest() -> None:
    stillness = Stillness()
    assert (stillness.pictures, stillness.since) == (0, None)
    stillness.see(5.0, scene())
    stillness.see(5.1, scene())
    assert (stillness.pictures, stillness.since) == (2, 5.0)
    stillness.see(5.2, scene(PAPER))
    assert (stillness.pictures, stillness.since) == (1, 5.2)


def test_the_rest_can_be_chosen() -> None:
    stillness = Stillness(rest=0.5)
    assert [stillness.see(n / 10, scene()) for n in range(7)] == [False] * 5 + [True] * 2


def test_a_repeated_timestamp_adds_no_rest_but_shows_motion() -> None:
    stillness = Stillness()
    assert not any(stillness.see(1.0, scene()) for _ in range(10))
    assert stillness.pictures == 1
    assert [stillness.see(t, scene()) for t in (1.1, 1.2, 1.2)] == [False, True, True]
    assert not stillness.see(1.2, scene(WOOD))


@pytest.mark.parametrize("odd", [0.9, -5.0, nan])
def test_a_timestamp_that_goes_back_starts_anew(odd: float) -> None:
    stillness = Stillness()
    assert [stillness.see(1 + n / 10, scene()) for n in range(3)] == [False, False, True]
    assert not stillness.see(odd, scene())
    assert stillness.pictures == 1
    assert [stillness.see(9 + n / 10, scene()) for n in range(4)][-1]


def test_another_size_starts_anew() -> None:
    stillness = Stillness()
    assert [stillness.see(n / 10, scene()) for n in range(3)][-1]
    small = cv2.resize(scene(), (640, 480)).astype(np.uint8)
    assert [stillness.see(0.3 + n / 10, small) for n in range(3)] == [False, False, True]


def test_a_camera_may_reuse_its_buffer() -> None:
    stillness = Stillness()
    buffer = scene()
    for number in range(10):
        buffer[:] = scene(FELT, (300 + 40 * number, 480, 0))
        assert not stillness.see(number / RATE, buffer)


def test_any_size_will_do() -> None:
    for height, width in ((48, 64), (240, 320), (640, 480), (961, 1283)):
        still, other = scene(height=height, width=width), scene(PAPER, height=height, width=width)
        assert watch([still] * 8)[6:] == [True, True]
        assert not any(watch([still, other] * 4))
    assert watch([np.full((1, 1, 3), 90, np.uint8)] * 7)[-1]
    assert watch([np.zeros((960, 1280, 3), np.uint8)] * 7)[-1], "in the dark"


# As the simulated camera sees it.


@cache
def shots(place: int, surface: Surface, light: Light) -> tuple[Shot, ...]:
    """Three pictures of one throw of small dice."""
    scene = random_scene(
        BARBECUE, 8, place, surface=surface, light=light, edge=22.0, tilt=12.0, distance=40.0
    )
    return tuple(render(replace(scene, moment=moment)) for moment in range(3))


def nudged(shot: Shot, number: int, by: float) -> Frame:
    """The picture with one die, its sides and its shadow moved to the right."""
    corners = np.array(shot.dice[number].corners)
    (left, top), (right, bottom) = corners.min(axis=0) - 8, corners.max(axis=0) + 8
    part = slice(max(0, int(top)), int(bottom)), slice(max(0, int(left)), int(right))
    frame = shot.frame.copy()
    frame[part] = cv2.warpAffine(
        frame[part],
        np.array([(1, 0, by), (0, 1, 0)], np.float32),
        frame[part].shape[1::-1],
        borderMode=cv2.BORDER_REPLICATE,
    )
    return frame


EVERY = [*zip(count(1), SURFACES, LIGHTS * 2, strict=False)]
ROOMS = pytest.mark.parametrize(
    ("place", "surface", "light"), [*EVERY[:2], *(MORE(*room) for room in EVERY[2:])]
)


@ROOMS
def test_several_pictures_of_one_throw_are_at_rest(
    place: int, surface: Surface, light: Light
) -> None:
    assert rests(shot.frame for shot in shots(place, surface, light))


@ROOMS
def test_a_nudged_die_is_noticed(place: int, surface: Surface, light: Light) -> None:
    first, second, third = shots(place, surface, light)
    by = 4.0 if light == "dim" else 3.0  # there 3 pixels come near to what noise explains
    for number in range(0, 8, 3):
        assert not rests([first.frame, nudged(second, number, by), third.frame])


@ROOMS
def test_another_throw_is_noticed(place: int, surface: Surface, light: Light) -> None:
    first, second, _ = shots(place, surface, light)
    scene = random_scene(
        BARBECUE, 8, place, surface=surface, light=light, edge=22.0, tilt=12.0, distance=40.0
    )
    again = render(replace(scene, seed=99)).frame
    assert not rests([first.frame, second.frame, again])
