"""Records of Picnic Blitz: what their lines say, and what is refused of them."""

import json
from typing import Any

import pytest

from rules import (
    Adjust,
    Attack,
    March,
    Pass,
    PicnicBlitz,
    QueenUse,
    SpendQueen,
    TakeQueen,
)
from rules.moves import Move
from rules.plain import from_plain, to_plain
from rules.record import VERSION, Record
from rules.tracks import TRACKS, AntTable, Track, TrackBox
from tests.rules.ants import players
from tests.rules.records import (
    ANTS_ADJUSTED,
    ANTS_ADJUSTED_LINE,
    adjusted_to,
    header,
    opened,
    picnicked,
    refused,
    refused_after,
    replayed,
    said,
    told,
)
from tests.rules.tables import ANN, BEN

# What a line says.


def test_the_header_tells_the_tracks() -> None:
    box = TrackBox(tracks=dict.fromkeys(TRACKS, Track(7, 3)))
    begun = PicnicBlitz.begin(players(2), box=box, variants=["target_1_less", "firm_first"])
    assert json.loads(said(Record.begin(*begun).lines[0])) == {
        "grillside": VERSION,
        "game": "picnic_blitz",
        "players": [
            {"name": "Arthur", "colour": "black"},
            {"name": "Beatrice", "colour": "red"},
        ],
        "starter": 0,
        "variants": ["firm_first", "target_1_less"],
        "dice": "standard",
        "box": {
            "assumed": False,
            "tracks": {str(track): {"length": 7, "food": 3} for track in TRACKS},
        },
    }


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (1, ANTS_ADJUSTED_LINE),
        (2, '{"move":"throw","faces":["1","2","3","3","4","5"]}'),
        (3, '{"move":"throw","faces":["1","2","3","4","5","5"]}'),
        (4, '{"move":"spend_queen","use":"attack"}'),
        (5, '{"move":"attack","player":1,"track":6}'),
        (7, '{"move":"march","track":5}'),
        (9, '{"move":"pass"}'),
        (11, '{"move":"take_queen"}'),
    ],
)
def test_each_move_is_one_line(at: int, line: str) -> None:
    assert told(picnicked())[at - 1] == line


def test_the_record_reads_back_with_tracks_and_options() -> None:
    record = picnicked()
    assert replayed(record).steps == record.steps
    assert replayed(record).state == record.state
    assert record.state.points() == (0, 0, 0)
    box = TrackBox(tracks=dict.fromkeys(TRACKS, Track(10, 4)), assumed=True)
    other = Record.begin(*PicnicBlitz.begin(players(4), box=box, variants=["sleeping_guards"]))
    assert replayed(other).state == other.state


@pytest.mark.parametrize(
    "move",
    [Attack(0, 6), March(1), *map(SpendQueen, QueenUse), TakeQueen(), Pass()],
)
def test_a_move_comes_back_from_its_data(move: Move) -> None:
    assert from_plain(type(move), to_plain(move)) == move


def test_a_table_comes_back_from_its_data() -> None:
    plain = json.loads(json.dumps(to_plain(Adjust(ANTS_ADJUSTED, BEN))))
    assert from_plain(Adjust, plain, table=AntTable) == Adjust(ANTS_ADJUSTED, BEN)


# What is refused.


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"move":"throw","faces":["1","2","3","4","5"]}', "number_of_dice"),
        ('{"move":"throw","faces":["1","2","3","4","5","worm"]}', "face_unknown"),
        ('{"move":"attack","player":1,"track":1}', "attack_not_now"),
        ('{"move":"march","track":1}', "march_not_now"),
        ('{"move":"pass"}', "pass_not_now"),
        ('{"move":"take_queen"}', "take_queen_not_now"),
        ('{"move":"spend_queen","use":"move"}', "no_queen"),
        ('{"move":"spend_queen","use":"dance"}', "unknown_word"),
        ('{"move":"spend_queen"}', "missing_field"),
        ('{"move":"attack","player":1}', "missing_field"),
        ('{"move":"attack","rival":1,"track":1}', "unknown_field"),
        ('{"move":"march","track":"1"}', "wrong_type"),
        ('{"move":"march","track":true}', "wrong_type"),
        ('{"move":"pass","track":1}', "unknown_field"),
        ('{"move":"keep","face":"1"}', "unknown_move"),
        ('{"move":"stop"}', "unknown_move"),
    ],
)
def test_a_line_that_cannot_be_followed_is_refused(line: str, code: str) -> None:
    assert refused_after(opened(PicnicBlitz), line).code == code


def test_the_moves_of_picnic_blitz_are_in_no_other_game() -> None:
    for line in ('{"move":"pass"}', '{"move":"march","track":1}', '{"move":"take_queen"}'):
        assert refused(header(), line.encode()).code == "unknown_move"


