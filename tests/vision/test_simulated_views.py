"""Views of the simulated camera to learn from, and that they are labelled as they look."""

from operator import itemgetter

import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from vision.simulator.art import bun, cheese, cucumber, junior_worm, ketchup
from vision.simulator.die_styles import random_style
from vision.simulator.scene import HEIGHT as TALL
from vision.simulator.scene import WIDTH as WIDE
from vision.simulator.scene import Scene, Shot, render
from vision.simulator.throw import NoRoom
from vision.stages.looker import DRAWING
from vision.training import simulated
from vision.training.data import FIRST_ICON, ICONS, OWN
from vision.training.simulated import ICON_DICE, VIEWED_DIE, Simulator, Views

WIDTH, HEIGHT = 768, 576
SPOT = 7


@pytest.fixture(scope="module")
def art() -> NDArray[np.uint8]:
    """Drawings that stand out from any die, dark with light stripes; each bears its number."""
    tiles = np.full((FIRST_ICON + 2 * ICONS, 24, 24, 4), 255, np.uint8)
    tiles[:, ::4, :, :3] = 0
    tiles[:, 1::4, :, :3] = 0
    numbers = np.arange(len(tiles))
    tiles[:, 0, 0, 0], tiles[:, 0, 0, 1] = numbers // 256, numbers % 256
    return tiles


def number_of(tile: NDArray[np.uint8]) -> int:
    return int(tile[0, 0, 0]) * 256 + int(tile[0, 0, 1])


@pytest.fixture(scope="module")
def views(art: NDArray[np.uint8]) -> Views:
    return Simulator(3, WIDTH, HEIGHT, art).views(3)


def test_a_seed_makes_the_same_views(art: NDArray[np.uint8]) -> None:
    one, two, other = (Simulator(seed, WIDTH, HEIGHT, art).views(1) for seed in (7, 7, 8))
    assert (one.pictures == two.pictures).all()
    assert (one.dice == two.dice).all()
    assert (one.pictures != other.pictures).any()


