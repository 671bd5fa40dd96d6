"""The finder: where dice may lie, in pictures of any size."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from tests.harness.marks import MORE
from tests.vision.tables import easy, same_place, shape_of, turned
from vision.geometry import Frame
from vision.reading import Point
from vision.simulator.scene import HEIGHT, WIDTH, TrueDie, random_scene, render
from vision.stages.finder import FAR, Finder, Place
from vision.stages.pyramid import Pyramid

SETS = (STANDARD, CLASSIC, BARBECUE, junior())
BELIEVED = 0.5
SHAPES = (
    (16, 16), (1, 400), (400, 1), (1, 1), (2, 3), (16, 4000), (1, 4000), (3000, 1), (16, 40000),
)  # fmt: skip
"""Heights and widths that no camera has, but a file may have."""


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


def believed(places: list[Place]) -> list[Place]:
    return [place for place in places if place.belief > BELIEVED]


def missed(dice: tuple[TrueDie, ...], places: list[Place]) -> int:
    return sum(not any(same_place(die, place.shape) for place in places) for die in dice)


def shifted(die: TrueDie, by: Point) -> TrueDie:
    one, two, three, four = ((x + by[0], y + by[1]) for x, y in die.corners)
    return replace(die, corners=(one, two, three, four))


class TestDice:
    @pytest.mark.parametrize(
        "dice_set", [STANDARD, CLASSIC, MORE(BARBECUE), MORE(junior())], ids=lambda each: each.name
    )
    def test_every_die_is_found_and_no_other(self, finder: Finder, dice_set: DiceSet) -> None:
        shot = easy(dice_set, dice_set.sides)
        places = believed(finder.find(Pyramid(shot.frame)))
        assert len(places) == len(shot.dice)
        assert missed(shot.dice, places) == 0

    def test_a_place_lies_where_the_face_lies(self, finder: Finder) -> None:
        shot = easy(STANDARD, STANDARD.sides)
        for place in believed(finder.find(Pyramid(shot.frame))):
            true = min(
                (shape_of(die) for die in shot.dice),
                key=lambda shape: float(np.hypot(*(shape.middle - place.shape.middle))),
            )
            assert np.hypot(*(true.middle - place.shape.middle)) < 0.15 * true.edge
            for corner in place.shape.corners:
                nearest = np.hypot(*(np.array(true.corners) - corner).T).min()
                assert nearest < 0.25 * true.edge

    def test_it_guesses_the_faces(self, finder: Finder) -> None:
        shot = easy(CLASSIC, CLASSIC.sides)
        right = 0
        for die in shot.dice:
            place = next(p for p in finder.find(Pyramid(shot.frame)) if same_place(die, p.shape))
            assert place.guess.shape == (7,)
            assert place.guess.sum() == pytest.approx(1, abs=1e-4)
            wanted = 7 if die.face is Face.WORM else int(die.face)
            right += int(place.guess.argmax()) + 1 == wanted
        assert right >= 4

    def test_the_strongest_stands_first_and_none_contends(self, finder: Finder) -> None:
        places = finder.find(Pyramid(render(random_scene(STANDARD, 8, 11, clutter=True)).frame))
        beliefs = [place.belief for place in places]
        assert beliefs == sorted(beliefs, reverse=True)
        assert all(0 < belief <= 1 for belief in beliefs)
        for index, place in enumerate(places):
            for other in places[:index]:
                assert not other.shape.holds(place.shape.middle, 0.5)

    def test_large_dice_are_found_at_a_coarser_look_too(self, finder: Finder) -> None:
        shot = easy(BARBECUE, BARBECUE.sides)
        assert missed(shot.dice, finder.find(Pyramid(shot.frame), FAR)) == 0

    @pytest.mark.parametrize(("count", "seed"), [(8, 623_000_350), MORE(7, 623_000_385)])
    def test_small_ones_side_by_side_are_not_taken_for_one_from_far(
        self, finder: Finder, count: int, seed: int
    ) -> None:
        shot = render(random_scene(junior(), count, seed, spoil="touching"))
        picture = Pyramid(shot.frame)
        assert missed(shot.dice, finder.find(picture, FAR)) > 0
        assert missed(shot.dice, finder.find_again(picture, finder.find(picture))) == 0

    def test_small_dice_in_a_large_picture_are_found_from_near(self, finder: Finder) -> None:
        """Also where two of its four parts meet, and each but once."""
        shots = [render(random_scene(STANDARD, 4, 900 + n, edge=24.0)) for n in range(4)]
        one, two, three, four = (shot.frame for shot in shots)
        picture = Pyramid(np.vstack([np.hstack([one, two]), np.hstack([three, four])]))
        dice = tuple(
            shifted(die, (n % 2 * WIDTH, n // 2 * HEIGHT))
            for n, shot in enumerate(shots)
            for die in shot.dice
        )
        usual = finder.find(picture)
        assert missed(dice, usual) > 0
        again = finder.find_again(picture, usual)
        assert missed(dice, again) == 0
        for die in dice:
            assert sum(same_place(die, place.shape) for place in again) == 1

    def test_a_die_that_fills_the_picture_is_found_from_far(self, finder: Finder) -> None:
        shot = render(random_scene(STANDARD, 1, 955, edge=120.0))
        (die,) = shot.dice
        x, y = shape_of(die).middle - np.array([WIDTH, HEIGHT]) / 7
        onto = np.array([[3.5, 0, -3.5 * x], [0, 3.5, -3.5 * y]])
        frame = cv2.warpAffine(shot.frame, onto, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        large = replace(die, corners=shape_of(die).turned(onto).corners)
        picture = Pyramid(np.asarray(frame, np.uint8))
        usual = finder.find(picture)
        assert missed((large,), usual) == 1
        assert missed((large,), finder.find_again(picture, usual)) == 0

    @pytest.mark.proof
    def test_most_dice_of_any_scene_are_found(self, finder: Finder) -> None:
        dice = lost = 0
        for seed in range(4):
            shot = render(random_scene(SETS[seed % 4], 7, 300 + seed, spoil="touching"))
            dice += len(shot.dice)
            lost += missed(shot.dice, finder.find(Pyramid(shot.frame)))
        assert lost <= 0.07 * dice


class TestFrames:
    @pytest.mark.parametrize("quarters", [1, MORE(2), MORE(3)])
    def test_a_turned_picture_shows_the_same_dice(self, finder: Finder, quarters: int) -> None:
        """Upright ones too: they are looked at lying on their side."""
        shot = easy(STANDARD, STANDARD.sides)
        places = believed(
            finder.find(Pyramid(np.ascontiguousarray(np.rot90(shot.frame, quarters))))
        )
        assert len(places) == len(shot.dice)
        for die in shot.dice:
            middle = turned(tuple(shape_of(die).middle), quarters, WIDTH, HEIGHT)
            assert any(place.shape.holds(middle, 0.5) for place in places)

    @pytest.mark.parametrize("width", [640, 1999, MORE(4000)])
    def test_places_are_told_in_pixels_of_the_picture(self, finder: Finder, width: int) -> None:
        shot = easy(STANDARD, STANDARD.sides)
        scale = width / WIDTH
        frame = cv2.resize(shot.frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        places = believed(finder.find(Pyramid(np.asarray(frame, np.uint8))))
        assert len(places) == len(shot.dice)
        for die in shot.dice:
            true = shape_of(die).moved(scale)
            assert any(
                np.hypot(*(place.shape.middle - true.middle)) < 0.15 * true.edge for place in places
            )

    def test_odd_frames_do_no_harm(self, finder: Finder) -> None:
        rng = np.random.default_rng(1)
        for shape in SHAPES:
            frame = rng.integers(0, 256, (*shape, 3)).astype(np.uint8)
            for place in finder.find(Pyramid(frame)):
                assert np.isfinite(place.shape.corners).all()

    @pytest.mark.parametrize("seed", [0, *map(MORE, range(1, 4))])
    def test_an_even_frame_and_an_empty_table_hold_nothing(self, finder: Finder, seed: int) -> None:
        even = np.full((HEIGHT, WIDTH, 3), 60 * seed, np.uint8)
        for frame in (even, easy(SETS[seed], (), seed).frame):
            assert believed(finder.find(Pyramid(frame))) == []

    def test_the_same_frame_gives_the_same_places(self, finder: Finder) -> None:
        """Also for another finder, and where it is part of another array."""
        frame: Frame = easy(STANDARD, STANDARD.sides).frame
        part = np.concatenate([frame, frame], axis=1)[:, :WIDTH]
        one, two = finder.find(Pyramid(frame)), Finder().find(Pyramid(part))
        assert [place.belief for place in one] == [place.belief for place in two]
        assert [place.shape.corners for place in one] == [place.shape.corners for place in two]
