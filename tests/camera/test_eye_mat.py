"""The eye over a mat: real pictures, the real reader."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.camera.mat import MatSeen
from firmware.camera.readers import make_reader
from firmware.camera.regions import MatView, OnMat
from firmware.camera.table_camera import TableCamera
from firmware.errors import CameraTrouble
from firmware.simulator.camera import Conditions, SimulatedCamera
from firmware.speech.words import Words
from rules.dice import BARBECUE, Face
from tests.harness.marks import MORE
from tests.vision.test_mat import found, with_markers
from vision.geometry import Frame
from vision.mat.markers import COUNT
from vision.mat.placing import Zone
from vision.reader import Reader
from vision.reading import Doubt, ReadDie, Reading
from vision.stages.context import Context

pytestmark = pytest.mark.skipif(
    not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"), reason="OpenCV is older than 4.7"
)

THROWN = (Face.ONE, Face.WORM, Face.THREE)
KEPT = (Face.TWO, Face.TWO, Face.SIX, Face.SIX, Face.FOUR)
NOT_YET = lambda: False  # noqa: E731


def camera() -> SimulatedCamera:
    made = SimulatedCamera(BARBECUE, seed=4)
    made.conditions = Conditions(mat=True)
    made.put(THROWN, KEPT)
    return made


class Changed:
    """The same camera, its pictures changed."""

    def __init__(self, change: str) -> None:
        self._camera, self._change = camera(), change
        self._began: float | None = None

    def frames(self) -> Iterator[tuple[float, Frame]]:
        for at, frame in self._camera.frames():
            self._began = at if self._began is None else self._began
            if self._change == "mirrored":
                yield at, np.ascontiguousarray(frame[:, ::-1])
            elif self._change == "covered at first":
                covered = frame.copy()
                covered[:, :330] = covered[:, 950:] = 90
                yield at, covered if at < self._began + 0.05 else frame
            elif self._change == "upside down":
                yield at, np.ascontiguousarray(frame[::-1, ::-1])
            elif self._change == "another version":
                yield at, with_markers(frame, range(COUNT, COUNT + 4))
            elif self._change == "pushed":
                yield at, np.roll(frame, 40, axis=1) if at < self._began + 0.05 else frame
            else:
                yield at, np.ascontiguousarray(np.hstack([frame[:, 100:], frame[:, 100:]]))

    def close(self) -> None:
        self._camera.close()


def faces(dice: Sequence[ReadDie] | None) -> list[str]:
    assert dice is not None
    return sorted(die.face for die in dice)


def looked(eye: TableCamera, expected: int, total: int | None) -> Reading:
    reading = eye.look(BARBECUE, frozenset({expected}), lambda _part: None, NOT_YET, total)
    assert reading is not None
    return reading


def test_dice_thrown_and_dice_aside_are_told_apart() -> None:
    reading = looked(TableCamera(camera(), make_reader), 3, 8)
    assert reading.accepted
    assert faces(reading.dice) == sorted(THROWN)
    assert faces(reading.aside) == sorted(KEPT)


def test_where_no_dice_are_laid_aside_both_zones_are_one() -> None:
    reading = looked(TableCamera(camera(), make_reader), 8, None)
    assert reading.accepted
    assert faces(reading.dice) == sorted(THROWN + KEPT)
    assert reading.aside is None


def test_another_count_than_expected_is_for_whoever_knows_what_lies_aside() -> None:
    reading = looked(TableCamera(camera(), make_reader), 5, 8)
    assert reading.accepted
    assert len(reading.dice) == len(THROWN)


@pytest.mark.parametrize("change", ["covered at first", "pushed", MORE("upside down")])
def test_what_counts_is_where_the_mat_lies_at_rest(change: str) -> None:
    reading = looked(TableCamera(Changed(change), make_reader), 3, 8)
    assert reading.accepted
    assert faces(reading.dice) == sorted(THROWN)
    assert faces(reading.aside) == sorted(KEPT)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("mirrored", "mirrored"),
        ("two", "Two mats"),
        ("another version", "another version"),
    ],
)
def test_a_mat_that_would_mislead_is_told(change: str, word: str) -> None:
    with pytest.raises(CameraTrouble) as trouble:
        looked(TableCamera(Changed(change), make_reader), 3, 8)
    assert word in Words().error(trouble.value)


@pytest.mark.proof
def test_whoever_is_shown_the_picture_is_shown_the_mat() -> None:
    eye = TableCamera(camera(), make_reader)
    shown: list[OnMat | None] = []
    glanced: list[MatSeen | CameraTrouble | None] = []
    eye.show(lambda _f, _r, mat: shown.append(mat), lambda _f, mat: glanced.append(mat))
    looked(eye, 3, 8)
    looked(eye, 8, None)
    mat, one = shown
    assert mat is not None
    assert set(mat.zones) == {"throw", "keep"}
    assert faces(mat.aside) == sorted(KEPT)
    assert one is not None
    assert set(one.zones) == {"both"}, "no dice are laid aside in this game"
    assert one.aside == ()
    assert eye.glance((96, 54)).mat == glanced[-1]
    assert isinstance(glanced[-1], MatSeen)
    assert (glanced[-1].paper, glanced[-1].markers) == ("a4", 4)


def test_a_doubt_about_a_die_aside_is_kept_for_whoever_is_shown_it() -> None:
    frame = next(frame for _, frame in camera().frames())
    view = MatView(found(frame))
    whole = Reader().read(frame, BARBECUE, {8}, Context(view.mat.covers, view.mat.edge))
    kept = [n for n, die in enumerate(whole.dice) if view.mat.zone(die.centre) is Zone.KEEP]
    doubted = replace(whole, doubts=(Doubt("glare", {"die": kept[2]}), Doubt("dark")))
    assert view.sorted(doubted, {3}).aside is None
    shown = view.shown(doubted, apart=True)
    assert shown.doubts == (Doubt("glare", {"die": 2}),)
    assert shown.aside[2] == whole.dice[kept[2]]


def test_a_die_aside_that_seems_to_lean_was_laid_there_by_hand() -> None:
    frame = next(frame for _, frame in camera().frames())
    view = MatView(found(frame))
    whole = Reader().read(frame, BARBECUE, {8}, Context(view.mat.covers, view.mat.edge))
    kept = [n for n, die in enumerate(whole.dice) if view.mat.zone(die.centre) is Zone.KEEP]
    thrown = next(n for n in range(len(whole.dice)) if n not in kept)
    leaning = [Doubt("leaning", {"die": number}) for number in (kept[0], thrown)]
    aside = view.sorted(replace(whole, doubts=(leaning[0],)), {3})
    assert aside.accepted
    assert faces(aside.aside or ()) == sorted(KEPT)
    assert view.shown(replace(whole, doubts=(leaning[0],)), apart=True).doubts == ()
    assert not view.sorted(replace(whole, doubts=(leaning[1],)), {3}).accepted
    dice = list(whole.dice)
    dice[kept[0]] = replace(dice[kept[0]], confidence=0.6)
    unsure = view.sorted(replace(whole, dice=tuple(dice), doubts=(leaning[0],)), {3})
    assert unsure.aside is None
    assert unsure.aside_unclear
