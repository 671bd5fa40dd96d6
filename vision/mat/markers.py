"""The markers of the mat: small black squares with a number in them, from OpenCV's ArUco."""

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import MatTrouble
from vision.reading import Frame

MODULES = 7
"""A marker is so many squares wide, with its black rim."""

Floats = NDArray[np.floating[Any]]


def pattern(number: int) -> NDArray[np.bool_]:
    """Which squares of a marker are black, row by row from the upper left."""
    drawn = _aruco().generateImageMarker(_dictionary(), number, MODULES)
    return np.asarray(drawn) < 128


def seen(frame: Frame) -> list[tuple[int, Floats]]:
    """Every marker in a picture: its number, and its corners clockwise from its own upper left."""
    corners, numbers, _ = _detector().detectMarkers(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return []
    return [
        (int(number), np.asarray(four, np.float64).reshape(4, 2))
        for number, four in zip(np.ravel(numbers), corners, strict=True)
    ]


def _aruco() -> Any:  # noqa: ANN401  # a module of OpenCV that some builds lack
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        raise MatTrouble("mat_no_markers")
    return cv2.aruco


@cache
def _dictionary() -> Any:  # noqa: ANN401  # OpenCV's own
    return _aruco().getPredefinedDictionary(_aruco().DICT_5X5_50)


@cache
def _detector() -> Any:  # noqa: ANN401  # OpenCV's own
    settings = _aruco().DetectorParameters()
    settings.cornerRefinementMethod = _aruco().CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    return _aruco().ArucoDetector(_dictionary(), settings)
