"""Picnic Blitz at the table: dice, attacks, moves and queens, each special choice."""

from pathlib import Path

import pytest

from firmware.ports import Tune
from firmware.screens.kinds import DiceRow, Mark, Menu, Prompt
from firmware.table.requests import Play
from rules.dice import Face
from rules.moves import Attack, March, Pass, QueenUse, SpendQueen, TakeQueen, Throw
from rules.picnic_blitz import AntPhase
from rules.record import Read
from rules.rerolls import chances
from tests.harness.picnic import ANN, BEN, CID, Picnic


@pytest.fixture
def table(tmp_path: Path) -> Picnic:
    return Picnic(tmp_path)


def throw(faces: str) -> Throw:
    return Throw(tuple(map(Face, faces)))


# The dice.


def test_without_an_ant_a_throw_leads_straight_to_moving(table: Picnic) -> None:
    table.follow(
        [("new_game", "ok"), ("picnic_box", "ok"), ("todo", "112355"), ("picnic_move", "")]
    )
    before = table.presses
    table.follow([("picnic_move", "ok"), ("todo", "")])
    assert table.message.title == "Ann moves"
    assert table.message.lines == ("Track 1: to space 2",)
    assert table.presses == before + 1, "a turn is SCAN and OK"
    table.follow([("todo", "123456"), ("picnic_dice", "")])


def test_the_prompt_tells_how_near_the_end_is(table: Picnic) -> None:
    table.lay((ANN, 6, 10))
    assert isinstance(table.screen, Prompt)
    assert table.screen.stop == "4 of 7 points"


def test_what_may_be_thrown_again_is_told(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (ANN, 2, 1)).scan("112355")
    assert table.dice.lines == ("Re-roll up to 2: SCAN",)
    assert (table.dice.cursor, table.dice.foot) == (6, "OK: move")


FOUR_ANTS = tuple((ANN, track, 1) for track in (1, 2, 3, 4))


def test_of_four_re_rolls_those_are_left_that_were_not_thrown(table: Picnic) -> None:
    """Three dice are thrown, and one of them shows the same again."""
    table.lay(*FOUR_ANTS).scan("112255")
    assert table.dice.lines == ("Re-roll up to 4: 2 x SCAN",)
    table.follow([("picnic_dice", "112336"), ("picnic_how_many", "")])
    screen = table.screen
    assert isinstance(screen, Menu)
    assert [item.label for item in screen.items] == ["3 dice", "4 dice"]
    table.follow([("picnic_how_many", "ok"), ("picnic_dice", "")])
    assert table.dice.lines == ("Re-roll 1: SCAN",)
    table.follow([("picnic_dice", "112366"), ("picnic_move", "")])
    assert table.moves[1:] == [Throw(throw("112336").faces, 3), throw("112366")]


def test_who_marked_the_dice_is_not_asked_how_many_were_thrown(table: Picnic) -> None:
    table.lay(*FOUR_ANTS).scan("112255")
    table.press(*["left", "ok"] * 3)
    table.follow([("picnic_dice", "112256"), ("picnic_dice", "")])
    assert table.moves[1:] == [Throw(throw("112256").faces, 3)]
    assert table.dice.lines == ("Re-roll 1: SCAN",)


def test_dice_entered_from_the_menu_are_asked_about_too(table: Picnic) -> None:
    table.lay(*FOUR_ANTS).scan("112255")
    table.press("back")
    table.pick("Enter the dice")
    for face in "112256":
        table.press(*["right"] * (int(face) - 1), "ok")
    table.follow([("by_hand", "ok"), ("picnic_how_many", "")])


def test_nothing_changed_and_nothing_was_thrown(table: Picnic) -> None:
    table.lay(*FOUR_ANTS).scan("112255")
    table.follow([("picnic_dice", "112255"), ("picnic_how_many", "back"), ("picnic_dice", "")])
    assert table.dice.lines == ("Re-roll up to 4: 2 x SCAN",)


def test_a_misread_re_roll_is_corrected_and_as_many_dice_were_thrown(table: Picnic) -> None:
    table.lay(*FOUR_ANTS).scan("112255")
    table.follow([("picnic_dice", "112256"), ("picnic_how_many", "right")])
    table.press("right", "ok", "back")
    table.pick("Correct the dice")
    table.correct(throw("112266").faces)
    assert table.moves[1:] == [Throw(throw("112266").faces, 3)]


