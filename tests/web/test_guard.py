"""What reaches the page: nothing from elsewhere, nothing odd, and the game for the paired alone."""

import asyncio
from pathlib import Path

import pytest

from firmware.web import guard as guarding
from firmware.web import rate_limit
from firmware.web.guard import (
    AT_ONCE,
    LARGEST,
    LONGEST_HEADERS,
    LONGEST_URL,
    MOST_HEADERS,
    Guard,
    token_of,
)
from firmware.web.security_headers import Message, Receive
from tests.web.asking import (
    HOST,
    ORIGIN,
    Answer,
    answer,
    chunks_of,
    closed,
    get,
    post,
    scope_of,
)
from tests.web.door import CLOSED, GAME, NAMED, OPEN, UNPAIRED, Door, covered


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def refused(told: Answer, status: int) -> bool:
    """Whether it was refused so, in few words."""
    return told.status == status and len(told.text) < 20 and told.headers["connection"] == "close"


# Who may see what.


def test_what_holds_nothing_of_the_game_is_for_all(door: Door) -> None:
    for path in OPEN:
        assert get(door.guard, path).text == "the game"


def test_the_game_is_for_the_paired(door: Door) -> None:
    for path in GAME:
        door.game.came.clear()
        assert refused(get(door.guard, path), 401)
        assert not door.game.came
        assert get(door.guard, path, [door.cookie]).status == 200


def test_no_other_cookie_opens(door: Door) -> None:
    for cookie in [
        "grillside=",
        "grillside",
        "other={token}",
        "grillside={token}x",
        "grillside= {token}",
        "x=grillside={token}",
        "Grillside={token}",
        "grillside={token}, a=b",
        'grillside="{token}"',
    ]:
        told = get(door.guard, "/picture/1.jpg", [("cookie", cookie.format(token=door.token))])
        assert refused(told, 401)


def test_the_cookie_is_found_among_others(door: Door) -> None:
    for cookie in ["a=b; grillside={token}; c=d", "grillside=old;grillside={token}"]:
        headers = [("cookie", cookie.format(token=door.token))]
        assert get(door.guard, "/picture/1.jpg", headers).status == 200
        assert token_of(door.game.came[-1]) == door.token


def test_a_token_in_the_address_opens_nothing(door: Door) -> None:
    query = f"token={door.token}&grillside={door.token}".encode()
    assert refused(get(door.guard, "/picture/1.jpg", query_string=query), 401)


def test_where_nothing_is_needed_the_game_is_for_all_who_come_from_here(tmp_path: Path) -> None:
    door = Door(tmp_path, needed=False)
    assert get(door.guard, "/picture/1.jpg").status == 200
    assert token_of(door.game.came[-1]) is None
    elsewhere = scope_of("/picture/1.jpg", [("host", "evil.example:8080")])
    assert refused(answer(door.guard, elsewhere), 421)
    assert closed(door.guard, [("host", HOST), ("origin", "http://evil.example")]) == CLOSED


def test_a_forgotten_phone_is_out_at_once(door: Door) -> None:
    assert get(door.guard, "/picture/1.jpg", [door.cookie]).status == 200
    door.pairing.forget()
    assert refused(get(door.guard, "/picture/1.jpg", [door.cookie]), 401)
    assert closed(door.guard, [*NAMED, door.cookie]) == UNPAIRED


def test_what_the_server_keeps_for_itself_is_left_alone(door: Door) -> None:
    state = {"crowd": 8}
    assert get(door.guard, "/", [door.cookie], state=state).status == 200
    assert door.game.came[0]["state"] == {"crowd": 8, "token": door.token}
    assert state == {"crowd": 8}


# Names: a page elsewhere can make its own name lead here, but not change what it is called.


def test_the_table_answers_to_its_names(door: Door) -> None:
    for host in [HOST, "grillside.local:8080", "GRILLSIDE.local:8080"]:
        assert answer(door.guard, scope_of("/", [("host", host)])).status == 200


def test_no_other_name_is_answered_to(door: Door) -> None:
    for hosts in [
        (),
        ("",),
        ("evil.example",),
        ("evil.example:8080",),
        ("192.168.1.20",),
        ("192.168.1.20:80",),
        ("192.168.1.20:8080.",),
        ("192.168.1.20:8080@evil.example",),
        (" 192.168.1.20:8080",),
        ("localhost:8080",),
        ("grillside.local.:8080",),
        (HOST, HOST),
        (HOST, "evil.example"),
        ("\xff",),
    ]:
        names = [("host", host) for host in hosts]
        assert refused(answer(door.guard, scope_of("/", [*names, door.cookie])), 421)
        assert closed(door.guard, [*names, ("origin", ORIGIN), door.cookie]) == CLOSED
        assert not door.game.came


