"""A net of the size of YOLOv5n with random weights, as a reference for time.

The layers are those of the published version 6 at its smallest size (80 classes, depth 1/3, width
1/4), with batch norms folded into the convolutions as in exports.
"""

from dataclasses import dataclass, field

import numpy as np

from tools.figures.onnxfile import Graph

SIDE = 640
_TOLD = 3 * (80 + 5)  # three boxes a place; 80 kinds, a box and a belief each


@dataclass
class _Builder:
    graph: Graph = field(default_factory=Graph)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def plain(self, x: str, wide: int, out: int, kernel: int = 1, stride: int = 1) -> str:
        scale = np.float32((2 / (wide * kernel * kernel)) ** 0.5)
        weights = self.rng.standard_normal((out, wide, kernel, kernel), np.float32) * scale
        pad = 2 if kernel == 6 else kernel // 2
        return self.graph.layer(
            "Conv",
            [x, self.graph.weight(weights), self.graph.weight(np.zeros(out, np.float32))],
            kernel_shape=[kernel] * 2,
            strides=[stride] * 2,
            pads=[pad] * 4,
        )

    def conv(self, x: str, wide: int, out: int, kernel: int = 1, stride: int = 1) -> str:
        made = self.plain(x, wide, out, kernel, stride)
        return self.graph.layer("Mul", [made, self.graph.layer("Sigmoid", [made])])

    def c3(self, x: str, wide: int, out: int, deep: int, *, short: bool = True) -> str:
        half = out // 2
        one = self.conv(x, wide, half)
        for _ in range(deep):
            made = self.conv(self.conv(one, half, half), half, half, 3)
            one = self.graph.layer("Add", [one, made]) if short else made
        two = self.conv(x, wide, half)
        return self.conv(self.joined(one, two), out, out)

    def pooled(self, x: str, wide: int) -> str:
        parts = [self.conv(x, wide, wide // 2)]
        for _ in range(3):
            parts.append(
                self.graph.layer(
                    "MaxPool", parts[-1:], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4
                )
            )
        return self.conv(self.joined(*parts), 2 * wide, wide)

    def joined(self, *parts: str) -> str:
        return self.graph.layer("Concat", parts, axis=1)

    def doubled(self, x: str) -> str:
        scales = self.graph.weight(np.array([1, 1, 2, 2], np.float32))
        return self.graph.layer(
            "Resize", [x, "", scales], mode="nearest", nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )  # fmt: skip


def model() -> bytes:
    """The net as an ONNX file."""
    b = _Builder()
    x = b.conv("picture", 3, 16, 6, 2)
    x = b.c3(b.conv(x, 16, 32, 3, 2), 32, 32, 1)
    third = b.c3(b.conv(x, 32, 64, 3, 2), 64, 64, 2)
    fourth = b.c3(b.conv(third, 64, 128, 3, 2), 128, 128, 3)
    x = b.c3(b.conv(fourth, 128, 256, 3, 2), 256, 256, 1)
    deep = b.conv(b.pooled(x, 256), 256, 128)
    x = b.c3(b.joined(b.doubled(deep), fourth), 256, 128, 1, short=False)
    middle = b.conv(x, 128, 64)
    small = b.c3(b.joined(b.doubled(middle), third), 128, 64, 1, short=False)
    x = b.joined(b.conv(small, 64, 64, 3, 2), middle)
    medium = b.c3(x, 128, 128, 1, short=False)
    x = b.joined(b.conv(medium, 128, 128, 3, 2), deep)
    large = b.c3(x, 256, 256, 1, short=False)
    heads = {
        b.plain(x, wide, _TOLD): (1, _TOLD, SIDE // stride, SIDE // stride)
        for x, wide, stride in ((small, 64, 8), (medium, 128, 16), (large, 256, 32))
    }
    return b.graph.model({"picture": (1, 3, SIDE, SIDE)}, heads)
