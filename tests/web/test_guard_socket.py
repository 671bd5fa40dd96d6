"""The socket: for the paired, and for as long as they are."""

import asyncio
from pathlib import Path

import pytest

from firmware.web.guard import Guard, token_of
from firmware.web.phones import id_of
from firmware.web.security_headers import Message, Receive, Send
from tests.web.asking import HOST, Line, closed, scope_of
from tests.web.door import NAMED, UNPAIRED, Door


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def test_a_socket_is_for_the_paired_wherever_it_is(door: Door) -> None:
    for path in ["/socket", "/", "/static/x", "/pair"]:
        assert closed(door.guard, NAMED, path) == UNPAIRED
        assert not door.game.came


async def test_a_paired_socket_talks(door: Door) -> None:
    line = Line(door.guard, [*NAMED, door.cookie])
    assert await line.hear() == {"type": "websocket.accept"}
    await line.say("a throw")
    assert (await line.hear())["text"] == "news of a throw"
    door.pairing.pair(door.pairing.code, "here")  # one more phone changes nothing for this one
    await line.say("a keep")
    assert (await line.hear())["text"] == "news of a keep"
    await line.hang_up()
    assert await line.over() == []
    assert token_of(door.game.came[0]) == door.token
    assert door.game.ends[0]["code"] == 1001


async def test_a_forgotten_phone_is_cut_off_while_nothing_happens(door: Door) -> None:
    line = Line(door.guard, [*NAMED, door.cookie])
    await line.hear()
    await asyncio.sleep(0)  # the application waits for a message
    door.pairing.forget()
    assert await line.over() == UNPAIRED
    assert door.game.ends[0] == {"type": "websocket.disconnect", "code": 4401, "reason": ""}


async def test_what_a_forgotten_phone_says_is_not_heard(door: Door) -> None:
    line = Line(door.guard, [*NAMED, door.cookie])
    await line.hear()
    await line.say("undo")
    door.pairing.forget()
    assert await line.over() == UNPAIRED
    assert door.game.heard == []


async def test_the_others_stay_when_one_is_forgotten(door: Door) -> None:
    other = door.pairing.pair(door.pairing.code, "here") or ""
    mine = Line(door.guard, [*NAMED, door.cookie])
    theirs = Line(door.guard, [*NAMED, ("cookie", f"grillside={other}")])
    await mine.hear()
    await theirs.hear()
    door.pairing.forget(id_of(other))
    assert await theirs.over() == UNPAIRED
    await mine.say("on")
    assert (await mine.hear())["text"] == "news of on"
    await mine.hang_up()
    await mine.over()


def speaker(door: Door, *messages: Message) -> tuple[Guard, list[BaseException]]:
    """An application that never listens, and speaks only after its phone was forgotten."""
    raised: list[BaseException] = []

    async def app(_scope: object, _receive: object, send: Send) -> None:
        await send({"type": "websocket.accept"})
        door.pairing.forget()
        for message in messages:
            try:
                await send(message)
            except OSError as error:
                raised.append(error)

    return Guard(app, {HOST}, door.pairing), raised


def test_a_forgotten_phone_hears_nothing_more(door: Door) -> None:
    news = {"type": "websocket.send", "text": "the next throw"}
    guard, raised = speaker(door, news, news)
    assert closed(guard, [*NAMED, door.cookie]) == [{"type": "websocket.accept"}, *UNPAIRED]
    assert len(raised) == 2, "the application is told that nobody is there"


def test_a_forgotten_phone_is_told_why_however_it_is_closed(door: Door) -> None:
    guard, raised = speaker(door, {"type": "websocket.close", "code": 1000})
    assert closed(guard, [*NAMED, door.cookie]) == [{"type": "websocket.accept"}, *UNPAIRED]
    assert not raised


async def test_a_phone_that_is_gone_already_can_be_forgotten(door: Door) -> None:
    async def gone(message: Message) -> None:
        if message["type"] == "websocket.close":
            raise ConnectionResetError

    guard, raised = speaker(door, {"type": "websocket.close", "code": 1000})
    scope = scope_of("/socket", [*NAMED, door.cookie], type="websocket")
    await guard(scope, asyncio.Future, gone)
    assert not raised


async def test_sockets_that_are_over_are_let_go_of(door: Door) -> None:
    line = Line(door.guard, [*NAMED, door.cookie])
    await line.hear()
    assert len(door.guard._sockets) == 1
    await line.hang_up()
    await line.over()
    assert not door.guard._sockets


async def test_a_phone_that_hung_up_is_told_nothing_when_it_is_forgotten(door: Door) -> None:
    raised = []

    async def app(_scope: object, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        door.pairing.forget()
        try:
            await send({"type": "websocket.send", "text": "the next throw"})
        except OSError as error:
            raised.append(error)

    line = Line(Guard(app, {HOST}, door.pairing), [*NAMED, door.cookie])
    await line.hear()
    await line.hang_up()
    assert await line.over() == []
    assert len(raised) == 1


async def test_an_application_that_stops_listening_leaves_nobody_waiting(door: Door) -> None:
    """Who waits on would take the next message, and nobody would hear it."""
    waiting = 0

    async def receive() -> Message:
        nonlocal waiting
        waiting += 1
        try:
            return await asyncio.Future[Message]()
        finally:
            waiting -= 1

    async def send(_message: Message) -> None:
        raise AssertionError

    async def app(_scope: object, receive: Receive, _send: Send) -> None:
        listening = asyncio.ensure_future(receive())
        while not waiting:
            await asyncio.sleep(0)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await asyncio.sleep(0)
        assert not waiting

    guard = Guard(app, {HOST}, door.pairing)
    await guard(scope_of("/socket", [*NAMED, door.cookie], type="websocket"), receive, send)


async def test_what_is_no_request_is_passed_on_or_dropped(door: Door) -> None:
    for kind in ("lifespan", "telnet"):
        await door.guard({"type": kind}, asyncio.Future, asyncio.Future)  # type: ignore[arg-type]
    assert [scope["type"] for scope in door.game.came] == ["lifespan"]
