"""Heckmeck am Bratwurmeck, rule by rule. References like R25 are to docs/rules.md."""

import pytest

from rules import Bratwurmeck, Colour, Face, Player, Stop, Take
from rules.bratwurmeck import BratwurmeckVariant
from rules.events import (
    Events,
    Failed,
    GameOver,
    LayTiles,
    PassDice,
    ReturnTile,
    SetAside,
    SnatchTile,
    TakeTile,
    Thrown,
    TurnEnded,
    TurnTile,
)
from rules.tiles import TileTable
from rules.turn import Phase
from tests.rules.tables import (
    ANN,
    BEN,
    CAT,
    begin,
    keep,
    lay_aside,
    play,
    refused,
    throw,
    tiles,
    turn,
)

A_FAIL = "11111111"
"""Eight ones: all dice aside, and no worm."""


def two(*variants: BratwurmeckVariant) -> Bratwurmeck:
    return begin(Bratwurmeck, "Ann", "Ben", variants=variants)


def three() -> Bratwurmeck:
    return begin(Bratwurmeck, "Ann", "Ben", "Cat")


def score(game: Bratwurmeck, total: int) -> tuple[Bratwurmeck, Events]:
    """A turn that ends with this result, mostly of worms."""
    worms, rest = divmod(total, 5)
    if worms == 8:
        worms, rest = 7, 5
    return turn(game, "w" * worms + (f" {rest}" if rest else ""))


def fail(game: Bratwurmeck) -> tuple[Bratwurmeck, Events]:
    return turn(game, A_FAIL)


# Contents and preparation.


def test_sixteen_tiles_lie_in_ascending_order_and_the_youngest_begins() -> None:
    players = [Player("Ann", Colour.RED), Player("Ben", Colour.BLUE)]
    game, events = Bratwurmeck.begin(players, starter=BEN)
    assert events == (LayTiles(tuple(range(21, 37))), PassDice(BEN))
    assert game.table == TileTable(tuple(range(21, 37)), (), ((), ()))


def test_the_dice_show_one_to_five_and_a_worm() -> None:
    values = {str(face): count for face, count in two().setup.dice.values.items()}
    assert values == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
    assert refused(two(), throw("66666666")).code == "face_unknown"


# Collecting dice.


def test_fig_3_jonathan_collects_worms_then_fours_then_has_to_take_the_five() -> None:
    jonathan = 0
    game = begin(Bratwurmeck, "Jonathan", "Steven")
    game, events = play(game, throw("ww112335"), keep("w"))
    assert events[-1] == SetAside(jonathan, Face.WORM, 2)

    game, _ = play(game, throw("44www1"))
    assert refused(game, keep("w")).code == "already_kept"
    game, events = play(game, keep("4"))
    assert events[-1] == SetAside(jonathan, Face.FOUR, 2)
    assert game.turn.total == 18

    game, _ = play(game, throw("445w"))
    assert list(game.legal_moves()) == [keep("5")]
    game, _ = play(game, keep("5"))
    assert game.turn.total == 23
    assert game.legal_moves().dice == 3


def test_fig_3_jonathan_now_needs_a_one_a_two_or_a_three() -> None:
    game, _ = lay_aside(begin(Bratwurmeck, "Jonathan", "Steven"), "ww 44 5")
    for needed in "123":
        lucky, _ = play(game, throw(f"4w{needed}"))
        assert list(lucky.legal_moves()) == [keep(needed)]
    _, events = play(game, throw("45w"))
    assert Failed(0, 23, "only_old") in events


def test_r70_nobody_stops_before_the_first_throw_and_each_throw_must_be_answered() -> None:
    """R28 too."""
    assert refused(two(), Stop()).code == "stop_before_first_throw"
    game, _ = play(lay_aside(two(), "ww")[0], throw("ww1234"))
    for move in (Stop(), throw("123455")):
        refused(game, move)
    assert set(game.legal_moves()) == {keep("1"), keep("2"), keep("3"), keep("4")}


@pytest.mark.parametrize(
    ("groups", "total", "why"),
    [("wwww 11 22", 26, "all_dice"), ("w 55 4 3 2 1", 25, "all_faces")],
)
def test_r28_the_turn_is_over_when_all_dice_or_all_six_symbols_are_aside(
    groups: str, total: int, why: str
) -> None:
    game, events = lay_aside(two(), groups)
    assert events[-3:] == (TurnEnded(ANN, total, why), TakeTile(ANN, total), PassDice(BEN))
    assert game.player == BEN


def test_r28_stopping_for_nothing_is_a_legal_fail() -> None:
    game = tiles(two(), (25, 26), (30,))
    game, events = turn(game, "ww")
    assert events == (
        TurnEnded(ANN, 10, "stopped"),
        Failed(ANN, 10, "no_tile"),
        ReturnTile(ANN, 30),
        PassDice(BEN),
    )
    assert game.table.stacks[ANN] == ()


