"""Widens weights stored in 8 or 16 bits to 32 bits, before OpenCV reads the net.

In the ONNX files, a `Cast`, or a `DequantizeLinear` with a scale for each kernel, stands between
each narrow weight and its layer. OpenCV 4.6 supports neither for weights; widened here, all
versions read the same net. ONNX is a protocol buffer: fields with a number and a kind, either an
integer or bytes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_GRAPH = 7
"""The field of the net in a model."""
NODE, WEIGHT = 1, 5
"""Fields of a net."""
INPUT, OUTPUT, _KIND = 1, 2, 4
"""Fields of a node: its inputs, its outputs, and its kind."""
_TYPE, NAME, _RAW = 2, 8, 9
"""Fields of a weight: the type of its numbers, its name, and the numbers."""
_FLOAT, _BYTE, _HALF = 1, 3, 10
"""Types of numbers."""
_WIDENS = {b"Cast": _HALF, b"DequantizeLinear": _BYTE}
"""The layers that widen weights, with the type they widen."""

_LENGTHS = {1: 8, 5: 4}
"""Bytes of the kinds of field without a length. Kind 0 is an integer, kind 2 has a length."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its number, its content, and its stored bytes.

    `whole` is the integer; None if it holds bytes.
    """

    number: int
    whole: int | None
    held: bytes
    stored: bytes


def fields(message: bytes) -> Iterator[Field]:
    """Yield the fields of a message, in order."""
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
    """Return an integer (seven bits a byte, the lowest first) and where it ends."""
    value = shift = 0
    while True:
        value |= (message[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 0x80:
            return value, at


def whole(value: int) -> bytes:
    """Return an integer as stored."""
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def whole_field(field: int, value: int) -> bytes:
    """Return a field with an integer."""
    return whole(field << 3) + whole(value)


def bytes_field(field: int, value: bytes) -> bytes:
    """Return a field with bytes."""
    return whole(field << 3 | 2) + whole(len(value)) + value


def widened(model: bytes) -> bytes:
    """Return the net with weights in 32 bits; unchanged if it has them."""
    return with_graph(model, _wide_graph)


def with_graph(model: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return the model with its net changed."""
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
    """Return a weight in 32 bits, under the name that its layer uses."""
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
    """Return the fields of a node or weight with one number."""
    return [each for each in fields(message.held) if each.number == number]


def _one(message: Field, number: int) -> Field:
    return many(message, number)[-1]
