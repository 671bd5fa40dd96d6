"""Checks whether the systemd service is installed, runs, and may use its devices."""

import grp
import os
import pwd
import subprocess
from collections.abc import Callable, Mapping

from firmware.config import wired
from firmware.config.keys import CameraKind, Config
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.sd_notify import USUAL
from firmware.devices.wiring import Spi
from firmware.doctor.findings import Content, Findings, State, note

USER = "grillside"
"""The user that runs it (systemd/grillside.sysusers.conf)."""
ASKED = ("LoadState", "ActiveState", "UnitFileState", "Result", "NRestarts", "StatusText")
_LONGEST = 5.0


def ask_system(unit: str = USUAL) -> Mapping[str, str] | None:
    """Return systemd's properties of the service; None without systemd."""
    command = ["systemctl", "show", unit, *(f"--property={name}" for name in ASKED)]
    try:
        answer = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=True, timeout=_LONGEST
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return dict(line.split("=", 1) for line in answer.stdout.splitlines() if "=" in line)


def service_runs(properties: Mapping[str, str] | None) -> bool:
    """Return whether the service is running and therefore holds its devices."""
    return properties is not None and properties.get("ActiveState") == "active"


def groups_of(user: str) -> frozenset[str] | None:
    """Return the groups of this user; None if there is no such user."""
    try:
        own = pwd.getpwnam(user).pw_gid
    except KeyError:
        return None
    numbers = os.getgrouplist(user, own)  # some may have no name
    return frozenset(group.gr_name for group in grp.getgrall() if group.gr_gid in numbers)


def needed_groups(config: Config) -> tuple[str, ...]:
    """Return the groups that own this box's devices on Raspberry Pi OS."""
    groups = []
    pins = (config.sound.pin, config.led.pin)
    if wired.buttons(config.buttons) or pins != (None, None):
        groups.append("gpio")
    if config.panel.driver is not PanelKind.NONE:
        groups.append("spi" if isinstance(wired.bus(config.panel), Spi) else "i2c")
    if config.camera.kind in {CameraKind.AUTO, CameraKind.PI, CameraKind.USB}:
        groups.append("video")
    return tuple(groups)


def check_service(
    config: Config,
    ask: Callable[[], Mapping[str, str] | None] = ask_system,
    groups_of: Callable[[str], frozenset[str] | None] = groups_of,
) -> Findings:
    """Check the service, and the rights of its user."""
    properties = ask()
    if properties is None:
        yield State.ABSENT, note("service_unknown")
        return
    if properties.get("LoadState") != "loaded":
        yield State.ABSENT, note("service_none")
        return
    yield _standing(properties)
    restarts = properties.get("NRestarts", "0")
    if restarts not in {"", "0"}:
        yield State.WARNING, note("service_restarted", count=restarts)
    if properties.get("UnitFileState") not in {"enabled", "static", "enabled-runtime"}:
        yield State.WARNING, note("service_disabled")
    groups = groups_of(USER)
    if groups is None:
        yield State.BAD, note("service_user", user=USER)
        return
    for group in needed_groups(config):
        if group not in groups:
            yield State.BAD, note("service_group", user=USER, group=group)


def _standing(properties: Mapping[str, str]) -> tuple[State, Content]:
    state = properties.get("ActiveState", "")
    if service_runs(properties):
        return State.GOOD, note("service_runs", status=properties.get("StatusText", ""))
    if state == "failed":
        return State.BAD, note("service_failed", result=properties.get("Result", ""))
    if state in {"activating", "reloading", "deactivating"}:
        return State.WARNING, note("service_changing")
    return State.WARNING, note("service_stopped")
