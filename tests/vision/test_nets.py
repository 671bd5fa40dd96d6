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
from vision.nets.narrow import widened
from vision.stages import finder, looker

MOST = 2_000_000
NETS = sorted(FOLDER.glob("*.onnx"))
TOLD = looker.ASTRAY + 1 + looker.EMBEDDING


def test_they_are_small_and_nothing_else_is_shipped_with_them() -> None:
    assert NETS
    assert sum(path.stat().st_size for path in NETS) <= MOST
    kept = {path.name for path in FOLDER.iterdir() if path.is_file()}
    code = {"__init__.py", "asked.py", "narrow.py", "softmax.py"}
    assert kept == {*code, "calibration.json", *(path.name for path in NETS)}
    assert (FOLDER / "calibration.json").stat().st_size < 20_000


def test_what_is_known_is_json_and_knows_our_art() -> None:
    known = json.loads((FOLDER / "calibration.json").read_text())
    assert set(known["drawn"]) == set(junior().faces)
    for numbers in known["seen_before"]:
        assert len(numbers) == looker.EMBEDDING
        assert np.linalg.norm(numbers) == pytest.approx(1, abs=0.02)
    assert np.shape(known["told_apart"]) == (len(known["drawn"]), looker.EMBEDDING + 1)


def test_the_finder_tells_a_map() -> None:
    net = load("finder.onnx")
    width, height = finder.USUAL
    net.setInput(np.zeros((1, 3, height, width), np.float32))
    told = np.asarray(net.forward())
    cells = height // finder.STRIDE, width // finder.STRIDE
    assert told.shape == (1, 8 + looker.FACES - 1, *cells)
    assert np.isfinite(told).all()


def test_the_looker_takes_any_number() -> None:
    """The number may change from picture to picture, and each is answered as if alone."""
    net = load("looker.onnx", looker.TOLD)
    rng = np.random.default_rng(6)
    crops = rng.normal(0, 0.3, (24, 3, looker.SIDE, looker.SIDE)).astype(np.float32)
    told = []
    for count in (1, 2, 24, 3):
        net.setInput(crops[:count])
        told.append(np.asarray(net.forward()).reshape(count, -1).copy())
        assert told[-1].shape == (count, TOLD)
    for some in told:
        assert some == pytest.approx(told[2][: len(some)], abs=1e-3)


SEEN = {
    looker.TOLD: ("picture", looker.SIDE),
    looker.FOOTING: ("footing/picture", looker.WIDE_SIDE),
}
"""What each of the nets in the looker's file takes: under which name, and how large."""


@pytest.mark.parametrize(("asked", "told"), [(looker.TOLD, TOLD), (looker.FOOTING, 1)])
def test_of_several_nets_in_a_file_only_the_one_asked_for_is_loaded(asked: str, told: int) -> None:
    """It answers as it does where OpenCV runs all of them."""
    alone, every = load("looker.onnx", asked), load("looker.onnx")
    for named, (name, side) in SEEN.items():
        crops = np.random.default_rng(8).normal(0, 0.3, (4, 3, side, side)).astype(np.float32)
        every.setInput(crops, name)
        if named == asked:
            alone.setInput(crops)
    answer = np.asarray(alone.forward()).reshape(4, -1)
    assert answer.shape == (4, told)
    assert answer == pytest.approx(np.asarray(every.forward(asked)).reshape(4, -1), abs=1e-5)
    assert len(alone.getLayerNames()) < 0.8 * len(every.getLayerNames())


def test_what_is_not_there_cannot_be_loaded() -> None:
    with pytest.raises(KeyError, match="weather"):
        load("looker.onnx", "weather")
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
            net = load("looker.onnx", looker.TOLD)
            net.setInput(crops)
            told.append(np.asarray(net.forward()).copy())
    finally:
        cv2.setNumThreads(before)
    assert told[0] == pytest.approx(told[1], abs=1e-3)


@pytest.mark.skipif(not hasattr(cv2.dnn, "ENGINE_CLASSIC"), reason="there is one engine alone")
def test_the_quicker_of_two_engines_runs_the_nets() -> None:
    """The other one joins layers as it reads them, and would be taken for a net in memory."""
    in_memory = np.frombuffer(widened((FOLDER / "finder.onnx").read_bytes()), np.uint8)
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
    nets = [load("looker.onnx", looker.FOOTING)]
    for trouble in (OSError(28, "No space left on device"), cv2.error("a path it cannot open")):

        def refused(trouble: Exception = trouble) -> str:
            raise trouble

        monkeypatch.setattr("vision.nets.TemporaryDirectory", refused)
        nets.append(load("looker.onnx", looker.FOOTING))
    told = []
    for net in nets:
        net.setInput(picture)
        told.append(np.asarray(net.forward()).copy())
    for other in told[1:]:
        assert other == pytest.approx(told[0], abs=1e-3)
