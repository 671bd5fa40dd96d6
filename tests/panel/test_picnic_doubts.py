"""Picnic Blitz at the table: what is asked back, what is lost, and the ways out of a doubt."""

from pathlib import Path

import pytest

from firmware.screens.draw import left_out, overflow
from firmware.speech.language import languages
from rules.dice import Face
from rules.moves import Attack, March, Pass, QueenUse, SpendQueen, Throw
from rules.picnic_blitz import AntPhase
from tests.harness.picnic import ANN, BEN, CID, Ant, Picnic


@pytest.fixture
def table(tmp_path: Path) -> Picnic:
    return Picnic(tmp_path)


def throw(faces: str) -> Throw:
    return Throw(tuple(map(Face, faces)))


# Dice that cannot be so.


def test_the_throw_before_can_be_corrected_where_too_many_changed(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (ANN, 2, 1)).scan("112355")
    table.follow([("picnic_dice", "111666"), ("picnic_doubt", "back"), ("correct", "right")])
    table.follow([("correct", "right"), ("correct", "ok"), ("correct", "left"), ("correct", "ok")])
    table.follow([("correct", "ok"), ("picnic_dice", "")])
    assert table.moves == [throw("111355")], "the two was a one"
    table.follow([("picnic_dice", "111366"), ("picnic_move", "")])
    assert len(table.moves) == 2


def test_after_a_queen_there_is_no_throw_before_to_correct(table: Picnic) -> None:
    table.lay((ANN, 1, 1), queens=[ANN]).scan("112355")
    table.follow([("picnic_dice", "112356"), ("picnic_move", "")])
    table.point_at("Queen: re-roll")
    table.follow([("picnic_move", "ok"), ("picnic_dice", "111156"), ("picnic_doubt", "")])
    assert table.message.foot == "OK: correct  BACK: leave"
    table.follow([("picnic_doubt", "back"), ("picnic_dice", "")])


def used_up(table: Picnic) -> None:
    """The one die was thrown again, and then lie dice that this cannot have led to."""
    table.lay((ANN, 1, 1)).scan("112355")
    table.follow([("picnic_dice", "112356"), ("picnic_move", "333333"), ("picnic_doubt", "")])


def test_dice_that_the_last_throw_cannot_have_shown_are_no_misreading(table: Picnic) -> None:
    used_up(table)
    assert table.message.lines == ("5 dice changed.", "Undo: hold BACK")
    assert table.message.foot == "SCAN: again  OK: correct"
    table.follow([("picnic_doubt", "undo"), ("undone", "")])
    assert table.moves == [throw("112355")]


def test_such_dice_can_be_corrected_by_hand(table: Picnic) -> None:
    used_up(table)
    table.follow([("picnic_doubt", "ok"), ("correct", "")])
    for place, face in enumerate("112354"):
        table.press(*["right"] * place)
        table.press("ok", *["left"] * (3 - int(face)), *["right"] * (int(face) - 3), "ok", "right")
    table.follow([("correct", "left"), ("correct", "ok"), ("picnic_doubt", "")])
    assert table.message.lines == ("1 die differs.", "Take the new ones?")
    table.follow([("picnic_doubt", "ok"), ("picnic_move", "")])
    assert table.moves == [throw("112355"), throw("112345")]


def test_without_a_camera_nothing_is_entered_that_cannot_be_taken(tmp_path: Path) -> None:
    table = Picnic(tmp_path, camera=False).lay((BEN, 3, 4))
    table.table.session.game.play(throw("112345"))
    table.table.session.game.play(Attack(BEN, 3))
    table.table.view = table.table.navigator.game()
    table.follow([("picnic_pushed", "scan"), ("picnic_late", "")])
    assert table.message.lines == ("The dice are used.", "Undo first: hold BACK")
    table.follow([("picnic_late", "back"), ("picnic_pushed", "")])


@pytest.mark.parametrize("language", languages())
def test_a_throw_entered_with_too_many_changed_is_doubted(tmp_path: Path, language: str) -> None:
    table = Picnic(tmp_path, language).lay((ANN, 1, 1), (ANN, 2, 1))
    table.scan("112355")
    table.press("back")
    entered = [("by_hand", "ok")] * 7
    table.press("right", "right", "ok")
    table.follow([*entered, ("picnic_doubt", "")])
    assert (overflow(table.screen), left_out(table.screen)) == ((), ())
    assert table.message.title


# Attacks.


def test_ok_never_gives_attacks_away_unasked(table: Picnic) -> None:
    table.lay((BEN, 3, 8), (BEN, 6, 5)).scan("123456")
    table.press("ok")
    for left in (2, 1, 0):
        table.follow([("picnic_attack", "ok"), ("picnic_pushed", "ok")])
        assert table.state.attacks_left == left
    table.follow([("picnic_move", "")])
    assert not table.state.attacks_left


