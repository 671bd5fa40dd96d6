"""The command review."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rules import Barbecue, Face, Junior, Keep, Record, Skip
from rules.games import AnyGame
from tests.harness.commands import Data, Refused, a_record, kept, people, played
from tests.rules.tables import throw


@pytest.mark.parametrize("game", [Barbecue, Junior])
def test_the_figures_of_each_player_come_to_the_result(
    game: type[AnyGame], tmp_path: Path, data: Callable[..., Data]
) -> None:
    record = played(game, seed=2)
    told = data("review", kept(tmp_path, record))
    outcome = record.state.outcome()
    assert outcome is not None
    assert (told["game"], told["over"]) == (game.NAME, True)
    for seat, each in enumerate(told["players"]):
        assert each["now"] == (seat in outcome.winners) / len(outcome.winners)
        gained = each["luck"] - each["cost"] + each["others"] + each["repairs"] + each["correction"]
        assert each["before"] + gained == pytest.approx(each["now"], abs=1e-9)
        own = [turn for turn in told["turns"] if turn["player"] == seat]
        assert sum(turn["luck"] for turn in own) == pytest.approx(each["luck"], abs=1e-9)
        assert sum(turn["cost"] for turn in own) == pytest.approx(each["cost"], abs=1e-9)


def mistaken() -> Record:
    """Ann keeps 1s instead of worms, after a move that she undid; then Ben throws."""
    record = Record.begin(*Junior.begin(people("Ann", "Ben")))
    record.play(throw("ccbwww"))
    record.play(Keep(Face.WORM))
    record.undo()
    record.play(Keep(Face.BUN))
    record.play(Skip())
    record.play(throw("ccbwww"))
    return record


def test_a_mistake_is_named_with_its_line_and_what_was_better(
    tmp_path: Path, data: Callable[..., Data], text: Callable[..., str]
) -> None:
    file = kept(tmp_path, mistaken())
    told = data("review", file)
    ann, ben = told["turns"]
    assert ann["lines"] == [2, 6], "undone moves do not count"
    assert ben["lines"] == [7, 7], "a turn that goes on is told as far as it went"
    assert not told["over"]
    (decision,) = ann["decisions"]
    assert decision["line"] == 5
    assert decision["chosen"] == {"move": "keep", "face": "bun"}
    assert decision["best"] == {"move": "keep", "face": "worm"}
    assert decision["cost"] == told["players"][0]["cost"] > 0
    assert told["players"][0]["worst"] == decision
    shown = text("review", file, "--language", "en")
    assert "Ann, line 5: “keep bun” cost " in shown
    assert "; better was “keep worm”." in shown
    assert "Ben: no decision cost anything." in shown
    columns = ["start", "luck", "play", "others", "repairs", "correction", "now"]
    assert shown.splitlines()[2].split() == columns
    assert "repairs" not in text("review", file, "--at", 5)


def test_it_refuses_what_nobody_can_weigh(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No turn was played yet" in refused("review", kept(tmp_path, a_record()))
    monkeypatch.setattr("players.heckmeck.model_file", lambda _: b"")
    file = kept(tmp_path, mistaken())
    assert "Win chances cannot be told: the file of the strong player is damaged" in refused(
        "review", file
    )
