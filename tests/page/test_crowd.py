"""Many pages at once, and such as behave badly: each costs only itself its line."""

import asyncio
import contextlib
import logging
from pathlib import Path

import pytest

from firmware.actions import Action
from firmware.page import callers, server
from firmware.page.crowd import MOST
from rules import Barbecue
from tests.page.line import Line
from tests.page.served import Served, seats

SMALL = 4_096
"""Bytes that fit into the line of a page that does not listen."""


@pytest.fixture
def table(tmp_path: Path) -> Served:
    return Served(tmp_path)


def calm(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether nothing was logged that anybody should look at."""
    return not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def begin(line: Line) -> None:
    line.ask("begin", game="barbecue", players=seats(Barbecue))
    await line.until(lambda news: news["game"])


def test_eight_pages_see_the_same_and_one_more_is_refused(table: Served) -> None:
    async def scenario() -> None:
        lines = [await table.page() for _ in range(MOST)]
        late = await Line.open(table.port)
        assert await late.closed() == server.FULL
        late.hang_up()
        await begin(lines[0])
        for line in lines:
            await line.until(lambda news: news["game"])
        lines[3].hang_up()
        while len(table.page_crowd.clients) == MOST:
            await asyncio.sleep(0)
        await table.page()

    table.play(scenario)


def test_pages_that_come_and_go_at_once_take_no_place(
    table: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Also those that are gone before they could be let in."""

    async def scenario() -> None:
        for _ in range(2 * MOST):
            _, writer = await asyncio.open_connection("127.0.0.1", table.port)
            host = f"127.0.0.1:{table.port}"
            writer.write(
                f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            await writer.drain()
            writer.transport.abort()
        while table.page_crowd.clients:
            await asyncio.sleep(0)
        await table.page()

    table.play(scenario)
    assert calm(caplog)


def test_a_page_that_does_not_listen_is_dropped_and_no_other(
    table: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "SLOW", 0.05)

    async def scenario() -> None:
        quick = await table.page()
        deaf = await table.page(room=SMALL)
        while len(table.page_crowd.clients) > 1:
            table.loop.press(Action.RIGHT)
            await quick.changed("panel")
        await begin(quick)
        assert await deaf.closed() in {0, server.BROKEN}

    table.play(scenario)
    assert calm(caplog)


def test_those_who_say_nothing_do_not_keep_others_out(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callers, "PATIENCE", 0.05)

    async def scenario() -> None:
        silent = [
            await asyncio.open_connection("127.0.0.1", table.port)
            for _ in range(2 * callers.MOST_OF_ONE)
        ]
        for reader, writer in silent:
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        await table.page()

    table.play(scenario)


def test_a_flood_is_closed(table: Served) -> None:
    async def scenario() -> None:
        quiet = await table.page()
        loud = await table.page()
        for _ in range(10 * server.AT_ONCE):
            loud.ask("press", action="right")
        assert await loud.closed() in {server.HASTY, 0}
        await begin(quiet)

    table.play(scenario)


def test_a_hasty_player_is_no_flood(table: Served) -> None:
    async def scenario() -> None:
        line = await table.page()
        for _ in range(server.AT_ONCE - 1):
            line.ask("press", action="right")
        await begin(line)

    table.play(scenario)


def test_news_that_cannot_be_made_are_logged(
    table: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages would come back for ever, and nobody would know why."""

    async def scenario() -> None:
        line = await table.page()
        table.page_crowd._make = lambda: str(1 / 0)
        line.ask("press", action="right")
        assert await line.closed() == 1011

    table.play(scenario)
    assert "ZeroDivisionError" in caplog.text


def test_the_table_ends_while_pages_are_open(
    table: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        lines = [await table.page(), await table.page(room=SMALL)]
        table.loop.stop()
        assert await lines[0].closed() == 1012

    table.play(scenario)
    assert calm(caplog)
