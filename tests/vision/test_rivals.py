"""Which places are tops of dice: held against how the table lies, on places made by geometry."""

from dataclasses import replace

import numpy as np
import pytest

from rules.dice import Face
from tests.vision.test_acceptance import BRIGHT, judged, look
from tests.vision.test_table_pose import SIZE, eye, row, top
from vision.geometry import Shape
from vision.simulator.camera import Camera
from vision.simulator.dice import EDGE, flat, leaning
from vision.stages.acceptance import Judge
from vision.stages.candidate import Candidate
from vision.stages.limits import ALONE, ENOUGH, LEVEL, SEEMS
from vision.stages.rivals import Level, level_of, overlapping, tops
from vision.stages.table_pose import Floats, Top

TILTED = eye(25.0)


def seen(it: Top, die: float = 0.999, face: Face = Face.THREE) -> Candidate:
    seen_so = replace(look(3, shape=it.shape), down=np.array(it.down), astray=0.05)
    return Candidate(die, face, 0.999, seen_so)


def moved(it: Candidate, by: Floats, die: float) -> Candidate:
    shape = Shape(it.shape.middle + by, it.shape.half)
    return replace(it, die=die, look=replace(it.look, shape=shape))


def printed(camera: Camera, x: float, y: float) -> Top:
    """A die's face on paper: no side of it is seen."""
    lying = top(camera, flat(x, y, 0.3, 4))
    return Top(lying.shape, np.zeros(2), 0.0)


def aslant(y: float = 0.0) -> Candidate:
    """A die that leans, plainly."""
    return seen(top(TILTED, leaning(np.array([0.0, y]), 1.0, np.radians(30), 0.0, 4)))


def folded() -> tuple[Candidate, Candidate]:
    """A top and the side below it, as if each were the top: two edges meet, each has a side."""
    half = np.array([[20.0, 0.0], [0.0, 17.0]])
    up = Top(Shape(np.array([600.0, 400.0]), half), np.array([1.0, 31.0]), 0.05)
    side = Top(Shape(np.array([600.0, 434.0]), half), np.array([-1.0, -30.0]), 0.05)
    return seen(side, 0.98, Face.ONE), seen(up, 0.74)


DICE = [seen(it) for it in row(TILTED)]
SPARE = top(TILTED, flat(30.0, 60.0, 0.3, 4))
"""Where one more die may lie."""


class TestTops:
    def test_the_face_that_lies_level_is_the_top(self) -> None:
        first = DICE[0]
        side = Shape(first.shape.middle + np.array([0.0, 30.0]), first.shape.half)
        up = seen(Top(side, -np.asarray(first.look.down), 0.0), die=0.999)
        weaker = replace(first, die=0.5)
        kept, clashes = tops([up, weaker, *DICE[1:]], SIZE)
        assert any(one is weaker for one in kept)
        assert [(a.shape, b.shape) for a, b in clashes] == [(weaker.shape, up.shape)]

    def test_without_other_dice_the_likelier_is(self) -> None:
        first = DICE[0]
        beside = moved(first, np.array([20.0, 20.0]), die=0.5)
        kept, _ = tops([beside, first], SIZE)
        assert kept == [first]

    def test_two_that_lie_level_may_stand_close(self) -> None:
        """Corners are not seen exactly; a side so near would not lie level."""
        first = DICE[0]
        for apart, many in ((1.3, 5), (1.5, 6)):
            near = moved(first, first.shape.half[:, 0] * apart, die=0.9)
            kept, _ = tops([*DICE, near], SIZE)
            assert len(kept) == many

    def test_two_that_take_each_other_for_a_side_are_one_die(self, judge: Judge) -> None:
        """As far apart as two dice that touch; and its count says nothing of which is the top."""
        one, other = folded()
        kept, clashes = tops([one, other], SIZE)
        assert (kept, clashes) == ([one], [(one, other)])
        for expected in ([1], None):
            reading = judged(judge, one, other, expected=expected)
            assert [doubt.code for doubt in reading.doubts] == ["overlapping"]

    def test_two_dice_that_touch_show_the_same_side(self) -> None:
        one, other = folded()
        beside = replace(other, look=replace(other.look, down=one.look.down))
        assert tops([one, beside], SIZE) == ([one, beside], [])

    def test_below_the_camera_sides_point_to_each_other_a_little(self) -> None:
        above = eye(0.0)
        dice = [seen(top(above, flat(x, 0.0, 0.0, 4))) for x in (-EDGE / 2, EDGE / 2)]
        way = dice[1].shape.middle - dice[0].shape.middle
        assert dice[0].look.down @ way > 0 > dice[1].look.down @ way
        kept, _ = tops(dice, SIZE)
        assert len(kept) == 2


