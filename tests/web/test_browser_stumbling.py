"""What people who cannot see or point would stumble over, as axe-core finds it: nothing serious.

Each state of the page is looked at on a phone and on a desk, light and dark.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from firmware.store.settings import Settings
from rules.games import GAMES
from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.spread import on_mat, spread
from tests.web.visits import DESK, PHONE, Visit, Visits
from tools.gallery.walk import reading
from vision.reading import Doubt

pytestmark = pytest.mark.proof

SERIOUS = {"serious", "critical"}
OF_LOOKS = ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"]
"""Rules whose findings can differ where only colours and sizes do."""


@cache
def axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text()


def found(visit: Visit, rules: list[str] | None = None) -> list[str]:
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    violations: list[dict[str, Any]] = visit.page.evaluate(
        "(options) => axe.run(document, options).then((result) => result.violations)",
        {"resultTypes": ["violations"], **only},
    )
    return [
        f"{each['impact']} {each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in violations
        if each["impact"] in SERIOUS
    ]


def nobody_stumbles(visit: Visit) -> None:
    """As it is shown now, on every size and in both lights."""
    visit.page.evaluate(axe())
    stumbled: dict[str, list[str]] = {}
    for size, wide in (("phone", PHONE), ("desk", DESK)):
        visit.page.set_viewport_size(wide)  # type: ignore[arg-type]
        for light in ("light", "dark"):
            visit.page.emulate_media(color_scheme=light)
            visit.page.evaluate(
                "scrollTo(0, document.body.scrollHeight)"
            )  # no button lies on others
            rules = None if light == "light" else OF_LOOKS
            stumbled[f"{size}, {light}"] = found(visit, rules)
    assert not {where: what for where, what in stumbled.items() if what}


@contextmanager
def playing(
    visits: Visits, folder: Path, prepare: Callable[..., object], *, simulated: bool = True
) -> Iterator[tuple[Running, Visit]]:
    prepare(folder)
    settings = Settings(players=2, hints=True)
    with Running(Served(folder, simulated=simulated, settings=settings)) as running:
        visit = visits(running.address)
        visit.resume()
        yield running, visit
        visits.close()


@pytest.mark.parametrize("game", GAMES)
def test_on_the_table_of_every_game(visits: Visits, tmp_path: Path, game: str) -> None:
    prepare: dict[str, Callable[..., object]] = {
        "barbecue": prepared.risky,
        "bratwurmeck": prepared.snatch_stopped,
        "junior": prepared.pinch,
        "picnic_blitz": prepared.straight,
    }
    with playing(visits, tmp_path, prepare[game]) as (_, visit):
        visit.part("choices").locator("summary").click()
        expect(visit.part("odds").get_by_role("table")).to_be_visible()
        nobody_stumbles(visit)


def test_over_a_game_that_was_not_finished(visits: Visits, tmp_path: Path) -> None:
    prepared.snatch_or_lower(tmp_path)
    with Running(Served(tmp_path)) as running:
        visit = visits(running.address)
        expect(visit.part("resume").get_by_role("button", name="Resume")).to_be_visible()
        nobody_stumbles(visit)
        visits.close()


def test_elsewhere(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown) as (_, visit):
        for view in ("New game", "Last games", "Settings"):
            visit.go(view)
            nobody_stumbles(visit)


def test_at_the_end(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.last_snail) as (_, visit):
        visit.choice("Keep (all )?1s?, total").click()
        expect(visit.button("Play again")).to_be_visible()
        nobody_stumbles(visit)


def test_over_doubted_dice(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.begun, simulated=False) as (running, visit):
        running.lies(spread("1112266w", Doubt("glare", {"die": 2})))
        visit.part("act").get_by_role("button").click()
        dice = visit.part("dice").get_by_role("button")
        dice.first.click()
        visit.page.get_by_role("dialog").get_by_role("button", name="This is not a die").click()
        expect(visit.part("sight")).to_contain_text("7 dice found, but there are 8")
        nobody_stumbles(visit)
        dice.nth(2).click()
        nobody_stumbles(visit)


def test_over_a_mat_on_which_dice_lie_wrong(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.begun, simulated=False) as (running, visit):
        running.lies(spread("1112266w"), on_mat(""))
        visit.part("act").get_by_role("button").click()
        visit.at("keep")
        before = visit.news["sight"]["picture"]
        seen = replace(spread("12266w"), aside=reading("11").dice)
        running.lies(seen, on_mat("11", Doubt("glare", {"die": 1})))
        running.press("scan")
        visit.until(
            lambda news: not news["busy"] and news["sight"] and news["sight"]["picture"] != before
        )
        sight = visit.part("sight")
        expect(sight).to_contain_text("All of 1: one is still in the tray.")
        expect(sight).to_contain_text("Kept, and hard to see:")
        expect(sight.locator(".zone")).to_have_count(2)
        expect(sight.locator(".laid.bad")).to_have_count(1)
        expect(sight.locator(".read.unsure")).to_have_count(1)
        picture = sight.get_by_role("img")
        expect(picture).to_have_accessible_name(re.compile("Kept: 1, 1. All of 1: one is"))
        nobody_stumbles(visit)


def test_over_pieces_that_are_put_right(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.snatch_or_lower) as (_, visit):
        visit.repair("Correct pieces")
        dialog = visit.page.get_by_role("dialog")
        dialog.get_by_role("combobox", name="The tiles: 36").select_option("Cat's stack")
        nobody_stumbles(visit)


def test_while_joining(visits: Visits, tmp_path: Path) -> None:
    visits.bears = "401|WebSocket"
    with Running(Served(tmp_path, network=True, simulated=False)) as guarded:
        visit = visits(guarded.address, phone=True)
        code = visit.page.get_by_role("textbox", name=re.compile("Code"))
        expect(code).to_be_visible()
        nobody_stumbles(visit)
        visits.close()


def test_a_stumbling_block_would_be_found(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown) as (_, visit):
        visit.page.evaluate(
            """() => {
                const button = document.createElement("button");
                document.querySelector("#turn").append(button);
            }"""
        )
        visit.page.evaluate(axe())
        assert [each.split(":")[0] for each in found(visit)] == ["critical button-name"]
