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

ROOT = Path(__file__).parents[2]
LIMIT = 60.0
"""Seconds in which a process must do what it does at once, on whatever machine."""

_numbers = count()


class Supervisor:
    """The end of systemd: a socket that hears what the service tells."""

    def __init__(self) -> None:
        name = f"grillside-test-{os.getpid()}-{next(_numbers)}"
        self.address = f"@{name}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{name}")

    def next(self, timeout: float = LIMIT) -> str:
        """What it says next; `TimeoutError` if it says nothing."""
        self._socket.settimeout(timeout)
        return self._socket.recv(4096).decode()

    def until(self, wanted: str) -> list[str]:
        """All that it says up to this."""
        told = [self.next()]
        while told[-1] != wanted:
            told.append(self.next())
        return told

    def forget(self) -> None:
        """What was told and not heard yet."""
        self._socket.settimeout(0)
        try:
            while True:
                self._socket.recv(4096)
        except BlockingIOError:
            pass

    def close(self) -> None:
        self._socket.close()


class Supervised:
    """A running service, with what it prints and tells."""

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
        """What it wrote to stderr; after its end."""
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
        """Send this signal: the status it ends with, and after how many seconds."""
        begun = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(LIMIT)
        return status, time.monotonic() - begun


@contextmanager
def supervised(
    command: Sequence[str], patience: float | None = None, **environment: str
) -> Iterator[Supervised]:
    """Run this as a service. The shell is replaced by it, so that it knows its own number."""
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
    """The command of a table on its box, with this configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "config.toml"
    config.write_text(text or '[camera]\nkind = "none"\n[page]\non = false\n')
    where = ["--config", str(config), "--folder", str(folder)]
    return [sys.executable, "-m", program, "table", *where]