def test_nothing_from_another_page_is_let_through(door: Door) -> None:
    for origins in [
        ("",),
        ("null",),
        ("http://evil.example",),
        (f"https://{HOST}",),
        (f"{ORIGIN}/",),
        ("http://192.168.1.20",),
        ("http://grillside.local:8080",),
        (ORIGIN, ORIGIN),
        (ORIGIN, "http://evil.example"),
        (f"{ORIGIN}, http://evil.example",),
    ]:
        headers = [("host", HOST), door.cookie, *(("origin", origin) for origin in origins)]
        for method in ("GET", "POST"):
            assert refused(answer(door.guard, scope_of("/pair", headers, method=method)), 403)
        assert closed(door.guard, headers) == CLOSED
        assert not door.game.came


def test_what_acts_must_say_where_it_comes_from(door: Door) -> None:
    headers = [("host", HOST), door.cookie]
    assert refused(answer(door.guard, scope_of("/pair", headers, method="POST")), 403)
    assert closed(door.guard, headers) == CLOSED
    assert get(door.guard, "/picture/1.jpg", [door.cookie]).status == 200, "looking need not"


# What can be asked.


def test_only_looking_and_posting_is_possible(door: Door) -> None:
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "", "\xff"]:
        told = get(door.guard, "/", [("origin", ORIGIN), door.cookie], method=method)
        assert refused(told, 405)
        assert told.headers["allow"] == "GET, HEAD, POST"


def test_a_head_is_as_good_as_a_get(door: Door) -> None:
    assert get(door.guard, "/", method="HEAD").status == 200
    assert refused(get(door.guard, "/picture/0.jpg", method="HEAD"), 401)


def test_odd_paths_lead_nowhere(door: Door) -> None:
    for path in [
        "/static/../picture/1.jpg",
        "/static/./x",
        "//static/x",
        "/static//x",
        "/static/\\..\\x",
        "/static/%2e%2e/x",
        "/static/x\0",
        "/static/x\n",
        "/static/ä",
        "/static/.hidden",
        "static/x",
        "/static/x?y",
        "/static/x;y",
        "*",
        "http://192.168.1.20:8080/",
    ]:
        assert refused(get(door.guard, path, [door.cookie]), 404)
        assert not door.game.came


def test_long_addresses_are_refused(door: Door) -> None:
    path = "/static/" + "x" * (LONGEST_URL - 8)
    assert get(door.guard, path).status == 200
    assert refused(get(door.guard, f"{path}x"), 414)
    assert refused(get(door.guard, "/", query_string=b"x" * LONGEST_URL), 414)
    assert refused(get(door.guard, "/", raw_path=b"/" + b"%2f" * LONGEST_URL), 414)


def test_many_or_long_headers_are_refused(door: Door) -> None:
    assert get(door.guard, "/", [("x", "")] * (MOST_HEADERS - 1)).status == 200
    assert refused(get(door.guard, "/", [("x", "")] * MOST_HEADERS), 431)
    assert refused(get(door.guard, "/", [("x", "y" * LONGEST_HEADERS)]), 431)
    assert closed(door.guard, [*NAMED, door.cookie, ("x", "y" * LONGEST_HEADERS)]) == CLOSED


# Bodies.


def test_a_body_comes_through_whole(door: Door) -> None:
    assert post(door.guard, "/pair", b'{"code": ', b"", b'"123456"}').status == 200
    assert post(door.guard, "/pair", b"x" * LARGEST).status == 200
    assert door.game.bodies == [b'{"code": "123456"}', b"x" * LARGEST]


def test_a_body_that_is_called_too_long_is_not_read(door: Door) -> None:
    for length, status in [
        (str(LARGEST + 1), 413),
        ("9" * 9, 413),
        ("9" * 99, 400),
        ("-1", 400),
        ("", 400),
        ("1 ", 400),
        ("0x1", 400),
        ("\xb2", 400),
    ]:
        assert refused(post(door.guard, "/pair", headers=[("content-length", length)]), status)


def test_a_body_that_is_too_long_is_not_read_to_its_end(door: Door) -> None:
    assert refused(post(door.guard, "/pair", b"x" * LARGEST, b"x"), 413)
    told = post(door.guard, "/pair", b"x" * LARGEST, b"x", headers=[("content-length", "5")])
    assert refused(told, 413)
    assert not door.game.came


def test_lengths_that_disagree_are_refused(door: Door) -> None:
    headers = [("content-length", "5"), ("content-length", "6")]
    assert refused(post(door.guard, "/pair", b"hello", headers=headers), 400)


