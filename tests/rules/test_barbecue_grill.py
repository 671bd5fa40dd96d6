"""Heckmeck Barbecue on the grill: plates, worms, snails, the end and the score.

R numbers are those of docs/rules.md.
"""

import pytest

from rules import Adjust, Barbecue, Colour, Player, Stop
from rules.barbecue import BarbecueVariant
from rules.events import (
    Failed,
    GameOver,
    NoPlateLeft,
    PassDice,
    PlacePlate,
    PlaceSnail,
    PlateHome,
    StealWorms,
    TakeSnail,
    TakeSnailFromPool,
    TakeWorms,
    TurnEnded,
)
from rules.grill import EMPTY, SNAIL, Spot
from tests.rules.grills import (
    A_FAIL,
    FORCED_30,
    FORCED_33,
    FORCED_47,
    crowded,
    fail,
    score,
    three,
    two,
)
from tests.rules.tables import (
    ANN,
    BEN,
    CAT,
    grill,
    lay_aside,
    play,
    refused,
    throw,
    turn,
)

# Placing plates and snatching worms.


def test_action_1_an_empty_spot_is_occupied() -> None:
    game, events = score(two(), 25)
    assert events == (
        TurnEnded(ANN, 25, "stopped"),
        PlacePlate(ANN, 25),
        TakeWorms(ANN, 2),
        PassDice(BEN),
    )
    assert game.table[25] == Spot(ANN, 1)
    assert game.table.worms == (2, 0)


def test_action_2_worms_are_stolen_and_the_plates_change_places() -> None:
    game = grill(two(), {25: Spot(BEN, 1)}, worms=(0, 6))
    game, events = score(game, 25)
    assert events == (
        TurnEnded(ANN, 25, "stopped"),
        StealWorms(ANN, BEN, 2),
        PlateHome(BEN, 25),
        PlacePlate(ANN, 25),
        PassDice(BEN),
    )
    assert game.table[25] == Spot(ANN, 1)
    assert game.table.worms == (2, 4)
    assert game.table.plates_out(BEN) == 0


def test_action_3_a_second_plate_protects_the_own_spot() -> None:
    game = grill(two(), {25: Spot(ANN, 1)})
    game, events = score(game, 25)
    assert events == (
        TurnEnded(ANN, 25, "stopped"),
        PlacePlate(ANN, 25),
        TakeWorms(ANN, 2),
        PassDice(BEN),
    )
    assert game.table[25] == Spot(ANN, 2)
    assert game.table.worms == (4, 0)


def test_action_4_a_snail_is_taken_and_no_plate_is_laid() -> None:
    """R9: the spot is empty afterwards."""
    game = grill(two(), {25: SNAIL})
    game, events = score(game, 25)
    assert events == (TurnEnded(ANN, 25, "stopped"), TakeSnail(ANN, 25), PassDice(BEN))
    assert game.table[25] == EMPTY
    assert game.table.snails == (1, 0)
    assert game.table.worms == (0, 0)


def test_the_result_is_the_number_of_the_spot() -> None:
    for number in Barbecue.NUMBERS:
        game, events = score(two(), number)
        assert PlacePlate(ANN, number) in events
        assert game.table[number] == Spot(ANN, 1)
        assert game.points() == (Barbecue.BOX.worms[number], 0)


def test_r9_the_spot_decides_and_leaves_no_choice() -> None:
    for there in (EMPTY, Spot(BEN, 1), Spot(ANN, 1), SNAIL):
        game, _ = score(grill(two(), {25: there}), 25)
        assert game.player == BEN
        assert game.legal_moves().dice == 8


def test_r2_worms_are_counted_in_points_and_are_those_of_the_owners_box() -> None:
    game, events = score(grill(two(), {}, worms=(4, 0)), 25)
    assert game.table.worms == (6, 0)
    assert [event for event in events if isinstance(event, TakeWorms)] == [TakeWorms(ANN, 2)]
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLACK)]
    box = type(Barbecue.BOX)(worms={**Barbecue.BOX.worms, 25: 5})
    game, events = score(Barbecue.begin(players, box=box)[0], 25)
    assert TakeWorms(ANN, 5) in events
    assert game.points() == (5, 0)


