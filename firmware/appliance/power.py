"""Powers the machine off, through the service that has the right to, or through systemd."""

import logging
import socket
import subprocess
from pathlib import Path

from firmware.errors import DeviceTrouble

SOCKET = Path("/run/grillside-power-off.socket")
"""Connecting to this socket requests it (systemd/grillside-power-off.socket)."""
LONGEST = 20.0
"""Seconds after which a missing answer counts as a refusal."""
_ANSWER = 64

_log = logging.getLogger(__name__)


def power_off(way: Path = SOCKET) -> None:
    """Ask the system to shut down; it then ends this program. May take seconds.

    Raises `DeviceTrouble` if the system refuses.
    """
    try:
        heard = _ask_service(way)
    except OSError as error:  # the socket is missing, or not for this user
        _log.info("%s: %s", way, error)
        _ask_system()
        return
    if not heard:
        _log.warning("cannot power off: %s was closed without a word", way)
        raise DeviceTrouble("power_refused")


def _ask_service(way: Path) -> bytes:
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(LONGEST)
        asking.connect(str(way))
        return asking.recv(_ANSWER)


def _ask_system() -> None:
    command = ["systemctl", "--no-ask-password", "poweroff"]
    try:
        subprocess.run(command, check=True, timeout=LONGEST)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        _log.warning("cannot power off: %s", error)
        raise DeviceTrouble("power_refused") from error
