"""Finds where dice may lie: a net looks at the whole picture, again only in doubt."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Frame, Matrix, Shape, half_edges, scale_of
from vision.nets import load
from vision.nets.softmax import softmax
from vision.stages import limits
from vision.stages.pyramid import Pyramid

STRIDE = 4
USUAL, FAR = (640, 480), (320, 256)
"""Sizes of the whole picture for the net. Most throws need only the usual one."""
NEAR = 0.55
"""The width of each of the four parts for the view from near, as a part of the picture."""
MARGIN = 16
"""A die this near to the margin of a part, in the finder's pixels, is left to another view."""
WIDER = 1.175
"""The extent of the view beyond the margin of the picture."""
LARGE = 16
"""The view from far ignores dice with a shorter edge, in its pixels, because it takes several close
ones for one.
"""
SMALL = 26
"""Dice with a shorter edge in the usual view are worth a nearer one."""
LARGER = 1.3
"""But only if the picture is this many times larger than that view."""
MOST = 28
"""The most places in one view, which is more dice than any game has."""
SPOT = 0.7
"""Places whose middles are this near are at the same spot."""

Size = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Place:
    """A place where a die may lie, the finder's belief, and its guess (1-6, drawing)."""

    shape: Shape
    belief: float
    guess: NDArray[np.float32]


class Finder:
    """Finds the top faces of dice."""

    def __init__(self) -> None:
        self._net = load("finder.onnx")

    def find(self, picture: Pyramid, size: Size = USUAL) -> list[Place]:
        """Return all places, strongest first; of rivals for a spot, the stronger."""
        there = _fit(picture.frame, size)
        return apart(_moved(self._look(picture, there, size), there))

    def find_again(self, picture: Pyramid, places: list[Place]) -> list[Place]:
        """Return the same places and more, seen from far, and from near if something is small."""
        least = LARGE * scale_of(_fit(picture.frame, FAR))
        far = [place for place in self.find(picture, FAR) if place.shape.edge >= least]
        places = apart(places + far)
        there = _fit(picture.frame, USUAL)
        share = scale_of(there)
        if share > LARGER and any(place.shape.edge < SMALL * share for place in places):
            for corner in _CORNERS:
                part = _part(there, corner, NEAR)
                seen = self._look(picture, part, USUAL)
                places += _moved([place for place in seen if _well_inside(place, corner)], part)
        return apart(places)

    def find_cut(self, picture: Pyramid) -> list[Place]:
        """Return all places again, and those whose middle lies beyond the margin."""
        there = _part(_fit(picture.frame, USUAL), (0.5, 0.5), WIDER)
        return apart(_moved(self._look(picture, there, USUAL, drawn_out=True), there))

    def _look(
        self, picture: Pyramid, there: Matrix, size: Size, *, drawn_out: bool = False
    ) -> list[Place]:
        seen = picture.cut(there, size, drawn_out=drawn_out)
        self._net.setInput(cv2.dnn.blobFromImage(seen, 1 / 255, mean=(127.5,) * 3, swapRB=True))
        return _places(np.asarray(self._net.forward(), np.float32)[0])


def _moved(places: list[Place], there: Matrix) -> list[Place]:
    return [Place(place.shape.turned(there), place.belief, place.guess) for place in places]


_CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))
"""The four parts."""


def _part(there: Matrix, at: tuple[float, float], across: float) -> Matrix:
    """Return the part of the usual view; 0 is left or above, 1 right or below."""
    begins = (1 - across) * np.multiply(at, USUAL)[:, None]
    return np.concatenate([there[:, :2] * across, there[:, 2:] + there[:, :2] @ begins], 1)


def _well_inside(place: Place, corner: Size) -> bool:
    """Return whether the part's margin does not cut the die, except where the picture ends."""
    slack = MARGIN + place.shape.edge / 2
    return all(
        at < length - slack if which == 0 else at > slack
        for at, length, which in zip(place.shape.middle, USUAL, corner, strict=True)
    )


def _fit(frame: Frame, size: Size) -> Matrix:
    """Return the map from the view to the picture; an upright picture is laid on its side."""
    height, width = frame.shape[:2]
    if height > width:
        scale = max(height / size[0], width / size[1])
        turn = np.array([[0.0, -scale], [scale, 0.0]])
    else:
        scale = max(width / size[0], height / size[1])
        turn = np.array([[scale, 0.0], [0.0, scale]])
    middle = np.array([width, height]) / 2 - turn @ np.array(size) / 2
    return np.concatenate([turn, middle[:, None]], 1)


def _places(told: NDArray[np.float32]) -> list[Place]:
    belief = 1 / (1 + np.exp(-told[0]))
    top = cv2.dilate(belief, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((belief == top) & (belief > limits.MAYBE))
    order = np.argsort(-belief[rows, columns], kind="stable")[:MOST]
    found = []
    for y, x in zip(rows[order], columns[order], strict=True):
        here = told[:, y, x]
        middle = (np.array([x, y]) + 0.5 + here[1:3]) * STRIDE
        guess = softmax(here[8:]).astype(np.float32)
        found.append(Place(Shape(middle, half_edges(here[3:8])), float(belief[y, x]), guess))
    return found


def apart(places: list[Place]) -> list[Place]:
    """Return the strongest place of each spot, strongest first."""
    kept: list[Place] = []
    for place in sorted(places, key=lambda place: -place.belief):
        middle = place.shape.middle
        if not any(
            other.shape.holds(middle, SPOT) or place.shape.holds(other.shape.middle, SPOT)
            for other in kept
        ):
            kept.append(place)
    return kept[: 2 * MOST]
