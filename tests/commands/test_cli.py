"""The command: replay, odds and advise, as text and as data."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.commands.cli import main
from rules import Barbecue, Bratwurmeck, Face, Junior, Keep, Stop
from rules.dice import CLASSIC
from rules.games import AnyGame
from rules.plain import to_plain
from tests.harness.commands import Data, Refused, a_record, kept, played
from tests.rules.tables import throw

# replay


def test_replay_shows_the_table(file: Path, text: Callable[..., str]) -> None:
    shown = text("replay", file)
    for part in (
        "Heckmeck am Bratwurmeck",
        "after line 5",
        "> A  Ann",
        "aside   [W][W][W] = 15, with a worm",
        "Ann may: stop, throw 5 dice",
    ):
        assert part in shown


def test_replay_shows_who_won(tmp_path: Path, text: Callable[..., str]) -> None:
    shown = text("replay", kept(tmp_path, played(Junior, seed=39)))
    assert "The game is over" in shown
    assert "win" in shown


def test_replay_as_data_answers_every_question(file: Path, data: Callable[..., Data]) -> None:
    view = data("replay", file)
    assert list(view) == [
        "file",
        "line",
        "game",
        "variants",
        "dice",
        "box",
        "players",
        "turn",
        "legal_moves",
        "grill",
        "hands",
        "scores",
        "table",
        "events",
        "outcome",
    ]
    assert view["turn"] == {
        "player": 0,
        "phase": "throw",
        "dice_left": 5,
        "thrown": [],
        "kept": [{"face": "worm", "count": 3}],
        "sum": 15,
        "worm": True,
    }
    assert view["legal_moves"] == [{"move": "stop"}, {"move": "throw", "dice": 5}]
    assert view["scores"] == [0, 0, 0]
    assert view["outcome"] is None


def test_replay_of_barbecue_as_data(tmp_path: Path, data: Callable[..., Data]) -> None:
    record = a_record(Barbecue)
    for move in (throw("66ww1234"), Keep(Face.WORM), throw("666123"), Keep(Face.SIX), Stop()):
        record.play(move)
    view = data("replay", kept(tmp_path, record))
    assert view["grill"]["28"] == {"worms": 2, "owner": 0, "plates": 1, "snail": False}
    assert view["hands"][0] == {"worms": 2, "snails": 0, "plates": 9}
    assert {"event": "place_plate", "player": 0, "spot": 28} in view["events"]
    assert view["turn"]["player"] == 1


def test_replay_of_tiles_as_data(tmp_path: Path, data: Callable[..., Data]) -> None:
    view = data("replay", kept(tmp_path, a_record(Bratwurmeck)))
    assert view["grill"] == {"up": list(range(21, 37)), "down": []}
    assert view["hands"] == [{"stack": []}] * 3
    assert view["scores"] == [0, 0, 0]


def test_replay_hides_what_the_rules_hide_unless_asked(
    tmp_path: Path, data: Callable[..., Data]
) -> None:
    """R48: of a pile only the top is seen until the game is over."""
    record = a_record(Junior)
    for move in (throw("wwbbbb"), Keep(Face.BUN), throw("ww"), Keep(Face.WORM)):
        record.play(move)
    path = kept(tmp_path, record)
    hidden, revealed = data("replay", path), data("replay", path, "--reveal")
    assert hidden["scores"] == [None, None, None]
    assert hidden["hands"][0] == {"top": 9, "tiles": 1}
    assert hidden["table"] is None
    assert revealed["scores"] == [4, 0, 0]
    assert revealed["hands"][0] == {"stack": [9]}
    assert revealed["table"] == to_plain(record.state.table)


SHORT_GAMES = [(Barbecue, 7), (Bratwurmeck, 23), (Junior, 39)]
"""Each with a seed that makes it end soon."""


@pytest.mark.parametrize(("game", "seed"), SHORT_GAMES)
@pytest.mark.proof
def test_replay_at_every_line(
    tmp_path: Path, data: Callable[..., Data], game: type[AnyGame], seed: int
) -> None:
    record = played(game, seed)
    path = kept(tmp_path, record)
    states = [record.opening[0], *(step.state for step in record.steps)]
    for line, state in enumerate(states, start=1):
        view = data("replay", path, "--at", line, "--reveal")
        assert view["line"] == line
        assert view["scores"] == list(state.points())
        assert view["table"] == to_plain(state.table)
        over = state.ending is not None
        assert (view["turn"] is None, view["outcome"] is not None) == (over, over)
        assert over or view["turn"]["player"] == state.player


def test_replay_at_an_undo_is_the_table_before_the_move(
    file: Path, data: Callable[..., Data]
) -> None:
    undone, before = (data("replay", file, "--at", line) for line in (5, 3))
    assert undone == {**before, "line": 5}


def test_replay_at_a_line_does_not_mind_what_follows(file: Path, data: Callable[..., Data]) -> None:
    file.write_text(file.read_text() + "junk\n")
    assert data("replay", file, "--at", 5)["line"] == 5


def test_replay_names_the_winners_and_what_broke_a_tie(
    tmp_path: Path, data: Callable[..., Data]
) -> None:
    outcome = data("replay", kept(tmp_path, played(Bratwurmeck, seed=23)))["outcome"]
    assert set(outcome) == {"why", "winners", "tie_broken", "standings"}
    assert outcome["why"] == "grill_empty"
    assert outcome["standings"][0]["player"] in outcome["winners"]


def test_a_line_that_the_record_has_not(file: Path, refused: Refused) -> None:
    for line in [0, -1, 6, 10**30]:
        said = refused("replay", file, "--at", line).removeprefix(f"grillside: {file}")
        assert f"line {line}" in said


def test_a_line_that_is_no_number(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["replay", str(file), "--at", "two"])
    assert exit_.value.code == 2
    assert "'two'" in capsys.readouterr().err.splitlines()[-1]


# odds


def test_odds_as_data_are_the_published_figures(data: Callable[..., Data]) -> None:
    odds = data("odds", "--game", "bratwurmeck")
    assert list(odds) == ["game", "dice", "at_least", "exactly"]
    assert (odds["game"], odds["dice"]) == ("bratwurmeck", "classic")
    assert list(odds["at_least"]) == list(odds["exactly"]) == [str(n) for n in range(21, 41)]
    for total, chance in ((21, 0.893027), (25, 0.680331), (30, 0.263790), (36, 0.015678)):
        assert odds["at_least"][str(total)] == pytest.approx(chance, abs=5e-7)
    assert odds["exactly"]["21"] == pytest.approx(0.439597, abs=5e-7)


def test_odds_of_every_game(data: Callable[..., Data], text: Callable[..., str]) -> None:
    for game, least, most in [("bratwurmeck", 21, 40), ("barbecue", 23, 47), ("junior", 4, 11)]:
        at_least = data("odds", "--game", game)["at_least"]
        assert [int(total) for total in at_least] == list(range(least, most + 1))
        chances = list(at_least.values())
        assert chances == sorted(chances, reverse=True)
        assert all(0 < chance < 1 for chance in chances)
        assert f"{chances[0]:.4%}" in text("odds", "--game", game)


def test_odds_depend_on_the_doubled_face(data: Callable[..., Data]) -> None:
    worms, buns = (
        data("odds", "--game", "junior", "--doubled", face)["at_least"]["9"]
        for face in ("worm", "bun")
    )
    assert worms != buns


def test_only_junior_dice_have_a_doubled_face(refused: Refused) -> None:
    assert "junior" in refused("odds", "--game", "bratwurmeck", "--doubled", "worm")


def test_odds_can_be_asked_by_dice_as_before(data: Callable[..., Data]) -> None:
    for dice, game in [
        ("barbecue", "barbecue"),
        ("classic", "bratwurmeck"),
        ("junior", "junior"),
        ("standard", "picnic_blitz"),
    ]:
        assert data("odds", "--dice", dice) == data("odds", "--game", game)
        assert data("odds", "--dice", dice)["dice"] == dice


def test_what_the_command_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in [
        ["odds", "--dice", "wooden"],
        ["odds"],
        ["play", "--game", "chess"],
        ["fly"],
        [],
    ]:
        with pytest.raises(SystemExit) as exit_:
            main(arguments)
        assert exit_.value.code == 2
        assert "grillside" in capsys.readouterr().err.splitlines()[-1]


# advise


def test_advice_as_data_has_this_shape(file: Path, data: Callable[..., Data]) -> None:
    advice = data("advise", file)
    assert list(advice) == ["file", "line", "player", "only_old", "options", "at_least", "exactly"]
    assert advice["line"] == 5
    assert {option["move"] for option in advice["options"]} == {"throw", "stop"}


def test_advice_of_the_first_turn_is_the_published_figure(
    tmp_path: Path, data: Callable[..., Data]
) -> None:
    (throwing,) = data("advise", kept(tmp_path, a_record()))["options"]
    assert throwing["value"] == pytest.approx(1.6447296740401, abs=1e-12)


def test_advice_on_a_published_throw(file: Path, data: Callable[..., Data]) -> None:
    advice = data("advise", file, "--at", 2)
    assert advice["options"][0]["face"] == "worm"
    values = [option["value"] for option in advice["options"]]
    assert values == sorted(values, reverse=True), "the best first"
    assert len(advice["options"]) == len(CLASSIC.faces) - 1
    assert advice["at_least"]["21"] == pytest.approx(0.992093, abs=5e-7)


def test_the_chance_of_nothing_new(file: Path, data: Callable[..., Data]) -> None:
    assert data("advise", file)["only_old"] == pytest.approx((1 / 6) ** 5)


def test_advice_in_words(file: Path, text: Callable[..., str]) -> None:
    told = text("advise", file, "--at", 2)
    assert "Ann" in told
    assert "thrown  [1][1][2][3][5][W][W][W]" in told
    assert "keep worm" in told


def test_no_advice_when_the_game_is_over(tmp_path: Path, refused: Refused) -> None:
    path = kept(tmp_path, played(Junior, seed=39))
    assert f"{path}, " in refused("advise", path)
