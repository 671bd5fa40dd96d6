"""The virtual machine: starts it, runs commands in it, and cuts its power."""

import base64
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Self

from tests.harness.ports import free_port
from tools.install import host
from tools.virtual_pi.disk import Kernel
from tools.virtual_pi.tree import HOME

RUN = HOME / "run" / str(os.getpid())
"""Resources that end with this process."""
APPEND = (
    "root=/dev/vda rw console=ttyS0 quiet systemd.show_status=no net.ifnames=0 panic=-1"
    " no_timer_check"  # else a kernel gives up where the machine outside is too busy to tick
    # No Pi has these parts of a PC, nor what Intel's processors need, nor more than these watchmen
    # in its kernel: an emulated start takes half as long without.
    " mitigations=off lsm=capability,landlock,yama audit=0 modprobe.blacklist="
    "ata_generic,ata_piix,floppy,pcspkr,psmouse,cfg80211,i2c_piix4,button,evdev,serio_raw,sg,"
    "parport_pc,powernow_k8,acpi_cpufreq,aesni_intel,ghash_clmulni_intel"
)
_CPU = "max,la57=off,svm=off"
"""Emulated: every feature, except those that only slow a start."""


class Gone(RuntimeError):
    """The machine does not answer, or has stopped."""


class Refused(RuntimeError):
    """A command in the machine failed: the command, its status and its output."""


@cache
def accelerated() -> bool:
    """Whether this processor runs the machine's programs itself; else they are emulated.

    A /dev/kvm that answers is no proof: where this is a virtual machine itself, it may know only
    kernels that were made for it. So one with the flag of hardware is asked for.
    """
    flags = Path("/proc/cpuinfo").read_text()
    return (
        os.access("/dev/kvm", os.R_OK | os.W_OK) and re.search(r"\b(vmx|svm)\b", flags) is not None
    )


