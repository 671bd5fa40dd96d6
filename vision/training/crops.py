"""Crops top faces on the GPU, as the reader crops them with OpenCV."""

import torch
from torch import Tensor
from torch.nn import functional

from vision.stages.looker import REACH, SIDE


def pyramid(pictures: Tensor, levels: int = 5) -> list[Tensor]:
    """Return the pictures, each time half as large."""
    made = [pictures]
    for _ in range(levels - 1):
        made.append(functional.avg_pool2d(made[-1], 2))
    return made


def cut(
    levels: list[Tensor], frame: Tensor, middle: Tensor, half: Tensor,
    reach: float = REACH, side: int = SIDE,
) -> Tensor:  # fmt: skip
    """Return a crop for each (frame, middle in pixels, half edges n x 2 x 2 in pixels)."""
    across = (torch.arange(side, device=middle.device) + 0.5) / side * 2 - 1
    grid = torch.stack(torch.meshgrid(across, across, indexing="xy"), -1) * reach
    points = torch.einsum("nij,hwj->nhwi", half, grid) + middle.view(-1, 1, 1, 2)
    step = half.det().abs().sqrt() * 2 * reach / side
    level = torch.log2(step.clamp_min(1e-3)).floor().clamp(0, len(levels) - 1).long()
    crops = torch.zeros(len(middle), 3, side, side, device=middle.device)
    for number, pictures in enumerate(levels):
        chosen = (level == number).nonzero().flatten()
        if not len(chosen):
            continue
        height, width = pictures.shape[2:]
        size = torch.tensor([width, height], device=middle.device) * 2.0**number
        crops[chosen] = _sample(pictures, frame[chosen], points[chosen] / size)
    return crops


def _sample(pictures: Tensor, frame: Tensor, part: Tensor) -> Tensor:
    """Return bilinear samples; `part` goes from 0 to 1 across the picture, grey beyond."""
    height, width = pictures.shape[2:]
    x, y = part[..., 0] * width - 0.5, part[..., 1] * height - 0.5
    x0, y0 = x.floor(), y.floor()
    out = torch.zeros(len(frame), 3, *part.shape[1:3], device=pictures.device)
    index = frame.view(-1, 1, 1)
    inside = ((part > 0) & (part < 1)).all(-1).unsqueeze(1)
    for dx in (0, 1):
        for dy in (0, 1):
            xi, yi = (x0 + dx), (y0 + dy)
            weight = (1 - (x - xi).abs()) * (1 - (y - yi).abs())
            taken = pictures[
                index, :, yi.clamp(0, height - 1).long(), xi.clamp(0, width - 1).long()
            ]
            out += (taken * weight.unsqueeze(-1)).permute(0, 3, 1, 2)
    return torch.where(inside, out, out.new_tensor(0.5))
