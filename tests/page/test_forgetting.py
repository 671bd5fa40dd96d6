"""Phones that are to be forgotten: one by itself, or all others."""

from pathlib import Path

from tests.page.served import Served


def test_a_phone_forgets_itself(tmp_path: Path) -> None:
    table = Served(tmp_path, network=True)

    async def scenario() -> None:
        token = await table.pair()
        line = await table.page(token)
        other = await table.page(await table.pair())
        assert other.last["paired"] == 2
        line.ask("forget", who="me")
        assert await line.closed() == 4401
        assert not table.pairing.knows(token)
        await other.until(lambda news: news["paired"] == 1)

    table.play(scenario)


def test_a_phone_forgets_all_others(tmp_path: Path) -> None:
    table = Served(tmp_path, network=True)

    async def scenario() -> None:
        mine = await table.page(await table.pair())
        theirs = await table.page(await table.pair())
        mine.ask("forget", who="others")
        assert await theirs.closed() == 4401
        await mine.until(lambda news: news["paired"] == 1)

    table.play(scenario)