class TestOverlapping:
    """Two dice far away whose sides are seen as clearly as their tops."""

    STEEP = eye(35.0, edge=24.0, distance=250.0)

    def candidates(self, *yaws: float) -> tuple[list[Candidate], list[Candidate]]:
        """The tops of the dice, and a side of each, seen a little too near to it."""
        places = ((-40.0, 180.0), (35.0, 200.0))
        poses = [flat(x, y, yaw, 4) for (x, y), yaw in zip(places, yaws, strict=True)]
        dice = [seen(top(self.STEEP, pose)) for pose in poses]
        sides = []
        for die, pose in zip(dice, poses, strict=True):
            side = top(self.STEEP, replace(pose, up=3))
            middle = 0.7 * side.shape.middle + 0.3 * die.shape.middle
            sides.append(seen(replace(side, shape=Shape(middle, side.shape.half)), 0.9))
        return dice, sides

    def test_nothing_tells_the_tops_of_parallel_dice_from_their_sides(self, judge: Judge) -> None:
        """Their sides lie level among themselves."""
        dice, sides = self.candidates(0.0, 0.0)
        reading = judged(judge, *dice, *sides, expected=[2])
        assert {doubt.code for doubt in reading.doubts} == {"overlapping"}

    def test_where_only_one_has_such_a_side_the_other_tells(self, judge: Judge) -> None:
        dice, sides = self.candidates(0.0, 0.0)
        assert judged(judge, *dice, sides[0], expected=[2]).accepted

    def test_sides_that_look_different_ways_are_sides(self, judge: Judge) -> None:
        dice, sides = self.candidates(0.0, 0.7)
        assert judged(judge, *dice, *sides, expected=[2]).accepted


class TestRivals:
    """Two dice, and a place too near to the first, which gave way to it."""

    @staticmethod
    def doubted(lost: Candidate, kept_off: float = 0.0, lost_off: float = 0.0) -> list[int]:
        far = np.array([kept_off, 0.0, lost_off])
        return overlapping([(DICE[0], lost)], DICE[:2], far, SIZE)

    def test_what_may_be_its_top_as_well(self) -> None:
        """Not what shows no face of these dice."""
        for die, rivals in ((0.6, [0]), (0.4, [])):
            assert self.doubted(replace(DICE[0], die=die)) == rivals
        assert self.doubted(replace(DICE[0], doubt="not_in_set")) == []

    def test_what_lies_aslant_beside_one_that_lies_well_is_its_side(self) -> None:
        assert self.doubted(DICE[0], LEVEL - 0.1, LEVEL + 0.1) == []
        assert self.doubted(DICE[0], LEVEL - 0.1, LEVEL - 0.1) == [0]
        assert self.doubted(DICE[0], LEVEL + 0.1, LEVEL + 0.1) == [0]


def among(dice: int) -> Level:
    return level_of(DICE[:dice], SIZE)


class TestLeans:
    def test_by_the_others(self) -> None:
        assert among(5).leans(LEVEL + 0.1, 0.0)
        assert not among(5).leans(LEVEL - 0.1, 0.0)

    def test_by_its_look_where_they_leave_it_open(self) -> None:
        askew = LEVEL - SEEMS / 2
        assert among(5).leans(askew, 0.6)
        assert not among(5).leans(askew, 0.4)

    def test_alone_it_must_fit_some_tilt_well(self) -> None:
        assert among(1).leans(ALONE + 0.1, 0.0)
        assert not among(1).leans(ALONE - 0.1, 0.0)
        assert among(1).leans(ALONE - 0.1, 0.2)

    def test_alone_on_a_table_that_is_known(self) -> None:
        """It might lie level before some other camera, but that is not where the camera is."""
        known = among(5).table
        die = [seen(top(eye(38.0), flat(0.0, 0.0, 0.3, 4)))]
        assert not _leans(level_of(die, SIZE), die)
        assert _leans(level_of(die, SIZE, known), die)
        for spot in ((0.0, 0.0), (60.0, 40.0), (-70.0, -30.0)):
            level = [seen(top(TILTED, flat(*spot, 1.1, 4)))]
            assert not _leans(level_of(level, SIZE, known), level)

    def test_several_that_none_lies_level_show_that_the_camera_was_moved(self) -> None:
        known, elsewhere = among(5).table, [seen(it) for it in row(eye(5.0))[:3]]
        level = level_of(elsewhere, SIZE, known)
        assert level.table is not known
        assert not _leans(level, elsewhere)

    def test_one_of_two_leans_by_the_known_table(self) -> None:
        known, dice = among(5).table, [DICE[0], aslant(60.0)]
        level = level_of(dice, SIZE, known)
        assert level.table is known
        assert [level.leans(far, 0.0) for far in level.off(dice)] == [False, True]

    def test_many_show_themselves_how_the_table_lies(self) -> None:
        known = among(5).table
        assert level_of(DICE[:ENOUGH], SIZE, known).table is not known
        assert level_of(DICE[: ENOUGH - 1], SIZE, known).table is known


def _leans(level: Level, dice: list[Candidate]) -> bool:
    return any(level.leans(far, 0.0) for far in level.off(dice))


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


def test_the_dice_of_these_tests_are_read(judge: Judge) -> None:
    assert judged(judge, *DICE, frame=BRIGHT, expected=[len(DICE)]).accepted
