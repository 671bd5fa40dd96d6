"""Heckmeck Barbecue, rule by rule. References like R9 are to the rulings in docs/rules.md."""

import pytest

from rules import Barbecue, Colour, Face, Player, Stop
from rules.barbecue import Variant
from rules.errors import BadBox, BadSetup
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
from rules.grill import EMPTY, SNAIL, SPOTS, WORM_POOL, Spot
from rules.moves import Move
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


def test_everyone_takes_ten_plates_and_twelve_snails_lie_ready() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLACK)]
    game, events = Barbecue.begin(players)
    assert events == (DealPlates(ANN, 10), DealPlates(BEN, 10), LaySnails(12), PassDice(ANN))
    assert game.table.snail_pool == 12
    assert game.points() == (0, 0)


def test_the_grill_has_fourteen_empty_spots_from_23_to_36() -> None:
    assert [(number, spot) for number, spot in two().table.numbered()] == [
        (number, EMPTY) for number in range(23, 37)
    ]


def test_the_hungriest_player_starts() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLACK)]
    game, events = Barbecue.begin(players, starter=BEN)
    assert game.player == BEN
    assert events[-1] == PassDice(BEN)


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")])
def test_two_to_five_can_play(names: tuple[str, ...]) -> None:
    with pytest.raises(BadSetup, match="number_of_players"):
        begin(Barbecue, *names)


def test_the_dice_show_a_worm_in_place_of_the_five() -> None:
    values = two().setup.dice.values
    assert {str(face): count for face, count in values.items()} == {
        "1": 1,
        "2": 2,
        "3": 3,
        "4": 4,
        "6": 6,
        "worm": 5,
    }
    assert refused(two(), throw("55555555")).code == "face_unknown"


def test_ordinary_dice_can_stand_in_and_their_five_is_the_worm() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLACK)]
    game, _ = Barbecue.begin(players, dice="standard")
    assert game.setup.table_dice.read([Face.FIVE, Face.SIX]) == (Face.SIX, Face.WORM)


def test_r1_the_thirty_worm_pieces_are_worth_fifty() -> None:
    assert WORM_POOL == 25 * 1 + 5 * 5


def test_worms_on_the_spots_are_only_assumed_until_the_owner_says_so() -> None:
    assert Barbecue.BOX.assumed
    worms = Barbecue.BOX.worms
    assert [worms[spot] for spot in SPOTS] == [1] * 2 + [2] * 4 + [3] * 4 + [4] * 4


def test_a_box_must_show_worms_on_every_spot() -> None:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLACK)]
    box = type(Barbecue.BOX)(worms={23: 1})
    with pytest.raises(BadBox):
        Barbecue.begin(players, box=box)


# Rolling the dice.


def test_the_first_throw_is_of_all_eight_dice() -> None:
    game = two()
    assert game.legal_moves().dice == 8
    assert refused(game, throw("66ww442")).code == "number_of_dice"


def test_all_dice_of_one_value_are_laid_aside() -> None:
    game, events = play(two(), throw("66ww4422"), keep("6"))
    assert events[-1] == SetAside(ANN, Face.SIX, 2)
    assert game.turn.kept == {Face.SIX: 2}
    assert game.legal_moves().dice == 6


def test_each_worm_counts_five() -> None:
    game, _ = play(two(), throw("66ww4422"), keep("w"))
    assert game.turn.total == 10


def test_a_value_laid_aside_cannot_be_laid_aside_again() -> None:
    game, _ = play(two(), throw("44123666"), keep("4"), throw("441236"))
    assert refused(game, keep("4")).code == "already_kept"
    assert keep("6") in game.legal_moves()


def test_only_what_was_thrown_can_be_laid_aside() -> None:
    game, _ = play(two(), throw("44123666"))
    assert refused(game, keep("w")).code == "not_thrown"


def test_r70_nobody_stops_before_the_first_throw() -> None:
    assert refused(two(), Stop()).code == "stop_before_first_throw"
    assert refused(two(Variant.STOP_IS_FAIL), Stop()).code == "stop_before_first_throw"


@pytest.mark.parametrize("move", [Stop(), throw("666ww1")])
def test_r70_a_throw_must_be_answered_by_laying_aside(move: Move) -> None:
    game, _ = lay_aside(two(), "66666")
    game, _ = play(game, throw("w11"))
    refused(game, move)
    assert set(game.legal_moves()) == {keep("w"), keep("1")}


def test_laying_aside_needs_a_throw() -> None:
    assert refused(two(), keep("w")).code == "keep_not_now"


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


@pytest.mark.parametrize(
    ("groups", "why"), [("ww 66", "too_low"), ("6666", "no_worm"), ("66 ww 4 22", "blocked")]
)
def test_r6_no_stop_while_the_result_is_worthless(groups: str, why: str) -> None:
    game, _ = lay_aside(grill(two(), {30: Spot(BEN, 2)}), groups)
    refusal = refused(game, Stop())
    assert (refusal.code, refusal.arguments["why"]) == ("stop_brings_nothing", why)
    assert game.legal_moves().dice == game.turn.left


