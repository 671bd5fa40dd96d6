"""The part of the ONNX format needed to write a net and to count its operations.

ONNX is a protocol buffer: fields with a number and a type, either an integer or bytes. Writing the
few fields here avoids the large `onnx` package.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.nets.narrow import bytes_field, fields, whole_at, whole_field

Size = tuple[int, int]
Shape = tuple[int, ...]

_FLOAT = 1
_IR_VERSION, _OPSET = 7, 13


@dataclass
class Graph:
    """A net under construction: every method adds a layer and returns the name of its output."""

    nodes: list[bytes] = field(default_factory=list)
    weights: list[bytes] = field(default_factory=list)

    def layer(self, kind: str, inputs: Sequence[str], **options: int | Sequence[int] | str) -> str:
        """One layer of this kind."""
        name = f"{kind.lower()}{len(self.nodes)}"
        node = b"".join(_text(1, each) for each in inputs) + _text(2, name) + _text(4, kind)
        node += b"".join(bytes_field(5, _option(key, value)) for key, value in options.items())
        self.nodes.append(node)
        return name

    def weight(self, values: NDArray[np.floating[Any]] | NDArray[np.signedinteger[Any]]) -> str:
        """Numbers that belong to the net."""
        name = f"weight{len(self.weights)}"
        (kind,) = (kind for kind, dtype in _KINDS.items() if values.dtype == dtype)
        tensor = b"".join(whole_field(1, side) for side in values.shape)
        tensor += whole_field(2, kind) + _text(8, name) + bytes_field(9, values.tobytes())
        self.weights.append(tensor)
        return name

    def model(self, inputs: Mapping[str, Shape], outputs: Mapping[str, Shape]) -> bytes:
        """The file; what goes in and comes out, with its shape."""
        graph = b"".join(bytes_field(1, node) for node in self.nodes) + _text(2, "net")
        graph += b"".join(bytes_field(5, weight) for weight in self.weights)
        graph += b"".join(bytes_field(11, _value(*each)) for each in inputs.items())
        graph += b"".join(bytes_field(12, _value(*each)) for each in outputs.items())
        opset = _text(1, "") + whole_field(2, _OPSET)
        return whole_field(1, _IR_VERSION) + bytes_field(7, graph) + bytes_field(8, opset)


def _option(name: str, value: int | Sequence[int] | str) -> bytes:
    if isinstance(value, str):
        return _text(1, name) + _text(4, value) + whole_field(20, 3)
    if isinstance(value, int):
        return _text(1, name) + whole_field(3, value) + whole_field(20, 2)
    return _text(1, name) + b"".join(whole_field(8, each) for each in value) + whole_field(20, 7)


def _value(name: str, shape: Shape) -> bytes:
    sides = b"".join(bytes_field(1, whole_field(1, side)) for side in shape)
    return _text(1, name) + bytes_field(
        2, bytes_field(1, whole_field(1, _FLOAT) + bytes_field(2, sides))
    )


def _text(number: int, value: str) -> bytes:
    return bytes_field(number, value.encode())


# Reading.


@dataclass(frozen=True)
class Node:
    """A layer as read: its type, its inputs and outputs, and its integer options."""

    kind: str
    inputs: tuple[str, ...]
    output: str
    options: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Net:
    """What counting needs: the layers in order, the weights by name, the picture's size.

    A file with several nets has a picture for each.
    """

    nodes: tuple[Node, ...]
    weights: Mapping[str, NDArray[Any]]
    pictures: Mapping[str, Size]

    def multiplications(self) -> int:
        """Multiplications (each with an addition) that one picture takes.

        Only convolutions count: the rest is a few per cent.
        """
        sizes = dict(self.pictures)
        total = 0
        for node in self.nodes:
            known = [sizes[name] for name in node.inputs if name in sizes]
            if known:
                sizes[node.output] = self._after(node, known[0])
                if node.kind == "Conv":
                    kernels = self.weights[node.inputs[1]]
                    total += kernels.size * prod(sizes[node.output])
        return total

    def _after(self, node: Node, size: Size) -> Size:
        if node.kind in {"Conv", "MaxPool", "AveragePool"}:
            kernel = node.options["kernel_shape"]
            pads, strides = node.options.get("pads", (0,) * 4), node.options.get("strides", (1, 1))
            high, wide = (
                (side + pads[axis] + pads[axis + 2] - kernel[axis]) // strides[axis] + 1
                for axis, side in enumerate(size)
            )
            return high, wide
        if node.kind == "Resize":
            told = self.weights[node.inputs[-1]]
            by = told if told.dtype == np.int64 else told * (1, 1, *size)
            return round(float(by[2])), round(float(by[3]))
        return size


def read(model: bytes) -> Net:
    """The net in the bytes of a file."""
    graph = _fields(_only(_fields(model), 7))
    weights = dict(_tensor(data) for data in _all(graph, 5))
    nodes = []
    for data in _all(graph, 1):
        parts = _fields(data)
        inputs = tuple(each.decode() for each in _all(parts, 1))
        kind, output = _only(parts, 4).decode(), _only(parts, 2).decode()
        if kind == "Constant":
            weights[output] = _tensor(_only(_fields(_only(parts, 5)), 5))[1]
        elif kind in {"Cast", "Identity"} and inputs[0] in weights:
            weights[output] = weights[inputs[0]]  # stored small, used at full width
        elif kind == "DequantizeLinear" and inputs[0] in weights:
            steps, scale = (weights[name] for name in inputs)
            by = scale.reshape(-1, *[1] * (steps.ndim - 1))
            weights[output] = (steps * by).astype(np.float32)
        else:
            options = dict(_read_option(each) for each in _all(parts, 5))
            nodes.append(Node(kind, inputs, output, options))
    given = dict(map(_shaped, _all(graph, 11)))
    pictures = {name: size for name, size in given.items() if name not in weights}
    return Net(tuple(nodes), weights, pictures)


def _shaped(data: bytes) -> tuple[str, Size]:
    """The name of a net's input, and its last two sides."""
    parts = _fields(data)
    tensor = _fields(_only(_fields(_only(parts, 2)), 1))
    sides = [_whole(_fields(side), 1) for side in _all(_fields(_only(tensor, 2)), 1)]
    (high,), (wide,) = sides[-2:]
    return _only(parts, 1).decode(), (high, wide)


