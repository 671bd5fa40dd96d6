"""The command arena."""

import json
import re
from pathlib import Path

import pytest

import players
from firmware.commands.cli import main
from firmware.speech.players import LEVELS, WHYS
from players import Level


def test_it_tells_wins_points_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--game", "junior", "--seats", "strong,solid", "--games", "4",
                 "--language", "en"]) == 0  # fmt: skip
    first, strong, solid = capsys.readouterr().out.splitlines()
    assert first == "Heckmeck Junior, 4 games, seed 1"
    assert strong.startswith("  strong: wins ")
    assert solid.startswith("  solid: wins ")
    assert "ms a decision" in solid


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", "--game", "junior", "--seats", "solid,easy,easy", "--games", "3", "--json"])
    view = json.loads(capsys.readouterr().out)
    assert view["games"] == 3
    assert view["levels"]["easy"]["seats"] == 6
    low, high = view["levels"]["solid"]["interval"]
    assert low <= view["levels"]["solid"]["rate"] <= high


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "strong,clever"], "clever"),
        (["--seats", "solid"], "2"),
        (["--seats", "solid,solid", "--games", "0"], "0 games"),
    ],
)
def test_it_refuses_what_cannot_be_played(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "--game", "junior", *words, "--language", "en"]) == 2
    assert said in capsys.readouterr().err


def test_it_says_once_that_the_strong_player_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.heckmeck.model_file", lambda _: b"")
    main(["arena", "--game", "junior", "--seats", "strong,solid", "--games", "3",
          "--language", "en"])  # fmt: skip
    assert capsys.readouterr().err.count("damaged") == 1


def test_every_level_and_every_reason_has_words() -> None:
    assert set(LEVELS) == set(Level)
    folder = Path(str(players.__file__)).parent
    sources = "".join(path.read_text() for path in folder.glob("*.py"))
    assert set(WHYS) == set(re.findall(r'(?:NoModel\(|why = )"(\w+)"', sources))
