"""The yardstick, and counting what nets take."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tools.figures import timing, yolo
from tools.figures.timing import multiplications


def one_layer(kernel: int, stride: int) -> bytes:
    graph = helper.make_graph(
        [
            helper.make_node(
                "Conv", ["x", "weights"], ["y"], kernel_shape=[kernel] * 2, strides=[stride] * 2,
                pads=[kernel // 2] * 4,
            )
        ],
        "one_layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3, "height", "width"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 8, "rows", "columns"])],
        [numpy_helper.from_array(np.ones((8, 3, kernel, kernel), np.float32), "weights")],
    )  # fmt: skip
    return bytes(helper.make_model(graph).SerializeToString())


@pytest.mark.parametrize(("kernel", "stride"), [(1, 1), (3, 1), (3, 2)])
def test_the_multiplications_of_one_layer(kernel: int, stride: int) -> None:
    counted = multiplications(one_layer(kernel, stride), 20, 30)
    assert counted == 8 * 3 * kernel**2 * (20 // stride) * (30 // stride)


def test_the_yardstick_is_as_large_as_the_published_net() -> None:
    """1,867,405 parameters and 4.5 thousand million operations, says its table."""
    net = onnx.load_from_string(yolo.model())
    sizes = [numpy_helper.to_array(each).size for each in net.graph.initializer]
    assert sum(size for size in sizes if size > 4) == 1_867_405
    assert 2 * timing.work_of("yardstick") == pytest.approx(4.5, rel=0.02)


def test_the_readers_nets_can_be_counted() -> None:
    """As the model card tells."""
    assert timing.work_of("finder") == pytest.approx(1.28, abs=0.005)
    assert timing.work_of("looker") == pytest.approx(0.09, abs=0.001)


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
