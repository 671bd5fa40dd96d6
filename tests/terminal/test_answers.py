"""Answers that cannot be: one message each, and nothing changes."""

from pathlib import Path

import pytest

from firmware.errors import Unclear
from firmware.terminal import typed
from firmware.terminal.new_game import seated
from rules import Barbecue
from tests.harness.scripted import BENS_25, GAMES, OVER, begin, contents, refused, resume

NOT_A_LINE = ["\x1b[A", "👍", "²", "\u202e1", "x" * 5000, "help me", "1 2 three"]
BAD_ADJUST = ["adjust", "adjust ,", "adjust turn", "adjust turn Zoe", "adjust now please do"]


def test_bad_answers_before_a_throw(tmp_path: Path) -> None:
    for game in GAMES:
        begin(tmp_path, game=game)
        refused(
            tmp_path,
            *NOT_A_LINE,
            "x",
            "7",
            "w",
            "wwwwwwwww",
            "s",
            "stop",
            "u",
            "void",
            "leave",
            "leave Zoe",
            "snatch Ben",
            "pinch",
        )


def test_bad_answers_to_a_throw(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234")
    refused(tmp_path, *NOT_A_LINE, "5", "k", "9", "s", "box", "66", "keep 6", "snatch Ben", "leave")


def test_a_face_that_was_kept_before(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234", "w", "66w123")
    assert "already" in refused(tmp_path, "w")


def test_bad_answers_to_a_choice_of_tiles(tmp_path: Path) -> None:
    begin(tmp_path, *BENS_25, "s", game="bratwurmeck")
    refused(
        tmp_path, *NOT_A_LINE, "26", "25", "s", "w", "snatch", "snatch Cat", "snatch Zoe", "void"
    )


def test_bad_answers_when_the_game_is_over(tmp_path: Path) -> None:
    begin(tmp_path, *OVER, game="bratwurmeck")
    refused(
        tmp_path, "x", "s", "1", "wwwwwwww", "hint", "void", "skip", "leave Cat", "adjust turn Ben"
    )


def test_a_grill_that_cannot_be(tmp_path: Path) -> None:
    begin(tmp_path)
    refused(
        tmp_path,
        *BAD_ADJUST,
        "adjust 22 Ann",
        "adjust 37 snail",
        "adjust 30",
        "adjust 30 Zoe",
        "adjust 30 Ann",  # with no worms for it
        "adjust 30 Ann 0, worms Ann 9",
        "adjust 30 Ann 3, worms Ann 9",
        "adjust worms Ann x",
        "adjust worms Ann -1",
        "adjust worms Zoe 1",
        "adjust snails Ann 13",
        "adjust snails Ann 12, 36 snail",
        "adjust 23 1 2, 24 1 2, 25 1 2, 26 1 2, 27 1 2, 28 1, worms 1 99",
        "adjust worms Ann 5, 36 snail, 31 Zoe",
        "adjust stack Ann 25",
    )


def test_tiles_that_cannot_lie_so(tmp_path: Path) -> None:
    for game in ["bratwurmeck", "junior"]:
        begin(tmp_path, game=game)
        refused(
            tmp_path,
            *BAD_ADJUST,
            "adjust stack",
            "adjust stack Zoe 25",
            "adjust stack Ann 99",
            "adjust stack Ann x",
            "adjust stack Ann 8, stack Ben 8, stack Cat 8",
            "adjust stack Ann 25 25",
            "adjust turned 37",
            "adjust 25 Ann",
            "adjust worms Ann 3",
        )


def test_the_last_two_cannot_go_home(tmp_path: Path) -> None:
    begin(tmp_path, "leave Cat")
    assert "2" in refused(tmp_path, "leave Ben")


def test_nobody_goes_home_twice(tmp_path: Path) -> None:
    begin(tmp_path, "leave Dan", names="Ann, Ben, Cat, Dan")
    assert "Dan" in refused(tmp_path, "leave Dan")


def test_the_turn_cannot_go_to_who_went_home(tmp_path: Path) -> None:
    begin(tmp_path, "leave Cat")
    assert "Cat" in refused(tmp_path, "adjust turn Cat")


# Who is meant.


def test_a_player_by_name_beginning_or_seat() -> None:
    for word, seat in [("Ann", 0), ("ANNA", 1), ("anna", 1), ("b", 2), ("1", 0), ("3", 2)]:
        assert typed.player(word, seated("Ann, Anna, Ben", Barbecue)) == seat


def test_a_player_who_is_not_clear() -> None:
    for word in ["", "an", "0", "4", "z", "ann "]:
        with pytest.raises(Unclear, match=r"typed_player|typed_two_players"):
            typed.player(word, seated("Ann, Anna, Ben", Barbecue))


def test_a_number_that_is_none() -> None:
    for word in ["", "-1", "1.5", "²", "٣", "12345", "0x1", "1_0"]:
        with pytest.raises(Unclear, match="typed_number"):
            typed.number(word)


@pytest.mark.parametrize("answer", ["t", "table", ""])
def test_the_table_can_be_shown_again(tmp_path: Path, answer: str) -> None:
    shown = begin(tmp_path, "66ww1234").reply
    before = contents(tmp_path)
    assert resume(tmp_path, answer).reply == shown
    assert contents(tmp_path) == before


def test_an_unknown_word_is_told_as_it_was_typed(tmp_path: Path) -> None:
    begin(tmp_path)
    assert "“box”" in refused(tmp_path, "box")


def test_an_adjust_that_changes_nothing_is_not_recorded(tmp_path: Path) -> None:
    begin(tmp_path)
    assert "already" in refused(tmp_path, "adjust turn Ann")