Fields = Mapping[int, Sequence[int | bytes]]
_KINDS: Mapping[int, type[Any]] = {
    1: np.float32,
    3: np.int8,
    6: np.int32,
    7: np.int64,
    10: np.float16,
}


def _tensor(data: bytes) -> tuple[str, NDArray[Any]]:
    parts = _fields(data)
    names, raw = _all(parts, 8), _all(parts, 9)
    kind = _KINDS[_whole(parts, 2)[0]]
    values = np.frombuffer(raw[0] if raw else b"".join(_all(parts, 4)), kind)
    shape = _whole(parts, 1)
    return (names[0].decode() if names else ""), values.reshape(shape) if shape else values


def _read_option(data: bytes) -> tuple[str, tuple[int, ...]]:
    parts = _fields(data)
    return _only(parts, 1).decode(), (*_whole(parts, 3), *_whole(parts, 8))


def _all(parts: Fields, number: int) -> list[bytes]:
    return [each for each in parts.get(number, ()) if isinstance(each, bytes)]


def _only(parts: Fields, number: int) -> bytes:
    return _all(parts, number)[0]


def _whole(parts: Fields, number: int) -> tuple[int, ...]:
    """Whole numbers, each for itself or packed into bytes."""
    found: list[int] = []
    for each in parts.get(number, ()):
        if isinstance(each, int):
            found.append(each)
        else:
            at = 0
            while at < len(each):
                value, at = whole_at(each, at)
                found.append(value)
    return tuple(found)


def _fields(data: bytes) -> Fields:
    found: dict[int, list[int | bytes]] = {}
    for each in fields(data):
        found.setdefault(each.number, []).append(each.held if each.whole is None else each.whole)
    return found
