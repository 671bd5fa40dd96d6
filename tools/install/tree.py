"""Clean trees of whole systems, in layers: changes of a run are in a layer of its own.

All mounts are in the command's own mount namespace, and its processes in a process namespace, so
the system removes both however the command ends.
"""

import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.install import host
from tools.install.listing import Listing, listing

CHECKOUT = "/home/pi/grillside"
INCLUDED = "ca-certificates,systemd,systemd-sysv,udev"
"""Packages that Raspberry Pi OS Lite has and the smallest Debian has not, if they matter here."""

_DEVICES = ("null", "zero", "full", "random", "urandom")
_MOUNTS = """
set -e
mount -t overlay overlay -o {options} {merged}
mount -t proc proc {merged}/proc
mount -t tmpfs tmpfs {merged}/run
mount -t tmpfs tmpfs {merged}/tmp
mount -t tmpfs tmpfs {merged}/dev
ln -s /proc/self/fd {merged}/dev/fd
mkdir {merged}/dev/shm
for device in {devices}; do
    touch {merged}/dev/$device
    mount --bind /dev/$device {merged}/dev/$device
done
{binds}
"""


@dataclass(frozen=True)
class Ran:
    """The result of a command in a tree."""

    status: int
    output: str
    seconds: float
    killed: bool


@dataclass(frozen=True)
class Tree:
    """A system in `layers`, the lowest first; commands change only the last."""

    home: Path
    layers: tuple[Path, ...]
    checkout: Path
    settings: dict[str, str] = field(default_factory=host.environment)

    @property
    def top(self) -> Path:
        return self.layers[-1]

    def over(self, name: str, checkout: Path | None = None) -> "Tree":
        """Return the same system with a new, empty layer."""
        layer = self.home / name
        shutil.rmtree(layer, ignore_errors=True)
        layer.mkdir(parents=True)
        return Tree(self.home, (*self.layers, layer), checkout or self.checkout, self.settings)

    def run(self, command: str, kill_at: str = "") -> Ran:
        """Run it as root in the tree; all of it is killed once its output holds `kill_at`."""
        start = time.monotonic()
        # The namespaces end with this program too, even if that is killed.
        process = subprocess.Popen(
            [host.tool("setpriv"), "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork",
             "--kill-child", "bash", "-c", self._entering(command)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace",
        )  # fmt: skip
        assert process.stdout is not None
        lines: list[str] = []
        killed = False
        for line in process.stdout:
            lines.append(line)
            if kill_at and kill_at in line and not killed:
                killed = True
                # The first process of the namespace: the system then kills all others at once.
                children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
                os.kill(int(children.split()[0]), signal.SIGKILL)
        status = process.wait()
        return Ran(status, "".join(lines), time.monotonic() - start, killed)

    def _entering(self, command: str) -> str:
        entering = f"chroot {self.merged} /bin/sh -c {shlex.quote(command)}"
        return f"{self.mounts()}exec env -i {self.environment()} {entering}"

    @property
    def merged(self) -> Path:
        """The mount point of the merged layers, visible to a command's processes."""
        return self.home / "merged"

    def environment(self) -> str:
        """Variables of a command, as a shell takes them."""
        variables = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root", "LANG": "C.UTF-8", **self.settings,
        }  # fmt: skip
        return shlex.join(f"{name}={value}" for name, value in variables.items())

    def mounts(self) -> str:
        """The commands that put the layers together."""
        work = self.home / "work"
        shutil.rmtree(work, ignore_errors=True)
        for folder in (work, self.merged):
            folder.mkdir(parents=True, exist_ok=True)
        lower = ":".join(str(layer) for layer in reversed(self.layers[:-1]))
        options = f"lowerdir={lower},upperdir={self.top},workdir={work}"
        return _MOUNTS.format(
            options=f"{options},redirect_dir=off,metacopy=off",
            merged=self.merged,
            devices=" ".join(_DEVICES),
            binds="\n".join(self._binds(self.merged)),
        )

    def _binds(self, merged: Path) -> Iterator[str]:
        archives = self.home / "archives"
        archives.mkdir(exist_ok=True)
        binds = [
            (self.checkout, CHECKOUT, True), (archives, "/var/cache/apt/archives", False),
            (Path("/etc/resolv.conf"), "/etc/resolv.conf", True),
        ]  # fmt: skip
        binds += [(place, str(place), True) for place in host.folders(self.settings)]
        for source, target, guarded in binds:
            at = f"{merged}{target}"
            yield f"mkdir -p {at}" if source.is_dir() else f"mkdir -p {Path(at).parent}; touch {at}"
            yield f"mount --bind {source} {at}"
            if guarded:
                yield f"mount -o remount,ro,bind {at}"

    def listing(self) -> Listing:
        """Every file of the system."""
        return listing(self.layers)
