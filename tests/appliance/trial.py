"""A life of the service under a real systemd: started, killed, frozen, failed, stopped, off.

Run as root by the machine that `tests/appliance/boot.sh` makes. It prints what it found, a
line of JSON for each thing, and ends by powering that machine off from the table's own user.
"""

import json
import os
import pwd
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from firmware.appliance.power import power_off

UNITS = Path("/etc/systemd/system")
DROP_INS = UNITS / "grillside.service.d"
LIMIT = 60.0
IDLE = "No game is going on."


def tell(name: str, found: object) -> None:
    print(json.dumps([name, found]), flush=True)


def systemctl(*arguments: str) -> int:
    command = ["systemctl", *arguments]
    return subprocess.run(command, check=False).returncode


def asked(unit: str, key: str) -> str:
    command = ["systemctl", "show", unit, f"--property={key}", "--value"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def until(happened: Callable[[], bool]) -> bool:
    """Ask until it did; asking takes its own time."""
    end = time.monotonic() + LIMIT
    while not happened():
        if time.monotonic() > end:
            return False
    return True


def drop_in(name: str, text: str) -> None:
    DROP_INS.mkdir(exist_ok=True)
    (DROP_INS / name).write_text(f"[Service]\n{text}\n")
    systemctl("daemon-reload")


def comes_back_after(number: signal.Signals) -> bool:
    before = asked("grillside", "MainPID")
    os.kill(int(before), number)
    return until(
        lambda: (
            asked("grillside", "MainPID") not in {"0", before}
            and asked("grillside", "ActiveState") == "active"
        )
    )


def page_answers(host: str) -> bool:
    """Whether it does; what is refused is dropped in silence, so that takes a second."""
    try:
        with socket.create_connection((host, 8080), 1.0):
            return True
    except OSError:
        return False


def probe() -> None:
    """The unit's own cage around another program."""
    text = (UNITS / "grillside.service").read_text()
    text = re.sub(r"^(Restart|Watchdog|OnFailure).*\n", "", text, flags=re.MULTILINE)
    text = text.replace("Type=notify", "Type=oneshot").replace(
        "[Service]\n", "[Service]\nEnvironment=PROGRAM=tests.appliance.probe\n"
    )
    told = Path("/run/probed")
    (UNITS / "probe.service").write_text(f"{text}\n[Service]\nStandardOutput=file:{told}\n")
    systemctl("daemon-reload")
    tell("probe ended", systemctl("start", "probe"))
    print(told.read_text(), end="", flush=True)


def trouble_was_shown() -> bool:
    unit = "grillside-trouble"
    ended = asked(unit, "ExecMainExitTimestampMonotonic") != "0"
    return ended and asked(unit, "ExecMainStatus") == "0"


def main() -> None:
    tell("splash ended", systemctl("start", "grillside-splash"))
    drop_in("typed.conf", "StandardInput=null\nWatchdogSec=6\nTimeoutAbortSec=1\nRestartSec=0")
    tell("started", systemctl("start", "grillside"))
    tell("ready", until(lambda: asked("grillside", "StatusText") == IDLE))
    tell("killed, it comes back", comes_back_after(signal.SIGKILL))
    # While its parts are loaded it may be silent for long; after that as long as the unit says.
    tell("patience as usual", until(lambda: asked("grillside", "WatchdogUSec") == "6s"))
    tell("frozen, it comes back", comes_back_after(signal.SIGSTOP))
    tell("restarts", asked("grillside", "NRestarts"))

    hosts = ("127.0.0.1", "10.99.0.1", "203.0.113.9")
    until(lambda: page_answers(hosts[0]))
    tell("page for itself", [page_answers(host) for host in hosts])
    (DROP_INS / "network-page.conf").write_bytes(
        Path("/opt/checkout/systemd/network-page.conf").read_bytes()
    )
    systemctl("daemon-reload")
    systemctl("restart", "grillside")
    until(lambda: page_answers(hosts[0]))
    tell("page for the house", [page_answers(host) for host in hosts])

    until(lambda: asked("grillside", "StatusText") == IDLE)
    begun = time.monotonic()
    systemctl("stop", "grillside")
    tell("seconds to stop", round(time.monotonic() - begun, 2))
    tell("ended", asked("grillside", "Result"))
    probe()

    drop_in("fails.conf", "ExecStart=\nExecStart=/bin/false")
    systemctl("start", "--no-block", "grillside")
    tell("given up, it is told", until(trouble_was_shown))

    os.setgid(pwd.getpwnam("nobody").pw_gid)
    nobody = os.fork()
    if nobody == 0:
        os.setuid(pwd.getpwnam("nobody").pw_uid)
        try:
            socket.socket(socket.AF_UNIX).connect("/run/grillside-power-off.socket")
        except PermissionError:
            os._exit(0)
        os._exit(1)
    tell("others cannot power off", os.waitpid(nobody, 0)[1] == 0)
    os.setuid(pwd.getpwnam("grillside").pw_uid)
    power_off()
    tell("powering off", "heard")
    signal.pause()


if __name__ == "__main__":
    main()
