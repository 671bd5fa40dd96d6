"""The odds as they are drawn, on a phone and on a desk, in a real browser."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.store.settings import Settings
from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.visits import Visits

pytestmark = pytest.mark.proof

GAMES = [prepared.risky, prepared.snatch_or_lower, prepared.pinch, prepared.straight]

BARS = """() => [...document.querySelectorAll("#odds .part")].map((bar) => {
  const whole = bar.getBoundingClientRect();
  return bar.querySelector("rect").getBoundingClientRect().width / whole.width;
})"""


@pytest.mark.parametrize(("language", "phone"), [("en", False), ("de", True)])
@pytest.mark.parametrize("prepare", GAMES)
def test_each_choice_is_a_row_of_a_table_with_a_bar(
    visits: Visits, tmp_path: Path, prepare: Callable[[Path], object], phone: bool, language: str
) -> None:
    prepare(tmp_path)
    settings = Settings(players=2, hints=True)
    with Running(Served(tmp_path, settings=settings)) as running, closing(visits):
        running.press("ok")
        running.speak(language)
        visit = visits(running.address, phone=phone)
        visit.until(lambda news: news["game"] and news["game"]["odds"])
        place = visit.part("odds")
        rows = visit.news["game"]["odds"]["rows"]
        expect(place.get_by_role("table").get_by_role("rowheader")).to_have_count(len(rows))
        expect(place.get_by_role("columnheader").last).to_be_visible()
        assert visit.sticking_out() == []
        told = [row.get("fails", row.get("chance")) for row in rows]
        drawn = [part for part in told if part is not None]
        assert visit.page.evaluate(BARS) == pytest.approx(drawn, abs=0.02)
        best = place.get_by_role("row").filter(has_text=re.compile("★"))
        expect(best).to_have_count(sum(row.get("best", False) for row in rows))
