"""New dice in a real browser: shown face by face, checked, named, chosen for a game, forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.camera.face_check import TooAlike
from firmware.store import settings, taught_dice
from tests.web.running import Running
from tests.web.served import Served
from tests.web.visits import Visit, Visits
from tools.gallery.walk import reading
from vision.reading import Doubt, Reading

pytestmark = pytest.mark.proof

EIGHT = reading("wwwwwwww")


@pytest.fixture
def running(tmp_path: Path, visits: Visits) -> Iterator[Running]:
    with Running(Served(tmp_path)) as running:
        yield running
        visits.close()


def show(running: Running, visit: Visit, label: str, seen: Reading) -> None:
    """Click, while this lies there."""
    running.table.table_camera.answers.put(seen)
    visit.page.get_by_role("button", name=label).click()


def test_new_dice_are_taught_with_a_phone(visits: Visits, running: Running, tmp_path: Path) -> None:
    visit = visits(running.address, phone=True)
    page = visit.page
    page.get_by_role("button", name="Settings").click()
    card = page.locator("section.teach")
    card.get_by_label("For which game?").select_option("junior")
    card.get_by_role("button", name="Teach new dice").click()
    faces = card.get_by_role("list", name="Faces to show").get_by_role("listitem")
    expect(faces).to_have_count(5)
    expect(card.get_by_role("status")).to_contain_text("“worm”")
    running.table.table_camera.alike = (TooAlike(("worm", "ketchup")),)
    for name in ("worm", "cucumber", "cheese", "ketchup", "bun"):
        expect(card.get_by_role("status")).to_contain_text(f"“{name}”")
        show(running, visit, "Turned: read them", EIGHT)
    expect(card.get_by_role("status")).to_contain_text("worm and ketchup: show them again")
    running.table.table_camera.alike = ()
    card.get_by_role("button", name="Show them again").click()
    for name in ("worm", "ketchup"):
        expect(card.get_by_role("status")).to_contain_text(f"“{name}”")
        show(running, visit, "Turned: read them", EIGHT)
    show(running, visit, "Thrown: read them", reading("wckbww", Doubt("unsure", {"die": 2})))
    expect(card.get_by_title("ketchup: not sure")).to_be_visible()
    card.get_by_role("button", name="No: show ketchup again").click()
    show(running, visit, "Turned: read them", EIGHT)
    for _ in range(2):
        show(running, visit, "Thrown: read them", reading("wckbww"))
        card.get_by_role("button", name="Yes, that is right").click()
    expect(faces.get_by_role("img")).to_have_count(5)
    card.get_by_label("Name of the dice").fill("Grandma")
    card.get_by_role("button", name="Keep them").click()
    expect(card.get_by_role("button", name="Teach new dice")).to_be_visible()
    assert settings.load(tmp_path).dice == {"junior": "taught:Grandma"}
    page.get_by_role("button", name="New game").click()
    page.get_by_role("radio", name="Junior").check()
    expect(page.get_by_label("Dice", exact=True)).to_have_value(":Grandma")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Grandma: another name").click()
    page.locator("dialog").get_by_label("Name of the dice").fill("Anna")
    page.locator("dialog").get_by_role("button", name="Keep them").click()
    page.get_by_role("button", name="Anna: forget them").click()
    page.locator("dialog").get_by_role("button", name="Anna: forget them").click()
    expect(page.get_by_role("heading", name="Taught dice")).to_have_count(0)
    assert taught_dice.names(tmp_path) == ()


def test_it_can_be_left_at_any_time(visits: Visits, running: Running, tmp_path: Path) -> None:
    visit = visits(running.address)
    page = visit.page
    page.get_by_role("button", name="Settings").click()
    card = page.locator("section.teach")
    card.get_by_role("button", name="Teach new dice").click()
    show(running, visit, "Turned: read them", reading("ww", Doubt("dark")))
    expect(card.locator(".problem")).to_contain_text("light")
    card.get_by_role("button", name="Leave it").click()
    page.locator("dialog").get_by_role("button", name="Leave it").first.click()
    expect(card.get_by_role("button", name="Teach new dice")).to_be_visible()
    assert taught_dice.names(tmp_path) == ()
