"""The drawings: whole, inside the face, and told apart even when small and grey."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import BARBECUE, CLASSIC, STANDARD, Face, junior
from vision.simulator import art
from vision.simulator.die_styles import KINDS, random_style

SETS = (STANDARD, CLASSIC, BARBECUE, junior())
DRAWINGS = (
    art.worm, art.barbecue_worm, art.junior_worm, art.cucumber, art.cheese, art.ketchup, art.bun,
)  # fmt: skip


def test_a_drawing_is_ink_on_a_clear_face() -> None:
    for draw in DRAWINGS:
        drawn = draw()
        assert drawn.shape == (art.SIZE, art.SIZE, 4)
        assert drawn.dtype == np.uint8
        cover = drawn[..., 3] / 255
        assert 0.03 < cover.mean() < 0.6
        assert not cover[[0, -1]].any()
        assert not cover[:, [0, -1]].any()


def test_pips_can_be_counted() -> None:
    for count in range(1, 7):
        face = art.pips(count, radius=0.07, spread=0.25, ink=art.BLUE)
        blobs, labels = cv2.connectedComponents((face[..., 3] > 127).astype(np.uint8))
        assert blobs - 1 == count
        assert tuple(face[0, 0, :3]) == art.BLUE
        one = (labels == 1).sum() / art.SIZE**2
        assert one == pytest.approx(np.pi * 0.07**2, rel=0.05)


def test_two_and_three_lie_across_and_six_in_two_rows() -> None:
    def half(face: art.Art) -> NDArray[np.int64]:
        return face[..., 3].astype(np.int64)

    two, three, six = (half(art.pips(count)) for count in (2, 3, 6))
    assert (two == two.T).all()
    assert two[: art.SIZE // 2, art.SIZE // 2 :].sum() == 0
    assert three[art.SIZE // 2, art.SIZE // 2] == 255
    assert six[:, art.SIZE // 2].sum() == 0
    assert six[art.SIZE // 2].sum() > 0


def test_the_classic_worm_is_a_thin_line_in_crimson() -> None:
    worm = art.worm()
    inked = worm[worm[..., 3] > 200][:, :3]
    assert np.abs(inked.astype(int) - art.CRIMSON).max() <= 2
    ys, xs = np.nonzero(worm[..., 3])
    assert 0.5 < (np.ptp(xs) + 1) / art.SIZE < 0.75
    assert 0.5 < (np.ptp(ys) + 1) / art.SIZE < 0.75
    thickest = cv2.distanceTransform((worm[..., 3] > 127).astype(np.uint8), cv2.DIST_L2, 3).max()
    assert thickest < 0.03 * art.SIZE


def test_the_ink_keeps_its_colour_at_its_own_edge() -> None:
    worm = art.worm()
    edge = (worm[..., 3] > 0) & (worm[..., 3] < 128)
    assert np.abs(worm[edge][:, :3].astype(int) - art.CRIMSON).max() < 24


def test_the_pictures_differ_when_small_and_grey() -> None:
    """In any quarter turn: a die shows its face as it falls."""
    small = []
    for draw in (art.junior_worm, art.cucumber, art.cheese, art.ketchup, art.bun):
        drawn = draw().astype(np.float32)
        cover = drawn[..., 3:] / 255
        grey = (drawn[..., :3] * cover + 240 * (1 - cover)).mean(axis=2)
        tiny = cv2.resize(grey, (24, 24), interpolation=cv2.INTER_AREA)
        small.append((tiny - tiny.mean()) / tiny.std())
    for one, two in combinations(small, 2):
        likest = max(float((one * np.rot90(two, turn)).mean()) for turn in range(4))
        assert likest < 0.75


def test_every_face_of_every_set_has_a_look() -> None:
    rng = np.random.default_rng(1)
    for dice_set in SETS:
        for _ in range(3):
            look = random_style(dice_set, rng)
            for face in dice_set.faces:
                assert look.face(face).shape == (art.SIZE, art.SIZE, 4)
            contrast = np.abs(np.array(look.body, int) - look.ink).max()
            assert contrast > 60 or dice_set.name == "junior"


def test_a_look_is_drawn_once() -> None:
    look = random_style(CLASSIC, np.random.default_rng(2))
    assert look.face(Face.WORM) is look.face(Face.WORM)
    assert look.face(Face.TWO) is look.face(Face.TWO)
    assert hash(look) == hash(look)


def test_all_sets_have_kinds_of_dice() -> None:
    assert set(KINDS) == {dice_set.name for dice_set in SETS}
