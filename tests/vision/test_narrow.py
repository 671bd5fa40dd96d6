"""Weights of 8 and 16 bits, widened before OpenCV sees them: the same net on every version."""

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.figures import onnxfile, yolo
from tools.figures.onnxfile import Graph
from vision.nets import FOLDER, net_of
from vision.nets.narrow import bytes_field, fields, whole, whole_at, whole_field, widened

NETS = sorted(FOLDER.glob("*.onnx"))
KERNELS = np.arange(24, dtype=np.float16).reshape(8, 3, 1, 1) / 7
STEPS = np.arange(-12, 12, dtype=np.int8).reshape(8, 3, 1, 1)
SCALE = np.linspace(0.1, 0.4, 8, dtype=np.float32)


def small_net(*, cast: bool) -> bytes:
    """One layer, whose weights are stored in 16 bits and cast, or in 32."""
    graph = Graph()
    if cast:
        return _with(graph, graph.layer("Cast", [graph.weight(KERNELS)], to=1))
    return _with(graph, graph.weight(KERNELS.astype(np.float32)))


def stepped_net(*, steps: bool) -> bytes:
    """One layer, whose weights are stored in 8 bits with a scale for each kernel, or in 32."""
    graph = Graph()
    if steps:
        stored = [graph.weight(STEPS), graph.weight(SCALE)]
        return _with(graph, graph.layer("DequantizeLinear", stored, axis=0))
    return _with(graph, graph.weight(STEPS * SCALE[:, None, None, None]))


def _with(graph: Graph, weights: str) -> bytes:
    made = graph.layer("Conv", ["x", weights], kernel_shape=[1, 1])
    return graph.model({"x": (1, 3, 4, 5)}, {made: (1, 8, 4, 5)})


def told(model: bytes) -> list[float]:
    net = net_of(model)
    net.setInput(np.linspace(0, 1, 60, dtype=np.float32).reshape(1, 3, 4, 5))
    answer: list[float] = np.asarray(net.forward()).ravel().tolist()
    return answer


@pytest.mark.parametrize("path", NETS, ids=lambda path: path.name)
def test_the_weights_are_the_same_numbers_and_nothing_is_left_to_widen(path: Path) -> None:
    stored = path.read_bytes()
    wide = widened(stored)
    before, after = onnxfile.read(stored), onnxfile.read(wide)
    assert {each.dtype for each in before.weights.values()} >= {np.dtype(np.float16)}
    for name, values in after.weights.items():
        assert values.dtype not in {np.float16, np.int8}
        assert np.array_equal(values, before.weights[name])
    assert after.nodes == before.nodes
    assert b"Cast" not in wide
    assert b"DequantizeLinear" not in wide


def test_a_net_of_16_or_8_bits_tells_what_one_of_32_tells() -> None:
    assert told(widened(small_net(cast=True))) == told(small_net(cast=False))
    assert told(widened(stepped_net(steps=True))) == told(stepped_net(steps=False))


@pytest.mark.parametrize("model", [small_net(cast=False), yolo.model()], ids=["small", "yardstick"])
def test_a_net_of_32_bits_stays_as_it_is(model: bytes) -> None:
    assert widened(model) == model
    assert widened(widened(small_net(cast=True))) == widened(small_net(cast=True))


def test_another_cast_stays_and_a_half_that_nothing_casts() -> None:
    for operator, how in (("Cast", {"to": 1}), ("Relu", {})):
        graph = Graph()
        if operator == "Relu":
            graph.weight(KERNELS)
        made = graph.layer(operator, ["x"], **how)
        model = graph.model({"x": (1, 3, 4, 5)}, {made: (1, 3, 4, 5)})
        assert widened(model) == model


@given(st.integers(0, 2**64 - 1))
def test_a_whole_number_comes_back(value: int) -> None:
    assert whole_at(b"x" + whole(value) + b"x", 1) == (value, 1 + len(whole(value)))


@given(st.lists(st.tuples(st.integers(1, 500), st.integers(0, 2**63) | st.binary(max_size=300))))
def test_fields_come_back_in_order(written: list[tuple[int, int | bytes]]) -> None:
    stored = [
        bytes_field(number, value) if isinstance(value, bytes) else whole_field(number, value)
        for number, value in written
    ]
    found = list(fields(b"".join(stored)))
    assert [field.stored for field in found] == stored
    assert [
        (field.number, field.held if field.whole is None else field.whole) for field in found
    ] == written


def test_fields_of_a_fixed_length() -> None:
    eight = whole(3 << 3 | 1) + struct.pack("<d", 2.5)
    four = whole(4 << 3 | 5) + struct.pack("<f", 2.5)
    found = [(field.number, field.held) for field in fields(eight + four)]
    assert found == [(3, eight[1:]), (4, four[1:])]
