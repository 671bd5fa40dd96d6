"""The table as text, each picture as players see it."""

from collections.abc import Mapping
from textwrap import dedent

from firmware.speech.drawing import draw_dice, draw_outcome, draw_table, draw_turn, marks, width
from firmware.speech.language import language_named, languages
from firmware.speech.words import Words
from firmware.terminal.console import WIDTH
from rules import Attack, Barbecue, Bratwurmeck, Colour, Face, Junior, Leave, Player
from rules.games import GAMES, AnyGame
from rules.grill import SNAIL, Spot
from rules.junior import JuniorVariant
from rules.outcome import Outcome, rank
from tests.rules.ants import BEATRICE, board, thrown
from tests.rules.tables import ANN, BEN, CAT, begin, grill, lay_aside, play, throw, tiles, turn


def picture(text: str) -> list[str]:
    """Lines as they stand in a test: the margin and the first line break are none of theirs."""
    return dedent(text).strip("\n").split("\n")


def drawn(state: AnyGame) -> list[str]:
    return [line.rstrip() for line in draw_table(state)]


# Barbecue.


def test_barbecue() -> None:
    spots = {23: Spot(ANN, 1), 27: Spot(BEN, 2), 36: SNAIL}
    state = grill(begin(Barbecue, "Ann", "Ben"), spots, worms=(1, 7), snails=(0, 1), player=BEN)
    assert drawn(state) == picture(
        """
          spot    23  24  25  26  27  28  29  30  31  32  33  34  35  36
          worms    1   1   2   2   2   2   3   3   3   3   4   4   4   4
          grill    A   .   .   .  BB   .   .   .   .   .   .   .   .   @

          A  Ann              1 point       1 worm, 0 snails, 9 plates in hand
        > B  Ben              10 points     7 worms, 1 snail, 8 plates in hand
          10 snails in the pool
        """
    )


def test_one_plate_in_hand_is_not_said_as_many() -> None:
    spots = {number: Spot(ANN, 1) for number in range(23, 32)}
    state = grill(begin(Barbecue, "Ann", "Ben"), spots)
    assert any("1 plate in hand" in line for line in drawn(state))


# Bratwurmeck.


def test_bratwurmeck() -> None:
    up = (21, 22, 24, 25, 26, 27, 29, 30, 31, 32, 33, 34)
    state = tiles(begin(Bratwurmeck, "Ann", "Ben"), up, (23,), (28, 36))
    assert drawn(state) == picture(
        """
          tile    21  22  23  24  25  26  27  28  29  30  31  32  33  34  35  36
          worms    1   1   1   1   2   2   2   2   3   3   3   3   4   4   4   4
          grill   21  22   .  24  25  26  27   .  29  30  31  32  33  34  ##   .

        > A  Ann              1 point       1 tile, 23 on top
          B  Ben              6 points      2 tiles, 36 on top
        """
    )


# Junior.


def test_junior_hides_the_points() -> None:
    state = tiles(begin(Junior, "Ann", "Ben"), (4, 4, 5, 5, 6, 6, 7, 8, 8), (7, 9))
    assert drawn(state) == picture(
        """
          tile     4   4   5   5   6   6   7   7   8   8   9   9
          worms    1   1   1   1   2   2   2   2   3   3   4   4
          grill    4   4   5   5   6   6   7   .   8   8  ##   .

        > A  Ann              points hidden 2 tiles, 9 on top
          B  Ben              points hidden 0 tiles
        """
    )


def test_junior_with_open_worms_shows_them() -> None:
    state = begin(Junior, "Ann", "Ben", variants=[JuniorVariant.OPEN_WORMS])
    lines = drawn(tiles(state, (4, 5), (7, 9)))
    assert not any("hidden" in line for line in lines)
    assert any("Ann" in line and "6 points" in line for line in lines)


def test_junior_shows_the_points_when_it_is_over() -> None:
    over, _ = turn(tiles(begin(Junior, "Ann", "Ben"), (7,)), "w bbb")
    assert over.ending == "grill_empty"
    assert not any("hidden" in line for line in drawn(over))


# Picnic Blitz.


def test_picnic_blitz() -> None:
    where = {
        1: {3: "BCA"},
        2: {7: "B", 3: "C", 1: "A"},
        4: {8: "A"},
        6: {1: "C", 9: "A"},
    }
    state = board(where, player=BEATRICE, queens="C")
    assert drawn(state) == picture(
        """
          space       1     2     3     4     5     6     7     8     9    10
          track 1     .     . (BC)A     .     .   [2]
          track 2   (A)     .   (C)     .     .     .  [2B]
          track 3     .     .     .     .     .     .     .   [3]
          track 4     .     .     .     .     .     .     .  [3A]
          track 5     .     .     .     .     .     .     .     .   [3]
          track 6     C     .     .     .     .     .     .     .     A   [4]

          A  Arthur           3 points      4 ants on the board, 3 active
        > B  Beatrice         2 points      2 ants on the board, 1 active
          C  Charles          0 points      3 ants on the board, 1 active, a queen
          7 points win
        """
    )


def test_the_straight_and_its_attacks_stand_beside_the_dice() -> None:
    ben = board({3: {5: "B"}})
    assert draw_turn(ben) == []
    assert draw_turn(thrown(ben, "112233")) == ["  thrown  [1][1][2][2][3][3]"]
    five = thrown(ben, "123455")
    assert draw_turn(five) == ["  thrown  [1][2][3][4][5][5]  5 in a row, 2 attacks"]
    attacked, _ = five.play(Attack(BEATRICE, 3))
    assert draw_turn(attacked) == ["  thrown  [1][2][3][4][5][5]  5 in a row, 1 attack"]


