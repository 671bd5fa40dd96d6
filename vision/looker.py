"""A close look at each place: which face lies on top, and what is wrong with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chances import softmax
from vision.model import load
from vision.plane import Top
from vision.pyramid import Pyramid
from vision.reading import Frame
from vision.shape import Shape

SIDE, REACH = 72, 1.9
"""Pixels of a crop, and how far it reaches in half edges: the sides of the die are in view, by
which a side that is taken for the top gives itself away."""
WIDE, WIDE_SIDE = 3.4, 112
"""A wide view reaches so many half edges, and has so many pixels: what a die leans on, its foot and
its shadow are seen, and whether what lies at it runs on below."""
FACES, FLAGS, EMBEDDING = 8, 4, 64
"""Nothing, pips 1-6, a drawing; leaning, covered, glaring, blurred; numbers that tell art apart."""
CORNERS = slice(FACES + FLAGS, FACES + FLAGS + 8)
DOWN = slice(CORNERS.stop, CORNERS.stop + 2)
ASTRAY = DOWN.stop
"""Where these stand in an answer; the embedding comes last. `ASTRAY` is the logarithm of how far
off the way down may be told, each way."""

TOLD, FOOTING = "told", "footing"
"""What the two nets in the looker's file answer: of a close look, and of a wide view."""
NOTHING, DRAWING = 0, 7
CLEAR = 0.975
"""A look as sure as this needs no second one."""
_QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])
_FROM_ALL_SIDES = (
    (np.eye(2), 1.0), (_QUARTER, 1.12), (_QUARTER @ _QUARTER, 1.0), (_QUARTER.T, 1.12),
)  # fmt: skip
"""Wide views of one place, some of them from a little farther."""
_OTHERS = ((_QUARTER, 1.0), (_QUARTER @ _QUARTER, 1.12), (_QUARTER.T, 0.9))
"""Where a look is not clear: from the other sides, a little nearer and farther."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a close look told.

    `down` leads from the middle of the top to the middle of the side it lies on, in pixels;
    `astray` is about how far off it may be, as a part of the edge: far where no side is seen.
    """

    faces: NDArray[np.float32]
    leaning: float
    covered: float
    glare: float
    blurred: float
    shape: Shape
    down: NDArray[np.float64]
    astray: float
    embedding: NDArray[np.float32]

    @cached_property
    def top(self) -> Top:
        """The face as it shows how the table lies."""
        return Top(self.shape, self.down, self.astray)


class Looker:
    """Looks at top faces, each straightened and cut out of the full picture."""

    def __init__(self) -> None:
        self._close = load("looker.onnx", TOLD)

    @cached_property
    def _wide(self) -> cv2.dnn.Net:
        """Most throws need it not; nor is it there before it has learned."""
        return load("looker.onnx", FOOTING)

    def look(
        self,
        picture: Pyramid,
        shapes: Sequence[Shape],
        *,
        closely: bool = False,
        worth: Callable[[int, Look], bool] | None = None,
    ) -> list[Look]:
        """One look for each place; where it is not clear, or `closely`, three more.

        `worth` may say of a place, by its number and its first look, that it is not worth them.
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
        """How likely each die leans, by what is about its foot; these are their tops."""
        views = [
            Shape(shape.middle, turn * shape.edge / 2 * by)
            for shape in shapes
            for turn, by in _FROM_ALL_SIDES
        ]
        told = _run(self._wide, [crop(picture, view, WIDE, WIDE_SIDE) for view in views])
        each = np.array(told).reshape(len(shapes), len(_FROM_ALL_SIDES))
        return [1 / (1 + float(np.exp(-mean))) for mean in each.mean(1)]

    def embeddings(self, crops: Sequence[Frame]) -> NDArray[np.float32]:
        """One for each crop, as it looks from all four sides."""
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
    """A top face as the looker sees it."""
    return picture.cut(shape.from_square(side, reach), (side, side))


def _other_views(told: NDArray[np.float32], shape: Shape) -> list[Shape]:
    """More views of a place, about the corners that the first look saw."""
    better = _refined(told[CORNERS].reshape(4, 2), shape)
    return [Shape(better.middle, better.half @ turn * scale) for turn, scale in _OTHERS]


def _unclear(told: NDArray[np.float32]) -> bool:
    return float(softmax(told[:FACES]).max()) < CLEAR


def _answer(told: NDArray[np.float32], views: Sequence[Shape]) -> Look:
    flags = 1 / (1 + np.exp(-told[:, FACES : FACES + FLAGS]))
    leaning, covered, glare, blurred = (float(v) for v in flags.max(0))
    return Look(
        softmax(told[:, :FACES]).astype(np.float32).mean(0), leaning, covered, glare, blurred,
        _seen_together(told, views),
        np.mean([view.half @ one[DOWN] for view, one in zip(views, told, strict=True)], 0),
        float(np.exp(told[:, ASTRAY]).mean()) / 2,
        _embedding(told),
    )  # fmt: skip


def _embedding(told: NDArray[np.float32]) -> NDArray[np.float32]:
    """What several views of one face have in common."""
    views = told[:, ASTRAY + 1 :]
    mean = (views / np.linalg.norm(views, axis=1, keepdims=True)).mean(0)
    return np.asarray(mean / np.linalg.norm(mean), np.float32)


def _seen_together(told: NDArray[np.float32], views: Sequence[Shape]) -> Shape:
    """The place as all views of it saw its corners, each turned back."""
    turns = (np.eye(2), *(turn for turn, _ in _OTHERS))
    seen = [
        _refined(one[CORNERS].reshape(4, 2), view) for view, one in zip(views, told, strict=True)
    ]
    half = [shape.half @ turn.T for shape, turn in zip(seen, turns, strict=False)]
    return Shape(np.mean([shape.middle for shape in seen], 0), np.mean(half, 0))


def _refined(corners: NDArray[np.float32], view: Shape) -> Shape:
    """The place again, as the close look saw its corners (in order of their angle)."""
    middle = corners.mean(0).astype(np.float64)
    a = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    b = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    half = np.stack([a, b], 1).astype(np.float64)
    better = Shape(view.middle + view.half @ middle, view.half @ half)
    likely = 0.6 < better.edge / view.edge < 1.6 and view.holds(better.middle, 0.6)
    return better if likely else view