# Getting a tile.


def test_fig_4a_jonathan_takes_the_24_from_the_grill() -> None:
    jonathan, steven = 0, 1
    game = begin(Bratwurmeck, "Jonathan", "Steven")
    game, _ = play(game, throw("ww112335"), keep("w"), throw("44www1"), keep("4"), throw("2224"))
    assert list(game.legal_moves()) == [keep("2")]
    game, events = play(game, keep("2"), Stop())
    assert events[1:] == (
        TurnEnded(jonathan, 24, "stopped"),
        TakeTile(jonathan, 24),
        PassDice(steven),
    )
    assert game.table.stacks == ((24,), ())
    assert 24 not in game.table.up


def test_fig_4b_steven_snatches_the_21_from_heather() -> None:
    steven, heather = 0, 1
    game = begin(Bratwurmeck, "Steven", "Heather")
    game = tiles(game, (22, 23, 24, 25, 30), (28,), (26, 21))
    game, events = score(game, 21)
    assert events == (
        TurnEnded(steven, 21, "stopped"),
        SnatchTile(steven, heather, 21),
        PassDice(heather),
    )
    assert game.table.stacks == ((28, 21), (26,))


def test_fig_4c_nicole_has_the_23_herself_and_takes_the_21() -> None:
    """R26: her own top tile is not taken again; the 22 lies safe in another stack."""
    nicole, tom = 0, 1
    game = begin(Bratwurmeck, "Nicole", "Tom")
    game = tiles(game, (21, 24, 25, 29), (23,), (22, 27))
    game, events = score(game, 23)
    assert events == (TurnEnded(nicole, 23, "stopped"), TakeTile(nicole, 21), PassDice(tom))
    assert game.table.stacks == ((23, 21), (22, 27))


def test_fig_4d_tom_has_31_and_takes_the_28() -> None:
    tom, nicole = 0, 1
    game = begin(Bratwurmeck, "Tom", "Nicole")
    game = tiles(game, (21, 24, 28, 32), (), (30, 29, 33))
    game, events = score(game, 31)
    assert events == (TurnEnded(tom, 31, "stopped"), TakeTile(tom, 28), PassDice(nicole))
    assert game.table.stacks[tom] == (28,)


def test_fig_4e_heather_overlooks_the_26_of_jonathan_and_takes_the_25() -> None:
    heather, jonathan = 0, 1
    game = begin(Bratwurmeck, "Heather", "Jonathan")
    game = tiles(game, (21, 25, 28), (), (26,))
    game, events = score(game, 26)
    assert events == (TurnEnded(heather, 26, "stopped"),)
    game, events = play(game, Take(25))
    assert events == (TakeTile(heather, 25), PassDice(jonathan))
    assert game.table.stacks == ((25,), (26,))


def test_r24_the_exact_tile_on_the_grill_leaves_no_choice() -> None:
    game, events = score(two(), 30)
    assert TakeTile(ANN, 30) in events
    assert game.phase is Phase.THROW
    assert game.player == BEN


def test_r24_without_the_exact_tile_the_next_lower_one_is_taken() -> None:
    game, events = score(tiles(two(), (22, 24, 29, 33)), 28)
    assert TakeTile(ANN, 24) in events
    assert game.table.up == (22, 29, 33)


@pytest.mark.parametrize("variants", [(), (BratwurmeckVariant.QUIET_SNATCHES,)])
def test_r25_the_player_chooses_between_a_snatch_and_the_next_lower_tile(
    variants: tuple[BratwurmeckVariant, ...],
) -> None:
    """The quiet variant only keeps surfaces from pointing it out: both stay legal."""
    game, _ = score(tiles(two(*variants), (21, 25, 28), (), (22, 26)), 26)
    assert game.phase is Phase.TAKE
    assert set(game.legal_moves()) == {Take(26, BEN), Take(25)}
    game, events = play(game, Take(26, BEN))
    assert events == (SnatchTile(ANN, BEN, 26), PassDice(BEN))
    assert game.table.stacks == ((26,), (22,))


def test_r25_nothing_else_can_be_picked_and_nothing_else_done_before() -> None:
    assert refused(two(), Take(25)).code == "take_not_now"
    game, _ = score(tiles(two(), (21, 25, 28), (), (22, 26)), 26)
    for move in (Take(21), Take(28), Take(26), Take(26, ANN), Take(22, BEN)):
        assert refused(game, move).code == "cannot_take"
    for other in (throw("11"), keep("w"), Stop()):
        refused(game, other)


