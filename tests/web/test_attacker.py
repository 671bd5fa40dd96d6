"""One attacker on the same network, and phones that behave badly, on real sockets.

Each costs only itself its line: others are answered at once, the log stays small, nothing is left
over. `nox -s page` runs it on the oldest and the newest web server.
"""

import asyncio
import contextlib
import logging
from time import monotonic

import pytest
from wsproto.events import Event

from firmware.ports import Action
from firmware.web import connections, server
from firmware.web import socket_limits as lines
from firmware.web.clients import MOST
from firmware.web.guard import COOKIE
from firmware.web.messages import LONGEST
from firmware.web.rate_limit import Seldom
from rules import Junior
from tests.harness.clock import ManualClock
from tests.web.line import LIMIT, Closed, Line
from tests.web.served import Served, begun, keep_game, served

SMALL = 4_096
"""Bytes that fit into the line of a page that does not listen."""


def calm(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether nothing was logged that anybody should look at."""
    return not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_eight_pages_see_the_same_and_one_more_is_refused(table: Served) -> None:
    lines = [await table.page() for _ in range(MOST)]
    late = await Line.open(table.port)
    assert await late.closed() == server.FULL
    late.hang_up()
    await begun(lines[0])
    for line in lines:
        await line.until(lambda news: news["game"])
    lines[3].hang_up()
    while len(table.page_crowd.clients) == MOST:
        await asyncio.sleep(0)
    await table.page()


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
        await begun(quick)
        assert await deaf.closed() in {0, server.BROKEN}

    table.play(scenario)
    assert calm(caplog)


async def test_those_who_say_nothing_do_not_keep_others_out(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    silent = [
        await asyncio.open_connection("127.0.0.1", table.port) for _ in range(2 * connections.MOST)
    ]
    for reader, writer in silent:
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
    await table.page()


OPENING = (
    "GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
POSTING = "POST /pair HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
ODD = {
    "noise": "\x16\x03\x01 no request\r\n\r\n",
    "a socket from elsewhere": OPENING + "Origin: http://evil.example\r\n\r\n",
    "a socket whose name cannot be read": OPENING.replace("{host}", "a\xff") + "\r\n",
    "a socket whose name is too long": OPENING.replace("{host}", "a" * 70) + "\r\n",
    "a socket with an odd kind": OPENING + "Sec-WebSocket-Protocol: \xff\r\n\r\n",
    "a socket without a key": OPENING.replace("Sec-WebSocket-Key", "X") + "\r\n",
    "a socket that is posted": OPENING.replace("GET", "POST") + "\r\n",
    "another kind of line": OPENING.replace("websocket", "h2c") + "\r\n",
    "a body that breaks off": POSTING + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "more than its length": POSTING + "Content-Length: 2\r\n\r\n{{}} more than that",
    "parts of a file": "GET /static/main.js HTTP/1.1\r\nHost: {host}\r\nRange: bytes="
    + ",".join(f"{at}-{at}" for at in range(0, 2000, 2))
    + "\r\n\r\n",
}
"""What strangers send, with the name of the page put in."""


@served(network=True)
async def test_whatever_strangers_send_costs_a_line_a_minute_and_nothing_else(
    table: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often: more often than there are places for connections."""
    monkeypatch.setattr(connections, "MOST", 4)
    caplog.set_level(logging.INFO)
    for name, odd in ODD.items():
        sent = odd.format(host=f"127.0.0.1:{table.port}").encode("latin-1")
        for _ in range(connections.MOST + 2):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(sent)
            writer.write_eof()
            async with asyncio.timeout(LIMIT):
                with contextlib.suppress(ConnectionError):
                    await reader.read()
            writer.close()
        assert (await table.get("/texts.json")).status == 200, name
        assert "Traceback" not in caplog.text, name
        logged = [each for each in caplog.records if each.name in server.LOGS]
        assert len(logged) <= 1, (name, caplog.text)
        caplog.clear()


def test_warnings_held_back_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock()
    log = logging.getLogger("seldom")
    log.setLevel(logging.INFO)
    log.addFilter(Seldom(clock.now))
    log.info("Somebody came.")
    for _ in range(5):
        log.warning("Odd.")
    clock.advance(60)
    log.warning("Odd.")
    log.error("Bad.")
    said = [record.getMessage() for record in caplog.records]
    assert said == ["Odd.", "Odd. And 4 more like this before.", "Bad."]


GET = b"GET /texts.json HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n"


async def answered(reader: asyncio.StreamReader) -> bytes:
    """One answer, to its last byte."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.lower().split(b"\r\n") if b"content-length" in line)
    return head + await reader.readexactly(int(length.split(b":")[1]))


async def test_who_says_the_next_request_too_slowly_is_cut_off(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
    writer.write(GET % (table.port, b""))
    assert b"200 OK" in await answered(reader)
    writer.write(b"GET /")
    async with asyncio.timeout(LIMIT):
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
    writer.close()


@served(network=True)
async def test_those_who_take_all_places_keep_no_phone_out(table: Served) -> None:
    """Neither a new one nor one that is paired, from however many addresses they come."""
    token = await table.pair()
    request = GET % (table.port, f"Cookie: {COOKIE}={token}\r\n".encode())
    reader, paired = await asyncio.open_connection("127.0.0.1", table.port)
    paired.write(request)
    assert b"200 OK" in await answered(reader)
    crowd = [
        await asyncio.open_connection(
            "127.0.0.1", table.port, local_addr=(f"127.0.0.{2 + at % 20}", 0)
        )
        for at in range(2 * connections.MOST)
    ]
    assert (await table.get("/texts.json")).status == 200
    paired.write(request)
    assert b"200 OK" in await answered(reader)
    for _, writer in [*crowd, (reader, paired)]:
        writer.close()


def frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """As a browser sends it, with a mask of noughts."""
    assert len(payload) < 126
    return bytes([0x80 * last + kind, 0x80 + len(payload)]) + bytes(4) + payload


MANY = 20_000
FLOODS = {
    "one long part": (frame(1, b"x" * 125, last=False) + frame(0, b"x" * 125, last=False) * 400),
    "empty parts": frame(1, last=False) + frame(0, last=False) * MANY,
    "empty messages": frame(1) * MANY,
    "empty pings": frame(9) * MANY,
    "long pings": frame(9, b"x" * 125) * MANY,
    "pongs": frame(10) * MANY,
}
"""What a paired phone that went bad may send without an end."""


@pytest.mark.parametrize("name", FLOODS)
async def test_a_flood_is_cut_off_before_it_is_read(
    table: Served, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Without any bytes frames cost time: they are counted, and no more of them looked at."""
    looked_at: list[Event] = []
    refused = lines.Messages._refused

    def counting(messages: lines.Messages, event: Event) -> int | None:
        looked_at.append(event)
        return refused(messages, event)

    monkeypatch.setattr(lines.Messages, "_refused", counting)
    quiet = await table.page()
    flood = await table.page()
    before, since = len(looked_at), monotonic()
    flood.say_raw(FLOODS[name])
    assert await flood.closed() in {lines.HASTY, lines.TOO_LONG, 0}
    allowed = lines.AT_ONCE + lines.A_SECOND * (monotonic() - since)
    assert len(looked_at) - before <= allowed + 1
    await begun(quiet)


@served(network=True)
async def test_paired_phones_that_take_all_places_keep_no_other_out(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 6)
    request = GET % (table.port, f"Cookie: {COOKIE}={await table.pair()}\r\n".encode())
    writers = []
    for _ in range(2 * connections.MOST):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writers.append(writer)
        writer.write(request)
        assert b"200 OK" in await answered(reader)
    assert (await table.get("/texts.json")).status == 200
    for writer in writers:
        writer.close()


async def test_a_message_that_is_too_long_is_told_so(table: Served) -> None:
    endless = await table.page()
    endless.say_part("x" * (LONGEST + 1))
    assert await endless.closed() == lines.TOO_LONG


async def test_nothing_that_a_page_sends_is_unpacked(table: Served) -> None:
    line = await Line.open(table.port, packed=True)
    assert not line.packs
    line.hang_up()


async def test_a_hasty_player_is_no_flood(table: Served) -> None:
    line = await table.page()
    for _ in range(lines.AT_ONCE - 1):
        line.ask("press", action="right")
    await begun(line)


async def test_news_that_cannot_be_made_are_logged(
    table: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages would come back for ever, and nobody would know why."""
    line = await table.page()
    table.page_crowd._make = lambda: {"news": 1 / 0}
    line.ask("press", action="right")
    assert await line.closed() == 1011
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


# Those who are not paired.


@served(lambda folder: keep_game(folder, Junior, count=3), network=True)
async def test_nobody_sees_anything_of_the_game_unpaired(table: Served) -> None:
    token = await table.pair()
    line = await table.resumed(token)
    await table.throw(line, "wwwccc")
    picture = f"/picture/{line.last['sight']['picture']}.jpg"
    assert (await table.get(picture, token)).body.startswith(b"\xff\xd8")
    assert (await table.get("/picture/99.jpg", token)).status == 404
    for wrong in (None, "x" * 43, token[:-1], ""):
        answer = await table.get(picture, wrong)
        assert (answer.status, answer.body) == (401, b"not paired")
        with pytest.raises(Closed, match="403"):
            await Line.open(table.port, token=wrong)
    for free in ("/", "/texts.json", "/static/main.js", "/static/look.css"):
        answer = await table.get(free)
        assert answer.status == 200
        assert b"Ann" not in answer.body


@served(network=True)
async def test_guessing_is_slowed_down_but_not_who_photographs_the_panel(table: Served) -> None:
    code = table.pairing.code
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    statuses = [(await table.post_code(wrong)).status for _ in range(6)]
    assert statuses == [403] * 5 + [429]
    assert (await table.post_code(code)).status == 429
    table.clock.advance(61.0)
    assert (await table.post_code(wrong)).status == 403
    assert (await table.post_code(table.pairing.key)).status == 204


async def test_other_names_and_other_pages_are_refused(table: Served) -> None:
    strangers = [("grillside.example:80", None), ("localhost", None)]
    strangers += [(None, "http://grillside.example"), (None, "null")]  # type: ignore[list-item]
    for host, origin in strangers:
        with pytest.raises(Closed) as closed:
            await Line.open(table.port, host=host, origin=origin)
        assert closed.value.code == 403
    await table.page()
