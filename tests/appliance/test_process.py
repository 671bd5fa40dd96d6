"""The real process as a service: ready, fed, frozen, killed, resumed, stopped."""

import os
import signal
from pathlib import Path

import pytest

from firmware.store.journal import follow, games
from tests.appliance.supervised import Supervised, box, supervised
from tests.harness.ports import free_port

pytestmark = pytest.mark.proof

PATIENCE = 0.9
"""Seconds after which a silent table counts as dead: here it need not be long."""


def begin_game(table: Supervised) -> None:
    """A game of the first players, with eight ones thrown."""
    table.sees("new_game")
    table.type("ok")
    table.sees("box")
    table.type("ok")
    table.sees("todo")
    table.type("scan")
    table.sees("by_hand")
    table.type(*["ok"] * 9)
    table.sees("keep")


def lines(folder: Path) -> list[str]:
    (path,) = games(folder)
    return follow(path).record.lines


def test_it_says_that_it_is_ready_and_how_it_stands(tmp_path: Path) -> None:
    with supervised(box(tmp_path)) as table:
        assert table.told.next() == "READY=1"
        table.told.until("STATUS=No game is going on.")
        begin_game(table)
        told = table.told.until("STATUS=Heckmeck Barbecue: 1 move.")
        assert "STATUS=Heckmeck Barbecue: 0 moves." in told
        assert not any("WATCHDOG" in line for line in told), "nobody asked for it"


def test_it_is_ready_before_its_camera_was_looked_at(tmp_path: Path) -> None:
    simulated = '[camera]\nkind = "simulated"\n[page]\non = false\n'
    with supervised(box(tmp_path, simulated)) as table:
        assert table.told.next() == "READY=1"
        assert table.told.next() == "STATUS=Checking camera, reader and games."
        table.told.until("STATUS=No game is going on.")


def test_its_own_loop_feeds_the_watchdog(tmp_path: Path) -> None:
    with supervised(box(tmp_path), PATIENCE) as table:
        table.told.until("READY=1")
        for _ in range(4):
            table.told.until("WATCHDOG=1")


def test_a_process_that_stands_still_feeds_nothing(tmp_path: Path) -> None:
    with supervised(box(tmp_path), PATIENCE) as table:
        table.told.until("WATCHDOG=1")
        table.sees("new_game")
        table.process.send_signal(signal.SIGSTOP)
        os.waitpid(table.process.pid, os.WUNTRACED)
        table.told.forget()
        with pytest.raises(TimeoutError):
            table.told.next(PATIENCE)
        table.process.send_signal(signal.SIGCONT)
        table.told.until("WATCHDOG=1")


def test_a_loop_that_hangs_feeds_nothing_and_tells_where_it_hung(tmp_path: Path) -> None:
    with supervised(box(tmp_path), PATIENCE) as table:
        table.told.until("WATCHDOG=1")
        begin_game(table)
        table.type("hang")
        table.sees("hangs")
        table.told.forget()
        with pytest.raises(TimeoutError):
            table.told.next(PATIENCE)
        status, _ = table.ended(signal.SIGABRT)  # as systemd does
        assert status == -signal.SIGABRT
        assert "in hang" in table.complaints
    assert len(lines(tmp_path)) == 3, "two headers and the throw"


def test_killed_it_goes_on_at_the_same_move(tmp_path: Path) -> None:
    with supervised(box(tmp_path), PATIENCE) as table:
        begin_game(table)
        table.told.until("STATUS=Heckmeck Barbecue: 1 move.")
        table.ended(signal.SIGKILL)
    before = lines(tmp_path)
    with supervised(box(tmp_path), PATIENCE) as table:
        assert table.told.next() == "READY=1"
        table.sees("resume")
        table.type("ok")
        table.sees("keep")
        table.told.until("STATUS=Heckmeck Barbecue: 1 move.")
        assert lines(tmp_path) == before


@pytest.mark.parametrize("page", [False, True])
def test_it_stops_within_a_second_and_says_so(tmp_path: Path, page: bool) -> None:
    """Twice more if it did not: other work on this machine may have held it up."""
    for attempt in range(3):
        seconds = stopped(tmp_path / str(attempt), page=page)
        print(f"page {page}: over after {seconds:.2f} s")
        if seconds < 1:
            return
    pytest.fail("it never stops within a second")


def stopped(folder: Path, *, page: bool) -> float:
    text = f'[camera]\nkind = "none"\n[page]\non = {str(page).lower()}\nport = {free_port()}\n'
    with supervised(box(folder, text), PATIENCE) as table:
        begin_game(table)
        table.told.until("STATUS=Heckmeck Barbecue: 1 move.")
        status, seconds = table.ended(signal.SIGTERM)
        assert status == 0
        assert table.told.until("STOPPING=1")
        assert table.complaints == ""
    return seconds


def test_without_any_device_a_table_for_phones_runs(tmp_path: Path) -> None:
    """The program itself, with nothing in its place: no pins, no bus, no camera."""
    text = '[panel]\nport = 22\n[camera]\nkind = "none"\n[page]\nnetwork = true\nport = {port}\n'
    command = box(tmp_path, text.format(port=free_port()), program="firmware.commands.cli")
    with supervised(command, PATIENCE) as table:
        assert table.told.next() == "READY=1"
        table.told.until("STATUS=Something is wrong: the panel says what.")
        status, _ = table.ended(signal.SIGTERM)
        assert status == 0
        assert table.told.until("STOPPING=1")
