"""A game that was not finished: the page asks as the panel does, and either may answer."""

import pytest

from rules import Barbecue
from tests.web import prepared
from tests.web.line import Line
from tests.web.served import Served, seats, served

GAME = "0001-barbecue.jsonl"


async def asked(table: Served) -> Line:
    """A page that asks, while the panel does."""
    line = await table.page()
    await table.at("resume")
    await line.until(lambda news: news["screen"] == "resume")
    return line


@served(prepared.snatch_or_lower)
async def test_it_is_told_where_the_game_stands(table: Served) -> None:
    told = (await asked(table)).last["unfinished"]
    assert (told["game"], told["title"]) == ("0001-bratwurmeck.jsonl", "Heckmeck am Bratwurmeck")
    assert [player["name"] for player in told["view"]["players"]] == ["Ann", "Ben", "Cat"]
    assert told["view"]["scores"] == [1, 7, 3]
    assert told["view"]["turn"]["player"] == 0
    assert told["letters"] == ["A", "B", "C"]


@served(prepared.pinch)
async def test_what_a_game_hides_is_not_told_here_either(table: Served) -> None:
    view = (await asked(table)).last["unfinished"]["view"]
    assert view["scores"] == [None, None, None]
    assert view["table"] is None


@served(prepared.thrown)
async def test_the_panel_follows_the_page(table: Served) -> None:
    """Only the game that is asked about is set aside."""
    line = await asked(table)
    line.ask("set_aside", game="0009-barbecue.jsonl")
    assert (await line.said())["text"] == "There is no such game."
    assert line.last["unfinished"]["game"] == GAME
    line.ask("resume", game=GAME)
    await line.until(lambda news: news["game"])
    assert line.last["unfinished"] is None
    assert table.name == "keep"


@served(prepared.thrown)
async def test_the_page_follows_the_panel(table: Served) -> None:
    line = await asked(table)
    await table.press("ok")
    await line.until(lambda news: news["game"])
    assert line.last["unfinished"] is None
    line.ask("set_aside", game=table.path.name, at="")
    assert (await line.said())["stale"], "somebody was quicker"
    assert line.last["game"]


@pytest.mark.parametrize("by_page", [True, False], ids=["page", "panel"])
@served(prepared.thrown)
async def test_a_new_game_in_its_place(table: Served, by_page: bool) -> None:
    path = table.folder / GAME
    kept = path.read_text()
    line = await asked(table)
    if by_page:
        line.ask("set_aside", game=path.name)
    else:
        await table.press("right ok")
    await line.until(lambda news: news["screen"] == "new_game")
    assert (line.last["unfinished"], line.last["game"]) == (None, None)
    assert line.last["recent"][0]["game"] == path.name
    line.ask("begin", game="barbecue", players=seats(Barbecue))
    await line.until(lambda news: news["game"])
    assert path.read_text() == kept


@served(prepared.damaged)
async def test_a_damaged_game_says_so_and_goes_on_as_far_as_it_is_good(table: Served) -> None:
    line = await asked(table)
    assert line.last["unfinished"]["damaged"]
    assert line.last["recent"][0]["damaged"]
    line.ask("resume", game=GAME)
    await line.until(lambda news: news["game"])
    assert len(table.written) == 1
