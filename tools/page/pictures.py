"""Draws the pictures of the page in docs/images: `python -m tools.page.pictures`.

Uses simulated dice, the real reader and the system's Chromium. The same seed gives the same dice;
look at all of them.
"""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from rules import PicnicBlitz
from rules.moves import Adjust
from rules.players import Player
from tests.web.conftest import BROWSERS, as_root
from tests.web.prepared import risky, snatch_or_lower
from tests.web.process import program
from tests.web.served import NAMES, keep_game
from tests.web.test_browser_game import begin, choose, throw
from tests.web.visits import Visit, Visits

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PHONE = 500
"""Pixels of a phone's width in the pictures."""


def keep(name: str, shot: bytes, width: int | None = None) -> None:
    """Write it small: these pages have few colours."""
    image = Image.open(BytesIO(shot)).convert("RGB")
    if width is not None:
        image = image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)
    few = image.quantize(256, kmeans=3, dither=Image.Dither.NONE)  # or small patches change colour
    few.save(IMAGES / f"{name}.png", optimize=True)


def at_top(visit: Visit) -> bytes:
    visit.page.evaluate("scrollTo(0, 0)")
    visit.page.mouse.move(0, 0)
    return visit.page.screenshot()


@contextmanager
def playing(
    browser: Browser,
    *,
    seed: int,
    prepare: Callable[[Path], object] | None = None,
) -> Iterator[Callable[..., Visit]]:
    """A table, and a way to open its page."""
    with tempfile.TemporaryDirectory() as folder:
        if prepare is not None:
            prepare(Path(folder))
        with program(Path(folder), seed=seed) as table:
            visits = Visits(browser)

            def opened(*, phone: bool = False, dark: bool = False) -> Visit:
                visit = visits(table.address, phone=phone)
                visit.page.emulate_media(color_scheme="dark" if dark else "light")
                visit.page.set_viewport_size(
                    {"width": 390, "height": 844} if phone else {"width": 1280, "height": 860}
                )
                visit.settled()
                return visit

            yield opened
            visits.close()
            assert not visits.complaints


def some_turns(visit: Visit, throws: int) -> None:
    """Play on: worms first, then what counts most; stop where that is allowed."""
    for _ in range(throws):
        throw(visit)
        while offers := [o for o in visit.news["game"]["offers"] if not o["repair"]]:
            stops = [o for o in offers if o["kind"] == "stop" and o["face"] is None]
            if stops and visit.news["game"]["view"]["turn"]["sum"] > 22:
                choose(visit, f"^{re.escape(stops[0]['label'])}")
                break
            keeps = [offer for offer in offers if offer["kind"] == "keep"]
            if not keeps:
                break
            best = max(keeps, key=lambda offer: (offer["face"] == "worm", offer["count"]))
            choose(visit, f"^{re.escape(best['label'])}(?!\\d)")


def barbecue(browser: Browser) -> None:
    """The simulated table, light; a phone, dark."""
    with playing(browser, seed=4) as opened:
        visit = opened()
        begin(visit, "Ann", "Ben", "Cleo")
        some_turns(visit, 11)
        throw(visit)
        keep("page", at_top(visit))
        phone = opened(phone=True, dark=True)
        phone.until(lambda news: news["at"] == visit.news["at"])
        keep("phone", at_top(phone), PHONE)


def correcting(browser: Browser) -> None:
    """A doubted throw on a phone: one die is put right, one is still doubtful."""
    with playing(browser, seed=5) as opened:
        visit = opened(phone=True)
        begin(visit, "Ann", "Ben", "Cleo")
        scene = visit.part("scene")
        scene.locator("summary").click()
        scene.get_by_role("combobox", name=re.compile("Spoil")).select_option("glare")
        visit.until(lambda news: news["scene"]["spoil"] == "glare")
        throw(visit)
        dice = visit.news["sight"]["dice"]
        doubted = [at for at, die in enumerate(dice) if die["doubted"]]
        visit.part("dice").get_by_role("button").nth(doubted[0]).click()
        visit.page.get_by_role("dialog").get_by_role("button", name="worm", exact=True).click()
        visit.page.set_viewport_size({"width": 390, "height": 1060})
        keep("phone-correct", at_top(visit), PHONE)


