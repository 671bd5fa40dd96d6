"""The page's own certificate: made on the box by openssl, signed by nobody else.

Browsers warn once, as nobody whom they know has looked at it; from then on nobody in between can
listen. Key and certificate lie in one file in the folder of the games, which only the table reads.
"""

import os
import socket
import ssl
import subprocess
from pathlib import Path

from firmware.errors import DeviceTrouble
from firmware.store.files import descriptor, replace

NAME = "page.pem"
DAYS = 7_300
"""It is good for so long: a box has no owner who renews it."""
PATIENCE = 60.0
"""Seconds for openssl, on a slow card."""


def certified(folder: Path) -> ssl.SSLContext:
    """What connections are encrypted with; made when there is none. Raises `DeviceTrouble`."""
    path = folder / NAME
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        if not path.exists():
            replace(path, _made(), mode=0o600)
        os.close(descriptor(path, folder))  # openssl would wait for a pipe
        context.load_cert_chain(path)
    except (OSError, subprocess.SubprocessError) as error:  # also one that is damaged
        raise DeviceTrouble("page_tls") from error
    return context


def _made() -> bytes:
    """A key of P-256 and its certificate, as PEM."""
    name = socket.gethostname().lower()
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -out -"
        f" -days {DAYS} -subj /CN=Grillside"
        f" -addext subjectAltName=DNS:{name}.local,DNS:localhost,IP:127.0.0.1"
    )
    made = subprocess.run(  # noqa: S603  # nothing in it comes from outside
        command.split(), capture_output=True, timeout=PATIENCE, check=True
    )
    return made.stdout
