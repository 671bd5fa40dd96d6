"""Measures the figures of docs/service.md: `python -m tools.service`. Takes two minutes."""

import os
import re
import signal
import tempfile
import time
from pathlib import Path

from tests.appliance.supervised import Supervised, box, supervised

IDLE = 60.0
"""Seconds of watching it idle."""
SETTLING = 3.0
PATIENCE = 20.0
"""The same as in the unit."""
STANDS = "STATUS=No game is going on."
CONFIGS = {
    "without page": '[camera]\nkind = "none"\n[page]\non = false\n',
    "with page and simulated camera": '[camera]\nkind = "simulated"\n[page]\nport = 18181\n',
}


def worked(table: Supervised) -> float:
    """Return the processor seconds it has used."""
    stat = Path(f"/proc/{table.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(table: Supervised, key: str) -> float:
    status = Path(f"/proc/{table.process.pid}/status").read_text()
    found = re.search(rf"^{key}:\s+(\d+) kB", status, re.MULTILINE)
    assert found
    return int(found[1]) / 1024


def measure(name: str, text: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        supervised(box(Path(folder), text), PATIENCE) as table,
    ):
        table.told.until(STANDS)
        time.sleep(SETTLING)
        before = worked(table)
        time.sleep(IDLE)
        busy = (worked(table) - before) / IDLE
        memory = f"{megabytes(table, 'VmRSS'):.0f} MB, at most {megabytes(table, 'VmHWM'):.0f} MB"
        _, seconds = table.ended(signal.SIGTERM)
    print(f"{name}: idle {busy:.3%} of a core, {memory}, over {seconds:.2f} s after SIGTERM")


if __name__ == "__main__":
    for name, text in CONFIGS.items():
        measure(name, text)
