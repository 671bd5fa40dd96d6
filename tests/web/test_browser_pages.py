"""Pages of one table in a real browser: several at once, lost and found again, paired, read."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules import Face
from rules.games import GAMES
from rules.junior import JuniorBox
from tests.web import prepared
from tests.web.process import program
from tests.web.running import Running
from tests.web.served import FRAME, Served
from tests.web.visits import Visits
from tools.gallery.walk import reading

pytestmark = pytest.mark.proof

LOST = "WebSocket|ERR_|Failed to load resource"
"""What a browser says of a table that does not answer."""


@pytest.fixture
def running(tmp_path: Path, visits: Visits) -> Iterator[Running]:
    prepared.thrown(tmp_path)
    with Running(Served(tmp_path)) as running:
        yield running
        visits.close()


@pytest.fixture
def guarded(tmp_path: Path, visits: Visits) -> Iterator[Running]:
    """A box on a network."""
    prepared.thrown(tmp_path)
    with Running(Served(tmp_path, network=True, simulated=False)) as running:
        yield running
        visits.close()


# Several at once.


def test_two_phones_show_the_same(visits: Visits, running: Running) -> None:
    one = visits(running.address, phone=True)
    other = visits(running.address, phone=True)
    one.resume()
    other.sees_turn_of("Ann")
    one.choice("Keep all worms, total").click()
    expect(other.part("turn")).to_contain_text("10")
    expect(other.part("moves").get_by_role("listitem")).to_have_count(2)


def test_a_tap_that_comes_too_late_does_nothing_and_says_so(
    visits: Visits, running: Running
) -> None:
    """The phone is slow: what it shows is old when it is tapped."""
    one = visits(running.address)
    one.resume()
    late = visits(running.address, phone=True)
    late.sees_turn_of("Ann")
    late.hold_news()
    one.choice("Keep all worms, total").click()
    one.until(lambda news: len(news["game"]["moves"]) == 2)
    late.choice("Keep (all )?6s?, total").click()
    late.let_news()
    late.toast("The game went on meanwhile.")
    assert len(running.table.written) == 2
    expect(late.part("turn")).to_contain_text("10")


def test_a_camera_whose_first_picture_is_late_is_waited_for(
    visits: Visits, running: Running
) -> None:
    visit = visits(running.address)
    visit.go("Settings")
    visit.button("Show what the camera sees").click()
    visit.until(lambda news: news["aim"] == "")
    expect(visit.part("aim-wait")).to_be_visible()
    running.now(lambda: running.table.loop.later(lambda: running.table.last_picture.glance(FRAME)))
    expect(visit.part("aim-wait")).to_be_hidden()
    expect(visit.page.get_by_role("img", name="What the camera sees now")).to_be_visible()


# Lost and found.


def test_a_table_that_was_killed_is_found_again(visits: Visits, tmp_path: Path) -> None:
    prepared.thrown(tmp_path)
    visits.bears = LOST
    with program(tmp_path) as first:
        port = first.port
        visit = visits(first.address, phone=True)
        visit.resume()
        visit.choice("Keep all worms, total").click()
        visit.until(lambda news: len(news["game"]["moves"]) == 2)
        first.kill()
        away = visit.part("away")
        expect(away).to_be_visible()
        expect(away).to_contain_text("Connection lost")
        visit.forget()
    with program(tmp_path, port=port):
        expect(away).to_be_hidden()
        visit.at("resume")
        card = visit.part("resume")
        expect(card.get_by_role("heading")).to_have_text("Heckmeck Barbecue")
        expect(card.locator("[aria-current]")).to_contain_text("Ann")
        stranger = visits(first.address)
        card.get_by_role("button", name="Resume").click()
        for each in (visit, stranger):
            expect(each.part("moves").get_by_role("listitem")).to_have_count(2)
            expect(each.part("resume")).to_be_hidden()
        visits.close()


def test_what_is_asked_of_a_table_that_is_away_is_refused(visits: Visits, tmp_path: Path) -> None:
    prepared.thrown(tmp_path)
    visits.bears = LOST
    with program(tmp_path) as table:
        visit = visits(table.address)
        visit.resume()
        expect(visit.choice("Keep all worms, total")).to_be_visible()
        table.kill()
        expect(visit.part("away")).to_be_visible()
        visit.choice("Keep all worms, total").click()
        visit.toast("Connection lost")
        visits.close()


# Pairing.


def test_a_phone_joins_with_the_code_on_the_panel(visits: Visits, guarded: Running) -> None:
    visits.bears = "401|403|WebSocket"
    visit = visits(guarded.address, phone=True)
    code = visit.page.get_by_role("textbox", name="Code")
    expect(code).to_be_focused()
    right = guarded.now(lambda: guarded.table.pairing.code)
    code.press_sequentially(f"{(int(right) + 1) % 1_000_000:06}")
    expect(visit.page.get_by_role("alert")).to_contain_text("not the code")
    code.press_sequentially(right)
    visit.resume()
    visit.sees_turn_of("Ann")
    visit.page.reload()
    visit.sees_turn_of("Ann")


def test_a_phone_joins_by_the_address_in_the_picture(visits: Visits, guarded: Running) -> None:
    visits.bears = "401|403|WebSocket"
    key = guarded.now(lambda: guarded.table.pairing.key)
    visit = visits(f"{guarded.address}#{key}", phone=True)
    visit.resume()
    visit.sees_turn_of("Ann")
    assert visit.page.url == guarded.address
    assert visit.page.evaluate("document.cookie") == ""


def test_a_forgotten_phone_must_join_again(visits: Visits, guarded: Running) -> None:
    visits.bears = "401|403|WebSocket"
    key = guarded.now(lambda: guarded.table.pairing.key)
    visit = visits(f"{guarded.address}#{key}", phone=True)
    visit.go("Settings")
    expect(visit.part("settings")).to_contain_text("Linux (this one), last seen: now")
    visit.button("Forget Linux (this one)?").click()
    visit.page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(visit.page.get_by_role("textbox", name="Code")).to_be_visible()
    expect(visit.part("turn")).to_be_hidden()
    assert guarded.table.pairing.paired == ()


def test_other_names_and_pages_get_nothing(visits: Visits, running: Running) -> None:
    visits.bears = f"{LOST}|Content Security Policy"
    visit = visits(running.address)
    port = running.table.port
    for wrong in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
        answer = visit.page.request.get(running.address, headers=wrong)
        assert answer.status in {403, 421}
        assert "Grillside" not in answer.text()
    opened = visit.page.evaluate(
        """async (port) => {
            const socket = new WebSocket(`ws://localhost:${port}/socket`);
            return await new Promise((told) => {
                socket.onopen = () => told(true);
                socket.onerror = () => told(false);
            });
        }""",
        port,
    )
    assert opened is False, "the page is from another origin than it asks"


def test_nothing_runs_that_is_not_ours(visits: Visits, running: Running) -> None:
    visits.bears = "Content Security Policy|Executing inline script"
    visit = visits(running.address)
    ran = visit.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.head.append(script);
            return Boolean(window.ran);
        }"""
    )
    assert ran is False


