"""The nets as files: small, complete, and loaded by the OpenCV that is installed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.dice import junior
from vision.nets import FOLDER, load
from vision.stages import finder, looker

MOST = 8_000_000
NETS = sorted(FOLDER.glob("*.onnx"))
TOLD = looker.ASTRAY + 1 + looker.EMBEDDING


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
    net = load("finder.onnx")
    width, height = size
    net.setInput(np.zeros((1, 3, height, width), np.float32))
    told = np.asarray(net.forward())
    cells = height // finder.STRIDE, width // finder.STRIDE
    assert told.shape == (1, 8 + looker.FACES - 1, *cells)
    assert np.isfinite(told).all()


@pytest.mark.parametrize(
    ("name", "side", "numbers"), [("looker", looker.SIDE, TOLD), ("footing", looker.WIDE_SIDE, 1)]
)
def test_any_number_of_crops_may_be_looked_at(name: str, side: int, numbers: int) -> None:
    """The number may change from picture to picture, and each is answered as if alone."""
    net = load(f"{name}.onnx")
    crops = np.random.default_rng(6).normal(0, 0.3, (24, 3, side, side)).astype(np.float32)
    told = []
    for count in (1, 2, 24, 3):
        net.setInput(crops[:count])
        told.append(np.asarray(net.forward()).reshape(count, -1).copy())
        assert told[-1].shape == (count, numbers)
    for some in told:
        assert some == pytest.approx(told[2][: len(some)], abs=1e-3)


def test_what_is_not_there_cannot_be_loaded() -> None:
    with pytest.raises(FileNotFoundError):
        load("none.onnx")


def test_it_does_not_matter_on_how_many_cores() -> None:
    before = cv2.getNumThreads()
    rng = np.random.default_rng(7)
    crops = rng.normal(0, 0.3, (4, 3, looker.SIDE, looker.SIDE)).astype(np.float32)
    told = []
    try:
        for threads in (1, 2):
            cv2.setNumThreads(threads)
            net = load("looker.onnx")
            net.setInput(crops)
            told.append(np.asarray(net.forward()).copy())
    finally:
        cv2.setNumThreads(before)
    assert told[0] == pytest.approx(told[1], abs=1e-3)


@pytest.mark.skipif(not hasattr(cv2.dnn, "ENGINE_CLASSIC"), reason="there is one engine alone")
def test_the_quicker_of_two_engines_runs_the_nets() -> None:
    """The other one joins layers as it reads them, and would be taken for a net in memory."""
    in_memory = np.frombuffer((FOLDER / "finder.onnx").read_bytes(), np.uint8)
    quicker, other = load("finder.onnx"), cv2.dnn.readNetFromONNX(in_memory)
    assert len(quicker.getLayerNames()) > 1.5 * len(other.getLayerNames())


@pytest.mark.proof
def test_a_folder_for_files_in_passing_whose_name_is_no_text(tmp_path: Path) -> None:
    """OpenCV would end the program without a word."""
    folder = tmp_path / os.fsdecode(b"t\xff")
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", "from vision.reader import Reader; Reader()"],
        env={**os.environ, "TMPDIR": str(folder)}, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(folder.iterdir()) == []


def test_nets_are_read_where_no_file_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full, or its path is one that OpenCV cannot open."""
    side = looker.WIDE_SIDE
    picture = np.random.default_rng(3).normal(0, 0.3, (1, 3, side, side)).astype(np.float32)
    nets = [load("footing.onnx")]
    for trouble in (OSError(28, "No space left on device"), cv2.error("a path it cannot open")):

        def refused(trouble: Exception = trouble) -> str:
            raise trouble

        monkeypatch.setattr("vision.nets.TemporaryDirectory", refused)
        nets.append(load("footing.onnx"))
    told = []
    for net in nets:
        net.setInput(picture)
        told.append(np.asarray(net.forward()).copy())
    for other in told[1:]:
        assert other == pytest.approx(told[0], abs=1e-3)
