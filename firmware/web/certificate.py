"""The page's self-signed certificate, made on the box by openssl.

Browsers warn once, because no known authority has signed it; after that nobody in between can
listen. Key and certificate are in one file in the games' folder, readable only by the table.
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
"""Days of validity; long, because nobody would renew it."""
PATIENCE = 60.0
"""Seconds for openssl, on a slow card."""


def certified(folder: Path) -> ssl.SSLContext:
    """Return the SSL context; makes a certificate if necessary. Raises `DeviceTrouble`."""
    path = folder / NAME
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        if not path.exists():
            replace(path, _made(), mode=0o600)
        os.close(descriptor(path, folder))  # openssl would block on a pipe
        context.load_cert_chain(path)
    except (OSError, subprocess.SubprocessError) as error:  # or damaged
        raise DeviceTrouble("page_tls") from error
    return context


def _made() -> bytes:
    """Return a new P-256 key and its certificate, as PEM."""
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
