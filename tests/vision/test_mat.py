"""The printed mat: its sheet, where it lies before the camera, and the dice in its zones."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from rules.dice import BARBECUE, Face
from tests.harness.marks import MORE
from vision.errors import MatTrouble
from vision.geometry import Frame
from vision.mat.markers import COUNT, KNOWN, pattern
from vision.mat.placing import DIE, Lens, Mat, Zone, find_mat
from vision.mat.sheet import GAP, MARGIN, Area, Paper, Sheet, sheet_of
from vision.reader import Reader
from vision.reading import Point
from vision.simulator.scene import LIGHTS, SURFACES, Scene, Shot, render
from vision.stages.context import Context

pytestmark = pytest.mark.skipif(
    not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"), reason="OpenCV is older than 4.7"
)

THROWN = (Face.ONE, Face.WORM, Face.THREE, Face.FOUR)
KEPT = (Face.WORM, Face.WORM, Face.TWO, Face.SIX)


def scene(number: int, **fixed: object) -> Scene:
    rng = np.random.default_rng([number, 8])
    made = Scene(
        BARBECUE,
        THROWN,
        seed=number,
        place=number,
        light=LIGHTS[number % len(LIGHTS)],
        surface=SURFACES[number % len(SURFACES)],
        tilt=float(rng.uniform(0, 25)),
        distance=float(rng.uniform(33, 42)),
        edge=float(rng.uniform(45, 52)),
        mat=Paper.A4,
        kept=KEPT,
        bend=float(rng.uniform(-0.12, 0.06)),
    )
    return replace(made, **fixed)  # type: ignore[arg-type]


def found(frame: Frame) -> Mat:
    mat = find_mat(frame)
    assert mat is not None
    return mat


@pytest.fixture(scope="module")
def shot() -> Shot:
    return render(scene(3))


@pytest.mark.parametrize("paper", Paper)
def test_zones_and_markers_keep_clear_of_each_other(paper: Paper) -> None:
    sheet = Sheet(paper)
    width, height = sheet.size
    areas = [sheet.throw, sheet.keep, sheet.ruler, *sheet.markers.values()]
    for area in areas:
        assert area.left >= MARGIN
        assert area.top >= MARGIN
        assert area.right <= width - MARGIN + 0.01
        assert area.bottom <= height - MARGIN + 0.01
    for one, two in combinations(areas, 2):
        apart = (one.right, one.bottom, two.right, two.bottom)
        across = max(two.left - apart[0], one.left - apart[2])
        down = max(two.top - apart[1], one.top - apart[3])
        assert max(across, down) >= GAP - 0.01


def test_every_marker_tells_its_sheet() -> None:
    numbers = [number for paper in Paper for number in Sheet(paper).markers]
    assert len(set(numbers)) == len(numbers) == 4 * len(Paper)
    for paper in Paper:
        assert {sheet_of(number) for number in Sheet(paper).markers} == {Sheet(paper)}


def test_no_marker_is_nearly_another_turned_or_mirrored() -> None:
    inner = [pattern(number)[1:-1, 1:-1] for number in range(KNOWN)]
    every = [*inner, *(each[:, ::-1] for each in inner[:COUNT])]
    for one, two in combinations(every, 2):
        assert min(int((np.rot90(one, turns) ^ two).sum()) for turns in range(4)) >= 5


@pytest.mark.parametrize("number", [0, 1, *map(MORE, range(2, 6))])
def test_pose_lens_and_scale_are_known_in_one_shot(number: int) -> None:
    asked = scene(number)
    shot = render(asked)
    mat = found(shot.frame)
    assert mat.tilt == pytest.approx(asked.tilt, abs=1)
    dice_lie_in_their_zones(shot, mat)
    for die in shot.dice:
        corners = np.array(die.corners)
        x, y = corners.mean(axis=0)
        edge = np.sqrt(cv2.contourArea(corners.astype(np.float32)))
        assert mat.edge((x, y)) == pytest.approx(edge, rel=0.02)
        there = mat.place((x, y), DIE)
        assert mat.picture([there], DIE)[0] == pytest.approx((x, y), abs=0.5)


def dice_lie_in_their_zones(shot: Shot, mat: Mat, *, upside_down: bool = False) -> None:
    height, width = shot.frame.shape[:2]
    for nth, die in enumerate(shot.dice):
        x, y = np.array(die.corners).mean(axis=0)
        pixel = (width - 1 - x, height - 1 - y) if upside_down else (x, y)
        assert mat.zone(pixel) is (Zone.THROW if nth < len(THROWN) else Zone.KEEP)


@pytest.mark.parametrize("paper", Paper)
def test_each_paper_is_known(paper: Paper) -> None:
    far = {"distance": 45.0, "edge": 36.0} if paper is Paper.A3 else {}
    assert found(render(scene(2, mat=paper, **far)).frame).sheet.paper is paper


def without(frame: Frame, mat: Mat, numbers: tuple[int, ...]) -> Frame:
    """Return the picture with something on these markers."""
    covered = frame.copy()
    for number in numbers:
        outline = mat.outline(mat.sheet.markers[number])
        cv2.fillPoly(covered, [np.rint(outline).astype(np.int32)], (200, 180, 160))
    return covered


def test_two_of_four_markers_suffice_and_one_is_too_few(shot: Shot) -> None:
    whole = found(shot.frame)
    for hidden in combinations(range(4), 2):
        mat = find_mat(without(shot.frame, whole, hidden), whole.lens)
        assert mat is not None
        assert set(mat.markers) == set(range(4)) - set(hidden)
        dice_lie_in_their_zones(shot, mat)
        assert np.abs(mat.outline(mat.sheet.throw) - whole.outline(mat.sheet.throw)).max() < 12
    told = trouble(without(shot.frame, whole, (0, 1, 2)))
    assert (told.code, told.arguments["found"]) == ("mat_covered", 1)


def trouble(frame: Frame) -> MatTrouble:
    """Return the problem with the mat in this picture."""
    with pytest.raises(MatTrouble) as caught:
        find_mat(np.ascontiguousarray(frame))
    return caught.value


def test_a_table_without_a_mat() -> None:
    assert find_mat(render(scene(1, mat=None, kept=())).frame) is None


def test_a_mirrored_mat_and_two_of_them(shot: Shot) -> None:
    """Two of one kind, of two kinds, or of one that is known and one that is not."""
    assert trouble(shot.frame[:, ::-1]).code == "mat_mirrored"
    letter = render(scene(3, mat=Paper.LETTER)).frame
    unknown = with_markers(shot.frame, range(COUNT + 4, COUNT + 8))
    for other in (shot.frame, letter, unknown):
        assert trouble(np.hstack([shot.frame, other])).code == "mat_twice"


def with_markers(frame: Frame, numbers: Sequence[int]) -> Frame:
    """The same mat, but for what its markers say."""
    mat = found(frame)
    changed = frame.copy()
    for area, number in zip(mat.sheet.markers.values(), numbers, strict=False):
        black = pattern(number)
        size = len(black)
        step = (area.right - area.left) / size
        for row, column in np.ndindex(size, size):
            left, top = area.left + column * step, area.top + row * step
            cell = mat.outline(Area(left, top, left + step, top + step))
            ink = 20 if black[row, column] else 235
            cv2.fillPoly(changed, [np.rint(cell).astype(np.int32)], (ink, ink, ink))
    return changed


def test_a_mat_of_a_version_that_is_not_known(shot: Shot) -> None:
    """One such marker is left alone."""
    assert trouble(with_markers(shot.frame, range(COUNT, COUNT + 4))).code == "mat_unknown"
    assert set(found(with_markers(shot.frame, [COUNT])).markers) == {1, 2, 3}


def test_a_crumpled_mat(shot: Shot) -> None:
    """Markers that cannot lie on one flat sheet."""
    mat = found(shot.frame)
    torn = shot.frame.copy()
    x, y = mat.outline(mat.sheet.markers[0]).mean(axis=0).astype(int)
    piece = torn[y - 60 : y + 60, x - 60 : x + 60].copy()
    torn[y - 60 : y + 60, x - 60 : x + 60] = 200
    torn[y + 10 : y + 130, x - 30 : x + 90] = piece
    assert trouble(torn).code == "mat_bent"


def test_a_mat_that_lies_the_other_way_round_is_read_as_printed(shot: Shot) -> None:
    turned = np.ascontiguousarray(shot.frame[::-1, ::-1])
    dice_lie_in_their_zones(shot, found(turned), upside_down=True)


def test_a_known_lens_is_kept(shot: Shot) -> None:
    lens = Lens(0.9, -0.02)
    mat = find_mat(shot.frame, lens)
    assert mat is not None
    assert mat.lens.focal == pytest.approx(lens.focal, rel=1e-3)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("number", [0, *map(MORE, range(1, 4))])
def test_an_empty_mat_holds_no_dice(reader: Reader, number: int) -> None:
    frame = render(scene(number, faces=(), kept=())).frame
    assert reader.read(frame, BARBECUE, {0}).dice == ()


@pytest.mark.parametrize("number", [0, MORE(1), MORE(2)])
def test_dice_are_read_in_their_zones(reader: Reader, number: int) -> None:
    """Whatever is far larger or smaller than a die would be there is none."""
    shot = render(scene(number))
    mat = found(shot.frame)
    reading = reader.read(shot.frame, BARBECUE, {8}, Context(mat.covers, mat.edge))
    assert reading.accepted
    thrown = [die.face for die in reading.dice if mat.zone(die.centre) is Zone.THROW]
    assert sorted(thrown) == sorted(THROWN)
    assert reading.faces == tuple(sorted(THROWN + KEPT))
    for usual in (200.0, 15.0):
        context = Context(edge=replaced(usual))
        assert reader.read(shot.frame, BARBECUE, context=context).dice == ()


def replaced(edge: float) -> Callable[[Point], float]:
    """Return a function that gives dice this size everywhere."""
    return lambda _at: edge
