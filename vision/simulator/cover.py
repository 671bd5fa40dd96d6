"""Measures how much of the top of a die is covered by a hand or another die."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry import Frame
from vision.simulator.camera import Camera
from vision.simulator.dice import EDGE, Floats, Pose

_WITHIN = 3 * EDGE
"""Dice whose middles are farther apart cannot hide each other."""


def by_hand(camera: Camera, pose: Pose, hand: Frame) -> float:
    """Return the part of the top below a hand, whose cover is 0 to 255 for each pixel."""
    mask = np.zeros(hand.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(camera.project(pose.top())).astype(np.int32), 1)
    return float(hand[mask > 0].mean()) / 255


def by_dice(camera: Camera, poses: Sequence[Pose], solids: Sequence[Floats]) -> list[float]:
    """Return the part of each top behind other dice; `solids` are the corners of all."""
    away = [float(np.linalg.norm(pose.centre - camera.place)) for pose in poses]
    found = []
    for pose, far in zip(poses, away, strict=True):
        before = [
            solid
            for other, near, solid in zip(poses, away, solids, strict=True)
            if near < far and np.linalg.norm(other.centre - pose.centre) < _WITHIN
        ]
        top = _outline(camera, pose.top())
        hidden = sum(cv2.intersectConvexConvex(top, _outline(camera, one))[0] for one in before)
        found.append(min(1.0, hidden / cv2.contourArea(top)))
    return found


def _outline(camera: Camera, points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(camera.project(points).astype(np.float32)))
