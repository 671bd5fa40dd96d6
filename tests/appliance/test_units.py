"""The units as they are: systemd's own tools find nothing wrong with them, and find them tight."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.appliance.power import SOCKET
from firmware.config.file import SYSTEM
from firmware.config.keys import Config
from firmware.devices.sd_notify import USUAL
from firmware.doctor.service import USER, needed_groups

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = sorted([*SYSTEMD.glob("*.service"), *SYSTEMD.glob("*.socket")])
NETWORK = SYSTEMD / "network-page.conf"
OF_THE_SYSTEM = Path("/usr/lib/systemd/system")
EXPOSED = {
    "grillside.service": 1.5,
    "grillside-splash.service": 1.0,
    "grillside-trouble.service": 1.0,
    "grillside-power-off@.service": 0.5,
}
"""At most so much, of 10, by `systemd-analyze security`."""
EXPOSED_TO_THE_NETWORK = 2.5


def tool(name: str) -> str:
    """Where this is. On the machine that checks every change it must be there."""
    found = shutil.which(name)
    if found is None and os.environ.get("CI"):
        pytest.fail(f"{name} is not installed")
    if found is None:
        pytest.skip(f"the units are not tried: there is no {name} here")
    return found


@pytest.fixture
def analyze() -> str:
    return tool("systemd-analyze")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A machine on which it is installed, as far as units can see."""
    installed = tmp_path / "etc/systemd/system"
    installed.mkdir(parents=True)
    for unit in UNITS:
        shutil.copy(unit, installed)
    system = tmp_path / "usr/lib/systemd/system"
    system.mkdir(parents=True)
    for unit in (*OF_THE_SYSTEM.glob("*.target"), *OF_THE_SYSTEM.glob("*.slice")):
        shutil.copy(unit, system)
    for program in ("opt/grillside/bin/grillside", "bin/echo"):
        path = tmp_path / program
        path.parent.mkdir(parents=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    return tmp_path


def verified(analyze: str, tree: Path) -> str:
    """All that systemd says: it warns of unknown keys without failing."""
    names = [unit.name for unit in UNITS]
    command = [analyze, "verify", f"--root={tree}", *names]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


def exposure(analyze: str, unit: Path) -> float:
    command = [analyze, "security", "--offline=true", "--no-pager", str(unit)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for .*: ([\d.]+)", ended.stdout)
    assert found, ended.stdout + ended.stderr
    return float(found[1])


def values(unit: Path, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


def test_systemd_has_nothing_to_say_about_them(analyze: str, tree: Path) -> None:
    assert verified(analyze, tree) == ""


@pytest.mark.parametrize(
    ("wrong", "told"),
    [("MemoyMax=1M", "Unknown key"), ("ExecStartPre=/opt/nowhere", "not executable")],
)
def test_it_would_say_what_is_wrong(analyze: str, tree: Path, wrong: str, told: str) -> None:
    path = tree / "etc/systemd/system" / USUAL
    path.write_text(path.read_text().replace("[Service]\n", f"[Service]\n{wrong}\n"))
    assert told in verified(analyze, tree)


def test_no_service_takes_its_configuration_from_its_own_folder() -> None:
    for unit in UNITS:
        if any(command.startswith("/opt/grillside") for command in values(unit, "ExecStart")):
            assert "XDG_CONFIG_HOME=%E" in values(unit, "Environment"), unit.name
    assert Path("/etc/grillside/config.toml") == SYSTEM  # %E is /etc


def test_every_service_has_its_limit() -> None:
    assert set(EXPOSED) == {unit.name for unit in UNITS if unit.suffix == ".service"}


@pytest.mark.parametrize("name", EXPOSED)
def test_they_can_do_little_else(analyze: str, name: str) -> None:
    assert exposure(analyze, SYSTEMD / name) <= EXPOSED[name]


def test_with_the_page_on_the_network_too(analyze: str, tree: Path) -> None:
    unit = tree / "etc/systemd/system" / USUAL
    alone = exposure(analyze, unit)
    unit.write_text(unit.read_text() + NETWORK.read_text())  # a drop-in is read after its unit
    assert alone < exposure(analyze, unit) <= EXPOSED_TO_THE_NETWORK


def test_the_program_and_the_units_agree() -> None:
    (listens,) = values(SYSTEMD / "grillside-power-off.socket", "ListenStream")
    assert listens.replace("%t", "/run") == str(SOCKET)
    for unit in UNITS:
        for user in values(unit, "User") + values(unit, "SocketUser"):
            assert user == USER
    users = (SYSTEMD / "grillside.sysusers.conf").read_text()
    assert re.search(rf"^u {USER} ", users, re.MULTILINE)
    groups = set(re.findall(rf"^m {USER} (\w+)$", users, re.MULTILINE))
    assert groups == {"video", "gpio", "i2c", "spi"}
    assert set(needed_groups(Config())) <= groups


def test_each_kind_of_device_is_allowed_by_the_name_the_kernel_has_for_it() -> None:
    """As they stand in /proc/devices; systemd would ignore another in silence."""
    allowed = {value.split()[0] for value in values(SYSTEMD / USUAL, "DeviceAllow")}
    kinds = ("gpiochip", "i2c", "spi", "video4linux", "media", "dma_heap")
    assert allowed == {f"char-{kind}" for kind in kinds}


def test_the_user_is_made_with_its_groups(tmp_path: Path) -> None:
    sysusers = tool("systemd-sysusers")
    (tmp_path / "etc").mkdir()
    users = SYSTEMD / "grillside.sysusers.conf"
    for _ in range(2):  # a second time changes nothing
        subprocess.run(
            [sysusers, f"--root={tmp_path}", str(users)], check=True, capture_output=True
        )
        passwd = (tmp_path / "etc/passwd").read_text()
        (line,) = [line for line in passwd.splitlines() if line.startswith(f"{USER}:")]
        assert ":/var/lib/grillside:" in line
        groups = (tmp_path / "etc/group").read_text()
        members = re.findall(rf"^(\w+):.*[:,]{USER}$", groups, re.MULTILINE)
        assert set(members) == {"video", "gpio", "i2c", "spi"}