def test_looking_brings_nothing_with_it(door: Door) -> None:
    for header in [("content-length", "1"), ("transfer-encoding", "chunked")]:
        assert refused(get(door.guard, "/", [header]), 413)
        assert get(door.guard, "/", [("content-length", "0")]).status == 200


async def test_a_body_that_never_comes_is_not_waited_for(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarding, "PATIENCE", 0.0)
    sent: asyncio.Queue[dict[str, object]] = asyncio.Queue()
    await door.guard(scope_of("/pair", NAMED, method="POST"), asyncio.Future, sent.put)  # type: ignore[arg-type]
    assert sent.get_nowait()["status"] == 408


async def test_who_hangs_up_in_the_middle_is_no_trouble(door: Door) -> None:
    coming = iter([*chunks_of(b"x", b"y")[:1], {"type": "http.disconnect"}])
    sent: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    async def receive() -> dict[str, object]:
        return dict(next(coming))

    await door.guard(scope_of("/pair", NAMED, method="POST"), receive, sent.put)  # type: ignore[arg-type]
    assert not door.game.came


async def test_the_application_hears_when_somebody_hangs_up(door: Door) -> None:
    heard = []

    async def app(_scope: object, receive: Receive, _send: object) -> None:
        heard.extend([(await receive())["type"], (await receive())["type"]])

    coming = iter([*chunks_of(b"", b"more"), {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(coming)

    async def send(_message: Message) -> None:
        raise AssertionError

    guard = Guard(app, {HOST}, door.pairing)
    await guard(scope_of("/", [("host", HOST)]), receive, send)
    assert heard == ["http.request", "http.disconnect"]


# How often.


def test_a_flood_from_one_address_is_held_up(door: Door) -> None:
    for _ in range(AT_ONCE):
        assert get(door.guard).status == 200
    told = get(door.guard)
    assert refused(told, 429)
    assert told.headers["retry-after"] == "1"
    assert closed(door.guard, [*NAMED, door.cookie]) == CLOSED
    assert get(door.guard, client=("192.168.1.78", 1)).status == 200
    door.at += 1
    assert get(door.guard).status == 200


def test_refusals_count_too(door: Door) -> None:
    for _ in range(AT_ONCE):
        get(door.guard, "/picture/1.jpg")
    assert refused(get(door.guard), 429)


def test_no_more_addresses_are_remembered_than_need_be(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "ADDRESSES", 8)
    for _ in range(AT_ONCE):
        get(door.guard)
    assert refused(get(door.guard), 429)
    for place in range(7):
        get(door.guard, client=(f"10.0.0.{place}", 1))
    assert refused(get(door.guard), 429), "it asked just now"
    for place in range(8):
        get(door.guard, client=(f"10.0.1.{place}", 1))
    assert get(door.guard).status == 200, "others asked since"


def test_a_client_without_an_address_is_served(door: Door) -> None:
    assert get(door.guard, client=None).status == 200


# What every answer carries.


def test_every_answer_is_covered(door: Door) -> None:
    strange = scope_of("/", [("host", "evil.example")])
    for told in (
        get(door.guard),
        get(door.guard, "/picture/1.jpg"),
        get(door.guard, "/picture/1.jpg", [door.cookie]),
        post(door.guard, "/pair", b"{}"),
        post(door.guard, "/pair", b"x" * 9999),
        answer(door.guard, strange),
    ):
        assert covered(told)
    assert "evil" not in str(answer(door.guard, strange))


def test_the_application_cannot_uncover_itself(door: Door) -> None:
    door.game.headers = (
        (b"Content-Security-Policy", b"default-src *"),
        (b"cache-control", b"public, max-age=999"),
        (b"X-Content-Type-Options", b""),
        (b"set-cookie", b"grillside=x"),
        (b"content-type", b"image/jpeg"),
    )
    told = get(door.guard, "/picture/1.jpg", [door.cookie])
    assert covered(told)
    assert told.headers["cache-control"] == "no-store"
    assert told.headers["content-type"] == "image/jpeg"
    assert told.headers["set-cookie"] == "grillside=x"


def test_nothing_of_the_game_is_kept_by_browsers(door: Door) -> None:
    for path, kept in [
        ("/", "no-cache"),
        ("/static/main.js", "no-cache"),
        ("/texts.json", "no-cache"),
        ("/pair", "no-store"),
        ("/picture/1.jpg", "no-store"),
        ("/anything", "no-store"),
    ]:
        assert get(door.guard, path, [door.cookie]).headers["cache-control"] == kept


def test_the_application_says_how_long_assets_are_kept(door: Door) -> None:
    door.game.headers = ((b"Cache-Control", b"max-age=60"),)
    assert get(door.guard, "/static/main.js").headers["cache-control"] == "max-age=60"