# A new game.


@pytest.mark.parametrize("simulated", [False, True], ids=["box", "simulated"])
def test_what_is_printed_on_the_box_is_typed(
    visits: Visits, tmp_path: Path, simulated: bool
) -> None:
    """Where there is no box it is folded away."""
    with Running(Served(tmp_path, simulated=simulated)) as running:
        visit = visits(running.address, phone=True)
        form = visit.part("new")
        form.get_by_role("radio", name=re.compile("Junior")).check()
        if simulated:
            form.get_by_text("What is printed on your box").click()
        form.get_by_role("spinbutton", name="Worms on 9").fill("5")
        form.get_by_role("radio", name="bun").check()
        form.get_by_role("button", name="Begin").click()
        expect(visit.part("turn")).to_be_visible()
        box = running.now(lambda: running.table.table.session.game.state.setup.box)
        assert isinstance(box, JuniorBox)
        assert (box.worms[9], box.doubled, box.assumed) == (5, Face.BUN, False)
        visits.close()


def test_a_name_twice_is_refused_and_nothing_is_lost(visits: Visits, running: Running) -> None:
    visit = visits(running.address)
    visit.go("New game")
    form = visit.part("new")
    names = form.get_by_role("textbox", name=re.compile("Name of"))
    names.nth(0).fill("Ann")
    names.nth(1).fill("ann")
    form.get_by_role("button", name="Begin").click()
    visit.toast("ann")
    expect(names.nth(1)).to_have_value("ann")


