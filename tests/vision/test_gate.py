"""The gate: no change to the reader or its model may read these pictures worse than before."""

import cv2
import pytest

from rules.dice import Face
from tools import make_gate as gate

SLACK = 1
"""So many pictures may come out worse: compilers and versions of OpenCV differ a little."""


class TestPictures:
    def test_every_file_is_known_and_there(self) -> None:
        known = [picture.file for picture in gate.pictures()]
        assert sorted(known) == sorted(path.name for path in gate.FOLDER.glob("*.jpg"))
        assert known == [name for name, _ in gate.scenes()]

    def test_they_are_small_enough_to_be_kept(self) -> None:
        assert sum(path.stat().st_size for path in gate.FOLDER.iterdir()) < 5_000_000

    def test_all_that_can_lie_there_lies_there(self) -> None:
        known = gate.pictures()
        for dice_set in gate.SETS:
            own = [picture for picture in known if picture.dice_set == dice_set.name]
            assert len(own) == 12
            assert {die.face for picture in own for die in picture.dice} == set(dice_set.faces)
        counts = {len(picture.dice) for picture in known if picture.spoilt is None}
        assert counts == set(range(9))
        assert {picture.spoilt for picture in known} == {None, *gate.SPOILS}

    def test_the_truth_lies_in_the_picture(self) -> None:
        width, height = gate.SIZE
        for picture in gate.pictures():
            if picture.spoilt != "cut_off":
                corners = [corner for die in picture.dice for corner in die.corners]
                assert all(0 < x < width and 0 < y < height for x, y in corners)
        frame = gate.pictures()[0].frame()
        assert frame.shape == (height, width, 3)

    def test_a_scene_still_shows_what_was_written_down(self) -> None:
        """The renderer may change; then the pictures stay, and so does their truth."""
        for (_, scene), picture in zip(gate.scenes(), gate.pictures(), strict=True):
            assert scene.faces == tuple(die.face for die in picture.dice)


@pytest.mark.proof
def test_no_figure_falls() -> None:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    results = gate.read_all()
    cv2.setNumThreads(before)
    now, then = gate.figures(results), gate.recorded()
    seen = f"\n{gate.table(results)}\nnow:  {now}\nthen: {then}"
    assert (now.readable, now.spoilt) == (then.readable, then.spoilt), seen
    assert now.wrong == 0, seen
    assert now.exact >= then.exact - SLACK, seen
    assert now.spoilt_accepted <= then.spoilt_accepted, seen
    assert now.spoilt_accepted_untold <= then.spoilt_accepted_untold + SLACK, seen


def test_the_table_tells_what_went_wrong() -> None:
    """Only that, and a claim that is not so stands out."""
    from vision.reading import ReadDie, Reading

    picture = gate.pictures()[0]
    dice = tuple(ReadDie(die.face, 0.99, die.corners) for die in picture.dice)
    right = Reading(dice)
    other = next(face for face in (Face.ONE, Face.TWO) if face is not dice[0].face)
    false = Reading((ReadDie(other, 0.99, dice[0].corners), *dice[1:]))
    fine, bad = gate.Result(picture, right, right), gate.Result(picture, false, right)
    assert (fine.exact, fine.wrong) == (True, False)
    assert (bad.exact, bad.wrong) == (False, True)
    assert gate.table([fine]).count("\n") == 0
    assert "told!" in gate.table([fine, bad])
    assert gate.figures([fine, bad]) == gate.Figures(2, 1, 0, 0, 0, 1)
