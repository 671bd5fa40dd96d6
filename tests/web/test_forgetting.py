"""Phones that are listed and forgotten, on the page and for good."""

from base64 import b64encode
from pathlib import Path

import pytest

from firmware.ports import Action
from firmware.screens.draw import draw
from firmware.web import phones
from firmware.web.page import LOOKED
from tests.web.served import FRAME, Served, served
from tools.gallery.walk import reading

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1"


def refuse(*_arguments: object, **_named: object) -> None:
    raise OSError(30, "Read-only file system")


async def watched(table: Served) -> bool:
    await table.calm()
    return table.loop.watched


ON_A_NETWORK = served(network=True)


@ON_A_NETWORK
async def test_a_page_lists_the_phones_and_forgets_one(table: Served) -> None:
    """It knows which of them it is, and sees when another was there last."""
    mine = await table.page(await table.pair(IPHONE))
    theirs = await table.page(await table.pair("curl/8"))
    await mine.until(lambda news: len(news["paired"]) == 2)
    first, second = mine.last["paired"]
    assert [first["device"], second["device"]] == ["iPhone", "Browser"]
    assert [first["ago"], second["ago"]] == ["now", "now"]
    assert (first["id"], second["id"]) == (mine.me, theirs.me)
    mine.ask("forget", who=theirs.me)
    assert await theirs.closed() == 4401
    await mine.until(lambda news: [each["id"] for each in news["paired"]] == [mine.me])
    mine.ask("forget", who=mine.me)
    assert await mine.closed() == 4401
    assert table.pairing.paired == ()


@ON_A_NETWORK
async def test_a_phone_forgets_all_others(table: Served) -> None:
    mine = await table.page(await table.pair())
    theirs = await table.page(await table.pair())
    mine.ask("forget", who="others")
    assert await theirs.closed() == 4401
    await mine.until(lambda news: len(news["paired"]) == 1)


@ON_A_NETWORK
async def test_a_cookie_is_renewed_by_use(table: Served) -> None:
    token = await table.pair()
    answer = await table.get("/", token)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"grillside={token};")
    assert "Max-Age=5184000" in cookie
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in (await table.get("/", "x")).headers
    assert "set-cookie" not in (await table.get("/")).headers


@ON_A_NETWORK
async def test_what_a_disk_does_not_take_is_told_on_page_and_panel(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds for as long as the table runs; nothing claims that it is kept."""
    mine = await table.page(await table.pair())
    theirs = await table.page(await table.pair())
    monkeypatch.setattr(phones, "replace", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    mine.ask("forget", who=theirs.me)
    assert (await mine.said())["text"].startswith("The disk refuses: phones")
    assert await theirs.closed() == 4401
    await mine.shows(screen="trouble")
    answer = await table.post_code(table.pairing.code)
    assert (answer.status, answer.body) == (200, b"unkept")


@ON_A_NETWORK
async def test_settings_that_a_disk_does_not_take_are_told_once(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = await table.page(await table.pair())
    monkeypatch.setattr("firmware.store.settings.files.replace", refuse)
    line.ask("prefer", setting="hints", value=True)
    assert (await line.said())["text"].startswith("The disk refuses: settings")
    await line.shows(screen="trouble")
    assert line.last["settings"]["hints"]["value"]
    table.loop.press(Action.OK)
    await line.changed("screen")
    await line.set(hints=False)
    assert line.last["screen"] != "trouble"


def with_the_eye(table: Served) -> str:
    """What the panel shows now, with the eye beside it."""
    return b64encode(draw(table.table.screen, watched=True).tobytes()).decode()


@served(network=True, simulated=False)
async def test_the_panel_shows_that_somebody_sees_what_the_camera_sees(table: Served) -> None:
    """For as long as that is so; also where the panel rests, and on whatever screen."""
    line = await table.page(await table.pair())
    line.ask("aim", on=True)
    await line.until(lambda news: news["panel"]["bits"] == with_the_eye(table))
    table.clock.advance(table.loop.devices.blank_after + 1)
    table.loop.later(lambda: None)
    await line.shows(light="dim")
    line.ask("aim", on=False)
    await line.shows(light="off")


@served(network=True, simulated=False)
async def test_also_who_fetches_a_picture_is_shown(table: Served) -> None:
    token = await table.pair()
    table.last_picture.saw(FRAME, reading("1"))
    assert (await table.get("/picture/2.jpg", token)).status == 404
    shown = [await watched(table)]
    assert (await table.get("/picture/1.jpg", token)).status == 200
    shown.append(await watched(table))
    table.clock.advance(LOOKED)
    table.loop.later(lambda: None)
    shown.append(await watched(table))
    assert shown == [False, True, False]
