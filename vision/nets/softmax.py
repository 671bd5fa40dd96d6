"""Turns scores into chances."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def softmax(scores: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """Return scores as chances that sum to one along the last axis."""
    grown = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(grown / grown.sum(-1, keepdims=True))
