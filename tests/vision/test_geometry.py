"""The shape of a top face: corners, what lies on it, and how the finder tells it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tables import area
from vision.geometry import UNIT, Shape, half_edges

SQUARE = Shape(np.array([100.0, 50.0]), np.array([[20.0, 0.0], [0.0, 20.0]]))
MIRRORED = Shape(SQUARE.middle, SQUARE.half[:, ::-1])


def rotation(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def outline(shape: Shape) -> NDArray[np.float64]:
    """Its corners in an order that does not depend on where the face begins."""
    return np.array(sorted(np.round(shape.corners, 2).tolist()))


def some_halves(count: int) -> list[NDArray[np.float64]]:
    """Half edges of faces as cameras see them: turned, foreshortened, sheared, mirrored too."""
    rng = np.random.default_rng(5)
    halves = []
    for number in range(count):
        stretch = np.diag([1.0, rng.uniform(0.45, 1.0)])
        view = rotation(rng.uniform(0, 7)) @ stretch @ rotation(rng.uniform(0, 7))
        mirror = np.diag([1.0, -1.0 if number % 2 else 1.0])
        halves.append(np.exp(rng.uniform(np.log(4), np.log(150))) * view @ mirror)
    return halves


class TestCorners:
    def test_a_square(self) -> None:
        assert np.array(SQUARE.corners).tolist() == [[80, 30], [120, 30], [120, 70], [80, 70]]
        assert SQUARE.edge == pytest.approx(40)

    def test_they_run_clockwise_about_the_middle(self) -> None:
        for half in some_halves(8):
            shape = Shape(np.array([7.0, 9.0]), half)
            assert area(shape.corners) == pytest.approx(shape.edge**2)
            assert np.mean(shape.corners, axis=0) == pytest.approx((7, 9))
        assert area(MIRRORED.corners) == pytest.approx(1600)
        assert outline(MIRRORED) == pytest.approx(outline(SQUARE))


class TestAround:
    def test_a_little_to_every_side(self) -> None:
        for half in some_halves(4):
            shape = Shape(np.array([70.0, 90.0]), half)
            beside, larger, smaller = shape.around(0.1)[:4], *shape.around(0.1)[4:]
            steps = np.array([other.middle - shape.middle for other in beside])
            edges = 2 * half.T
            around = np.stack([edges[0], -edges[0], edges[1], -edges[1]])
            assert steps == pytest.approx(0.1 * around)
            assert all(other.edge == pytest.approx(shape.edge) for other in beside)
            assert larger.edge == pytest.approx(1.1 * shape.edge)
            assert smaller.edge == pytest.approx(0.9 * shape.edge)


class TestHolds:
    def test_what_lies_on_the_face(self) -> None:
        """Reach is in faces, and inside is told in half edges."""
        for shape in (SQUARE, MIRRORED):
            assert shape.holds((100, 50))
            assert shape.holds((119, 69))
            assert not shape.holds((121, 50))
            assert not shape.holds(np.array([100.0, 29.0]))
        assert SQUARE.holds((139, 50), reach=2)
        assert not SQUARE.holds((141, 50), reach=2)
        assert not SQUARE.holds((115, 50), reach=0.7)
        for half in some_halves(6):
            shape = Shape(np.array([70.0, 90.0]), half)
            assert shape.inside(shape.middle + half @ (0.3, -1.2)) == pytest.approx((0.3, -1.2))
            for corner in shape.corners:
                assert shape.holds(corner, reach=1.001)
                assert not shape.holds(corner, reach=0.999)


class TestMoves:
    def test_moved_scales_first(self) -> None:
        moved = SQUARE.moved(2, (10, -5))
        assert moved.middle == pytest.approx((210, 95))
        assert moved.edge == pytest.approx(80)

    def test_turned_takes_the_corners_along(self) -> None:
        onto = np.array([[0.0, 0.5, 3.0], [-0.5, 0.0, 4.0]])
        turned = SQUARE.turned(onto)
        expected = np.array(SQUARE.corners) @ onto[:, :2].T + onto[:, 2]
        assert np.array(sorted(expected.tolist())) == pytest.approx(outline(turned))
        assert area(turned.corners) == pytest.approx(400)


class TestTold:
    def test_a_square_face(self) -> None:
        told = np.array([np.log(40 / UNIT), 0, 0, 1, 0], np.float32)
        assert half_edges(told) == pytest.approx(np.diag([20.0, 20.0]), abs=1e-3)

    def test_the_turn_is_told_four_times(self) -> None:
        for degrees in (-40, -10, 25, 44):
            angle = np.radians(degrees)
            told = np.array([0, 0, 0, np.cos(4 * angle), np.sin(4 * angle)], np.float32)
            assert half_edges(told) == pytest.approx(UNIT / 2 * rotation(angle), abs=1e-3)

    def test_the_stretch_keeps_the_size(self) -> None:
        told = np.array([0.3, 0.2, -0.4, 0.5, 0.1], np.float32)
        edge = Shape(np.zeros(2), half_edges(told)).edge
        assert edge == pytest.approx(np.exp(0.3) * UNIT, rel=1e-3)

    def test_nonsense_stays_a_face(self) -> None:
        """Whatever a net tells, there is a way from the face back to the picture."""
        for value in (-50.0, 50.0):
            half = half_edges(np.full(5, value, np.float32))
            assert np.isfinite(half).all()
            assert np.isfinite(np.linalg.inv(half)).all()

    def test_nor_does_it_shrink_however_far_it_is_stretched(self) -> None:
        for told_by in (1.9, 2.0746, 2.1, 3.0, 50.0):
            half = half_edges(np.array([0, 0.6 * told_by, -0.8 * told_by, 1, 0], np.float32))
            assert Shape(np.zeros(2), half).edge == pytest.approx(UNIT, rel=1e-3)
            assert np.linalg.det(half) > 0

    def test_it_undoes_what_training_tells(self) -> None:
        pytest.importorskip("torch")
        from vision.training.targets import shapes

        halves = some_halves(60)
        told = shapes(np.stack(halves).reshape(-1, 4).astype(np.float32))
        for half, numbers in zip(halves, told, strict=True):
            back = Shape(np.zeros(2), half_edges(numbers))
            true = Shape(np.zeros(2), half)
            assert outline(back) == pytest.approx(outline(true), abs=0.01 * true.edge)

    def test_training_goes_back_the_same_way(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training import targets

        told = np.random.default_rng(3).normal(0, 0.7, (40, 5)).astype(np.float32)
        theirs = targets.half_edges(torch.from_numpy(told)).numpy()
        ours = np.stack([half_edges(numbers) for numbers in told])
        assert ours == pytest.approx(theirs, rel=1e-3, abs=1e-3)
