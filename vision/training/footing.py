"""Training of the wide view for leaning dice: its views and its loss."""

import torch
from torch import Tensor
from torch.nn import functional

from vision.training.truth import LEAN, Truth

LOOKS = 384
"""Views a step: always as many, because a GPU is slow with varying sizes."""
_ASIDE, _LARGER = 0.07, 0.1
"""The reader's error of a face's position and size, in edges."""
_AT_SIDE, _AS_LONG = 0.5, 0.59
"""A side of a die that leans may be seen better than its top, and be read in its place: so many of
the views at such dice are there, if its edge is no shorter than such a part of the top's."""


def looks(truth: Truth, random: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Return wide views of dice known to lean or not: which die, middle, half edges.

    They are turned randomly, since the camera's orientation is unknown; `alone` in
    `vision/stages/table_pose.py` uses the direction of the lean.
    """
    asked = truth.visible & (truth.flags[:, LEAN] >= 0)
    die = asked.nonzero().flatten()
    device = die.device
    order = torch.randperm(len(die), device=device, generator=random)
    die = die[order[torch.arange(LOOKS, device=device) % len(die)]]
    chance = torch.rand(len(die), 2, device=device, generator=random)
    off = torch.randn(len(die), 3, device=device, generator=random)
    top, middle = truth.half[die], truth.middle[die]
    side, at_side = _side(top, truth.down[die].nan_to_num())
    long = _edge(side) >= _AS_LONG * _edge(top)
    aside = long & (truth.flags[die, LEAN] == 1) & (chance[:, 0] < _AT_SIDE)
    edge = torch.where(aside, _edge(side), _edge(top))
    middle = torch.where(aside[:, None], middle + at_side, middle)
    middle = middle + _ASIDE * edge[:, None] * off[:, :2]
    angle = 2 * torch.pi * chance[:, 1]
    c, s = angle.cos(), angle.sin()
    turn = torch.stack([c, -s, s, c], 1).view(-1, 2, 2)
    size = edge / 2 * torch.exp(_LARGER * off[:, 2])
    return die, middle, turn * size.view(-1, 1, 1)


def _side(half: Tensor, down: Tensor) -> tuple[Tensor, Tensor]:
    """Return the most visible side of each die: its half edges, and its middle.

    Positions are relative to the middle of the top; the face below is at `down`.
    """
    seen = torch.linalg.solve(half, down.unsqueeze(2)).squeeze(2)  # in half edges
    most = seen.abs().argmax(1)
    axes = (functional.one_hot(most, 2) * seen.sign(), functional.one_hot(1 - most, 2))
    toward, along = (torch.einsum("nij,nj->ni", half, axis.to(half)) for axis in axes)
    return torch.stack([down / 2, along], 2), toward + down / 2


def _edge(half: Tensor) -> Tensor:
    return half.det().abs().sqrt() * 2


def loss(told: Tensor, truth: Truth, die: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of the answers.

    Leaning and level dice have the same weight. A die weighs less if its picture has more of them,
    because single dice matter most.
    """
    leans, frame = truth.flags[die, LEAN], truth.frame[die]
    each = functional.binary_cross_entropy_with_logits(
        told.float().flatten(), leans, reduction="none"
    )
    weight = 1 / frame.bincount()[frame]
    lie, lean = (_mean(each, weight * (leans == known)) for known in (0, 1))
    return lie + lean, {"lie": lie, "lean": lean}


def _mean(values: Tensor, weight: Tensor) -> Tensor:
    return (values * weight).sum() / weight.sum().clamp_min(1e-6)
