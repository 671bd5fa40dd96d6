"""Picnic Blitz at the keyboard: each special choice, what is refused, and random typing."""

import json
import random
from pathlib import Path
from typing import cast

import pytest

from firmware.play.by_game import entry
from firmware.speech.drawing import draw_table
from firmware.speech.words import Words
from firmware.store.journal import games
from firmware.terminal import session
from firmware.terminal.help import help_lines
from firmware.terminal.new_game import seated
from firmware.terminal.picnic import PicnicPlay
from rules import PicnicBlitz
from rules.ant_turn import AntPhase
from rules.record import Record
from tests.harness.marks import MORE
from tests.harness.scripted import Scripted, Thinking, contents, newest, refused, resume
from tests.harness.scripted import begin as begin_any
from tests.harness.sensible import sensible
from tests.rules.tables import ANN, BEN, CAT

FOOD = 8
"""The last space of track 3."""


def begin(folder: Path, *answers: str, page: tuple[str, ...] = ()) -> Scripted:
    return begin_any(folder, *answers, game="picnic_blitz", page=page)


def state(folder: Path) -> PicnicBlitz:
    return cast("PicnicBlitz", newest(folder).state)


def lines(console: Scripted) -> str:
    return "\n".join(console.reply)


# Throwing, and throwing again.


def test_the_first_throw_without_ants_offers_no_other(tmp_path: Path) -> None:
    console = begin(tmp_path, "112233")
    assert "  thrown  [1][1][2][2][3][3]" in console.reply
    assert "  -: no re-roll, since you have no active ant" in console.reply
    assert "No dice can be re-rolled" in refused(tmp_path, "reroll 1")
    assert "No dice can be re-rolled" in refused(tmp_path, "112234")


ACTIVE_2 = ("adjust 1 1 Ann, 2 1 Ann", "112256")
ACTIVE_4 = ("adjust 1 1 Ann, 2 1 Ann, 3 1 Ann, 4 1 Ann", "112256")


def test_the_program_throws_the_dice_that_are_named(tmp_path: Path) -> None:
    begin(tmp_path, *ACTIVE_2, "reroll 56")
    thrown = state(tmp_path).turn.thrown
    assert len(thrown) == 6
    assert [thrown.count(face) >= 2 for face in ("1", "2")] == [True, True]
    assert json.loads(games(tmp_path)[0].read_text().splitlines()[-1])["read"] == "program"


def test_dice_thrown_again_are_typed_all_six(tmp_path: Path) -> None:
    for answer in ["112255", "5 5 1 1 2 2", "112234"]:
        begin(tmp_path, *ACTIVE_2, answer)
        assert "".join(state(tmp_path).turn.thrown) == "".join(sorted(answer.replace(" ", "")))
        assert json.loads(games(tmp_path)[0].read_text().splitlines()[-1])["read"] == "hand"


def test_how_many_dice_is_said(tmp_path: Path) -> None:
    once = begin(tmp_path / "2", *ACTIVE_2)
    assert "reroll 1 1: I re-roll the dice you name, 2 dice at most;" in lines(once)
    twice = begin(tmp_path / "4", *ACTIVE_4)
    assert "4 dice at most, in two throws;" in lines(twice)


def test_who_typed_a_re_roll_is_asked_how_many_dice_were_thrown(tmp_path: Path) -> None:
    for answer, left in [("", "3 dice"), ("3", "1 die")]:
        rest = begin(tmp_path, *ACTIVE_4, "112266", answer)
        assert f"{left} at most;" in lines(rest)


def test_a_number_that_cannot_be_leaves_the_dice_as_they_were(tmp_path: Path) -> None:
    begin(tmp_path, *ACTIVE_4)
    before = contents(tmp_path)
    assert "! 5 dice cannot have been re-rolled" in lines(resume(tmp_path, "112266", "5"))
    assert contents(tmp_path) == before


