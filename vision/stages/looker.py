"""Looks closely at each place: which face lies on top, and what is wrong with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame, Shape
from vision.nets import load
from vision.nets.softmax import softmax
from vision.stages import limits
from vision.stages.pyramid import Pyramid
from vision.stages.table_pose import Top

SIDE, REACH = 72, 1.9
"""Pixels of a crop, and its extent in half edges. The sides of the die are visible too, so that a
side is not taken for the top.
"""
WIDE, WIDE_SIDE = 3.4, 112
"""The extent and pixels of a wide view, which shows the foot of the die, its shadow, and what it
leans on.
"""
FACES, FLAGS, EMBEDDING = 8, 4, 64
"""Nothing, pips 1-6, a drawing; leaning, covered, glare, blurred; numbers that distinguish
drawings.
"""
CORNERS = slice(FACES + FLAGS, FACES + FLAGS + 8)
DOWN = slice(CORNERS.stop, CORNERS.stop + 2)
ASTRAY = DOWN.stop
"""Their positions in an answer; the embedding comes last. `ASTRAY` is the logarithm of the
uncertainty of the way down, in each direction.
"""

NOTHING, DRAWING = 0, 7
_QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])
_FROM_ALL_SIDES = (
    (np.eye(2), 1.0), (_QUARTER, 1.12), (_QUARTER @ _QUARTER, 1.0), (_QUARTER.T, 1.12),
)  # fmt: skip
"""Wide views of one place, some of them from farther."""
_OTHERS = ((_QUARTER, 1.0), (_QUARTER @ _QUARTER, 1.12), (_QUARTER.T, 0.9))
"""Views for unclear looks: from the other sides, from nearer and farther."""


@dataclass(frozen=True, eq=False)
class Look:
    """The result of a close look.

    `down` leads from the middle of the top to the middle of the side it lies on, in pixels;
    `astray` is its uncertainty as a part of the edge, which is large if no side is visible.
    """

    faces: NDArray[np.float32]
    leaning: float
    covered: float
    glare: float
    shape: Shape
    down: NDArray[np.float64]
    astray: float
    embedding: NDArray[np.float32]

    @cached_property
    def top(self) -> Top:
        """The top for `vision.stages.table_pose`."""
        return Top(self.shape, self.down, self.astray)


class Looker:
    """Looks at top faces, each straightened and cut out of the full picture."""

    def __init__(self) -> None:
        self._close = load("looker.onnx")

    @cached_property
    def _wide(self) -> cv2.dnn.Net:
        """The net for wide views, loaded when first needed."""
        return load("footing.onnx")

    def look(
        self,
        picture: Pyramid,
        shapes: Sequence[Shape],
        *,
        closely: bool = False,
        worth: Callable[[int, Look], bool] | None = None,
    ) -> list[Look]:
        """Return a look for each place; take three more if it is unclear, or `closely` is set.

        `worth` receives the number and the first look of a place, and may refuse more looks.
        """
        told = [[view] for view in self._tell(picture, shapes)]
        views = [[shape] for shape in shapes]
        unclear = [
            number
            for number, (view,) in enumerate(told)
            if closely
            or (
                _unclear(view)
                and (worth is None or worth(number, _answer(view[None], views[number])))
            )
        ]
        for number in unclear:
            views[number] += _other_views(told[number][0], shapes[number])
        answers = iter(self._tell(picture, [view for n in unclear for view in views[n][1:]]))
        for number in unclear:
            told[number] += [next(answers) for _ in _OTHERS]
        return [_answer(np.stack(many), seen) for many, seen in zip(told, views, strict=True)]

    def unsteady(self, picture: Pyramid, shapes: Sequence[Shape]) -> list[float]:
        """Return how likely each die leans, judged by its surroundings."""
        views = [
            Shape(shape.middle, turn * shape.edge / 2 * by)
            for shape in shapes
            for turn, by in _FROM_ALL_SIDES
        ]
        told = _run(self._wide, [crop(picture, view, WIDE, WIDE_SIDE) for view in views])
        each = np.array(told).reshape(len(shapes), len(_FROM_ALL_SIDES))
        return [1 / (1 + float(np.exp(-mean))) for mean in each.mean(1)]

    def embeddings(self, crops: Sequence[Frame]) -> NDArray[np.float32]:
        """Return the embedding of each crop, from all four sides."""
        turned = [np.ascontiguousarray(np.rot90(crop, turn)) for crop in crops for turn in range(4)]
        told = _run(self._close, turned)
        parts = [np.stack(told[first : first + 4]) for first in range(0, len(told), 4)]
        return np.array([_embedding(part) for part in parts], np.float32).reshape(-1, EMBEDDING)

    def _tell(self, picture: Pyramid, shapes: Sequence[Shape]) -> list[NDArray[np.float32]]:
        return _run(self._close, [crop(picture, shape) for shape in shapes])


def _run(net: cv2.dnn.Net, crops: Sequence[Frame]) -> list[NDArray[np.float32]]:
    if not crops:
        return []
    net.setInput(cv2.dnn.blobFromImages(crops, 1 / 255, mean=(127.5,) * 3, swapRB=True))
    return list(np.asarray(net.forward(), np.float32).reshape(len(crops), -1))


def crop(picture: Pyramid, shape: Shape, reach: float = REACH, side: int = SIDE) -> Frame:
    """Return the crop of a top face."""
    return picture.cut(shape.from_square(side, reach), (side, side))


def _other_views(told: NDArray[np.float32], shape: Shape) -> list[Shape]:
    """Return more views of a place, around the corners that the first look saw."""
    better = _refined(told[CORNERS].reshape(4, 2), shape)
    return [Shape(better.middle, better.half @ turn * scale) for turn, scale in _OTHERS]


def _unclear(told: NDArray[np.float32]) -> bool:
    return float(softmax(told[:FACES]).max()) < limits.CLEAR


def _answer(told: NDArray[np.float32], views: Sequence[Shape]) -> Look:
    flags = 1 / (1 + np.exp(-told[:, FACES : FACES + FLAGS]))
    leaning, covered, glare, _ = (float(v) for v in flags.max(0))
    return Look(
        softmax(told[:, :FACES]).astype(np.float32).mean(0), leaning, covered, glare,
        _seen_together(told, views),
        np.mean([view.half @ one[DOWN] for view, one in zip(views, told, strict=True)], 0),
        float(np.exp(told[:, ASTRAY]).mean()) / 2,
        _embedding(told),
    )  # fmt: skip


def _embedding(told: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the common embedding of several views."""
    views = told[:, ASTRAY + 1 :]
    mean = (views / np.linalg.norm(views, axis=1, keepdims=True)).mean(0)
    return np.asarray(mean / np.linalg.norm(mean), np.float32)


def _seen_together(told: NDArray[np.float32], views: Sequence[Shape]) -> Shape:
    """Return the place from the corners in all views, each turned back."""
    turns = (np.eye(2), *(turn for turn, _ in _OTHERS))
    seen = [
        _refined(one[CORNERS].reshape(4, 2), view) for view, one in zip(views, told, strict=True)
    ]
    half = [shape.half @ turn.T for shape, turn in zip(seen, turns, strict=False)]
    return Shape(np.mean([shape.middle for shape in seen], 0), np.mean(half, 0))


def _refined(corners: NDArray[np.float32], view: Shape) -> Shape:
    """Return the place with the corners that the look saw, in order of their angle."""
    middle = corners.mean(0).astype(np.float64)
    a = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    b = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    half = np.stack([a, b], 1).astype(np.float64)
    better = Shape(view.middle + view.half @ middle, view.half @ half)
    likely = limits.SMALLEST < better.edge / view.edge < limits.LARGEST and view.holds(
        better.middle, 0.6
    )
    return better if likely else view
