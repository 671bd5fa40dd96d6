"""The command decide."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.commands.cli import main
from rules import Junior, PicnicBlitz, Player, Record
from tests.harness.commands import Data, Refused, kept, played
from tests.rules.tables import throw


@pytest.mark.parametrize("level", ["easy", "solid", "strong"])
def test_the_move_is_as_the_record_would_hold_it(
    level: str, tmp_path: Path, data: Callable[..., Data]
) -> None:
    file = kept(tmp_path, played(Junior, seed=4))
    lines = file.read_bytes().splitlines(keepends=True)
    for at in range(1, 12):
        told = data("decide", file, "--at", at, "--level", level)
        assert (told["line"], told["level"], told["instead"]) == (at, level, None)
        assert sum(told["chances"]) == pytest.approx(1)
        assert told["why"]
        move = told["move"]
        if move["move"] != "throw":
            Record.replay([*lines[:at], json.dumps(move).encode()])
        else:
            assert move == {"move": "throw", "dice": Record.replay(lines[:at]).state.turn.left}


def test_a_re_roll_names_the_dice(tmp_path: Path, data: Callable[..., Data]) -> None:
    players = [Player(colour, colour) for colour in PicnicBlitz.COLOURS[:3]]
    record = Record.begin(*PicnicBlitz.begin(players, variants=["beginners"]))
    record.play(throw("112356"))
    move = data("decide", kept(tmp_path, record))["move"]
    assert move["move"] == "throw"
    assert move["dice"] == len(move["reroll"]) > 0


def test_in_words(file: Path, text: Callable[..., str]) -> None:
    place, dice, decision, why, chances = text("decide", file, "--at", 2).splitlines()
    assert place == f"Ann, after line 2 of {file}"
    assert dice == "  thrown  [1][1][2][3][5][W][W][W]"
    assert decision == "  strong: keep worm"
    assert why.startswith("  Ann wins ")
    assert " this way, and " in why
    assert chances.startswith("  Win chances: Ann ")
    assert "points in this turn on average" in text("decide", file, "--level", "solid")


def test_the_easy_player_slips_as_the_seed_says(file: Path, data: Callable[..., Data]) -> None:
    def move(seed: int) -> Data:
        told = data("decide", file, "--at", 2, "--level", "easy", "--seed", seed)["move"]
        assert isinstance(told, dict)
        return told

    moves = [move(seed) for seed in range(20)]
    assert moves == [move(seed) for seed in range(20)]
    assert any(each != moves[0] for each in moves)


def test_without_its_net_the_solid_player_decides_and_it_is_said_once(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.heckmeck.model_file", lambda _: b"")
    assert main(["decide", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["level"], told["instead"]) == ("solid", "model_damaged")
    assert told["chances"] is None
    assert err.count("\n") == 1
    assert "damaged" in err
    main(["decide", str(file), "--level", "solid"])
    out, err = capsys.readouterr()
    assert "chances" not in out
    assert err == ""


def test_what_it_refuses(tmp_path: Path, file: Path, refused: Refused) -> None:
    assert "clever" in refused("decide", file, "--level", "clever")
    assert "99" in refused("decide", file, "--at", 99)
    assert "The game is over." in refused("decide", kept(tmp_path, played(Junior, seed=39)))