def test_the_end_of_attacks_tells_how_many_are_lost(table: Picnic) -> None:
    table.lay((BEN, 3, 4), (BEN, 6, 5)).scan("122345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "left")])
    assert (table.line, table.board.foot) == ("End attacks, 1 unused", "OK: move")
    table.follow([("picnic_attack", "ok"), ("picnic_move", "back"), ("picnic_pushed", "")])


def test_a_note_does_not_hide_the_push(table: Picnic) -> None:
    table.lay((BEN, 3, 4)).scan("112345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "112345")])
    assert (table.board.title, table.line) == ("Dice as before", "Push Ben to 3")


@pytest.mark.parametrize(("ants", "line"), [
    ([(ANN, 4, 1), (BEN, 4, 1)], "Ben home, frees you"),
    ([(CID, 4, 2), (ANN, 4, 3), (BEN, 4, 3)], "To 2, pinned, frees you"),
    ([(ANN, 4, 7), (BEN, 4, 8)], "To 7, -3, pinned, frees you"),
    ([(ANN, 4, 2), (BEN, 4, 8)], "To 7, -3, frees you"),
    ([(CID, 4, 7), (BEN, 4, 8)], "Ben to 7, -3, pinned"),
    ([(BEN, 4, 8)], "Ben to 7: -3 points"),
])  # fmt: skip
def test_a_target_says_all_that_comes_of_it(table: Picnic, ants: list[Ant], line: str) -> None:
    table.lay(*ants).scan("122345")
    table.press("ok")
    assert table.line == line


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("pinning", [(), ((ANN, 6, 9),), ((CID, 6, 9),), ((ANN, 6, 2),)])
def test_what_an_attack_does_fits_for_long_names(
    tmp_path: Path, language: str, pinning: tuple[Ant, ...]
) -> None:
    table = Picnic(tmp_path, language)
    table.table.session.change(names={"black": "Ann", "red": "Wilhelmina", "blue": "Cid"})
    table.lay((BEN, 5, 4), *pinning, (BEN, 6, 10)).scan("122345")
    table.press("ok")
    assert overflow(table.screen) == (), table.screen
    table.press("ok")
    assert overflow(table.screen) == (), table.screen


def test_a_queen_can_bring_throws_beside_attacks(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (BEN, 3, 4), queens=[ANN]).scan("112346")
    assert not table.dice.more, "while dice may be thrown again"
    table.follow([("picnic_dice", "112345"), ("picnic_dice", "")])
    assert (table.dice.cursor, table.dice.foot) == (7, "OK: attack   < queen")
    table.press("left")
    assert table.dice.lines == ("Queen: re-roll", "5 in a row: 2 attacks")
    table.follow([("picnic_dice", "ok"), ("picnic_dice", "")])
    assert table.moves[-1] == SpendQueen(QueenUse.REROLL)
    assert (table.dice.cursor, table.dice.more) == (6, False)
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "")])


# The end of a turn.

MINE = ((ANN, 1, 2), (ANN, 2, 2), (BEN, 3, 4))


def test_stop_before_the_first_of_two_moves_keeps_the_queen(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: move twice")
    table.follow([("picnic_move", "ok"), ("picnic_move", "stop"), ("picnic_stop", "")])
    assert table.message.lines == ("No move, queen kept",)
    table.follow([("picnic_stop", "back"), ("picnic_move", "")])
    assert table.choice.player == "Ann: first ant", "no: the choice is kept"
    table.follow([("picnic_move", "stop"), ("picnic_stop", "stop"), ("todo", "")])
    assert table.moves == [throw("112255"), Pass()]
    assert table.state.table.queens[ANN]


def test_no_returns_to_the_second_of_two_moves(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: move twice")
    table.press("ok", "ok")
    assert table.choice.player == "Ann: second ant"
    table.follow([("picnic_move", "stop"), ("picnic_stop", "back"), ("picnic_move", "")])
    assert table.choice.player == "Ann: second ant"
    table.follow([("picnic_move", "ok"), ("todo", "")])
    assert [type(move) for move in table.moves[1:]] == [SpendQueen, March, March]


def test_a_queen_that_was_spent_elsewhere_is_lost_and_said_so(table: Picnic) -> None:
    """Such as in a terminal, where each move is played by itself."""
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.table.session.game.play(SpendQueen(QueenUse.MOVE))
    again = table.power_cut()
    assert again.state.phase is AntPhase.MOVE
    again.follow([("picnic_move", "stop"), ("picnic_stop", "")])
    assert again.message.lines == ("No move, queen spent",)


def test_no_returns_to_the_dice_as_they_were_marked(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112355")
    table.press("left", "ok")
    before = table.screen
    table.follow([("picnic_dice", "stop"), ("picnic_stop", "back")])
    assert table.screen == before


@pytest.mark.parametrize("language", languages())
def test_attacks_thrown_away_are_counted(tmp_path: Path, language: str) -> None:
    table = Picnic(tmp_path, language).lay((BEN, 3, 4), (ANN, 1, 1), queens=[ANN])
    table.scan("122345")
    table.follow([("picnic_dice", "stop"), ("picnic_stop", "")])
    assert len(table.message.lines) == 2
    assert "2" in table.message.lines[1]
    table.follow([("picnic_stop", "back"), ("picnic_dice", "ok"), ("picnic_attack", "stop")])
    table.follow([("picnic_move", "left"), ("picnic_move", "")])
    while table.choice.player != {"en": "Ann: second ant", "de": "Ann: 2. Ameise"}[language]:
        table.press("left" if "+" in table.choice.player and table.choice.chosen != 5 else "ok")
    table.press("stop")
    assert "2" in table.message.lines[1]
    assert (overflow(table.screen), left_out(table.screen)) == ((), ())
