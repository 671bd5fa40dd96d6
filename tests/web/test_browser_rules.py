"""What a new player needs on the page: a card for each game, *Begin* in sight, rules at hand."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.speech.games import WORDS
from firmware.speech.language import language_named
from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.test_browser_stumbling import nobody_stumbles
from tests.web.visits import Visit, Visits

pytestmark = pytest.mark.proof


def reads(visit: Visit, game: str, language: str) -> None:
    """Check that the rules lie on one screen; then close them."""
    say = language_named(language).gettext
    dialog = visit.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(WORDS[game].title)
    rules = [f"{say(rule.title)} {say(rule.text)}" for rule in WORDS[game].rules if not rule.only]
    expect(dialog.locator("li p")).to_have_text(rules)
    assert dialog.evaluate("(e) => e.scrollHeight <= e.clientHeight"), game
    dialog.get_by_role("button", name=say("Close")).click()
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("phone", [True, False])
def test_every_game_has_a_card_and_its_rules_and_begin_is_in_sight(
    visits: Visits, tmp_path: Path, phone: bool, language: str
) -> None:
    with Running(Served(tmp_path, simulated=False)) as running, closing(visits):
        running.speak(language)
        say = language_named(language).gettext
        visit = visits(running.address, phone=phone)
        new = visit.part("new")
        expect(new.get_by_role("button", name=say("Begin"))).to_be_in_viewport(ratio=1)
        for game, words in WORDS.items():
            card = new.locator(".game").filter(has_text=words.title)
            expect(card).to_contain_text(say(words.line))
            expect(card.locator(".pictures > *")).to_have_count(len(words.pictures))
            card.get_by_role("button").click()
            reads(visit, game, language)
        assert visit.sticking_out() == []


def test_the_rules_are_at_hand_during_a_game(visits: Visits, tmp_path: Path) -> None:
    prepared.thrown(tmp_path)
    with Running(Served(tmp_path, simulated=False)) as running, closing(visits):
        visit = visits(running.address, phone=True)
        visit.resume()
        rules = visit.button("Rules of Heckmeck Barbecue")
        expect(rules).to_be_in_viewport(ratio=1)
        rules.click()
        nobody_stumbles(visit)
        visit.page.set_viewport_size({"width": 390, "height": 844})
        reads(visit, "barbecue", "en")
        expect(rules).to_be_focused()
