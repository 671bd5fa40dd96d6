"""What the system is told of the table that runs as its service: ready, alive, how it stands, over.

A datagram for each, to the socket that systemd names in the environment. Where it names none,
nothing is told and nothing is missing.
"""

import logging
import os
import socket
from collections.abc import Mapping

USUAL = "grillside.service"
"""What the service is called."""
_SECOND = 1_000_000

_log = logging.getLogger(__name__)


class Service:
    """The way to whoever started this process. Nothing here waits or raises."""

    def __init__(self, address: str = "", patience: float | None = None) -> None:
        self._address = address
        self.patience = patience
        """Seconds of silence after which the process is taken for dead; None: it never is."""
        self._refused = False

    @classmethod
    def of(cls, environment: Mapping[str, str], process: int | None = None) -> "Service":
        """As systemd has it in the environment of this process, or of that one."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):  # also one for virtual machines: not ours
            return cls()
        told, meant = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
        process = os.getpid() if process is None else process
        ours = not meant or meant == str(process)
        watched = told.isascii() and told.isdigit() and int(told) > 0 and ours
        return cls(address, int(told) / _SECOND if watched else None)

    @property
    def there(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    def ready(self) -> bool:
        """People can use it from now on; whether that was taken."""
        return self._tell("READY=1")

    def alive(self) -> None:
        """It still does what it should."""
        self._tell("WATCHDOG=1")

    def patient(self, seconds: float) -> None:
        """From now on it may be silent for so long."""
        self._tell(f"WATCHDOG_USEC={round(seconds * _SECOND)}")

    def stands(self, words: str) -> None:
        """How it stands, in one line that anybody on this machine may read."""
        self._tell(f"STATUS={' '.join(words.split())}")

    def leaving(self) -> None:
        """It is about to end, and means to."""
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
