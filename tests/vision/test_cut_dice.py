"""Dice that the margin of a picture cuts: by their corners, and those of which nothing was read."""

import numpy as np
import pytest

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from tests.harness.marks import MORE
from tests.vision.tables import easy
from tests.vision.test_acceptance import square
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import ReadDie
from vision.stages.cut_dice import cut_off, missed
from vision.stages.finder import Place

FRAME: Frame = np.zeros((960, 1280, 3), np.uint8)
SETS = (STANDARD, CLASSIC, BARBECUE, junior())
DICE = (ReadDie(Face.ONE, 0.99, square(edge=60.0).corners),)


def place(x: float, y: float, edge: float = 60.0, belief: float = 0.5) -> Place:
    return Place(square(x, y, edge), belief, np.zeros(7, np.float32))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


class TestCutOff:
    def test_where_a_part_of_the_print_lies_outside(self) -> None:
        """Not where only a corner lies outside, without a print."""
        for outside in ((20, 400), (1260, 400), (400, 20), (400, 940), (5, 5)):
            assert cut_off(square(*outside), FRAME)
        for inside in ((30, 400), (22, 400), (1258, 400), (400, 938)):
            assert not cut_off(square(*inside), FRAME)


class TestMissed:
    def test_it_is_told_where_in_the_picture(self) -> None:
        for spot, told in (
            ((-8, 300), (0, 300)), ((1290, 300), (1280, 300)), ((10, 300), (10, 300)),
            ((500, -4), (500, 0)), ((500, 970), (500, 960)),
        ):  # fmt: skip
            (doubt,) = missed([place(*spot)], DICE, FRAME)
            assert doubt.code == "hidden"
            assert (doubt.arguments["x"], doubt.arguments["y"]) == told

    def test_what_is_none(self) -> None:
        """Inside or nearly so, hardly a die, far smaller, far larger; or nobody knows how large."""
        for seen in (
            place(600, 300), place(25, 300), place(-8, 300, belief=0.15),
            place(-8, 300, edge=30.0), place(-8, 300, edge=110.0),
        ):  # fmt: skip
            assert missed([seen], DICE, FRAME) == []
        assert missed([place(-8, 300)], (), FRAME) == []


@pytest.mark.parametrize(
    "dice_set", [STANDARD, MORE(CLASSIC), MORE(BARBECUE), junior()], ids=lambda each: each.name
)
def test_a_picture_that_cuts_a_die(reader: Reader, dice_set: DiceSet) -> None:
    """Less than a third of its top is seen: no count tells that it is there."""
    shot = easy(dice_set, dice_set.sides, 1)
    first = min((np.array(die.corners)[:, 0] for die in shot.dice), key=np.min)
    left = int(0.3 * first.min() + 0.7 * first.max())
    reading = reader.read(np.ascontiguousarray(shot.frame[:, left:]), dice_set)
    assert len(reading.dice) == len(shot.dice) - 1
    assert [doubt.code for doubt in reading.doubts] == ["hidden"]
    assert reading.doubts[0].arguments["x"] == 0
    whole = reader.read(shot.frame, dice_set)
    assert len(whole.dice) == len(shot.dice)
    assert whole.accepted
