"""The units under a real systemd, as the first process of a machine inside this one.

That takes root and Linux's namespaces; where they are not to be had, the test says so.
"""

import json
import os
import shutil
import signal
import site
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.appliance.supervised import ROOT

pytestmark = pytest.mark.proof

TOOLS = ("unshare", "pivot_root", "ip", "systemd-sysusers", "chroot")
SYSTEMD = Path("/lib/systemd/systemd")
LIMIT = 240.0
POWERED_OFF = -signal.SIGINT
"""How unshare ends when the machine inside was powered off."""


def may_boot(folder: Path) -> str:
    """Why no machine can be made here, "" if one can."""
    if os.geteuid() != 0:
        return "only root can"
    (folder / "tried").mkdir()
    command = ["unshare", "--mount", "mount", "-t", "cgroup2", "none", str(folder / "tried")]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    return tried.stderr.strip()


def boot(folder: Path, group: str) -> "subprocess.CompletedProcess[str]":
    """Until it is powered off."""
    script = ROOT / "tests/appliance/boot.sh"
    told = [folder, ROOT, sys.base_prefix, site.getsitepackages()[0], group]
    command = ["unshare", "--mount", str(script), *map(str, told)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT)


def tidy(folder: Path, group: str) -> None:
    """Its control groups stay when all processes have gone."""
    script = 'mount -t cgroup2 none "$0" && find "$0/$1" -depth -type d -delete'
    command = ["unshare", "--mount", "sh", "-c", script, str(folder / "tried"), group]
    subprocess.run(command, capture_output=True, check=False)


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Any]:
    """What a whole life of the service showed."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or not SYSTEMD.exists():
        lacking = f"not installed: {', '.join(missing) or SYSTEMD}"
        pytest.fail(lacking) if os.environ.get("CI") else pytest.skip(lacking)
    if why := may_boot(tmp_path):
        pytest.skip(f"the service is not tried under systemd: {why}")
    told = tmp_path / "told"
    told.touch()
    group = f"grillside-trial-{os.getpid()}"
    try:
        ended = boot(tmp_path, group)
    finally:
        tidy(tmp_path, group)
    lines = told.read_text().splitlines()
    assert ended.returncode == POWERED_OFF, (ended.stderr, lines)
    print(*lines, sep="\n")
    return dict(json.loads(line) for line in lines if line.startswith("["))


def test_a_life_under_systemd(found: dict[str, Any]) -> None:
    """One machine for all of it: to make one takes longer than all that is asked of it."""
    ready_and_back(found)
    panel_or_not(found)
    page_for_whom(found)
    what_it_needs(found)
    nothing_else(found)
    powered_off_by_the_table_alone(found)


def ready_and_back(found: dict[str, Any]) -> None:
    assert found["started"] == 0
    assert found["ready"]
    assert found["killed, it comes back"]
    assert found["patience as usual"]
    assert found["frozen, it comes back"]
    assert int(found["restarts"]) >= 2  # killed and frozen; a stalled machine may add one
    assert found["ended"] == "success"


def panel_or_not(found: dict[str, Any]) -> None:
    """A panel that fails does not fail the start of the machine."""
    assert found["splash ended"] == 0
    assert found["given up, it is told"]


def page_for_whom(found: dict[str, Any]) -> None:
    """This machine, a house's network, and the rest of the world."""
    assert found["page for itself"] == [True, False, False]
    assert found["page for the house"] == [True, True, False]


def what_it_needs(found: dict[str, Any]) -> None:
    assert found["probe ended"] == 0
    assert found["dice"] == ["1", "1", "1", "4", "4", "4", "worm", "worm"]
    assert found["what board it is"] is True
    assert found["callbacks of ctypes"] == 42
    for allowed in ("device of its group", "pipe of lgpio", "games", "udev"):
        assert found[allowed] is None


def nothing_else(found: dict[str, Any]) -> None:
    assert found["rights"] == "0" * 16
    refused = [name for name, told in found.items() if str(told).startswith("refused")]
    assert refused == [
        "device of others",
        "device not in the list",
        "program",
        "homes",
        "raw packets",
        "code made at run time",
    ]


def powered_off_by_the_table_alone(found: dict[str, Any]) -> None:
    assert found["others cannot power off"]
    assert found["powering off"] == "heard"