def test_re_rolls_that_cannot_be(tmp_path: Path) -> None:
    for answer, said in [
        ("333256", "3 dice changed, 2 may"),
        ("reroll", "Say which dice"),
        ("reroll 4", "not so many 4"),
        ("reroll 5 5", "not so many 5"),
        ("reroll 1 2 5", "re-roll 2 dice, not 3"),
        ("reroll x", "“x”"),
        ("56", "all six dice"),
        ("1122566", "all six dice"),
    ]:
        begin(tmp_path, *ACTIVE_2)
        assert said in refused(tmp_path, answer)


def test_enter_throws_nothing_away(tmp_path: Path) -> None:
    """Where dice could be thrown again, Enter only shows the table."""
    shown = begin(tmp_path, *ACTIVE_2).reply
    assert resume(tmp_path, "").reply == shown


def test_a_void_re_roll_leaves_the_throw_before(tmp_path: Path) -> None:
    begin(tmp_path, *ACTIVE_2, "112234", "void")
    assert "".join(state(tmp_path).turn.thrown) == "112256"
    assert state(tmp_path).turn.again == 2


# Attacking.

BEN_ON_3 = "adjust 3 5 Ben"


def test_an_attack_is_offered_with_what_it_does(tmp_path: Path) -> None:
    piled = "adjust 3 5 Ann, 3 5 Ben, 3 4 Cat, 4 1 Ben"
    console = begin(tmp_path, piled, "123466")
    assert "  thrown  [1][2][3][4][6][6]  4 in a row, 1 attack" in console.reply
    assert "  attack Ben 3: back to space 4, pinned there, frees Ann" in console.reply
    assert "  attack Ben 4: back home" in console.reply


def test_an_attack(tmp_path: Path) -> None:
    for answer in ["attack Ben 3", "ATTACK be 3", "attack 2 3", "attack 3"]:
        console = begin(tmp_path, BEN_ON_3, "123466", answer)
        assert state(tmp_path).table.where(BEN, 3) == 4
        assert "* Ben's ant on track 3 goes back to space 4." in console.reply
        assert state(tmp_path).player == ANN


def test_an_ant_on_the_food_takes_two_attacks(tmp_path: Path) -> None:
    on_food = f"adjust 3 {FOOD} Ben, 3 2 Cat"
    console = begin(tmp_path, on_food, "123455")
    assert "  attack Ben 3: back to space 7, off the food, takes 2 attacks, frees Cat" in (
        console.reply
    )
    told = resume(tmp_path, "attack Ben 3").reply
    assert "* Track 3 is open again: put its ants back on their feet." in told


def test_attacks_that_cannot_be(tmp_path: Path) -> None:
    for answer, said in [
        ("attack", "Say whose ant"),
        ("attack 4", "Say whose ant"),
        ("attack Ben", "“ben”"),
        ("attack Zoe 3", "“zoe”"),
        ("attack Ann 3", "your own ant"),
        ("attack Cat 3", "Cat has no ant"),
        ("attack Ben 7", "no track 7"),
        ("attack Ben 5", "takes 2 attacks"),
    ]:
        begin(tmp_path, f"{BEN_ON_3}, 4 1 Ben, 4 2 Cat, 5 9 Ben", "123466")
        assert said in refused(tmp_path, answer)


def test_attacks_that_nobody_can_be_hit_by(tmp_path: Path) -> None:
    assert "  -: nobody can be attacked" in begin(tmp_path, "123466").reply


@pytest.mark.parametrize("answer", ["attack Ben 3", "attack 3"])
def test_without_an_attack_there_is_none(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, BEN_ON_3, "112233")
    assert "no attack" in refused(tmp_path, answer)


# Moving.


def test_moves_are_offered_with_what_they_do(tmp_path: Path) -> None:
    where = "adjust 1 4 Ann, 2 2 Ben, 4 8 Ben, 5 3 Ann, 5 3 Cat, 6 1 Ann"
    console = begin(tmp_path, where, "112456")
    assert "  1: move 2 spaces on track 1, to 6, the food: 2 points" in console.reply
    assert "  2: a new ant on track 2, to space 1" in console.reply
    assert "  6: move 1 space on track 6, to 2" in console.reply
    assert "  -: Ben holds the food of track 4: all other ants there are pinned." in console.reply
    assert "  -: Ann's ant on track 5 is pinned: another lies on it." in console.reply


