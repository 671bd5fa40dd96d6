"""Undo, leaving and coming back, hints, help, and the real keyboard."""

import io
import random
import sys
from pathlib import Path

import pytest

from firmware.errors import Unclear
from firmware.store.journal import Journal, games
from firmware.terminal import session, typed
from firmware.terminal.console import Keyboard, Quit
from tests.harness.scripted import (
    BENS_25,
    GAMES,
    OVER,
    Scripted,
    ask_all,
    begin,
    contents,
    newest,
    resume,
    table,
)

# Undo.


def test_undo_goes_back_to_the_first_throw(tmp_path: Path) -> None:
    for game in GAMES:
        begin(tmp_path, "", "skip", "", "skip", "", "leave Ann", "adjust turn Cat", game=game)
        moves = len(newest(tmp_path).steps)
        console = resume(tmp_path, *["u"] * moves)
        state, _ = type(table(tmp_path)).begin(table(tmp_path).setup.players)
        assert table(tmp_path) == state
        assert not any(line.startswith("!") for line in console.lines)


def test_undo_shows_the_table_as_it_was(tmp_path: Path) -> None:
    shown = [line for line in begin(tmp_path, "66ww1234", "w").reply if not line.startswith("*")]
    undone = resume(tmp_path, "666123", "undo").reply
    assert undone[-len(shown) :] == shown


def test_undo_after_the_end_goes_on(tmp_path: Path) -> None:
    begin(tmp_path, *OVER, "u", game="bratwurmeck")
    assert table(tmp_path).ending is None


# Leaving and coming back.


@pytest.mark.parametrize("answer", ["q", "Quit"])
def test_leaving_says_where_the_game_is(tmp_path: Path, answer: str) -> None:
    console = begin(tmp_path, "66ww1234", answer)
    assert str(games(tmp_path)[0]) in console.lines[-2]


def test_closing_the_input_is_leaving(tmp_path: Path) -> None:
    farewell = begin(tmp_path, "66ww1234").farewell
    assert str(games(tmp_path)[0]) in farewell


