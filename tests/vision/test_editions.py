"""The invented edition: every face is drawn, none like another, and pips stay pips."""

import numpy as np

from rules.dice import Face
from vision.simulator.art import SIZE
from vision.simulator.editions import another_edition

NUMBERS = tuple(face for face in Face if face.isdecimal())


def test_every_face_is_drawn_within_the_die() -> None:
    for face in Face:
        art = another_edition(pips=False).face(face)
        assert art.shape == (SIZE, SIZE, 4)
        ink = art[..., 3] > 127
        assert 0.05 < ink.mean() < 0.6
        margin = SIZE // 32
        assert not np.concatenate([ink[:margin].ravel(), ink[:, :margin].ravel()]).any()
        assert not np.concatenate([ink[-margin:].ravel(), ink[:, -margin:].ravel()]).any()


def test_no_two_faces_are_alike() -> None:
    look = another_edition(pips=False)
    inks = [look.face(face)[..., 3] > 127 for face in Face]
    for number, ink in enumerate(inks):
        for other in inks[:number]:
            turns = [(np.rot90(other, turn) ^ ink).mean() for turn in range(4)]
            assert min(turns) > 0.08


def test_with_pips_only_the_pictures_differ() -> None:
    pips, pictures = another_edition(pips=True), another_edition(pips=False)
    assert set(pictures.pictures) - set(pips.pictures) == set(NUMBERS)
    for face in set(Face) - set(NUMBERS):
        assert np.array_equal(pips.face(face), pictures.face(face))
