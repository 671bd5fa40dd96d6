"""The guided first turn on the page: each hint lies at what is to be pressed."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.store.settings import NEW, load
from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.test_browser_stumbling import nobody_stumbles
from tests.web.visits import Visits
from tools.gallery.walk import reading

pytestmark = pytest.mark.proof


def test_three_hints_lie_at_what_is_pressed_until_the_turn_is_over(
    visits: Visits, tmp_path: Path
) -> None:
    prepared.begun(tmp_path)
    with Running(Served(tmp_path, simulated=False, settings=NEW)) as running, closing(visits):
        visit = visits(running.address, phone=True)
        visit.resume()
        hint = visit.page.get_by_role("note")
        expect(visit.part("act").get_by_role("note")).to_contain_text("1 of 3")
        expect(hint).to_be_in_viewport(ratio=1)
        assert visit.sticking_out() == []
        running.lies(reading("66666www"))
        visit.part("act").get_by_role("button", name="Throw").click()
        expect(visit.part("choices").get_by_role("note")).to_contain_text("2 of 3")
        nobody_stumbles(visit)
        visit.choice("Keep all worms").first.click()
        expect(hint).to_contain_text("3 of 3")
        visit.repair("skip")
        visit.agree()
        expect(hint).to_have_count(0)
        visit.until(lambda _news: not load(tmp_path).guide)


def test_the_hints_can_be_dismissed(visits: Visits, tmp_path: Path) -> None:
    prepared.begun(tmp_path)
    with Running(Served(tmp_path, simulated=False, settings=NEW)) as running, closing(visits):
        visit = visits(running.address)
        visit.resume()
        visit.button("No more hints").click()
        expect(visit.page.get_by_role("note")).to_have_count(0)
        assert not load(tmp_path).guide
