"""Taught dice for tests: looks that are no dice, but as good as any where nobody reads them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.stages.looker import EMBEDDING, SIDE

FACES = ("1", "2", "3", "sun", "moon")
"""Two of them are drawn."""


def look(seed: int) -> Frame:
    """Soft blots of colour."""
    blots = np.random.default_rng(seed).integers(0, 256, (6, 6, 3)).astype(np.uint8)
    large = cv2.resize(blots, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.uint8)


def axis(number: int) -> NDArray[np.float32]:
    """Return an embedding that is orthogonal to that of any other number."""
    vector = np.zeros(EMBEDDING, np.float32)
    vector[number] = 1
    return vector


def taught(name: str = "Sky", faces: tuple[str, ...] = FACES, looks: int = 2) -> Taught:
    """Return a set with this number of looks at each drawn face."""
    drawn = [face for face in faces if not face.isdigit()]
    return Taught(
        name,
        faces,
        {face: tuple(look(10 * n + k) for k in range(looks)) for n, face in enumerate(drawn)},
    )
