"""The nets: one finds dice in a picture, one looks at each die's top face.

A much smaller third one sees what a die stands on.

They use only convolutions and ReLU, which every version of OpenCV runs well.
"""

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.stages.looker import EMBEDDING, FACES, FLAGS, SIDE, WIDE_SIDE

FIND_CHANNELS = 8 + FACES - 1
"""Heat, offset (2), log size, stretch (2), turn (2), and the finder's faces."""


def _conv(inward: int, outward: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Two convolutions whose answer is added to their input."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """Turns a picture into a map of die tops, at a quarter of its size."""

    def __init__(self) -> None:
        super().__init__()
        self.to2 = _conv(3, 16, 2)
        self.to4 = nn.Sequential(_conv(16, 24, 2), _Block(24))
        self.to8 = nn.Sequential(_conv(24, 48, 2), _Block(48))
        self.to16 = nn.Sequential(_conv(48, 80, 2), _Block(80), _Block(80))
        self.to32 = nn.Sequential(_conv(80, 80, 2), _Block(80), _Block(80))
        self.side16, self.side8, self.side4 = (
            nn.Conv2d(80, 80, 1), nn.Conv2d(48, 48, 1), nn.Conv2d(24, 32, 1),
        )  # fmt: skip
        self.mix16, self.mix8, self.mix4 = _conv(80, 48), _conv(48, 32), _conv(32, 32)
        self.head = nn.Conv2d(32, FIND_CHANNELS, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        """Turn pictures (n x 3, RGB around 0, sides multiples of 32) into maps of FIND_CHANNELS."""
        at4 = self.to4(self.to2(picture))
        at8 = self.to8(at4)
        at16 = self.to16(at8)
        at32 = self.to32(at16)
        up = self.mix16(self.side16(at16) + _twice(at32))
        up = self.mix8(self.side8(at8) + _twice(up))
        up = self.mix4(self.side4(at4) + _twice(up))
        return cast("Tensor", self.head(up))


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2, mode="nearest")


class Looker(nn.Module):
    """Turns a crop of a top face into its face, its flags, and its embedding."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 24, 2), _conv(24, 32), _conv(32, 48, 2), _Block(48), _Block(48),
            _conv(48, 96, 2), _Block(96), _Block(96), _Block(96),
        )  # fmt: skip
        self.mean = nn.AvgPool2d(SIDE // 8)
        self.face = nn.Conv2d(96, FACES, 1)
        self.flags = nn.Conv2d(96, FLAGS, 1)
        self.corners = nn.Conv2d(96, 8, 1)
        self.down = nn.Conv2d(96, 2, 1)
        self.astray = nn.Conv2d(96, 1, 1)
        # Where the parts of a drawing lie tells it from others, so they are not simply averaged.
        weigh = nn.Conv2d(128, 128, (SIDE // 8 + 1) // 2, groups=128)
        nn.init.constant_(weigh.weight, 1 / weigh.weight[0].numel())
        self.art = nn.Sequential(
            _conv(96, 96, 2), _conv(96, 128), weigh, nn.Conv2d(128, EMBEDDING, 1)
        )

    def forward(self, crop: Tensor) -> Tensor:
        """Turn crops (n x 3 x SIDE x SIDE, RGB around 0) into n rows, in the order of the heads."""
        near = self.body(crop)
        seen = self.mean(near)
        heads = (self.face, self.flags, self.corners, self.down, self.astray)
        return torch.cat([*(head(seen) for head in heads), self.art(near)], 1).flatten(1)


class Footing(nn.Module):
    """Turns a wide view of a die into the chance that it leans."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2), _conv(16, 20, 2), _Block(20), _conv(20, 32, 2), _Block(32),
            _conv(32, 44, 2), _Block(44),
        )  # fmt: skip
        self.mean = nn.AvgPool2d(WIDE_SIDE // 16)
        self.leans = nn.Conv2d(44, 1, 1)

    def forward(self, crop: Tensor) -> Tensor:
        """Turn crops (n x 3 x WIDE_SIDE x WIDE_SIDE, RGB around 0) into n rows of one number."""
        return cast("Tensor", self.leans(self.mean(self.body(crop))).flatten(1))
