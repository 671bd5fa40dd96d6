"""Picnic Blitz, rule by rule: rolling, re-rolling and the queen.

The rule text's examples have their names; where its pictures are lost, the boards here are some on
which every word of the example is true. References like R62 are to docs/rules.md.
"""

from collections import Counter

import pytest

from rules import (
    Adjust,
    Attack,
    Barbecue,
    Colour,
    March,
    Pass,
    PicnicBlitz,
    Player,
    QueenUse,
    SpendQueen,
    TakeQueen,
    Throw,
    Void,
)
from rules.dice import STANDARD, Faces
from rules.events import LayQueens, PassDice, QueenSpent, QueenTaken, Thrown
from rules.picnic_blitz import AntPhase, PicnicVariant
from tests.rules.ants import (
    ARTHUR,
    BEATRICE,
    CHARLES,
    FIVE_STRAIGHT,
    FOUR_STRAIGHT,
    FULL_STRAIGHT,
    NOTHING,
    ants,
    begin,
    board,
    lies,
    marches,
    pieces,
    players,
    thrown,
)
from tests.rules.tables import play, refused, throw

REROLL, ATTACK, MOVE = map(SpendQueen, QueenUse)


def left(game: PicnicBlitz) -> tuple[int, int]:
    """Dice that may be thrown again, and in how many throws."""
    return game.turn.again, game.turn.groups


# Rolling.


def test_a_turn_begins_with_all_six_dice() -> None:
    game, events = begin().play(throw("665544"))
    assert events == (Thrown(ARTHUR, throw("445566").faces),)
    assert game.phase is AntPhase.ROLLED
    assert game.turn.thrown == throw("445566").faces


def test_a_throw_is_six_ordinary_dice() -> None:
    for dice in ("", "11223", "1122334"):
        assert refused(begin(), throw(dice)).code == "number_of_dice"
    assert refused(begin(), throw("11223w")).code == "face_unknown"


# Re-rolling.


def three_colonies(player: int, *variants: str, queens: str = "") -> PicnicBlitz:
    """Arthur has two active ants, Beatrice four (one holds food), Charles none."""
    return board(
        {
            1: {3: "A"},
            2: {4: "CA"},
            3: {2: "B"},
            4: {5: "AB"},
            5: {1: "B"},
            6: {10: "B", 4: "C", 2: "A"},
        },
        *variants,
        player=player,
        queens=queens,
    )


def test_example_arthur_can_re_roll_up_to_two_dice() -> None:
    game = thrown(three_colonies(ARTHUR), "111111")
    assert game.active_ants(ARTHUR) == 2
    assert left(game) == (2, 1)
    assert game.refusal(throw("111123")) is None
    error = refused(game, throw("111234"))
    assert (error.code, error.arguments) == ("too_many_changed", {"changed": 3, "allowed": 2})


def test_example_beatrice_can_re_roll_up_to_four() -> None:
    game = thrown(three_colonies(BEATRICE), "111111")
    assert game.active_ants(BEATRICE) == 4
    assert left(game) == (4, 2)
    assert game.refusal(throw("112345")) is None
    assert refused(game, throw("123456")).code == "too_many_changed"


def test_example_charles_cannot_re_roll_at_all() -> None:
    game = thrown(three_colonies(CHARLES), "111111")
    assert game.active_ants(CHARLES) == 0
    assert left(game) == (0, 0)
    assert refused(game, throw("111112")).code == "no_reroll_left"
    assert refused(game, throw("111111")).code == "no_reroll_left"


def test_example_beatrice_re_rolls_two_dice_and_then_up_to_two_more() -> None:
    game = thrown(three_colonies(BEATRICE), "111111", "111123")
    assert left(game) == (2, 1)
    assert refused(game, throw("123456")).code == "too_many_changed"
    game = thrown(game, "111145")
    assert left(game) == (0, 0)


def test_example_beatrice_re_rolls_a_single_die_and_then_up_to_three_more() -> None:
    game = thrown(three_colonies(BEATRICE), "111111", "111112")
    assert left(game) == (3, 1)
    assert left(thrown(game, "112345")) == (0, 0)


def test_example_beatrice_spends_her_queen_to_re_roll_four_more_in_two_groups() -> None:
    game = thrown(three_colonies(BEATRICE, queens="B"), "111111", "111123", "111145")
    game, events = game.play(REROLL)
    assert events == (QueenSpent(BEATRICE, QueenUse.REROLL),)
    assert left(game) == (4, 2)
    game = thrown(game, "111666", "116666")
    assert left(game) == (0, 0)
    assert game.table.queens == (False, False, False)


def test_r61_the_ant_on_the_food_counts_for_its_owner_and_shuts_the_others_in() -> None:
    game = board({6: {10: "B", 4: "C", 2: "A"}})
    assert [game.active_ants(seat) for seat in range(3)] == [0, 1, 0]


