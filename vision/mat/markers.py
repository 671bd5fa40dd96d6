"""The markers of the mat: small black squares with a number, from OpenCV's ArUco."""

from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import MatTrouble
from vision.geometry import Frame
from vision.mat.sheet import CORNERS, Paper

COUNT = CORNERS * len(Paper)
KNOWN = 32
"""All distinguishable markers; those from `COUNT` on are reserved for later sheets."""
LARGE = 1000
"""Wider pictures are first searched in a smaller copy."""
MODULES = 7
"""The squares across a marker, with its black rim."""

Floats = NDArray[np.floating[Any]]


def pattern(number: int) -> NDArray[np.bool_]:
    """Return which squares of a marker are black, row by row from the upper left."""
    drawn = _aruco().generateImageMarker(_dictionary(), number, MODULES)
    return np.asarray(drawn) < 128


class Seen(NamedTuple):
    """A marker in a picture; its corners go clockwise from its own upper left.

    A number of `COUNT` or more is on no known sheet.
    """

    number: int
    corners: Floats
    mirrored: bool = False


def seen(frame: Frame) -> list[Seen]:
    """Return every marker in a picture, even if mirrored."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    if grey.shape[1] >= LARGE:  # most tables have no mat, and must not wait for one
        small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        if _detector().detectMarkers(small)[1] is None:
            return []
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is None:
        return []
    return [
        Seen(int(number) % KNOWN, np.asarray(four, np.float64).reshape(4, 2), int(number) >= KNOWN)
        for number, four in zip(np.ravel(numbers), corners, strict=True)
    ]


def _aruco() -> Any:  # noqa: ANN401  # a module of OpenCV that some builds lack
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        raise MatTrouble("mat_no_markers")
    return cv2.aruco


@cache
def _dictionary() -> Any:  # noqa: ANN401  # OpenCV's own
    return _aruco().getPredefinedDictionary(_aruco().DICT_5X5_50)


def _sought() -> Any:  # noqa: ANN401  # OpenCV's own
    """Return all known markers, then those of our sheets mirrored."""
    code = _aruco().Dictionary.getByteListFromBits
    inner = [(~pattern(number)[1:-1, 1:-1]).astype(np.uint8) for number in range(KNOWN)]
    bits = [*inner, *(np.ascontiguousarray(each[:, ::-1]) for each in inner[:COUNT])]
    return _aruco().Dictionary(np.concatenate([code(each) for each in bits]), MODULES - 2, 2)


@cache
def _detector() -> Any:  # noqa: ANN401  # OpenCV's own
    settings = _aruco().DetectorParameters()
    settings.cornerRefinementMethod = _aruco().CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    return _aruco().ArucoDetector(_sought(), settings)
