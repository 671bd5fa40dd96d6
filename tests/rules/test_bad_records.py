"""Records that cannot be followed: each gets one complaint with its line."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules import (
    Adjust,
    Barbecue,
    Bratwurmeck,
    Junior,
    Leave,
    Skip,
    Stop,
    Take,
    Void,
)
from rules.errors import BadRecord
from rules.grill import SPOTS, GrillTable
from rules.moves import Move
from rules.plain import Unreadable, from_plain, to_plain
from rules.record import LONGEST_LINE, VERSION, Record
from rules.tiles import TileTable
from tests.rules.records import (
    ADJUSTED,
    TILES_ADJUSTED,
    adjusted_to,
    followed,
    grilled,
    header,
    header_without,
    opened,
    picnicked,
    played,
    refused,
    refused_after,
    snatched,
    told,
    written,
)
from tests.rules.tables import ANN, BEN, keep, throw

# A record that was cut short.


def test_an_empty_record_is_refused() -> None:
    error = refused()
    assert (error.code, error.line) == ("record_empty", 1)


@pytest.mark.parametrize(
    "record",
    [grilled(), snatched(), picnicked()],
    ids=["grilled", "snatched", "picnicked"],
)
def test_a_record_cut_anywhere_is_the_shorter_game_or_refused_at_the_cut(record: Record) -> None:
    whole = b"".join(written(record))
    for cut in range(1, len(whole)):
        lines = whole[:cut].splitlines(keepends=True)
        shorter, bad = followed(lines)
        assert bad in {None, len(lines)}
        assert bad or shorter == record.lines[: max(2, len(lines))]


def test_a_line_that_breaks_off_is_called_torn() -> None:
    for line in told(snatched()):
        for cut in range(1, len(line)):
            assert refused_after(opened(Bratwurmeck), line[:cut]).code == "line_torn"


def test_a_line_that_breaks_off_inside_a_letter_is_called_torn() -> None:
    line = grilled().lines[0].encode()
    inside = line.index("ü".encode()) + 1
    assert refused(line[:inside]).code == "line_torn"


def test_a_line_with_its_newline_is_not_torn_but_wrong() -> None:
    assert refused_after(opened(Barbecue), '{"move":"stop"\n').code == "not_json"


@pytest.mark.parametrize("line", [b"\n", b"", b"  \n", b"\r\n"])
def test_a_blank_line_is_no_line(line: bytes) -> None:
    assert refused_after(opened(Barbecue), line).code == "line_blank"


def test_a_blank_line_before_the_header_is_no_header() -> None:
    error = refused(b"\n", header())
    assert (error.code, error.line) == ("line_blank", 1)


# Lines that no record has.


def shortened(told: object) -> str:
    """A name for a test of something long."""
    return repr(told)[:30]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\xff\xfe\n", "not_utf8"),
        (b'{"move":"\xc3\x28"}\n', "not_utf8"),
        (b'{"move":"\xed\xa0\x80"}\n', "not_utf8"),
        ("\ufeff{}\n".encode(), "byte_order_mark"),
        ('{"move":"skip"}\n'.encode("utf-16"), "not_utf8"),
        (b"{'move':'skip'}\n", "not_json"),
        (b'{"move":"skip",}\n', "not_json"),
        (b'{"move":"skip"}{"move":"skip"}\n', "not_json"),
        (b'{"move":"skip"} # tired\n', "not_json"),
        (b'{"move":"sk\x00ip"}\n', "not_json"),
        (b'{"move":"sk\tip"}\n', "not_json"),
        (b'{"move":"leave","player":01}\n', "not_json"),
        (b'{"move":"leave","player":+1}\n', "not_json"),
        (b'{"move":"leave","player":0x1}\n', "not_json"),
        (b'{"move":"leave","player":NaN}\n', "not_a_json_number"),
        (b'{"move":"leave","player":Infinity}\n', "not_a_json_number"),
        (b'{"move":"leave","player":-Infinity}\n', "not_a_json_number"),
        (b'{"move":"leave","player":' + b"1" * 3_000 + b"}\n", "number_too_long"),
        (b'{"move":"leave","player":-' + b"1" * 3_000 + b"}\n", "number_too_long"),
        (b"[" * 4_000, "too_deep"),
        (b'{"":' * 1_000, "too_deep"),
        (b"[" * 2_000 + b"]" * 2_000, "too_deep"),
        (b"[" * 100_000, "line_too_long"),
        (b'{"move":"skip"' + b" " * LONGEST_LINE + b"}\n", "line_too_long"),
        (b"x" * 1_000_000, "line_too_long"),
        (b"null\n", "wrong_type"),
        (b"true\n", "wrong_type"),
        (b"1\n", "wrong_type"),
        (b'"skip"\n', "wrong_type"),
        (b"[]\n", "wrong_type"),
        (b'[{"move":"skip"}]\n', "wrong_type"),
        (b'{"move":"skip","move":"skip"}\n', "field_twice"),
        (b'{"move":"leave","player":0,"player":1}\n', "field_twice"),
        (b'{"move":"leave","player":0,"pl\\u0061yer":1}\n', "field_twice"),
    ],
    ids=shortened,
)
def test_a_line_that_is_no_json_object_is_refused(line: bytes, code: str) -> None:
    assert refused_after(opened(Barbecue, "Ann", "Ben", "Cat"), line).code == code


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("{}", "missing_field", "move"),
        ('{"face":"6"}', "missing_field", "move"),
        ('{"move":null}', "wrong_type", "move"),
        ('{"move":1}', "wrong_type", "move"),
        ('{"move":["skip"]}', "wrong_type", "move"),
        ('{"move":{"move":"skip"}}', "wrong_type", "move"),
        ('{"move":"undo","steps":2}', "unknown_field", "steps"),
        ('{"move":"skip","player":0}', "unknown_field", "player"),
        ('{"move":"leave"}', "missing_field", "player"),
        ('{"move":"leave","player":null}', "wrong_type", "player"),
        ('{"move":"leave","player":true}', "wrong_type", "player"),
        ('{"move":"leave","player":1.0}', "wrong_type", "player"),
        ('{"move":"leave","player":1e999}', "wrong_type", "player"),
        ('{"move":"leave","player":"1"}', "wrong_type", "player"),
        ('{"move":"leave","player":[1]}', "wrong_type", "player"),
        ('{"move":"keep"}', "missing_field", "face"),
        ('{"move":"keep","face":6}', "wrong_type", "face"),
        ('{"move":"keep","face":"7"}', "unknown_word", "face"),
        ('{"move":"keep","face":"Worm"}', "unknown_word", "face"),
        ('{"move":"throw"}', "missing_field", "faces"),
        ('{"move":"throw","faces":"66ww4422"}', "wrong_type", "faces"),
        ('{"move":"throw","faces":{"6":2}}', "wrong_type", "faces"),
        ('{"move":"throw","faces":["6",6]}', "wrong_type", "faces[1]"),
        ('{"move":"throw","faces":["6","x"]}', "unknown_word", "faces[1]"),
        ('{"move":"throw","faces":["6",null]}', "wrong_type", "faces[1]"),
        ('{"move":"throw","faces":[["6"]]}', "wrong_type", "faces[0]"),
        ('{"move":"throw","faces":["\\ud800"]}', "unknown_word", "faces[0]"),
        ('{"move":"adjust","player":0}', "missing_field", "table"),
        ('{"move":"adjust","table":{},"player":0}', "missing_field", "table.spots"),
        ('{"move":"adjust","table":[],"player":0}', "wrong_type", "table"),
    ],
)
def test_a_move_of_the_wrong_shape_names_the_field(line: str, code: str, field: str) -> None:
    error = refused_after(opened(Barbecue), line)
    assert (error.code, error.arguments["field"]) == (code, field)


@pytest.mark.parametrize("move", ["", "Throw", "throw ", "win", "take", "repair", "\\ud800", "💥"])
def test_an_unknown_move_is_told_the_known_ones(move: str) -> None:
    error = refused_after(opened(Barbecue), f'{{"move":"{move}"}}')
    assert error.code == "unknown_move"
    assert error.arguments["known"] == (
        *("throw", "keep", "stop", "void", "skip", "leave", "adjust"),
        "undo",
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"move":"stop"}', "stop_before_first_throw"),
        ('{"move":"void"}', "nothing_to_void"),
        ('{"move":"keep","face":"6"}', "keep_not_now"),
        ('{"move":"throw","faces":[]}', "number_of_dice"),
        ('{"move":"throw","faces":["1","2","3","4","6","6","6"]}', "number_of_dice"),
        ('{"move":"throw","faces":["1","2","3","4","5","6","6","6"]}', "face_unknown"),
        ('{"move":"throw","faces":["1","2","3","4","bun","6","6","6"]}', "face_unknown"),
        ('{"move":"leave","player":-1}', "no_such_player"),
        ('{"move":"leave","player":2}', "no_such_player"),
        ('{"move":"leave","player":0}', "too_few_would_stay"),
    ],
)
def test_an_illegal_move_is_refused_as_at_the_table(line: str, code: str) -> None:
    assert refused_after(opened(Barbecue), line).code == code


def test_hundreds_of_dice_are_too_many() -> None:
    faces = json.dumps(["1"] * 800)
    error = refused_after(opened(Barbecue), f'{{"move":"throw","faces":{faces}}}')
    assert (error.code, error.arguments["dice"]) == ("number_of_dice", 800)


def test_more_dice_than_fit_are_no_line() -> None:
    faces = json.dumps(["1"] * 1_000)
    error = refused_after(opened(Barbecue), f'{{"move":"throw","faces":{faces}}}')
    assert error.code == "line_too_long"


def test_nothing_is_played_after_the_end() -> None:
    record = played(Bratwurmeck, Adjust(TileTable((), Bratwurmeck.TILES, ((), (), ())), ANN))
    assert refused_after(record, '{"move":"skip"}').code == "game_over"


def test_a_second_header_is_no_move() -> None:
    error = refused_after(opened(Barbecue), header())
    assert (error.code, error.arguments["field"]) == ("missing_field", "move")


def test_the_first_bad_line_is_the_one_that_is_told() -> None:
    assert refused(header(), b'{"move":"skip"}', b'{"move":"stop"}', b"junk").line == 3


def test_lines_after_a_bad_one_are_not_read() -> None:
    def lines() -> Iterator[bytes]:
        yield from written(grilled())
        yield b"junk"
        pytest.fail("read on after a bad line")

    with pytest.raises(BadRecord):
        Record.replay(lines())


@pytest.mark.parametrize(
    "lines",
    [
        (header(variants=["x" * 3_000]),),
        (header(dice="x" * 3_000),),
        (header(game="x" * 3_000),),
        (header(), b'{"move":"' + b"x" * 3_000 + b'"}'),
        (header(), b'{"move":"skip","' + b"x" * 3_000 + b'":1}'),
        (header(), b'{"move":"keep","face":"' + b"x" * 3_000 + b'"}'),
        (header(), b'{"move":"leave","player":' + b"9" * 3000 + b"}"),
    ],
    ids=["variant", "dice", "game", "move", "field", "word", "player"],
)
def test_a_complaint_quotes_only_the_beginning_of_junk(lines: tuple[bytes, ...]) -> None:
    assert len(str(refused(*lines))) < 1000


# Tables that cannot be read or cannot exist.


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"ants": 1}, "unknown_field", "ants"),
        ({"spots": []}, "wrong_type", "spots"),
        ({"spots": {"23": 1}}, "wrong_type", "spots.23"),
        ({"spots": {"23": {"snail": 1}}}, "wrong_type", "spots.23.snail"),
        ({"spots": {"23": {"plates": True}}}, "wrong_type", "spots.23.plates"),
        ({"spots": {"23": {"ant": 1}}}, "unknown_field", "spots.23.ant"),
        ({"worms": [True, 0]}, "wrong_type", "worms[0]"),
        ({"worms": 5}, "wrong_type", "worms"),
        ({"snails": [0, 0.0]}, "wrong_type", "snails[1]"),
        ({"snails": None}, "wrong_type", "snails"),
    ],
)
def test_a_grill_of_the_wrong_shape_names_the_field(
    changed: dict[str, Any], code: str, field: str
) -> None:
    table = {"spots": {}, "worms": [0, 0], "snails": [0, 0]} | changed
    error = refused_after(opened(Barbecue), adjusted_to(**table))
    assert (error.code, error.arguments["field"]) == (code, f"table.{field}")


@pytest.mark.parametrize(
    "spot", ["", "x", "-1", "+23", " 23", "23 ", "023", "2_3", "²³", "٢٣", "23.0", "23" * 20]
)
def test_a_spot_is_known_by_its_number(spot: str) -> None:
    line = adjusted_to(spots={spot: {}}, worms=[0, 0], snails=[0, 0])
    error = refused_after(opened(Barbecue), line)
    assert (error.code, error.arguments["field"]) == ("not_a_number", f"table.spots.{spot}")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"spots": {"22": {}}}, "no_such_spot"),
        ({"spots": {"23": {"plates": 1}}}, "spot_owner"),
        ({"spots": {"23": {"owner": 0}}}, "spot_owner"),
        ({"spots": {"23": {"owner": -1, "plates": 1}}}, "no_such_player"),
        ({"spots": {"23": {"owner": 0, "plates": 3}}}, "spot_holds"),
        ({"spots": {"23": {"owner": 0, "plates": 1, "snail": True}}}, "spot_holds"),
        ({"worms": [0]}, "one_for_each_player"),
        ({"snails": [0] * 900}, "one_for_each_player"),
        ({"worms": [-1, 0]}, "less_than_nothing"),
        ({"snails": [13, 0]}, "too_many_snails"),
    ],
)
def test_a_grill_that_cannot_exist_is_refused(changed: dict[str, Any], code: str) -> None:
    table = {"spots": {}, "worms": [9, 9], "snails": [0, 0]} | changed
    assert refused_after(opened(Barbecue), adjusted_to(**table)).code == code


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"up": [21]}, "tile_missing"),
        ({"up": [*range(21, 38)]}, "no_such_tile"),
        ({"up": [-1, *range(21, 37)]}, "no_such_tile"),
        ({"down": [36]}, "tile_too_many"),
        ({"stacks": [[]]}, "one_for_each_player"),
        ({"stacks": [[], 1]}, "wrong_type"),
        ({"stacks": [[], [True]]}, "wrong_type"),
        ({"down": None}, "wrong_type"),
        ({"spots": {}}, "unknown_field"),
    ],
)
def test_tiles_that_cannot_lie_like_this_are_refused(changed: dict[str, Any], code: str) -> None:
    table = {"up": [*range(21, 37)], "down": [], "stacks": [[], []]} | changed
    assert refused_after(opened(Bratwurmeck), adjusted_to(**table)).code == code


# Headers that no game has.


@pytest.mark.parametrize(
    ("version", "code"),
    [
        (0, "record_version"),
        (-1, "record_version"),
        (VERSION + 1, "record_newer"),
        (10**8, "record_newer"),
    ],
)
def test_another_version_is_refused(version: int, code: str) -> None:
    error = refused(header(grillside=version))
    assert (error.code, error.line, error.arguments["known"]) == (code, 1, VERSION)


def test_a_newer_version_is_told_before_anything_else_in_it() -> None:
    line = b'{"grillside":%d,"players":"many","new":true}' % (VERSION + 1)
    assert refused(line).code == "record_newer"


@pytest.mark.parametrize("version", [None, True, 1.0, "1", [1], {}])
def test_a_version_is_a_whole_number(version: Any) -> None:
    assert refused(header(grillside=version)).arguments["field"] == "grillside"


@pytest.mark.parametrize("field", ["grillside", "game", "players", "box"])
def test_a_header_names_the_field_it_lacks(field: str) -> None:
    error = refused(header_without(field))
    assert (error.code, error.arguments["field"]) == ("missing_field", field)


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"game": 1}, "wrong_type", "game"),
        ({"mood": "good"}, "unknown_field", "mood"),
        ({"players": "Ann"}, "wrong_type", "players"),
        ({"players": ["Ann", "Ben"]}, "wrong_type", "players[0]"),
        ({"players": [{"name": "Ann", "colour": "pink"}]}, "unknown_word", "players[0].colour"),
        ({"players": [{"name": 1, "colour": "red"}]}, "wrong_type", "players[0].name"),
        ({"players": [{"colour": "red"}]}, "missing_field", "players[0].name"),
        ({"starter": True}, "wrong_type", "starter"),
        ({"starter": 0.0}, "wrong_type", "starter"),
        ({"starter": None}, "wrong_type", "starter"),
        ({"variants": "strict_worms"}, "wrong_type", "variants"),
        ({"variants": [1]}, "wrong_type", "variants[0]"),
        ({"dice": 8}, "wrong_type", "dice"),
        ({"dice": None}, "wrong_type", "dice"),
        ({"variants": ["strict_worms", "strict_worms"]}, "variant_twice", "variants"),
        ({"move": "skip"}, "unknown_field", "move"),
    ],
)
def test_a_header_of_the_wrong_shape_names_the_field(
    changed: dict[str, Any], code: str, field: str
) -> None:
    error = refused(header(**changed))
    assert (error.code, error.line, error.arguments["field"]) == (code, 1, field)


def test_a_colour_that_is_missing_is_wanted_as_text() -> None:
    assert refused(header(players=[{"name": "Ann"}])).arguments["wanted"] == "text"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"game": "chess"}, "game_unknown"),
        ({"game": "Barbecue"}, "game_unknown"),
        ({"players": []}, "number_of_players"),
        (
            {"players": [{"name": f"P{seat}", "colour": "red"} for seat in range(9)]},
            "number_of_players",
        ),
        ({"players": [{"name": n, "colour": "blue"} for n in ("Ann", "Ben")]}, "colour_twice"),
        ({"players": [{"name": "Ann", "colour": c} for c in ("blue", "green")]}, "name_twice"),
        ({"players": [{"name": "", "colour": "blue"}]}, "name_empty"),
        ({"players": [{"name": "x" * 200, "colour": "blue"}]}, "name_too_long"),
        ({"players": [{"name": "A\nB", "colour": "blue"}]}, "name_character"),
        ({"players": [{"name": "A\ud800", "colour": "blue"}]}, "name_character"),
        ({"starter": -1}, "starter_unknown"),
        ({"starter": 2}, "starter_unknown"),
        ({"variants": ["any_lower"]}, "variant_unknown"),
        ({"dice": "classic"}, "dice_unknown"),
        ({"dice": ""}, "dice_unknown"),
    ],
)
def test_a_header_of_a_game_that_cannot_begin_is_refused(
    changed: dict[str, Any], code: str
) -> None:
    error = refused(header(**changed))
    assert (error.code, error.line) == (code, 1)


# The box: what is wrong is named.


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"worms": []}, "box.worms"),
        ({"worms": {"23": "1"}}, "box.worms.23"),
        ({"worms": {"23": True}}, "box.worms.23"),
        ({"worms": {"23": 1.5}}, "box.worms.23"),
        ({"worms": {"x": 1}}, "box.worms.x"),
        ({"worms": {"٢٣": 1}}, "box.worms.٢٣"),
        ({"assumed": 1}, "box.assumed"),
        ({"assumed": "yes"}, "box.assumed"),
        ({"snails": 12}, "box.snails"),
        ({"doubled": "worm"}, "box.doubled"),
    ],
)
def test_a_box_of_the_wrong_shape_names_the_field(changed: Any, field: str) -> None:
    error = refused(header(box={"worms": {str(at): 1 for at in SPOTS}} | changed))
    assert (error.line, error.arguments["field"]) == (1, field)


@pytest.mark.parametrize(
    ("worms", "field"),
    [
        ({}, "worms.23"),
        ({str(at): 1 for at in SPOTS[1:]}, "worms.23"),
        ({str(at): 1 for at in (*SPOTS, 37)}, "worms.37"),
        ({str(at): 1 for at in (0, *SPOTS)}, "worms.0"),
        ({str(at): at - 23 for at in SPOTS}, "worms.23"),
        ({str(at): 10 * (at == 36) or 1 for at in SPOTS}, "worms.36"),
        ({str(at): -1 if at == 30 else 1 for at in SPOTS}, "worms.30"),
    ],
)
def test_worms_that_cannot_be_printed_name_the_spot(worms: dict[str, int], field: str) -> None:
    told = refused(header(box={"worms": worms})).arguments["field"]
    assert str(told).removeprefix("box.") == field


@pytest.mark.parametrize("box", [None, [], "assumed", 0])
def test_a_box_is_an_object(box: Any) -> None:
    assert refused(header(box=box)).arguments["field"] == "box"


@pytest.mark.parametrize("doubled", ["5", "pickle", 5, None, ["bun"]])
def test_only_a_delicacy_can_be_doubled(doubled: Any) -> None:
    box = {"worms": {str(at): 1 for at in range(4, 10)}, "doubled": doubled}
    told = refused(header(Junior, box=box)).arguments["field"]
    assert str(told).removeprefix("box.") == "doubled"


# JSON data and values.


@pytest.mark.parametrize(
    "move",
    [throw("66ww4422"), keep("b"), Stop(), Take(21), Take(21, BEN), Void(), Skip(), Leave(ANN)],
)
def test_a_move_comes_back_from_its_data(move: Move) -> None:
    assert from_plain(type(move), to_plain(move)) == move


@pytest.mark.parametrize("table", [ADJUSTED, TILES_ADJUSTED])
def test_a_table_comes_back_from_its_data(table: GrillTable | TileTable) -> None:
    adjust = Adjust(table, BEN)
    plain = json.loads(json.dumps(to_plain(adjust)))
    assert from_plain(Adjust, plain, table=type(table)) == adjust


def test_seat_zero_is_told_and_not_taken_for_nobody() -> None:
    assert to_plain(Take(21, ANN)) == {"tile": 21, "rival": 0}


def test_data_without_a_rival_may_say_so() -> None:
    assert from_plain(Take, {"tile": 21, "rival": None}) == Take(21)


@pytest.mark.parametrize("junk", [True, 1.0, "1", None, [], {}])
def test_only_a_whole_number_is_a_number(junk: object) -> None:
    with pytest.raises(Unreadable) as caught:
        from_plain(int, junk, field="tile")
    assert caught.value.arguments["field"] == "tile"


@pytest.mark.parametrize("junk", [1, 0, "true", None])
def test_only_true_and_false_are_a_truth(junk: object) -> None:
    with pytest.raises(Unreadable):
        from_plain(bool, junk, field="snail")


def test_what_cannot_be_read_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="wrong_type"):
        from_plain(str, 1, field="name")