def test_r72_a_snatch_that_is_the_only_gain_cannot_be_declined() -> None:
    game, events = score(tiles(two(), (28, 30), (24,), (26,)), 26)
    assert events == (TurnEnded(ANN, 26, "stopped"), SnatchTile(ANN, BEN, 26), PassDice(BEN))
    assert game.table.stacks == ((24, 26), ())


def test_a_snatch_needs_the_exact_result_and_a_worm() -> None:
    for up, groups, total, why in (
        ((28, 30), "wwwww 2", 27, "no_tile"),
        ((21, 30), "5555 33", 26, "no_worm"),
    ):
        game, events = turn(tiles(two(), up, (), (26,)), groups)
        assert Failed(ANN, total, why) in events
        assert game.table.stacks == ((), (26,))


def test_r26_the_own_top_tile_is_never_taken_again() -> None:
    game, events = score(tiles(two(), (24, 30), (26,)), 26)
    assert TakeTile(ANN, 24) in events
    assert game.table.stacks[ANN] == (26, 24)


def test_r27_more_than_36_takes_the_next_lower_tile() -> None:
    for total in (37, 38, 39, 40):
        game, events = score(tiles(two(), (21, 28, 35), (), (36,)), total)
        assert events == (TurnEnded(ANN, total, "all_dice"), TakeTile(ANN, 35), PassDice(BEN))
        assert game.table.stacks == ((35,), (36,))


def test_r27_less_than_every_open_tile_or_than_21_is_a_fail() -> None:
    game, events = score(tiles(two(), (28, 30)), 27)
    assert Failed(ANN, 27, "no_tile") in events
    assert game.table.up == (28, 30)
    _, events = score(two(), 20)
    assert Failed(ANN, 20, "no_tile") in events


def test_a_tile_that_was_turned_over_cannot_be_taken() -> None:
    game = tiles(two(), (24, 30))
    assert 28 in game.table.down
    game, events = score(game, 28)
    assert TakeTile(ANN, 24) in events
    assert 28 in game.table.down


# Building a stack.


def test_fig_5_nicole_lays_the_28_on_her_stack_and_the_rest_is_safe() -> None:
    nicole, tom = 0, 1
    game = tiles(begin(Bratwurmeck, "Nicole", "Tom"), (28, 30), (22, 25))
    game, _ = score(game, 28)
    assert game.table.stacks[nicole] == (22, 25, 28)
    assert game.table.top(nicole) == 28
    game, events = score(game, 25)
    assert Failed(tom, 25, "no_tile") in events
    assert game.table.stacks[nicole] == (22, 25, 28)


def test_a_snatched_tile_uncovers_the_one_below() -> None:
    game, _ = score(tiles(three(), (30,), (), (22, 26)), 26)
    game, events = score(game, 26)  # Ben takes it back
    assert SnatchTile(BEN, ANN, 26) in events
    assert game.table.stacks == ((), (22, 26), ())


# Unsuccessful turns.


def test_fig_6a_nicole_throws_only_symbols_she_has_already() -> None:
    nicole, tom = 0, 1
    game = tiles(begin(Bratwurmeck, "Nicole", "Tom"), (21, 22, 35), (29, 24))
    game, _ = lay_aside(game, "ww 44 5")
    fourth = throw("445")
    game, events = play(game, fourth)
    assert events == (
        Thrown(nicole, fourth.faces),
        TurnEnded(nicole, 23, "only_old"),
        Failed(nicole, 23, "only_old"),
        ReturnTile(nicole, 24),
        TurnTile(35),
        PassDice(tom),
    )
    assert game.table.stacks[nicole] == (29,)


def test_fig_6b_heather_reaches_31_without_a_worm() -> None:
    heather = 0
    game = begin(Bratwurmeck, "Heather", "Tom")
    game, events = turn(game, "333 444 55")
    assert events == (
        TurnEnded(heather, 31, "all_dice"),
        Failed(heather, 31, "no_worm"),
        PassDice(1),
    )
    assert 31 in game.table.up
    assert game.table.stacks[heather] == ()


def test_fig_6c_tom_has_the_25_himself_and_nothing_lower_is_left() -> None:
    tom, nicole = 0, 1
    game = tiles(begin(Bratwurmeck, "Tom", "Nicole"), (28, 34), (22, 25))
    game, events = turn(game, "ww 4 333 11")
    assert events == (
        TurnEnded(tom, 25, "all_dice"),
        Failed(tom, 25, "no_tile"),
        ReturnTile(tom, 25),
        TurnTile(34),
        PassDice(nicole),
    )


# Returning a tile.


