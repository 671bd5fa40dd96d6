"""Gradient steps of a net towards wanted win chances: cross entropy, by Adam."""

import numpy as np

from players.ant_net import AntNet
from players.net import Net, softmax
from players.turn import Floats

EARLIER, EARLIER_SQUARES = 0.9, 0.999
"""How much of the mean gradient stays at each step, and of its mean square."""


class Adam:
    """Improves a net step by step."""

    def __init__(self, net: Net | AntNet) -> None:
        self.net = net
        self._steps = 0
        self._mean = [np.zeros_like(each) for each in net.weights]
        self._square = [np.zeros_like(each) for each in net.weights]

    def step(self, features: tuple[Floats, ...], wanted: Floats, rate: float) -> float:
        """Move towards these win chances, by position and seat; return the loss before."""
        if isinstance(self.net, AntNet):
            loss, slopes = _ant_slopes(self.net.weights, features, wanted)
        else:
            loss, slopes = _slopes(self.net.weights, features[0], wanted)
        self._steps += 1
        early = 1 - EARLIER**self._steps
        late = 1 - EARLIER_SQUARES**self._steps
        for at, slope in enumerate(slopes):
            mean, square = self._mean[at], self._square[at]
            np.add(mean, (1 - EARLIER) * (slope - mean), out=mean)
            np.add(square, (1 - EARLIER_SQUARES) * (slope**2 - square), out=square)
            change = rate * (mean / early) / (np.sqrt(square / late) + 1e-7)
            np.subtract(self.net.weights[at], change, out=self.net.weights[at])
        return loss


def _loss(scores: Floats, wanted: Floats) -> tuple[float, Floats]:
    """Return the mean cross entropy, and its slope by score, as a column."""
    chances = softmax(scores.reshape(wanted.shape))
    loss = -(wanted * np.log(chances + 1e-9)).sum() / len(wanted)
    slope: Floats = ((chances - wanted) / len(wanted)).reshape(-1, 1).astype(np.float32)
    return float(loss), slope


def _slopes(weights: list[Floats], features: Floats, wanted: Floats) -> tuple[float, list[Floats]]:
    """Return the loss, and the slope of each weight."""
    inner = [features.reshape(-1, features.shape[2])]
    for at in range(0, len(weights) - 2, 2):
        inner.append(np.maximum(inner[-1] @ weights[at] + weights[at + 1], 0))
    loss, back = _loss(inner[-1] @ weights[-2] + weights[-1], wanted)
    slopes: list[Floats] = []
    for at in range(len(weights) - 2, -1, -2):
        below = inner[at // 2]
        slopes = [below.T @ back, back.sum(axis=0), *slopes]
        if at:
            back = (back @ weights[at].T) * (below > 0)
    return loss, slopes


def _ant_slopes(
    weights: list[Floats], features: tuple[Floats, ...], wanted: Floats
) -> tuple[float, list[Floats]]:
    """Return the loss, and the slope of each weight."""
    tracks, sums = features
    first, biases, *above = weights
    inputs = tracks.reshape(-1, tracks.shape[3])
    inner = np.maximum(inputs @ first + biases, 0)
    by_seat = inner.reshape(-1, tracks.shape[2], first.shape[1])
    seats = np.concatenate([by_seat.sum(axis=1), sums.reshape(-1, sums.shape[2])], axis=1)
    hidden = np.maximum(seats @ above[0] + above[1], 0)
    loss, back = _loss(hidden @ above[2] + above[3], wanted)
    slopes = [hidden.T @ back, back.sum(axis=0)]
    back = (back @ above[2].T) * (hidden > 0)
    slopes = [seats.T @ back, back.sum(axis=0), *slopes]
    back = (back @ above[0].T)[:, : first.shape[1]]
    back = np.repeat(back, tracks.shape[2], axis=0) * (inner > 0)
    return loss, [inputs.T @ back, back.sum(axis=0), *slopes]
