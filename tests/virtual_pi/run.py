"""The virtual Pi: `make virtual-pi`, or `make virtual-pi STEPS="cuts camera"` for some steps.

It needs root, Debian with qemu and debootstrap, and once the network. Whatever it makes lies in
.virtual-pi/; however it ends, nothing is left mounted or running.
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
from pathlib import Path

from tests.install import host
from tests.virtual_pi import arm
from tests.virtual_pi.buttons import try_buttons
from tests.virtual_pi.camera_game import try_camera
from tests.virtual_pi.camera_layer import CAMERA
from tests.virtual_pi.cutting import try_cuts
from tests.virtual_pi.disk import Kernel, card
from tests.virtual_pi.living import BOX, first_words, try_living
from tests.virtual_pi.machine import RUN, Machine, accelerated
from tests.virtual_pi.near import try_near
from tests.virtual_pi.panel import try_panel
from tests.virtual_pi.panel_layer import layer as panel_layer
from tests.virtual_pi.playing import PORT
from tests.virtual_pi.report import Report, table
from tests.virtual_pi.tree import AGENT, CARD, HOME, SYSTEM, Layer
from tests.virtual_pi.wire import Line, Wire

TOOLS = ("qemu-system-x86_64", "debootstrap", "mke2fs", "setpriv", "unshare", "dpkg-deb", "apt-get")
SLOW = 400.0
"""Seconds in which a machine must have started, also where all of it is emulated on a busy one."""


@dataclass(frozen=True)
class Bench:
    """What all steps start from."""

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


def _machine(bench: Bench, report: Report) -> None:
    with bench.machine("machine", counted=True) as (machine, wire):
        try_living(machine, report)
        first_words(machine, wire, report)


def _cuts(bench: Bench, report: Report) -> None:
    try_cuts(bench.image, bench.kernel, report)


def _panel(bench: Bench, report: Report) -> None:
    with bench.machine("panel") as (machine, wire):
        try_panel(machine, wire, report)


def _buttons(bench: Bench, report: Report) -> None:
    with bench.machine("buttons") as (machine, wire):
        try_buttons(machine, wire, report)


def _camera(bench: Bench, report: Report) -> None:
    with bench.machine("camera", counted=True) as (machine, _):
        try_camera(machine, report)


def _near(bench: Bench, report: Report) -> None:
    try_near(bench.layers, report)


def _arm64(_bench: Bench, report: Report) -> None:
    arm.try_arm(report)


STEPS: dict[str, Callable[[Bench, Report], None]] = {
    "machine": _machine, "near": _near, "cuts": _cuts, "arm64": _arm64,
    "panel": _panel, "buttons": _buttons, "camera": _camera,
}  # fmt: skip
LANES = (("machine", "near"), ("cuts", "arm64"), ("panel", "buttons", "camera"))
"""The first alone, since it is measured; then two at a time, one after the other in each."""


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """The steps to run; all of them if none is named."""
    for name in names:
        if name not in STEPS:
            sys.exit(f"virtual-pi: {name} is none of {', '.join(STEPS)}")
    return tuple(names) or tuple(STEPS)


def run(names: Sequence[str]) -> Report:
    """Make what is needed, then try these steps."""
    report = Report()
    how = "by this processor" if accelerated() else "emulated: no virtual machines in hardware here"
    report.say(f"steps {', '.join(names)}; {how}")
    layers = (SYSTEM, AGENT, panel_layer(), CAMERA, CARD, BOX)
    image, chosen_kernel = card(layers, "card", report.say)
    bench = Bench(image, chosen_kernel, layers)
    for lanes in (LANES[:1], LANES[1:]):
        with ThreadPoolExecutor(len(lanes)) as pool:
            list(pool.map(lambda lane: _try(lane, names, bench, report), lanes))
    return report


def _try(lane: Sequence[str], names: Sequence[str], bench: Bench, report: Report) -> None:
    for name in lane:
        if name not in names:
            continue
        own = report.at(name)
        own.say("begins")
        try:
            STEPS[name](bench, own)
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
