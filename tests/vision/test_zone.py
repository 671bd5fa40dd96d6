"""Only dice whose middle lies in the zone are told."""

import pytest

from rules.dice import BARBECUE, Face
from tests.vision.tables import easy, sorted_faces
from vision.reader import Reader
from vision.reading import Point
from vision.stages.context import Context

THROWN = (Face.ONE, Face.TWO, Face.THREE, Face.SIX, Face.WORM, Face.WORM)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_dice_outside_the_zone_are_neither_counted_nor_doubted(reader: Reader) -> None:
    shot = easy(BARBECUE, THROWN, seed=4)
    middles = sorted(_middle(die.corners)[0] for die in shot.dice)
    border = (middles[2] + middles[3]) / 2
    inside = [die for die in shot.dice if _middle(die.corners)[0] < border]
    context = Context(zone=lambda point: point[0] < border)
    for expected in ({len(inside)}, None):
        reading = reader.read(shot.frame, BARBECUE, expected, context)
        assert reading.accepted
        assert reading.faces == sorted_faces(inside)


def test_an_empty_zone_beside_dice(reader: Reader) -> None:
    shot = easy(BARBECUE, THROWN, seed=4)
    nowhere = Context(zone=lambda _: False)
    reading = reader.read(shot.frame, BARBECUE, {0}, nowhere)
    assert reading.accepted
    assert reading.dice == ()
    (doubt,) = reader.read(shot.frame, BARBECUE, {6}, nowhere).doubts
    assert (doubt.code, doubt.arguments["found"]) == ("count", 0)


def test_the_side_of_a_die_outside_is_no_die_inside(reader: Reader) -> None:
    """Its top is outside, so nothing of it counts, wherever its sides may lie."""
    shot = easy(BARBECUE, THROWN, seed=4)
    for die in shot.dice[:2]:
        x, y = _middle(die.corners)

        def but_its_top(point: Point, x: float = x, y: float = y) -> bool:
            return 12 < abs(point[0] - x) + abs(point[1] - y) < 90

        reading = reader.read(shot.frame, BARBECUE, {0}, Context(zone=but_its_top))
        near = [d for d in shot.dice if but_its_top(_middle(d.corners))]
        assert len(reading.dice) <= len(near)


def _middle(corners: tuple[Point, ...]) -> Point:
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / 4, sum(ys) / 4
