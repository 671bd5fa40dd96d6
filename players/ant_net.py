"""The net of Picnic Blitz: it looks at each track in the same way, then at their sum."""

from dataclasses import dataclass

import numpy as np

from players.net import NoModel, arrays_of, file_of, softmax
from players.turn import Bools, Floats

TRACK, SEAT = 16, 32
"""Hidden numbers of a track and of a seat."""


@dataclass(frozen=True)
class AntNet:
    """Scores each seat; the softmax of the scores gives the win chances."""

    weights: list[Floats]

    def track(self, inputs: Floats) -> Floats:
        """Return what tracks come to, given what they are to a seat."""
        matrix, biases = self.weights[:2]
        return np.maximum(inputs @ matrix + biases, 0)

    def chances(self, tracks: Floats, sums: Floats, stays: Bools) -> Floats:
        """Return the win chances by position and seat, given the tracks' sum and the rest."""
        _, _, matrix, biases, last, bias = self.weights
        shape = sums.shape[:2]
        inner = np.concatenate([tracks, sums], axis=2).reshape(-1, len(matrix))
        scores = (np.maximum(inner @ matrix + biases, 0) @ last + bias).reshape(shape)
        return softmax(np.where(stays, scores, -np.inf))

    def to_bytes(self) -> bytes:
        """Return the content of the net's file."""
        return file_of(self.weights)

    @classmethod
    def from_bytes(cls, content: bytes, inputs: int, sums: int) -> "AntNet":
        """Read a file for so many features; raises `NoModel`."""
        weights = arrays_of(content)
        if [each.shape for each in weights] != _shapes(inputs, sums):
            raise NoModel("model_damaged")
        return cls(weights)


def _shapes(inputs: int, sums: int) -> list[tuple[int, ...]]:
    return [(inputs, TRACK), (TRACK,), (TRACK + sums, SEAT), (SEAT,), (SEAT, 1), (1,)]


def fresh(inputs: int, sums: int, rng: np.random.Generator) -> AntNet:
    """Return a net that knows nothing."""
    weights = []
    for shape in _shapes(inputs, sums):
        spread = 0.01 if shape == (SEAT, 1) else np.sqrt(2 / shape[0])
        drawn = rng.standard_normal(shape) * spread if len(shape) > 1 else np.zeros(shape)
        weights.append(drawn.astype(np.float32))
    return AntNet(weights)