def test_a_move_onto_another_pins_it(tmp_path: Path) -> None:
    console = begin(tmp_path, "adjust 2 2 Ben", "223456")
    assert "  2: a new ant on track 2, to space 2, pins Ben" in console.reply
    shown = resume(tmp_path, "2").reply
    assert "  track 2    . (B)A    .    .    .    .  [2]" in shown


def test_a_move_passes_the_dice_on(tmp_path: Path) -> None:
    console = begin(tmp_path, "333456", "3")
    assert state(tmp_path).table.where(ANN, 3) == 3
    assert "* Ann: your ant goes to space 3 of track 3." in console.reply
    assert "* All dice to Ben." in console.reply


def test_a_move_to_the_food_captures_the_track(tmp_path: Path) -> None:
    console = begin(tmp_path, "adjust 3 6 Ann, 3 2 Ben", "333456", "3")
    assert any("holds the food of track 3: 3 points." in line for line in console.reply)
    assert "  track 3    .  (B)    .    .    .    .    . [3A]" in console.reply


def test_a_move_that_wins_says_so_and_ends_the_game(tmp_path: Path) -> None:
    nearly = "adjust 6 10 Ann, 3 6 Ann, 5 9 Ben"
    console = begin(tmp_path, nearly, "333456")
    assert "  3: move 2 spaces on track 3, to 8, the food: 3 points, and you win" in console.reply
    over = resume(tmp_path, "3", "")
    assert "The game is over: a player holds enough food." in over.text
    assert "Ann wins." in over.text


def test_moves_that_cannot_be(tmp_path: Path) -> None:
    for answer, said in [
        ("5", "No die shows 5"),
        ("7", "no track 7"),
        ("0", "no track 0"),
        ("4", "reached the food"),
    ]:
        begin(tmp_path, "adjust 4 8 Ann", "112234")
        assert said in refused(tmp_path, answer)


def test_passing(tmp_path: Path) -> None:
    for answer in ["p", "pass", "PASS"]:
        console = begin(tmp_path, "112233", answer)
        assert "* Ann passes." in console.reply
        assert state(tmp_path).player == BEN


def test_nothing_can_be_done_before_the_throw(tmp_path: Path) -> None:
    begin(tmp_path, f"{BEN_ON_3}, queen Ben, 1 1 Ann")
    refused(tmp_path, "p", "queen", "attack Ben 3", "3", "reroll 3", "queen move")


# The queen.

WITH_QUEEN = "adjust queen Ann"


def test_a_queen_is_taken_instead(tmp_path: Path) -> None:
    console = begin(tmp_path, "112233")
    assert "  queen: take a queen instead of attacking and moving" in console.reply
    told = resume(tmp_path, "queen").reply
    assert "* Ann: take a queen." in told
    assert any(line.startswith("  A  Ann") and line.endswith("a queen") for line in told)
    assert state(tmp_path).table.queens == (True, False, False)


def test_nobody_has_two_queens(tmp_path: Path) -> None:
    console = begin(tmp_path, WITH_QUEEN, "112233")
    assert not any(line.startswith("  queen: ") for line in console.reply)
    assert "already" in refused(tmp_path, "queen")


def test_a_queen_for_a_new_set_of_re_rolls(tmp_path: Path) -> None:
    spent = (f"{WITH_QUEEN}, 1 1 Ann", "112256", "112255")
    console = begin(tmp_path, *spent)
    assert "  queen reroll: spend your queen for a new set of re-rolls" in console.reply
    told = resume(tmp_path, "queen reroll").reply
    assert any("It brings a new set of re-rolls." in line for line in told)
    assert any(line.startswith("  reroll ") for line in told)


def test_a_queen_for_one_attack_more(tmp_path: Path) -> None:
    console = begin(tmp_path, f"{WITH_QUEEN}, 3 5 Ben", "112233")
    assert "  queen attack: spend your queen for one attack more" in console.reply
    told = resume(tmp_path, "queen attack").reply
    assert "  attack Ben 3: back to space 4" in told
    assert "  thrown  [1][1][2][2][3][3]  1 attack" in told


