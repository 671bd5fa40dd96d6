"""A net of the size of YOLOv5n with random weights, as a reference for time.

The layers are those of the published version 6 at its smallest size (80 classes, depth 1/3, width
1/4), with batch norms folded into the convolutions as in exports.
"""

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

SIDE = 640
_TOLD = 3 * (80 + 5)  # three boxes a place; 80 kinds, a box and a belief each


class _Builder:
    """A net under construction: every method adds layers and returns the name of their output."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.rng = np.random.default_rng(5)

    def layer(self, kind: str, inputs: list[str], **options: int | str | list[int]) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **options))
        return name

    def weight(self, values: NDArray[np.float32]) -> str:
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def plain(self, x: str, wide: int, out: int, kernel: int = 1, stride: int = 1) -> str:
        scale = np.float32((2 / (wide * kernel * kernel)) ** 0.5)
        weights = self.rng.standard_normal((out, wide, kernel, kernel), np.float32) * scale
        pad = 2 if kernel == 6 else kernel // 2
        return self.layer(
            "Conv",
            [x, self.weight(weights), self.weight(np.zeros(out, np.float32))],
            kernel_shape=[kernel] * 2,
            strides=[stride] * 2,
            pads=[pad] * 4,
        )

    def conv(self, x: str, wide: int, out: int, kernel: int = 1, stride: int = 1) -> str:
        made = self.plain(x, wide, out, kernel, stride)
        return self.layer("Mul", [made, self.layer("Sigmoid", [made])])

    def c3(self, x: str, wide: int, out: int, deep: int, *, short: bool = True) -> str:
        half = out // 2
        one = self.conv(x, wide, half)
        for _ in range(deep):
            made = self.conv(self.conv(one, half, half), half, half, 3)
            one = self.layer("Add", [one, made]) if short else made
        two = self.conv(x, wide, half)
        return self.conv(self.joined(one, two), out, out)

    def pooled(self, x: str, wide: int) -> str:
        parts = [self.conv(x, wide, wide // 2)]
        for _ in range(3):
            parts.append(
                self.layer("MaxPool", parts[-1:], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
            )
        return self.conv(self.joined(*parts), 2 * wide, wide)

    def joined(self, *parts: str) -> str:
        return self.layer("Concat", [*parts], axis=1)

    def doubled(self, x: str) -> str:
        scales = self.weight(np.array([1, 1, 2, 2], np.float32))
        return self.layer(
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
    heads = [
        _numbers(b.plain(x, wide, _TOLD), 1, _TOLD, SIDE // stride, SIDE // stride)
        for x, wide, stride in ((small, 64, 8), (medium, 128, 16), (large, 256, 32))
    ]
    graph = helper.make_graph(
        b.nodes, "yardstick", [_numbers("picture", 1, 3, SIDE, SIDE)], heads, b.weights
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=7)
    return bytes(made.SerializeToString())


def _numbers(name: str, *sides: int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, sides)
