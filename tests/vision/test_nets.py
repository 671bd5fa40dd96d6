"""The nets as files: small, complete, and run by onnxruntime."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from onnx import TensorProto, helper

from rules.dice import junior
from vision import nets
from vision.geometry import Frame
from vision.nets import FOLDER, Net
from vision.stages import finder, looker

MOST = 8_000_000
NETS = sorted(FOLDER.glob("*.onnx"))
TOLD = looker.ASTRAY + 1 + looker.EMBEDDING


def noise(count: int, side: int) -> Sequence[Frame]:
    rng = np.random.default_rng(6)
    return list(rng.integers(0, 256, (count, side, side, 3)).astype(np.uint8))


def test_they_are_small_and_nothing_else_is_shipped_with_them() -> None:
    assert NETS
    assert sum(path.stat().st_size for path in NETS) <= MOST
    kept = {path.name for path in FOLDER.iterdir() if path.is_file()}
    code = {"__init__.py", "softmax.py"}
    assert kept == {*code, "calibration.json", *(path.name for path in NETS)}
    assert (FOLDER / "calibration.json").stat().st_size < 20_000


def test_what_is_known_is_json_and_knows_our_art() -> None:
    known = json.loads((FOLDER / "calibration.json").read_text())
    assert set(known["drawn"]) == set(junior().faces)
    for numbers in known["seen_before"]:
        assert len(numbers) == looker.EMBEDDING
        assert np.linalg.norm(numbers) == pytest.approx(1, abs=0.02)
    assert np.shape(known["told_apart"]) == (len(known["drawn"]), looker.EMBEDDING + 1)


@pytest.mark.parametrize("size", [finder.USUAL, finder.FAR])
def test_the_finder_tells_a_map(size: tuple[int, int]) -> None:
    width, height = size
    told = Net("finder.onnx").run([np.zeros((height, width, 3), np.uint8)])
    cells = height // finder.STRIDE, width // finder.STRIDE
    assert told.shape == (1, 8 + looker.FACES - 1, *cells)
    assert np.isfinite(told).all()


@pytest.mark.parametrize(
    ("name", "side", "numbers"), [("looker", looker.SIDE, TOLD), ("footing", looker.WIDE_SIDE, 1)]
)
def test_any_number_of_crops_may_be_looked_at(name: str, side: int, numbers: int) -> None:
    """The number may change from picture to picture, and each is answered as if alone."""
    net, crops = Net(f"{name}.onnx"), noise(24, side)
    told = [net.run(crops[:count]) for count in (1, 2, 24, 3)]
    assert [some.shape for some in told] == [(count, numbers) for count in (1, 2, 24, 3)]
    for some in told:
        assert some == pytest.approx(told[2][: len(some)], abs=1e-3)


def test_a_net_is_given_red_first_from_minus_a_half_to_a_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And OpenCV's pictures have blue first. This net answers with its picture."""
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 3, 1, 2])
        for name in ("picture", "told")
    ]
    same = helper.make_node("Identity", ["picture"], ["told"])
    graph = helper.make_graph([same], "same", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    (tmp_path / "same.onnx").write_bytes(model.SerializeToString())
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    told = Net("same.onnx").run([np.array([[[0, 51, 255], [255, 0, 102]]], np.uint8)])
    assert told == pytest.approx(np.array([[[[0.5, -0.1]], [[-0.3, -0.5]], [[-0.5, 0.5]]]]))


def test_what_is_not_there_cannot_be_loaded() -> None:
    with pytest.raises(FileNotFoundError):
        Net("none.onnx")


def test_it_does_not_matter_on_how_many_cores() -> None:
    before, crops = cv2.getNumThreads(), noise(4, looker.SIDE)
    told = []
    try:
        for threads in (1, 2):
            cv2.setNumThreads(threads)
            told.append(Net("looker.onnx").run(crops))
    finally:
        cv2.setNumThreads(before)
    assert told[0] == pytest.approx(told[1], abs=1e-3)


def test_the_runtime_says_nothing() -> None:
    """Its warnings would stand between the lines of the terminal, and in the service's log."""
    done = subprocess.run(
        [sys.executable, "-c", "from vision.reader import Reader; Reader()"],
        capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
