"""The yardstick, and counting what nets take."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.figures import onnxfile, timing, yolo
from tools.figures.onnxfile import Graph
from vision.nets import FOLDER
from vision.nets.asked import answering
from vision.stages.looker import FOOTING, TOLD


def one_layer(kernel: int, stride: int) -> bytes:
    graph = Graph()
    weights = graph.weight(np.ones((8, 3, kernel, kernel), np.float32))
    made = graph.layer(
        "Conv", ["x", weights], kernel_shape=[kernel] * 2, strides=[stride] * 2,
        pads=[kernel // 2] * 4,
    )  # fmt: skip
    return graph.model({"x": (1, 3, 20, 30)}, {made: (1, 8, 20 // stride, 30 // stride)})


@pytest.mark.parametrize(("kernel", "stride"), [(1, 1), (3, 1), (3, 2)])
def test_the_multiplications_of_one_layer(kernel: int, stride: int) -> None:
    counted = onnxfile.read(one_layer(kernel, stride)).multiplications()
    assert counted == 8 * 3 * kernel**2 * (20 // stride) * (30 // stride)


def test_what_is_written_opencv_reads() -> None:
    net = cv2.dnn.readNetFromONNX(np.frombuffer(one_layer(1, 1), np.uint8))
    net.setInput(np.ones((1, 3, 20, 30), np.float32))
    told = np.asarray(net.forward())
    assert told.shape == (1, 8, 20, 30)
    assert np.allclose(told, 3)


def test_the_yardstick_is_as_large_as_the_published_net() -> None:
    """1,867,405 parameters and 4.5 thousand million operations, says its table."""
    net = onnxfile.read(yolo.model())
    learned = sum(each.size for name, each in net.weights.items() if each.size > 4)
    assert learned == 1_867_405
    assert 2 * net.multiplications() == pytest.approx(4.5e9, rel=0.02)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.onnx")), ids=lambda path: path.name)
def test_the_readers_nets_can_be_counted(path: Path) -> None:
    assert onnxfile.read(path.read_bytes()).multiplications() > 1e6


def test_each_answer_is_counted_for_itself() -> None:
    """The looker's file holds two nets; a close look does not wait for the smaller one."""
    model = (FOLDER / "looker.onnx").read_bytes()
    parts = (answering(model, asked) for asked in (TOLD, FOOTING))
    close, wide = (onnxfile.read(part).multiplications() for part in parts)
    assert close + wide == onnxfile.read(model).multiplications()
    assert 0 < 4 * wide < close, "four views of a die take fewer than one look"


def test_the_estimate_follows_the_ratio_measured() -> None:
    def times(reading: float) -> timing.Times:
        return timing.Times(
            by_size={}, by_count={timing.USUAL: reading}, burst=0, yardstick=100, cv2_ready=0,
            ready=0, first=0, memory=0, memory_before=0,
        )  # fmt: skip

    low, high = timing.zero_2_w(times(50))
    assert low < high
    assert timing.zero_2_w(times(100)) == pytest.approx((2 * low, 2 * high))
    # YOLOX-S alone, scaled to the yardstick's work, to the clock and to half of the yardstick.
    assert low < 2516.9 * (2.234 / 13.4) * 1.2 / 2 < high
