"""Runs in the virtual Pi, of its system's Python alone: does as root what the machine outside asks.

Each line on the port is a request, {"id": 1, "command": "...", "input": base64, "timeout": 9.5}
and is answered by a line {"id": 1, "status": 0, "output": base64}, in the order in which they end.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

PORT = "grillside.agent"
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root", "LANG": "C.UTF-8",
}  # fmt: skip


def port() -> Path:
    """The port of this name, once the kernel has found it."""
    while True:
        for name in Path("/sys/class/virtio-ports").glob("*/name"):
            if name.read_text().strip() == PORT:
                return Path("/dev") / name.parent.name
        time.sleep(0.05)


def answer(request: dict[str, object]) -> dict[str, object]:
    """Do what one request asks; a command that takes too long is killed with all its children."""
    process = subprocess.Popen(
        ["/bin/bash", "-c", str(request["command"])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/",
        env=ENVIRONMENT, start_new_session=True,
    )  # fmt: skip
    given = base64.b64decode(str(request.get("input", "")))
    try:
        output, _ = process.communicate(given, timeout=float(str(request["timeout"])))
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        status = 124
    return {"id": request["id"], "status": status, "output": base64.b64encode(output).decode()}


def serve(lines: BinaryIO) -> None:
    """Answer until the port ends."""
    lock = threading.Lock()

    def work(request: dict[str, object]) -> None:
        told = json.dumps(answer(request)).encode() + b"\n"
        with lock:
            while told:
                told = told[os.write(lines.fileno(), told) :]

    with lock:
        os.write(lines.fileno(), b'{"id": 0, "status": 0, "output": ""}\n')
    buffer = b""
    while True:
        piece = os.read(lines.fileno(), 1 << 16)
        if not piece:
            time.sleep(0.05)  # nobody is there outside
        buffer += piece
        *whole, buffer = buffer.split(b"\n")
        for line in whole:
            threading.Thread(target=work, args=(json.loads(line),), daemon=True).start()


if __name__ == "__main__":
    with Path(port()).open("r+b", buffering=0) as opened:
        sys.exit(serve(opened))  # type: ignore[func-returns-value]
