"""New dice on a page: taught by its buttons, kept, renamed, forgotten and played with."""

import asyncio
from pathlib import Path
from typing import Any

from firmware.camera.face_check import TooAlike
from firmware.store import settings, taught_dice
from rules import Barbecue
from rules.games import GAMES
from tests.web.line import LIMIT, Line
from tests.web.served import Served, seats
from tools.gallery.walk import reading
from vision.reading import Doubt, Reading

EIGHT = reading("wwwwwwww")


def step(line: Line) -> dict[str, Any]:
    told: dict[str, Any] = line.last["teaching"]
    return told


async def press(line: Line, action: str, table: Served) -> None:
    """A button that stands there."""
    assert action in [each["action"] for each in step(line)["presses"]]
    before = line.last["teaching"]
    line.ask("press", action=action)
    await line.until(lambda news: news["teaching"] != before)
    await table.calm()


async def look(line: Line, table: Served, seen: Reading) -> None:
    """SCAN on the page, while this lies there."""
    table.table_camera.looking.clear()
    line.ask("press", action="scan")
    await asyncio.to_thread(table.table_camera.looking.wait, LIMIT)
    await line.until(lambda news: news["teaching"]["busy"])
    table.table_camera.answers.put(seen)
    await table.calm()
    await line.until(lambda news: not news["teaching"]["busy"])


async def taught(table: Served) -> Line:
    """A page on which a worm beside pips was taught, up to its name."""
    line = await table.page()
    await table.calm()
    line.ask("teach", game="barbecue", pips=True)
    await line.until(lambda news: news["teaching"])
    await look(line, table, EIGHT)
    for throw in ("1134wwww", "2346wwww"):
        await look(line, table, reading(throw))
        assert "".join(die["face"][0] for die in step(line)["tried"]) == throw
        await press(line, "ok", table)
    return line


async def test_new_dice_are_taught_named_and_used(table: Served, tmp_path: Path) -> None:
    line = await taught(table)
    assert step(line)["name"] == "Barbecue B"
    (face,) = step(line)["faces"]
    assert (face["name"], face["asked"]) == ("worm", False)
    assert len(face["picture"]) < 4_000
    line.ask("name_new", name=" Grandma 7 ")
    await line.until(lambda news: news["teaching"] is None)
    assert line.last["taught"] == ["Grandma 7"]
    (game,) = [game for game in line.last["games"] if game["name"] == "barbecue"]
    assert (game["taught"], game["dice"]["taught"]) == ("Grandma 7", ["Grandma 7"])
    assert settings.load(tmp_path).dice == {"barbecue": "taught:Grandma 7"}


async def test_every_face_of_pictures_is_asked_for_in_turn(table: Served) -> None:
    line = await table.page()
    await table.calm()
    line.ask("teach", game="junior", pips=False)
    await line.until(lambda news: news["teaching"])
    faces = [face["name"] for face in step(line)["faces"]]
    assert faces == ["worm", "cucumber", "cheese", "ketchup", "bun"]
    for number in range(len(faces)):
        asked = [face["asked"] for face in step(line)["faces"]]
        assert asked.index(True) == number
        assert sum(bool(face["picture"]) for face in step(line)["faces"]) == number
        if number == 2:
            table.table_camera.alike = (TooAlike(("cheese", "worm")),)
            await press(line, "back", table)
            await look(line, table, EIGHT)
        await look(line, table, EIGHT)
    assert step(line)["wrong"] == ["worm and cheese: show them again, in better light."]
    await press(line, "ok", table)
    assert "worm" in step(line)["text"]


async def test_doubts_are_told_and_a_misread_face_is_shown_again(table: Served) -> None:
    line = await table.page()
    await table.calm()
    line.ask("teach", game="junior", pips=True)
    await line.until(lambda news: news["teaching"])
    await look(line, table, reading("www", Doubt("dark")))
    assert "light" in step(line)["wrong"][0]
    for _ in range(5):
        await look(line, table, EIGHT)
    await look(line, table, reading("wckb", Doubt("unsure", {"die": 2})))
    assert [die["doubted"] for die in step(line)["tried"]] == [False, False, True, False]
    line.ask("show_again", face="picture 1")
    assert (await line.said())["text"] == "That is not possible here."
    line.ask("show_again", face="ketchup")
    await line.until(lambda news: "ketchup" in news["teaching"]["text"])


async def test_pips_and_games_that_there_are_not_need_no_teaching(table: Served) -> None:
    line = await table.page()
    await table.calm()
    line.ask("teach", game="picnic_blitz", pips=True)
    assert "pips need no teaching" in (await line.said())["text"]
    line.ask("teach", game="chess", pips=True)
    assert await line.said()
    table.table.session.camera = False
    line.ask("teach", game="barbecue", pips=True)
    assert await line.said()
    assert line.last["teaching"] is None


async def test_what_is_begun_anew_forgets_what_was_shown(table: Served) -> None:
    line = await taught(table)
    line.ask("teach", game="junior", pips=True)
    await line.until(lambda news: len(news["teaching"]["faces"]) == 5)
    assert not any(face["picture"] for face in step(line)["faces"])
    line.ask("press", action="back")
    await line.until(lambda news: news["teaching"] is None)


async def test_what_is_left_is_not_kept(table: Served, tmp_path: Path) -> None:
    line = await taught(table)
    line.ask("leave_teaching")
    await line.until(lambda news: news["teaching"] is None)
    assert taught_dice.names(tmp_path) == ()
    line.ask("leave_teaching")
    assert await line.said()
    line.ask("name_new", name="Anna")
    assert await line.said()


async def test_a_name_that_cannot_be_is_refused(table: Served, tmp_path: Path) -> None:
    for name in ["", "   ", "x" * 17, "a\nb", "\u202e"]:
        line = await taught(table)
        line.ask("name_new", name=name)
        said = await line.said()
        assert ("what the dice shall be called" in str(said)) == (not name.strip())
        assert step(line)["name"] == "Barbecue B"
        assert taught_dice.names(tmp_path) == ()


async def test_taught_dice_are_renamed_and_forgotten(table: Served, tmp_path: Path) -> None:
    line = await taught(table)
    line.ask("name_new", name="Anna")
    await line.until(lambda news: news["taught"])
    for name, new in (("Ben", "Cat"), ("Anna", ""), ("Anna", "x" * 20)):
        line.ask("name_dice", name=name, new=new)
        assert await line.said()
    line.ask("name_dice", name="Anna", new="Cat")
    await line.until(lambda news: news["taught"] == ["Cat"])
    assert settings.load(tmp_path).dice == {"barbecue": "taught:Cat"}
    line.ask("forget_dice", name="Cat")
    await line.until(lambda news: news["taught"] == [])
    assert settings.load(tmp_path).dice == {}


async def test_a_game_is_begun_with_taught_dice(table: Served, tmp_path: Path) -> None:
    line = await taught(table)
    line.ask("name_new", name="Anna")
    await line.until(lambda news: news["taught"])
    line.ask("begin", game="junior", players=seats(GAMES["junior"], 3), taught="Anna")
    assert await line.said()
    line.ask("begin", game="barbecue", players=seats(Barbecue, 3))
    await line.until(lambda news: news["game"])
    assert settings.load(tmp_path).dice == {}
    line.ask("begin", game="barbecue", players=seats(Barbecue, 3), taught="Anna")
    await line.changed("at")
    assert settings.load(tmp_path).dice == {"barbecue": "taught:Anna"}
    assert table.table.session.dice_name == "taught:Anna"
