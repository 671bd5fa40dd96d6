"""Heckmeck Barbecue, rule by rule. References like R9 are to the rulings in docs/rules.md."""

import pytest

from rules import Barbecue, Colour, Face, Player, Stop
from rules.barbecue import BarbecueVariant
from rules.events import (
    DealPlates,
    Failed,
    LaySnails,
    PassDice,
    PlaceSnail,
    PlateHome,
    SetAside,
    TakeWorms,
    Thrown,
    TurnEnded,
)
from rules.grill import EMPTY, SNAIL, WORM_POOL, Spot
from tests.rules.grills import FORCED_30, crowded, fail, three, two
from tests.rules.tables import (
    ANN,
    BEN,
    CAT,
    begin,
    grill,
    keep,
    lay_aside,
    play,
    refused,
    throw,
    turn,
)

# Material and preparation.


def test_everyone_takes_ten_plates_twelve_snails_lie_ready_and_the_hungriest_starts() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLACK)]
    game, events = Barbecue.begin(players, starter=BEN)
    assert events == (DealPlates(ANN, 10), DealPlates(BEN, 10), LaySnails(12), PassDice(BEN))
    assert game.table.snail_pool == 12
    assert game.points() == (0, 0)
    assert [*game.spots()] == [(number, EMPTY) for number in range(23, 37)]
    assert WORM_POOL == 25 * 1 + 5 * 5, "R1: the thirty worm pieces"


def test_the_dice_show_a_worm_in_place_of_the_five() -> None:
    values = {str(face): count for face, count in two().setup.dice.values.items()}
    assert values == {"1": 1, "2": 2, "3": 3, "4": 4, "6": 6, "worm": 5}
    assert refused(two(), throw("55555555")).code == "face_unknown"


# Rolling the dice.


def test_the_first_throw_is_of_all_eight_dice() -> None:
    game = two()
    assert game.legal_moves().dice == 8
    assert refused(game, throw("66ww442")).code == "number_of_dice"


def test_all_dice_of_one_value_are_laid_aside_and_each_worm_counts_five() -> None:
    game, events = play(two(), throw("66ww4422"), keep("w"))
    assert events[-1] == SetAside(ANN, Face.WORM, 2)
    assert game.turn.kept == {Face.WORM: 2}
    assert game.turn.total == 10
    assert game.legal_moves().dice == 6


def test_only_what_was_thrown_can_be_laid_aside_and_no_value_again() -> None:
    assert refused(two(), keep("w")).code == "keep_not_now"
    game, _ = play(two(), throw("44123666"))
    assert refused(game, keep("w")).code == "not_thrown"
    game, _ = play(game, keep("4"), throw("441236"))
    assert refused(game, keep("4")).code == "already_kept"
    assert keep("6") in game.legal_moves()


def test_r70_nobody_stops_before_the_first_throw_and_each_throw_must_be_answered() -> None:
    for begun in (two(), two(BarbecueVariant.STOP_IS_FAIL)):
        assert refused(begun, Stop()).code == "stop_before_first_throw"
        game, _ = play(lay_aside(begun, "66666")[0], throw("w11"))
        for move in (Stop(), throw("666ww1")):
            refused(game, move)
        assert set(game.legal_moves()) == {keep("w"), keep("1")}


# A) Stopping.


def test_john_finishes_with_30() -> None:
    """R3: two sixes, two worms, a four and two twos are thirty."""
    john, steven = 0, 1
    game = begin(Barbecue, "John", "Steven")
    game, _ = play(game, throw("66124433"), keep("6"))
    game, _ = play(game, throw("ww1243"), keep("w"))
    game, _ = play(game, throw("4612"), keep("4"))
    game, _ = play(game, throw("221"), keep("2"))
    assert game.turn.total == 30
    game, events = play(game, Stop())
    assert events[0] == TurnEnded(john, 30, "stopped")
    assert events[-1] == PassDice(steven)
    assert game.table[30] == Spot(john, 1)
    assert game.table.worms == (3, 0)


WORTHLESS = [("ww 66", "too_low"), ("6666", "no_worm"), ("66 ww 4 22", "blocked")]


@pytest.mark.parametrize(("groups", "why"), WORTHLESS)
def test_r6_no_stop_while_the_result_is_worthless(groups: str, why: str) -> None:
    game, _ = lay_aside(grill(two(), {30: Spot(BEN, 2)}), groups)
    refusal = refused(game, Stop())
    assert (refusal.code, refusal.arguments["why"]) == ("stop_brings_nothing", why)
    assert game.legal_moves().dice == game.turn.left


@pytest.mark.parametrize(("groups", "why"), WORTHLESS)
def test_r6_variant_a_worthless_stop_is_a_failed_attempt(groups: str, why: str) -> None:
    game = grill(two(BarbecueVariant.STOP_IS_FAIL), {30: Spot(BEN, 2)})
    after, events = turn(game, groups)
    total = lay_aside(game, groups)[0].turn.total
    assert events == (
        TurnEnded(ANN, total, "stopped"),
        Failed(ANN, total, why),
        PlaceSnail(36),
        PassDice(BEN),
    )
    assert after.table[36] == SNAIL
    assert after.table.worms == game.table.worms


