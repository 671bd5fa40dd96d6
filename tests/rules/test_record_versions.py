"""The record's versions: the date and the groups of version 2, and version 1 read as before."""

import json
import random
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings

from rules import Attack, Barbecue, Bratwurmeck, PicnicBlitz, Skip, Stop
from rules.errors import BadRecord, IllegalMove
from rules.games import AnyGame
from rules.lines import encode, sealed
from rules.players import Level
from rules.record import VERSION, Read, Record
from tests.harness.marks import MORE
from tests.rules.records import (
    ANY_GAME,
    SEEDS,
    a_record,
    complaint,
    grilled,
    header,
    opened,
    picnicked,
    played,
    refused,
    refused_after,
    replayed,
    snatched,
    told,
    unsealed,
    written,
)
from tests.rules.tables import keep, throw

# The date on which a game began.


def test_the_date_stands_in_the_header_if_there_is_one() -> None:
    record = Record.begin(*opened(Barbecue).opening, "2026-11-15")
    assert json.loads(record.lines[0])["begun"] == "2026-11-15"
    assert replayed(record).begun == record.begun == "2026-11-15"
    undated = opened(Barbecue)
    assert "begun" not in json.loads(undated.lines[0])
    assert replayed(undated).begun is None
    assert Record.replay([header(begun=None)]).begun is None


def test_a_date_is_the_year_the_month_and_the_day() -> None:
    noted = ("", "today", "2026-11-1", "2026-13-01", "2026-02-31", "20261115", "2026-11-15\n")
    for begun in (*noted, "2026-11-15T12:00", "+2026-11-15", "٢٠٢٦-11-15", "2026-W46-7"):
        assert complaint(refused(header(begun=begun))) == ("not_a_date", 1, "begun")
    for no_text in (20261115, True, ["2026-11-15"]):
        assert complaint(refused(header(begun=no_text))) == ("wrong_type", 1, "begun")


# Moves that belong together.


def test_each_move_of_a_group_but_the_last_says_that_more_follows() -> None:
    record = opened(Barbecue)
    record.play_all([(throw("66ww4422"), Read.CAMERA), (keep("w"), None)])
    assert ['"more":true' in line for line in told(record)] == [True, False]
    assert replayed(record).steps == record.steps


def test_a_group_answers_with_all_its_events() -> None:
    group, single = opened(Barbecue), opened(Barbecue)
    moves = [throw("66ww4422"), keep("w"), throw("666644")]
    events = group.play_all([(move, None) for move in moves])
    assert events == tuple(event for move in moves for event in single.play(move))
    assert group.state == single.state


def test_a_group_of_one_is_a_move_like_any_other_and_one_of_none_is_nothing() -> None:
    group, single = opened(Barbecue), opened(Barbecue)
    assert group.play_all([]) == ()
    group.play_all([(Skip(), None)])
    single.play(Skip())
    assert group.lines == single.lines


def test_if_one_is_illegal_the_record_is_as_before() -> None:
    record = played(Barbecue, throw("66ww4422"))
    before = list(record.lines), list(record.steps)
    with pytest.raises(IllegalMove, match="stop_not_now"):
        record.play_all([(keep("w"), None), (throw("666644"), None), (Stop(), None)])
    with pytest.raises(IllegalMove, match="only_throws_are_read"):
        record.play_all([(keep("w"), Read.CAMERA), (throw("666644"), None)])
    assert (record.lines, record.steps) == before


def test_a_group_that_breaks_off_is_left_out() -> None:
    record = played(Barbecue, throw("66ww4422"))
    record.play_all([(keep("w"), None), (throw("666644"), None), (keep("6"), None)])
    shorter = [Record.replay(written(record)[:last]) for last in range(2, 7)]
    assert [len(each.lines) for each in shorter] == [2, 3, 3, 3, 6]
    assert [len(each.steps) for each in shorter] == [0, 1, 1, 1, 4]


def test_undo_takes_back_one_move_of_a_group() -> None:
    record = opened(Barbecue)
    record.play_all([(throw("66ww4422"), None), (keep("w"), None)])
    assert record.undo().move == keep("w")
    assert len(replayed(record).steps) == 1


def test_more_is_true_or_false() -> None:
    for more in (1, "yes", None):
        line = json.dumps({"move": "skip", "more": more})
        assert complaint(refused_after(opened(Barbecue), line)) == ("wrong_type", 2, "more")
    assert replayed(opened(Barbecue), b'{"move":"skip","more":false}').steps


def test_moves_are_taken_back_and_others_played_as_one() -> None:
    record = played(Barbecue, throw("1134wwww"))
    before = record.state
    record.instead(1, [(throw("1134www6"), Read.CORRECTED), (keep("w"), None)])
    assert [json.loads(line).get("more") for line in record.lines[3:]] == [True, True, None]
    assert [type(step.move).__name__ for step in record.steps] == ["Throw", "Keep"]
    assert replayed(record).state == record.state
    for cut in (4, 5):
        broken = Record.replay([f"{line}\n".encode() for line in record.lines[:cut]])
        assert (len(broken.lines), broken.state) == (3, before)
    assert Record.replay([f"{line}\n".encode() for line in record.lines[:3]]).state == before


