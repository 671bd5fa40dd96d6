"""The simulated camera: the same scene gives the same frame, and its truth is true."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, junior
from tests.harness.marks import MORE
from tests.harness.taking import seconds
from tests.vision.tables import area
from vision.reading import DOUBTS, Corners
from vision.simulator.camera import above
from vision.simulator.clutter import PENCIL
from vision.simulator.dice import EDGE, apart, flat, sides
from vision.simulator.die_styles import random_style
from vision.simulator.lens import Lens, develop
from vision.simulator.light import Mood
from vision.simulator.scene import (
    HEIGHT,
    LIGHTS,
    SPOILS,
    SURFACES,
    WIDTH,
    Light,
    Scene,
    Spoil,
    Surface,
    random_scene,
    render,
)
from vision.simulator.sheets import print_sheets
from vision.simulator.throw import Thrower
from vision.simulator.trace import trace

SETS = (STANDARD, CLASSIC, BARBECUE, junior())


@pytest.fixture(autouse=True)
def one_core() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def inside(corners: Corners) -> bool:
    points = np.array(corners)
    return bool((points > 0).all() and (points < (WIDTH, HEIGHT)).all())


class TestSameness:
    def test_the_same_scene_gives_the_same_bytes(self) -> None:
        scene = random_scene(CLASSIC, 5, 7, clutter=True)
        assert scene == random_scene(CLASSIC, 5, 7, clutter=True)
        one, two = render(scene), render(scene)
        assert one.frame.tobytes() == two.frame.tobytes()
        assert one.dice == two.dice

    def test_moments_of_a_throw_differ_in_noise_alone(self) -> None:
        scene = random_scene(STANDARD, 4, 8, light="daylight", jpeg=None)
        one, two = render(scene), render(replace(scene, moment=1))
        assert one.dice == two.dice
        apart_by = cv2.absdiff(one.frame, two.frame)
        assert apart_by.any()
        assert apart_by.mean() < 4 * scene.noise

    def test_another_throw_at_the_same_place_moves_the_dice_alone(self) -> None:
        scene = Scene(BARBECUE, BARBECUE.sides[:3], place=3)
        one, two = render(scene), render(replace(scene, seed=1))
        assert one.dice != two.dice
        assert np.median(cv2.absdiff(one.frame, two.frame)) <= 6

    def test_opencv_draws_no_lots(self) -> None:
        """Neither thread count nor what was rendered before has a part in it."""
        scene = random_scene(BARBECUE, 3, 9, surface="paper")
        first = render(scene).frame
        render(random_scene(STANDARD, 2, 10))
        cv2.setNumThreads(2)
        assert (render(scene).frame == first).all()


class TestTruth:
    @pytest.mark.parametrize("count", [0, MORE(1), MORE(8), 12])
    def test_every_die_is_told_once_and_seen_whole(self, count: int) -> None:
        shot = render(random_scene(STANDARD, count, 20 + count))
        assert shot.frame.shape == (HEIGHT, WIDTH, 3)
        assert shot.frame.dtype == np.uint8
        assert len(shot.dice) == count
        assert shot.readable
        for die in shot.dice:
            assert inside(die.corners)
            assert area(die.corners) > 15**2

    def test_it_tells_how_each_die_lies(self) -> None:
        """Seen aslant, the side below a level die's top is farther down in the picture."""
        level = render(random_scene(STANDARD, 5, 3, tilt=30.0, edge=50.0, spoil=None))
        for die in level.dice:
            assert die.lean == pytest.approx(0, abs=0.01)
            assert 0.2 < die.down[1] / abs(area(die.corners)) ** 0.5 < 1
            assert die.covered == 0
        leaning = render(random_scene(STANDARD, 5, 3, spoil="cocked"))
        assert all((die.lean > 5) == (die.spoilt == "leaning") for die in leaning.dice)

    def test_a_hand_covers_what_is_hidden(self) -> None:
        dice = render(random_scene(STANDARD, 4, 5, spoil="hand")).dice
        assert {die.spoilt for die in dice if die.covered > 0.02} == {"hidden"}

    @pytest.mark.parametrize("seed", [5, MORE(6), MORE(7), MORE(8)])
    def test_a_die_covers_part_of_the_one_that_it_lies_on(self, seed: int) -> None:
        dice = render(random_scene(STANDARD, 4, seed, spoil="stacked", tilt=5.0)).dice
        lower, upper = sorted(dice, key=lambda die: -die.covered)[:2]
        assert 0.3 < lower.covered < 0.95
        assert upper.covered < 0.05
        assert lower.spoilt == "overlapping"

    def test_dice_side_by_side_cover_nothing(self) -> None:
        for tilt in (0.0, 30.0):
            scene = random_scene(STANDARD, 6, 12, spoil="touching", tilt=tilt, edge=60.0)
            assert max(die.covered for die in render(scene).dice) < 0.02

    @pytest.mark.parametrize(
        "dice_set", [MORE(STANDARD), MORE(CLASSIC), BARBECUE, junior()], ids=lambda each: each.name
    )
    def test_the_faces_are_those_asked_for(self, dice_set: DiceSet) -> None:
        scene = Scene(dice_set, dice_set.faces, surface="plain")
        assert tuple(die.face for die in render(scene).dice) == dice_set.faces

    def test_the_upper_face_bears_its_pips(self) -> None:
        """Rectified by the true corners, a white die shows as many dark dots as it should."""
        scene = random_scene(
            STANDARD, 0, 3, faces=STANDARD.faces, edge=90.0, blur=0.5, noise=0.0, jpeg=None,
            light="cold", surface="felt", tilt=18.0, clutter=False,
        )  # fmt: skip
        kind = next(
            look for look in (random_style(STANDARD, np.random.default_rng(n)) for n in range(99))
            if min(look.body) > 220 and max(look.ink) < 40 and look.finish == "opaque"
        )  # fmt: skip
        shot = render(replace(scene, style=kind))
        square = np.array([(0, 0), (96, 0), (96, 96), (0, 96)], np.float32)
        for die in shot.dice:
            to_square = cv2.getPerspectiveTransform(np.array(die.corners, np.float32), square)
            straight = cv2.warpPerspective(shot.frame, to_square, (96, 96))
            top = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY)
            inner = top[10:86, 10:86]
            dark = (inner < 0.5 * np.median(inner)).astype(np.uint8)
            sizes = cv2.connectedComponentsWithStats(dark)[2][1:, cv2.CC_STAT_AREA]
            assert (sizes > 40).sum() == int(die.face)

    def test_opposite_pips_make_seven(self) -> None:
        for dice_set in (STANDARD, CLASSIC, BARBECUE):
            values = [dice_set.values[face] for face in sides(dice_set, mirrored=False)]
            pairs = [values[side] + values[side + 1] for side in (0, 2, 4)]
            assert pairs == ([7, 7, 6] if dice_set is CLASSIC else [7, 7, 7])
            assert sorted(sides(dice_set, mirrored=True)) == sorted(dice_set.sides)

    def test_dice_cover_what_lies_below(self) -> None:
        """The picture differs from the empty table where the truth says that dice are."""
        scene = Scene(STANDARD, STANDARD.faces[:4], surface="plain", noise=0.0, jpeg=None)
        shot, empty = render(scene), render(replace(scene, faces=()))
        changed = cv2.absdiff(shot.frame, empty.frame).max(axis=2)
        seen = np.zeros(changed.shape, np.uint8)
        for die in shot.dice:
            cv2.fillConvexPoly(seen, np.rint(die.corners).astype(np.int32), 1)
        assert np.median(changed[seen > 0]) > 12
        assert np.median(changed[seen == 0]) <= 1


