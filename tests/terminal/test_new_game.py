"""A new game: which one, who plays, the page, and the box."""

import random
from pathlib import Path

from firmware.store.journal import games
from firmware.terminal import session
from firmware.terminal.new_game import seated
from rules import Barbecue, Face, PicnicBlitz
from rules.games import GAMES
from rules.junior import JuniorBox
from rules.turn import Phase
from tests.harness.scripted import Scripted, ask_all, begin, contents, newest, table
from tests.rules.tables import CAT

# Which game, who plays.


def test_a_game_is_chosen_by_number_or_name(tmp_path: Path) -> None:
    for answer, title in [
        ("", "Heckmeck Barbecue"),
        ("1", "Heckmeck Barbecue"),
        ("2", "Heckmeck am Bratwurmeck"),
        ("3", "Heckmeck Junior"),
        ("4", "Picnic Blitz"),
        ("Junior", "Heckmeck Junior"),
    ]:
        assert title in ask_all(tmp_path, answer, "Ann, Ben").reply


def test_a_game_that_there_is_not(tmp_path: Path) -> None:
    for answer in ["0", "5", "chess", "-1", "1 2", "\x1b[A"]:
        console = ask_all(tmp_path, answer)
        (message,) = console.reply
        assert "barbecue, bratwurmeck, junior, picnic_blitz" in message
        assert message.isprintable()
        assert console.prompts[0] == console.prompts[1]


def test_the_question_tells_how_many_games_there_are(tmp_path: Path) -> None:
    console = ask_all(tmp_path)
    assert console.prompts == [f"1 to {len(GAMES)}; Enter for 1 > "]
    assert sum(" players" in line for line in console.lines) == len(GAMES)


def test_enter_is_enough_to_play(tmp_path: Path) -> None:
    ask_all(tmp_path, "", "", "", "")
    assert table(tmp_path).phase is Phase.KEEP


def test_names_in_order_of_play(tmp_path: Path) -> None:
    ask_all(tmp_path, "", " Ann ,Ben,  Mary-Jane O'Hara", "")
    names = [player.name for player in table(tmp_path).setup.players]
    assert names == ["Ann", "Ben", "Mary-Jane O'Hara"]


def test_names_that_cannot_be(tmp_path: Path) -> None:
    for names, said in [
        ("Ann", "2 to 5"),
        ("A, B, C, D, E, F, G, H, I", "2 to 5"),
        ("Ann, ann", "ann"),
        (",", "1 to 16"),
        ("Ann,,Ben", "1 to 16"),
        ("Ann, " + "x" * 200, "200"),
        ("Ann, 🐛", "U+1F41B"),
        ("Ann, בן", "ב"),
        ("Ann, B\x1b[2J", "U+001B"),
        ("Ann, B\tn", "U+0009"),
        ("Ann, \u202eneB", "U+202E"),
        ("Ann black, Ben black", "black"),
    ]:
        console = ask_all(tmp_path, "", names)
        (message,) = console.reply
        assert said in message
        assert message.isprintable()
        assert console.prompts[1] == console.prompts[2]


def test_colours_can_be_chosen_and_the_others_get_what_is_left() -> None:
    players = seated("Ann blue, Ben, Cat green, Dan", Barbecue)
    assert [player.colour for player in players] == ["blue", "yellow", "green", "black"]


def test_a_colour_alone_is_a_name() -> None:
    assert [player.name for player in seated("Blue, Green", Barbecue)] == ["Blue", "Green"]


def test_closing_the_input_before_the_game_leaves_nothing(tmp_path: Path) -> None:
    for answers in ((), ("1",), ("1", "Ann, Ben")):
        ask_all(tmp_path, *answers)
    assert contents(tmp_path) == {}


# The page of the new game.


def a_page(folder: Path, *answers: str, game: str = "barbecue") -> Scripted:
    """A new game whose page is answered, but not begun."""
    console = Scripted(*answers)
    session.play(console, folder, random.Random(1), game=game, names="Ann, Ben")
    return console


def test_somebody_else_starts(tmp_path: Path) -> None:
    begin(tmp_path, page=("start cat",))
    assert table(tmp_path).player == CAT


def test_ordinary_dice(tmp_path: Path) -> None:
    begin(tmp_path, "12345566", page=("dice ordinary",))
    assert table(tmp_path).turn.thrown.count(Face.WORM) == 2


def test_own_dice_again(tmp_path: Path) -> None:
    begin(tmp_path, page=("dice ordinary", "dice own"))
    assert table(tmp_path).setup.table_dice.name == "barbecue"