def test_r61_option_an_ant_on_the_food_sleeps() -> None:
    game = thrown(three_colonies(BEATRICE, PicnicVariant.SLEEPING_GUARDS), "111111")
    assert game.active_ants(BEATRICE) == 3
    assert left(game) == (3, 1)


def test_r62_up_to_three_in_one_throw_four_to_six_in_two() -> None:
    """And none without an ant on the board."""
    for active, groups in enumerate((0, 1, 1, 1, 2, 2, 2)):
        game = thrown(board({track: {1: "A"} for track in range(1, active + 1)}), NOTHING)
        assert left(game) == (active, groups)


def test_r62_three_are_thrown_at_once() -> None:
    game = thrown(board({1: {1: "A"}, 2: {1: "A"}, 3: {1: "A"}}), "111111", "111112")
    assert left(game) == (0, 0)


def test_r62_the_same_die_may_be_in_both_throws() -> None:
    four = board({track: {1: "A"} for track in (1, 2, 3, 4)})
    assert left(thrown(four, "111111", "111112", "111113")) == (0, 0)


def rerolled(faces: str, dice: int) -> Throw:
    return Throw(throw(faces).faces, dice)


def test_r62_three_dice_re_rolled_of_four_leave_one_also_if_one_of_them_shows_the_same() -> None:
    game = thrown(three_colonies(BEATRICE), "111111")
    game, _ = game.play(rerolled("111123", 3))
    assert left(game) == (1, 1)
    assert refused(game, throw("111145")).code == "too_many_changed"
    game, _ = game.play(Void())
    assert left(game) == (4, 2)


def test_r62_if_nobody_says_how_many_were_re_rolled_those_that_changed_count() -> None:
    four = board({track: {1: "A"} for track in (1, 2, 3, 4)})
    game = thrown(four, "111111", "111111")
    assert left(game) == (4, 1)


def test_r62_no_fewer_dice_were_re_rolled_than_changed_and_no_more_than_may_be() -> None:
    game = thrown(three_colonies(BEATRICE), "111111")
    for faces, dice in (("111123", 1), ("111123", 5), ("111111", 0), ("111123", -1)):
        assert refused(game, rerolled(faces, dice)).code == "rerolled_wrong"
        assert rerolled(faces, 4) in game.legal_moves()


def test_only_a_re_roll_says_how_many_dice_it_threw() -> None:
    assert refused(begin(), rerolled("111123", 6)).code == "not_a_reroll"
    barbecue, _ = Barbecue.begin([Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)])
    assert refused(barbecue, rerolled("11112344", 8)).code == "not_a_reroll"


def test_what_counts_after_a_re_roll_is_how_the_dice_lie_then() -> None:
    game = board({1: {1: "A"}, 2: {5: "B"}})
    game = thrown(game, "123466")
    assert game.attacks_left == 1
    assert thrown(game, "123456").attacks_left == 4
    assert thrown(game, "122466").attacks_left == 0


def test_who_has_acted_throws_no_more() -> None:
    game, _ = play(board({1: {1: "A"}, 2: {5: "B"}}), throw(FOUR_STRAIGHT), Attack(BEATRICE, 2))
    assert game.phase is AntPhase.ATTACK
    assert refused(game, throw(FOUR_STRAIGHT)).code == "throw_not_now"


@pytest.mark.parametrize(("active", "dice"), [(1, "111111"), (3, "112233"), (6, "444456")])
def test_re_throws_are_offered_exactly(active: int, dice: str) -> None:
    """Against every throw, compared die by die with what lies there."""
    game = thrown(board({track: {1: "A"} for track in range(1, active + 1)}), dice)
    legal = game.legal_moves()
    offered = [move.faces for move in legal if isinstance(move, Throw)]
    near = [faces for faces in STANDARD.throws(6) if held(throw(dice).faces, faces) >= 6 - active]
    assert offered == near
    assert len(legal) == len(near) + len(legal.choices)
    assert legal.dice == 6
    for faces in STANDARD.throws(6):
        assert (Throw(faces) in legal) == (faces in near) == (game.refusal(Throw(faces)) is None)


def held(before: Faces, after: Faces) -> int:
    """The most dice that can have stayed as they were."""
    return (Counter(before) & Counter(after)).total()


# Playing with beginners.


def test_r60_beginners_re_roll_up_to_three_dice_once_whatever_ants_there_are() -> None:
    for ants_out in ({}, {track: {1: "A"} for track in range(1, 7)}):
        game = thrown(board(ants_out, PicnicVariant.BEGINNERS), "111111")
        assert left(game) == (3, 1)
        assert refused(game, throw("112345")).code == "too_many_changed"
        assert left(thrown(game, "111112")) == (0, 0)


