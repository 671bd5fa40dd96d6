"""The record of a game: what it writes, and what it reads back."""

import contextlib
import json

import pytest
from hypothesis import given, settings

from rules import (
    Adjust,
    Barbecue,
    Bratwurmeck,
    Colour,
    Face,
    Junior,
    Keep,
    Leave,
    Player,
    Skip,
    Stop,
    Take,
    Throw,
    Void,
)
from rules.box import WormBox
from rules.errors import BadRecord, IllegalMove
from rules.games import AnyGame
from rules.grill import GrillTable
from rules.junior import JuniorBox
from rules.record import VERSION, Read, Record
from rules.tiles import TileTable
from tests.rules.random_play import GAMES
from tests.rules.records import (
    ADJUSTED_LINE,
    ANY_GAME,
    SEEDS,
    a_record,
    adjusted_to,
    grilled,
    header_without,
    opened,
    played,
    refused_after,
    replayed,
    said,
    snatched,
    told,
    unsealed,
    written,
)
from tests.rules.tables import ANN, BEN, keep, throw

# What a line says.


def test_the_header_tells_all_that_is_settled_before_the_first_throw() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.RED)]
    box = JuniorBox(worms=dict.fromkeys(range(4, 10), 2), doubled=Face.BUN)
    begun = Junior.begin(players, starter=BEN, box=box, variants=["any_lower"], dice="standard")
    assert json.loads(said(Record.begin(*begun).lines[0])) == {
        "grillside": VERSION,
        "game": "junior",
        "players": [{"name": "Ann", "colour": "green"}, {"name": "Ben", "colour": "red"}],
        "starter": 1,
        "variants": ["any_lower"],
        "dice": "standard",
        "box": {
            "assumed": False,
            "worms": {str(tile): 2 for tile in range(4, 10)},
            "doubled": "bun",
        },
    }


def test_a_header_may_leave_out_what_is_as_usual() -> None:
    for field in ("starter", "variants", "dice"):
        assert Record.replay([header_without(field)]).state == opened(Barbecue).state


def test_an_assumed_box_says_so() -> None:
    assert json.loads(opened(Barbecue).lines[0])["box"]["assumed"] is True


THROWN = '{"move":"throw","faces":["2","2","4","4","6","6","worm","worm"],"read":'
LINES = (
    f'{THROWN}"camera"}}',
    '{"move":"void"}',
    f'{THROWN}"corrected"}}',
    '{"move":"keep","face":"6"}',
    '{"move":"undo"}',
    '{"move":"keep","face":"worm"}',
    '{"move":"throw","faces":["4","4","6","6","6","6"],"read":"hand"}',
    '{"move":"keep","face":"6"}',
    '{"move":"stop"}',
    '{"move":"skip"}',
    '{"move":"leave","player":2}',
    ADJUSTED_LINE,
)


def test_each_move_is_one_line() -> None:
    assert tuple(told(grilled())) == LINES
    assert '"Jürgen"' in grilled().lines[0], "as it is written"


def test_a_take_names_the_rival_and_none_if_it_is_from_the_grill() -> None:
    record = snatched()
    assert told(record)[-1] == '{"move":"take","tile":35,"rival":1}'
    record.undo()
    record.play(Take(33))
    assert told(record)[-1] == '{"move":"take","tile":33}'


# How a throw was read.


def test_how_a_throw_was_read_comes_back() -> None:
    for read in (*Read, None):
        record = opened(Barbecue)
        record.play(throw("66ww4422"), read)
        assert replayed(record).steps[-1].read is read


def test_only_a_throw_can_be_read_and_only_in_ways_that_are_known() -> None:
    error = refused_after(opened(Barbecue), f'{THROWN}"guessed"}}')
    assert (error.code, error.arguments["field"]) == ("unknown_word", "read")
    record = played(Barbecue, throw("66ww4422"))
    line = '{"move":"keep","face":"6","read":"camera"}'
    assert refused_after(record, line).code == "unknown_field"
    with pytest.raises(IllegalMove, match="only_throws_are_read"):
        record.play(keep("6"), Read.CAMERA)
    assert replayed(record).lines == record.lines