def test_an_option_is_switched_on_and_off(tmp_path: Path) -> None:
    begin(tmp_path, page=("option strict_worms", "option strict_plates", "option strict_worms"))
    assert table(tmp_path).setup.variants == {"strict_plates"}


def test_the_page_offers_every_option(tmp_path: Path) -> None:
    for game in GAMES.values():
        offered = "\n".join(a_page(tmp_path, game=game.NAME).said[0])
        assert all(f"[ ] {variant} " in offered for variant in game.VARIANTS)


def test_a_bad_line_on_the_page_gets_one_message_and_changes_nothing(tmp_path: Path) -> None:
    for answer in [
        "nonsense",
        "start",
        "start Zoe",
        "start 3",
        "dice",
        "dice wooden",
        "option",
        "option nonsense",
        "option quiet_snatches",
        "box 1",
        "\x1b[A",
        "👍",
    ]:
        console = a_page(tmp_path, answer)
        page, (message, *page_again) = console.said[:2]
        assert message
        assert message.isprintable()
        assert page_again == page


def test_help_at_every_question_before_a_game(tmp_path: Path) -> None:
    for number in [1, 2, 3, 4]:
        answers = ("?", str(number), "?", "Ann, Ben", "?", "box", "?", "", "?")
        console = ask_all(tmp_path, *answers)
        for at, answer in enumerate(answers):
            if answer == "?":
                told = [line.split()[0] for line in console.said[at + 1] if line.startswith("  ")]
                assert {"Enter", "q"} <= set(told)
                assert console.prompts[at] == console.prompts[at + 1]


def test_help_on_the_page_tells_everything_that_changes_it(tmp_path: Path) -> None:
    told = a_page(tmp_path, "help").said[1]
    for change in ("start NAME", "dice ordinary", "dice own", "box", "option NAME"):
        assert any(line.strip().startswith(change) for line in told)


# The box: what is printed on the owner's copy.

WORMS = "1 1 1 2 2 2 3 3 3 4 4 4 5 5"
"""Of the spots 23 to 36 on some copy."""


def test_an_assumed_box_is_marked(tmp_path: Path) -> None:
    assert any("assumed" in line for line in a_page(tmp_path).said[0])


def test_a_box_is_typed(tmp_path: Path) -> None:
    begin(tmp_path, page=("box", WORMS))
    worms = table(tmp_path).setup.box.worms
    assert list(worms.values()) == [int(word) for word in WORMS.split()]


def test_a_typed_box_is_remembered_for_the_next_game(tmp_path: Path) -> None:
    a_page(tmp_path, "box", WORMS)
    page = "\n".join(a_page(tmp_path).said[0])
    assert "assumed" not in page
    assert "35-36: 5" in page


def test_enter_confirms_the_box_that_is_offered(tmp_path: Path) -> None:
    begin(tmp_path, page=("box", ""))
    box = table(tmp_path).setup.box
    assert box.worms == Barbecue.BOX.worms
    assert not box.assumed


def test_a_junior_box_has_dice_too(tmp_path: Path) -> None:
    begin(tmp_path, game="junior", page=("box", "1 1 2 2 3 4", "Bun"))
    box = table(tmp_path).setup.box
    assert isinstance(box, JuniorBox)
    assert box.doubled is Face.BUN


def test_each_game_has_a_box_of_its_own(tmp_path: Path) -> None:
    a_page(tmp_path, "box", "1 1 2 2 3 4", "", game="junior")
    assert any("assumed" in line for line in a_page(tmp_path).said[0])


def test_a_box_that_cannot_be_is_not_remembered(tmp_path: Path) -> None:
    for worms, said in [
        ("1 2 3", "14"),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 x", "x"),
        ("0 1 1 2 2 2 3 3 3 4 4 4 5 5", "23"),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 10", "36"),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 -5", "-5"),
    ]:
        console = a_page(tmp_path, "box", worms)
        assert said in console.said[2][0]
        assert console.said[2][1:] == console.said[0]
        assert contents(tmp_path) == {}


def test_a_face_that_junior_dice_have_not_is_not_remembered(tmp_path: Path) -> None:
    for face in ["z", "5", "burger"]:
        console = a_page(tmp_path, "box", "", face, game="junior")
        assert console.said[3][1:] == console.said[0]
        assert contents(tmp_path) == {}