class TestSpoils:
    @pytest.mark.parametrize("spoil", SPOILS)
    @pytest.mark.parametrize("seed", [0, MORE(1)])
    def test_the_truth_says_what_is_wrong(self, spoil: Spoil, seed: int) -> None:
        shot = render(random_scene(SETS[seed], 4, 40 + seed, spoil=spoil))
        assert shot.readable is (spoil == "touching")
        kinds = {die.spoilt for die in shot.dice} | {shot.spoilt}
        assert kinds - {None} <= set(DOUBTS)
        expected = {
            "cocked": "leaning", "glare": "glare", "hand": "hidden", "cut_off": "cut_off",
            "blurred": "blurred", "dark": "dark", "stacked": "overlapping", "touching": None,
        }  # fmt: skip
        assert expected[spoil] in kinds

    def test_one_die_can_lean_too(self) -> None:
        shot = render(random_scene(CLASSIC, 1, 5, spoil="cocked", surface="felt"))
        assert shot.dice[0].spoilt == "leaning"

    @pytest.mark.parametrize("seed", [1, *map(MORE, range(2, 7))])
    def test_no_die_leans_that_would_slide_down(self, seed: int) -> None:
        """Against another it stays from 45 degrees less the angle of friction on."""
        shot = render(random_scene(STANDARD, 4, seed, spoil="cocked", surface="felt"))
        assert max(die.lean for die in shot.dice) > 45 - np.degrees(np.arctan(0.45))

    def test_a_leaning_die_is_no_square_from_above(self) -> None:
        scene = random_scene(STANDARD, 2, 6, spoil="cocked", tilt=0.0, edge=60.0)
        flat_die, tilted = sorted(render(scene).dice, key=lambda die: die.spoilt is not None)
        assert area(tilted.corners) < 0.97 * area(flat_die.corners) * 1.2
        ways = np.diff(np.array([*tilted.corners, tilted.corners[0]]), axis=0)
        lengths = np.hypot(*ways.T)
        assert lengths.min() < 0.97 * lengths.max()

    def test_a_cut_die_leaves_the_picture(self) -> None:
        shot = render(random_scene(BARBECUE, 3, 2, spoil="cut_off"))
        assert [inside(die.corners) for die in shot.dice].count(False) == 1

    def test_touching_dice_touch_and_no_more(self) -> None:
        shot = render(random_scene(CLASSIC, 6, 12, spoil="touching", tilt=0.0, edge=60.0))
        faces = [np.array(die.corners, np.float32) for die in shot.dice]
        sizes = [area(die.corners) for die in shot.dice]
        near = min(
            float(np.linalg.norm(one.mean(axis=0) - two.mean(axis=0)))
            for index, one in enumerate(faces) for two in faces[:index]
        )  # fmt: skip
        assert near < 1.35 * max(sizes) ** 0.5
        for index, one in enumerate(faces):
            for two in faces[:index]:
                common, _ = cv2.intersectConvexConvex(one, two)
                assert common < 0.02 * sizes[index]

    def test_darkness_is_dark_and_blur_is_soft(self) -> None:
        scene = random_scene(STANDARD, 5, 30, light="cold", surface="plain", noise=0.5)
        fine, dark, soft = (
            render(replace(scene, spoil=spoil)).frame for spoil in (None, "dark", "blurred")
        )
        assert dark.mean() < 0.4 * fine.mean()
        sharpness = [cv2.Laplacian(frame, cv2.CV_32F).var() for frame in (fine, soft)]
        assert sharpness[1] < 0.5 * sharpness[0]

    def test_two_stops_double_every_value_that_is_not_clipped(self) -> None:
        scene = random_scene(STANDARD, 5, 30, light="dim", surface="plain", noise=0.0, jpeg=None)
        usual, brighter = (render(replace(scene, stops=stops)).frame for stops in (0.0, 2.0))
        clear = (usual > 20) & (brighter < 250)
        assert clear.mean() > 0.5
        assert np.median(brighter[clear] / usual[clear]) == pytest.approx(2, rel=0.1)

    def test_less_light_shows_the_grain_of_a_mirrored_lamp(self) -> None:
        scene = random_scene(STANDARD, 5, 30, spoil="glare", noise=0.0, jpeg=None)
        white = [(render(replace(scene, stops=s)).frame.min(axis=2) == 255).sum() for s in (0, -3)]
        assert white[0] > 100
        assert white[1] == 0

    @pytest.mark.parametrize("seed", [1, *map(MORE, (0, 2, 3, 4, 5))])
    def test_however_it_leans_it_lies_alone(self, seed: int) -> None:
        """On a die or on a pencil: no other die is harmed."""
        shot = render(random_scene(SETS[seed % 4], 1 + seed, 80 + seed, spoil="cocked"))
        assert [die.spoilt for die in shot.dice].count("leaning") == 1
        assert all(inside(die.corners) for die in shot.dice)

    def test_too_few_dice_cannot_be_spoilt_so(self) -> None:
        spoils: list[tuple[Spoil, int]] = [("cocked", 0), ("touching", 1), ("stacked", 1)]
        for spoil, count in spoils:
            with pytest.raises(ValueError, match="too_few_dice"):
                random_scene(STANDARD, count, 1, spoil=spoil)


