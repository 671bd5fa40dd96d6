"""Dice roll, pieces travel, and there are sounds. The tests hold every motion in its middle."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rules import Barbecue, PicnicBlitz
from rules.grill import GrillTable, Spot
from rules.moves import Adjust
from tests.web import prepared
from tests.web.prepared import TO_25
from tests.web.running import Running
from tests.web.served import Served, keep_game
from tests.web.spread import spread
from tests.web.test_browser_dice import dice, playing, scan
from tests.web.visits import Visit, Visits

pytestmark = pytest.mark.proof

Box = dict[str, float]

HOLD = """() => {
    window.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        const moving = animate.apply(this, how);
        moving.pause();
        window.moved.push(moving);
        return moving;
    };
}"""
WHERE = """(piece) => {
    const { x, y, width, height } =
        document.querySelector(`[data-piece^="${piece}"]`).getBoundingClientRect();
    return { x, y, width, height };
}"""
FLIGHTS = """() => window.moved.splice(0).map((moving) => {
    const { target } = moving.effect;
    const { delay, duration, endTime } = moving.effect.getComputedTiming();
    const at = (time) => {
        moving.currentTime = time;
        const { x, y, width } = target.getBoundingClientRect();
        return { x, y, width };
    };
    const ends = [at(delay), at(endTime - 0.1)];
    moving.currentTime = endTime / 2;
    const place = target.closest(".flying, [id]");
    return {
        ends,
        time: endTime,
        flying: target.matches(".flying"),
        place: place.id,
        thrown: "thrown" in target.dataset,
    };
})"""


def lively(visit: Visit) -> None:
    """This person likes motion. All of it is held in the middle until `moved` tells of it."""
    visit.page.emulate_media(reduced_motion="no-preference")
    visit.page.evaluate(HOLD)


def moved(visit: Visit) -> list[dict[str, Any]]:
    """Tell what has moved since the last call, each from where to where."""
    flights: list[dict[str, Any]] = visit.page.evaluate(FLIGHTS)
    assert all(150 <= flight["time"] <= 300 for flight in flights)
    return flights


def steal(folder: Path) -> Path:
    """Barbecue: Ann may stop at 25, where Ben has a plate and two worms."""
    table = GrillTable({25: Spot(1, 1)}, (0, 2), (0, 0))
    return keep_game(folder, Barbecue, Adjust(table, 0), *TO_25)


@pytest.mark.parametrize(
    ("prepare", "choice", "pieces"),
    [
        (
            steal,
            "^stop",
            [
                ("worm@hand1", "worm@hand0"),
                ("plate1@25", "plate1@hand1"),
                ("plate0@hand0", "plate0@25"),
            ],
        ),
        (prepared.snatch_stopped, "take 25 from Ben", [("tile25@stack1", "tile25@stack0")]),
        (prepared.pinch, "take 6 from the grill", [("tile6@grill1", "tile6@stack0")]),
        (prepared.straight, "track 5", [("ant0.5@2", "ant0.5@4")]),
    ],
)
def test_pieces_travel_and_are_in_nobodys_way(
    visits: Visits,
    tmp_path: Path,
    prepare: Callable[[Path], object],
    choice: str,
    pieces: list[tuple[str, str]],
) -> None:
    prepare(tmp_path)
    with Running(Served(tmp_path)) as running, closing(visits):
        visit = visits(running.address)
        visit.resume()
        lively(visit)
        flying = visit.page.locator(".flying")
        visit.choice(choice).scroll_into_view_if_needed()
        lay: list[Box] = [visit.page.evaluate(WHERE, start) for start, _ in pieces]
        visit.choice(choice).click()
        expect(flying).not_to_have_count(0)
        flights = [flight["ends"] for flight in moved(visit) if flight["flying"]]
        for start, (_, end) in zip(lay, pieces, strict=True):
            ends = [start, visit.page.evaluate(WHERE, end)]
            assert any(flight == alike(ends) for flight in flights), (end, ends, flights)
        # Held in the middle, they are in nobody's way. What was undone lies where it lay.
        visit.button(re.compile("^Undo back to before")).first.click()
        expect(visit.choice(choice)).to_be_visible()
        expect(flying).to_have_count(0)
        assert moved(visit) == []
        visit.page.emulate_media(reduced_motion="reduce")
        visit.choice(choice).click()
        expect(visit.choice(choice)).to_have_count(0)
        assert moved(visit) == []


def alike(ends: list[Box]) -> list[Any]:
    """Return the same corner and width, as nearly as pixels tell."""
    return [{side: pytest.approx(end[side], abs=1) for side in ("x", "y", "width")} for end in ends]


def test_thrown_dice_roll_and_kept_dice_lie_still(visits: Visits, tmp_path: Path) -> None:
    """A throw of old faces alone fails, which is seen, too."""
    with playing(visits, tmp_path) as (running, visit):
        lively(visit)
        scan(running, visit, spread("1112266w"))
        assert [(each["place"], each["thrown"]) for each in moved(visit)] == [("dice", True)] * 8
        visit.choice("Keep all 1s").click()
        visit.until(lambda news: news["game"]["view"]["turn"]["kept"])
        assert sum(each["flying"] for each in moved(visit)) == 3
        scan(running, visit, spread("12266"))
        assert [(each["place"], each["thrown"]) for each in moved(visit)] == [("dice", True)] * 5
        visit.choice("Keep all 2s").click()
        visit.until(lambda news: len(news["game"]["view"]["turn"]["kept"]) == 2)
        moved(visit)
        scan(running, visit, spread("122"))
        visit.sees_turn_of("Ben")
        failed = moved(visit)
        assert {"turn", "dice"} <= {each["place"] for each in failed}
        assert not any(each["thrown"] for each in failed)
        running.press("right")  # on the panel, where nothing happens to the dice
        visit.settled()
        assert moved(visit) == []


def test_only_dice_that_are_thrown_again_move_and_change(visits: Visits, tmp_path: Path) -> None:
    def beginners(folder: Path) -> Path:
        return keep_game(folder, PicnicBlitz, variants=("beginners",))

    def faces() -> list[str]:
        row = visit.part("dice").locator(".thrown .die")
        told: list[str] = row.evaluate_all("(dice) => dice.map((die) => die.dataset.piece)")
        return told

    with playing(visits, tmp_path, beginners, simulated=True) as (running, visit):
        lively(visit)
        scan(running, visit, spread("113456"))
        assert len(moved(visit)) == 6
        before = faces()
        for at in (0, 3):
            dice(visit).nth(at).click()
            expect(dice(visit).nth(at)).to_have_attribute("aria-pressed", "true")
        scan(running, visit, spread("613256"))
        assert len(moved(visit)) == 2
        after = faces()
        assert [at for at in range(6) if after[at] != before[at]] == [0, 3]
        visit.page.add_init_script(f"({HOLD})()")
        visit.page.reload()
        expect(visit.part("dice").locator(".thrown .die")).to_have_count(6)
        assert moved(visit) == []  # nothing has happened since


HEAR = """() => {
    document.body.dataset.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
        document.body.dataset.tones = Number(document.body.dataset.tones) + 1;
        return start.apply(this, when);
    };
}"""
THROW, WIN = 5, 4
"""The tones of these sounds."""


def test_sounds_are_off_until_somebody_switches_them_on(visits: Visits, tmp_path: Path) -> None:
    prepared.almost_over(tmp_path)
    with Running(Served(tmp_path, simulated=False)) as running, closing(visits):
        visit = visits(running.address)
        visit.resume()
        visit.page.evaluate(HEAR)
        body = visit.page.locator("body")
        visit.choice("^stop").click()
        expect(visit.part("summary")).to_be_visible()
        visit.button("Undo").first.click()
        expect(visit.part("summary")).to_be_hidden()
        expect(body).to_have_attribute("data-tones", "0")
        visit.go("Settings")
        visit.page.get_by_role("checkbox", name="Sounds, on this device only").check()
        expect(body).to_have_attribute("data-tones", f"{THROW}")
        visit.go("Table")
        visit.choice("^stop").click()
        expect(body).to_have_attribute("data-tones", f"{THROW + WIN}")