def test_r60_beginners_have_no_queens() -> None:
    _, events = PicnicBlitz.begin(players(2), variants=[PicnicVariant.BEGINNERS])
    assert not any(isinstance(event, LayQueens) for event in events)
    game = thrown(begin(2, PicnicVariant.BEGINNERS), NOTHING)
    assert refused(game, TakeQueen()).code == "without_queens"
    assert refused(game, REROLL).code == "no_queen"
    with_queen = Adjust(ants(game, {}, "A"), ARTHUR)
    assert refused(game, with_queen).code == "without_queens"


def test_r60_beginners_attack_move_pin_and_capture_as_the_others() -> None:
    game = board({2: {7: "B", 6: "C"}, 1: {5: "A"}}, PicnicVariant.BEGINNERS)
    game, _ = play(game, throw(FIVE_STRAIGHT), Attack(BEATRICE, 2), March(1))
    assert lies(game, 2) == {6: "BC"}
    assert game.points() == (2, 0, 0)


# The queen.


def test_r67_who_skips_attacks_and_move_takes_a_queen() -> None:
    game, events = thrown(begin(), FULL_STRAIGHT).play(TakeQueen())
    assert events == (QueenTaken(ARTHUR), PassDice(BEATRICE))
    assert game.table.queens == (True, False, False)


def test_r67_nobody_has_two_queens_and_skipping_with_one_gives_nothing() -> None:
    game = thrown(board({}, queens="A"), NOTHING)
    assert refused(game, TakeQueen()).code == "has_queen"
    game, _ = game.play(Pass())
    assert game.table.queens == (True, False, False)


def test_r67_there_is_a_queen_for_everybody() -> None:
    game = begin(4)
    for _ in range(4):
        game, _ = play(game, throw(NOTHING), TakeQueen())
    assert game.table.queens == (True,) * 4


def test_r67_a_queen_spent_on_a_re_roll_may_be_taken_back() -> None:
    game = thrown(board({1: {1: "A"}}, queens="A"), "112233", "112234")
    game, _ = play(game, REROLL, throw("112235"), TakeQueen())
    assert game.table.queens == (True, False, False)
    assert game.player == BEATRICE


def test_r67_the_skip_is_decided_before_attacking_or_moving() -> None:
    assert refused(begin(), TakeQueen()).code == "take_queen_not_now"
    attacked, _ = play(board({2: {4: "B"}}), throw(FIVE_STRAIGHT), Attack(BEATRICE, 2))
    assert refused(attacked, TakeQueen()).code == "take_queen_not_now"
    moving, _ = play(board({}, queens="A"), throw(NOTHING), MOVE)
    assert refused(moving, TakeQueen()).code == "take_queen_not_now"


def test_no_queen_is_spent_without_one_or_before_the_first_throw() -> None:
    for use in (REROLL, ATTACK, MOVE):
        game = thrown(board({1: {1: "A"}, 2: {3: "B"}}, queens="B"), FOUR_STRAIGHT)
        assert refused(game, use).code == "no_queen"
        game = board({1: {1: "A"}, 2: {3: "B"}}, queens="A")
        assert refused(game, use).code == "spend_queen_not_now"


def test_r63_a_queen_gives_an_attack_also_with_no_straight() -> None:
    game = thrown(board({2: {4: "B"}}, queens="A"), NOTHING)
    game, events = game.play(ATTACK)
    assert events == (QueenSpent(ARTHUR, QueenUse.ATTACK),)
    assert (game.attacks_left, game.phase) == (1, AntPhase.ATTACK)
    game, _ = game.play(Attack(BEATRICE, 2))
    assert lies(game, 2) == {3: "B"}


def test_r63_a_four_straight_and_a_queen_are_two_attacks() -> None:
    game, _ = play(board({2: {7: "B"}}, queens="A"), throw(FOUR_STRAIGHT), ATTACK)
    assert game.attacks_left == 2
    game, _ = game.play(Attack(BEATRICE, 2))
    assert game.points() == (0, 0, 0)


def test_r75_the_attack_queen_may_be_spent_after_an_attack_but_not_after_a_move() -> None:
    game = board({2: {4: "B"}}, queens="A")
    game, _ = play(game, throw(FOUR_STRAIGHT), Attack(BEATRICE, 2))
    assert game.attacks_left == 0
    game, _ = play(game, ATTACK, Attack(BEATRICE, 2))
    assert lies(game, 2) == {2: "B"}
    with_two, _ = play(board({2: {4: "B"}}, queens="A"), throw(FOUR_STRAIGHT), MOVE)
    assert refused(with_two, Attack(BEATRICE, 2)).code == "attack_not_now"
    assert with_two.attacks_left == 0


def test_r73_a_queen_for_a_re_roll_comes_before_the_attacks() -> None:
    game = board({1: {1: "A"}, 2: {4: "B"}}, queens="A")
    game, _ = play(game, throw(FOUR_STRAIGHT), Attack(BEATRICE, 2))
    assert refused(game, REROLL).code == "spend_queen_not_now"


