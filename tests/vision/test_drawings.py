import cv2
import numpy as np
import pytest

from vision.training import drawings
from vision.training.glyphs import Image

COUNT = 40


@pytest.fixture(scope="module")
def tiles() -> Image:
    return np.stack([drawings.drawing(np.random.default_rng([7, n])) for n in range(COUNT)])


def is_a_pip_pattern(alpha: Image) -> bool:
    count, labels, stats, _ = cv2.connectedComponentsWithStats((alpha > 127).astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    for label in range(1, count):
        points = cv2.findNonZero((labels == label).astype(np.uint8))
        _, radius = cv2.minEnclosingCircle(points)
        if areas[label - 1] < 0.78 * np.pi * (radius + 0.5) ** 2:
            return False
    return 1 <= len(areas) <= 6 and bool(areas.max() < 1.8 * areas.min())


def spots(places: list[tuple[int, int]], radius: int) -> Image:
    alpha = np.zeros((128, 128), np.uint8)
    for place in places:
        cv2.circle(alpha, place, radius, 255, -1)
    return alpha


def test_drawings_have_alpha_none_too_faint_or_too_full(tiles: Image) -> None:
    assert tiles.shape == (COUNT, 128, 128, 4)
    assert tiles.dtype == np.uint8
    cover = tiles[..., 3].mean((1, 2)) / 255
    assert cover.min() >= 0.03
    assert cover.max() <= 0.75


def test_a_seed_draws_the_same_art_again(tiles: Image) -> None:
    first, other = (drawings.drawing(np.random.default_rng([seed, 0])) for seed in (7, 8))
    assert np.array_equal(first, tiles[0])
    assert not np.array_equal(other, tiles[0])


def test_drawings_differ(tiles: Image) -> None:
    flat = (tiles[..., 3] > 127).reshape(len(tiles), -1).astype(np.float64)
    shared = flat @ flat.T
    union = flat.sum(1)[:, None] + flat.sum(1)[None] - shared
    likeness = shared / union - np.eye(len(tiles))
    assert likeness.max() < 0.9


def test_pips_are_known_as_pips_and_nothing_else(tiles: Image) -> None:
    five = [(30, 30), (30, 64), (30, 98), (98, 30), (98, 98)]
    for places in ([(64, 64)], [(30, 30), (90, 90)], five):
        alpha = spots(places, 12)
        assert is_a_pip_pattern(alpha)
        assert drawings.looks_like_pips(alpha > 127)
    alpha = spots([(40, 40)], 12)
    cv2.line(alpha, (20, 100), (100, 100), 255, 4)
    assert not drawings.looks_like_pips(alpha > 127)
    assert not drawings.looks_like_pips(np.zeros((128, 128), np.bool_))
    assert not any(is_a_pip_pattern(tile[..., 3]) for tile in tiles)


def test_a_set_has_six_different_icons() -> None:
    for seed in range(3):
        icons = drawings.six_of_a_kind(np.random.default_rng(seed))
        assert len(icons) == 6
        assert len({icon.tobytes() for icon in icons}) == 6
        assert all(icon.shape == (128, 128, 4) for icon in icons)


@pytest.mark.proof
def test_prints_are_pictures_with_something_on_them() -> None:
    first, again = np.random.default_rng(3), np.random.default_rng(3)
    for _ in range(60):
        sheet = drawings.print_tile(first)
        assert sheet.shape == (256, 256, 3)
        assert sheet.dtype == np.uint8
        assert np.array_equal(sheet, drawings.print_tile(again))