def test_in_place_of_moves_only_legal_ones_are_played() -> None:
    record = played(Barbecue, throw("1134wwww"))
    lines, state = list(record.lines), record.state
    with pytest.raises(IllegalMove, match="stop_not_now"):
        record.instead(1, [(throw("1134www6"), None), (Stop(), None)])
    with pytest.raises(IllegalMove, match="nothing_to_undo"):
        record.instead(2, [(throw("1134www6"), None)])
    assert (record.lines, record.state) == (lines, state)


def test_several_moves_are_taken_back_as_one() -> None:
    record = played(Barbecue, throw("1134wwww"), keep("w"), throw("1346"))
    undone = record.undo(3)
    assert undone.move == throw("1134wwww")
    assert not record.steps
    assert [json.loads(line).get("more") for line in record.lines[5:]] == [True, True, None]
    assert replayed(record).state == record.state


# As far as it is good.


def test_salvaged_it_is_the_game_before_the_bad_line() -> None:
    lines = written(grilled())
    record, bad = Record.salvage([*lines[:5], b"junk\n", *lines[5:]])
    assert record.steps == Record.replay(lines[:5]).steps
    assert bad is not None
    assert (bad.code, bad.line) == ("line_damaged", 6)
    whole, none = Record.salvage(lines)
    assert (whole.steps, none) == (grilled().steps, None)
    with pytest.raises(BadRecord, match="line 1: not_json"):
        Record.salvage([b"junk\n", *lines[2:]])


def test_a_record_that_does_not_end_is_followed_only_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = written(grilled())
    monkeypatch.setattr("rules.record.MOST_LINES", 4)
    record, bad = Record.salvage(lines)
    assert len(record.lines) == 4
    assert bad is not None
    assert (bad.code, bad.line) == ("record_too_long", 5)
    for more in (record.undo, lambda: record.play(Skip())):
        with pytest.raises(IllegalMove, match="record_full"):
            more()


# A copy.


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=10)
def test_a_copy_goes_on_apart(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed, lines=20)
    before = list(record.lines), list(record.steps)
    twin = record.copy()
    assert (twin.lines, twin.steps, twin.opening) == (*before, record.opening)
    while twin.steps:
        twin.undo()
    assert (record.lines, record.steps) == before


# Version 1.


def of_version_1(record: Record) -> list[bytes]:
    first, *rest = unsealed(record)
    return [first.replace(b'"grillside":3', b'"grillside":1'), *rest]


def test_version_1_is_read_and_left_alone() -> None:
    for record in (grilled(), snatched()):
        lines = of_version_1(record)
        old = Record.replay(lines)
        assert (old.version, old.begun) == (1, None)
        assert (old.opening, old.steps) == (record.opening, record.steps)
        old.renewed().undo()
        assert (old.version, len(old.lines)) == (1, len(lines))


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=15)
def test_renewed_it_is_the_same_game_in_this_version(game: type[AnyGame], seed: int) -> None:
    record = a_record(game, seed)
    new = Record.replay(of_version_1(record)).renewed()
    assert new.version == VERSION
    assert new.lines == record.lines
    assert replayed(new).steps == record.steps


def test_version_1_had_no_date_and_no_groups() -> None:
    dated = refused(header(grillside=1, begun="2026-11-15"))
    assert complaint(dated) == ("unknown_field", 1, "begun")
    first = of_version_1(opened(Bratwurmeck))[0]
    skip = b'{"move":"skip"}\n'
    for lines in ([skip.replace(b"}", b',"more":true}')], [skip, b'{"move":"undo","more":true}']):
        assert refused(first, *lines).code == "unknown_field"


# Version 2.


def test_version_2_did_not_say_how_many_dice_were_re_rolled() -> None:
    record = opened(PicnicBlitz)
    record.play(throw("112345"))
    first, line = unsealed(record)
    said = line.replace(b"]}", b'],"rerolled":2}')
    with pytest.raises(BadRecord, match="line 2: unknown_field"):
        Record.replay([first.replace(b'"grillside":3', b'"grillside":2'), said])
    with pytest.raises(BadRecord, match="line 2: not_a_reroll"):
        Record.replay([first, said])


# Version 4 called the rival of an attack a player.


def of_version_4() -> list[bytes]:
    """A game that was written in that version, of every kind of line of Picnic Blitz."""
    return (Path(__file__).parent / "version_4.jsonl").read_bytes().splitlines(keepends=True)


def test_an_attack_of_version_4_is_read_and_written_anew() -> None:
    old = Record.replay(of_version_4())
    attack = next(step.move for step in old.steps if isinstance(step.move, Attack))
    assert (old.version, attack) == (4, Attack(rival=1, track=2))
    new = old.renewed()
    assert replayed(new).steps == old.steps
    assert '{"move":"attack","rival":1,"track":2}' in told(new)
    spoilt = [line.replace(b'"player":1,"track"', b'"rival":1,"track"') for line in unsealed(new)]
    with pytest.raises(BadRecord, match=r"unknown_field\(field=rival"):
        Record.replay(spoilt)