# Replay: the same game again.


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_replay_is_the_same_game_and_goes_on_like_the_first(
    game: type[AnyGame], seed: int
) -> None:
    record = a_record(game, seed)
    again = replayed(record)
    assert (again.opening, again.steps) == (record.opening, record.steps)
    assert (again.state, again.events) == (record.state, record.events)
    if record.state.ending is None:
        for each in (record, again):
            each.play(Skip())
    assert again.lines == record.lines
    assert all(line.isprintable() and len(line) < 1000 for line in again.lines)


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=10)
def test_each_shorter_record_is_the_game_at_that_line(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed, lines=25)
    replays = [Record.replay(written(record)[:last]) for last in range(2, 26)]
    for before, after, line in zip(replays, replays[1:], told(record), strict=False):
        if line == '{"move":"undo"}':
            assert after.steps == before.steps[:-1]
        else:
            assert after.steps[:-1] == before.steps


def test_the_box_and_the_dice_come_back() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
    for assumed in (False, True):
        box = WormBox(worms=dict.fromkeys(Barbecue.NUMBERS, 9), assumed=assumed)
        record = Record.begin(*Barbecue.begin(players, box=box))
        assert replayed(record).state.setup.box == box
    for game in GAMES:
        record = Record.begin(*game.begin(players, dice="standard"))
        assert replayed(record).state.setup == record.state.setup


def test_lines_are_followed_as_another_program_or_system_would_write_them() -> None:
    record = grilled()
    for ended in (b"", b"\n", b"\r\n"):
        again = Record.replay(line.encode() + ended for line in record.lines)
        assert (again.steps, again.lines) == (record.steps, record.lines)
    plain = [json.loads(line) for line in unsealed(record)]  # with spaces and escapes
    turned = [dict(reversed(line.items())) for line in plain]
    for lines in (plain, turned):
        again = Record.replay(json.dumps(line).encode() for line in lines)
        assert again.steps == record.steps


def test_an_empty_spot_may_be_told_or_left_out() -> None:
    line = adjusted_to(spots={"23": {}}, worms=[0, 0], snails=[0, 0])
    assert replayed(opened(Barbecue), line.encode()).state == opened(Barbecue).state


# Undo.


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=25)
def test_undo_goes_back_to_the_opening_step_by_step(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed)
    states = [record.opening[0], *(step.state for step in record.steps)]
    while record.steps:
        assert record.state == states.pop()
        record.undo()
    assert (record.state, record.events) == record.opening


def test_an_undo_is_a_line_and_answers_with_what_it_took_back() -> None:
    record = played(Barbecue, throw("66ww4422"), keep("6"))
    before = list(record.lines)
    assert record.undo().move == keep("6")
    assert record.lines[:-1] == before
    assert told(record)[-1] == '{"move":"undo"}'


def test_a_finished_game_can_be_taken_back() -> None:
    empty = TileTable((), Bratwurmeck.TILES, ((), (), ()))
    record = played(Bratwurmeck, Adjust(empty, ANN))
    assert record.state.ending == "grill_empty"
    record.undo()
    assert replayed(record).state.ending is None


def test_nothing_is_undone_before_the_first_move() -> None:
    record = opened(Barbecue)
    with pytest.raises(IllegalMove, match="nothing_to_undo"):
        record.undo()
    assert told(record) == []
    assert refused_after(record, '{"move":"undo"}').code == "nothing_to_undo"


# A move that is refused leaves everything as it was.


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_an_illegal_move_changes_nothing(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed, lines=20)
    lines, steps = list(record.lines), list(record.steps)
    moves = (Keep(Face.FIVE), Throw([Face.WORM]), Take(20), Leave(9), Leave(-1), Stop(), Void())
    for move in moves:
        if record.state.refusal(move) is not None:
            with pytest.raises(IllegalMove):
                record.play(move)
    assert (record.lines, record.steps) == (lines, steps)


def test_a_move_stands_only_with_its_line() -> None:
    record = opened(Barbecue)
    endless = GrillTable({}, (10**5000, 0), (0, 0))
    with contextlib.suppress(ValueError):
        record.play(Adjust(endless, ANN))
    assert len(told(record)) == len(record.steps)


def test_nobody_has_more_worms_than_can_be_told() -> None:
    line = adjusted_to(spots={}, worms=[10**4300 - 1, 0], snails=[0, 0])
    with contextlib.suppress(BadRecord):
        record = replayed(opened(Barbecue), line.encode())
        for move in (throw("wwwwww22"), keep("w"), Stop()):
            record.play(move)
        assert str(record.state.points())
