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
from rules.grill import EMPTY, SPOTS, GrillTable
from rules.heckmeck import AnyHeckmeck
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


@pytest.mark.parametrize("field", ["starter", "variants", "dice"])
def test_a_header_may_leave_out_what_is_as_usual(field: str) -> None:
    assert Record.replay([header_without(field)]).state == opened(Barbecue).state


def test_an_assumed_box_says_so() -> None:
    assert json.loads(opened(Barbecue).lines[0])["box"]["assumed"] is True


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (
            1,
            '{"move":"throw","faces":["2","2","4","4","6","6","worm","worm"],"read":"camera"}',
        ),
        (2, '{"move":"void"}'),
        (4, '{"move":"keep","face":"6"}'),
        (5, '{"move":"undo"}'),
        (9, '{"move":"stop"}'),
        (10, '{"move":"skip"}'),
        (11, '{"move":"leave","player":2}'),
        (12, ADJUSTED_LINE),
    ],
)
def test_each_move_is_one_line(at: int, line: str) -> None:
    assert told(grilled())[at - 1] == line


def test_a_take_names_the_rival() -> None:
    assert told(snatched())[-1] == '{"move":"take","tile":35,"rival":1}'


def test_a_take_from_the_grill_names_no_rival() -> None:
    record = snatched()
    record.undo()
    record.play(Take(33))
    assert told(record)[-1] == '{"move":"take","tile":33}'


def test_names_stand_in_the_record_as_they_are_written() -> None:
    assert '"Jürgen"' in grilled().lines[0]


# How a throw was read.


@pytest.mark.parametrize("read", [*Read, None])
def test_how_a_throw_was_read_comes_back(read: Read | None) -> None:
    record = opened(Barbecue)
    record.play(throw("66ww4422"), read)
    assert replayed(record).steps[-1].read is read


def test_a_throw_read_in_an_unknown_way_is_refused() -> None:
    line = '{"move":"throw","faces":["2","2","4","4","6","6","worm","worm"],"read":"guessed"}'
    error = refused_after(opened(Barbecue), line)
    assert (error.code, error.arguments["field"]) == ("unknown_word", "read")


def test_only_a_throw_can_be_read() -> None:
    line = '{"move":"keep","face":"6","read":"camera"}'
    assert refused_after(played(Barbecue, throw("66ww4422")), line).code == "unknown_field"


def test_a_record_reads_back_whatever_it_wrote_about_a_keep() -> None:
    record = played(Barbecue, throw("66ww4422"))
    with contextlib.suppress(ValueError):
        record.play(keep("6"), Read.CAMERA)
    assert replayed(record).lines == record.lines


# Replay: the same game again.


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_replay_ends_at_the_same_table(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed)
    again = replayed(record)
    assert again.state == record.state
    assert again.events == record.events


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_replay_repeats_every_step(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed)
    again = replayed(record)
    assert again.opening == record.opening
    assert again.steps == record.steps
    assert again.lines == record.lines


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


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=25)
def test_a_replayed_game_goes_on_like_the_first(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed)
    again = replayed(record)
    if record.state.ending is None:
        for each in (record, again):
            each.play(Skip())
    assert again.lines == record.lines


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=25)
def test_each_line_is_one_line_of_readable_length(game: type[AnyGame], seed: int) -> None:
    for line in a_record(game, seed).lines:
        assert line.isprintable()
        assert len(line) < 1000


@pytest.mark.parametrize("record", [grilled(), snatched()], ids=["grilled", "snatched"])
def test_the_whole_story_is_replayed(record: Record) -> None:
    assert replayed(record).steps == record.steps


@pytest.mark.parametrize(
    "box",
    [
        WormBox(worms=dict.fromkeys(SPOTS, 9)),
        WormBox(worms=dict.fromkeys(SPOTS, 1), assumed=True),
    ],
)
def test_the_box_comes_back(box: WormBox) -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
    record = Record.begin(*Barbecue.begin(players, box=box))
    assert replayed(record).state.setup.box == box


@pytest.mark.parametrize("game", GAMES)
def test_stand_in_dice_come_back(game: type[AnyHeckmeck]) -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
    record = Record.begin(*game.begin(players, dice="standard"))
    assert replayed(record).state.setup == record.state.setup


def test_lines_without_their_newline_are_followed_too() -> None:
    record = grilled()
    assert Record.replay(line.encode() for line in record.lines).steps == record.steps


def test_lines_with_the_line_ends_of_windows_are_followed_too() -> None:
    record = grilled()
    again = Record.replay(line.encode() + b"\r\n" for line in record.lines)
    assert again.lines == record.lines


def test_spaces_and_escapes_of_another_program_do_not_matter() -> None:
    record = grilled()
    spaced = (json.dumps(json.loads(line)).encode() for line in unsealed(record))
    assert Record.replay(spaced).steps == record.steps


def test_the_order_of_the_fields_does_not_matter() -> None:
    record = grilled()
    turned = (dict(reversed(json.loads(line).items())) for line in unsealed(record))
    assert Record.replay(json.dumps(line).encode() for line in turned).steps == record.steps


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


def test_undo_answers_with_what_it_took_back() -> None:
    record = played(Barbecue, throw("66ww4422"), keep("6"))
    assert record.undo().move == keep("6")


def test_undo_reaches_back_through_finished_turns() -> None:
    record = played(Barbecue, throw("wwwwww22"), keep("w"), Stop(), Skip(), Skip())
    for _ in range(5):
        record.undo()
    assert record.state == record.opening[0]


def test_undo_is_a_line_too() -> None:
    record = played(Barbecue, throw("66ww4422"))
    before = list(record.lines)
    record.undo()
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


def test_a_record_that_undoes_more_than_there_was_is_refused() -> None:
    record = played(Barbecue, Skip())
    record.undo()
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
    endless = GrillTable((EMPTY,) * len(SPOTS), (10**5000, 0), (0, 0))
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
