"""The end of a game on the page: the summary, and playing again."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.test_browser_stumbling import nobody_stumbles
from tests.web.visits import Visits

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("phone", [True, False])
def test_a_game_ends_in_a_summary_and_is_played_again(
    visits: Visits, tmp_path: Path, phone: bool
) -> None:
    prepared.almost_over(tmp_path)
    with Running(Served(tmp_path, simulated=False)) as running, closing(visits):
        visit = visits(running.address, phone=phone)
        visit.resume()
        expect(visit.part("summary")).to_be_hidden()
        visit.choice("^stop").click()
        summary = visit.part("summary")
        expect(summary.get_by_role("img", name="Points after each turn")).to_be_visible()
        turns = visit.news["game"]["turns"]
        best = max(turn["gained"] for turn in turns)
        expect(summary).to_contain_text(f", {best} points (")
        ben = [turn for turn in turns if turn["player"] == 1]
        fails = sum(turn["failed"] for turn in ben)
        row = summary.get_by_role("row", name="Ben").first
        most = max(turn["gained"] for turn in ben)
        expect(row.get_by_role("cell")).to_have_text([str(len(ben)), str(most), str(fails)])
        summary.get_by_text("Points after each turn").click()
        table = summary.get_by_role("table").last
        expect(table.get_by_role("row")).to_have_count(len(turns) + 1)
        points = list(map(str, turns[-1]["points"]))
        expect(table.get_by_role("row").last.get_by_role("cell")).to_have_text(points)
        assert visit.sticking_out() == []
        nobody_stumbles(visit)
        visit.button("Play again").click()
        visit.sees_turn_of("Ben")
        expect(summary).to_be_hidden()
        assert visit.news["game"]["view"]["scores"] == [0, 0, 0]
