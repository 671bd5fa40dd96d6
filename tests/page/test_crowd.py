"""Many pages at once, and such as behave badly: each costs only itself its line."""

import asyncio
import contextlib
import logging
from pathlib import Path

import pytest

from firmware.actions import Action
from firmware.devices.clock import ManualClock
from firmware.page import callers, server
from firmware.page.crowd import MOST
from firmware.page.guard import COOKIE
from firmware.page.messages import LONGEST
from firmware.page.pace import Pace, Seldom
from rules import Barbecue
from tests.page.line import LIMIT, Line
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
            await asyncio.open_connection("127.0.0.1", table.port) for _ in range(2 * callers.MOST)
        ]
        for reader, writer in silent:
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        await table.page()

    table.play(scenario)


def test_what_is_no_request_is_logged_once_a_minute(
    table: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        for _ in range(30):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(b"\x16\x03\x01 no request\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                await reader.read()
            writer.close()

    table.play(scenario)
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1


def test_warnings_held_back_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock()
    log = logging.getLogger("seldom")
    log.addFilter(Seldom(Pace(1, 1 / 60, clock.now)))
    for _ in range(5):
        log.warning("Odd.")
    clock.advance(60)
    log.warning("Odd.")
    log.error("Bad.")
    said = [record.getMessage() for record in caplog.records]
    assert said == ["Odd.", "Odd. And 4 more warnings before.", "Bad."]


GET = b"GET /texts.json HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n"


async def answered(reader: asyncio.StreamReader) -> bytes:
    """One answer, to its last byte."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.lower().split(b"\r\n") if b"content-length" in line)
    return head + await reader.readexactly(int(length.split(b":")[1]))


def test_who_says_the_next_request_too_slowly_is_cut_off(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(callers, "PATIENCE", 0.05)

    async def scenario() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(GET % (table.port, b""))
        assert b"200 OK" in await answered(reader)
        writer.write(b"GET /")
        async with asyncio.timeout(LIMIT):
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
        writer.close()

    table.play(scenario)


def test_those_who_take_all_places_keep_no_phone_out(tmp_path: Path) -> None:
    """Neither a new one nor one that is paired, from however many addresses they come."""
    table = Served(tmp_path, network=True)

    async def scenario() -> None:
        token = await table.pair()
        request = GET % (table.port, f"Cookie: {COOKIE}={token}\r\n".encode())
        reader, paired = await asyncio.open_connection("127.0.0.1", table.port)
        paired.write(request)
        assert b"200 OK" in await answered(reader)
        crowd = [
            await asyncio.open_connection(
                "127.0.0.1", table.port, local_addr=(f"127.0.0.{2 + at % 20}", 0)
            )
            for at in range(2 * callers.MOST)
        ]
        assert (await table.get("/texts.json")).status == 200
        paired.write(request)
        assert b"200 OK" in await answered(reader)
        for _, writer in [*crowd, (reader, paired)]:
            writer.close()

    table.play(scenario)


@pytest.mark.parametrize("frames", [1, 40], ids=["one frame", "many frames"])
def test_a_message_without_an_end_is_cut_off(table: Served, frames: int) -> None:
    async def scenario() -> None:
        quiet = await table.page()
        endless = await table.page()
        for _ in range(frames):
            endless.say_part("x" * (2 * LONGEST // frames))
        assert await endless.closed() == server.TOO_LONG
        await begin(quiet)

    table.play(scenario)


def test_nothing_that_a_page_sends_is_unpacked(table: Served) -> None:
    async def scenario() -> None:
        line = await Line.open(table.port, packed=True)
        assert not line.packs
        line.hang_up()

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