def test_a_damaged_box_file_is_as_none(tmp_path: Path) -> None:
    for name in ["boxes-barbecue.json", "box-barbecue.json"]:
        for damaged in [b"", b"{", b"\xff", b"[]", b'{"worms":{"23":1}}', b"[" * 9999]:
            (tmp_path / name).write_bytes(damaged)
            assert any("assumed" in line for line in a_page(tmp_path).said[0])


def test_a_box_that_cannot_be_remembered_is_used_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "boxes-barbecue.json").mkdir()  # in the way of the file
    console = Scripted("box", "", "")
    session.play(console, folder, random.Random(1), game="barbecue", names="Ann, Ben")
    assert "not saved" in console.text
    assert not newest(folder).state.setup.box.assumed


# Picnic Blitz: tracks, food and the target.

TRACKS = ("6 7 8 8 9 9", "2 2 2 3 3 4")
"""Lengths and food on some copy."""


def test_the_tracks_and_the_target_are_on_the_page(tmp_path: Path) -> None:
    page = a_page(tmp_path, game="picnic_blitz").said[0]
    assert "  tracks   1: 6, 2: 7, 3: 8, 4: 8, 5: 9, 6: 10 spaces, the food counted" in page
    assert "  food     1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4 points" in page
    assert "  to win   9 points" in page
    assert "  dice     ordinary dice" in page


def test_dice_that_are_the_only_ones_are_not_to_be_changed(tmp_path: Path) -> None:
    page = "\n".join(a_page(tmp_path, game="picnic_blitz").said[0])
    assert "To change: start NAME | box | option NAME | q leaves" in page


def test_stand_ins_are_called_so(tmp_path: Path) -> None:
    page = a_page(tmp_path, "dice ordinary").said[1]
    assert "  dice     ordinary dice, standing in for its own" in page


def test_tracks_are_typed_and_remembered(tmp_path: Path) -> None:
    begin(tmp_path, game="picnic_blitz", page=("box", *TRACKS))
    tracks = table(tmp_path).setup.box.tracks
    assert [track.length for track in tracks.values()] == [6, 7, 8, 8, 9, 9]
    assert [track.food for track in tracks.values()] == [2, 2, 2, 3, 3, 4]
    page = "\n".join(a_page(tmp_path, game="picnic_blitz").said[0])
    assert "6: 9 spaces" in page
    assert "assumed" not in page


def test_enter_confirms_the_tracks_that_are_offered(tmp_path: Path) -> None:
    begin(tmp_path, game="picnic_blitz", page=("box", "", ""))
    box = table(tmp_path).setup.box
    assert box.tracks == PicnicBlitz.BOX.tracks
    assert not box.assumed


def test_tracks_that_cannot_be_are_not_remembered(tmp_path: Path) -> None:
    for answers, said in [
        (("6 7 8",), "6"),
        (("6 7 8 8 9 x",), "x"),
        (("5 7 8 8 9 10", ""), "tracks.1.length"),
        (("6 7 8 8 9 11", ""), "tracks.6.length"),
        (("", "2 2 3 3 3 5"), "tracks.6.food"),
    ]:
        console = a_page(tmp_path, "box", *answers, game="picnic_blitz")
        assert said in console.reply[0]
        assert console.said[-2][1:] == console.said[0]
        assert contents(tmp_path) == {}


def test_the_target_is_an_option_that_takes_the_place_of_another(tmp_path: Path) -> None:
    page = ("option target_1_more", "option firm_first", "option target_2_less")
    console = begin(tmp_path, game="picnic_blitz", page=page)
    assert table(tmp_path).setup.variants == {"firm_first", "target_2_less"}
    assert "  to win   5 points" in console.said[len(page)]
    assert not any(line.startswith("!") for line in console.lines)


def test_a_target_that_is_too_low_is_refused(tmp_path: Path) -> None:
    console = Scripted("option target_2_less")
    names = "Ann, Ben, Cat, Dan"
    session.play(console, tmp_path, random.Random(1), game="picnic_blitz", names=names)
    assert console.reply[0].startswith("! Points to win: 4 is not within 5 to 11.")


def test_q_leaves_before_the_game_begins(tmp_path: Path) -> None:
    for answers in [("q",), ("1", "q"), ("1", "Ann, Ben", "q")]:
        session.play(Scripted(*answers), tmp_path, random.Random(1))
        assert not games(tmp_path)


def test_a_colour_the_game_has_not_is_refused(tmp_path: Path) -> None:
    console = Scripted("1", "Ann red, Ben")
    session.play(console, tmp_path, random.Random(1))
    assert console.reply[0].startswith("! ")
    assert "orange" in console.reply[0]
