"""Weights are stored in 16 bits and widened to 32 as a net is read, before OpenCV sees it.

The files say so in the format's own terms: a `Cast` stands between each such weight and the layer
that uses it. OpenCV 4.6 knows no 16-bit weights, later ones do; widened here, all of them read the
same net. ONNX is a protocol buffer: fields of a number and a kind, either a whole number or bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

_GRAPH = 7
"""Where the net lies in a model."""
_NODE, _WEIGHT = 1, 5
"""What a net is made of."""
_INPUT, _OUTPUT, _KIND = 1, 2, 4
"""Of a node: what goes in, what comes out, and what it does."""
_TYPE, _NAME, _RAW = 2, 8, 9
"""Of a weight: the type of its numbers, its name, and the numbers."""
_FLOAT, _HALF = 1, 10
"""Types of numbers."""

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
    return b"".join(
        bytes_field(_GRAPH, _wide_graph(field.held)) if field.number == _GRAPH else field.stored
        for field in fields(model)
    )


def _wide_graph(graph: bytes) -> bytes:
    parts = list(fields(graph))
    weights = [_by_number(part) for part in parts if part.number == _WEIGHT]
    halves = {weight[_NAME].held for weight in weights if weight[_TYPE].whole == _HALF}
    names: dict[bytes, bytes] = {}
    kept = []
    for part in parts:
        node = _by_number(part) if part.number == _NODE else None
        if node and node[_KIND].held == b"Cast" and node[_INPUT].held in halves:
            names[node[_INPUT].held] = node[_OUTPUT].held
        else:
            kept.append(part)
    return b"".join(
        bytes_field(_WEIGHT, _wide_weight(part.held, names))
        if part.number == _WEIGHT
        else part.stored
        for part in kept
    )


def _wide_weight(weight: bytes, names: dict[bytes, bytes]) -> bytes:
    """A weight as it is used: in 32 bits, under the name that its `Cast` gave it."""
    held = {each.number: each for each in fields(weight)}
    if held[_NAME].held not in names:
        return weight
    changed = {
        _TYPE: whole_field(_TYPE, _FLOAT),
        _NAME: bytes_field(_NAME, names[held[_NAME].held]),
        _RAW: bytes_field(_RAW, np.frombuffer(held[_RAW].held, "<f2").astype("<f4").tobytes()),
    }
    return b"".join(changed.get(each.number, each.stored) for each in fields(weight))


def _by_number(message: Field) -> dict[int, Field]:
    """The fields of a node or a weight; of several under one number the last."""
    return {each.number: each for each in fields(message.held)}
