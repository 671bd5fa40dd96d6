"""Every dialog of the page, opened in a real browser and measured on a desk and on a phone."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from firmware.speech.language import language_named
from firmware.store import taught_dice
from firmware.web.texts import STATIC, texts
from rules.picnic_blitz import PicnicBlitz
from tests.store.test_taught_dice import sky
from tests.web import prepared
from tests.web.boxes import rows_of_faces, show_faces, smallest_face, wrong_boxes
from tests.web.running import Running
from tests.web.served import Served, keep_game
from tests.web.spread import spread
from tests.web.visits import DESK, PHONE, Visit, Visits
from vision.reading import Doubt

pytestmark = pytest.mark.proof

GLARE = Doubt("glare", {"die": 0})
FINGER = 44
LARGE = 80
"""Pixels of a face, on a phone too."""

DIALOGS = {
    "What does die {number} show?", "What does the missing die show?", "What do you want to do?",
    "Undo the last moves?", "Where are the pieces?", "Forget {device}?", "Forget all others",
    "Leave it", "{name}: another name", "{name}: forget them",
}  # fmt: skip
"""All that are opened below, by the texts that are their titles."""


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def playing(
    visits: Visits,
    folder: Path,
    language: str,
    prepare: Callable[[Path], object] = prepared.thrown,
    *,
    network: bool = False,
) -> Iterator[tuple[Running, Visit]]:
    prepare(folder)
    taught_dice.save(folder, sky())
    with Running(Served(folder, network=network, simulated=False)) as running:
        key = running.now(lambda: running.table.pairing.key)
        visit = visits(f"{running.address}#{key}" if network else running.address)
        visit.at("resume")
        running.press("ok")
        visit.until(lambda news: news["game"])
        running.speak(language)
        visit.until(lambda news: news["language"] == language)
        try:
            yield running, visit
        finally:
            visits.close()


def press(visit: Visit, key: str) -> None:
    """A button, whatever it is called in this language."""
    visit.page.locator(f'main [data-key="{key}"]').first.click()


def on_both(page: Page) -> Iterator[int]:
    """On a desk, then on a phone: how much a finger or a mouse needs to hit something."""
    for size, target in ((DESK, 24), (PHONE, FINGER)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        yield target
    page.set_viewport_size(DESK)  # type: ignore[arg-type]


def fits(visit: Visit, *, scrolls: bool = False) -> None:
    """The open dialog does, on both; then it is left."""
    expect(visit.page.get_by_role("dialog")).to_be_visible()
    for target in on_both(visit.page):
        assert wrong_boxes(visit.page, target=target, scrolls=scrolls) == []
    visit.page.keyboard.press("Escape")
    expect(visit.page.get_by_role("dialog")).to_be_hidden()


def doubt(running: Running, visit: Visit) -> None:
    """A throw is read with a doubt, and a die was missed."""
    running.lies(spread("111226w", GLARE))
    visit.part("act").get_by_role("button").click()
    visit.until(lambda news: news["sight"])


def test_every_dialog_is_measured() -> None:
    scripts = "".join(path.read_text() for path in STATIC.glob("*.js"))
    opened = r"(?<!function )\b(?:openDialog|confirm)\((?!\w+, title)"
    called = re.findall(opened + r"[^,]+,\s*say\(\"([^\"]+)\"", scripts)
    assert len(called) == len(re.findall(opened, scripts))
    assert set(called) == DIALOGS


def test_choosers_of_faces_show_three_by_two_large_ones(
    visits: Visits, tmp_path: Path, language: str
) -> None:
    with playing(visits, tmp_path, language, prepared.begun) as (running, visit):
        doubt(running, visit)
        for key in ("die0", "more"):
            press(visit, key)
            expect(visit.page.get_by_role("dialog")).to_be_visible()
            for _ in on_both(visit.page):
                assert rows_of_faces(visit.page) == [3, 3]
                assert smallest_face(visit.page) >= LARGE
            fits(visit)


def test_dice_with_fewer_and_more_faces_fit(visits: Visits, tmp_path: Path) -> None:
    rows = {4: [3, 1], 5: [3, 2], 6: [3, 3], 7: [3, 3, 1], 12: [3, 3, 3, 3]}
    with playing(visits, tmp_path, "de", prepared.begun) as (running, visit):
        doubt(running, visit)
        for count, expected in rows.items():
            press(visit, "die0")
            expect(visit.page.get_by_role("dialog")).to_be_visible()
            show_faces(visit.page, count)
            for _ in on_both(visit.page):
                assert rows_of_faces(visit.page) == expected
                assert smallest_face(visit.page) >= LARGE
            fits(visit)


def test_which_die_is_wrong(visits: Visits, tmp_path: Path, language: str) -> None:
    def beginners(folder: Path) -> Path:
        return keep_game(folder, PicnicBlitz, variants=("beginners",))

    with playing(visits, tmp_path, language, beginners) as (running, visit):
        running.lies(spread("112346"))
        visit.part("act").get_by_role("button").click()
        visit.until(lambda news: news["sight"])
        press(visit, "wrong")
        press(visit, "die0")
        assert rows_of_faces(visit.page) == [3, 3]
        fits(visit)


@pytest.mark.parametrize(
    "prepare", [prepared.thrown, prepared.snatch_or_lower, prepared.pinch, prepared.straight]
)
def test_moves_taken_back_and_pieces(
    visits: Visits, tmp_path: Path, language: str, prepare: Callable[[Path], object]
) -> None:
    with playing(visits, tmp_path, language, prepare) as (_, visit):
        press(visit, "repair")
        visit.page.locator("#choices .small[data-key^=offer]").first.click()
        fits(visit)
        press(visit, "pieces")
        fits(visit, scrolls=True)
        before = len(visit.news["game"]["moves"])
        visit.choices.first.click()
        visit.until(lambda news: len(news["game"]["moves"]) > before)
        press(visit, "undo2")
        fits(visit)


SEVERAL = """async ([offers, at]) => {
  const { touch } = await import("/static/touch.js");
  const game = { offers: offers.map((offer) => ({ ...offer, place: "here" })) };
  const piece = touch({ game, at }, "here", () => {});
  document.querySelector("main").append(piece);
  piece.click();
  piece.remove();
}"""


def test_several_choices_at_one_piece_and_rules(
    visits: Visits, tmp_path: Path, language: str
) -> None:
    with playing(visits, tmp_path, language) as (_, visit):
        visit.page.evaluate(SEVERAL, [visit.news["game"]["offers"], visit.news["at"]])
        fits(visit, scrolls=True)
        visit.page.locator("[data-key^=rules-]").first.click()
        fits(visit, scrolls=True)


def test_settings(visits: Visits, tmp_path: Path, language: str) -> None:
    visits.bears = "401|403|WebSocket"
    with playing(visits, tmp_path, language, network=True) as (running, visit):
        running.do(running.table.pair())
        visit.page.get_by_role("navigation").get_by_role("button").last.click()
        name = visit.news["taught"][0]
        phone = visit.news["paired"][0]["id"]
        for key in (f"name-{name}", f"forget-{name}", f"forget-{phone}", "others"):
            press(visit, key)
            fits(visit)
        press(visit, "teach")
        press(visit, "leave")
        fits(visit)


OVERLAYS = """async (text) => {
  const { toast } = await import("/static/toast.js");
  toast(text);
  document.querySelector("#lost").textContent = text;
  document.querySelector("#away").hidden = false;
  return ["#toast", "#away"].flatMap((name) => {
    const element = document.querySelector(name);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const whole = element.scrollWidth <= element.clientWidth + 1;
    return inside && whole ? [] : [name];
  });
}"""


def test_what_is_said_above_everything(visits: Visits, tmp_path: Path, language: str) -> None:
    """With the longest sentence that the page has for it."""
    longest = texts(language_named(language))[
        "Too many pages are open. Close another, and this one connects."
    ]
    with playing(visits, tmp_path, language) as (_, visit):
        for _target in on_both(visit.page):
            assert visit.page.evaluate(OVERLAYS, longest) == []
