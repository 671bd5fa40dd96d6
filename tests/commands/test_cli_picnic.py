"""The command and Picnic Blitz: replay, odds and advise, as text and as data."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import Adjust, Attack, Leave, March, PicnicBlitz, QueenUse, SpendQueen, TakeQueen
from rules.moves import Move
from rules.plain import to_plain
from rules.record import Record
from tests.harness.commands import Data, Refused, kept
from tests.rules.ants import ARTHUR, BEATRICE, ants, plain_move, players
from tests.rules.tables import throw


def a_record(*moves: Move) -> Record:
    """Beatrice holds the food of track 3 with Charles behind her; Arthur has an ant and a queen."""
    record = Record.begin(*PicnicBlitz.begin(players(3)))
    state = record.state
    assert isinstance(state, PicnicBlitz)
    where = {3: {8: "B", 2: "C"}, 1: {2: "A"}}
    for move in (Adjust(ants(state, where, "A"), ARTHUR), *moves):
        record.play(move)
    return record


def played(seed: int) -> Record:
    record = Record.begin(*PicnicBlitz.begin(players(4)))
    dice = random.Random(seed)
    while record.state.ending is None:
        assert isinstance(record.state, PicnicBlitz)
        record.play(plain_move(record.state, dice))
    return record


# replay


def test_replay_shows_the_tracks(tmp_path: Path, text: Callable[..., str]) -> None:
    shown = text("replay", kept(tmp_path, a_record(throw("123466"))))
    for part in (
        "Picnic Blitz, after line 3",
        "track 3    .  (C)    .    .    .    .    . [3B]",
        "thrown  [1][2][3][4][6][6]  4 in a row, 1 attack",
        "Arthur may: move on 1, move on 2, move on 4, move on 6, spend the queen for one attack",
        "spend the queen for a second move, pass, re-roll 1 die",
    ):
        assert part in shown


def test_replay_shows_who_won(tmp_path: Path, text: Callable[..., str]) -> None:
    shown = text("replay", kept(tmp_path, played(3)))
    assert "The game is over: a player holds enough food." in shown
    assert " wins." in shown


def test_replay_as_data_answers_every_question(tmp_path: Path, data: Callable[..., Data]) -> None:
    view = data("replay", kept(tmp_path, a_record(throw("123466"))))
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
        "target",
        "board",
        "hands",
        "scores",
        "table",
        "events",
        "outcome",
    ]
    assert view["turn"] == {
        "player": ARTHUR,
        "phase": "rolled",
        "thrown": ["1", "2", "3", "4", "6", "6"],
        "throws": 1,
        "again": 1,
        "straight": 4,
        "attacks": 1,
        "moves": 1,
    }
    assert view["target"] == 7
    assert view["board"]["3"] == {
        "food": 3,
        "holder": BEATRICE,
        "spaces": [[], [2], [], [], [], [], [], [1]],
    }
    assert view["hands"] == [
        {"queen": True, "active": 1},
        {"queen": False, "active": 1},
        {"queen": False, "active": 0},
    ]
    assert view["scores"] == [0, 3, 0]
    assert view["legal_moves"][-1] == {"move": "throw", "dice": 6, "again": 1}
    assert {"move": "march", "track": 1} in view["legal_moves"]


def test_replay_at_every_line(tmp_path: Path, data: Callable[..., Data]) -> None:
    record = played(3)
    path = kept(tmp_path, record)
    states = [record.opening[0], *(step.state for step in record.steps)]
    for line, state in enumerate(states[::9], start=0):
        view = data("replay", path, "--at", 9 * line + 1)
        assert view["scores"] == list(state.points())
        assert view["table"] == to_plain(state.table)


ATTACKED = (throw("123455"), Attack(BEATRICE, 3))


@pytest.mark.parametrize(
    ("moves", "line", "said"),
    [
        ((), '{"move":"march","track":1}', "You cannot move now. You can: throw the dice."),
        ((), '{"move":"throw","faces":["1","2"]}', "You have 6 dice to throw. You entered 2."),
        (
            (throw("112233"),),
            '{"move":"throw","faces":["4","4","4","4","4","4"]}',
            "6 dice changed, 1 may. Check them again.",
        ),
        ((throw("112233"),), '{"move":"march","track":4}', "No die shows 4"),
        ((throw("112233"),), '{"move":"march","track":9}', "no track 9"),
        ((throw("112233"),), '{"move":"march","track":3}', "holds the food of track 3"),
        ((throw("112233"),), '{"move":"attack","player":1,"track":3}', "You have no attack."),
        ((throw("112233"),), '{"move":"take_queen"}', "nobody can have two"),
        ((throw("123466"),), '{"move":"attack","player":1,"track":3}', "takes 2 attacks"),
        ((throw("123466"),), '{"move":"attack","player":2,"track":3}', "are pinned"),
        ((throw("112233"),), '{"move":"spend_queen","use":"dance"}', "dance"),
        (ATTACKED, '{"move":"throw","faces":["1","2","3","4","5","5"]}', "You cannot throw now"),
        (ATTACKED, '{"move":"take_queen"}', "instead of attacking and moving"),
        (ATTACKED, '{"move":"spend_queen","use":"reroll"}', "cannot bring a new set"),
        ((), '{"move":"keep","face":"1"}', "unknown move"),
    ],
)
def test_a_record_with_a_bad_move_is_refused_in_words(
    tmp_path: Path, refused: Refused, moves: tuple[Move, ...], line: str, said: str
) -> None:
    record = a_record(*moves)
    path = kept(tmp_path, record)
    path.write_text(f"{path.read_text()}{line}\n")
    told = refused("replay", path)
    assert f"line {len(record.lines)}: " in told
    assert said in told


def test_a_header_that_cannot_be(tmp_path: Path, refused: Refused) -> None:
    for old, new, said in [
        ('"food":4', '"food":5', "box.tracks.6.food"),
        ('"length":10', '"length":11', "box.tracks.6.length"),
        ('"variants":[]', '"variants":["target_1_more","target_1_less"]', "Only one of these"),
        ('"variants":[]', '"variants":["must_pinch"]', "must_pinch"),
        ('"dice":"standard"', '"dice":"classic"', "standard"),
    ]:
        path = kept(tmp_path, a_record())
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        assert said in refused("replay", path)


# odds


def test_the_chances_of_dice_thrown_to_those_held(
    data: Callable[..., Data], text: Callable[..., str]
) -> None:
    odds = data("odds", "--game", "picnic_blitz", "--held", "2345")
    assert (odds["dice"], odds["held"], odds["thrown"]) == ("standard", ["2", "3", "4", "5"], 2)
    assert odds["straights"] == {
        "4": 1.0,
        "5": pytest.approx(20 / 36),
        "6": pytest.approx(2 / 36),
    }
    assert odds["of_a_kind"]["2"][:3] == [1.0, pytest.approx(11 / 36), pytest.approx(1 / 36)]
    assert "5 in a row   55.5556%" in text("odds", "--game", "picnic_blitz", "--held", "2 3 4 5")


def test_the_chances_of_all_dice(data: Callable[..., Data], text: Callable[..., str]) -> None:
    assert data("odds", "--game", "picnic_blitz")["thrown"] == 6
    assert "6 ordinary dice thrown" in text("odds", "--game", "picnic_blitz")


def test_odds_that_cannot_be(refused: Refused) -> None:
    for arguments, said in [
        (("picnic_blitz", "--held", "1234567"), "“1234567”"),
        (("picnic_blitz", "--held", "1112223"), "you hold 7"),
        (("picnic_blitz", "--held", "w"), "“w”"),
        (("picnic_blitz", "--doubled", "worm"), "no doubled face"),
        (("bratwurmeck", "--held", "12"), "--held"),
    ]:
        assert said in refused("odds", "--game", *arguments)


# advise


def test_advice_is_what_can_be_hoped_for(tmp_path: Path, data: Callable[..., Data]) -> None:
    advice = data("advise", kept(tmp_path, a_record(throw("123566"))))
    assert list(advice) == ["file", "line", "player", "hopes"]
    assert advice["hopes"][0] == {
        "straight": 4,
        "reroll": ["6"],
        "chance": pytest.approx(1 / 6),
    }
    assert {"face": "1", "count": 2, "reroll": ["6"], "chance": pytest.approx(1 / 6)} in (
        advice["hopes"]
    )


def test_advice_in_words(tmp_path: Path, text: Callable[..., str]) -> None:
    told = text("advise", kept(tmp_path, a_record(throw("123566"))))
    assert "Arthur, after line 3" in told
    assert "The best chances when you re-roll 1 die" in told


def test_advice_after_a_queen_was_spent(tmp_path: Path, data: Callable[..., Data]) -> None:
    moves = (throw("123566"), throw("122566"), SpendQueen(QueenUse.REROLL))
    assert data("advise", kept(tmp_path, a_record(*moves)))["hopes"]


def test_no_advice_when_the_game_is_over(tmp_path: Path, refused: Refused) -> None:
    path = kept(tmp_path, played(3))
    assert "The game is over." in refused("advise", path)
    assert "The game is over." in refused("advise", path, "--json")


def test_who_went_home_is_told(tmp_path: Path, data: Callable[..., Data]) -> None:
    view = data("replay", kept(tmp_path, a_record(Leave(BEATRICE))))
    assert [player["gone"] for player in view["players"]] == [False, True, False]
    assert view["board"]["3"]["holder"] == BEATRICE


def test_a_queen_that_was_taken_is_told(tmp_path: Path, data: Callable[..., Data]) -> None:
    moves = (throw("112233"), March(1), throw("112233"), TakeQueen())
    view = data("replay", kept(tmp_path, a_record(*moves)))
    assert view["hands"][BEATRICE]["queen"]
    assert {"event": "queen_taken", "player": BEATRICE} in view["events"]