# More than 36.


def test_r10_more_than_36_brings_a_snail_from_the_pool_while_there_is_one() -> None:
    for snails, left in (((0, 0), 10), ((5, 5), 0)):
        game = grill(two(), {33: SNAIL}, snails=snails)
        game, events = turn(game, "6666 www")
        assert events == (TurnEnded(ANN, 39, "stopped"), TakeSnailFromPool(ANN), PassDice(BEN))
        assert game.table.snails == (snails[ANN] + 1, snails[BEN])
        assert game.table.snail_pool == left
        assert game.table[33] == SNAIL


def test_r10_from_an_empty_pool_it_brings_the_highest_snail_of_the_grill() -> None:
    game = grill(two(), {26: SNAIL, 33: SNAIL, 36: Spot(BEN, 1)}, snails=(5, 5))
    game, events = turn(game, "6666 www")
    assert events == (TurnEnded(ANN, 39, "stopped"), TakeSnail(ANN, 33), PassDice(BEN))
    assert (game.table[33], game.table[26]) == (EMPTY, SNAIL)
    assert game.table.snails == (6, 5)


def test_r10_with_no_snail_anywhere_the_game_ends_at_once() -> None:
    game = grill(two(), {25: Spot(BEN, 1)}, snails=(6, 6))
    after, events = turn(game, FORCED_47)
    assert events == (TurnEnded(ANN, 47, "all_dice"), GameOver("no_snail"))
    assert after.table == game.table
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.winners == (BEN,)


def test_r10_more_than_36_needs_a_worm_too() -> None:
    game, events = turn(two(), "66666666")
    assert Failed(ANN, 48, "no_worm") in events
    assert game.table.snails == (0, 0)
    assert game.table[36] == SNAIL


def test_r10_the_highest_result_of_all_is_47() -> None:
    game, events = turn(two(), FORCED_47)
    assert events == (TurnEnded(ANN, 47, "all_dice"), TakeSnailFromPool(ANN), PassDice(BEN))
    assert game.points() == (3, 0)


def test_r71_no_stop_above_36_when_no_snail_is_anywhere() -> None:
    """In the variant such a stop ends the game."""
    game, _ = lay_aside(grill(two(), {}, snails=(6, 6)), "6666 www")
    refusal = refused(game, Stop())
    assert (refusal.code, refusal.arguments["why"]) == ("stop_brings_nothing", "no_snail")
    game, events = turn(grill(two(BarbecueVariant.STOP_IS_FAIL), {}, snails=(6, 6)), "6666 www")
    assert events == (TurnEnded(ANN, 39, "stopped"), GameOver("no_snail"))
    assert game.outcome() is not None


# Short of worms, short of plates.


def test_r11_a_table_with_unpaid_plates_cannot_be() -> None:
    game = two()
    table = game.table.with_spot(36, Spot(BEN, 1)).with_worms(BEN, 3)
    assert refused(game, Adjust(table, ANN)).code == "too_few_worms"
    assert game.refusal(Adjust(table.with_worms(BEN, 1), ANN)) is None


def test_r12_worms_never_run_out() -> None:
    game, events = score(grill(two(), {}, worms=(25, 25)), 36)
    assert TakeWorms(ANN, 4) in events
    assert game.table.worms == (29, 25)


def test_r12_strict_worms_a_player_gets_what_is_left() -> None:
    game = grill(two(BarbecueVariant.STRICT_WORMS), {}, worms=(25, 23))
    game, events = score(game, 36)
    assert TakeWorms(ANN, 2) in events
    assert game.table.worms == (27, 23)
    assert game.table[36] == Spot(ANN, 1)


def test_r12_strict_worms_an_empty_pool_pays_nothing_but_the_plate_is_laid() -> None:
    """And it is no reason to stop, as the result would bring neither worms nor a snail (R6)."""
    empty = grill(two(BarbecueVariant.STRICT_WORMS), {}, worms=(25, 25))
    game, events = score(empty, 36)
    assert events == (TurnEnded(ANN, 36, "all_dice"), PlacePlate(ANN, 36), PassDice(BEN))
    assert game.table.worms == (25, 25)
    assert game.table[36] == Spot(ANN, 1)
    assert refused(lay_aside(empty, "66 ww 4 22")[0], Stop()).code == "stop_brings_nothing"


