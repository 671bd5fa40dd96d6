"""Dice and pieces put right in a real browser, on a table whose eye is ours."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from firmware.web.clients import MOST
from rules import Barbecue, Face
from rules.grill import Spot
from rules.moves import Adjust, Keep, Stop, Throw
from rules.picnic_blitz import PicnicBlitz
from rules.tiles import TileTable
from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served, keep_game
from tests.web.spread import spread
from tests.web.visits import Visit, Visits
from tools.gallery.walk import reading
from vision.reading import Doubt, Reading

pytestmark = pytest.mark.proof

GLARE = Doubt("glare", {"die": 0})
LEANS = Doubt("leaning", {"die": 3})


@contextmanager
def playing(
    visits: Visits,
    folder: Path,
    prepare: Callable[..., object] = prepared.begun,
    *,
    phone: bool = False,
    simulated: bool = False,
) -> Iterator[tuple[Running, Visit]]:
    prepare(folder)
    with Running(Served(folder, simulated=simulated)) as running:
        visit = visits(running.address, phone=phone)
        visit.resume()
        yield running, visit
        visits.close()


def scan(running: Running, visit: Visit, seen: Reading) -> None:
    """These dice lie there, and are looked at."""
    before = visit.news["at"]
    running.lies(seen)
    visit.part("act").get_by_role("button").click()
    visit.until(lambda news: not news["busy"] and news["at"] != before)


def dice(visit: Visit) -> Locator:
    return visit.part("dice").get_by_role("button")


def choose(visit: Visit, name: str) -> None:
    """One of the buttons in the dialog."""
    visit.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


# Dice that were doubted.


def test_several_dice_are_put_right_by_tapping_them_in_the_picture(
    visits: Visits, tmp_path: Path
) -> None:
    with playing(visits, tmp_path, phone=True) as (running, visit):
        scan(running, visit, spread("1112266w", GLARE, LEANS))
        sight = visit.part("sight")
        expect(sight).to_contain_text("Still doubtful: 2.")
        outlines = sight.locator("[data-die] polygon")
        outlines.nth(0).tap(force=True)
        choose(visit, "worm")
        expect(sight.locator("[data-die]").nth(0)).to_contain_text("1: worm")
        expect(sight).to_contain_text("Still doubtful: 1.")
        assert running.table.written == []
        outlines.nth(3).tap(force=True)
        choose(visit, "2")  # as it was read: it is right, and nothing is doubted any more
        expect(visit.choice("Keep all worms, total")).to_be_visible()
        one, two, six, worm = Face.ONE, Face.TWO, Face.SIX, Face.WORM
        assert running.table.written == [Throw([one] * 2 + [two] * 2 + [six] * 2 + [worm] * 2)]


def test_a_count_that_cannot_be_says_so_before_it_is_sent(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path) as (running, visit):
        scan(running, visit, spread("1112266w", GLARE))
        sight, take = visit.part("sight"), visit.button("Take these dice")
        dice(visit).first.click()
        choose(visit, "This is not a die")
        expect(sight).to_contain_text("7 dice found, but there are 8. Add those that were missed.")
        expect(take).to_be_disabled()
        expect(sight.locator("[data-die]").first).to_contain_text("no die")
        sight.get_by_role("button", name="Add a die").click()
        choose(visit, "6")
        expect(visit.page.get_by_role("dialog")).to_be_hidden()
        expect(dice(visit)).to_have_count(9)
        take.click()
        expect(visit.choice("Keep (all )?6s?, total")).to_be_visible()
        one, two, six, worm = Face.ONE, Face.TWO, Face.SIX, Face.WORM
        assert running.table.written == [Throw([one] * 2 + [two] * 2 + [six] * 3 + [worm])]


def test_dice_that_nobody_saw_are_all_added(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, phone=True) as (running, visit):
        scan(running, visit, spread("", Doubt("dark")))
        visit.part("sight").get_by_role("button", name="Add a die").click()
        for count in range(8):
            expect(visit.page.get_by_role("dialog")).to_contain_text(f"Dice: {count} of 8")
            choose(visit, "worm")
        expect(visit.page.get_by_role("dialog")).to_be_hidden()
        visit.button("Take these dice").click()
        visit.until(lambda news: news["game"]["moves"])
        assert running.table.written[0] == Throw([Face.WORM] * 8)


def test_what_is_put_right_is_gone_with_its_picture(visits: Visits, tmp_path: Path) -> None:
    """Somebody scans again while another chooses: the choice was about other dice."""
    with playing(visits, tmp_path, phone=True) as (running, visit):
        scan(running, visit, spread("1112266w", GLARE))
        dice(visit).first.click()
        dialog = visit.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        running.lies(spread("2221166w", GLARE))
        running.press("scan")
        visit.toast("The game went on meanwhile.")
        expect(dialog).to_be_hidden()
        expect(visit.part("sight")).to_contain_text("Still doubtful: 1.")
        assert running.table.written == []


EIGHT_LEAN = [Doubt("leaning", {"die": die}) for die in range(8)]
ALL = ("leaning", "covered", "glare", "blurred", "cut_off", "overlapping", "unsure")
EACH_ITS_OWN = [Doubt(code, {"die": die}) for die, code in enumerate(ALL)]
UNCOVERED = """(button) => {
    const { left, width, top, bottom } = button.getBoundingClientRect();
    const there = (y) => document.elementFromPoint(left + width / 2, y);
    return [top + 2, bottom - 2].every((y) => button.contains(there(y)));
}"""


@pytest.mark.parametrize(("phone", "simulated"), [(True, False), (False, True)])
@pytest.mark.parametrize("doubts", [EIGHT_LEAN, EACH_ITS_OWN])
def test_eight_doubted_dice_leave_the_way_to_take_them_in_sight(
    visits: Visits, tmp_path: Path, doubts: list[Doubt], *, phone: bool, simulated: bool
) -> None:
    with playing(visits, tmp_path, phone=phone, simulated=simulated) as (running, visit):
        scan(running, visit, spread("1112266w", *doubts))
        take = visit.button("Take these dice")
        visit.page.evaluate("scrollTo(0, 0)")
        expect(take).to_be_in_viewport(ratio=1)
        assert take.evaluate(UNCOVERED)
        causes = visit.part("sight").locator(".verdict").get_by_role("listitem")
        expect(causes).to_have_count(len({doubt.code for doubt in doubts}))
        if doubts is EIGHT_LEAN:
            expect(causes).to_have_text("Dice 1-8 lean: lay them flat.")


def test_no_good_news_stands_beside_a_doubt(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path) as (running, visit):
        sight = visit.part("sight")
        scan(running, visit, spread("1112266w", Doubt("dark")))
        expect(sight).to_contain_text("The picture is too dark: give more light.")
        expect(sight).to_contain_text("Dice: 8. Compare them with the table, then take them.")
        expect(visit.part("act")).to_contain_text("Scan again")
        scan(
            running, visit, spread("1112266w", *(Doubt("leaning", {"die": die}) for die in (1, 4)))
        )
        for die in (1, 4):
            expect(sight).to_contain_text("Dice 2 and 5 lean: lay them flat.")
            dice(visit).nth(die).click()
            choose(visit, "2")
        expect(sight).not_to_contain_text("lean")
        expect(sight).not_to_contain_text("Not sure")
        expect(sight).to_contain_text("Corrected by you.")


def test_one_tap_settles_a_doubted_die(visits: Visits, tmp_path: Path) -> None:
    """The die is shown large, with the two faces that it shows most likely."""
    with playing(visits, tmp_path, phone=True) as (running, visit):
        seen = spread("1112266w", GLARE)
        first, *others = seen.dice
        scan(running, visit, replace(seen, dice=(replace(first, second="4"), *others)))
        faces = visit.part("sight").locator(".likely").get_by_role("button")
        expect(faces).to_have_text(["", "", "Another"])
        faces.and_(visit.page.get_by_label("4", exact=True)).tap()
        visit.until(lambda news: news["game"]["moves"])
        (throw,) = running.table.written
        assert isinstance(throw, Throw)
        assert throw.faces.count(Face.FOUR) == 1


# What new dice tell, and dice that are thrown again.


def test_what_was_laid_aside_is_asked_here(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path) as (running, visit):
        scan(running, visit, spread("11122www"))
        running.lies(spread("12346"))
        running.press("scan")
        expect(visit.part("turn")).to_contain_text("Which did you keep?")
        expect(visit.choices).to_have_count(3)
        visit.choice("Yes, 3 x 1").click()
        expect(visit.choice("Keep (all )?6s?, total")).to_be_visible()
        assert running.table.written[1] == Keep(Face.ONE)


def test_what_was_laid_aside_can_be_something_else(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, phone=True) as (running, visit):
        scan(running, visit, spread("11122www"))
        running.lies(spread("12346"))
        running.press("scan")
        visit.choice("Something else").click()
        expect(visit.choice("Keep all worms, total")).to_be_visible()
        assert len(running.table.written) == 1


def test_dice_to_throw_again_are_marked(visits: Visits, tmp_path: Path) -> None:
    def beginners(folder: Path) -> Path:
        return keep_game(folder, PicnicBlitz, variants=("beginners",))

    with playing(visits, tmp_path, beginners, phone=True, simulated=True) as (running, visit):
        scan(running, visit, spread("112346"))
        act = visit.part("act").get_by_role("button")
        expect(act).to_contain_text("Re-roll up to 3? Tap the dice")
        expect(act).to_be_disabled()
        for at in (0, 1, 5):
            dice(visit).nth(at).click()
            expect(dice(visit).nth(at)).to_have_attribute("aria-pressed", "true")
        expect(dice(visit).nth(2)).to_be_disabled()
        dice(visit).nth(5).click()
        expect(act).to_contain_text("Re-roll 2 dice")
        assert running.now(lambda: "SCAN: re-roll 2" in str(running.table.table.screen))
        running.lies(spread("562346"))
        act.click()
        visit.until(lambda news: len(news["game"]["moves"]) == 2)
        throw = running.table.written[-1]
        assert isinstance(throw, Throw)
        assert throw.faces.count(Face.FIVE) == 1


@pytest.mark.parametrize(
    ("variants", "lies", "task"),
    [
        ((), "112355", "Move, take a queen or pass"),
        ((), "112345", "Move, take a queen or pass"),
        (("beginners",), "112355", "Re-roll, move or pass"),
        (("beginners",), "112345", "Re-roll, move or pass"),
    ],
)
def test_only_what_the_dice_allow_is_to_be_done(
    visits: Visits, tmp_path: Path, variants: tuple[str, ...], lies: str, task: str
) -> None:
    def game(folder: Path) -> Path:
        return keep_game(folder, PicnicBlitz, variants=variants)

    with playing(visits, tmp_path, game) as (running, visit):
        scan(running, visit, spread(lies))
        expect(visit.part("turn").locator(".task")).to_have_text(task)


def test_a_tap_on_a_die_keeps_all_with_its_face(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, phone=True) as (running, visit):
        scan(running, visit, spread("1112266w"))
        visit.part("sight").locator("[data-die] polygon").nth(5).tap(force=True)
        visit.until(lambda news: len(news["game"]["moves"]) == 2)
        scan(running, visit, spread("112366"))
        expect(dice(visit)).to_have_count(4)  # 6 was kept before
        dice(visit).nth(1).tap()
        visit.until(lambda news: len(news["game"]["moves"]) == 4)
        assert running.table.written[1::2] == [Keep(Face.SIX), Keep(Face.ONE)]


def test_keeping_and_stopping_is_one_tap(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, phone=True) as (running, visit):
        scan(running, visit, spread("12233www"))
        visit.choice("Keep all worms").click()
        visit.until(lambda news: len(news["game"]["moves"]) == 2)
        scan(running, visit, spread("12466"))
        visit.choice("Keep all 6s, stop at 27").click()
        visit.sees_turn_of("Ben")
        assert running.table.written[-2:] == [Keep(Face.SIX), Stop()]


def test_nothing_is_asked_that_the_camera_saw_on_the_mat(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, phone=True) as (running, visit):
        for dice_thrown, aside in (("12233www", ""), ("11466", "www"), ("124", "www66")):
            scan(running, visit, replace(spread(dice_thrown), aside=reading(aside).dice))
        expect(visit.part("turn")).to_contain_text("Ann kept 2 x 6.")
        expect(visit.part("turn").locator("strong")).to_have_text("27")
        visit.choice("Keep 4, stop at 31").click()
        visit.sees_turn_of("Ben")
        kept = [move for move in running.table.written if isinstance(move, Keep)]
        assert kept == [Keep(Face.WORM), Keep(Face.SIX), Keep(Face.FOUR)]


def test_a_die_is_put_right_without_the_picture(visits: Visits, tmp_path: Path) -> None:
    """Where a tap on a die marks it, there is another way, for the keyboard too."""

    def beginners(folder: Path) -> Path:
        return keep_game(folder, PicnicBlitz, variants=("beginners",))

    with playing(visits, tmp_path, beginners) as (running, visit):
        scan(running, visit, spread("112346"))
        visit.button("Correct").click()
        dice(visit).first.click()
        choose(visit, "5")
        visit.until(lambda news: news["sight"]["corrected"])
        (throw,) = running.table.written
        assert isinstance(throw, Throw)
        assert throw.faces.count(Face.FIVE) == 1


# Pieces.


def field(visit: Visit, name: str) -> Locator:
    return visit.page.get_by_role("dialog").get_by_label(name, exact=True)


def test_plates_are_put_right_and_what_cannot_be_is_said(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown, phone=True) as (running, visit):
        visit.repair("Correct pieces")
        take = visit.page.get_by_role("dialog").get_by_role("button", name="Save")
        expect(take).to_be_disabled()
        field(visit, "The grill: 30").select_option("a plate of Ben")
        take.click()
        alert = visit.page.get_by_role("alert")
        expect(alert).to_contain_text("Ben has too few worms")
        expect(field(visit, "The grill: 30")).to_have_value("4")
        field(visit, "Worms: Ben").fill("3")
        take.click()
        expect(visit.page.get_by_role("dialog")).to_be_hidden()
        expect(visit.part("turn")).to_contain_text("Ben has 3 worms.")
        expect(visit.part("toast")).to_be_empty()
        state = running.now(lambda: running.table.table.session.game.state)
        assert isinstance(state, Barbecue)
        assert (state.table[30], state.table.worms) == (Spot(1, 1), (0, 3, 0))
        assert isinstance(running.table.written[-1], Adjust)


def test_a_stack_is_put_in_order(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.snatch_or_lower) as (running, visit):
        visit.repair("Correct pieces")
        dialog = visit.page.get_by_role("dialog")
        expect(dialog.locator(".pile")).to_have_text(re.compile("Ben's stack, from below: *262925"))
        dialog.get_by_role("button", name="26: put on top").click()
        expect(dialog.locator(".pile")).to_have_text(re.compile("292526"))
        field(visit, "Whose turn is it?: Turn").select_option("Cat")
        dialog.get_by_role("button", name="Save").click()
        visit.sees_turn_of("Cat")
        table = running.now(lambda: running.table.table.session.game.state.table)
        assert isinstance(table, TileTable)
        assert table.stacks == ((23,), (29, 25, 26), (31,))


def test_a_form_that_was_overtaken_is_gone(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown) as (running, visit):
        other = visits(running.address, phone=True)
        visit.repair("Correct pieces")
        dialog = visit.page.get_by_role("dialog")
        field(visit, "Worms: Ann").fill("5")
        other.choice("Keep all worms, total").click()
        visit.toast("The game went on meanwhile.")
        expect(dialog).to_be_hidden()
        assert len(running.table.written) == 2


# Too many.


def test_a_page_too_many_is_told_so_and_joins_later(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown) as (running, _):
        others = [running.do(running.table.page()) for _ in range(MOST - 1)]
        late = visits(running.address, phone=True)
        away = late.part("away")
        expect(away).to_be_visible()
        expect(away).to_contain_text("Too many pages are open.")
        running.now(others[0].hang_up)
        late.sees_turn_of("Ann")
        expect(away).to_be_hidden()