@pytest.mark.parametrize(
    ("groups", "why"), [("ww 66", "too_low"), ("6666", "no_worm"), ("66 ww 4 22", "blocked")]
)
def test_r6_variant_a_worthless_stop_is_a_failed_attempt(groups: str, why: str) -> None:
    game = grill(two(Variant.STOP_IS_FAIL), {30: Spot(BEN, 2)})
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


def test_r6_variant_a_rewarding_stop_is_rewarded_as_ever() -> None:
    game, events = turn(two(Variant.STOP_IS_FAIL), "66 ww 4 22")
    assert TakeWorms(ANN, 3) in events
    assert game.table[30] == Spot(ANN, 1)


def test_r6_a_player_may_always_roll_on_from_a_rewarding_result() -> None:
    game, _ = lay_aside(two(), "66 ww 4 22")
    assert Stop() in game.legal_moves()
    assert game.legal_moves().dice == 1


def test_r7_the_turn_ends_when_all_dice_are_aside() -> None:
    game, events = lay_aside(two(), FORCED_30)
    assert TurnEnded(ANN, 30, "all_dice") in events
    assert game.table[30] == Spot(ANN, 1)
    assert game.player == BEN


def test_r7_the_turn_ends_when_all_six_values_are_aside() -> None:
    game, events = lay_aside(two(), "66 w 4 3 2 1")
    assert TurnEnded(ANN, 27, "all_faces") in events
    assert game.table[27] == Spot(ANN, 1)
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


def test_a_throw_of_only_old_values_is_a_failed_attempt() -> None:
    game, _ = lay_aside(two(), "ww 66")
    game, events = play(game, throw("ww66"))
    assert events == (
        Thrown(ANN, throw("ww66").faces),
        TurnEnded(ANN, 22, "only_old"),
        Failed(ANN, 22, "only_old"),
        PlaceSnail(36),
        PassDice(BEN),
    )


def test_a_throw_of_only_old_values_loses_even_a_rewarding_result() -> None:
    game, _ = lay_aside(two(), "66 ww 4 22")
    game, events = play(game, throw("4"))
    assert Failed(ANN, 30, "only_old") in events
    assert game.table[30] == EMPTY
    assert game.points() == (0, 0)


def test_less_than_23_is_a_failed_attempt() -> None:
    game, events = turn(two(), "w 1111 22 3")
    assert Failed(ANN, 16, "too_low") in events
    assert game.table[36] == SNAIL


@pytest.mark.parametrize("owner", [ANN, BEN])
def test_r8_two_plates_block_the_spot_whoever_owns_them(owner: int) -> None:
    game = grill(two(), {30: Spot(owner, 2)})
    after, events = turn(game, FORCED_30)
    assert Failed(ANN, 30, "blocked") in events
    assert after.table[30] == Spot(owner, 2)
    assert after.table.worms == game.table.worms


def test_r8_a_blocked_result_takes_no_lower_spot() -> None:
    game = grill(two(), {30: Spot(BEN, 2), 29: SNAIL, 28: Spot(BEN, 1)})
    after, _ = turn(game, FORCED_30)
    assert (after.table[29], after.table[28]) == (SNAIL, Spot(BEN, 1))
    assert after.table.snails == (0, 0)


# The snail of a failed attempt.


def test_r14_snail_goes_to_highest_empty_spot() -> None:
    game = grill(two(), {36: SNAIL, 35: Spot(ANN, 1), 34: Spot(BEN, 2)})
    game, events = fail(game)
    assert PlaceSnail(33) in events
    assert game.table[33] == SNAIL
    assert game.table.snail_pool == 10


def test_r14_without_an_empty_spot_the_highest_single_plate_makes_room() -> None:
    game = grill(three(), crowded(at28=BEN, at25=CAT))
    after, events = fail(game)
    assert {PlateHome(BEN, 28), PlaceSnail(28)} <= set(events)
    assert after.table[28] == SNAIL
    assert after.table[25] == Spot(CAT, 1)


def test_r14_the_owner_of_a_displaced_plate_keeps_the_worms() -> None:
    game = grill(three(), crowded(at28=BEN))
    after, _ = fail(game)
    assert after.table.worms == game.table.worms
    assert after.table.plates_out(BEN) == game.table.plates_out(BEN) - 1


def test_r14_the_single_plate_may_be_the_failing_players_own() -> None:
    game = grill(three(), crowded(at34=ANN, at28=BEN))
    after, events = fail(game)
    assert {PlateHome(ANN, 34), PlaceSnail(34)} <= set(events)
    assert after.table[34] == SNAIL
    assert after.table.worms == game.table.worms


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
