"""One attacker on the same network, and phones that behave badly, on real sockets.

Each costs only itself its line: others are answered at once, the log stays small, nothing is left
over. `nox -s page` runs it on the oldest and the newest web server.
"""

import asyncio
import contextlib
import logging
from pathlib import Path
from time import monotonic

import pytest
from wsproto.events import Event

from firmware.devices.clock import ManualClock
from firmware.ports import Action
from firmware.web import connections, server
from firmware.web import socket_limits as lines
from firmware.web.clients import MOST
from firmware.web.guard import COOKIE
from firmware.web.messages import LONGEST
from firmware.web.rate_limit import Seldom
from rules import Barbecue, Junior
from tests.web.line import LIMIT, Closed, Line
from tests.web.served import Served, keep_game, seats

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
    monkeypatch.setattr(connections, "PATIENCE", 0.05)

    async def scenario() -> None:
        silent = [
            await asyncio.open_connection("127.0.0.1", table.port)
            for _ in range(2 * connections.MOST)
        ]
        for reader, writer in silent:
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        await table.page()

    table.play(scenario)


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


@pytest.mark.parametrize("name", ODD)
def test_whatever_strangers_send_costs_a_line_a_minute_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """However often: more often than there are places for connections."""
    table = Served(tmp_path, network=True)
    caplog.set_level(logging.INFO)

    async def scenario() -> None:
        sent = ODD[name].format(host=f"127.0.0.1:{table.port}").encode("latin-1")
        for _ in range(connections.MOST + 6):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(sent)
            writer.write_eof()
            async with asyncio.timeout(LIMIT):
                with contextlib.suppress(ConnectionError):
                    await reader.read()
            writer.close()
        assert (await table.get("/texts.json")).status == 200
        assert "Traceback" not in caplog.text
        logged = [each for each in caplog.records if each.name in server.LOGS]
        assert len(logged) <= 1, caplog.text

    table.play(scenario)


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


def test_who_says_the_next_request_too_slowly_is_cut_off(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)

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
            for at in range(2 * connections.MOST)
        ]
        assert (await table.get("/texts.json")).status == 200
        paired.write(request)
        assert b"200 OK" in await answered(reader)
        for _, writer in [*crowd, (reader, paired)]:
            writer.close()

    table.play(scenario)


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
def test_a_flood_is_cut_off_before_it_is_read(
    table: Served, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Without any bytes frames cost time: they are counted, and no more of them looked at."""
    looked_at = 0

    def counting(messages: lines.Messages, event: Event) -> int | None:
        nonlocal looked_at
        looked_at += 1
        return refused(messages, event)

    refused = lines.Messages._refused
    monkeypatch.setattr(lines.Messages, "_refused", counting)

    async def scenario() -> None:
        quiet = await table.page()
        flood = await table.page()
        before, begun = looked_at, monotonic()
        flood.say_raw(FLOODS[name])
        assert await flood.closed() in {lines.HASTY, lines.TOO_LONG, 0}
        allowed = lines.AT_ONCE + lines.A_SECOND * (monotonic() - begun)
        assert looked_at - before <= allowed + 1
        await begin(quiet)

    table.play(scenario)


def test_paired_phones_that_take_all_places_keep_no_other_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 6)
    table = Served(tmp_path, network=True)

    async def scenario() -> None:
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

    table.play(scenario)


def test_a_message_that_is_too_long_is_told_so(table: Served) -> None:
    async def scenario() -> None:
        endless = await table.page()
        endless.say_part("x" * (LONGEST + 1))
        assert await endless.closed() == lines.TOO_LONG

    table.play(scenario)


def test_nothing_that_a_page_sends_is_unpacked(table: Served) -> None:
    async def scenario() -> None:
        line = await Line.open(table.port, packed=True)
        assert not line.packs
        line.hang_up()

    table.play(scenario)


def test_a_hasty_player_is_no_flood(table: Served) -> None:
    async def scenario() -> None:
        line = await table.page()
        for _ in range(lines.AT_ONCE - 1):
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


# Those who are not paired.


def test_nobody_sees_anything_of_the_game_unpaired(tmp_path: Path) -> None:
    table = Served(tmp_path, network=True)
    path = keep_game(tmp_path, Junior, count=3)

    async def scenario() -> None:
        token = await table.pair()
        line = await table.page(token)
        line.ask("resume", game=path.name)
        await line.until(lambda news: news["game"])
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

    table.play(scenario)


def test_guessing_is_slowed_down_but_not_who_photographs_the_panel(tmp_path: Path) -> None:
    table = Served(tmp_path, network=True)

    async def scenario() -> None:
        code = table.pairing.code
        wrong = f"{(int(code) + 1) % 1_000_000:06}"
        statuses = [(await table.post_code(wrong)).status for _ in range(6)]
        assert statuses == [403] * 5 + [429]
        assert (await table.post_code(code)).status == 429
        table.clock.advance(61.0)
        assert (await table.post_code(wrong)).status == 403
        assert (await table.post_code(table.pairing.key)).status == 204

    table.play(scenario)


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("grillside.example:80", None, 403),
        ("localhost", None, 403),
        (None, "http://grillside.example", 403),
        (None, "null", 403),
    ],
)
def test_other_names_and_other_pages_are_refused(
    tmp_path: Path, host: str | None, origin: str | None, status: int
) -> None:
    table = Served(tmp_path)

    async def scenario() -> None:
        with pytest.raises(Closed) as closed:
            await Line.open(table.port, host=host, origin=origin)
        assert closed.value.code == status
        await table.page()

    table.play(scenario)
