"""Barbecue on the simulated table, played in a real browser: drawn dice, the real reader."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.devices.panel_kinds import PanelKind
from firmware.store.journal import follow
from rules.dice import Face
from rules.moves import Throw
from rules.record import Read
from tests.web.process import Program, program
from tests.web.visits import Visit, Visits

pytestmark = pytest.mark.proof

MOST_THROWS = 80
"""No such game takes so many."""
PATIENT = 12
"""After so many throws they want to see who has won."""


@pytest.fixture
def table(tmp_path: Path, visits: Visits) -> Iterator[Program]:
    with program(tmp_path) as running:
        yield running
        visits.close()


def begin(visit: Visit, *names: str, option: str = "") -> None:
    """Fill in the form, and begin."""
    form = visit.part("new")
    expect(form.get_by_role("button", name="Begin")).to_be_visible()
    form.get_by_role("radio", name=re.compile("Barbecue")).check()
    while form.get_by_role("textbox", name=re.compile("Name of")).count() > len(names):
        form.get_by_role("button", name=re.compile("does not play")).last.click()
    for number, name in enumerate(names, start=1):
        form.get_by_role("textbox", name=f"Name of player {number}").fill(name)
    if option:
        form.get_by_role("checkbox", name=re.compile(option, re.IGNORECASE)).check()
    form.get_by_role("button", name="Begin").click()
    expect(visit.part("turn")).to_be_visible()


def throw(visit: Visit) -> None:
    """Throw, and wait until the dice are read."""
    before = visit.news["sight"] and visit.news["sight"]["picture"]
    visit.part("act").get_by_role("button").click()
    visit.until(
        lambda news: not news["busy"] and news["sight"] and news["sight"]["picture"] != before
    )


def pays(brings: list[str]) -> bool:
    """Whether stopping is no failed attempt."""
    return not any("nothing (" in line for line in brings)


def choose(visit: Visit, says: str) -> None:
    """Choose this, and wait until it is done."""
    before = visit.news["at"]
    visit.choice(says).click()
    visit.until(lambda news: news["at"] != before)


def test_a_whole_game_from_the_form_to_the_ranking(
    visits: Visits, table: Program, tmp_path: Path
) -> None:
    """They take worms first and stop when that brings something; later they stop at once."""
    visit = visits(table.address)
    begin(visit, "Ann", "Ben", option="you may stop with nothing")
    throws = 0
    while not visit.news["game"]["outcome"]:
        offers = [o["label"] for o in visit.news["game"]["offers"] if not o["repair"]]
        liked = [label for label in offers if "stop" in label or "worm" in label]
        brings = [o["brings"] for o in visit.news["game"]["offers"] if o["label"] == "stop"]
        if offers and (offers != ["stop"] or throws > PATIENT or pays(brings[0])):
            choose(visit, f"^{[*liked, offers[-1]][0]}")
        else:
            throw(visit)
            throws += 1
            assert throws < MOST_THROWS
    (path,) = tmp_path.glob("*.jsonl")
    record = follow(path).record
    thrown = [step for step in record.steps if isinstance(step.move, Throw)]
    assert {step.read for step in thrown} == {Read.CAMERA}
    outcome = record.state.outcome()
    assert outcome is not None
    names = [player.name for player in record.state.setup.players]
    over = visit.part("turn").locator(".over")
    expect(over.get_by_role("listitem")).to_have_count(2)
    for seat in outcome.winners:
        expect(over.get_by_role("heading")).to_contain_text(names[seat])
    points = visit.part("scores").get_by_role("img", name=re.compile("points: "))
    assert sorted(points.all_inner_texts()) == sorted(map(str, record.state.points()))
    visit.go("New game")
    expect(visit.part("new").get_by_role("textbox").first).to_have_value("Ann")


def test_a_die_is_put_right_by_tapping_it_in_the_picture(
    visits: Visits, table: Program, tmp_path: Path
) -> None:
    visit = visits(table.address, phone=True)
    begin(visit, "Ann", "Ben")
    throw(visit)
    outlines = visit.part("sight").locator("[data-die]")
    expect(outlines).to_have_count(8)
    dialog = visit.page.get_by_role("dialog")
    visit.button("Correct").click()
    outlines.nth(3).locator("polygon").tap(force=True)
    expect(dialog.get_by_role("heading")).to_have_text("What does die 4 show?")
    was = dialog.locator("[aria-pressed=true]").get_attribute("aria-label")
    other = "worm" if was != "worm" else "1"
    dialog.get_by_role("button", name=other, exact=True).click()
    expect(visit.choice(f"Keep (all )?{other}s?, total")).to_be_visible()
    visit.until(lambda news: news["sight"]["corrected"])
    (path,) = tmp_path.glob("*.jsonl")
    (step,) = follow(path).record.steps
    assert step.read is Read.CORRECTED
    assert isinstance(step.move, Throw)


def test_a_doubted_throw_is_put_right_die_by_die(
    visits: Visits, table: Program, tmp_path: Path
) -> None:
    """Nothing is taken before all of it is right."""
    visit = visits(table.address)
    begin(visit, "Ann", "Ben")
    visit.part("scene").get_by_role("combobox", name=re.compile("Spoil")).select_option("glare")
    visit.until(lambda news: news["scene"]["spoil"] == "glare")
    throw(visit)
    doubted = [at for at, die in enumerate(visit.news["sight"]["dice"]) if die["doubted"]]
    assert doubted
    sight = visit.part("sight")
    expect(sight).to_contain_text("Not sure")
    expect(sight).to_contain_text("Light glares on d")
    expect(sight).to_contain_text(f"Still doubtful: {len(doubted)}")
    expect(visit.choices).to_have_count(0)
    (path,) = tmp_path.glob("*.jsonl")
    for at in doubted:
        assert not follow(path).record.steps
        visit.part("dice").get_by_role("button").nth(at).click()
        visit.page.get_by_role("dialog").get_by_role("button", name="worm", exact=True).click()
    expect(visit.choice("Keep all worms, total")).to_be_visible()
    visit.until(lambda news: len(news["game"]["moves"]) == 1)
    (step,) = follow(path).record.steps
    assert step.read is Read.CORRECTED
    assert isinstance(step.move, Throw)
    assert step.move.faces.count(Face.WORM) >= len(doubted)
    expect(sight).to_contain_text("Corrected by you.")


def test_one_throw_is_spoilt(visits: Visits, table: Program) -> None:
    """Also where the dice are scanned again, and the light is changed, before the next."""
    visit = visits(table.address)
    begin(visit, "Ann", "Ben")
    scene = visit.part("scene")
    spoil = scene.get_by_role("combobox", name=re.compile("Spoil"))
    spoil.select_option("glare")
    visit.until(lambda news: news["scene"]["spoil"] == "glare")
    throw(visit)
    expect(visit.part("sight")).to_contain_text("glares")
    expect(spoil).to_have_value("")
    scene.get_by_role("combobox", name="Light").select_option("warm")
    visit.until(lambda news: news["scene"]["light"] == "warm")
    throw(visit)
    assert visit.news["sight"]["accepted"]
    assert visit.news["scene"]["spoil"] == ""


def test_on_the_mat_the_dice_laid_aside_are_in_the_picture(visits: Visits, table: Program) -> None:
    visit = visits(table.address)
    begin(visit, "Ann", "Ben")
    scene = visit.part("scene")
    scene.get_by_role("combobox", name="Table").select_option("mat")
    visit.until(lambda news: news["scene"]["surface"] == "mat")
    throw(visit)
    thrown = visit.news["sight"]["dice"]
    assert len(thrown) == 8
    visit.choices.first.click()
    visit.until(lambda news: news["game"]["view"]["turn"]["phase"] == "throw")
    throw(visit)
    turn = visit.news["game"]["view"]["turn"]
    assert len(visit.news["sight"]["dice"]) < 8
    assert visit.news["screen"] != "aside"
    assert turn["kept"]
    sight = visit.part("sight")
    expect(sight.locator(".zone")).to_have_text(["THROW", "KEEP"])
    expect(sight.locator(".laid")).to_have_count(8 - len(visit.news["sight"]["dice"]))
    expect(sight.get_by_role("img")).to_have_accessible_name(re.compile("Kept: "))
    scene.get_by_role("combobox", name="Table").select_option("felt")
    visit.until(lambda news: news["scene"]["surface"] == "felt")
    visit.choices.first.click()
    visit.until(lambda news: news["game"]["view"]["turn"]["phase"] == "throw")
    throw(visit)
    expect(sight.locator(".zone")).to_have_count(0)
    scene.get_by_role("combobox", name="Table").select_option("mat")
    visit.until(lambda news: news["scene"]["surface"] == "mat")
    visit.choices.first.click()
    visit.until(lambda news: news["game"]["view"]["turn"]["phase"] == "throw")
    throw(visit)
    expect(sight.locator(".zone")).to_have_count(2)
    expect(sight.locator(".laid")).to_have_count(8 - len(visit.news["sight"]["dice"]))
    visit.go("Settings")
    visit.button("Show what the camera sees").click()
    expect(visit.part("aim-mat")).to_have_text("The mat is seen, 4 of its 4 squares.")
    expect(visit.part("aim-zones").locator(".zone")).to_have_count(2)


def test_the_camera_is_aimed(visits: Visits, table: Program) -> None:
    visit = visits(table.address, phone=True)
    visit.go("Settings")
    visit.button("Show what the camera sees").click()
    picture = visit.page.get_by_role("img", name="What the camera sees now")
    expect(picture).to_be_visible()
    visit.page.wait_for_function("document.querySelector('#aim').naturalWidth > 100")
    visit.go("New game")
    visit.until(lambda news: news["aim"] is None)


def test_everything_by_the_keys_of_the_panel(
    visits: Visits, table: Program, tmp_path: Path
) -> None:
    """From the form on the panel to a throw that is kept, as on the box."""
    visit = visits(table.address)
    visit.go("Table")
    keyboard = visit.page.keyboard
    for screen in ("new_game", "box", "todo"):
        visit.at(screen)
        keyboard.press("Enter")
    visit.at("throw")
    expect(visit.part("turn")).to_be_visible()
    keyboard.press("Space")
    visit.at("keep")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(visit.part("moves").get_by_role("listitem")).to_have_count(2)
    keyboard.press("u")
    visit.at("undone")
    expect(visit.part("moves").get_by_role("listitem")).to_have_count(1)
    (path,) = tmp_path.glob("*.jsonl")
    assert len(follow(path).record.steps) == 1


def test_everything_by_the_keyboard_alone(visits: Visits, table: Program) -> None:
    """Tab and Enter: what can be clicked can be reached, and focus is never lost."""
    visit = visits(table.address)
    keyboard = visit.page.keyboard
    expect(visit.part("new").get_by_role("button", name="Begin")).to_be_visible()
    visit.tab_to("Begin")
    keyboard.press("Enter")
    expect(visit.part("turn")).to_be_visible()
    visit.tab_to(re.compile("Throw 8 dice"))
    keyboard.press("Enter")
    visit.at("keep")
    visit.tab_to(re.compile("^Keep"))
    keyboard.press("Enter")
    visit.at("throw_or_stop", "throw")
    focused = visit.page.evaluate("document.activeElement !== document.body")
    assert focused, "whoever uses the keyboard begins again at the top"


@pytest.mark.parametrize(("kind", "phone"), [(PanelKind.SSD1309, True), (PanelKind.SSD1322, False)])
def test_the_panel_is_drawn_pixel_for_pixel(
    visits: Visits, tmp_path: Path, kind: PanelKind, phone: bool
) -> None:
    with program(tmp_path, panel=kind.value) as running:
        visit = visits(running.address, phone=phone)
        begin(visit, "Ann", "Ben")
        visit.settled()
        drawn = visit.panel()
        assert len(drawn) == kind.width * kind.height
        assert drawn == visit.sent_panel()
        size = visit.page.locator("#panel canvas").bounding_box()
        assert size is not None
        assert size["width"] * visit.page.evaluate("devicePixelRatio") % kind.width == 0
        assert size["height"] / size["width"] == kind.height / kind.width
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        visits.close()