def test_a_move_played_on_an_old_record_brings_it_into_this_version() -> None:
    for lines in (of_version_4(), of_version_1(picnicked())):
        record = Record.replay(lines)
        record.play_all([(Skip(), None), (Skip(), None)])
        record.undo()
        assert record.version == VERSION
        assert replayed(record).steps == record.steps


def test_a_damaged_header_of_version_4_is_read_from_its_copy() -> None:
    first, *rest = of_version_4()
    record, bad = Record.salvage([first.replace(b"Ann", b"Axn"), *rest])
    assert (len(record.steps), str(bad)) == (8, "line 1: header_damaged()")


# Since version 4: checksums, and the header twice.


def salvaged(lines: list[bytes]) -> tuple[int, BadRecord | None]:
    """How many moves are left, and what is told."""
    record, bad = Record.salvage(lines)
    return len(record.lines) - 2, bad


def test_a_line_that_is_not_where_it_was_is_noticed() -> None:
    lines = written(grilled())
    for spoilt in (
        [*lines[:5], *lines[6:]],  # dropped
        [*lines[:5], lines[6], lines[5], *lines[7:]],  # swapped
        [*lines[:5], lines[4], *lines[5:]],  # doubled
        [*lines[:5], lines[5].replace(b"keep", b"Keep"), *lines[6:]],
    ):
        moves, bad = salvaged(spoilt)
        assert bad is not None
        assert (moves, bad.code, bad.line) == (3, "line_damaged", 6)


def every_flipped_bit_is_noticed_and_none_takes_the_game(record: Record, step: int) -> None:
    """One bit of every so many bytes."""
    content = b"".join(written(record))
    ends = [at for at, byte in enumerate(content) if byte == ord("\n")]
    dice = random.Random(4)
    for at in range(0, len(content), step):
        changed = bytearray(content)
        changed[at] ^= 1 << dice.randrange(8)
        moves, bad = salvaged(list(BytesIO(changed)))
        assert bad is not None
        line = sum(end < at for end in ends) + 1
        good = len(ends) - 2 if line <= 2 else line - 3
        assert moves == good


@pytest.mark.parametrize("step", [11, MORE(1)])
def test_no_flipped_bit_goes_unnoticed_and_none_takes_the_game(step: int) -> None:
    for record in (grilled(), snatched(), picnicked()):
        every_flipped_bit_is_noticed_and_none_takes_the_game(record, step)


def test_a_header_that_was_written_once_is_no_damage() -> None:
    first = opened(Barbecue).lines[0].encode() + b"\n"
    for end in range(len(first), 2 * len(first)):
        assert salvaged(list(BytesIO((first * 2)[:end]))) == (0, None)


# Seats that the box plays.


def boxed(*levels: Level | None) -> Record:
    return Record.begin(*opened(Barbecue, "Ann", "Ben", "Cat").opening, levels=levels)


def test_the_header_says_which_seats_the_box_plays() -> None:
    record = boxed(None, Level.EASY, Level.STRONG)
    assert json.loads(record.lines[0])["levels"] == [None, "easy", "strong"]
    assert replayed(record).levels == record.levels == (None, Level.EASY, Level.STRONG)
    people = boxed()
    assert "levels" not in json.loads(people.lines[0])
    assert replayed(people).levels == (None, None, None)


def test_a_seat_changes_hands_and_no_undo_takes_that_back() -> None:
    record = boxed(None, Level.EASY, None)
    record.play(throw("66ww4422"))
    record.seat(0, Level.STRONG)
    record.seat(1, None)
    record.undo()
    assert record.lines[3:5] == [line for line in record.lines if '"seat"' in line]
    assert record.steps == []
    again = replayed(record)
    assert again.levels == record.levels == record.copy().levels == (Level.STRONG, None, None)
    with pytest.raises(IllegalMove, match="no_such_player"):
        record.seat(3, Level.EASY)
    assert record.lines == again.lines


def test_levels_are_refused_that_fit_no_seat() -> None:
    record = boxed(None, Level.EASY, None)
    plain = json.loads(record.lines[0])
    del plain["sum"]
    for levels in ([], ["easy"], [None] * 4):
        line = sealed(encode(plain | {"levels": levels})).encode()
        assert refused(line, line).code == "levels_players"
    line = sealed(encode(plain | {"levels": ["best", None, None]})).encode()
    assert complaint(refused(line, line)) == ("unknown_word", 1, "levels[0]")
    for seat in (3, -1):
        line = sealed(f'{{"move":"seat","player":{seat},"level":"easy"}}').encode()
        assert refused(*written(record), line).code == "no_such_player"


def test_older_versions_know_no_seats() -> None:
    plain = json.loads(unsealed(boxed(None, Level.EASY, None))[0])
    assert complaint(refused(json.dumps(plain).encode())) == ("unknown_field", 1, "levels")
    line = '{"move":"seat","player":0}'
    assert refused_after(opened(Barbecue), line).code == "unknown_move"