# A real box.


def test_the_panel_of_a_real_box_is_folded_away(visits: Visits, tmp_path: Path) -> None:
    prepared.thrown(tmp_path)
    with Running(Served(tmp_path, simulated=False)) as running:
        visit = visits(running.address, phone=True)
        visit.resume()
        expect(visit.page.locator("#panel canvas")).to_be_hidden()
        expect(visit.part("scene")).to_be_hidden()
        visit.part("panel").locator("summary").click()
        expect(visit.page.locator("#panel canvas")).to_be_visible()
        running.lies(reading("1122ww"))
        visit.choice("Keep (all )?6s?, total").click()
        visit.part("act").get_by_role("button", name=re.compile("scan")).click()
        expect(visit.part("sight")).to_contain_text("Read without a doubt")
        visits.close()


# Made for people.


def test_german(visits: Visits, running: Running) -> None:
    visit = visits(running.address, phone=True)
    visit.resume()
    visit.go("Settings")
    visit.part("settings").get_by_role("combobox", name="Language").select_option("de")
    expect(visit.page.locator("html")).to_have_attribute("lang", "de")
    visit.go("Tisch")
    expect(visit.part("turn")).to_contain_text("Würfel")
    expect(visit.choices.first).to_contain_text("beiseite")
    english = re.compile(r"\b([Tt]he|[Dd]ice|[Tt]hrow|[Kk]eep|[Uu]ndo|[Ll]aid)\b")  # but for keys
    assert not english.findall(visit.page.locator("main").inner_text())


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_nothing_sticks_out(visits: Visits, running: Running, phone: bool) -> None:
    visit = visits(running.address, phone=phone)
    visit.resume()
    for view in ("Table", "New game", "Last games", "Settings"):
        visit.go(view)
        assert visit.sticking_out() == [], view
        if phone:
            assert visit.small_targets() == [], view


def test_every_control_has_a_name(visits: Visits, running: Running) -> None:
    """Also those that a label stands beside: a label names the first thing in it."""
    visit = visits(running.address)
    visit.resume()
    for view in ("Table", "New game", "Last games", "Settings"):
        visit.go(view)
        for role in ("button", "checkbox", "combobox", "radio", "slider", "spinbutton", "textbox"):
            controls = visit.page.get_by_role(role)
            named = visit.page.get_by_role(role, name=re.compile(r"\S"))
            assert controls.count() == named.count(), (view, role)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_every_game_fits_a_phone(visits: Visits, tmp_path: Path, game: str) -> None:
    prepare = {
        "barbecue": prepared.thrown,
        "bratwurmeck": prepared.snatch_stopped,
        "junior": prepared.pinch,
        "picnic_blitz": prepared.straight,
    }
    prepare[game](tmp_path)
    with Running(Served(tmp_path)) as running:
        visit = visits(running.address, phone=True)
        visit.resume()
        expect(visit.part("board")).to_be_visible()
        assert visit.sticking_out() == []
        visits.close()
