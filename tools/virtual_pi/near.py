"""The camera's step without emulation: the card, started by this machine's own kernel.

Its systemd is the first process of separate namespaces (`tools.install.booting`) and runs the real
unit. If this kernel has no camera memory, files in memory replace it, so the step also runs in the
virtual machine. But here a whole game takes a minute, and times are realistic.
"""

import json
import subprocess
import sys
from pathlib import Path

from tools.install.booting import boot
from tools.install.tree import CHECKOUT, Tree
from tools.virtual_pi import camera, camera_game, playing
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.report import Report
from tools.virtual_pi.tree import Layer, built, write

PORT = 18_080
BOX = f"{camera_game.BOX}port = {PORT}\n"
_FOUND = "near.json"
_INSIDE = f"""
cd {CHECKOUT}
PYTHONDONTWRITEBYTECODE=1 /opt/grillside/bin/python -m tools.virtual_pi.near
"""
# The network is this machine's own: the card must neither set it up nor be let into it.
_LEFT_OUT = ("systemd-networkd.service", "systemd-networkd.socket", "virtual-pi-agent.service")


class Here(Machine):
    """The system that runs this program."""

    def __init__(self) -> None:
        self.port = PORT

    def run_bytes(self, command: str, timeout: float = 60, given: bytes = b"") -> tuple[int, bytes]:
        ran = subprocess.run(
            ["/bin/bash", "-c", command], input=given, timeout=timeout, check=False, cwd="/",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return ran.returncode, ran.stdout


def try_near(layers: tuple[Layer, ...], report: Report) -> None:
    """Start the card of these layers, and record the findings in it."""
    whole = built(layers, report.say)
    own = tuple(layer for layer in whole.layers if layer.name not in {"agent", "box"})
    tree = Tree(whole.home, own, whole.checkout, whole.settings).over("near")
    masks = tree.top / "etc/systemd/system"
    masks.mkdir(parents=True)
    for name in _LEFT_OUT:
        (masks / name).symlink_to("/dev/null")
    write(tree.top, "usr/local/lib/virtual-pi/network-page.conf", "")
    ran = boot(tree, _INSIDE, limit=1200)
    found = tree.top / _FOUND
    for one in json.loads(found.read_text()) if found.exists() else []:
        report.holds(one["name"], one["passed"], one["figure"], one["words"])
    report.holds("the step near comes to its end", ran.status == 0,
                 words="" if ran.status == 0 else ran.output[-1000:])  # fmt: skip


def inside() -> bool:
    """As root in the card's own system; whether all is well."""
    report = Report("near")
    machine = Here()
    playing.set_up(machine, BOX)
    playing.ADDRESS = f"127.0.0.1:{PORT}"
    machine.check("systemctl stop grillside")
    try:
        camera.try_virtual(machine, report)
        camera_game.try_game(machine, report)
    finally:
        report.keep(Path("/", _FOUND))
    return report.passed


if __name__ == "__main__":
    sys.exit(0 if inside() else 1)
