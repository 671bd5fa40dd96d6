"""Measures the time and memory of a reading, compared with a net of known speed.

`python -m tools.figures.timing`: one core, medians. Machines are noisy, so the tasks alternate: a
slow minute affects all of them, and their ratio stays.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import onnx

from rules.dice import DICE_SETS, STANDARD
from tools.figures import yolo
from tools.figures.renders import FIRST_SEED
from vision.burst.stillness import FEWEST, REST
from vision.burst.stream import read_stream
from vision.geometry import Frame
from vision.nets import FOLDER
from vision.reader import Reader
from vision.reading import Reading
from vision.simulator.scene import HEIGHT, WIDTH, random_scene, render
from vision.stages.finder import USUAL as WHOLE
from vision.stages.looker import SIDE

ROOT = Path(__file__).parent.parent.parent
SIZES = ((640, 480), (1280, 960), (2592, 1944), (4056, 3040))
"""What a phone sends, what the table asks of a camera, and both Pi camera modules at full size."""
OTHER_SIZES = tuple(size for size in SIZES if size != (WIDTH, HEIGHT))
COUNTS = (0, 1, 4, 8, 12)
USUAL = 8
ROUNDS = 15

_SCENES = 3
_SEED = FIRST_SEED + 90_000_000
_STARTS = 5
_CLEAR: Mapping[str, Any] = {"light": "daylight", "tilt": 12.0, "edge": 56.0, "distance": 35.0}
"""A throw as the table usually sees it: nothing to doubt, so nothing is looked at twice."""


@dataclass(frozen=True)
class Times:
    """Medians in milliseconds; memory in MB."""

    by_size: Mapping[tuple[int, int], float]
    by_count: Mapping[int, float]
    burst: float
    yardstick: float
    cv2_ready: float
    ready: float
    first: float
    memory: float
    memory_before: float
    uncounted: float = 0.0
    """The same picture where no count is known, or in doubt: it is looked at from far and near."""
    rendered: float = 0.0
    """A frame of the simulated camera with as many dice, of any set, on any table."""

    @property
    def usual(self) -> float:
        """One picture of 1280 x 960 with eight dice."""
        return self.by_count[USUAL]


def measure(rounds: int = ROUNDS) -> Times:
    """Measure all of it on one core."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        timed = _taken(_works(), rounds)
    finally:
        cv2.setNumThreads(before)
    shot = _frames(USUAL)[0]
    cv2_ready, ready, first, memory, memory_before = (
        median(each) for each in zip(*_starts(shot), strict=True)
    )
    return Times(
        {size: timed.get(f"size {size}", timed[f"count {USUAL}"]) for size in SIZES},
        {count: timed[f"count {count}"] for count in COUNTS},
        timed["burst"],
        timed["yardstick"],
        cv2_ready,
        ready,
        first,
        memory,
        memory_before,
        timed["uncounted"],
        timed["rendered"],
    )


Work = Callable[[int], object]
"""One piece of work; the number says which of several pictures to take."""


def _works() -> dict[str, Work]:
    reader = Reader()

    def read(frame: Frame) -> Reading:
        return reader.read(frame, STANDARD, {USUAL})

    def each(frames: Sequence[Frame], count: int | None) -> Work:
        expected = None if count is None else {count}
        return lambda number: reader.read(frames[number % len(frames)], STANDARD, expected)

    usual = _frames(USUAL)
    works: dict[str, Work] = {}
    for count in COUNTS:
        works[f"count {count}"] = each(usual if count == USUAL else _frames(count), count)
    for size in OTHER_SIZES:
        works[f"size {size}"] = each([_resized(frame, size) for frame in usual], USUAL)
    works["uncounted"] = each(usual, None)
    burst = [(REST / (FEWEST - 1) * at, frame) for at, frame in enumerate(_burst())]
    works["burst"] = lambda _: read_stream(burst, read)
    scenes = [random_scene(each, USUAL, _SEED + n) for each in DICE_SETS.values() for n in range(4)]
    works["rendered"] = lambda number: render(scenes[number % len(scenes)])
    # As anybody loads it. On OpenCV 5 another engine runs it then, which is faster for this net.
    net = cv2.dnn.readNetFromONNX(np.frombuffer(yolo.model(), np.uint8))
    names = net.getUnconnectedOutLayersNames()
    blob = np.random.default_rng(1).random((1, 3, yolo.SIDE, yolo.SIDE), np.float32)

    def forward(_: int) -> object:
        net.setInput(blob)
        return net.forward(names)

    works["yardstick"] = forward
    return works


