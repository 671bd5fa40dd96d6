"""Powering off: by the socket of the service that may, else by asking the system."""

import re
import shlex
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from firmware.appliance.power import power_off
from firmware.errors import DeviceTrouble
from tests.devices.waits import LIMIT

UNIT = Path(__file__).parents[2] / "systemd/grillside-power-off@.service"


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="grillside-") as folder:  # paths of sockets are short
        yield Path(folder)


class Helper:
    """The socket as systemd listens on it: for each caller a service, whose output it gets."""

    def __init__(self, path: Path, command: list[str]) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        self._command = command
        self.status: int | None = None
        self._thread = Thread(target=self._attend, daemon=True)
        self._thread.start()

    def _attend(self) -> None:
        caller, _ = self._listening.accept()
        with caller:
            ended = subprocess.run(
                self._command, stdin=subprocess.DEVNULL, stdout=caller.fileno(), check=False
            )
            self.status = ended.returncode

    def end(self) -> None:
        self._thread.join(LIMIT)
        self._listening.close()


def unit_command() -> list[str]:
    (command,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
    return shlex.split(command)


def test_the_service_is_asked_and_says_that_it_heard(folder: Path, systemctl: Path) -> None:
    answers(systemctl, 1)
    helper = Helper(folder / "off", unit_command())
    power_off(folder / "off")
    helper.end()
    assert helper.status == 0, "then systemd shuts the machine down"
    assert not systemctl.with_name("asked").exists()


def test_the_machine_goes_off_only_by_what_the_service_ends_with() -> None:
    text = UNIT.read_text()
    assert "SuccessAction=poweroff" in text
    assert "DynamicUser=yes" in text
    assert "systemctl" not in text


def test_a_service_that_fails_without_a_word_has_refused(folder: Path, systemctl: Path) -> None:
    helper = Helper(folder / "off", ["/bin/sh", "-c", "exit 1"])
    with pytest.raises(DeviceTrouble) as caught:
        power_off(folder / "off")
    helper.end()
    assert caught.value.code == "power_refused"


def test_a_socket_that_nobody_listens_on_is_no_way(folder: Path, systemctl: Path) -> None:
    answers(systemctl, 0)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(folder / "off"))
    power_off(folder / "off")
    assert systemctl.with_name("asked").exists()


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only program there is; what it is asked stands in `asked` beside it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "systemctl"


def answers(systemctl: Path, status: int) -> None:
    asked = systemctl.with_name("asked")
    systemctl.write_text(f'#!/bin/sh\necho "$@" > "{asked}"\nexit {status}\n')
    systemctl.chmod(0o755)


def test_the_machine_is_asked_to_shut_down(systemctl: Path) -> None:
    answers(systemctl, 0)
    power_off(systemctl.with_name("none"))
    assert systemctl.with_name("asked").read_text() == "--no-ask-password poweroff\n"


@pytest.mark.parametrize("status", [None, 1])
def test_a_machine_that_refuses_to_shut_down_says_so(systemctl: Path, status: int | None) -> None:
    if status is not None:
        answers(systemctl, status)
    with pytest.raises(DeviceTrouble) as caught:
        power_off(systemctl.with_name("none"))
    assert caught.value.code == "power_refused"
