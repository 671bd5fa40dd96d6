"""The targets of the nets: a die's top face as continuous numbers.

A top face is a parallelogram with half edges a and b. A quarter turn gives the same face, so the
turn is the sine and cosine of four times the angle, and the stretch is the logarithm of the
surrounding ellipse. `vision/geometry.py` does the reverse.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.geometry import MOST_STRETCHED, UNIT
from vision.stages.finder import STRIDE


def shapes(half: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """Return log size, stretch (2) and turn (2) of half edges (n x 4: ax, bx, ay, by)."""
    a = half.reshape(-1, 2, 2).astype(np.float64)
    values, vectors = np.linalg.eigh(a @ a.transpose(0, 2, 1))
    logs = 0.5 * np.log(np.maximum(values, 1e-6))
    log_s = (vectors * logs[:, None]) @ vectors.transpose(0, 2, 1)
    mean = (log_s[:, 0, 0] + log_s[:, 1, 1]) / 2
    inverse = (vectors * np.exp(-logs)[:, None]) @ vectors.transpose(0, 2, 1)
    turn = inverse @ a
    angle = np.arctan2(turn[:, 1, 0], turn[:, 0, 0]) * 4
    told = [
        mean + np.log(2 / UNIT),
        (log_s[:, 0, 0] - log_s[:, 1, 1]) / 2,
        log_s[:, 0, 1],
        np.cos(angle),
        np.sin(angle),
    ]
    return np.stack(told, 1).astype(np.float32)


def half_edges(told: Tensor) -> Tensor:
    """Return the reverse for batches: n x 2 x 2, columns a and b."""
    size, p, q, cosine, sine = told.unbind(1)
    size = torch.exp(size.clamp(-3, 4)) * UNIT / 2
    told_by = torch.sqrt(p * p + q * q + 1e-8)
    n = told_by.clamp(max=MOST_STRETCHED)
    grow, skew = torch.cosh(n), torch.sinh(n) / told_by
    stretch = torch.stack([grow + skew * p, skew * q, skew * q, grow - skew * p], 1).view(-1, 2, 2)
    angle = torch.atan2(sine, cosine) / 4
    c, s = torch.cos(angle), torch.sin(angle)
    turn = torch.stack([c, -s, s, c], 1).view(-1, 2, 2)
    return size.view(-1, 1, 1) * stretch @ turn


def heat(
    frames: int, height: int, width: int, number: Tensor, x: Tensor, y: Tensor, edge: Tensor
) -> Tensor:
    """Return hills around the middles, as wide as a tenth of the die; positions in cells."""
    hills = torch.zeros(frames, height, width, device=x.device)
    rows = torch.arange(height, device=x.device).view(1, -1, 1)
    columns = torch.arange(width, device=x.device).view(1, 1, -1)
    wide = (0.1 * edge / STRIDE).clamp_min(0.75).view(-1, 1, 1)
    each = torch.exp(
        -((rows - y.floor().view(-1, 1, 1)) ** 2 + (columns - x.floor().view(-1, 1, 1)) ** 2)
        / (2 * wide**2)
    )
    return hills.scatter_reduce(
        0, number.view(-1, 1, 1).expand_as(each), each, reduce="amax", include_self=True
    )
