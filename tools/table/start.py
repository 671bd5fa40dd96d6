"""Measures start time and idle cost of the box: `python -m tools.table.start`.

It starts processes as on the box, with a simulated camera; every figure is the median of a few
starts.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

STARTS = 5
IDLE_SECONDS = 4.0
FIRST, READY, MEGABYTES, SHARE = 0.5, 1.5, 150, 0.01
"""The targets."""


@dataclass(frozen=True)
class Told:
    """A line of the program's output."""

    what: str
    seconds: float
    opencv: bool
    """Whether it was loaded by then."""


class Standing:
    """A box in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def told(self) -> Told:
        assert self._process.stdout is not None
        what, seconds, opencv = self._process.stdout.readline().split()
        return Told(what, float(seconds), opencv == "True")

    def megabytes(self) -> float:
        """Return its memory now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def worked(self) -> float:
        """Return the processor seconds it has used."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> tuple[int, float]:
        """Tell it to end: its status, and the seconds that took."""
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(10)
        return status, time.monotonic() - begun


@contextmanager
def standing(folder: Path, camera: str) -> Iterator[Standing]:
    """A box that starts now."""
    command = [sys.executable, "-m", "tools.table.standing", str(folder), str(time.monotonic())]
    with subprocess.Popen([*command, camera], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Standing(process)
        finally:
            process.kill()


@dataclass(frozen=True)
class Figures:
    """The measurements of one start, or the median of several."""

    first: float
    ready: float
    megabytes: float
    share: float


def measure() -> Figures:
    with tempfile.TemporaryDirectory() as folder, standing(Path(folder), "simulated") as box:
        first = box.told()
        assert (first.what, first.opencv) == ("shown", False)
        ready = box.told()
        assert ready.what == "ready"
        before, begun = box.worked(), time.monotonic()
        time.sleep(IDLE_SECONDS)
        share = (box.worked() - before) / (time.monotonic() - begun)
        return Figures(first.seconds, ready.seconds, box.megabytes(), share)


def report() -> None:
    runs = [measure() for _ in range(STARTS)]
    first, ready, megabytes, share = (
        median(getattr(run, name) for run in runs)
        for name in ("first", "ready", "megabytes", "share")
    )
    print(f"The table, median of {STARTS} starts (target)")
    print(
        f"  first picture {first:.2f} s ({FIRST}), ready {ready:.2f} s ({READY}), "
        f"{megabytes:.0f} MB ({MEGABYTES}), idle {share:.1%} of a core ({SHARE:.0%})"
    )


if __name__ == "__main__":
    report()
