"""The end of a game: what must be done last can be read, then it is told who won."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from firmware.panel.views import playing
from rules import Barbecue
from rules.grill import SNAIL, SNAILS, GrillTable
from rules.moves import Adjust
from tests.harness.bench import Bench
from tests.harness.flow import reading


def with_no_snail_left(table: GrillTable) -> GrillTable:
    for spot in Barbecue.NUMBERS[-SNAILS:]:
        table = table.with_spot(spot, SNAIL)
    return table


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


async def play_to_the_last(bench: Bench) -> None:
    """Let a player fail when no snail is left."""
    await bench.begin()
    game = bench.table.session.game
    game.play(Adjust(with_no_snail_left(cast("GrillTable", game.state.table)), 0))
    bench.table.navigate(bench.table.navigator.game())
    await bench.scan(reading("1134wwww"))
    await bench.press("ok")
    await bench.scan(reading("wwww"))


async def test_who_won_is_told_without_a_press(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "LAST_TOLD", 0.001)
    await play_to_the_last(bench)
    await bench.at("over")


async def test_where_somebody_presses_it_waits(bench: Bench) -> None:
    await play_to_the_last(bench)
    assert bench.name == "failed"
    last = bench.table.view
    assert last.stays == playing.LAST_TOLD
    await bench.press("back")
    assert bench.name == "menu"
    bench.table.stayed(last)
    assert bench.name == "menu"


async def test_before_the_end_nothing_gives_way_by_itself(bench: Bench) -> None:
    await bench.begin()
    await bench.scan(reading("1134wwww"))
    await bench.press("ok")
    await bench.scan(reading("wwww"))
    assert bench.name == "failed"
    assert bench.table.view.stays is None


async def test_a_view_that_is_left_and_comes_back_stands_anew(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[Callable[[], None]] = []
    monkeypatch.setattr(bench.loop, "after", lambda _seconds, happening: waits.append(happening))
    await play_to_the_last(bench)
    last = bench.table.view
    (first,) = waits
    await bench.press("back")
    bench.table.navigate(last)
    await bench.press("stop")  # which does nothing there
    first()
    assert bench.table.view is last, "its time has begun again"
    waits[-1]()
    assert bench.name == "over"


async def test_after_the_ranking_the_same_people_play_again(bench: Bench) -> None:
    await play_to_the_last(bench)
    first = bench.table.session.game.state.setup
    for name in ("failed", "over", "ranking"):
        await bench.at(name)
        await bench.press("ok")
    await bench.at("todo")
    again = bench.table.session.game.state.setup
    assert again.players == first.players
    assert again.starter == first.starter + 1
    assert not bench.table.session.game.steps
