"""Picnic Blitz at the table: whole games, pages, options, the box, repairs, undo."""

import random
from functools import partial
from pathlib import Path

import pytest

from firmware.screens.draw import overflow
from firmware.screens.kinds import Menu, ScoreTable
from firmware.simulator.camera import SimulatedCamera
from firmware.simulator.table import SimulatedTable, ThrowingCamera
from firmware.speech.language import languages
from firmware.store import boxes
from firmware.store.settings import Settings
from firmware.table.requests import Look
from rules.dice import STANDARD, Face
from rules.moves import March, QueenUse, SpendQueen, Throw
from rules.picnic_blitz import AntPhase, PicnicBlitz
from rules.tracks import Track
from tests.harness.flow import Flow
from tests.harness.marks import MORE
from tests.harness.picnic import ANN, BEN, CID, NAMES, Picnic
from tests.panel.test_presses import FittingFlow
from tools.table.ants import AntHands, count
from vision.reading import Corners, ReadDie, Reading


@pytest.fixture
def table(tmp_path: Path) -> Picnic:
    return Picnic(tmp_path)


# Whole games.


@pytest.mark.parametrize("seed", [0, *map(MORE, range(1, 6))])
def test_the_screens_alone_keep_the_board_right(tmp_path: Path, seed: int) -> None:
    """Whoever does each time what the panel says has all ants and queens where they belong."""
    flow = Flow(tmp_path, settings=Settings(game="picnic_blitz"))
    hands = AntHands(flow, random.Random(seed))
    hands.begin(2 + seed % 3)
    hands.follow_screens()
    hands.play_on()
    flow.press("ok")
    assert flow.name == "ranking"


def test_a_throw_takes_few_presses() -> None:
    """More than in other games: with four ants or more it asks how many dice were re-rolled."""
    assert count(3).a_throw <= 3.0


@pytest.mark.proof
@pytest.mark.parametrize("language", languages())
def test_every_screen_of_whole_games_fits(language: str) -> None:
    assert count(3, partial(FittingFlow, language=language)).games == 3


# Pages.


def test_scores_are_told_against_the_target_with_queens(table: Picnic) -> None:
    table.lay((ANN, 6, 10), (BEN, 1, 6), queens=[BEN])
    table.press("right")
    screen = table.screen
    assert isinstance(screen, ScoreTable)
    assert [(row.points, row.queen) for row in screen.rows] == [
        ("4/7", False), ("2/7", True), ("0/7", False),
    ]  # fmt: skip


def test_the_board_goes_from_ant_to_ant(table: Picnic) -> None:
    table.lay((BEN, 2, 3), (ANN, 2, 3), (CID, 3, 8), (BEN, 3, 1))
    table.follow([("picnic_throw", "right"), ("scores", "right"), ("picnic_board", "")])
    assert table.board.rows[1].spaces[2] == "BA"
    assert (table.board.rows[2].captured, table.board.line) == (True, "")
    assert table.board.foot == "OK: look closer"
    said = []
    for press in ("ok", "right", "right", "right"):
        table.press(press)
        said.append((table.board.title, table.line, table.board.chosen))
    assert said == [
        ("Track 2", "Ann on space 3", (1, 3)),
        ("Track 2", "Ben on 3: pinned", (1, 3)),
        ("Track 3", "Ben on 1: pinned", (2, 1)),
        ("Track 3", "Cid holds 3 points", (2, 8)),
    ]
    table.follow([("picnic_board", "right"), ("picnic_board", "left"), ("picnic_board", "ok")])
    table.follow([("picnic_throw", "")])


def test_an_empty_board_leads_back(table: Picnic) -> None:
    table.lay()
    table.follow([("picnic_throw", "left"), ("picnic_board", "ok"), ("picnic_throw", "")])


def test_a_hint_is_there_only_while_dice_may_be_thrown_again(tmp_path: Path) -> None:
    table = Picnic(tmp_path, hints=True).lay((ANN, 1, 1))
    table.follow([("picnic_throw", "back"), ("menu", "")])
    assert "Hint" not in labels(table)
    table.follow([("menu", "back"), ("picnic_throw", "112355"), ("picnic_dice", "back")])
    assert "Hint" in labels(table)


def test_where_nothing_can_be_hoped_for_there_is_no_hint(tmp_path: Path) -> None:
    """A full straight, and no track to move on: but a die may be thrown again."""
    foods = ((BEN, 3, 8), (BEN, 4, 8), (CID, 5, 9), (CID, 2, 7), (BEN, 6, 9), (ANN, 6, 9))
    table = Picnic(tmp_path, hints=True).lay((ANN, 1, 6), *foods, (CID, 6, 9))
    table.scan("123456")
    assert table.state.turn.again
    table.press("back")
    assert "Hint" not in labels(table)


