"""Weights are stored in 8 or 16 bits and widened to 32 as a net is read, before OpenCV sees it.

The files say so in the format's own terms: between each such weight and the layer that uses it
stands a `Cast`, or a `DequantizeLinear` with a scale for each kernel. OpenCV 4.6 knows neither of
weights, later ones do; widened here, all of them read the same net. ONNX is a protocol buffer:
fields of a number and a kind, either a whole number or bytes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_GRAPH = 7
"""Where the net lies in a model."""
NODE, WEIGHT = 1, 5
"""What a net is made of."""
INPUT, OUTPUT, _KIND = 1, 2, 4
"""Of a node: what goes in, what comes out, and what it does."""
_TYPE, NAME, _RAW = 2, 8, 9
"""Of a weight: the type of its numbers, its name, and the numbers."""
_FLOAT, _BYTE, _HALF = 1, 3, 10
"""Types of numbers."""
_WIDENS = {b"Cast": _HALF, b"DequantizeLinear": _BYTE}
"""The layers that widen weights, and what type they widen."""

_LENGTHS = {1: 8, 5: 4}
"""Bytes of the kinds of field that tell no length; kind 0 is a whole number, 2 tells its length."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its number, what it holds, and all of it as stored.

    It holds a whole number, or bytes: then `whole` is None.
    """

    number: int
    whole: int | None
    held: bytes
    stored: bytes


def fields(message: bytes) -> Iterator[Field]:
    """The fields of a message, in order."""
    at = 0
    while at < len(message):
        begin = at
        key, at = whole_at(message, at)
        kind = key & 7
        value, at = (_LENGTHS[kind], at) if kind in _LENGTHS else whole_at(message, at)
        end = at if kind == 0 else at + value
        yield Field(key >> 3, value if kind == 0 else None, message[at:end], message[begin:end])
        at = end


def whole_at(message: bytes, at: int) -> tuple[int, int]:
    """A whole number, seven bits a byte and the lowest first; and where it ends."""
    value = shift = 0
    while True:
        value |= (message[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 0x80:
            return value, at


def whole(value: int) -> bytes:
    """A whole number as it is stored."""
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def whole_field(field: int, value: int) -> bytes:
    """A field that holds a whole number."""
    return whole(field << 3) + whole(value)


def bytes_field(field: int, value: bytes) -> bytes:
    """A field that holds bytes."""
    return whole(field << 3 | 2) + whole(len(value)) + value


def widened(model: bytes) -> bytes:
    """The same net with its weights in 32 bits; one that has them already stays as it is."""
    return with_graph(model, _wide_graph)


def with_graph(model: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The same model with its net changed so."""
    return b"".join(
        bytes_field(_GRAPH, change(field.held)) if field.number == _GRAPH else field.stored
        for field in fields(model)
    )


def _wide_graph(graph: bytes) -> bytes:
    parts = list(fields(graph))
    weights = {_one(part, NAME).held: part for part in parts if part.number == WEIGHT}
    wide: dict[Field, bytes] = {}
    spent: set[Field] = set()
    for node in (part for part in parts if part.number == NODE):
        taken = [weights.get(each.held) for each in many(node, INPUT)]
        narrow = taken[0] if taken else None
        if narrow is None or _WIDENS.get(_one(node, _KIND).held) != _one(narrow, _TYPE).whole:
            continue
        scales = [each for each in taken[1:] if each is not None]
        wide[narrow] = _wide_weight(narrow, _one(node, OUTPUT).held, scales)
        spent.update([node, *scales])
    return b"".join(
        bytes_field(WEIGHT, wide[part]) if part in wide else part.stored
        for part in parts
        if part not in spent
    )


def _wide_weight(weight: Field, name: bytes, scales: list[Field]) -> bytes:
    """A weight as it is used: in 32 bits, under the name that its layer gives it."""
    raw = _one(weight, _RAW).held
    values: NDArray[np.float32]
    if scales:
        by = np.frombuffer(_one(scales[0], _RAW).held, "<f4")
        values = np.frombuffer(raw, np.int8).reshape(len(by), -1) * by[:, None]
    else:
        values = np.frombuffer(raw, "<f2").astype("<f4")
    changed = {
        _TYPE: whole_field(_TYPE, _FLOAT),
        NAME: bytes_field(NAME, name),
        _RAW: bytes_field(_RAW, values.astype("<f4").tobytes()),
    }
    return b"".join(changed.get(each.number, each.stored) for each in fields(weight.held))


def many(message: Field, number: int) -> list[Field]:
    """The fields of a node or a weight under one number."""
    return [each for each in fields(message.held) if each.number == number]


def _one(message: Field, number: int) -> Field:
    return many(message, number)[-1]