# Everywhere.


def test_who_went_home_is_marked() -> None:
    state, _ = play(begin(Bratwurmeck, "Ann", "Ben", "Cat"), Leave(CAT))
    assert drawn(state)[-1].endswith("gone home")


def test_the_highest_piles_and_queens_fit_a_terminal() -> None:
    for language in languages():
        where = {track: {2: "ABCD"} for track in (1, 2, 3, 4, 5, 6)}
        state = board(where, queens="ABCD", count=4)
        assert max(map(width, draw_table(state, language_named(language)))) <= WIDTH


def test_the_arrow_goes_when_the_game_is_over() -> None:
    state, _ = lay_aside(tiles(begin(Bratwurmeck, "Ann", "Ben"), (21,)), "wwww 1 2 3 4")
    assert not any(line.startswith(">") for line in drawn(state))


def test_no_line_is_wider_than_a_terminal() -> None:
    for game in GAMES.values():
        names = [name * 4 for name in ("Wwww", "Aaaa", "Bbbb", "Cccc", "Dddd")]
        players = [Player(name, colour) for name, colour in zip(names, game.COLOURS, strict=False)]
        state, _ = game.begin(players[: game.MOST_PLAYERS])
        assert max(map(len, draw_table(state))) <= 80


# Marks of the players' plates.


def marked(*names: str) -> list[str]:
    return marks([Player(name, colour) for name, colour in zip(names, Colour, strict=False)])


def test_a_mark_is_the_first_letter() -> None:
    assert marked("Ann", "ben", "Cat") == ["A", "B", "C"]


def test_who_begin_alike_are_marked_by_their_seat() -> None:
    assert marked("Ann", "anton", "Ben") == ["1", "2", "B"]


def test_every_plate_can_be_told_from_the_others() -> None:
    for names in [
        ("Ann", "Anna", "2nd Ben"),  # the seat of one is the first letter of another
        ("ßeta", "Ann"),  # its capital has two letters, and would look like two plates
        (".", "Ann"),  # looks like an empty spot
        ("'t Hart", "’t Hart", "-", "Ann"),
    ]:
        given = marked(*names)
        assert len(set(given)) == len(names)
        assert all(len(mark) == 1 for mark in given)
        assert not {".", "@"} & set(given)


# The dice of a turn.


def test_nothing_is_drawn_before_the_first_throw() -> None:
    assert draw_turn(begin(Barbecue, "Ann", "Ben")) == []


def test_thrown_and_laid_aside() -> None:
    state, _ = lay_aside(begin(Barbecue, "Ann", "Ben"), "66 ww")
    state, _ = play(state, throw("1146"))
    assert draw_turn(state) == [
        "  thrown  [1][1][4][6]",
        "  aside   [6][6] + [W][W] = 22, with a worm",
    ]


def test_a_missing_worm_is_said() -> None:
    state, _ = lay_aside(begin(Barbecue, "Ann", "Ben"), "66")
    assert draw_turn(state) == ["  aside   [6][6] = 12, no worm yet"]


def test_every_face_has_a_letter_of_its_own() -> None:
    letters = draw_dice(Face)
    assert letters == "[1][2][3][4][5][6][W][C][E][K][B]"


def test_no_dice_lie_there_when_the_game_is_over() -> None:
    state, _ = lay_aside(tiles(begin(Bratwurmeck, "Ann", "Ben"), (21,)), "wwww 1 2 3 4")
    assert draw_turn(state) == []


# How it ended.


def ended(
    why: str, scores: Mapping[int, tuple[int, int | None]], gone: frozenset[int] = frozenset()
) -> Outcome:
    return Outcome(why, rank(scores, gone))


def told(outcome: Outcome) -> list[str]:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE), Player("Cat", Colour.BLACK)]
    return [line.rstrip() for line in draw_outcome(outcome, Words(players))]


def test_a_clear_win() -> None:
    outcome = ended("grill_empty", {ANN: (1, 21), BEN: (9, 36), CAT: (4, 33)})
    assert told(outcome) == picture(
        """
        The game is over: no tile is left face up on the grill.

          1.  Ben              9 points
          2.  Cat              4 points
          3.  Ann              1 point

        Ben wins.
        """
    )


def test_a_tie_says_what_broke_it() -> None:
    outcome = ended("grill_full", {ANN: (9, 30), BEN: (9, 36), CAT: (4, 33)})
    last = told(outcome)[-1]
    assert last.startswith("Ben wins")
    assert "36" in last


def test_a_plate_beats_none() -> None:
    outcome = ended("grill_full", {ANN: (9, None), BEN: (9, 23), CAT: (4, 33)})
    last = told(outcome)[-1]
    assert last.startswith("Ben wins")
    assert "23" in last


def test_a_tie_for_the_second_place_is_no_reason_of_the_win() -> None:
    outcome = ended("grill_full", {ANN: (9, 30), BEN: (4, 36), CAT: (4, 33)})
    assert told(outcome)[-1] == "Ann wins."


def test_a_shared_win() -> None:
    outcome = ended("grill_empty", {ANN: (9, None), BEN: (9, None), CAT: (4, None)})
    assert told(outcome)[2:] == picture(
        """
          1.  Ann              9 points
          1.  Ben              9 points
          3.  Cat              4 points

        Ann and Ben share the win.
        """
    )


def test_who_went_home_has_no_place_and_does_not_win() -> None:
    outcome = ended("grill_empty", {ANN: (9, 36), BEN: (4, 33), CAT: (1, 21)}, frozenset({ANN}))
    assert told(outcome)[2:] == picture(
        """
          1.  Ben              4 points
          2.  Cat              1 point
          -   Ann              9 points

        Ben wins.
        """
    )