def labels(table: Picnic) -> list[str]:
    assert isinstance(table.screen, Menu)
    return [item.label for item in table.screen.items]


def values(table: Picnic) -> dict[str, str]:
    assert isinstance(table.screen, Menu)
    return {item.label: item.value for item in table.screen.items}


def test_at_the_end_the_board_can_be_seen(table: Picnic) -> None:
    table.lay((ANN, 6, 10), (ANN, 5, 8)).scan("112255")
    table.follow([("picnic_dice", "ok"), ("picnic_move", "ok"), ("todo", "ok"), ("over", "right")])
    table.follow([("ranking", "right"), ("over_why", "")])
    assert table.message.lines == ("Enough points to win",)
    table.follow([("over_why", "right"), ("over_board", "")])
    assert table.board.rows[4].spaces[-1] == "A"


# Options.


def test_the_target_goes_round_and_is_one_option(table: Picnic) -> None:
    table.pick("Options…")
    seen = []
    table.pick("Points to win:")
    for _ in range(5):
        seen.append(values(table)["Points to win:"])
        assert len(table.table.session.settings.variants["picnic_blitz"]) <= 1
        table.press("ok")
    assert seen == ["10/8/7", "11/9/8", "7/5/-", "8/6/5", "9/7/6"]
    table.pick("For beginners")
    assert (values(table)["For beginners"], values(table)["Points to win:"]) == ("yes", "10/8/7")
    table.press("back")
    table.pick("3 players")
    table.follow([("picnic_box", "ok"), ("todo", "")])
    assert table.state.target == 8
    assert table.message.lines == ("6 ants each",), "no queens for beginners"


def test_a_target_that_cannot_be_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    table = Picnic(tmp_path, variants=["target_2_less"])
    table.pick("4 players")
    assert said(table) == ("Points to win: 4 is not within 5 to 11.",)
    table.follow([("trouble", "ok"), ("new_game", "")])
    assert table.table.session.match is None


# The box.


def test_the_tracks_are_compared_once_and_can_be_changed(table: Picnic, tmp_path: Path) -> None:
    table.follow([("new_game", "ok"), ("picnic_box", "stop"), ("picnic_box", "left")])
    assert table.line == "6: 10 long, 4 pts"
    table.follow([("picnic_box_change", "ok"), ("picnic_box_change", "stop")])
    assert table.line == "6: 6 long, 2 pts", "after the most the least"
    table.follow([("picnic_box_change", "right"), ("picnic_box_change", "ok")])
    assert table.line == "1: 7 long, 2 pts"
    table.follow([("picnic_box_change", "back"), ("picnic_box", "scan"), ("todo", "")])
    tracks = table.state.setup.box.tracks
    assert (tracks[1], tracks[6]) == (Track(7, 2), Track(6, 2))
    kept = boxes.remembered(tmp_path, PicnicBlitz)
    assert kept == table.state.setup.box
    assert not kept.assumed


def test_the_comparison_can_be_left(table: Picnic) -> None:
    table.follow([("new_game", "ok"), ("picnic_box", "right"), ("picnic_box_change", "scan")])
    table.follow([("picnic_box", "back"), ("new_game", "")])


# Repairs.


def said(table: Picnic) -> tuple[str, ...]:
    return table.message.lines


def repair(table: Picnic, label: str) -> None:
    table.press("back")
    table.pick("Fix something…")
    table.pick(label)


def test_ants_are_put_where_they_lie_the_last_one_on_top(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (BEN, 1, 1))
    repair(table, "Pieces…")
    table.follow([("adjust", "ok"), ("picnic_adjust", "")])
    assert table.line == "Ann on 1: below"
    table.press("ok")
    assert table.line == "Ann on space 2"
    table.press("stop")
    assert table.line == "Ann on space 1"
    assert table.board.rows[0].spaces[0] == "BA", "it was moved last"
    table.press("left")
    assert (table.line, table.board.chosen) == ("Cid: at home", (5, 0))
    table.press("stop")
    assert table.line == "Cid: on the food"
    table.press("left", "stop")
    assert table.line == "Ben on space 9", "the food holds one"
    table.press("back")
    table.pick("Queen Ben")
    assert values(table)["Queen Ben"] == "yes"
    table.pick("Turn:")
    table.pick("Save")
    assert table.name == "todo"
    assert said(table) == ("Track 1: BA-1", "Track 6: B-9 C-10"), "and more to leaf through"
    state = table.state
    assert state.table.pile(1, 1) == (BEN, ANN)
    assert (state.table.controller(6), state.table.where(BEN, 6)) == (CID, 9)
    assert (state.table.queens, state.player) == ((False, True, False), BEN)


def test_an_ant_walks_off_the_board_at_both_ends(table: Picnic) -> None:
    table.lay((ANN, 1, 6))
    repair(table, "Pieces…")
    table.press("ok", "ok")
    assert table.line == "Ann: at home"
    table.press("ok", "stop")
    assert table.line == "Ann: at home"