def test_r74_strict_worms_a_thief_takes_what_the_victim_has() -> None:
    game = grill(two(BarbecueVariant.STRICT_WORMS), {36: Spot(BEN, 1)}, worms=(0, 1))
    game, events = score(game, 36)
    assert StealWorms(ANN, BEN, 1) in events
    assert game.table.worms == (1, 0)
    assert game.table[36] == Spot(ANN, 1)


TEN_PLATES_OUT = {number: Spot(ANN, 1) for number in range(23, 33)}


def test_r13_without_a_plate_in_hand_an_empty_spot_still_pays() -> None:
    game = grill(two(), TEN_PLATES_OUT)
    after, events = score(game, 33)
    assert {TakeWorms(ANN, 4), NoPlateLeft(ANN, 33)} <= set(events)
    assert not any(isinstance(event, Failed | PlaceSnail | PlacePlate) for event in events)
    assert after.table == game.table.with_worms(ANN, 4)


def test_r13_without_a_plate_in_hand_a_steal_leaves_the_spot_empty() -> None:
    game = grill(two(), TEN_PLATES_OUT | {33: Spot(BEN, 1)})
    after, events = score(game, 33)
    assert {StealWorms(ANN, BEN, 4), PlateHome(BEN, 33), NoPlateLeft(ANN, 33)} <= set(events)
    assert after.table[33] == EMPTY
    assert after.table.worms == (game.table.worms[ANN] + 4, 0)


def test_r13_without_a_plate_in_hand_the_own_spot_pays_but_stays_single() -> None:
    game = grill(two(), TEN_PLATES_OUT)
    after, events = score(game, 30)
    assert {TakeWorms(ANN, 3), NoPlateLeft(ANN, 30)} <= set(events)
    assert after.table == game.table.with_worms(ANN, 3)


@pytest.mark.parametrize(
    ("number", "there", "groups"),
    [(33, EMPTY, FORCED_33), (33, Spot(BEN, 1), FORCED_33), (30, Spot(ANN, 1), FORCED_30)],
)
def test_r13_strict_plates_no_plate_in_hand_no_action(
    number: int, there: Spot, groups: str
) -> None:
    """And no failed attempt: that list is closed."""
    game = grill(two(BarbecueVariant.STRICT_PLATES), TEN_PLATES_OUT | {number: there})
    after, events = turn(game, groups)
    assert events == (TurnEnded(ANN, number, "all_dice"), NoPlateLeft(ANN, number), PassDice(BEN))
    assert after.table == game.table


def test_r13_strict_plates_no_plate_in_hand_is_no_reason_to_stop() -> None:
    """R6 too: the result would bring nothing."""
    game, _ = lay_aside(grill(two(BarbecueVariant.STRICT_PLATES), TEN_PLATES_OUT), "66 ww 4 22")
    assert refused(game, Stop()).code == "stop_brings_nothing"


def test_r13_strict_plates_a_snail_needs_no_plate() -> None:
    game = grill(two(BarbecueVariant.STRICT_PLATES), TEN_PLATES_OUT | {33: SNAIL})
    game, events = score(game, 33)
    assert TakeSnail(ANN, 33) in events
    assert game.table.snails == (1, 0)


def test_r13_strict_plates_the_last_plate_in_hand_is_laid_as_ever() -> None:
    nine = {number: Spot(ANN, 1) for number in range(23, 32)}
    game, events = score(grill(two(BarbecueVariant.STRICT_PLATES), nine), 33)
    assert PlacePlate(ANN, 33) in events
    assert game.table.plates_out(ANN) == 10


# Game end.