class TestBeside:
    """A pencil lies against a die, and nothing is wrong with that."""

    @pytest.mark.parametrize("count", [1, 5])
    def test_all_lie_level(self, count: int) -> None:
        scene = random_scene(STANDARD, count, 7, beside=True, surface="felt")
        shot, without = render(scene), render(replace(scene, beside=False))
        assert shot.readable
        assert {die.lean for die in shot.dice} == {0.0}
        assert (shot.frame != without.frame).any()

    def test_the_pencil_is_at_one_and_below_none(self) -> None:
        for seed in range(4):
            thrower = Thrower(
                above(20.0, 350.0, 56.0, 0.0, die=EDGE), lambda _: True, np.random.default_rng(seed)
            )
            lying = thrower.beside([0, 1, 2])
            assert lying.prop is not None
            middle, along = lying.prop
            across = np.array([-along[1], along[0]])
            gaps = [
                float(np.abs((pose.corners()[:, :2] - middle) @ across).min()) - PENCIL / 2
                for pose in lying.poses
            ]
            assert 0 <= min(gaps) < 4
            for pose in lying.poses:
                sides = np.sign((pose.corners()[:, :2] - middle) @ across)
                beyond = abs(float((pose.centre[:2] - middle) @ along)) > 100
                assert beyond or len(set(sides)) == 1

    def test_without_dice_there_is_nothing_to_lie_against(self) -> None:
        assert render(random_scene(STANDARD, 0, 3, beside=True)).dice == ()


