"""Blurred pictures, and sharp ones of all kinds of dice. Dark ones: `test_acceptance`."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, junior
from tests.harness.marks import MORE
from tests.vision.tables import shape_of
from vision.geometry import Frame, Shape
from vision.simulator.lens import Lens, develop
from vision.simulator.scene import Shot, random_scene, render
from vision.stages import image_quality
from vision.stages.pyramid import Pyramid

SETS = (STANDARD, CLASSIC, BARBECUE, junior())
EDGE = 60.0


def shapes(shot: Shot) -> list[Shape]:
    return [shape_of(die) for die in shot.dice]


def blurred(frame: Frame, tops: list[Shape]) -> bool:
    return image_quality.blurred(Pyramid(frame), tops)


@pytest.fixture(scope="module", params=SETS, ids=lambda dice_set: dice_set.name)
def shot(request: pytest.FixtureRequest) -> Shot:
    dice_set: DiceSet = request.param
    return render(random_scene(dice_set, 5, 77, edge=EDGE))


def smeared(frame: Frame, far: float, turn: float) -> Frame:
    """Return the picture smeared by this many pixels, in this direction."""
    smear = float(far * np.cos(turn)), float(far * np.sin(turn))
    return develop(frame, Lens(blur=0, noise=0, smear=smear), np.random.default_rng(0))


def softened(frame: Frame, softness: float) -> Frame:
    return develop(frame, Lens(blur=softness, noise=0), np.random.default_rng(0))


def test_a_sharp_picture_is_not_blurred(shot: Shot) -> None:
    assert not blurred(shot.frame, shapes(shot))


def test_a_mild_blur_is_none(shot: Shot) -> None:
    assert not blurred(softened(shot.frame, 0.03 * EDGE), shapes(shot))


def test_a_picture_out_of_focus_is(shot: Shot) -> None:
    for softness in (0.11, 0.3):
        assert blurred(softened(shot.frame, softness * EDGE), shapes(shot))


def test_a_picture_that_moved_is_whichever_way(shot: Shot) -> None:
    for turn in np.linspace(0, np.pi, 4, endpoint=False):
        assert blurred(smeared(shot.frame, 0.5 * EDGE, turn), shapes(shot))


@pytest.mark.parametrize(
    ("edge", "seeds"), [(22.0, (0,)), (110.0, (3,)), MORE(22.0, (1, 2)), MORE(35.0, range(4))]
)
def test_it_is_a_matter_of_how_large_dice_are(edge: float, seeds: Sequence[int]) -> None:
    for seed in seeds:
        shot = render(random_scene(SETS[seed], 4, seed, edge=edge))
        assert not blurred(shot.frame, shapes(shot))
        assert blurred(softened(shot.frame, 0.13 * edge), shapes(shot))


def test_one_die_that_moves_among_others_is_no_blurred_picture(shot: Shot) -> None:
    frame, first = shot.frame.copy(), np.array(shot.dice[0].corners)
    left, upper = np.maximum(first.min(0) - EDGE, 0).astype(int)
    right, lower = (first.max(0) + EDGE).astype(int)
    frame[upper:lower, left:right] = softened(frame, 0.2 * EDGE)[upper:lower, left:right]
    assert not blurred(frame, shapes(shot))
    assert blurred(frame, shapes(shot)[:1])


def test_pips_are_sharp_in_whichever_colour_they_are_seen() -> None:
    """Red dice with white pips: in red light their soft shadows are what differs most."""
    shot = render(random_scene(STANDARD, 3, 100_000_048))
    assert not blurred(shot.frame, shapes(shot))


def test_where_nothing_is_seen_nothing_is_blurred() -> None:
    face = Shape(np.array([100.0, 100.0]), np.diag([20.0, 20.0]))
    beyond = replace(face, middle=np.array([-400.0, 5000.0]))
    for size in ((1, 1), (480, 640)):
        empty = np.full((*size, 3), 128, np.uint8)
        assert not blurred(empty, [])
        assert not blurred(empty, [face, beyond])