def test_a_misread_re_roll_of_all_that_may_be_thrown_stays_one(table: Picnic) -> None:
    """Nobody was asked how many were thrown: so many changed that it was clear."""
    table.lay(*FOUR_ANTS).scan("112255")
    table.follow([("picnic_dice", "113366"), ("picnic_move", "back")])
    table.pick("Correct the dice")
    table.correct(throw("113356").faces)
    assert table.moves[1:] == [Throw(throw("113356").faces, 4)]
    assert table.name == "picnic_move"


def test_dice_thrown_again_need_no_press_but_scan(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (ANN, 2, 1)).scan("112355")
    table.follow([("picnic_dice", "111155"), ("picnic_move", "")])
    assert table.moves == [throw("112355"), throw("111155")]
    assert [group.count for group in table.choice.groups] == [4, 2]


def test_more_dice_changed_than_may_is_doubted(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (ANN, 2, 1)).scan("112355")
    table.follow([("picnic_dice", "111666"), ("picnic_doubt", "")])
    assert table.message.lines == ("4 dice changed.", "2 are allowed.")
    assert table.message.foot == "OK: fix new  BACK: fix old"
    assert Play(Tune.DOUBT) in table.requests
    assert table.moves == [throw("112355")], "nothing is taken"
    table.follow([("picnic_doubt", "111355")])
    assert table.moves[1:] == [throw("111355")], "looked at again"