class Machine:
    """A virtual Pi that runs while the `with` lasts; what it writes is forgotten, but for `drive`.

    `drive` is what qemu takes for -drive instead of `disk`, `forward` a port of the machine that is
    reached from here as `self.port`. Where it is emulated, a `counted` machine takes a nanosecond
    for each instruction: its clock, and whoever waits by it, knows nothing of how busy this one is.
    """

    counted = False

    def __init__(
        self,
        disk: Path | None,
        kernel: Kernel,
        *,
        drive: str = "",
        memory: int = 512,
        cores: int = 2,
        append: str = "",
        arguments: Sequence[str] = (),
        forward: int = 0,
        limit: float = 180,
        counted: bool = False,
    ) -> None:
        self._drive = drive or f"file={disk},format=raw,snapshot=on"
        self._kernel, self._memory, self._cores = kernel, memory, cores
        self._append, self._arguments = append, tuple(arguments)
        self._forward, self._limit = forward, limit
        self.counted = counted
        self.port = 0
        self.started = 0.0
        """When the power came on, in this machine's monotonic time."""
        self._ids = itertools.count(1)
        self._answers: dict[int, dict[str, object]] = {}
        self._changed = threading.Condition()
        self._ended = False

    def __enter__(self) -> Self:
        try:
            self._start()
            self._wait_for(0, self._limit)
        except BaseException:
            self.kill()
            self._clean()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        self._clean()

    @property
    def console(self) -> str:
        """Return the output of its serial line."""
        return (self._folder / "console").read_text(errors="replace")

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def run(self, command: str, timeout: float = 60, given: bytes = b"") -> tuple[int, str]:
        """Run a bash command as root; return its status and output. Status 124 is a timeout."""
        status, output = self.run_bytes(command, timeout, given)
        return status, output.decode(errors="replace")

    def run_bytes(self, command: str, timeout: float = 60, given: bytes = b"") -> tuple[int, bytes]:
        """Return the same with binary output."""
        number = next(self._ids)
        request = {
            "id": number, "command": command, "timeout": timeout,
            "input": base64.b64encode(given).decode(),
        }  # fmt: skip
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            raise Gone(self._last_words()) from error
        # A machine that counts its instructions as time may be far behind this one's clock.
        told = self._wait_for(number, timeout * (20 if self.counted else 1) + 30)
        return int(str(told["status"])), base64.b64decode(str(told["output"]))

    def check(self, command: str, timeout: float = 60, given: bytes = b"") -> str:
        """Return the output of a command that must succeed."""
        status, output = self.run(command, timeout, given)
        if status:
            raise Refused(command, status, output[-3000:])
        return output

    def write(self, path: str, content: bytes | str) -> None:
        """Put a file into the machine."""
        given = content.encode() if isinstance(content, str) else content
        self.check(f'mkdir -p "$(dirname {path})" && cat >{path}', given=given)

    def read(self, path: str) -> bytes:
        """Take a file out of it."""
        status, content = self.run_bytes(f"cat {path}")
        if status:
            raise FileNotFoundError(path)
        return content

    def wait(self, command: str, timeout: float = 60, pause: float = 0.2) -> str:
        """Repeat the command until it succeeds; return its output."""
        end = time.monotonic() + timeout
        while True:
            status, output = self.run(command, timeout)
            if status == 0:
                return output
            if time.monotonic() > end:
                raise TimeoutError(command, status, output[-2000:])
            time.sleep(pause)

    def kill(self) -> None:
        with contextlib.suppress(AttributeError):
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def off(self, timeout: float = 60) -> None:
        """Wait until it has shut itself down."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired as error:
            raise Gone("it does not shut down: " + self._last_words()) from error

    def _start(self) -> None:
        RUN.mkdir(parents=True, exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(dir=RUN))
        agent = self._folder / "agent"
        network = "user,id=net,restrict=on"
        if self._forward:
            self.port = free_port()
            network += f",hostfwd=tcp:127.0.0.1:{self.port}-:{self._forward}"
        quick = ["-accel", "tcg", "-cpu", _CPU]
        if accelerated():
            quick = ["-accel", "kvm", "-cpu", "host"]
        elif self.counted:
            quick += ["-icount", "shift=0,sleep=on"]
        command = [
            host.tool("setpriv"), "--pdeathsig", "KILL", host.tool("qemu-system-x86_64"), *quick,
            "-m", str(self._memory), "-smp", str(self._cores), "-nodefaults", "-no-user-config",
            "-display", "none", "-no-reboot",
            "-kernel", str(self._kernel.image), "-initrd", str(self._kernel.initial),
            "-append", f"{APPEND} {self._append}",
            "-drive", f"if=virtio,{self._drive}",
            "-serial", f"file:{self._folder / 'console'}",
            "-netdev", network, "-device", "virtio-net-pci,netdev=net,romfile=",
            "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={agent},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=grillside.agent", *self._arguments,
        ]  # fmt: skip
        said = (self._folder / "qemu").open("wb")
        with said:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                env={**os.environ, "TMPDIR": str(RUN)},
            )  # fmt: skip
        self.started = time.monotonic()
        self._socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self._socket.connect(str(agent))
                break
            except OSError as error:
                if not self.running:
                    raise Gone((self._folder / "qemu").read_text()) from error
                time.sleep(0.01)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError), self._socket.makefile("rb") as lines:
            for line in lines:
                told = json.loads(line)
                with self._changed:
                    self._answers[told["id"]] = told
                    self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _wait_for(self, number: int, timeout: float) -> dict[str, object]:
        with self._changed:
            self._changed.wait_for(lambda: number in self._answers or self._ended, timeout)
            if number not in self._answers:
                raise Gone(self._last_words())
            return self._answers.pop(number)

    def _last_words(self) -> str:
        said = (self._folder / "qemu").read_text(errors="replace")
        return f"the virtual machine does not answer.\n{said}\n{self.console[-3000:]}"

    def _clean(self) -> None:
        with contextlib.suppress(AttributeError):
            self._socket.close()
        with contextlib.suppress(AttributeError):
            shutil.rmtree(self._folder, ignore_errors=True)