def test_a_queen_for_a_second_move(tmp_path: Path) -> None:
    begin(tmp_path, WITH_QUEEN, "112233", "queen move", "1", "2")
    table = state(tmp_path).table
    assert (table.where(ANN, 1), table.where(ANN, 2)) == (2, 2)
    assert state(tmp_path).player == BEN


def test_the_second_move_is_on_another_track(tmp_path: Path) -> None:
    console = begin(tmp_path, WITH_QUEEN, "112233", "queen move", "1")
    assert any("You moved on track 1 already." in line for line in console.reply)
    assert "already" in refused(tmp_path, "1")


def test_enter_passes_where_nothing_else_can_be_done(tmp_path: Path) -> None:
    """The one attack is made, and both numbers on the dice are of tracks that Ben holds."""
    held = f"{WITH_QUEEN}, 1 6 Ben, 2 7 Ben, 3 5 Cat"
    console = begin(tmp_path, held, "111222", "queen attack", "attack Cat 3")
    assert "  p, or Enter: pass" in console.reply
    assert "* Ann passes." in resume(tmp_path, "").reply


def test_beginners_have_no_queens(tmp_path: Path) -> None:
    for answer in ["queen reroll", "queen attack", "queen move", "queen"]:
        console = begin(tmp_path, "112233", page=("option beginners",))
        assert "queen" not in lines(console)
        assert "3 dice at most" in lines(console)
        assert "queen" in refused(tmp_path, answer)


def test_a_queen_for_something_unknown(tmp_path: Path) -> None:
    begin(tmp_path, WITH_QUEEN, "112233")
    assert "queen reroll, queen attack or queen move" in refused(tmp_path, "queen dance")


# Repairs.


def test_ants_and_queens_are_adjusted_at_once(tmp_path: Path) -> None:
    begin(tmp_path, "adjust 3 5 Ann, 3 5 Ben, 2 1 cat, queen Ben, turn Cat")
    table = state(tmp_path).table
    assert table.pile(3, 5) == (ANN, BEN)
    assert table.where(CAT, 2) == 1
    assert table.queens == (False, True, False)
    assert state(tmp_path).player == CAT


def test_an_ant_is_taken_home_and_a_queen_back(tmp_path: Path) -> None:
    begin(tmp_path, "adjust 3 5 Ann, queen Ann", "adjust 3 0 Ann, no queen Ann")
    assert state(tmp_path).table == PicnicBlitz.begin(state(tmp_path).setup.players)[0].table


def test_a_board_that_cannot_be(tmp_path: Path) -> None:
    begin(tmp_path)
    refused(
        tmp_path,
        "adjust",
        "adjust ,",
        "adjust 3",
        "adjust 3 5",
        "adjust 3 5 Zoe",
        "adjust 7 1 Ann",
        "adjust 0 1 Ann",
        "adjust 3 9 Ann",
        "adjust 3 -1 Ann",
        "adjust x 1 Ann",
        "adjust queen",
        "adjust no queen",
        "adjust queen Zoe",
        "adjust 3 8 Ann, 3 8 Ben",
        "adjust 3 0 Ann",
        "adjust turn Ann",
    )


def test_undo_says_where_the_ants_go(tmp_path: Path) -> None:
    told = begin(tmp_path, "adjust 3 4 Ben", "333456", "3", "u").reply
    assert told[0] == "Undone: move on 3."
    assert "* Ants on track 3: Ben on 4." in told
    assert "* Ann has the dice. In the tray: 3 3 3 4 5 6." in told


# Hints and help.


def test_a_hint_before_the_throw_tells_its_chances(tmp_path: Path) -> None:
    told = begin(tmp_path, "hint").reply
    assert told[0] == "  The chances of the first throw, without re-rolls:"
    assert "  4 in a row  27.0%" in told
    assert "  track 3     1 space: 67%, 2: 26%, 3: 6%, 4: <1%" in told