def test_fig_7a_tom_returns_his_tile_and_the_34_is_turned_over() -> None:
    tom = 0
    game = tiles(begin(Bratwurmeck, "Tom", "Nicole"), (28, 34), (22, 25))
    game, events = fail(game)
    assert events[2:4] == (ReturnTile(tom, 25), TurnTile(34))
    assert game.table.up == (25, 28)
    assert 34 in game.table.down
    assert game.table.stacks[tom] == (22,)


def test_fig_7b_heather_returns_the_30_which_stays_face_up() -> None:
    """R21."""
    heather, tom = 0, 1
    game = tiles(begin(Bratwurmeck, "Heather", "Tom"), (22, 28), (24, 30))
    turned = game.table.down
    game, events = fail(game)
    assert events[2:] == (ReturnTile(heather, 30), PassDice(tom))
    assert game.table.up == (22, 28, 30)
    assert game.table.down == turned


def test_r20_who_has_no_tile_returns_nothing_and_nothing_is_turned() -> None:
    game = two()
    after, events = fail(game)
    assert events == (
        TurnEnded(ANN, 8, "all_dice"),
        Failed(ANN, 8, "no_worm"),
        PassDice(BEN),
    )
    assert after.table == game.table


def test_r21_alternative_a_returned_highest_tile_is_turned_over_too() -> None:
    game = tiles(two(BratwurmeckVariant.ALTERNATIVE), (22, 28), (24, 30))
    game, events = fail(game)
    assert events[2:] == (ReturnTile(ANN, 30), TurnTile(30), PassDice(BEN))
    assert game.table.up == (22, 28)
    assert 30 in game.table.down


def test_r21_alternative_a_lower_returned_tile_stays_face_up() -> None:
    game = tiles(two(BratwurmeckVariant.ALTERNATIVE), (22, 34), (24, 30))
    game, events = fail(game)
    assert events[2:] == (ReturnTile(ANN, 30), TurnTile(34), PassDice(BEN))
    assert game.table.up == (22, 30)


def test_r21_alternative_turns_nothing_where_nothing_is_returned() -> None:
    game = two(BratwurmeckVariant.ALTERNATIVE)
    after, _ = fail(game)
    assert after.table == game.table


def test_r22_the_highest_tile_face_up_counts_not_one_turned_before() -> None:
    game = tiles(two(), (22, 28, 33), (25,))
    assert 36 in game.table.down
    _, events = fail(game)
    assert TurnTile(33) in events


def test_r23_only_the_single_top_tile_goes_back() -> None:
    game, events = fail(tiles(two(), (36,), (21, 29, 23), (35,)))
    assert [e for e in events if isinstance(e, ReturnTile)] == [ReturnTile(ANN, 23)]
    assert game.table.stacks == ((21, 29), (35,))


# Game end and final score.


def test_r29_the_game_ends_as_soon_as_no_open_tile_is_on_the_grill() -> None:
    game, events = score(tiles(two(), (25,), (22,), (23, 24)), 25)
    assert events == (
        TurnEnded(ANN, 25, "stopped"),
        TakeTile(ANN, 25),
        GameOver("grill_empty"),
    )
    assert len(game.legal_moves()) == 0
    assert refused(game, throw(A_FAIL)).code == "game_over"


def test_r29_a_fail_never_ends_the_game() -> None:
    for own in (21, 36):
        for variants in ((), (BratwurmeckVariant.ALTERNATIVE,)):
            game, _ = fail(tiles(two(*variants), (30,), (own,)))
            assert len(game.table.up) >= 1
            assert game.outcome() is None


def winners(game: Bratwurmeck) -> tuple[tuple[int, ...], bool]:
    """Who won once the last tile was taken, and whether a tie was broken."""
    outcome = score(game, 25)[0].outcome()
    assert outcome is not None
    return outcome.winners, outcome.tie_broken


def test_the_most_worms_win() -> None:
    game = tiles(two(), (25,), (21, 22, 23), (36,))
    assert game.points() == (3, 4)
    assert winners(game) == ((ANN,), False)


def test_many_small_tiles_do_not_outweigh_more_worms() -> None:
    assert winners(tiles(two(), (25,), (21, 22), (33, 24))) == ((BEN,), False)


def test_r30_a_tie_goes_to_the_highest_single_tile_even_if_it_lies_covered() -> None:
    game = tiles(three(), (25,), (26, 21), (29, 28), (36,))
    assert winners(game) == ((BEN,), True)
    game = tiles(two(), (25,), (26,), (27, 24, 23))
    assert winners(game) == ((BEN,), True)


def test_three_rivals_only_the_one_with_the_tile_on_top_can_lose_it() -> None:
    game, _ = score(tiles(three(), (21, 30), (), (26, 24), (25,)), 25)
    assert set(game.legal_moves()) == {Take(25, CAT), Take(21)}
