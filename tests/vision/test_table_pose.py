"""Whether dice lie level: from where they truly are, without any net."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from rules.dice import STANDARD
from tests.harness.taking import seconds
from vision.geometry import Shape
from vision.reading import Point
from vision.simulator import camera as cameras
from vision.simulator.dice import EDGE, Pose, flat, leaning
from vision.simulator.scene import HEIGHT, WIDTH, random_scene
from vision.stages.limits import ALONE, LEVEL
from vision.stages.table_pose import FEWEST, Floats, Top, alone, find_pose, misfits, sizes_on

SIZE = (WIDTH, HEIGHT)


def far_off(tops: list[Top], size: tuple[int, int], others: Sequence[Top] = ()) -> Floats:
    table = find_pose(tops, size)
    assert table is not None
    return misfits(table, tops, others)


SPOTS = ((-70.0, 30.0), (-20.0, -40.0), (10.0, 45.0), (55.0, 10.0), (80.0, -35.0))


def top(camera: cameras.Camera, pose: Pose) -> Top:
    corners = camera.project(pose.top())
    a = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    b = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    above = pose.top().mean(0)
    ends = camera.project(np.stack([above, 2 * pose.centre - above]))
    return Top(Shape(corners.mean(0), np.stack([a, b], 1)), ends[1] - ends[0], 0.0)


def eye(tilt: float, edge: float = 50.0, distance: float = 350.0) -> cameras.Camera:
    return cameras.above(tilt, distance, edge, 2.0, die=EDGE)


def row(camera: cameras.Camera) -> list[Top]:
    return [top(camera, flat(x, y, 0.4 * n, 4)) for n, (x, y) in enumerate(SPOTS)]


@pytest.mark.parametrize("tilt", [0.0, 12.0, 25.0, 35.0])
class TestTilts:
    def test_what_lies_level_fits(self, tilt: float) -> None:
        assert far_off(row(eye(tilt)), SIZE).max() < 1

    def test_what_leans_does_not(self, tilt: float) -> None:
        camera = eye(tilt)
        for lean, toward in product((18.0, 30.0, 40.0), (0.3, 2.0, 4.4)):
            pose = leaning(np.array([0.0, 0.0]), toward, np.radians(lean), 0.0, 4)
            far = far_off([*row(camera), top(camera, pose)], SIZE)
            assert far[-1] > 2
            assert far[:-1].max() < 1

    def test_nor_does_a_side(self, tilt: float) -> None:
        """A cube on its side would look so: its top leads away, not down."""
        camera = eye(max(tilt, 12.0))
        pose = leaning(np.array([0.0, 0.0]), 1.0, np.radians(80), 0.0, 4)
        assert far_off(row(camera), SIZE, [top(camera, pose)])[-1] > 5


@pytest.mark.parametrize("mounted", [0.0, 90.0, 180.0, 270.0])
def test_a_die_by_itself_fits_a_camera_if_it_lies_level_and_mostly_not_if_it_leans(
    mounted: float,
) -> None:
    """Mounted upright, on a side, or upside down; some lean as a tilt of the camera would."""
    for tilt in (0.0, 12.0, 25.0, 35.0):
        camera = cameras.above(tilt, 350.0, 50.0, mounted + 3.0, die=EDGE)
        assert alone(row(camera), SIZE).max() < ALONE
        for lean in (28.0, 38.0):
            ways = np.radians(np.arange(22.5, 360, 45))
            poses = [leaning(np.array([0.0, 0.0]), way, np.radians(lean), 0.0, 4) for way in ways]
            off = alone([top(camera, pose) for pose in poses], SIZE)
            assert (off > ALONE).mean() >= 0.5
    assert not len(alone([], SIZE))


def test_the_tilt_is_found_finer_than_those_tried() -> None:
    for tilt in (0.0, 5.0, 12.0, 19.0, 25.0, 35.0):
        table = find_pose(row(eye(tilt)), SIZE)
        assert table is not None
        assert np.degrees(np.arccos(table.up[2])) == pytest.approx(tilt, abs=1.2)


Map = Callable[[Point], Point]


@pytest.mark.parametrize(
    "moved",
    [
        lambda at: (at[0] - 130, at[1] - 70),
        lambda at: (WIDTH - 1 - at[0], HEIGHT - 1 - at[1]),
        lambda at: (at[0] / 2, at[1] / 2),
        lambda at: (HEIGHT - 1 - at[1], at[0]),
    ],
    ids=["a part", "upside down", "half as large", "a quarter turn"],
)
def test_a_table_is_the_same_in_other_pictures(moved: Map) -> None:
    """What lies level on it does so there, and what leans there leans as much."""
    camera = eye(25.0)
    pose = leaning(np.array([0.0, 0.0]), 1.0, np.radians(30), 0.0, 4)
    tops = [*row(camera), top(camera, pose)]
    table = find_pose(tops, SIZE)
    assert table is not None
    there = [_moved(each, moved) for each in tops]
    assert misfits(table.mapped(moved), there) == pytest.approx(misfits(table, tops), abs=0.01)
    assert sizes_on(table.mapped(moved), there) == pytest.approx(sizes_on(table, tops), abs=0.01)


def _moved(it: Top, moved: Map) -> Top:
    a, b, c, d = map(moved, it.shape.corners)
    x, y = it.shape.middle
    start, end = np.array(moved((x, y))), np.array(moved((x + it.down[0], y + it.down[1])))
    return Top(Shape.about((a, b, c, d)), end - start, it.astray)


class TestOthers:
    def test_others_do_not_change_the_tilt(self) -> None:
        camera = eye(20.0)
        dice, stray = row(camera), row(eye(0.0))
        alone, among = far_off(dice, SIZE), far_off(dice, SIZE, stray)
        assert np.allclose(alone, among[: len(dice)])
        assert len(among) == len(dice) + len(stray)

    def test_dice_of_two_sizes_lie_level_too(self) -> None:
        camera = eye(20.0)
        dice = row(camera)
        small = Top(Shape(dice[0].shape.middle, dice[0].shape.half * 0.6), dice[0].down * 0.6, 0.0)
        assert far_off([small, *dice[1:]], SIZE).max() < 1

    def test_what_is_seen_badly_speaks_less(self) -> None:
        camera = eye(20.0)
        leant = top(camera, leaning(np.array([0.0, 0.0]), 1.0, np.radians(25), 0.0, 4))
        seen_well = far_off([*row(camera), leant], SIZE)[-1]
        seen_badly = far_off([*row(camera), replace(leant, astray=0.3)], SIZE)[-1]
        assert seen_badly < seen_well / 3

    def test_but_a_look_that_tells_nothing_lets_none_lie_level(self) -> None:
        camera = eye(20.0)
        leant = top(camera, leaning(np.array([0.0, 0.0]), 1.0, np.radians(35), 0.0, 4))
        assert far_off([*row(camera), replace(leant, astray=9.0)], SIZE)[-1] > LEVEL

    def test_a_side_that_another_die_hides_speaks_less(self) -> None:
        """Beside it, where its side would be seen; one at its other side hides nothing."""
        camera = eye(25.0)
        dice = row(camera)
        down = dice[1].down / np.linalg.norm(dice[1].down)
        askew = replace(dice[1], down=dice[1].down + 20.0 * np.array([-down[1], down[0]]))

        def seen(toward: int) -> float:
            edge = 2.1 * np.linalg.norm(dice[1].shape.half, axis=0).mean()
            middle = dice[1].shape.middle + toward * edge * down
            other = replace(dice[1], shape=Shape(middle, dice[1].shape.half))
            return float(far_off([askew, other, *dice[2:]], SIZE)[0])

        assert seen(1) < 0.75 * seen(-1)

    def test_a_die_alone_tells_nothing_and_the_order_of_dice_neither(self) -> None:
        dice = row(eye(30.0))
        for count in range(FEWEST):
            assert find_pose(dice[:count], SIZE) is None
        assert find_pose(dice[::-1], SIZE) is find_pose(dice, SIZE)

    def test_it_tells_what_is_larger_than_the_dice(self) -> None:
        first, *others = row(eye(20.0))
        table = find_pose(others, SIZE)
        assert table is not None
        for factor in (0.7, 1.0, 1.4):
            grown = replace(first, shape=Shape(first.shape.middle, first.shape.half * factor))
            assert sizes_on(table, [grown]) == pytest.approx([np.log(factor)], abs=0.05)
        assert sizes_on(table, []).size == 0

    def test_it_takes_no_time(self) -> None:
        """A reading takes some eighty milliseconds. Answers are kept: so of new dice each time."""
        dice = row(eye(20.0)) * 2
        assert seconds(lambda: far_off([replace(die) for die in dice], SIZE), times=5) < 0.02


def test_scenes_of_all_lenses_fit() -> None:
    for seed in range(8):
        scene = random_scene(STANDARD, 5, 500 + seed)
        camera = eye(scene.tilt, scene.edge, scene.distance * 10)
        assert far_off(row(camera), SIZE).max() < 1.5
