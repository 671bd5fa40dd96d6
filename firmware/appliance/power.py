"""Powering the machine off: by the service that has the right to, or by asking the system."""

import logging
import socket
import subprocess
from pathlib import Path

from firmware.errors import DeviceTrouble

SOCKET = Path("/run/grillside-power-off.socket")
"""Whoever may connect to it has asked for it (systemd/grillside-power-off.socket)."""
LONGEST = 20.0
"""Seconds after which a system that does not answer has refused."""
_ANSWER = 64

_log = logging.getLogger(__name__)


def power_off(way: Path = SOCKET) -> None:
    """Ask the system to shut down; it ends this program in its own time.

    May take seconds. Raises `DeviceTrouble` if the system refuses.
    """
    try:
        heard = _ask_service(way)
    except OSError as error:  # there is none, or it is not for this user
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