EMPTY: list[list[list[int]]] = [[[] for _ in range(length)] for length in (6, 7, 8, 8, 9, 10)]


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"ants": 1}, "unknown_field", "table.ants"),
        ({"tracks": {}}, "wrong_type", "table.tracks"),
        ({"tracks": [{}]}, "wrong_type", "table.tracks[0]"),
        ({"tracks": [[1]]}, "wrong_type", "table.tracks[0][0]"),
        ({"tracks": [[["0"]]]}, "wrong_type", "table.tracks[0][0][0]"),
        ({"tracks": [[[True]]]}, "wrong_type", "table.tracks[0][0][0]"),
        ({"tracks": [[[[]]]]}, "wrong_type", "table.tracks[0][0][0]"),
        ({"queens": 1}, "wrong_type", "table.queens"),
        ({"queens": [0, 1]}, "wrong_type", "table.queens[0]"),
        ({"queens": None}, "wrong_type", "table.queens"),
    ],
)
def test_a_board_of_the_wrong_shape_names_the_field(
    changed: dict[str, Any], code: str, field: str
) -> None:
    line = adjusted_to(**{"tracks": EMPTY, "queens": [False, False]} | changed)
    error = refused_after(opened(PicnicBlitz), line)
    assert (error.code, error.arguments["field"]) == (code, field)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"tracks": []}, "one_for_each_track"),
        ({"tracks": [*EMPTY, []]}, "one_for_each_track"),
        ({"tracks": [[], *EMPTY[1:]]}, "track_length"),
        ({"tracks": [[[2], *EMPTY[0][1:]], *EMPTY[1:]]}, "no_such_player"),
        ({"tracks": [[[0], [0], *EMPTY[0][2:]], *EMPTY[1:]]}, "ant_twice"),
        ({"tracks": [[*EMPTY[0][1:], [0, 1]], *EMPTY[1:]]}, "food_holds_one"),
        ({"queens": []}, "one_for_each_player"),
        ({"queens": [True] * 3}, "one_for_each_player"),
    ],
)
def test_a_board_that_cannot_exist_is_refused(changed: dict[str, Any], code: str) -> None:
    line = adjusted_to(**{"tracks": EMPTY, "queens": [False, False]} | changed)
    assert refused_after(opened(PicnicBlitz), line).code == code


def test_thousands_of_ants_are_too_many() -> None:
    crowd = [[[ANN] * 1_000, *EMPTY[0][1:]], *EMPTY[1:]]
    line = adjusted_to(tracks=crowd, queens=[False, False]).replace(" ", "")
    assert refused_after(opened(PicnicBlitz), line).code == "ant_twice"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"dice": "classic"}, "dice_unknown"),
        ({"variants": ["target_1_less", "target_2_less"]}, "variants_clash"),
        ({"variants": ["stop_is_fail"]}, "variant_unknown"),
        ({"players": [{"name": n, "colour": "green"} for n in ("Ann", "Ben")]}, "colour_unknown"),
    ],
)
def test_a_header_of_a_game_that_cannot_begin_is_refused(
    changed: dict[str, Any], code: str
) -> None:
    error = refused(header(PicnicBlitz, **changed))
    assert (error.code, error.line) == (code, 1)


def test_a_target_out_of_range_is_refused() -> None:
    seats = [{"name": f"P{n}", "colour": c} for n, c in enumerate(PicnicBlitz.COLOURS)]
    error = refused(header(PicnicBlitz, players=seats, variants=["target_2_less"]))
    assert (error.code, error.arguments["target"]) == ("target_out_of_range", 4)


@pytest.mark.parametrize(
    ("tracks", "field"),
    [
        ([], "box.tracks"),
        ({"1": 6}, "box.tracks.1"),
        ({"1": {"length": 6}}, "box.tracks.1.food"),
        ({"1": {"length": 6, "food": 2, "worms": 1}}, "box.tracks.1.worms"),
        ({"1": {"length": 6, "food": "2"}}, "box.tracks.1.food"),
        ({"one": {"length": 6, "food": 2}}, "box.tracks.one"),
        ({"01": {"length": 6, "food": 2}}, "box.tracks.01"),
        ({str(n): {"length": 6, "food": 2} for n in range(1, 8)}, "box.tracks.7"),
        ({str(n): {"length": 6, "food": 2} for n in range(1, 6)}, "box.tracks.6"),
        ({str(n): {"length": n, "food": 2} for n in TRACKS}, "box.tracks.1.length"),
        ({str(n): {"length": 6, "food": n + 1} for n in TRACKS}, "box.tracks.4.food"),
    ],
)
def test_a_box_that_cannot_be_printed_names_the_field(tracks: Any, field: str) -> None:
    assert refused(header(PicnicBlitz, box={"tracks": tracks})).arguments["field"] == field


@pytest.mark.parametrize("box", [{}, {"worms": {}}, None, []])
def test_a_box_has_tracks(box: Any) -> None:
    assert refused(header(PicnicBlitz, box=box)).line == 1