def test_r15_the_twelfth_snail_does_not_end_the_game_the_next_fail_does() -> None:
    game, events = fail(grill(two(), {}, snails=(11, 0)))
    assert PlaceSnail(36) in events
    assert game.table.snail_pool == 0
    assert game.outcome() is None
    game, events = fail(game)
    assert events == (
        TurnEnded(BEN, 8, "all_dice"),
        Failed(BEN, 8, "no_worm"),
        GameOver("snails_used_up"),
    )
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (ANN,)


def test_r15_the_pool_can_be_empty_while_spots_are_free() -> None:
    """A snail taken from the grill never returns to it."""
    game = grill(two(), {25: SNAIL})
    after, _ = score(game, 25)
    assert after.table.snail_pool == game.table.snail_pool == 11
    game, events = fail(grill(two(), {}, snails=(12, 0)))
    assert events[-1] == GameOver("snails_used_up")
    assert game.table[36] == EMPTY


def test_r14_the_game_ends_when_every_spot_is_blocked_or_has_a_snail() -> None:
    game = grill(three(), crowded())
    after, events = fail(game)
    assert events == (
        TurnEnded(ANN, 8, "all_dice"),
        Failed(ANN, 8, "no_worm"),
        GameOver("grill_full"),
    )
    assert after.table == game.table
    assert after.table.snail_pool == 10


def test_the_game_goes_on_with_a_full_grill_until_someone_fails() -> None:
    game = grill(three(), crowded(at34=ANN))
    game, events = turn(game, "66 www 4 3")
    assert game.table[34] == Spot(ANN, 2)
    assert events[-1] == PassDice(BEN)
    assert game.outcome() is None
    game, events = fail(game)
    assert events[-1] == GameOver("grill_full")


def test_r16_there_is_no_final_round() -> None:
    game, events = fail(grill(two(), {}, snails=(12, 0)))
    assert not any(isinstance(event, PassDice) for event in events)
    assert len(game.legal_moves()) == 0
    assert refused(game, throw(A_FAIL)).code == "game_over"


def test_a_throw_of_only_old_values_can_end_the_game_too() -> None:
    game, _ = lay_aside(grill(two(), {}, snails=(12, 0)), "ww")
    game, events = play(game, throw("wwwwww"))
    assert events[2:] == (Failed(ANN, 10, "only_old"), GameOver("snails_used_up"))


# Final score. Each game ends because no snail is left for a failed attempt.


def ended(table: Barbecue) -> tuple[tuple[int, ...], bool]:
    """Who won, and whether a tie was broken."""
    outcome = fail(table)[0].outcome()
    assert outcome is not None
    return outcome.winners, outcome.tie_broken


def test_r18_a_worm_counts_one_a_snail_three_and_plates_nothing() -> None:
    game = grill(two(), {36: Spot(ANN, 2)}, worms=(8, 4), snails=(2, 1))
    assert game.points() == (14, 7)


def test_the_most_points_win_of_worms_or_of_snails_whatever_the_plates() -> None:
    game = grill(two(), {36: Spot(ANN, 1)}, worms=(4, 5), snails=(6, 6))
    assert ended(game) == ((BEN,), False)
    assert ended(grill(two(), {}, worms=(7, 5), snails=(5, 7))) == ((BEN,), False)


def test_r17_a_tie_goes_to_the_highest_plate_on_the_grill() -> None:
    """Or to the one who has a plate at all."""
    spots = {24: Spot(ANN, 2), 26: Spot(ANN, 1), 23: Spot(BEN, 1), 28: Spot(BEN, 1)}
    for there in (spots, {23: Spot(BEN, 1)}):
        assert ended(grill(two(), there, worms=(5, 5), snails=(6, 6))) == ((BEN,), True)


def test_r17_tied_players_without_plates_share_the_win() -> None:
    assert ended(grill(two(), {}, worms=(5, 5), snails=(6, 6))) == ((ANN, BEN), False)


def test_r17_only_plates_of_the_tied_players_count() -> None:
    spots = {25: Spot(ANN, 1), 24: Spot(BEN, 1), 36: Spot(CAT, 1)}
    game = grill(three(), spots, worms=(5, 5, 4), snails=(4, 4, 4))
    assert ended(game) == ((ANN,), True)
