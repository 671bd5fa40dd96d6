"""Records of Picnic Blitz: what their lines say, and what is refused of them."""

import json
from typing import Any

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


LINES = (
    ANTS_ADJUSTED_LINE,
    '{"move":"throw","faces":["1","2","3","3","4","5"]}',
    '{"move":"throw","faces":["1","2","3","4","5","5"]}',
    '{"move":"spend_queen","use":"attack"}',
    '{"move":"attack","rival":1,"track":6}',
    '{"move":"attack","rival":1,"track":2}',
    '{"move":"march","track":5}',
    '{"move":"throw","faces":["1","1","1","1","1","1"]}',
    '{"move":"pass"}',
    '{"move":"throw","faces":["1","2","3","4","6","6"]}',
    '{"move":"take_queen"}',
)


def test_each_move_is_one_line() -> None:
    assert tuple(told(picnicked())) == LINES


def test_the_record_reads_back_with_tracks_and_options() -> None:
    record = picnicked()
    assert replayed(record).steps == record.steps
    assert replayed(record).state == record.state
    assert record.state.points() == (0, 0, 0)
    box = TrackBox(tracks=dict.fromkeys(TRACKS, Track(10, 4)), assumed=True)
    other = Record.begin(*PicnicBlitz.begin(players(4), box=box, variants=["sleeping_guards"]))
    assert replayed(other).state == other.state


def test_moves_and_the_table_come_back_from_their_data() -> None:
    for move in (Attack(0, 6), March(1), *map(SpendQueen, QueenUse), TakeQueen(), Pass()):
        assert from_plain(type(move), to_plain(move)) == move
    plain = json.loads(json.dumps(to_plain(Adjust(ANTS_ADJUSTED, BEN))))
    assert from_plain(Adjust, plain, table=AntTable) == Adjust(ANTS_ADJUSTED, BEN)


# What is refused.


def test_a_line_that_cannot_be_followed_is_refused() -> None:
    for line, code in (
        ('{"move":"throw","faces":["1","2","3","4","5"]}', "number_of_dice"),
        ('{"move":"throw","faces":["1","2","3","4","5","worm"]}', "face_unknown"),
        ('{"move":"attack","player":1,"track":1}', "attack_not_now"),
        ('{"move":"spend_queen","use":"dance"}', "unknown_word"),
        ('{"move":"spend_queen"}', "missing_field"),
        ('{"move":"attack","player":1}', "missing_field"),
        ('{"move":"attack","rival":1,"track":1}', "unknown_field"),
        ('{"move":"march","track":true}', "wrong_type"),
        ('{"move":"pass","track":1}', "unknown_field"),
        ('{"move":"keep","face":"1"}', "unknown_move"),
    ):
        assert refused_after(opened(PicnicBlitz), line).code == code
    for line in ('{"move":"pass"}', '{"move":"march","track":1}', '{"move":"take_queen"}'):
        assert refused(header(), line.encode()).code == "unknown_move", "in no other game"


EMPTY: list[list[list[int]]] = [[[] for _ in range(length)] for length in (6, 7, 8, 8, 9, 10)]


def test_a_board_that_cannot_be_names_the_field_or_what_is_wrong() -> None:
    changes: list[tuple[dict[str, Any], str, str | None]] = [
        ({"ants": 1}, "unknown_field", "table.ants"),
        ({"tracks": {}}, "wrong_type", "table.tracks"),
        ({"tracks": [[1]]}, "wrong_type", "table.tracks[0][0]"),
        ({"tracks": [[["0"]]]}, "wrong_type", "table.tracks[0][0][0]"),
        ({"tracks": [[[True]]]}, "wrong_type", "table.tracks[0][0][0]"),
        ({"queens": [0, 1]}, "wrong_type", "table.queens[0]"),
        ({"queens": None}, "wrong_type", "table.queens"),
        ({"tracks": [*EMPTY, []]}, "one_for_each_track", None),
        ({"tracks": [[], *EMPTY[1:]]}, "track_length", None),
        ({"tracks": [[[2], *EMPTY[0][1:]], *EMPTY[1:]]}, "no_such_player", None),
        ({"tracks": [[[ANN] * 1_000, *EMPTY[0][1:]], *EMPTY[1:]]}, "ant_twice", None),
        ({"queens": [True] * 3}, "one_for_each_player", None),
    ]
    for changed, code, field in changes:
        line = adjusted_to(**{"tracks": EMPTY, "queens": [False, False]} | changed)
        error = refused_after(opened(PicnicBlitz), line.replace(" ", ""))
        assert (error.code, error.arguments.get("field")) == (code, field)


def test_a_header_of_a_game_that_cannot_begin_is_refused() -> None:
    four = [{"name": f"P{n}", "colour": c} for n, c in enumerate(PicnicBlitz.COLOURS)]
    green = [{"name": n, "colour": "green"} for n in ("Ann", "Ben")]
    changes: list[tuple[dict[str, Any], str]] = [
        ({"dice": "classic"}, "dice_unknown"),
        ({"variants": ["target_1_less", "target_2_less"]}, "variants_clash"),
        ({"variants": ["stop_is_fail"]}, "variant_unknown"),
        ({"players": green}, "colour_unknown"),
        ({"players": four, "variants": ["target_2_less"]}, "target_out_of_range"),
    ]
    for changed, code in changes:
        error = refused(header(PicnicBlitz, **changed))
        assert (error.code, error.line) == (code, 1)


def test_a_box_that_cannot_be_printed_names_the_field() -> None:
    track = {"length": 6, "food": 2}
    boxes: list[tuple[Any, str]] = [
        ([], "box.tracks"),
        ({"1": 6}, "box.tracks.1"),
        ({"1": {"length": 6}}, "box.tracks.1.food"),
        ({"1": track | {"worms": 1}}, "box.tracks.1.worms"),
        ({"1": track | {"food": "2"}}, "box.tracks.1.food"),
        ({"01": track}, "box.tracks.01"),
        ({str(n): track for n in range(1, 8)}, "box.tracks.7"),
        ({str(n): track for n in range(1, 6)}, "box.tracks.6"),
        ({str(n): {"length": n, "food": 2} for n in TRACKS}, "box.tracks.1.length"),
        ({str(n): {"length": 6, "food": n + 1} for n in TRACKS}, "box.tracks.4.food"),
    ]
    for tracks, field in boxes:
        told = refused(header(PicnicBlitz, box={"tracks": tracks})).arguments["field"]
        assert told == field
    no_boxes: list[object] = [{}, {"worms": {}}, None, []]
    for box in no_boxes:
        assert refused(header(PicnicBlitz, box=box)).line == 1
