"""The program itself, with its page, in a process of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.store.settings import NAME, Settings, save
from tests.harness.ports import free_port

READY = 30.0
"""Seconds in which it must say where it is, on whatever machine."""


class Program:
    """`grillside table --sim --page`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.pid = process.pid
        self.address = self._told()

    def _told(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = [word for word in line.split() if word.startswith("http://")]
        assert found, line
        return found[0]

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def end(self) -> tuple[int, float]:
        """Ask it to end; return its status, and the seconds it took."""
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(READY)
        return status, time.monotonic() - begun

    def kill(self) -> None:
        """End it like a power cut."""
        self._process.kill()
        self._process.wait(READY)

    def megabytes(self) -> float:
        """Return its memory in MB."""
        return megabytes(self.pid)

    def worked(self) -> float:
        """Return the processor seconds it has used."""
        stat = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    """Return the memory of this process in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def program(
    folder: Path, *, port: int | None = None, seed: int = 1, panel: str = "ssd1309"
) -> Iterator[Program]:
    """The table with its page, as `make table` starts it; on this port or one of its own.

    Not on the usual one: there the pages of a program that was killed would find the program of
    another test.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / NAME).exists():
        save(folder, Settings())  # people who need no guide
    config = folder / "config.toml"
    own = free_port() if port is None else port
    config.write_text(f'[panel]\ndriver = "{panel}"\n\n[page]\nport = {own}\n')
    command = [sys.executable, "-m", "firmware.commands.cli", "table", "--sim", "--page"]
    where = ["--folder", str(folder), "--seed", str(seed), "--config", str(config)]
    environment = {**os.environ, "LANGUAGE": "en", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, *where], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            yield Program(process)
        finally:
            process.kill()