def _taken(works: Mapping[str, Work], rounds: int) -> dict[str, float]:
    """The median of each, in turns; the first round only warms up."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for number in range(-1, rounds):
        for name, work in works.items():
            begun = time.perf_counter()
            work(number)
            if number >= 0:
                taken[name].append((time.perf_counter() - begun) * 1e3)
    return {name: median(each) for name, each in taken.items()}


def _frames(count: int) -> list[Frame]:
    return [
        render(random_scene(STANDARD, count, _SEED + number, **_CLEAR, clutter=number == 1)).frame
        for number in range(_SCENES)
    ]


def _burst() -> list[Frame]:
    """Pictures of one throw, one after another: only the noise differs."""
    scenes = (random_scene(STANDARD, USUAL, _SEED, **_CLEAR, moment=at) for at in range(FEWEST))
    return [render(scene).frame for scene in scenes]


def _resized(frame: Frame, size: tuple[int, int]) -> Frame:
    smaller = size[0] < frame.shape[1]
    how = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
    return cv2.resize(frame, size, interpolation=how).astype(np.uint8, copy=False)


# A fresh process.

_CHILD = """
import sys, time
from pathlib import Path

def peak():
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return float("nan")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if "VmHWM" in line)

begun = time.perf_counter()
import cv2
cv2.setNumThreads(1)
imported, before = time.perf_counter(), peak()
from rules.dice import STANDARD
from vision.files.pictures import decode
from vision.reader import Reader
reader = Reader()
ready = time.perf_counter()
frame = decode(Path(sys.argv[1]).read_bytes()).frame
decoded = time.perf_counter()
reader.read(frame, STANDARD, {8})
first = time.perf_counter()
print((imported - begun) * 1e3, (ready - imported) * 1e3, (first - decoded) * 1e3, peak(), before)
"""
# The peak is the process's own (VmHWM): getrusage would tell its parent's, which is larger.


def _starts(frame: Frame) -> list[tuple[float, ...]]:
    """For `import cv2`, from there to a reader, its first reading; memory at the end and before.

    Of programs that were started once before, so that Python has compiled them, as it has where
    they are installed.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "throw.jpg")
        path.write_bytes(cv2.imencode(".jpg", frame)[1].tobytes())
        compiled = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled"))}
        compiled.pop("PYTHONDONTWRITEBYTECODE", None)
        told = [
            subprocess.run(
                [sys.executable, "-c", _CHILD, str(path)],
                cwd=ROOT, env=compiled, check=True, capture_output=True, text=True,
            ).stdout
            for _ in range(1 + _STARTS)
        ]  # fmt: skip
    return [tuple(map(float, one.split())) for one in told[1:]]


# Another machine.

A53_CLOCK, ZERO_CLOCK = 1.2, 1.0
PUBLISHED = {"MobileNet v1": (0.569, 119.7), "ResNet-50": (4.1, 653.4), "YOLOX-S": (13.4, 2516.9)}
"""Thousand millions of multiplications, and ms in `cv2.dnn` 4.10 on four Cortex-A53 at 1.2 GHz.

From the benchmark of OpenCV's model zoo (github.com/opencv/opencv_zoo, benchmark/README.md, Horizon
Sunrise X3 PI, means).
"""
ZERO_2_W = (0.569, 163.2)
"""MobileNet v1 on a Pi Zero 2 W itself, all four cores, but with another library.

From the benchmark of ncnn (github.com/Tencent/ncnn, benchmark/README.md, mean).
"""


