"""Which drawing a look saw: on dice that were taught, on such as are being taught."""

import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import BARBECUE, STANDARD, Face, junior
from tests.vision.lessons import axis
from vision.stages.dice_kinds import PIPS, Alike, Learned, Shown, Usual, drawn
from vision.stages.limits import LOOKED_WELL
from vision.stages.looker import DRAWING, FACES

Vector = NDArray[np.float32]


def between(one: Vector, other: Vector, part: float) -> Vector:
    """Return a look between two others, at this fraction of the way."""
    mixed = (1 - part) * one + part * other
    return np.asarray(mixed / np.linalg.norm(mixed), np.float32)


def answers(**chances: float) -> NDArray[np.float64]:
    """The looker's: `p3` is a 3, `drawing` is one."""
    told = np.zeros(FACES)
    for name, chance in chances.items():
        told[DRAWING if name == "drawing" else int(name[1:])] = chance
    return told


@pytest.fixture
def sky() -> Alike:
    return Alike({"sun": np.stack([axis(0)] * 3), "moon": np.stack([axis(1)] * 2)})


# Taught drawings.


def test_a_look_is_the_face_it_is_most_like(sky: Alike) -> None:
    assert sky.tell(axis(0)).face == "sun"
    assert sky.tell(axis(1)).face == "moon"
    assert sky.tell(between(axis(0), axis(1), 0.3)).face == "sun"


def test_a_clear_look_is_sure_and_no_doubt(sky: Alike) -> None:
    told = sky.tell(axis(0))
    assert told.chance > 0.95
    assert not told.strange


def test_a_look_between_two_faces_is_not_sure(sky: Alike) -> None:
    assert sky.tell(between(axis(0), axis(1), 0.499)).chance < 0.7


def test_steady_looks_tell_more_than_unsteady_ones() -> None:
    steady_ones = {"sun": np.stack([axis(0)] * 2), "moon": np.stack([axis(1)] * 2)}
    unsteady = {
        "sun": np.stack([axis(0), between(axis(0), axis(3), 0.4)]),
        "moon": np.stack([axis(1), between(axis(1), axis(3), 0.4)]),
    }
    look = between(axis(0), axis(1), 0.48)
    assert Alike(unsteady).tell(look).chance < Alike(steady_ones).tell(look).chance


def test_a_drawing_that_was_never_shown_is_doubted(sky: Alike) -> None:
    assert sky.tell(axis(2)).strange


def test_a_face_may_differ_the_way_it_was_seen_to_differ_and_no_other() -> None:
    askew = [between(axis(0), axis(3), part) for part in (0.0, 0.1, 0.2, 0.3)]
    sun = Alike({"sun": np.stack(askew), "moon": np.stack([axis(1)] * 4)})
    assert sun.tell(between(axis(0), axis(3), 0.32)).strange is False
    assert sun.tell(between(askew[1], axis(5), 0.4)).strange


def test_a_look_is_the_farther_the_less_it_is_like_its_face(sky: Alike) -> None:
    far = [sky.far(between(axis(0), axis(5), part))[0] for part in (0.0, 0.1, 0.2, 0.4)]
    assert far[0] == pytest.approx(0, abs=1e-6)
    assert far == sorted(far)


def test_faces_that_differ_no_more_than_looks_at_one_are_too_alike(sky: Alike) -> None:
    assert sky.too_alike() == set()
    near = np.stack([between(axis(0), axis(1), part) for part in (0.1, 0.2, 0.3)])
    far = np.stack([axis(5)] * 3)
    looks = {"sun": np.stack([axis(0), near[0], near[1]]), "moon": near, "bell": far}
    assert Alike(looks).too_alike() == {("moon", "sun")}


def test_what_looks_have_in_common_counts() -> None:
    askew = [between(axis(0), axis(number), 0.3) for number in (3, 4, 5, 6)]
    alike = Alike({"sun": np.stack(askew)})
    assert np.linalg.norm(alike.means[0]) == pytest.approx(1, abs=1e-5)
    assert (alike.means @ axis(0))[0] > askew[0] @ axis(0)


# The answers as dice mean them.


def test_taught_dice_can_show_their_pips_and_a_drawing(sky: Alike) -> None:
    assert list(Learned(("1", "4", "sun", "moon"), sky).can) == [0, 1, 0, 0, 1, 0, 0, 1]


def test_pips_that_taught_dice_have_not_are_drawings(sky: Alike) -> None:
    """Three dots may be somebody's drawing of a cluster of grapes."""
    heard = Learned(("1", "sun", "moon"), sky).heard(answers(p1=0.2, p3=0.5, drawing=0.3))
    assert heard[1] == pytest.approx(0.2)
    assert heard[3] == 0
    assert heard[DRAWING] == pytest.approx(0.8)


def test_taught_dice_tell_their_drawings(sky: Alike) -> None:
    assert Learned(("1", "sun", "moon"), sky).drawing(axis(1)).face == "moon"


def test_taught_dice_expect_that_a_drawing_was_looked_at_well(sky: Alike) -> None:
    dice = Learned(("sun", "moon"), sky)
    askew = between(axis(0), axis(5), 0.28)
    told = sky.tell(askew).unlike
    assert told is not None
    assert LOOKED_WELL < told < 1
    assert not sky.tell(askew).strange
    assert dice.drawing(askew).strange
    straight = between(axis(0), axis(5), 0.1)
    assert not dice.drawing(straight).strange
    assert np.array_equal(dice.nearest(np.stack([askew, straight, axis(7)])), straight)


def test_while_dice_are_taught_any_face_is_one() -> None:
    shown = Shown()
    heard = shown.heard(answers(p1=0.4, p6=0.3, drawing=0.2))
    assert heard[DRAWING] == pytest.approx(0.9)
    assert float(heard @ shown.can) == pytest.approx(0.9)
    assert not shown.drawing(axis(0)).strange


def test_answers_are_not_changed_in_place() -> None:
    before = answers(p3=0.5, drawing=0.5)
    drawn(before, [3])
    assert before[3] == 0.5


# The dice of a game.


def test_usual_dice_hear_what_the_looker_says() -> None:
    told = answers(p5=1)
    assert Usual(BARBECUE).heard(told) is told
    assert not Usual(BARBECUE).can[5]


def test_every_drawing_is_the_worm_where_there_is_no_other() -> None:
    told = Usual(BARBECUE).drawing(axis(7))
    assert (told.face, told.unlike) == (Face.WORM, None)


def test_our_own_picture_dice_know_their_drawings() -> None:
    assert Usual(junior()).drawing(axis(7)).strange


def test_ordinary_dice_have_no_drawing() -> None:
    assert not Usual(STANDARD).can[DRAWING]


def test_pips_are_called_as_in_the_rules() -> None:
    assert STANDARD.faces == PIPS