def test_r6_a_rewarding_stop_is_rewarded_but_a_player_may_roll_on() -> None:
    for variants in ((), (BarbecueVariant.STOP_IS_FAIL,)):
        game, _ = lay_aside(two(*variants), "66 ww 4 22")
        assert game.legal_moves().dice == 1
        game, events = game.play(Stop())
        assert TakeWorms(ANN, 3) in events
        assert game.table[30] == Spot(ANN, 1)


@pytest.mark.parametrize(
    ("groups", "total", "why"), [(FORCED_30, 30, "all_dice"), ("66 w 4 3 2 1", 27, "all_faces")]
)
def test_r7_the_turn_ends_when_all_dice_or_all_six_values_are_aside(
    groups: str, total: int, why: str
) -> None:
    game, events = lay_aside(two(), groups)
    assert TurnEnded(ANN, total, why) in events
    assert game.table[total] == Spot(ANN, 1)
    assert game.player == BEN


# B) Failed attempts.


def test_stevens_blocked_30_is_a_forced_end_and_fails() -> None:
    steven, john = 0, 1
    game = grill(begin(Barbecue, "Steven", "John"), {30: Spot(john, 2)})
    game, events = turn(game, FORCED_30)
    assert events == (
        TurnEnded(steven, 30, "all_dice"),
        Failed(steven, 30, "blocked"),
        PlaceSnail(36),
        PassDice(john),
    )
    assert game.table[30] == Spot(john, 2)
    assert game.table.worms == (0, 6)


def test_no_worm_at_the_end_of_the_turn_is_a_failed_attempt() -> None:
    game, events = turn(two(), "6666 11 22")
    assert events == (
        TurnEnded(ANN, 30, "all_dice"),
        Failed(ANN, 30, "no_worm"),
        PlaceSnail(36),
        PassDice(BEN),
    )
    assert game.table[30] == EMPTY
    assert game.points() == (0, 0)


def test_a_throw_of_only_old_values_loses_even_a_rewarding_result() -> None:
    game, _ = lay_aside(two(), "66 ww 4 22")
    game, events = play(game, throw("4"))
    assert events == (
        Thrown(ANN, throw("4").faces),
        TurnEnded(ANN, 30, "only_old"),
        Failed(ANN, 30, "only_old"),
        PlaceSnail(36),
        PassDice(BEN),
    )
    assert game.table[30] == EMPTY
    assert game.points() == (0, 0)


def test_less_than_23_is_a_failed_attempt() -> None:
    game, events = turn(two(), "w 1111 22 3")
    assert Failed(ANN, 16, "too_low") in events
    assert game.table[36] == SNAIL


def test_r8_two_plates_block_the_spot_whoever_owns_them_and_no_lower_one_is_taken() -> None:
    for owner in (ANN, BEN):
        game = grill(two(), {30: Spot(owner, 2), 29: SNAIL, 28: Spot(BEN, 1)})
        after, events = turn(game, FORCED_30)
        assert Failed(ANN, 30, "blocked") in events
        assert after.table == game.table.with_spot(36, SNAIL)


# The snail of a failed attempt.


def test_r14_snail_goes_to_highest_empty_spot() -> None:
    game = grill(two(), {36: SNAIL, 35: Spot(ANN, 1), 34: Spot(BEN, 2)})
    game, events = fail(game)
    assert PlaceSnail(33) in events
    assert game.table[33] == SNAIL
    assert game.table.snail_pool == 10


def test_r14_without_an_empty_spot_the_highest_single_plate_makes_room() -> None:
    """The owner, who may be the one who failed, keeps the worms."""
    for owner in (ANN, BEN):
        game = grill(three(), crowded(at28=owner, at25=CAT))
        after, events = fail(game)
        assert {PlateHome(owner, 28), PlaceSnail(28)} <= set(events)
        assert (after.table[28], after.table[25]) == (SNAIL, Spot(CAT, 1))
        assert after.table.worms == game.table.worms
        assert after.table.plates_out(owner) == game.table.plates_out(owner) - 1


def test_r14_a_low_empty_spot_comes_before_a_high_single_plate() -> None:
    spots = {number: Spot(number % 2, 1) for number in range(24, 37)}
    game, events = fail(grill(two(), spots))
    assert PlaceSnail(23) in events
    assert not any(isinstance(event, PlateHome) for event in events)
    assert game.table[36] == Spot(ANN, 1)


def test_r14_a_failed_attempt_costs_the_player_nothing_else() -> None:
    game = grill(two(), {25: Spot(ANN, 1)}, worms=(7, 0), snails=(2, 0))
    after, _ = fail(game)
    assert after.table[25] == Spot(ANN, 1)
    assert (after.table.worms, after.table.snails) == ((7, 0), (2, 0))


def test_r16_first_the_fail_then_the_snail_then_the_next_player() -> None:
    game, events = fail(two())
    assert events == (
        TurnEnded(ANN, 8, "all_dice"),
        Failed(ANN, 8, "no_worm"),
        PlaceSnail(36),
        PassDice(BEN),
    )
    assert game.outcome() is None
