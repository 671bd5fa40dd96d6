"""How a game begins: players, boxes, variants and dice, and what is refused of them."""

import pytest

from rules import Barbecue, Bratwurmeck, Colour, Face, Junior, PicnicBlitz, Player
from rules.box import WormBox
from rules.errors import BadBox, BadSetup, IllegalMove, RulesError
from rules.games import GAMES, AnyGame, game_named
from rules.heckmeck import AnyHeckmeck
from rules.junior import JuniorBox
from rules.players import LONGEST_NAME

ANN = Player("Ann", Colour.GREEN)
BEN = Player("Ben", Colour.BLUE)


def table_of(count: int) -> list[Player]:
    colours = [*Colour] * 2
    return [Player(f"P{seat}", colours[seat]) for seat in range(count)]


# Names.


def test_a_name_is_letters_of_many_scripts_composed_and_without_spaces_around() -> None:
    for name in ("Ann", "Zoë", "Jean-Luc", "O'Neil", "Ann 2", "Ελένη", "Юлия", "花子", "a" * 16):
        assert Player(name, Colour.RED).name == name
    assert Player(" Zoe\u0308 ", Colour.RED).name == "Zoë"


def test_a_name_that_cannot_be_shown_is_refused() -> None:
    for name, code in (
        ("", "name_empty"),
        ("   ", "name_empty"),
        ("a" * 17, "name_too_long"),
        ("🐔", "name_character"),
        ("x" + "\u0301" * 3, "name_marks"),
        ("Ann\n", "name_character"),
        ("A\x1b[31m", "name_character"),
        ("\u202eAnn", "name_character"),
        ("A\u200bnn", "name_character"),
        ("Ann\ud800", "name_character"),
        ("<b>", "name_character"),
        ("דנה", "name_right_to_left"),
    ):
        with pytest.raises(BadSetup) as refused:
            Player(name, Colour.RED)
        assert refused.value.code == code
    with pytest.raises(BadSetup) as refused:
        Player("x" * 200, Colour.RED)
    assert refused.value.arguments == {"length": 200, "longest": LONGEST_NAME}


def test_two_players_cannot_share_a_name_even_in_other_letters_nor_a_colour() -> None:
    with pytest.raises(BadSetup, match="name_twice"):
        Barbecue.begin([ANN, Player("ANN", Colour.BLUE)])
    with pytest.raises(BadSetup, match="colour_twice"):
        Barbecue.begin([ANN, Player("Ben", Colour.GREEN)])


def test_barbecue_has_no_white_plates() -> None:
    with pytest.raises(BadSetup) as refused:
        Barbecue.begin([ANN, Player("Ben", Colour.WHITE)])
    assert refused.value.code == "colour_unknown"
    assert "orange" in refused.value.arguments["colours"]  # type: ignore[operator]


# How many, who starts, which game.


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [(Barbecue, 2, 5), (Bratwurmeck, 2, 7), (Junior, 2, 5), (PicnicBlitz, 2, 4)],
)
def test_each_game_has_its_number_of_players(game: type[AnyGame], least: int, most: int) -> None:
    for count in (0, 1, most + 1, 9):
        with pytest.raises(BadSetup) as refused:
            game.begin(table_of(count))
        assert refused.value.arguments == {"players": count, "least": least, "most": most}
    for count in range(least, most + 1):
        players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:count])]
        state, _ = game.begin(players, starter=count - 1)
        assert state.player == count - 1


def test_only_a_player_can_start() -> None:
    for starter in (-1, 2):
        with pytest.raises(BadSetup, match="starter_unknown"):
            Barbecue.begin([ANN, BEN], starter=starter)


def test_an_unknown_game_or_variant_is_told_which_there_are() -> None:
    with pytest.raises(BadSetup) as refused:
        game_named("chess")
    assert refused.value.arguments["games"] == ("barbecue", "bratwurmeck", "junior", "picnic_blitz")
    with pytest.raises(BadSetup) as refused:
        Bratwurmeck.begin([ANN, BEN], variants=["strict_worms"])
    assert refused.value.arguments["variants"] == ("alternative", "quiet_snatches")


# Boxes.