def test_beginners_have_no_queens_to_put_right(tmp_path: Path) -> None:
    table = Picnic(tmp_path, variants=["beginners"]).lay()
    repair(table, "Pieces…")
    assert labels(table) == ["Ants…", "Turn:", "Save"]


def test_a_throw_that_fell_off_the_table_is_thrown_again(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112355")
    table.scan("112356")
    repair(table, "Repeat the throw")
    assert table.message.lines == ("Dice: 112355",)
    table.follow([("todo", "ok"), ("picnic_dice", "back"), ("menu", "")])


def test_skip_and_leave(table: Picnic) -> None:
    table.lay((ANN, 1, 1))
    repair(table, "Skip this turn")
    table.follow([("todo", "ok"), ("picnic_throw", "")])
    assert table.state.player == BEN
    repair(table, "Someone leaves…")
    table.pick("Ben")
    table.follow([("leaving", "right"), ("leaving", "ok"), ("todo", "ok"), ("picnic_throw", "")])
    assert table.state.player == CID


# Undo.


def test_undo_tells_how_ants_queens_and_dice_lie(table: Picnic) -> None:
    table.lay((BEN, 2, 5), (ANN, 2, 5), (CID, 2, 7), (CID, 1, 1), queens=[ANN]).scan("123456")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "undo")])
    assert table.message.title == "Undone: attack on 2"
    assert said(table) == ("Track 2: BA-5 C-7", "Track 2: food, flip ants", "Dice: 123456")
    table.press("ok")
    table.table.session.game.play(SpendQueen(QueenUse.MOVE))
    table.press("undo")
    assert said(table) == ("Ann: a queen", "Dice: 123456")
    table.table.session.game.play(March(5))
    table.press("undo")
    assert said(table) == ("Track 5: empty", "Dice: 123456")


def test_an_undone_throw_goes_back_to_the_dice_before(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112355")
    table.follow([("picnic_dice", "112356"), ("picnic_move", "undo"), ("undone", "")])
    assert table.message.lines == ("Dice: 112355",)
    table.follow([("undone", "ok"), ("picnic_dice", "undo"), ("undone", "")])
    assert table.message.lines == ("Dice to Ann",)
    table.follow([("undone", "ok"), ("picnic_throw", "")])


def test_every_move_has_a_line_in_the_list(table: Picnic) -> None:
    table.lay((BEN, 2, 5), queens=[ANN])
    play = table.table.session.game.play
    play(Throw(tuple(map(Face, "123455"))))
    play(SpendQueen(QueenUse.ATTACK))
    table.press("back")
    table.pick("Undo…")
    assert labels(table) == ["queen: attack", "throw 123455", "correct"]


# The simulated table.

CORNERS: Corners = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))


class Simulated(Picnic):
    """Simulated throws, and a camera that reads every die right."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.table: SimulatedTable = SimulatedTable(self.table.session)
        self.thrower = ThrowingCamera(SimulatedCamera(STANDARD, 3), self.table)
        self.start()

    def _answer(self) -> None:
        for ask in self.table.take_requests():
            if isinstance(ask, Look):
                self.thrower.frames()
                dice = tuple(ReadDie(face, 0.99, CORNERS) for face in self.thrower.faces)
                self.table.seen(ask.ticket, Reading(dice, ()))
                self._answer()


def test_the_program_throws_the_marked_dice_and_no_others(tmp_path: Path) -> None:
    table = Simulated(tmp_path)
    table.lay(*((ANN, track, 1) for track in (1, 2, 3)))
    table.follow([("picnic_throw", "scan"), ("picnic_dice", "scan"), ("picnic_dice", "")])
    assert table.dice.lines[0] == "Mark dice first: < > OK"
    before = table.state.turn.thrown
    table.follow([("picnic_dice", "left"), ("picnic_dice", "ok"), ("picnic_dice", "left")])
    table.follow([("picnic_dice", "ok"), ("picnic_dice", "scan")])
    assert table.state.turn.thrown != before
    kept = list(before[:4])
    for face in table.state.turn.thrown:
        if face in kept:
            kept.remove(face)
    assert not kept, "the others lie there"


def test_a_game_can_be_played_by_scan_and_ok_alone(tmp_path: Path) -> None:
    table = Simulated(tmp_path)
    table.follow([("new_game", "ok"), ("picnic_box", "ok")])
    for _ in range(2000):
        table.press("scan" if table.name in {"todo", "picnic_throw"} else "ok")
        assert overflow(table.screen) == (), table.screen
        if table.state.ending is not None:
            break
    assert table.state.ending == "target_reached"
    assert table.state.phase is not AntPhase.THROW
    assert {player.name for player in table.state.setup.players} == set(NAMES.values())
