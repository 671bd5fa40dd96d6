"""A game that was not finished: the page asks as the panel does, and either may answer."""

from pathlib import Path

import pytest

from rules import Barbecue, Bratwurmeck
from tests.web import prepared
from tests.web.line import Line
from tests.web.served import Served, keep_game, seats


@pytest.fixture
def table(tmp_path: Path) -> Served:
    return Served(tmp_path)


async def asked(table: Served) -> Line:
    """A page that asks, while the panel does."""
    line = await table.page()
    await table.at("resume")
    await line.until(lambda news: news["screen"] == "resume")
    return line


def test_it_is_told_where_the_game_stands(table: Served) -> None:
    path = prepared.snatch_or_lower(table.folder)

    async def scenario() -> None:
        told = (await asked(table)).last["unfinished"]
        assert (told["game"], told["title"]) == (path.name, "Heckmeck am Bratwurmeck")
        assert [player["name"] for player in told["view"]["players"]] == ["Ann", "Ben", "Cat"]
        assert told["view"]["scores"] == [1, 7, 3]
        assert told["view"]["turn"]["player"] == 0
        assert told["letters"] == ["A", "B", "C"]

    table.play(scenario)


def test_what_a_game_hides_is_not_told_here_either(table: Served) -> None:
    prepared.pinch(table.folder)

    async def scenario() -> None:
        view = (await asked(table)).last["unfinished"]["view"]
        assert view["scores"] == [None, None, None]
        assert view["table"] is None

    table.play(scenario)


def test_the_panel_follows_the_page(table: Served) -> None:
    path = prepared.thrown(table.folder)

    async def scenario() -> None:
        line = await asked(table)
        line.ask("resume", game=path.name)
        await line.until(lambda news: news["game"])
        assert line.last["unfinished"] is None
        assert table.name == "keep"

    table.play(scenario)


def test_the_page_follows_the_panel(table: Served) -> None:
    prepared.thrown(table.folder)

    async def scenario() -> None:
        line = await asked(table)
        await table.press("ok")
        await line.until(lambda news: news["game"])
        assert line.last["unfinished"] is None
        line.ask("set_aside", game=table.path.name, at="")
        assert (await line.said())["stale"], "somebody was quicker"
        assert line.last["game"]

    table.play(scenario)


@pytest.mark.parametrize("by_page", [True, False], ids=["page", "panel"])
def test_a_new_game_in_its_place(table: Served, by_page: bool) -> None:
    path = prepared.thrown(table.folder)
    kept = path.read_text()

    async def scenario() -> None:
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

    table.play(scenario)


def test_only_the_game_that_is_asked_about_is_set_aside(table: Served) -> None:
    path = prepared.thrown(table.folder)

    async def scenario() -> None:
        line = await asked(table)
        line.ask("set_aside", game="0009-barbecue.jsonl")
        assert (await line.said())["text"] == "There is no such game."
        assert line.last["unfinished"]["game"] == path.name

    table.play(scenario)


def test_a_damaged_game_says_so(table: Served) -> None:
    path = keep_game(table.folder, Bratwurmeck)
    path.write_text(path.read_text() + '{"move":"keep","face":"7"}\n')

    async def scenario() -> None:
        assert (await asked(table)).last["unfinished"]["damaged"]

    table.play(scenario)
