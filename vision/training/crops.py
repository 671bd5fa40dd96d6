"""Crops top faces on the GPU, as the reader crops them with OpenCV."""

import torch
from torch import Tensor
from torch.nn import functional

from vision.stages.looker import REACH, SIDE

LEVELS = 5
"""A picture and its halvings: each crop is cut from the one of about its size."""


class Atlas:
    """All pictures of a step and their halvings, side by side in one large picture.

    One sampling cuts all crops from it. A GPU would be slow to sort them by picture or by size.
    """

    def __init__(self, pictures: Tensor) -> None:
        count, _, self._height, self._width = pictures.shape
        self._frames = count
        wide = self._width + self._width // 2
        sheet = pictures.new_zeros(3, count, self._height, wide)
        corners = []
        x = y = 0
        for level in range(LEVELS):
            height, width = pictures.shape[2:]
            sheet[:, :, y : y + height, x : x + width] = pictures.transpose(0, 1)
            corners.append((x, y))
            # The first halving is beside the picture, the second below that, the others in a row.
            x, y = (self._width, 0) if level == 0 else (x, height) if level == 1 else (x + width, y)
            pictures = functional.avg_pool2d(pictures, 2)
        self._sheet = sheet.view(1, 3, count * self._height, wide)
        self._corners = sheet.new_tensor(corners)

    def cut(
        self, frame: Tensor, middle: Tensor, half: Tensor, reach: float = REACH, side: int = SIDE
    ) -> Tensor:
        """Return a crop for each (frame, middle in pixels, half edges n x 2 x 2 in pixels).

        What lies beyond a picture is grey.
        """
        across = (torch.arange(side, device=middle.device) + 0.5) / side * 2 - 1
        grid = torch.stack(torch.meshgrid(across, across, indexing="xy"), -1) * reach
        points = torch.einsum("nij,hwj->nhwi", half, grid) + middle.view(-1, 1, 1, 2)
        size = points.new_tensor([self._width, self._height])
        inside = ((points > 0) & (points < size)).all(-1).unsqueeze(1)
        step = half.det().abs().sqrt() * 2 * reach / side
        level = torch.log2(step.clamp_min(1e-3)).floor().clamp(0, LEVELS - 1).long()
        part = torch.exp2(level.float()).view(-1, 1, 1, 1)
        # Half a pixel from the margin, so that nothing of a neighbour is mixed in.
        at = (points / part).maximum(points.new_tensor(0.5)).minimum(size / part - 0.5)
        at = at + self._corners[level].view(-1, 1, 1, 2)
        down = at[..., 1] + frame.view(-1, 1, 1) * self._height
        high, wide = self._sheet.shape[2:]
        onto = torch.stack([at[..., 0] / wide, down / high], -1) * 2 - 1
        onto = onto.view(1, len(frame) * side, side, 2)
        seen = functional.grid_sample(self._sheet, onto, align_corners=False)
        crops = seen.view(3, len(frame), side, side).transpose(0, 1)
        return torch.where(inside, crops, crops.new_tensor(0.5))