def test_a_hint_names_the_dice_to_throw_again(tmp_path: Path) -> None:
    told = begin(tmp_path, "adjust 1 1 Ann", "123566", "hint").reply
    assert told[0] == "  The best chances when you re-roll 1 die, each for one aim:"
    assert "  5 in a row  16.7%  re-roll 6" in told


def test_a_hint_counts_the_dice_that_are_left_to_the_food(tmp_path: Path) -> None:
    told = begin(tmp_path, "adjust 3 7 Ann", "124566", "hint").reply
    assert "  track 3     1 space: 17%" in told


def test_a_hint_tells_what_a_queen_could_bring(tmp_path: Path) -> None:
    told = begin(tmp_path, f"{WITH_QUEEN}, 1 1 Ann", "123566", "122566", "hint").reply
    assert told[0] == "  The best chances when a queen re-rolls 1 die:"


def test_without_dice_to_throw_a_hint_says_so(tmp_path: Path) -> None:
    (told,) = begin(tmp_path, "112233", "hint").reply
    assert "no chances" in told


def test_help_tells_of_queens_only_where_there_are_some(tmp_path: Path) -> None:
    every = lines(begin(tmp_path / "all", "?"))
    assert "queen move" in every
    assert "take a queen" in every
    assert "queen" not in lines(begin(tmp_path / "some", "?", page=("option beginners",)))


# A whole game, and people who type anything.


def test_dice_are_typed_to_the_end(tmp_path: Path) -> None:
    dice = random.Random(4)

    def types(record: Record) -> str:
        game = cast("PicnicBlitz", record.state)
        if game.ending is None and game.phase is AntPhase.THROW:
            return "".join(dice.choices("123456", k=6))
        return sensible(record)

    late = "adjust 6 10 Ann, 5 9 Ben"
    console = Thinking(tmp_path, types, "option target_2_less", "", late)
    session.play(console, tmp_path, random.Random(4), game="picnic_blitz", names="Ann, Ben, Cat")
    assert state(tmp_path).ending == "target_reached"
    assert not any(line.startswith("!") for line in console.lines)


WORDS = (
    "", "", "", "p", "queen", "queen reroll", "queen attack", "queen move", "1", "2", "3", "4", "5",
    "6", "7", "123456", "111222", "reroll 1", "reroll 1 2", "reroll 6", "reroll", "attack Ann 1",
    "attack Ben 3", "attack Cat 5", "attack 4", "attack", "u", "t", "?", "hint", "void", "skip",
    "leave Cat", "adjust 3 4 Ann", "adjust 3 4 Ben", "adjust 5 9 Cat", "adjust 6 10 Ann",
    "adjust queen Ben", "adjust no queen Ben", "adjust turn Ann", "adjust 9", "s", "snatch Ben",
    "w", "x", "²", "attack ² ²", "reroll ²", "1 2 three",
)  # fmt: skip


@pytest.mark.parametrize("page", [(), ("option beginners",), ("option firm_first",)])
@pytest.mark.parametrize("seed", [1, MORE(2), MORE(3)])
def test_whatever_is_typed_is_answered(tmp_path: Path, seed: int, page: tuple[str, ...]) -> None:
    dice = random.Random(seed)
    console = begin(tmp_path, *dice.choices(WORDS, k=150), page=page)
    assert all(line.isprintable() for line in console.lines)
    assert not console.answers
    assert newest(tmp_path).lines


# A game of the same family needs nothing here.


class Fifth(PicnicBlitz):
    """A game like it with another name."""

    NAME = "fifth"


def test_a_game_of_the_family_is_played_and_drawn_like_it() -> None:
    players = seated("Ann, Ben", PicnicBlitz)
    picnic, fifth = (game.begin(players)[0] for game in (PicnicBlitz, Fifth))
    assert entry(session.PLAYS, Fifth) is entry(session.PLAYS, PicnicBlitz) is PicnicPlay
    assert draw_table(fifth) == draw_table(picnic)
    assert help_lines(fifth, Words()) == help_lines(picnic, Words())
