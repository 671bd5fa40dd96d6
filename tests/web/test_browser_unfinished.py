"""The card that asks whether a game is gone on with, in a real browser."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.visits import Visits

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("phone", "simulated"), [(True, False), (False, True)])
def test_the_card_is_what_is_seen_first_and_fits(
    visits: Visits, tmp_path: Path, phone: bool, simulated: bool, language: str
) -> None:
    prepared.snatch_or_lower(tmp_path)
    with Running(Served(tmp_path, simulated=simulated)) as running, closing(visits):
        running.speak(language)
        visit = visits(running.address, phone=phone)
        card = visit.part("resume")
        expect(card.get_by_role("heading")).to_have_text("Heckmeck am Bratwurmeck")
        expect(card.get_by_role("listitem")).to_have_count(3)
        expect(card.locator("[aria-current]")).to_contain_text("Ann")
        expect(card.get_by_role("button")).to_have_count(2)
        for button in card.get_by_role("button").all():
            expect(button).to_be_in_viewport(ratio=1)
        expect(visit.part("new")).to_be_hidden()
        assert visit.sticking_out() == []


def test_two_pages_and_the_panel_follow_who_answers(visits: Visits, tmp_path: Path) -> None:
    prepared.thrown(tmp_path)
    with Running(Served(tmp_path)) as running, closing(visits):
        one, other = visits(running.address, phone=True), visits(running.address)
        other.at("resume")
        one.part("resume").get_by_role("button", name="Resume").click()
        for visit in (one, other):
            visit.sees_turn_of("Ann")
            expect(visit.part("resume")).to_be_hidden()
        one.at("keep")


def test_a_new_game_is_asked_for(visits: Visits, tmp_path: Path) -> None:
    prepared.thrown(tmp_path)
    with Running(Served(tmp_path, simulated=False)) as running, closing(visits):
        one, other = visits(running.address, phone=True), visits(running.address)
        other.at("resume")
        one.part("resume").get_by_role("button", name="New game").click()
        for visit in (one, other):
            expect(visit.part("new").get_by_role("button", name="Begin")).to_be_visible()
            expect(visit.part("resume")).to_be_hidden()
        one.at("new_game")