def test_r73_regular_re_rolls_not_used_are_gone_with_the_queen() -> None:
    game = thrown(board({track: {1: "A"} for track in (1, 2, 3, 4)}, queens="A"), "111111")
    game, _ = play(game, throw("111112"), REROLL)
    assert left(game) == (4, 2)
    assert left(thrown(game, "111113", "111114")) == (0, 0)


def test_r73_a_queen_that_gives_no_more_re_rolls_than_there_are_is_refused() -> None:
    game = thrown(board({1: {1: "A"}}, queens="A"), NOTHING)
    error = refused(game, REROLL)
    assert (error.code, error.arguments) == ("queen_without_effect", {"use": "reroll"})
    assert thrown(game, "112234").refusal(REROLL) is None


def test_r73_without_an_active_ant_a_queen_gives_no_re_roll() -> None:
    game = thrown(board({1: {1: "AB"}}, queens="A"), NOTHING)
    assert refused(game, REROLL).code == "queen_without_effect"


def test_r73_a_queen_for_an_attack_that_cannot_be_made_is_refused() -> None:
    for there, dice, helps in (
        ("", NOTHING, False),
        ("4B", NOTHING, True),
        ("4BA", NOTHING, False),
        ("7B", NOTHING, False),  # one attack does not move an ant from the food
        ("7B", FOUR_STRAIGHT, True),
        ("1B", FOUR_STRAIGHT, False),  # the straight pushes it home already
        ("1B 3C", FOUR_STRAIGHT, True),
        ("2B 1A", FOUR_STRAIGHT, False),  # after one push it lies under Arthur
        ("7B 6A", FIVE_STRAIGHT, False),
        ("7B", FIVE_STRAIGHT, True),
        ("4B", FULL_STRAIGHT, False),  # four pushes are all it has to go
        ("5B", FULL_STRAIGHT, True),
    ):
        second = {int(pile[0]): pile[1:] for pile in there.split()}
        game = thrown(board({2: second}, queens="A"), dice)
        useful(game, ATTACK, helps=helps)


def useful(game: PicnicBlitz, queen: SpendQueen, *, helps: bool) -> None:
    """The queen is offered where it helps, and refused where it has no effect."""
    if helps:
        assert queen in game.legal_moves()
    else:
        assert refused(game, queen).code == "queen_without_effect"


def test_r64_option_a_queen_does_not_push_off_the_first_space_either() -> None:
    game = thrown(board({2: {1: "B"}}, PicnicVariant.FIRM_FIRST, queens="A"), NOTHING)
    assert refused(game, ATTACK).code == "queen_without_effect"


def test_r73_a_queen_for_a_second_move_that_cannot_be_made_is_refused() -> None:
    boards: list[tuple[dict[int, dict[int, str]], str, bool]] = [
        ({}, "112233", True),
        ({}, "111111", False),
        ({1: {1: "AB"}, 2: {7: "C"}}, "112223", False),
        ({1: {1: "AB"}}, "112223", True),
        ({6: {10: "A"}, 4: {7: "A"}, 5: {8: "A"}}, "444555", False),  # either move wins
        ({6: {10: "A"}, 4: {7: "A"}, 5: {2: "A"}}, "444555", True),
    ]
    for own, dice, helps in boards:
        useful(thrown(board(own, queens="A"), dice), MOVE, helps=helps)


def test_r73_the_queen_for_a_second_move_is_declared_before_the_first() -> None:
    game, _ = play(board({}, queens="A"), throw(NOTHING), March(1))
    assert game.player == BEATRICE
    game, events = play(board({}, queens="A"), throw(NOTHING), MOVE, March(1))
    assert game.phase is AntPhase.MOVE
    assert marches(game) == {2, 3}
    assert refused(game, March(1)).code == "already_marched"
    assert refused(game, ATTACK).code == "no_queen"
    game, more = game.play(March(3))
    assert [type(event).__name__ for event in pieces((*events, *more))] == [
        "QueenSpent", "MoveAnt", "MoveAnt",
    ]  # fmt: skip
    assert game.player == BEATRICE


def test_the_second_move_may_be_left_out() -> None:
    game, _ = play(board({}, queens="A"), throw(NOTHING), MOVE, March(1), Pass())
    assert (game.player, lies(game, 1)) == (BEATRICE, {2: "A"})


def test_two_moves_may_follow_attacks() -> None:
    game = board({3: {3: "AB"}}, queens="A")
    game, _ = play(game, throw(FOUR_STRAIGHT), Attack(BEATRICE, 3), MOVE, March(3), March(6))
    assert lies(game, 3) == {2: "B", 4: "A"}
    assert lies(game, 6) == {2: "A"}