def test_what_was_doubted_can_be_corrected(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112355")
    table.follow([("picnic_dice", "112366"), ("picnic_doubt", "ok"), ("correct", "left")])
    table.follow([("correct", "left"), ("correct", "ok"), ("correct", "left"), ("correct", "ok")])
    table.follow([("correct", "ok"), ("picnic_move", "")])
    assert table.moves[1:] == [throw("112356")]
    assert table.table.session.game.steps[-1].read is Read.CORRECTED


def test_the_same_dice_may_have_been_thrown(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112355")
    table.follow([("picnic_dice", "112355"), ("picnic_same", "back"), ("picnic_dice", "112355")])
    assert len(table.moves) == 1
    table.follow([("picnic_same", "112355"), ("picnic_same", "ok"), ("picnic_move", "")])
    assert table.moves == [throw("112355"), throw("112355")]
    assert not table.state.turn.groups, "it was the one throw"


def test_where_no_throw_is_left_other_dice_were_misread(table: Picnic) -> None:
    table.lay().scan("112355")
    table.follow([("picnic_move", "112355"), ("picnic_move", "")])
    assert table.line == "Dice as before"
    table.follow([("picnic_move", "122355"), ("picnic_doubt", "back"), ("picnic_move", "122355")])
    assert table.message.lines == ("1 die differs.", "Take the new ones?")
    assert table.moves == [throw("112355")]
    table.follow([("picnic_doubt", "ok"), ("picnic_move", "")])
    assert table.moves == [throw("122355")]


def test_a_misread_re_roll_brings_what_its_answer_says(table: Picnic) -> None:
    table.lay(*FOUR_ANTS).scan("112255")
    table.follow([("picnic_dice", "113366"), ("picnic_move", "113356"), ("picnic_doubt", "")])
    match = table.table.session.game
    yes, _ = match.choices()
    match.decide(yes)
    assert match.state == yes.preview.after
    assert match.steps[-1].move == Throw(throw("113356").faces, 4)


def test_after_an_attack_no_dice_are_taken(table: Picnic) -> None:
    table.lay((BEN, 3, 4)).scan("112345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "122345")])
    table.follow([("picnic_late", "")])
    assert table.message.lines == ("1 die changed.", "Undo first: hold BACK")
    table.follow([("picnic_late", "ok"), ("picnic_pushed", "122345"), ("picnic_late", "back")])
    table.follow([("picnic_pushed", "122345"), ("picnic_late", "undo"), ("undone", "")])
    assert table.moves == [throw("112345")], "the attack is taken back"
    table.follow([("undone", "ok"), ("picnic_dice", "122345"), ("picnic_doubt", "ok")])
    assert table.moves == [throw("122345")], "and the dice can be put right"


def test_dice_are_marked_as_far_as_allowed(table: Picnic) -> None:
    table.lay((ANN, 1, 1), (ANN, 2, 1)).scan("112355")
    table.follow([("picnic_dice", "left"), ("picnic_dice", "ok"), ("picnic_dice", "left")])
    table.follow([("picnic_dice", "ok"), ("picnic_dice", "left"), ("picnic_dice", "ok")])
    marked = [die.face for die in table.dice.dice if die.mark is Mark.AGAIN]
    assert marked == [Face.FIVE, Face.FIVE]
    assert table.dice.foot == "No more than 2"
    assert table.dice.lines == ("SCAN: re-roll 2",)
    toss = table.table.view.expected_throw()
    assert toss is not None
    assert (toss.staying, toss.thrown) == (tuple(map(Face, "1123")), 2)
    table.follow([("picnic_dice", "right"), ("picnic_dice", "ok")])
    assert sum(die.mark is Mark.AGAIN for die in table.dice.dice) == 1


def test_unmarked_dice_stay_where_they_lie(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112355")
    toss = table.table.view.expected_throw()
    assert toss is not None
    assert (toss.staying, toss.thrown) == (tuple(map(Face, "112355")), 0)


def test_hints_tell_the_exact_chances_of_what_is_marked(tmp_path: Path) -> None:
    table = Picnic(tmp_path, hints=True).lay((ANN, 1, 1), (ANN, 2, 1))
    table.scan("112355")
    table.press("left", "ok", "left", "ok")
    found = chances(tuple(map(Face, "1123")), 2)
    row, three = found.straights[4], found.of_a_kind[Face.ONE][3]
    assert table.dice.lines[1] == f"Row 4: {row:.0%}  3 x 1: {three:.0%}"


def test_the_hint_page_shows_what_to_throw_again(tmp_path: Path) -> None:
    table = Picnic(tmp_path, hints=True).lay((ANN, 1, 1), (ANN, 2, 1))
    table.scan("112355")
    table.press("back")
    table.pick("Hint")
    assert table.dice.lines == ("4 in a row: 31%",)
    assert [die.mark is Mark.AGAIN for die in table.dice.dice] == [False] * 4 + [True] * 2
    table.press("ok")
    assert table.dice.lines == ("3 x 1: 31%",), "then one more of what most dice show"
    table.follow([("picnic_hint", "back"), ("picnic_dice", "")])


def test_without_a_camera_only_the_marked_dice_are_entered(tmp_path: Path) -> None:
    table = Picnic(tmp_path, camera=False).lay((ANN, 1, 1))
    table.follow([("picnic_throw", "scan"), *[("by_hand", "ok")] * 7, ("picnic_dice", "left")])
    table.follow([("picnic_dice", "ok"), ("picnic_dice", "scan"), ("correct", "")])
    assert isinstance(table.screen, DiceRow)
    assert [die.face for die in table.screen.dice] == [None, *[Face.ONE] * 5]
    table.follow([("correct", "ok"), ("correct", "right"), ("correct", "ok"), ("correct", "ok")])
    assert table.moves[-1] == throw("111112")
    assert table.table.session.game.steps[-1].read is Read.HAND


# Attacks.

FRONT = ((BEN, 3, 8), (CID, 3, 2), (ANN, 5, 4), (BEN, 5, 4), (CID, 4, 1), (BEN, 6, 3), (CID, 6, 2))
"""Ben holds the food of 3, so Cid is pinned there; he pins Ann on 5; Cid is on the first space."""


def test_a_straight_is_told_with_its_attacks(table: Picnic) -> None:
    table.lay(*FRONT).scan("123456")
    assert table.dice.lines == ("6 in a row: 4 attacks",)
    assert table.dice.foot == "OK: attack"


def test_only_ants_that_can_be_pushed_are_offered_with_what_it_does(table: Picnic) -> None:
    table.lay(*FRONT).scan("122345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "")])
    assert table.board.title == "2 attacks left"
    assert (table.board.chosen, table.board.to, table.board.foot) == ((2, 8), 7, "OK: costs 2")
    assert table.round() == [
        "Ben to 7: -3 points",
        "Ben to 3, frees you",
        "Ben to 2, pinned",
        "Cid back to 1",
        "Cid back home",
        "End attacks, 2 unused",
    ]
    table.press("left")
    assert table.moves == [throw("122345")], "to look costs nothing"


def test_one_attack_cannot_push_off_the_food(table: Picnic) -> None:
    table.lay(*FRONT).scan("112346")
    table.press("ok")
    assert "Ben to 7: -3 points" not in table.round()


def test_an_attack_is_told_when_it_is_made_and_the_next_is_a_step_away(table: Picnic) -> None:
    table.lay(*FRONT).scan("122345")
    table.press("ok")
    table.point_at("Ben to 3, frees you")
    table.press("ok")
    assert table.name == "picnic_pushed"
    assert (table.line, table.board.title) == ("Push Ben to 3", "1 attack left")
    assert table.board.chosen == (4, 3), "where the ant is now"
    assert table.board.rows[4].spaces[2:4] == ("B", "A")
    assert table.board.foot == "OK: next attack"
    table.follow([("picnic_pushed", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "")])
    assert table.board.foot == "OK: go on"
    table.follow([("picnic_pushed", "left"), ("picnic_pushed", "right"), ("picnic_pushed", "ok")])
    assert len(table.moves) == 3, "nothing was left to choose"
    table.follow([("picnic_move", "")])
    assert int(table.choice.groups[table.choice.chosen].face) in {2, 5}


def test_pushed_off_the_food_the_ants_are_flipped(table: Picnic) -> None:
    table.lay(*FRONT).scan("122345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "")])
    assert (table.line, table.board.title) == ("Ben to 7, flip ants", "0 attacks left")
    assert not table.board.rows[2].captured


def test_an_ant_on_the_first_space_goes_home(table: Picnic) -> None:
    table.lay((CID, 4, 1)).scan("112345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "")])
    assert table.line == "Cid: ant home"
    assert table.board.chosen == (3, 0)


def test_stop_leaves_attacks_unused(table: Picnic) -> None:
    table.lay(*FRONT).scan("122345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "stop"), ("picnic_move", "ok")])
    assert table.moves == [throw("122345"), March(2)]


def test_back_returns_to_the_dice_until_something_was_done(table: Picnic) -> None:
    table.lay(*FRONT).scan("122345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "back"), ("picnic_dice", "ok")])
    table.follow([("picnic_attack", "stop"), ("picnic_move", "back"), ("picnic_dice", "ok")])
    table.follow([("picnic_attack", "ok"), ("picnic_pushed", "ok"), ("picnic_move", "back")])
    table.follow([("picnic_pushed", "back"), ("menu", "")])


def test_a_straight_without_a_target_is_said(table: Picnic) -> None:
    table.lay((ANN, 1, 1)).scan("112345")
    assert table.dice.lines[1] == "5 in a row: no target"
    table.follow([("picnic_dice", "ok"), ("picnic_move", "")])
    assert table.choice.player == "Ann: no target"


def test_after_a_power_cut_the_push_is_told_again(table: Picnic) -> None:
    table.lay(*FRONT).scan("122345")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "ok"), ("picnic_pushed", "")])
    line = table.line
    again = table.power_cut()
    assert (again.name, again.line) == ("picnic_pushed", line)


# Moves.

RACE = ((ANN, 1, 4), (BEN, 1, 5), (ANN, 2, 5), (ANN, 4, 2), (CID, 4, 2), (BEN, 6, 10), (ANN, 3, 8))
"""Ann can pin Ben on 1 and take the food of 2; she is pinned on 4, Ben holds 6, she holds 3."""


def test_each_track_says_what_moving_there_does(table: Picnic) -> None:
    table.lay(*RACE).scan("122456")
    table.follow([("picnic_dice", "ok"), ("picnic_move", "")])
    assert table.round() == [
        "Track 2: 2 points",
        "Track 4: pinned",
        "Track 5: new, 1 step",
        "Track 6: Ben’s",
        "Track 1: pins Ben",
    ]
    struck = [int(group.face) for group in table.choice.groups if group.mark is Mark.STRUCK]
    assert struck == [4, 6]


def test_a_track_that_cannot_be_moved_on_is_not_taken(table: Picnic) -> None:
    table.lay(*RACE).scan("133556")
    table.press("ok")
    table.point_at("Track 3: yours")
    table.press("ok")
    assert (table.name, len(table.moves)) == ("picnic_move", 1)


def test_food_is_told_with_what_to_do(table: Picnic) -> None:
    table.lay(*RACE).scan("122456")
    table.follow([("picnic_dice", "ok"), ("picnic_move", "ok"), ("todo", "")])
    assert table.message.lines == ("Track 2: food, flip ants",)
    assert table.message.foot == "Next: Ben"


def test_a_move_that_wins_says_so_and_ends_the_game(table: Picnic) -> None:
    table.lay((ANN, 6, 10), (ANN, 5, 8)).scan("112255")
    table.press("ok")
    assert table.line == "Track 5: you win!"
    table.follow([("picnic_move", "ok"), ("todo", "ok"), ("over", "")])
    assert table.message.lines[0] == "Ann wins!"


def test_stop_shows_first_what_it_means(table: Picnic) -> None:
    table.lay().scan("112255")
    table.follow([("picnic_move", "stop"), ("picnic_stop", "")])
    assert table.message.lines == ("Take a queen",)
    table.follow([("picnic_stop", "back"), ("picnic_move", "stop"), ("picnic_stop", "stop")])
    assert table.moves[-1] == TakeQueen()
    assert table.message.lines == ("Take a queen",)


def test_a_turn_can_end_without_a_queen(table: Picnic) -> None:
    table.lay().scan("112255")
    table.follow([("picnic_move", "stop"), ("picnic_stop", "right"), ("picnic_stop", "")])
    assert table.message.lines == ("No move, no queen",)
    table.follow([("picnic_stop", "ok"), ("todo", "")])
    assert table.moves[-1] == Pass()


def test_who_has_a_queen_can_only_pass(table: Picnic) -> None:
    table.lay(queens=[ANN]).scan("112255")
    table.follow([("picnic_move", "stop"), ("picnic_stop", "")])
    assert table.message.lines == ("No move",)
    table.follow([("picnic_stop", "stop"), ("todo", "")])
    assert table.moves[-1] == Pass()
    assert (table.message.title, table.message.lines) == ("Ann passes", ("Nothing to move",))


SHUT = ((BEN, 1, 6), (CID, 2, 7))
"""No moving on 1 and 2."""


@pytest.mark.parametrize(("queens", "line", "move"), [
    ([], "No move: take queen", TakeQueen()),
    ([ANN], "No move: pass", Pass()),
])  # fmt: skip
def test_where_nothing_can_move_ok_ends_the_turn(
    table: Picnic, queens: list[int], line: str, move: object
) -> None:
    table.lay(*SHUT, queens=queens).scan("111222")
    assert (table.name, table.line) == ("picnic_move", line)
    table.follow([("picnic_move", "ok"), ("todo", "")])
    assert table.moves[-1] == move


# Queens.

MINE = ((ANN, 1, 2), (ANN, 2, 2), (BEN, 3, 4))


def offers(table: Picnic) -> list[str]:
    return [line for line in table.round() if line.startswith("Queen")]


def test_a_queen_is_offered_behind_the_tracks_and_costs_no_press(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.follow([("picnic_dice", "111155"), ("picnic_move", "")])
    assert table.line == "Track 1: 2 points"
    assert table.choice.player == "Ann + queen"
    assert offers(table) == ["Queen: move twice", "Queen: an attack", "Queen: re-roll"]


def test_no_new_re_rolls_while_there_are_old_ones(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    assert "Queen: re-roll" not in offers(table)


def test_a_queen_for_more_throws(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.follow([("picnic_dice", "111155"), ("picnic_move", "")])
    table.point_at("Queen: re-roll")
    table.follow([("picnic_move", "ok"), ("picnic_dice", "")])
    assert table.moves[-1] == SpendQueen(QueenUse.REROLL)
    assert table.dice.title == "Ann: queen back"
    assert table.dice.lines[0] == "Re-roll up to 2: SCAN"
    table.follow([("picnic_dice", "111111"), ("picnic_move", "")])


def test_a_queen_for_an_attack_without_a_straight(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: an attack")
    table.follow([("picnic_move", "ok"), ("picnic_attack", "")])
    assert table.board.title == "Queen back: 1 attack"
    table.follow([("picnic_attack", "ok"), ("picnic_pushed", "ok"), ("picnic_move", "ok")])
    assert table.moves[1:3] == [SpendQueen(QueenUse.ATTACK), Attack(BEN, 3)]


def test_a_queen_for_one_attack_more(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112346")
    table.follow([("picnic_dice", "ok"), ("picnic_attack", "")])
    table.point_at("Queen: one more")
    table.follow([("picnic_attack", "ok"), ("picnic_attack", "")])
    assert table.board.title == "Queen back: 2 attacks"
    table.follow([("picnic_attack", "ok"), ("picnic_pushed", "right"), ("picnic_attack", "ok")])
    assert table.state.table.where(BEN, 3) == 2


def test_a_queen_for_two_moves_is_one_decision_and_one_screen(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: move twice")
    table.follow([("picnic_move", "ok"), ("picnic_move", "")])
    assert table.choice.player == "Ann: first ant"
    assert not offers(table)
    table.point_at("Track 1: 2 steps")
    table.follow([("picnic_move", "ok"), ("picnic_move", "")])
    assert table.choice.player == "Ann: second ant"
    assert "Track 1: moved" in table.round()
    assert len(table.moves) == 1, "all of it or nothing"
    table.point_at("Track 5: new, 2 steps")
    table.follow([("picnic_move", "ok"), ("todo", "")])
    assert table.moves[1:] == [SpendQueen(QueenUse.MOVE), March(1), March(5)]
    told = ("Queen back", "Track 1: to space 4", "Track 5: to space 2")
    assert table.message.lines == told
    again = table.power_cut()
    assert again.message.lines == told
    again.follow([("todo", "undo"), ("undone", "")])
    assert len(again.moves) == 1, "taken back as it was played"
    assert again.message.title == "Undone: queen: two moves"


def test_the_second_move_can_be_left_out(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: move twice")
    table.follow([("picnic_move", "ok"), ("picnic_move", "ok"), ("picnic_move", "stop")])
    assert table.message.lines == ("One move, queen spent",)
    table.follow([("picnic_stop", "stop"), ("todo", "")])
    assert table.moves[1:] == [SpendQueen(QueenUse.MOVE), March(1), Pass()]
    assert list(table.message.lines) == ["Queen back", "Track 1: to space 4"]


def test_back_drops_the_moves_of_a_queen(table: Picnic) -> None:
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: move twice")
    table.follow([("picnic_move", "ok"), ("picnic_move", "ok"), ("picnic_move", "back")])
    table.follow([("picnic_dice", "")])
    assert len(table.moves) == 1


def test_a_first_move_that_wins_needs_no_second(table: Picnic) -> None:
    table.lay((ANN, 6, 10), (ANN, 5, 8), (ANN, 1, 1), queens=[ANN]).scan("112255")
    table.press("ok")
    table.point_at("Queen: move twice")
    table.press("ok")
    table.point_at("Track 5: you win!")
    table.follow([("picnic_move", "ok"), ("todo", "ok"), ("over", "")])


def test_a_game_left_between_two_moves_goes_on_there(table: Picnic) -> None:
    """Such as one that was begun in a terminal."""
    table.lay(*MINE, queens=[ANN]).scan("112255")
    table.table.session.game.play(SpendQueen(QueenUse.MOVE))
    table.table.session.game.play(March(1))
    again = table.power_cut()
    assert again.state.phase is AntPhase.MOVE
    again.follow([("picnic_move", "ok"), ("todo", "")])


def test_beginners_are_never_offered_a_queen(tmp_path: Path) -> None:
    table = Picnic(tmp_path, variants=["beginners"]).lay(*MINE)
    table.scan("112255")
    assert table.dice.lines == ("Re-roll up to 3: SCAN",)
    table.press("ok")
    assert not offers(table)
    assert table.choice.foot == "STOP: pass"
    table.follow([("picnic_move", "stop"), ("picnic_stop", "stop")])
    assert table.moves[-1] == Pass()
