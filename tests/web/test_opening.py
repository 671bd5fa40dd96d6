"""The page beside the table: it comes after the table, goes with it, and is never in its way."""

import asyncio
import importlib
import socket
import time
from pathlib import Path

import pytest

from firmware.screens.kinds import Message
from firmware.web.run_with_page import PageStartup
from tests.web.line import Line
from tests.web.process import program
from tests.web.served import Served

LONGEST = 2.0
"""Seconds in which all is closed."""


def taken() -> socket.socket:
    """A port that somebody else listens at."""
    other = socket.socket()
    other.bind(("127.0.0.1", 0))
    other.listen()
    return other


def test_a_taken_port_is_told_on_the_panel_of_a_box(tmp_path: Path) -> None:
    with taken() as other:
        port = other.getsockname()[1]
        table = Served(tmp_path, simulated=False)
        opening = PageStartup(table.last_picture, table.pairing, port)

        async def scenario() -> None:
            running = asyncio.create_task(opening.run(table.loop))
            await table.at("trouble")
            screen = table.table.screen
            assert isinstance(screen, Message)
            assert str(port) in screen.lines[0]
            await table.press("ok")
            assert table.name == "new_game"
            assert table.table.session.phone is None
            table.loop.stop()
            await running

        asyncio.run(asyncio.wait_for(scenario(), 10))


def test_a_simulated_table_takes_another_port(tmp_path: Path) -> None:
    with taken() as other:
        table = Served(tmp_path)
        table.opening.port = other.getsockname()[1]
        table.opening.elsewhere = True

        async def scenario() -> None:
            assert table.port != other.getsockname()[1]
            await table.page()

        table.play(scenario)


def test_a_server_that_cannot_be_made_costs_nothing_but_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_name: str) -> None:
        raise ImportError("uvicorn")

    monkeypatch.setattr(importlib, "import_module", broken)
    table = Served(tmp_path)

    async def scenario() -> None:
        running = asyncio.create_task(table.opening.run(table.loop))
        await table.at("new_game")
        await table.press("ok")
        assert table.name == "box"
        table.loop.stop()
        await running

    asyncio.run(asyncio.wait_for(scenario(), 10))
    assert "the page cannot be served" in caplog.text


def test_the_first_picture_stands_before_the_server_is_loaded(tmp_path: Path) -> None:
    table = Served(tmp_path)
    shown: list[int] = []
    opened = table.opening.opened

    def note(address: str) -> None:
        shown.append(table.log.count("show"))
        opened(address)

    table.opening.opened = note

    async def scenario() -> None:
        await table.page()

    table.play(scenario)
    assert shown[0] >= 1


def test_a_table_that_ends_takes_its_page_along(tmp_path: Path) -> None:
    table = Served(tmp_path)

    async def scenario() -> None:
        await table.page()
        await table.page()

    table.play(scenario)
    with socket.socket() as asking:
        assert asking.connect_ex(("127.0.0.1", table.port)) != 0


def test_the_program_ends_in_time_while_a_page_is_open(tmp_path: Path) -> None:
    async def page(port: int) -> int:
        line = await Line.open(port)
        await line.hear()
        (status, seconds), code = await asyncio.gather(
            asyncio.to_thread(running.end), line.closed()
        )
        line.hang_up()
        assert (status, code) == (0, 1012)
        assert seconds < LONGEST
        return code

    with program(tmp_path) as running:
        asyncio.run(page(running.port))


@pytest.mark.proof
def test_a_program_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """At the same port and with the same game: pages that come back find everything."""

    async def begin(port: int) -> str:
        line = await Line.open(port)
        await line.until(lambda news: not news["busy"])
        players = [{"name": "Ann", "colour": "green"}, {"name": "Ben", "colour": "blue"}]
        line.ask("begin", game="barbecue", players=players)
        await line.until(lambda news: news["game"])
        at = str(line.last["at"])
        running.kill()
        assert await line.closed() == 0
        line.hang_up()
        return at

    async def go_on(port: int) -> str:
        line = await Line.open(port)
        await line.until(lambda news: news["screen"] == "resume")
        line.ask("press", action="ok")
        await line.until(lambda news: news["game"])
        line.hang_up()
        return str(line.last["at"])

    with program(tmp_path) as running:
        port = running.port
        at = asyncio.run(begin(port))
    begun = time.monotonic()
    with program(tmp_path, port=port) as again:
        assert again.port == port, time.monotonic() - begun
        assert asyncio.run(go_on(port)) == at
