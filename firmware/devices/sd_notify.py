"""Reports the table's state to systemd: ready, alive, status, stopping.

Sends datagrams to the socket that systemd names in the environment; does nothing without one.
"""

import logging
import os
import socket
from collections.abc import Mapping

USUAL = "grillside.service"
"""The default name of the service."""
_SECOND = 1_000_000

_log = logging.getLogger(__name__)


class Service:
    """The connection to systemd. Nothing here waits or raises."""

    def __init__(self, address: str = "", patience: float | None = None) -> None:
        self._address = address
        self.patience = patience
        """Watchdog timeout in seconds; None without a watchdog."""
        self._refused = False

    @classmethod
    def of(cls, environment: Mapping[str, str], process: int | None = None) -> "Service":
        """Return the service described by this process's environment, or by the given one."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):  # a virtual machine's socket is not for this service
            return cls()
        timeout = environment.get("WATCHDOG_USEC", "")
        watched_process = environment.get("WATCHDOG_PID", "")
        process = os.getpid() if process is None else process
        ours = not watched_process or watched_process == str(process)
        watched = timeout.isascii() and timeout.isdigit() and int(timeout) > 0 and ours
        return cls(address, int(timeout) / _SECOND if watched else None)

    @property
    def connected(self) -> bool:
        """Return whether systemd listens."""
        return bool(self._address)

    def ready(self) -> bool:
        """Report readiness; return whether that was received."""
        return self._tell("READY=1")

    def alive(self) -> None:
        """Reset the watchdog."""
        self._tell("WATCHDOG=1")

    def set_timeout(self, seconds: float) -> None:
        """Set the watchdog timeout to so many seconds."""
        self._tell(f"WATCHDOG_USEC={round(seconds * _SECOND)}")

    def report_status(self, words: str) -> None:
        """Report the status as one line, readable for every user of this machine."""
        self._tell(f"STATUS={' '.join(words.split())}")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> bool:
        if not self._address:
            return False
        abstract = self._address.startswith("@")
        address = f"\0{self._address[1:]}" if abstract else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
                way.settimeout(0)
                way.sendto(line.encode(), address)
        except OSError as error:
            if not self._refused:
                _log.warning("the system takes no %s: %s", line.partition("=")[0], error)
            self._refused = True
            return False
        self._refused = False
        return True