def test_the_boxes_that_are_offered_say_what_no_source_tells() -> None:
    by_four = [n for n in range(1, 5) for _ in range(4)]
    assert [*Barbecue.BOX.worms.values()] == by_four[2:]
    assert [*Bratwurmeck.BOX.worms.values()] == by_four
    assert dict(Junior.BOX.worms) == {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}
    assert (Barbecue.BOX.assumed, Junior.BOX.assumed, Bratwurmeck.BOX.assumed) == (
        True, True, False,
    )  # fmt: skip


def test_a_bad_box_is_refused_and_the_field_is_named() -> None:
    changes: list[tuple[dict[int, int | None], str, str]] = [
        ({27: 0}, "box.worms.27", "box_worms"),
        ({27: 10}, "box.worms.27", "box_worms"),
        ({22: 1}, "box.worms.22", "box_unknown"),
        ({37: 1}, "box.worms.37", "box_unknown"),
        ({27: None}, "box.worms.27", "box_missing"),
    ]
    for change, field, code in changes:
        worms = {**Barbecue.BOX.worms, **change}
        box = WormBox(worms={number: count for number, count in worms.items() if count is not None})
        with pytest.raises(BadBox) as refused:
            Barbecue.begin([ANN, BEN], box=box)
        assert (refused.value.code, refused.value.arguments["field"]) == (code, field)


def test_a_junior_box_doubles_a_delicacy() -> None:
    with pytest.raises(BadBox) as refused:
        Junior.begin([ANN, BEN], box=JuniorBox(worms=Junior.BOX.worms, doubled=Face.ONE))
    assert refused.value.arguments["field"] == "box.doubled"


def test_a_games_box_does_not_fit_another() -> None:
    with pytest.raises(BadBox):
        Barbecue.begin([ANN, BEN], box=Bratwurmeck.BOX)
    with pytest.raises(BadBox):
        Junior.begin([ANN, BEN], box=WormBox(worms=Junior.BOX.worms))  # type: ignore[arg-type]


# Dice.


@pytest.mark.parametrize(
    ("game", "seen", "meant"),
    [
        (Barbecue, "123456", ["1", "2", "3", "4", "6", "worm"]),
        (Bratwurmeck, "123456", ["1", "2", "3", "4", "5", "worm"]),
        (Junior, "12346", ["bun", "cheese", "cucumber", "ketchup", "worm"]),
    ],
)
def test_ordinary_dice_stand_in(game: type[AnyHeckmeck], seen: str, meant: list[str]) -> None:
    state, _ = game.begin([ANN, BEN], dice="standard")
    assert [*state.setup.table_dice.read(map(Face, seen))] == meant


def test_in_junior_the_five_is_the_doubled_face() -> None:
    box = JuniorBox(worms=Junior.BOX.worms, doubled=Face.BUN)
    state, _ = Junior.begin([ANN, BEN], box=box, dice="standard")
    assert state.setup.table_dice.read([Face.FIVE]) == (Face.BUN,)


def test_own_dice_mean_what_they_show_and_have_no_other_face() -> None:
    state, _ = Barbecue.begin([ANN, BEN])
    assert state.setup.table_dice.read([Face.WORM, Face.SIX]) == (Face.SIX, Face.WORM)
    with pytest.raises(IllegalMove) as refused:
        state.setup.table_dice.read([Face.FIVE])
    assert refused.value.code == "face_unknown"


def test_dice_of_another_game_are_refused() -> None:
    with pytest.raises(BadSetup) as refused:
        Barbecue.begin([ANN, BEN], dice="junior")
    assert refused.value.arguments["sets"] == ("barbecue", "standard")


def test_stand_ins_show_every_face_as_often_as_the_own_dice() -> None:
    for game in GAMES.values():
        standard = game.dice_sets(game.BOX)["standard"]
        own = game.own_dice(game.BOX)
        assert sorted(standard.meaning.values()) == sorted(own.sides)


# Errors.


def test_an_error_tells_its_code_and_arguments_and_is_the_builtin_one_would_expect() -> None:
    assert str(IllegalMove("already_kept", face=Face.FOUR)) == "already_kept(face=4)"
    assert issubclass(IllegalMove, ValueError)
    assert issubclass(BadBox, ValueError)
    assert issubclass(BadSetup, RulesError)
