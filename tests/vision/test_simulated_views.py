"""Views of the simulated camera to learn from, and that they are labelled as they look."""

import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import BARBECUE, CLASSIC, DiceSet, Face
from vision.looker import DRAWING
from vision.scene import HEIGHT as TALL
from vision.scene import WIDTH as WIDE
from vision.training.data import FIRST_ICON, ICONS, OWN
from vision.training.simulated import DIE, Simulator, Views

WIDTH, HEIGHT = 768, 576
SPOT = 7


@pytest.fixture(scope="module")
def art() -> NDArray[np.uint8]:
    """Drawings that stand out from any die: dark with light stripes."""
    tiles = np.full((FIRST_ICON + 2 * ICONS, 64, 64, 4), 255, np.uint8)
    tiles[:, ::4, :, :3] = 0
    tiles[:, 1::4, :, :3] = 0
    return tiles


@pytest.fixture(scope="module")
def views(art: NDArray[np.uint8]) -> Views:
    return Simulator(3, WIDTH, HEIGHT, art).views(6)


def test_a_seed_makes_the_same_views(art: NDArray[np.uint8]) -> None:
    one, two, other = (Simulator(seed, WIDTH, HEIGHT, art).views(1) for seed in (7, 7, 8))
    assert (one.pictures == two.pictures).all()
    assert (one.dice == two.dice).all()
    assert (one.pictures != other.pictures).any()


def test_there_is_something_to_learn(views: Views) -> None:
    assert views.pictures.shape == (6, HEIGHT, WIDTH, 3)
    assert views.dice.dtype == DIE
    assert set(views.dice["frame"]) <= set(range(6))
    middles = views.dice["corners"].mean(1)
    seen = ((middles > 0) & (middles < (WIDTH, HEIGHT))).all(1)
    assert seen.sum() > 12
    assert len(set(views.dice["frame"][seen])) >= 5


def test_drawings_are_told_from_pips(views: Views) -> None:
    drawn = views.dice["face"] == DRAWING
    assert (drawn == (views.dice["art"] >= 0)).all()
    assert (views.dice["face"][~drawn] <= 6).all()
    assert (views.dice["face"] >= 1).all()


@pytest.mark.parametrize("dice_set", [BARBECUE, CLASSIC], ids=lambda dice_set: dice_set.name)
def test_worms_are_never_those_of_a_set(dice_set: DiceSet, art: NDArray[np.uint8]) -> None:
    """Only picture dice of our own bear our own drawings."""
    simulator = Simulator(5, WIDTH, HEIGHT, art)
    for _ in range(20):
        look, arts = simulator._look(dice_set)
        assert OWN <= arts[Face.WORM] < FIRST_ICON
        assert (look.pictures[Face.WORM]() == art[arts[Face.WORM]]).all()


@pytest.mark.parametrize("seed", range(4))
def test_labels_move_with_the_view(seed: int, art: NDArray[np.uint8]) -> None:
    """A light spot at each corner and below the die lies where the label says, however turned."""
    picture = np.zeros((TALL, WIDE, 3), np.uint8)
    dice = np.zeros(1, DIE)
    dice["corners"] = [[560.5, 400.5], [640.5, 420.5], [620.5, 500.5], [540.5, 480.5]]
    dice["down"] = 12, 60
    below = dice["corners"][0].mean(0) + dice["down"][0]
    for x, y in (*dice["corners"][0], below):
        picture[int(y) - SPOT : int(y) + SPOT + 1, int(x) - SPOT : int(x) + SPOT + 1] = 255
    simulator = Simulator(seed, WIDTH, HEIGHT, art)
    found = 0
    for _ in range(6):
        view, seen = simulator._view(picture, dice)
        assert view.shape[:2] == (HEIGHT, WIDTH)
        for die in seen:
            marked = (*die["corners"], die["corners"].mean(0) + die["down"])
            for x, y in marked:
                if 0 <= x < WIDTH and 0 <= y < HEIGHT:
                    assert view[int(y), int(x)].min() > 120
                    found += 1
    assert found > 0