def test_an_unfinished_game_is_offered(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234")
    console = ask_all(tmp_path)
    told = "\n".join(console.said[0])
    assert "Heckmeck Barbecue" in told
    assert "Ann, Ben, Cat" in told


def test_going_on_shows_where_it_was_left(tmp_path: Path) -> None:
    for answer in ["", "y", "yes"]:
        begin(tmp_path, "66ww1234")
        console = ask_all(tmp_path, answer)
        assert "  thrown  [1][2][3][4][6][6][W][W]" in console.lines


@pytest.mark.parametrize("answer", ["n", "No", "new"])
def test_a_new_game_instead(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, "66ww1234")
    before = contents(tmp_path)
    console = ask_all(tmp_path, answer, "3", "", "")
    assert "Which game?" in console.text
    assert len(games(tmp_path)) == 2
    assert before.items() <= contents(tmp_path).items()


def test_neither_yes_nor_no_is_told_what_can_be_typed(tmp_path: Path) -> None:
    for answer in ["maybe", "nope", "3"]:
        begin(tmp_path, "66ww1234")
        console = ask_all(tmp_path, answer)
        (message,) = console.reply
        assert all(part in message for part in (answer, "Enter", "n begins", "q leaves"))
        assert console.prompts[0] == console.prompts[1]
        assert "thrown" not in console.text


def test_help_where_a_game_is_offered(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234")
    console = ask_all(tmp_path, "?")
    assert [line.split()[0] for line in console.reply] == ["Enter", "n", "q"]
    assert console.prompts[0] == console.prompts[1]


def test_a_finished_game_is_not_offered(tmp_path: Path) -> None:
    begin(tmp_path, *OVER, "", game="bratwurmeck")
    assert ask_all(tmp_path).said[0][0] == "Which game?"


def test_the_good_part_of_a_damaged_game_goes_on(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234", "w")
    (path,) = games(tmp_path)
    damaged = path.read_bytes().replace(b'"face":"worm"', b'"face":"Worm"')
    path.write_bytes(damaged)
    console = resume(tmp_path, "6")
    assert f"! {path}, line 4: " in console.text
    assert len(newest(tmp_path).steps) == 2
    assert path.with_name(f"{path.name}.damaged").read_bytes() == damaged


def test_a_damaged_game_is_named_and_a_new_one_begins(tmp_path: Path) -> None:
    damaged = tmp_path / "0001-barbecue.jsonl"
    damaged.write_text("junk\n")
    console = ask_all(tmp_path)
    assert str(damaged) in console.said[0][0]
    assert "Which game?" in console.said[0]
    assert damaged.read_text() == "junk\n"


def test_a_game_that_cannot_be_opened_does_not_stop_a_new_one(tmp_path: Path) -> None:
    unopened = tmp_path / "0001-barbecue.jsonl"
    unopened.mkdir()
    console = ask_all(tmp_path)
    assert str(unopened) in console.text
    assert "Which game?" in console.text


def test_a_game_in_another_window_is_left_there(tmp_path: Path) -> None:
    begin(tmp_path, "")
    path = games(tmp_path)[0]
    journal = Journal.open(path)
    console = ask_all(tmp_path)
    journal.close()
    assert console.said[0][0] == f"! {path}: This game runs in another program. Close that."
    assert "Which game?" in console.said[0]


class Meddled(Scripted):
    """Another program writes into the game's file before the last answer."""

    def __init__(self, folder: Path, *answers: str) -> None:
        super().__init__(*answers)
        self.folder = folder

    def _answer(self) -> str:
        if len(self.answers) == 1:
            with games(self.folder)[0].open("a") as file:
                file.write("{}\n")
        return super()._answer()


def test_two_windows_cannot_spoil_one_game(tmp_path: Path) -> None:
    console = Meddled(tmp_path, "", "")
    session.play(console, tmp_path, random.Random(1), game="barbecue", names="Ann, Ben")
    assert console.reply[0].startswith("! Not done: this game runs in another window.")


# Hints and help.


def test_help_and_a_hint_change_nothing(tmp_path: Path) -> None:
    for game in GAMES:
        begin(tmp_path, "", game=game)
        before = contents(tmp_path)
        assert resume(tmp_path, "?", "hint").reply
        assert contents(tmp_path) == before


def test_a_hint_says_what_each_keep_is_worth_the_best_first(tmp_path: Path) -> None:
    console = begin(tmp_path, "11235www", "hint", game="bratwurmeck")
    keeps = [line.split()[1].strip(",") for line in console.reply if "keep" in line]
    assert keeps[0] == "worm"
    assert set(keeps) == {"1", "2", "3", "5", "worm"}


def test_a_hint_weighs_a_snatch_against_the_lower_tile(tmp_path: Path) -> None:
    reply = begin(tmp_path, *BENS_25, "s", "hint", game="bratwurmeck").reply
    snatch, lower = [line for line in reply if "take" in line]
    assert "25 from Ben" in snatch
    assert "24 from the grill" in lower


def test_help_tells_every_repair(tmp_path: Path) -> None:
    for game in GAMES:
        for answer in ["?", "help"]:
            told = [line.split()[0] for line in begin(tmp_path, answer, game=game).reply]
            assert {"u", "hint", "q", "void", "skip", "leave", "adjust"} <= set(told)


def test_help_shows_how_to_adjust_this_game(tmp_path: Path) -> None:
    for game, example in [("barbecue", "30 Ann"), ("junior", "stack Ann")]:
        assert f"adjust {example}" in "\n".join(begin(tmp_path, "?", game=game).reply)


# The real keyboard.


def keyboard(monkeypatch: pytest.MonkeyPatch, typed_bytes: bytes) -> Keyboard:
    stdin = io.TextIOWrapper(io.BytesIO(typed_bytes), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    return Keyboard()


def test_spaces_around_an_answer_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert keyboard(monkeypatch, b"  w \n").ask("> ") == "w"


def test_closed_input_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Quit):
        keyboard(monkeypatch, b"").ask("> ")


def test_bytes_that_are_no_text_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = keyboard(monkeypatch, b"\xff\n").ask("> ")
    with pytest.raises(Unclear):
        typed.face(answer)


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_stream_that_was_closed_is_leaving(monkeypatch: pytest.MonkeyPatch, stream: str) -> None:
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(Quit):
        Keyboard().ask("> ")


def test_undo_says_what_it_took_back_and_where_pieces_go(tmp_path: Path) -> None:
    stopped = ("wwwww111", "w", "s")
    reply = begin(tmp_path, *stopped, "u").reply
    assert reply[0] == "Undone: stop."
    assert "* 25: nothing lies there." in reply
    assert "* Ann has 0 worms." in reply


def test_going_on_repeats_what_was_to_be_done(tmp_path: Path) -> None:
    begin(tmp_path, "wwwww111", "w", "s")
    assert "* Ann: lay a plate on 25." in ask_all(tmp_path, "").lines


def test_a_game_left_for_a_new_one_can_still_be_found(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234")
    assert f"--resume {games(tmp_path)[0]}" in ask_all(tmp_path, "n").text