def test_where_feet_are_learned_as_many_lean_as_only_seem_to(
    art: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pencil lies below those that lean, and against others that lie level."""
    thrown: list[Scene] = []
    bare = Shot(np.zeros((TALL, WIDE, 3), np.uint8), ())

    def noted(scene: Scene) -> Shot:
        thrown.append(scene)
        return bare

    monkeypatch.setattr(simulated, "render", noted)
    Simulator(5, WIDTH, HEIGHT, art, unsteady=True).views(32)
    Simulator(6, WIDTH, HEIGHT, art, unsteady=True).views(32)
    leaning = sum(scene.spoil == "cocked" for scene in thrown)
    beside = sum(scene.beside for scene in thrown)
    assert leaning > len(thrown) / 4
    assert leaning / 3 < beside < 1.5 * leaning
    assert not any(scene.beside and scene.spoil for scene in thrown)
    asked = [len(scene.faces) == 1 for scene in thrown if scene.beside or scene.spoil == "cocked"]
    assert 0.35 < sum(asked) / len(asked) < 0.75, "a die alone is what is asked about"
    thrown.clear()
    Simulator(5, WIDTH, HEIGHT, art).views(32)
    assert not any(scene.beside for scene in thrown)


def test_there_is_something_to_learn(views: Views) -> None:
    assert views.pictures.shape == (3, HEIGHT, WIDTH, 3)
    assert views.dice.dtype == VIEWED_DIE
    assert set(views.dice["frame"]) <= set(range(3))
    middles = views.dice["corners"].mean(1)
    seen = ((middles > 0) & (middles < (WIDTH, HEIGHT))).all(1)
    assert seen.sum() > 4
    assert len(set(views.dice["frame"][seen])) >= 2


def test_drawings_are_told_from_pips(views: Views) -> None:
    drawn = views.dice["face"] == DRAWING
    assert (drawn == (views.dice["art"] >= 0)).all()
    assert (views.dice["face"][~drawn] <= 6).all()
    assert (views.dice["face"] >= 1).all()


@pytest.mark.parametrize("dice_set", [BARBECUE, CLASSIC], ids=lambda dice_set: dice_set.name)
def test_worms_beside_pips_are_never_our_own(dice_set: DiceSet, art: NDArray[np.uint8]) -> None:
    simulator = Simulator(5, WIDTH, HEIGHT, art)
    seen = set()
    for _ in range(20):
        look, arts = simulator._look(dice_set)
        assert look is not None
        assert OWN <= arts[Face.WORM] < FIRST_ICON
        assert number_of(look.pictures[Face.WORM]()) == arts[Face.WORM]
        seen.add(arts[Face.WORM])
    assert len(seen) > 10


def test_icons_of_one_set_are_on_one_die(art: NDArray[np.uint8]) -> None:
    simulator = Simulator(6, WIDTH, HEIGHT, art)
    simulator._icon_sets = [1]
    look, arts = simulator._look(ICON_DICE)
    assert look is not None
    assert sorted(arts.values()) == list(range(FIRST_ICON + ICONS, FIRST_ICON + 2 * ICONS))
    assert all(number_of(look.pictures[face]()) == number for face, number in arts.items())


def test_our_own_drawings_are_numbered_as_training_numbers_them() -> None:
    simulator = Simulator(7, WIDTH, HEIGHT, np.zeros((1, 24, 24, 4), np.uint8))
    look, arts = simulator._look(junior())
    assert look is None  # any of the set's own
    ours = {
        Face.WORM: junior_worm, Face.CUCUMBER: cucumber, Face.CHEESE: cheese,
        Face.KETCHUP: ketchup, Face.BUN: bun,
    }  # fmt: skip
    shown = random_style(junior(), np.random.default_rng(1)).pictures
    assert {face: shown[face] for face in ours} == ours
    assert [face for face, _ in sorted(arts.items(), key=itemgetter(1))] == list(ours)


def test_views_are_red_green_and_blue(art: NDArray[np.uint8]) -> None:
    simulator = Simulator(8, WIDTH, HEIGHT, art)
    blue = np.zeros((TALL, WIDE, 3), np.uint8)
    blue[..., 0] = 255  # as OpenCV has it
    simulator._shots = [(blue, np.zeros(0, VIEWED_DIE))]
    simulator._shot = lambda: simulator._shots[0]  # type: ignore[method-assign]
    assert simulator.views(1).pictures[0, 5, 5].tolist() == [0, 0, 255]


def test_labels_move_with_the_view(art: NDArray[np.uint8]) -> None:
    """A light spot at each corner and below the die lies where the label says, however turned."""
    picture = np.zeros((TALL, WIDE, 3), np.uint8)
    dice = np.zeros(1, VIEWED_DIE)
    dice["corners"] = [[560.5, 400.5], [640.5, 420.5], [620.5, 500.5], [540.5, 480.5]]
    dice["down"] = 12, 60
    below = dice["corners"][0].mean(0) + dice["down"][0]
    for x, y in (*dice["corners"][0], below):
        picture[int(y) - SPOT : int(y) + SPOT + 1, int(x) - SPOT : int(x) + SPOT + 1] = 255
    simulator = Simulator(0, WIDTH, HEIGHT, art)
    found = 0
    for _ in range(12):
        view, seen = simulator._view(picture, dice)
        assert view.shape[:2] == (HEIGHT, WIDTH)
        for die in seen:
            marked = (*die["corners"], die["corners"].mean(0) + die["down"])
            for x, y in marked:
                if 0 <= x < WIDTH and 0 <= y < HEIGHT:
                    assert view[int(y), int(x)].min() > 200
                    found += 1
    assert found > 0


def test_many_standard_dice_are_marbled_or_clear(art: NDArray[np.uint8]) -> None:
    simulator = Simulator(5, WIDTH, HEIGHT, art)
    looks = [simulator._look(STANDARD)[0] for _ in range(200)]
    chosen = [look.finish for look in looks if look is not None]
    assert set(chosen) == {"marbled", "clear"}
    assert 80 < len(chosen) < 140


def test_a_throw_without_room_is_another(
    art: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stage of training would end with it."""
    tried: list[Scene] = []

    def full_at_first(scene: Scene) -> Shot:
        tried.append(scene)
        if len(tried) == 1:
            raise NoRoom("no_room")
        return render(scene)

    monkeypatch.setattr(simulated, "render", full_at_first)
    assert len(Simulator(3, WIDTH, HEIGHT, art).views(1).pictures) == 1
    assert len({scene.seed for scene in tried}) == 2
