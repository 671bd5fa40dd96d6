"""Only dice whose middle lies in the zone are told."""

import pytest

from rules.dice import BARBECUE, Face
from tests.vision.tables import easy, sorted_faces
from vision.reader import Reader
from vision.reading import Point
from vision.where import Where

THROWN = (Face.ONE, Face.TWO, Face.THREE, Face.SIX, Face.WORM, Face.WORM)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def left(of: float, point: Point) -> bool:
    return point[0] < of


@pytest.mark.parametrize("known", [True, False], ids=["count known", "count unknown"])
def test_dice_outside_the_zone_are_neither_counted_nor_doubted(reader: Reader, known: bool) -> None:
    shot = easy(BARBECUE, THROWN, seed=4)
    middles = sorted(sum(x for x, _ in die.corners) / 4 for die in shot.dice)
    border = (middles[2] + middles[3]) / 2
    inside = [die for die in shot.dice if sum(x for x, _ in die.corners) / 4 < border]
    reading = reader.read(
        shot.frame,
        BARBECUE,
        {len(inside)} if known else None,
        Where(zone=lambda point: left(border, point)),
    )
    assert reading.accepted
    assert reading.faces == sorted_faces(inside)


def test_an_empty_zone_beside_dice(reader: Reader) -> None:
    shot = easy(BARBECUE, THROWN, seed=4)
    reading = reader.read(shot.frame, BARBECUE, {0}, Where(zone=lambda _: False))
    assert reading.accepted
    assert reading.dice == ()


def test_the_count_is_that_of_the_zone(reader: Reader) -> None:
    shot = easy(BARBECUE, THROWN, seed=4)
    reading = reader.read(shot.frame, BARBECUE, {6}, Where(zone=lambda _: False))
    (doubt,) = reading.doubts
    assert (doubt.code, doubt.arguments["found"]) == ("count", 0)


def test_the_side_of_a_die_outside_is_no_die_inside(reader: Reader) -> None:
    """Its top is outside, so nothing of it counts, wherever its sides may lie."""
    shot = easy(BARBECUE, THROWN, seed=4)
    for die in shot.dice[:2]:
        x, y = (sum(values) / 4 for values in zip(*die.corners, strict=True))

        def but_its_top(point: Point, x: float = x, y: float = y) -> bool:
            return 12 < abs(point[0] - x) + abs(point[1] - y) < 90

        reading = reader.read(shot.frame, BARBECUE, {0}, Where(zone=but_its_top))
        near = [d for d in shot.dice if but_its_top(_middle(d.corners))]
        assert len(reading.dice) <= len(near)


def _middle(corners: tuple[Point, ...]) -> Point:
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / 4, sum(ys) / 4