class TestVariety:
    @pytest.mark.parametrize("surface", SURFACES)
    @pytest.mark.proof
    def test_every_surface_differs_from_place_to_place(self, surface: Surface) -> None:
        means = []
        for seed in range(3):
            shot = render(random_scene(STANDARD, 2, seed, surface=surface, clutter=True))
            assert shot.frame.std() > 4
            means.append(shot.frame.mean(axis=(0, 1)))
        assert np.ptp(means, axis=0).max() > 5

    @pytest.mark.parametrize("light", LIGHTS)
    @pytest.mark.proof
    def test_every_light_leaves_the_dice_to_be_seen(self, light: Light) -> None:
        shot = render(random_scene(CLASSIC, 4, 3, light=light))
        assert 12 < shot.frame.mean() < 230

    def test_light_can_be_of_a_kind_of_its_own(self) -> None:
        """Where it comes from everywhere, hardly a shadow falls."""
        even = Mood((0.9, 0.9), (0.0, 0.01), (0.5, 0.6), (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
        scene = random_scene(STANDARD, 6, 12, surface="plain", edge=60.0, clutter=False)
        dark = [
            float(np.percentile(render(replace(scene, light=light)).frame.max(2), 3))
            for light in (even, "hard")
        ]
        assert dark[0] > dark[1] + 10

    @pytest.mark.parametrize(
        ("tilt", "edge"), [(35.0, 20.0), (0.0, 120.0), MORE(0.0, 20.0), MORE(35.0, 120.0)]
    )
    def test_the_ends_of_the_range(self, tilt: float, edge: float) -> None:
        scene = random_scene(junior(), 5, 4, tilt=tilt, edge=edge, distance=40.0)
        sizes = [area(die.corners) ** 0.5 for die in render(scene).dice]
        assert 0.55 * edge < min(sizes)
        assert max(sizes) < 2 * edge

    @pytest.mark.parametrize("spoil", [None, MORE("touching"), MORE("cocked"), MORE("stacked")])
    def test_a_full_table_holds_twelve_large_dice(self, spoil: Spoil | None) -> None:
        scene = random_scene(CLASSIC, 12, 5, spoil=spoil, edge=105.0, surface="tray")
        assert len(render(scene).dice) == 12

    def test_sheets_may_be_larger_than_the_table_that_is_seen(self) -> None:
        """Seen so closely, a few centimetres of it."""
        for seed in range(6):
            texture = np.zeros((24, 30, 3), np.uint8)
            print_sheets(texture, 1.0, np.random.default_rng(seed))
            assert texture.any()

    def test_no_room_is_said(self) -> None:
        with pytest.raises(ValueError, match="no_room"):
            render(Scene(STANDARD, STANDARD.faces * 8, edge=120.0))

    def test_a_camera_that_sees_the_horizon_is_refused(self) -> None:
        with pytest.raises(ValueError, match="too_wide"):
            random_scene(STANDARD, 3, 1, edge=20.0, distance=25.0, tilt=35.0)

    @pytest.mark.proof
    def test_hands_at_the_margin_keep_off_the_dice(self) -> None:
        for seed in range(12):
            assert render(random_scene(STANDARD, 3, seed, clutter=True)).readable


class TestLens:
    def test_a_smear_runs_one_way(self) -> None:
        frame = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        frame[480, 640] = 255
        rng = np.random.default_rng(1)
        seen = develop(frame, Lens(blur=0.0, noise=0.0, smear=(15.0, 0.0)), rng)
        rows, columns = (np.flatnonzero(seen[..., 0].any(axis=axis)) for axis in (1, 0))
        assert np.ptp(columns) >= 12
        assert np.ptp(rows) <= 2

    def test_the_noise_is_as_strong_as_asked(self) -> None:
        frame = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
        rng = np.random.default_rng(1)
        assert (develop(frame, Lens(blur=0.0, noise=0.0), rng) == frame).all()
        seen = develop(frame, Lens(blur=0.0, noise=3.0), rng)
        assert seen.std() == pytest.approx(3.0, rel=0.1)
        assert seen.mean() == pytest.approx(120, abs=0.5)


class TestGeometry:
    def test_dice_keep_apart(self) -> None:
        one = flat(0, 0, 0.3, 4)
        assert apart([one], flat(EDGE * 1.5, 0, 0.3, 4), 1.0)
        assert not apart([one], flat(EDGE * 0.9, 0, 0.3, 4), 0.0)
        assert apart([], one, 1.0)

    def test_rays_meet_a_rounded_cube(self) -> None:
        origin = np.array([0.0, 0.0, 5.0])
        across = np.linspace(-0.7, 0.7, 57, dtype=np.float32)
        rays = np.stack([across / 4.5, 0 * across, np.full_like(across, -1)])
        for roundness, ball in ((0.0, 0.9), (0.1, 0.9), (0.15, 0.68)):
            hits = trace(origin, rays, roundness, ball)
            assert hits.met[28]
            assert hits.point[2, 28] == pytest.approx(0.5, abs=1e-4)
            assert not hits.met[0]
            assert np.allclose(np.linalg.norm(hits.out[:, hits.met], axis=0), 1, atol=1e-3)
            assert (np.linalg.norm(hits.point[:, hits.met], axis=0) < ball + 1e-3).all()
            assert (hits.side[hits.met & (np.abs(across) < 0.3)] == 4).all()


@pytest.mark.proof
def test_a_frame_takes_no_long_time() -> None:
    """Loosely, for slow and busy machines; the figure itself is the bench's."""
    scenes = [random_scene(SETS[seed % 4], 6, seed) for seed in range(3)]
    render(scenes[0])
    times = [seconds(partial(render, scene)) for scene in scenes]
    assert sorted(times)[1] < 0.8
