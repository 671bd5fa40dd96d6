"""Records that cannot be followed: each gets one complaint, with its line and its field."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules import Adjust, Barbecue, Bratwurmeck, Junior, Leave, Skip, Stop, Take, Void
from rules.errors import BadRecord
from rules.plain import Unreadable, from_plain, to_plain
from rules.record import LONGEST_LINE, VERSION, Record
from rules.tiles import TileTable
from tests.rules.records import (
    ADJUSTED,
    TILES_ADJUSTED,
    adjusted_to,
    complaint,
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


def test_a_record_cut_anywhere_is_the_shorter_game_or_refused_at_the_cut() -> None:
    for record in (grilled(), snatched(), picnicked()):
        whole = b"".join(written(record))
        for cut in range(1, len(whole), 3):
            lines = whole[:cut].splitlines(keepends=True)
            shorter, bad = followed(lines)
            assert bad in {None, len(lines)}
            assert bad or shorter == record.lines[: max(2, len(lines))]


def test_a_line_that_breaks_off_is_called_torn() -> None:
    for line in told(snatched()):
        for cut in range(1, len(line), 3):
            assert refused_after(opened(Bratwurmeck), line[:cut]).code == "line_torn"
    first = grilled().lines[0].encode()
    inside_a_letter = first.index("ü".encode()) + 1
    assert refused(first[:inside_a_letter]).code == "line_torn"
    assert refused_after(opened(Barbecue), '{"move":"stop"\n').code == "not_json", "it is whole"


def test_what_is_empty_or_blank_is_no_record_and_no_line() -> None:
    assert complaint(refused()) == ("record_empty", 1, None)
    assert complaint(refused(b"\n", header())) == ("line_blank", 1, None)
    for line in (b"\n", b"", b"  \n", b"\r\n"):
        assert refused_after(opened(Barbecue), line).code == "line_blank"


# Lines that no record has.

NO_LINES = [
    (b"\xff\xfe\n", "not_utf8"),
    (b'{"move":"\xed\xa0\x80"}\n', "not_utf8"),
    ('{"move":"skip"}\n'.encode("utf-16"), "not_utf8"),
    ("\ufeff{}\n".encode(), "byte_order_mark"),
    (b"{'move':'skip'}\n", "not_json"),
    (b'{"move":"skip",}\n', "not_json"),
    (b'{"move":"skip"}{"move":"skip"}\n', "not_json"),
    (b'{"move":"sk\x00ip"}\n', "not_json"),
    (b'{"move":"leave","player":01}\n', "not_json"),
    (b'{"move":"leave","player":NaN}\n', "not_a_json_number"),
    (b'{"move":"leave","player":-Infinity}\n', "not_a_json_number"),
    (b'{"move":"leave","player":-' + b"1" * 3_000 + b"}\n", "number_too_long"),
    (b"[" * 4_000, "too_deep"),
    (b'{"":' * 1_000, "too_deep"),
    (b"[" * 2_000 + b"]" * 2_000, "too_deep"),
    (b'{"move":"skip"' + b" " * LONGEST_LINE + b"}\n", "line_too_long"),
    (b"[" * 100_000, "line_too_long"),
    (b"null\n", "wrong_type"),
    (b'"skip"\n', "wrong_type"),
    (b'[{"move":"skip"}]\n', "wrong_type"),
    (b'{"move":"skip","move":"skip"}\n', "field_twice"),
    (b'{"move":"leave","player":0,"pl\\u0061yer":1}\n', "field_twice"),
]


def test_a_line_that_is_no_json_object_is_refused() -> None:
    for line, code in NO_LINES:
        assert refused_after(opened(Barbecue), line).code == code, line[:40]


WRONG_SHAPES = [
    ("{}", "missing_field", "move"),
    ('{"move":null}', "wrong_type", "move"),
    ('{"move":["skip"]}', "wrong_type", "move"),
    ('{"move":"undo","steps":2}', "unknown_field", "steps"),
    ('{"move":"leave"}', "missing_field", "player"),
    ('{"move":"leave","player":true}', "wrong_type", "player"),
    ('{"move":"leave","player":1e999}', "wrong_type", "player"),
    ('{"move":"leave","player":"1"}', "wrong_type", "player"),
    ('{"move":"keep","face":6}', "wrong_type", "face"),
    ('{"move":"keep","face":"Worm"}', "unknown_word", "face"),
    ('{"move":"throw","faces":"66ww4422"}', "wrong_type", "faces"),
    ('{"move":"throw","faces":["6",6]}', "wrong_type", "faces[1]"),
    ('{"move":"throw","faces":["\\ud800"]}', "unknown_word", "faces[0]"),
    ('{"move":"adjust","player":0}', "missing_field", "table"),
    ('{"move":"adjust","table":{},"player":0}', "missing_field", "table.spots"),
]


def test_a_move_of_the_wrong_shape_names_the_field() -> None:
    for line, code, field in WRONG_SHAPES:
        error = refused_after(opened(Barbecue), line)
        assert (error.code, error.arguments["field"]) == (code, field)


def test_an_unknown_move_is_told_the_known_ones() -> None:
    for move in ("", "Throw", "win", "take", "\\ud800"):
        error = refused_after(opened(Barbecue), f'{{"move":"{move}"}}')
        assert error.code == "unknown_move"
        assert error.arguments["known"] == (
            *("throw", "keep", "stop", "void", "skip", "leave", "adjust"),
            "undo",
            "seat",
        )


def test_an_illegal_move_is_refused_as_at_the_table() -> None:
    for line, code in (
        ('{"move":"stop"}', "stop_before_first_throw"),
        ('{"move":"void"}', "nothing_to_void"),
        ('{"move":"keep","face":"6"}', "keep_not_now"),
        (throw_line(*["1"] * 7), "number_of_dice"),
        (throw_line(*["1"] * 800), "number_of_dice"),
        (throw_line(*["1"] * 1_000), "line_too_long"),
        (throw_line(*["1"] * 7, "bun"), "face_unknown"),
        ('{"move":"leave","player":2}', "no_such_player"),
        ('{"move":"leave","player":0}', "too_few_would_stay"),
    ):
        assert refused_after(opened(Barbecue), line).code == code, line[:60]
    over = played(Bratwurmeck, Adjust(TileTable((), Bratwurmeck.TILES, ((), (), ())), ANN))
    assert refused_after(over, '{"move":"skip"}').code == "game_over"


def throw_line(*faces: str) -> str:
    return json.dumps({"move": "throw", "faces": faces})


def test_a_second_header_is_no_move() -> None:
    error = refused_after(opened(Barbecue), header())
    assert (error.code, error.arguments["field"]) == ("missing_field", "move")


def test_the_first_bad_line_is_told_and_none_after_it_is_read() -> None:
    assert refused(header(), b'{"move":"skip"}', b'{"move":"stop"}', b"junk").line == 3

    def lines() -> Iterator[bytes]:
        yield from written(grilled())
        yield b"junk"
        pytest.fail("read on after a bad line")

    with pytest.raises(BadRecord):
        Record.replay(lines())


def test_a_complaint_quotes_only_the_beginning_of_junk() -> None:
    for lines in (
        (header(variants=["x" * 3_000]),),
        (header(dice="x" * 3_000),),
        (header(game="x" * 3_000),),
        (header(), b'{"move":"' + b"x" * 3_000 + b'"}'),
        (header(), b'{"move":"skip","' + b"x" * 3_000 + b'":1}'),
        (header(), b'{"move":"keep","face":"' + b"x" * 3_000 + b'"}'),
        (header(), b'{"move":"leave","player":' + b"9" * 3000 + b"}"),
    ):
        assert len(str(refused(*lines))) < 1000


# Tables that cannot be read. Those that can be read and cannot exist: `test_repair`.


def test_a_grill_of_the_wrong_shape_names_the_field() -> None:
    changes: list[tuple[dict[str, Any], str, str]] = [
        ({"ants": 1}, "unknown_field", "ants"),
        ({"spots": []}, "wrong_type", "spots"),
        ({"spots": {"23": 1}}, "wrong_type", "spots.23"),
        ({"spots": {"23": {"snail": 1}}}, "wrong_type", "spots.23.snail"),
        ({"spots": {"23": {"plates": True}}}, "wrong_type", "spots.23.plates"),
        ({"spots": {"23": {"ant": 1}}}, "unknown_field", "spots.23.ant"),
        ({"worms": [True, 0]}, "wrong_type", "worms[0]"),
        ({"snails": None}, "wrong_type", "snails"),
        *(({"spots": {no: {}}}, "not_a_number", f"spots.{no}") for no in NO_NUMBERS),
    ]
    for changed, code, field in changes:
        table = {"spots": {}, "worms": [0, 0], "snails": [0, 0]} | changed
        error = refused_after(opened(Barbecue), adjusted_to(**table))
        assert (error.code, error.arguments["field"]) == (code, f"table.{field}")


NO_NUMBERS = ("", "x", "-1", "+23", " 23", "023", "2_3", "²³", "٢٣", "23.0", "23" * 20)


def test_a_table_that_cannot_be_is_refused() -> None:
    grill: dict[str, Any] = {"spots": {}, "worms": [9, 9], "snails": [0, 0]}
    tiles: dict[str, Any] = {"up": [*range(21, 37)], "down": [], "stacks": [[], []]}
    for game, table, code in (
        (Barbecue, grill | {"spots": {"22": {"snail": True}}}, "no_such_spot"),
        (Barbecue, grill | {"spots": {"23": {"owner": 0, "plates": 3}}}, "spot_holds"),
        (Barbecue, grill | {"snails": [0] * 900}, "one_for_each_player"),
        (Bratwurmeck, tiles | {"up": [-1, *range(21, 37)]}, "no_such_tile"),
        (Bratwurmeck, tiles | {"down": [36]}, "tile_too_many"),
        (Bratwurmeck, tiles | {"stacks": [[], [True]]}, "wrong_type"),
        (Bratwurmeck, tiles | {"down": None}, "wrong_type"),
    ):
        assert refused_after(opened(game), adjusted_to(**table)).code == code


# Headers that no game has.


def test_another_version_is_refused_before_anything_else_in_it() -> None:
    for version, code in ((0, "record_version"), (-1, "record_version"), (10**8, "record_newer")):
        error = refused(header(grillside=version))
        assert (error.code, error.line, error.arguments["known"]) == (code, 1, VERSION)
    line = b'{"grillside":%d,"players":"many","new":true}' % (VERSION + 1)
    assert refused(line).code == "record_newer"
    for none in (None, True, 1.0, "1", [1]):
        assert refused(header(grillside=none)).arguments["field"] == "grillside"


def test_a_header_of_the_wrong_shape_names_the_field() -> None:
    for field in ("grillside", "game", "players", "box"):
        assert complaint(refused(header_without(field))) == ("missing_field", 1, field)
    changes: list[tuple[dict[str, Any], str, str]] = [
        ({"game": 1}, "wrong_type", "game"),
        ({"mood": "good"}, "unknown_field", "mood"),
        ({"players": "Ann"}, "wrong_type", "players"),
        ({"players": ["Ann", "Ben"]}, "wrong_type", "players[0]"),
        ({"players": [{"name": "Ann", "colour": "pink"}]}, "unknown_word", "players[0].colour"),
        ({"players": [{"name": 1, "colour": "red"}]}, "wrong_type", "players[0].name"),
        ({"players": [{"colour": "red"}]}, "missing_field", "players[0].name"),
        ({"starter": True}, "wrong_type", "starter"),
        ({"starter": None}, "wrong_type", "starter"),
        ({"variants": "strict_worms"}, "wrong_type", "variants"),
        ({"variants": [1]}, "wrong_type", "variants[0]"),
        ({"variants": ["strict_worms", "strict_worms"]}, "variant_twice", "variants"),
        ({"dice": 8}, "wrong_type", "dice"),
        ({"move": "skip"}, "unknown_field", "move"),
        ({"box": None}, "wrong_type", "box"),
        ({"box": "assumed"}, "wrong_type", "box"),
    ]
    for changed, code, field in changes:
        assert complaint(refused(header(**changed))) == (code, 1, field)
    assert refused(header(players=[{"name": "Ann"}])).arguments["wanted"] == "text"


def test_a_header_of_a_game_that_cannot_begin_is_refused() -> None:
    def seats(*names: str) -> list[dict[str, str]]:
        return [{"name": name, "colour": "blue"} for name in names]

    changes: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "game_unknown"),
        ({"game": "Barbecue"}, "game_unknown"),
        ({"players": []}, "number_of_players"),
        ({"players": seats(*(f"P{seat}" for seat in range(9)))}, "number_of_players"),
        ({"players": seats("Ann", "Ben")}, "colour_twice"),
        ({"players": [*seats("Ann"), {"name": "Ann", "colour": "green"}]}, "name_twice"),
        ({"players": seats("")}, "name_empty"),
        ({"players": seats("x" * 200)}, "name_too_long"),
        ({"players": seats("A\ud800")}, "name_character"),
        ({"starter": 2}, "starter_unknown"),
        ({"variants": ["any_lower"]}, "variant_unknown"),
        ({"dice": "classic"}, "dice_unknown"),
    ]
    for changed, code in changes:
        error = refused(header(**changed))
        assert (error.code, error.line) == (code, 1)


def test_a_box_that_cannot_be_printed_names_the_field() -> None:
    plain = {str(at): 1 for at in Barbecue.NUMBERS}
    changes: list[tuple[dict[str, Any], str]] = [
        ({"worms": []}, "worms"),
        ({"worms": {"23": "1"}}, "worms.23"),
        ({"worms": {"23": True}}, "worms.23"),
        ({"worms": {"x": 1}}, "worms.x"),
        ({"worms": {"٢٣": 1}}, "worms.٢٣"),
        ({"assumed": 1}, "assumed"),
        ({"snails": 12}, "snails"),
        ({"doubled": "worm"}, "doubled"),
        ({"worms": {}}, "worms.23"),
        ({"worms": plain | {"37": 1}}, "worms.37"),
        ({"worms": plain | {"23": 0}}, "worms.23"),
        ({"worms": plain | {"36": 10}}, "worms.36"),
    ]
    for changed, field in changes:
        error = refused(header(box={"worms": plain} | changed))
        assert (error.line, str(error.arguments["field"]).removeprefix("box.")) == (1, field)
    for doubled in ("5", "pickle", 5, None, ["bun"]):
        box = {"worms": {str(at): 1 for at in range(4, 10)}, "doubled": doubled}
        error = refused(header(Junior, box=box))
        assert str(error.arguments["field"]).removeprefix("box.") == "doubled"


# JSON data and values.


def test_moves_and_tables_come_back_from_their_data() -> None:
    moves = (throw("66ww4422"), keep("b"), Stop(), Take(21), Take(21, BEN), Void(), Skip())
    for move in (*moves, Leave(ANN)):
        assert from_plain(type(move), to_plain(move)) == move
    for table in (ADJUSTED, TILES_ADJUSTED):
        plain = json.loads(json.dumps(to_plain(Adjust(table, BEN))))
        assert from_plain(Adjust, plain, table=type(table)) == Adjust(table, BEN)


def test_seat_zero_is_not_taken_for_nobody() -> None:
    assert to_plain(Take(21, ANN)) == {"tile": 21, "rival": 0}
    assert from_plain(Take, {"tile": 21, "rival": None}) == Take(21)


def test_nothing_is_taken_for_a_value_of_another_type() -> None:
    junk_for: dict[type, list[object]] = {
        int: [True, 1.0, "1", None, []],
        bool: [1, 0, "true", None],
    }
    for kind, junks in junk_for.items():
        for junk in junks:
            with pytest.raises(Unreadable) as caught:
                from_plain(kind, junk, field="tile")
            assert caught.value.arguments["field"] == "tile"
    with pytest.raises(ValueError, match="wrong_type"):
        from_plain(str, 1, field="name")
