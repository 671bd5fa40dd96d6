"""Dice on the panel: pips that can be counted, marks that can be seen."""

import itertools

from firmware.screens.die import die
from firmware.screens.kinds import Mark
from rules.dice import Face
from tests.screens.pixels import lit, pieces

PIPS = {Face.ONE: 1, Face.TWO: 2, Face.THREE: 3, Face.FOUR: 4, Face.FIVE: 5, Face.SIX: 6}
SIZES = [(15, 17), (17, 17), (19, 19), (21, 21), (23, 23)]
FACES: tuple[Face | None, ...] = (*Face, None)


def inside(size: tuple[int, int]) -> set[tuple[int, int]]:
    width, height = size
    return {(x, y) for x in range(1, width - 1) for y in range(1, height - 1)}


def test_pips_can_be_counted() -> None:
    for size in SIZES:
        for face, count in PIPS.items():
            outlined = lit(die(face, *size)) & inside(size)
            assert len(pieces(outlined)) == count
            filled = inside(size) - lit(die(face, *size, filled=True))
            # the rounded corners of the body belong to no pip
            dark = [piece for piece in pieces(filled) if len(piece) > 1]
            assert len(dark) == count
            struck = lit(die(face, *size, Mark.STRUCK))
            assert outlined <= struck


def test_every_mark_looks_different() -> None:
    for size in SIZES:
        for face in FACES:
            looks = [
                die(face, *size, mark, filled=filled).tobytes()
                for mark in Mark
                for filled in (False, True)
            ]
            assert len(set(looks)) == len(looks)


def test_every_face_looks_different() -> None:
    for size in [*SIZES, (9, 9)]:
        pictures = {face: lit(die(face, *size)) for face in FACES}
        for one, other in itertools.combinations(FACES, 2):
            assert pictures[one] != pictures[other]


def test_pictures_are_far_from_alike() -> None:
    for size in SIZES:
        pictures = [lit(die(face, *size)) for face in Face if face not in PIPS]
        for one, other in itertools.combinations(pictures, 2):
            assert len(one ^ other) >= 30


def test_a_picture_does_not_touch_the_edge() -> None:
    for size in SIZES:
        for face in Face:
            signs = lit(die(face, *size)) & inside(size)
            edge = {(x, y) for x, y in signs if x in {1, size[0] - 2} or y in {1, size[1] - 2}}
            assert not edge
