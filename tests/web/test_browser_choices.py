"""What each game lets people choose, clicked in a real browser on games left at that moment."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules import Face
from rules.moves import (
    Attack,
    Keep,
    Leave,
    March,
    Move,
    QueenUse,
    SpendQueen,
    Stop,
    Take,
    Void,
)
from tests.web import prepared
from tests.web.running import Running
from tests.web.served import Served
from tests.web.visits import Visit, Visits

pytestmark = pytest.mark.proof


class Played(Running):
    """A table with a game that is gone on with, and somebody at its page."""

    def moves(self, count: int) -> list[Move]:
        """The last moves in the file, as soon as there are so many after those before."""
        return self.table.written[-count:]


@contextmanager
def playing(
    visits: Visits, folder: Path, prepare: Callable[[Path], Path], *, phone: bool = False
) -> Iterator[tuple[Played, Visit]]:
    prepare(folder)
    with Played(Served(folder)) as running:
        visit = visits(running.address, phone=phone)
        visit.resume()
        visit.sees_turn_of("Ann")
        yield running, visit
        visits.close()


def test_a_snatch(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.snatch_or_lower) as (running, visit):
        expect(visit.choices).to_have_count(2)
        visit.choice("Stop: take 25 from Ben").click()
        visit.sees_turn_of("Ben")
        assert running.moves(2) == [Stop(), Take(25, 1)]
        expect(visit.part("turn")).to_contain_text("take the 25 from Ben")


def test_a_quiet_table_leaves_it_to_the_panel(visits: Visits, tmp_path: Path) -> None:
    with playing(
        visits, tmp_path, lambda folder: prepared.snatch_or_lower(folder, "quiet_snatches")
    ) as (running, visit):
        expect(visit.choices).to_have_count(0)
        panel = visit.part("panel")
        panel.get_by_role("button", name="STOP").click()
        panel.get_by_role("button", name="RIGHT").click()
        panel.get_by_role("button", name="OK").click()
        visit.sees_turn_of("Ben")
        assert running.moves(2) == [Stop(), Take(25, 1)]


def test_pinching(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.pinch, phone=True) as (running, visit):
        expect(visit.choices).to_have_count(3)
        visit.choice("Stop: take 7 from Cat").click()
        visit.sees_turn_of("Ben")
        assert running.moves(2) == [Stop(), Take(7, 2)]
        expect(visit.part("scores")).to_contain_text("?")


def test_attack_queen_and_moves(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.straight) as (running, visit):
        visit.choice("Attack Ben on 2").click()
        visit.choice("Spend the queen for one attack more").click()
        visit.choice("Attack Ben on 3").click()
        visit.choice("Attack Ben on 2").click()
        visit.choice("Track 5, space 5").click()
        visit.sees_turn_of("Ben")
        spent = SpendQueen(QueenUse.ATTACK)
        assert running.moves(5) == [Attack(1, 2), spent, Attack(1, 3), Attack(1, 2), March(5)]


def test_two_moves_for_a_queen(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.straight, phone=True) as (running, visit):
        visit.choice("Spend the queen for a second move").click()
        visit.choice("Track 5, space 5").click()
        visit.choice("Track 4, space 1").click()
        visit.sees_turn_of("Ben")
        assert running.moves(3) == [SpendQueen(QueenUse.MOVE), March(5), March(4)]


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize(
    ("prepare", "piece", "moves"),
    [
        (prepared.risky, "Keep all 4s, stop at 25: take 2 worms", (Keep(Face.FOUR), Stop())),
        (prepared.snatch_or_lower, "Stop: take 25 from Ben", (Stop(), Take(25, 1))),
        (prepared.snatch_or_lower, "Stop: take 24 from the grill", (Stop(), Take(24, None))),
        (prepared.straight, "Track 5, space 5", (March(5),)),
        (prepared.straight, "Attack Ben on 2: back to space 3", (Attack(1, 2),)),
    ],
)
def test_a_piece_on_the_board_is_touched(
    visits: Visits,
    tmp_path: Path,
    prepare: Callable[[Path], Path],
    piece: str,
    moves: tuple[Move, ...],
    *,
    phone: bool,
) -> None:
    with playing(visits, tmp_path, prepare, phone=phone) as (running, visit):
        before = len(running.table.written)
        visit.part("board").get_by_role("button", name=piece, exact=True).click()
        visit.until(lambda news: len(news["game"]["moves"]) == before + len(moves))
        assert running.moves(len(moves)) == list(moves)


def test_a_piece_of_several_choices_asks_which(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.straight_onto, phone=True) as (running, visit):
        pieces = visit.part("board").get_by_role("button", name="Track 2, space 4: to space 4")
        expect(pieces).to_have_accessible_name(re.compile("^Attack Ben on 2: back to space 3"))
        pieces.click()
        visit.page.get_by_role("dialog").get_by_role("button", name="Attack Ben on 2").click()
        visit.until(lambda news: len(news["game"]["moves"]) == 3)
        assert running.moves(1) == [Attack(1, 2)]


def test_keeping_and_taking_it_back(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown) as (running, visit):
        before = running.table.written
        visit.choice("Keep all worms, total").click()
        expect(visit.part("turn")).to_contain_text("10")
        assert running.moves(1) == [Keep(Face.WORM)]
        moves = visit.part("moves")
        moves.get_by_role("button", name=re.compile("Undo")).first.click()
        expect(visit.choice("Keep all worms, total")).to_be_visible()
        assert running.table.written == before


def test_taking_several_back_is_asked_twice(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.thrown, phone=True) as (running, visit):
        visit.choice("Keep all worms, total").click()
        rows = visit.part("moves").get_by_role("listitem")
        expect(rows).to_have_count(2)
        rows.nth(1).get_by_role("button").click()
        dialog = visit.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Leave it").click()
        assert len(running.table.written) == 2
        rows.nth(1).get_by_role("button").click()
        dialog.get_by_role("button", name="Undo them").click()
        expect(visit.part("moves")).to_contain_text("Nothing was played yet.")
        assert running.table.written == []


@pytest.mark.parametrize(
    ("says", "move", "then"),
    [
        ("repeat the throw, with 8 dice", Void(), "Ann"),
        ("Ann goes home", Leave(0), "Ben"),
    ],
)
def test_repairs(visits: Visits, tmp_path: Path, says: str, move: Move, then: str) -> None:
    with playing(visits, tmp_path, prepared.thrown) as (running, visit):
        before = running.table.written
        visit.repair(says)
        assert running.table.written == before
        visit.agree()
        expect(visit.part("moves").get_by_role("listitem")).to_have_count(2)
        visit.sees_turn_of(then)
        assert running.moves(1) == [move]


def test_the_end_of_a_game(visits: Visits, tmp_path: Path) -> None:
    with playing(visits, tmp_path, prepared.last_snail) as (running, visit):
        visit.choice("Keep (all )?1s?, total").click()
        turn = visit.part("turn")
        expect(turn.get_by_role("heading")).to_contain_text("Ben")
        expect(turn.get_by_role("listitem")).to_have_count(2)
        expect(visit.choices).to_have_count(0)
        assert running.table.table.session.game.state.ending is not None
        visit.go("Last games")
        expect(visit.part("games")).to_contain_text("on the table now")
