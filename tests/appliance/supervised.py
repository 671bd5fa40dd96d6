"""A process as systemd starts a service of Type=notify, and what it tells."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from firmware.store.settings import NAME, Settings, save

ROOT = Path(__file__).parents[2]
LIMIT = 60.0
"""Seconds in which a process must do what it does at once, on whatever machine."""

_numbers = count()


class Supervisor:
    """systemd's end: a socket that receives the service's messages."""

    def __init__(self) -> None:
        name = f"grillside-test-{os.getpid()}-{next(_numbers)}"
        self.address = f"@{name}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{name}")

    def next(self, timeout: float = LIMIT) -> str:
        """Return its next message; raises `TimeoutError` without one."""
        self._socket.settimeout(timeout)
        return self._socket.recv(4096).decode()

    def until(self, wanted: str) -> list[str]:
        """Return its messages up to this one."""
        told = [self.next()]
        while told[-1] != wanted:
            told.append(self.next())
        return told

    def forget(self) -> None:
        """Discard the messages that were not read yet."""
        self._socket.settimeout(0)
        try:
            while True:
                self._socket.recv(4096)
        except BlockingIOError:
            pass

    def close(self) -> None:
        self._socket.close()


class Supervised:
    """A running service, with its output and messages."""

    def __init__(self, process: "subprocess.Popen[str]", supervisor: Supervisor) -> None:
        self.process = process
        self.told = supervisor
        self._printed: SimpleQueue[str] = SimpleQueue()
        self._complained: list[str] = []
        self._readers = [
            Thread(target=self._read, daemon=True),
            Thread(target=self._read_complaints, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._printed.put(line.rstrip("\n"))

    def _read_complaints(self) -> None:
        assert self.process.stderr is not None
        self._complained.extend(self.process.stderr)

    @property
    def complaints(self) -> str:
        """Return what it wrote to stderr, after its end."""
        for reader in self._readers:
            reader.join(LIMIT)
        return "".join(self._complained)

    def sees(self, printed: str) -> None:
        """Wait until it prints this line."""
        while self._printed.get(timeout=LIMIT) != printed:
            pass

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def ended(self, number: signal.Signals) -> tuple[int, float]:
        """Send this signal; return its status, and the seconds until it ended."""
        begun = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(LIMIT)
        return status, time.monotonic() - begun


@contextmanager
def supervised(
    command: Sequence[str], patience: float | None = None, **environment: str
) -> Iterator[Supervised]:
    """Run this as a service. It replaces the shell, to know its own process number."""
    supervisor = Supervisor()
    told = {**os.environ, "LANGUAGE": "en", "PYTHONUNBUFFERED": "1", **environment}
    told["NOTIFY_SOCKET"] = supervisor.address
    if patience is not None:
        told["WATCHDOG_USEC"] = str(round(patience * 1_000_000))
    shell = ["/bin/sh", "-c", 'WATCHDOG_PID=$$ exec "$@"', "sh"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*shell, *command], cwd=ROOT, env=told, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield Supervised(process, supervisor)
        finally:
            process.kill()
            process.wait(LIMIT)
            supervisor.close()


def box(folder: Path, text: str = "", program: str = "tests.appliance.boxed") -> list[str]:
    """Return the command for a table with this configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / NAME).exists():
        save(folder, Settings())  # people who need no guide
    config = folder / "config.toml"
    config.write_text(text or '[camera]\nkind = "none"\n[page]\non = false\n')
    where = ["--config", str(config), "--folder", str(folder)]
    return [sys.executable, "-m", program, "table", *where]
