"""Runs the virtual Pi: `make virtual-pi`, or `make virtual-pi STEPS="cuts camera"` for some steps.

It needs root, Debian with qemu and debootstrap, and once the network. Its files are in
.virtual-pi/; however it ends, nothing stays mounted or running.
"""

import contextlib
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.install import host
from tools.virtual_pi import arm
from tools.virtual_pi.buttons import try_buttons
from tools.virtual_pi.camera_game import try_camera
from tools.virtual_pi.camera_layer import CAMERA
from tools.virtual_pi.cutting import try_cuts
from tools.virtual_pi.disk import Kernel, card
from tools.virtual_pi.living import BOX, first_words, powered_off, try_living
from tools.virtual_pi.machine import RUN, Gone, Machine, accelerated
from tools.virtual_pi.near import try_near
from tools.virtual_pi.panel import try_panel
from tools.virtual_pi.panel_layer import layer as panel_layer
from tools.virtual_pi.playing import PORT
from tools.virtual_pi.report import Report, table
from tools.virtual_pi.tree import AGENT, CARD, HOME, SYSTEM, Layer
from tools.virtual_pi.wire import Line, Wire

TOOLS = ("qemu-system-x86_64", "debootstrap", "mke2fs", "setpriv", "unshare", "dpkg-deb", "apt-get")
SLOW = 400.0
"""Seconds in which a machine must have started, also where all of it is emulated on a busy one."""


@dataclass(frozen=True)
class Bench:
    """Resources of all steps."""

    image: Path
    kernel: Kernel
    layers: tuple[Layer, ...]

    @contextlib.contextmanager
    def machine(self, name: str, *, counted: bool = False) -> Iterator[tuple[Machine, Wire]]:
        """A fresh machine with a panel on its bus."""
        wire = Wire()
        line = Line(wire, RUN / f"glass-{name}")
        with (
            line,
            Machine(self.image, self.kernel, cores=1, forward=PORT, counted=counted,
                    arguments=line.arguments, limit=SLOW) as machine,
        ):  # fmt: skip
            yield machine, wire


def _machine(machine: Machine, wire: Wire, report: Report) -> None:
    try_living(machine, report)
    first_words(machine, wire, report)


def _camera(machine: Machine, _wire: Wire, report: Report) -> None:
    try_camera(machine, report)


def _cuts(bench: Bench, report: Report) -> None:
    try_cuts(bench.image, bench.kernel, report)


def _near(bench: Bench, report: Report) -> None:
    try_near(bench.layers, report)


def _arm64(_bench: Bench, report: Report) -> None:
    arm.try_arm(report)


BOARD: dict[str, Callable[[Machine, Wire, Report], None]] = {
    "machine": _machine, "panel": try_panel, "buttons": try_buttons, "camera": _camera,
}  # fmt: skip
"""These steps share a machine, because starting one takes longer than most of them."""
APART: dict[str, Callable[[Bench, Report], None]] = {
    "cuts": _cuts, "near": _near, "arm64": _arm64,
}  # fmt: skip
STEPS = (*BOARD, *APART)
SLOWEST = "camera"
"""Left out where all is emulated, unless it is asked for: `near` shows the same in minutes."""


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """The steps to run; all that can be had in good time if none is named."""
    for name in names:
        if name not in STEPS:
            sys.exit(f"virtual-pi: {name} is none of {', '.join(STEPS)}")
    return tuple(names) or tuple(name for name in STEPS if accelerated() or name != SLOWEST)


def run(names: Sequence[str]) -> Report:
    """Prepare everything, then run these steps, three at a time."""
    report = Report()
    how = "by this processor" if accelerated() else "emulated: no virtual machines in hardware here"
    report.say(f"steps {', '.join(names)}; {how}")
    layers = (SYSTEM, AGENT, panel_layer(), CAMERA, CARD, BOX)
    image, chosen_kernel = card(layers, "card", report.say)
    bench = Bench(image, chosen_kernel, layers)
    work = [partial(_try, name, report, partial(step, bench)) for name, step in APART.items()
            if name in names]  # fmt: skip
    if any(name in names for name in BOARD):
        work.insert(0, partial(_board, names, bench, report))
    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(one) for one in work]:
            done.result()
    return report


def _board(names: Sequence[str], bench: Bench, report: Report) -> None:
    """The steps that share a machine; at the end it is powered off as the table does it."""
    report.at("machine").say("power on")
    try:
        with bench.machine("board", counted=True) as (machine, wire):
            for name, step in BOARD.items():
                if name in names:
                    _try(name, report, partial(step, machine, wire))
            _try("machine", report, partial(powered_off, machine))
    except Gone as gone:
        report.at("machine").holds("the machine starts", passed=False, words=str(gone)[-300:])


def _try(name: str, report: Report, step: Callable[[Report], None]) -> None:
    own = report.at(name)
    own.say("begins")
    try:
        step(own)
    except Exception as error:  # the other steps are tried all the same
        traceback.print_exc()
        own.holds(f"the step {name} comes to its end", passed=False, words=str(error)[:300])


def _leave(_signal: int, _frame: object) -> None:
    """Everything this has started dies with it: the system sees to that."""
    print(
        "virtual-pi: interrupted; nothing is left mounted or running", file=sys.stderr, flush=True
    )
    shutil.rmtree(RUN, ignore_errors=True)
    os._exit(130)


def main(arguments: Sequence[str]) -> int:
    """Run it; 0 if everything holds."""
    names = chosen(arguments)
    if os.geteuid() != 0:
        sys.exit("virtual-pi: this must run as root: it makes whole systems and mounts them.")
    for name in TOOLS:
        host.tool(name)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    for left in (HOME / "run").glob("[0-9]*"):  # of one that was killed
        if not Path(f"/proc/{left.name}").exists():
            shutil.rmtree(left)
    RUN.mkdir(parents=True)
    report = run(names)
    shutil.rmtree(RUN, ignore_errors=True)
    report.keep(HOME / "report.json")
    (HOME / "report.md").write_text(table(report.findings) + "\n")
    failed = [finding for finding in report.findings if not finding.passed]
    report.say(f"{len(report.findings)} findings, {len(failed)} of them failed")
    for finding in failed:
        report.say(f"{finding.step}: {finding.line()}")
    return 1 if failed or not report.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