def zero_2_w(times: Times) -> tuple[float, float]:
    """An estimate, not a measurement: a reading on a Pi Zero 2 W with four cores, in ms.

    The Zero 2 W has four Cortex-A53 at 1.0 GHz. `cv2.dnn` 4.10, which its system comes with, was
    measured by others on four such cores at 1.2 GHz: `PUBLISHED` gives multiplications a second,
    taken down by the clock. The yardstick's multiplications are counted from its file, so its time
    there follows; and the reader is taken to need as large a part of the yardstick's time there as
    it did here in the same run. The low end takes the net that ran best there, the high end the
    speed of one net on a Zero 2 W itself (`ZERO_2_W`), whose memory is slower. Not in it: that one
    core here is compared to four there, on which the steps between the nets run alone.
    """
    speeds = [count / ms * ZERO_CLOCK / A53_CLOCK for count, ms in PUBLISHED.values()]
    speeds.append(ZERO_2_W[0] / ZERO_2_W[1])
    part = times.usual / times.yardstick
    work = work_of("yardstick")
    return part * work / max(speeds), part * work / min(speeds)


def work_of(name: str) -> float:
    """Thousand millions of multiplications for the yardstick or one of the reader's nets."""
    if name == "yardstick":
        return multiplications(yolo.model(), yolo.SIDE, yolo.SIDE) / 1e9
    width, height = {"finder": WHOLE, "looker": (SIDE, SIDE)}[name]
    return multiplications((FOLDER / f"{name}.onnx").read_bytes(), height, width) / 1e9


def multiplications(model: bytes, height: int, width: int) -> int:
    """Multiplications (each with an addition) that a net takes for one picture of this size.

    Only convolutions count: the rest is a few per cent.
    """
    net = onnx.load_from_string(model)
    for dim, side in zip(_shape(net.graph.input[0]), (1, 3, height, width), strict=True):
        dim.dim_value = side
    for answer in net.graph.output:
        answer.type.tensor_type.ClearField("shape")
    graph = onnx.shape_inference.infer_shapes(net, strict_mode=True).graph
    weights = {each.name: prod(each.dims) for each in graph.initializer}
    places = {
        each.name: prod(dim.dim_value for dim in _shape(each)[2:])
        for each in (*graph.value_info, *graph.output)
    }
    return sum(
        weights[node.input[1]] * places[node.output[0]]
        for node in graph.node
        if node.op_type == "Conv"
    )


def _shape(value: onnx.ValueInfoProto) -> list[Any]:
    return list(value.type.tensor_type.shape.dim)


def print_all(times: Times) -> None:
    sizes = ", ".join(f"{w} x {h} {ms:.0f}" for (w, h), ms in times.by_size.items())
    counts = ", ".join(f"{count}: {ms:.0f}" for count, ms in times.by_count.items())
    finder, looker, whole = map(work_of, ("finder", "looker", "yardstick"))
    low, high = zero_2_w(times)
    print(f"Time of a reading on one core, OpenCV {cv2.__version__}, medians")
    _say(f"1280 x 960, {USUAL} dice", f"{times.usual:.0f} ms")
    _say("without a count", f"{times.uncounted:.0f} ms: seen from far and near too, as in doubt")
    _say(f"a burst of {FEWEST}", f"{times.burst:.0f} ms, with the check that nothing moves")
    _say(
        "the yardstick",
        f"{times.yardstick:.0f} ms: a 640 x 640 pass of a net like YOLOv5n; a reading takes "
        f"{times.usual / times.yardstick:.2f} of it",
    )
    _say("the simulated camera", f"{times.rendered:.0f} ms a frame, {USUAL} dice of any set")
    _say(f"by size ({USUAL} dice)", f"{sizes} ms")
    _say("by count (1280 x 960)", f"{counts} ms")
    _say(
        "a fresh process",
        f"{times.ready:.0f} ms from `import cv2` (itself {times.cv2_ready:.0f} ms) to a reader, "
        f"{times.first:.0f} ms its first reading",
    )
    _say(
        "its memory at most",
        f"{times.memory:.0f} MB; {times.memory_before:.0f} MB with cv2 and numpy alone",
    )
    _say(
        "multiplications",
        f"finder {finder:.2f}, looker {looker:.3f} a look, yardstick {whole:.2f} thousand millions",
    )
    _say(
        "Pi Zero 2 W",
        f"{low:.0f} to {high:.0f} ms a picture, {FEWEST * low / 1e3:.1f} to "
        f"{FEWEST * high / 1e3:.1f} s a burst of {FEWEST}: an estimate",
    )
    _say("", "(how: zero_2_w in tools/figures/timing.py), not measured on one")


def _say(name: str, told: str) -> None:
    print(f"  {name:22} {told}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args(arguments)
    print_all(measure(asked.rounds))


if __name__ == "__main__":
    main()