def matted(browser: Browser) -> None:
    """The mat in the camera's picture: its zones, and what lies aside."""
    with playing(browser, seed=4) as opened:
        visit = opened()
        begin(visit, "Ann", "Ben", "Cleo")
        table = visit.part("scene").get_by_role("combobox", name="Table")
        table.select_option("mat")
        visit.until(lambda news: news["scene"]["surface"] == "mat")
        some_turns(visit, 2)
        throw(visit)
        keep("page-mat", visit.part("sight").screenshot())


def pieces(browser: Browser) -> None:
    """Tiles that lie otherwise, dark."""
    with playing(browser, seed=6, prepare=snatch_or_lower) as opened:
        visit = opened(dark=True)
        visit.resume()
        visit.repair("Correct pieces")
        dialog = visit.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        field(dialog, "The tiles: 28").select_option("Ann's stack")
        keep("page-pieces", visit.page.screenshot())


def field(dialog: Locator, name: str) -> Locator:
    return dialog.get_by_label(name, exact=True)


def unfinished(browser: Browser) -> None:
    """The table was started anew, on a phone: the game that was left is asked about."""
    with playing(browser, seed=6, prepare=snatch_or_lower) as opened:
        phone = opened(phone=True)
        expect(phone.part("resume").get_by_role("button", name="Resume")).to_be_visible()
        keep("phone-resume", at_top(phone), PHONE)


def chances(browser: Browser) -> None:
    """Show the value of each choice, on a phone."""
    with playing(browser, seed=6, prepare=risky) as opened:
        phone = opened(phone=True)
        phone.resume()
        phone.go("Settings")
        phone.part("settings").get_by_role("checkbox", name="Show the odds").check()
        phone.go("Table")
        expect(phone.part("odds").get_by_role("table")).to_be_visible()
        keep("phone-odds", phone.part("odds").screenshot(), PHONE)


def picnic(folder: Path) -> None:
    """Ants on all tracks, a queen, and dice of which some can be thrown again."""
    players = [Player(n, c) for n, c in zip(NAMES[:3], PicnicBlitz.COLOURS, strict=False)]
    table = PicnicBlitz.begin(players)[0].table
    ants = [(0, 1, 3), (1, 1, 3), (2, 2, 5), (0, 3, 2), (1, 3, 6), (0, 5, 4), (2, 6, 1), (1, 6, 1)]
    for player, track, space in ants:
        table = table.moved(player, track, space)
    table = table.moved(2, 4, table.length(4)).with_queen(1, has=True)
    keep_game(folder, PicnicBlitz, Adjust(table, 0), count=3)


def tracks(browser: Browser) -> None:
    """Picnic Blitz: two dice marked, on a phone; the same in German on a desk."""
    with playing(browser, seed=9, prepare=picnic) as opened:
        phone = opened(phone=True, dark=True)
        phone.resume()
        throw(phone)
        dice = phone.part("dice").get_by_role("button")
        for at in (0, 1):
            dice.nth(at).click()
            expect(dice.nth(at)).to_have_attribute("aria-pressed", "true")
        phone.page.set_viewport_size({"width": 390, "height": 1800})
        keep("phone-tracks", at_top(phone), PHONE)
        visit = opened()
        visit.go("Settings")
        language = visit.part("settings").get_by_role("combobox", name="Language")
        language.select_option("de")
        expect(visit.page.locator("html")).to_have_attribute("lang", "de")
        visit.go("Tisch")
        keep("page-picnic", at_top(visit))


def main() -> None:
    found = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=as_root())
        for pictures in (barbecue, unfinished, chances, correcting, matted, pieces, tracks):
            pictures(browser)
        browser.close()


if __name__ == "__main__":
    main()
