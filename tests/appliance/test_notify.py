"""What the system is told, to the datagram; and by the table's own loop, or not at all."""

import asyncio
import logging
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.appliance.service_loop import ServiceLoop, status_line
from firmware.devices.sd_notify import Service
from firmware.errors import DeviceTrouble
from tests.appliance.supervised import Supervisor
from tests.harness.bench import Bench
from tests.harness.flow import Flow, reading

SECOND = 1_000_000


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    supervisor = Supervisor()
    yield supervisor
    supervisor.close()


# The datagrams.


def test_each_thing_is_one_datagram(supervisor: Supervisor) -> None:
    service = Service(supervisor.address)
    assert service.connected
    assert service.ready()
    service.alive()
    service.report_status("two\nlines")
    service.stopping()
    told = [supervisor.next() for _ in range(4)]
    assert told == ["READY=1", "WATCHDOG=1", "STATUS=two lines", "STOPPING=1"]


def test_a_socket_can_be_a_file() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="grillside-") as folder,  # paths of sockets are short
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard,
    ):
        path = Path(folder, "notify")
        heard.bind(str(path))
        Service.of({"NOTIFY_SOCKET": str(path)}).alive()
        heard.settimeout(0)
        assert heard.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "vsock:2:1234", "relative"])
def test_where_nobody_listens_nothing_is_told(address: str) -> None:
    service = Service.of({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000000"})
    assert not service.connected
    assert service.patience is None
    assert not service.ready()


def test_a_system_that_is_gone_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    service = Service("@grillside-test-nobody")
    with caplog.at_level(logging.WARNING):
        assert not service.ready()
        service.alive()
    assert len(caplog.records) == 1


def test_a_system_that_does_not_listen_holds_nothing_up(supervisor: Supervisor) -> None:
    service = Service(supervisor.address)
    for _ in range(100_000):
        if not service.ready():
            return
    pytest.fail("its ear is never full")


@pytest.mark.parametrize(
    ("told", "meant", "patience"),
    [
        (str(20 * SECOND), "", 20.0),
        (str(20 * SECOND), "7", 20.0),
        (str(20 * SECOND), "8", None),
        ("0", "7", None),
        ("", "7", None),
        ("soon", "7", None),
        ("-5", "7", None),
    ],
)
def test_how_patient_the_system_is(told: str, meant: str, patience: float | None) -> None:
    environment = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": told, "WATCHDOG_PID": meant}
    assert Service.of(environment, process=7).patience == patience


def test_the_process_asked_for_is_this_one() -> None:
    environment = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": str(os.getpid())}
    assert Service.of(environment).patience is not None


# The table's loop.


def heard(supervisor: Supervisor) -> list[str]:
    told = []
    try:
        while True:
            told.append(supervisor.next(0))
    except BlockingIOError:
        return told


def test_the_loop_tells_when_it_is_ready_alive_and_over(
    tmp_path: Path, supervisor: Supervisor
) -> None:
    bench = Bench(tmp_path, table_camera=False)
    ServiceLoop.begin(bench.loop, Service(supervisor.address, patience=0.003))

    async def scenario() -> None:
        await bench.at("new_game")
        await asyncio.to_thread(lambda: [supervisor.until("WATCHDOG=1") for _ in range(3)])

    bench.play(scenario)
    assert heard(supervisor)[-1] == "STOPPING=1"


async def test_ready_is_said_after_the_first_picture_and_the_buttons(
    tmp_path: Path, supervisor: Supervisor
) -> None:
    bench = Bench(tmp_path)
    service = Service(supervisor.address)
    ServiceLoop.begin(bench.loop, service)
    bench.loop.watch(lambda: bench.log.append("happened"))
    async with bench.running():
        await bench.at("new_game")
    done = [each for each in bench.log if each in {"show", "buttons", "happened"}]  # by the loop
    assert done[:3] == ["show", "buttons", "happened"]
    told = heard(supervisor)
    assert told[0] == "READY=1"
    assert told.count("READY=1") == 1
    assert not [line for line in told if line.startswith("WATCHDOG")], "nobody asked for it"


async def test_while_the_parts_are_looked_at_it_may_be_silent_for_longer(
    tmp_path: Path, supervisor: Supervisor
) -> None:
    """Libraries are loaded at a stretch: the loop cannot say that it is alive meanwhile."""
    bench = Bench(tmp_path)
    ServiceLoop.begin(bench.loop, Service(supervisor.address, patience=20.0))
    async with bench.running():
        await bench.at("new_game")
    patience = [line for line in heard(supervisor) if line.startswith("WATCHDOG_USEC")]
    assert patience == [f"WATCHDOG_USEC={90 * SECOND}", f"WATCHDOG_USEC={20 * SECOND}"]


async def test_ready_is_said_again_if_it_was_not_taken(tmp_path: Path) -> None:
    bench = Bench(tmp_path, table_camera=False)
    taken: list[str] = []

    class Late(Service):
        def _tell(self, line: str) -> bool:
            taken.append(line)
            return taken.count("READY=1") == 2

    ServiceLoop.begin(bench.loop, Late("@late"))
    async with bench.running():
        await bench.at("new_game")
        await bench.press("right")
        await bench.press("right")
    assert taken.count("READY=1") == 2


def test_where_nobody_listens_the_loop_is_left_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    ServiceLoop.begin(bench.loop, Service())
    assert bench.loop._watchers == []


def test_how_it_stands_names_nobody(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    assert status_line(flow.table) == "Checking camera, reader and games."
    flow.start()
    assert status_line(flow.table) == "No game is going on."
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "")])
    assert status_line(flow.table) == "Heckmeck Barbecue: 0 moves."
    flow.scan(reading("1134wwww"))
    assert status_line(flow.table) == "Heckmeck Barbecue: 1 move."
    flow.table.refuse(DeviceTrouble("device_failed"))
    assert status_line(flow.table) == "Something is wrong: the panel says what."
