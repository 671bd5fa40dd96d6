"""How the wide view learns whether a die leans: where it looks, and how far off it is."""

import torch
from torch import Tensor
from torch.nn import functional

from vision.training.truth import LEAN, Truth

TIMES = 3
"""Looks at each die, each a little off in another way."""
_ASIDE, _LARGER = 0.07, 0.1
"""By so much of an edge and of its size the reader may be mistaken about where a top lies."""
_TO_SIDE, _OTHERWISE = 0.7, 0.2
"""The side of a die that leans may be seen better than its top, and be read in its place: so far on
the way down half of the views at such dice are, and so much larger or smaller."""


def looks(truth: Truth, random: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Wide views about dice of which it is known whether they lean: which die, middle, half edges.

    They are turned any way: nobody knows how a camera is held, and what tells a leaning die by the
    side of the picture that it leans to is asked elsewhere (`alone` in `vision/plane.py`).
    """
    asked = truth.visible & (truth.flags[:, LEAN] >= 0)
    die = asked.nonzero().flatten().repeat(TIMES)
    device = die.device
    edge = truth.half[die].det().abs().sqrt() * 2
    off = torch.randn(len(die), 3, device=device, generator=random)
    chance = torch.rand(len(die), 2, device=device, generator=random)
    down = truth.down[die].nan_to_num()
    aside = (truth.flags[die, LEAN] == 1) & (chance[:, 0] < 0.5) & (down.abs().sum(1) > 0)
    far = torch.where(aside, _TO_SIDE * chance[:, 1], 0)
    middle = truth.middle[die] + _ASIDE * edge[:, None] * off[:, :2] + far[:, None] * down
    angle = 2 * torch.pi * torch.rand(len(die), device=device, generator=random)
    c, s = angle.cos(), angle.sin()
    turn = torch.stack([c, -s, s, c], 1).view(-1, 2, 2)
    size = edge / 2 * torch.exp(torch.where(aside, _OTHERWISE, _LARGER) * off[:, 2])
    return die, middle, turn * size.view(-1, 1, 1)


def loss(told: Tensor, truth: Truth, die: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """How far what was told is from the truth; those that lean count as much as those that lie."""
    leans = truth.flags[die, LEAN]
    each = functional.binary_cross_entropy_with_logits(
        told.float().flatten(), leans, reduction="none"
    )
    lie, lean = (_mean(each, leans == known) for known in (0, 1))
    return lie + lean, {"lie": lie, "lean": lean}


def _mean(values: Tensor, chosen: Tensor) -> Tensor:
    return (values * chosen).sum() / chosen.sum().clamp_min(1)
