"""Heckmeck Junior, rule by rule. References like R42 are to the rulings in docs/rules.md."""

from rules import Colour, Face, Junior, Player, Stop, Take
from rules.events import (
    Events,
    Failed,
    GameOver,
    LayTiles,
    PassDice,
    SetAside,
    SnatchTile,
    TakeTile,
    Thrown,
    TurnEnded,
    TurnTile,
)
from rules.junior import JuniorBox, JuniorVariant
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

ALL_TILES = (4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9)
MISSED = "cccccc"
"""Six cucumbers: all dice aside, and no worm."""


def two(*variants: JuniorVariant) -> Junior:
    return begin(Junior, "Ann", "Ben", variants=variants)


def three(*variants: JuniorVariant) -> Junior:
    return begin(Junior, "Ann", "Ben", "Cat", variants=variants)


def score(game: Junior, total: int) -> tuple[Junior, Events]:
    """A turn that ends with this result, of a worm or two and buns."""
    worms = 2 - total % 2
    buns = (total - worms) // 2
    return turn(game, "w" * worms + " " + "b" * buns)


def miss_out(game: Junior) -> tuple[Junior, Events]:
    return turn(game, MISSED)


# The grill, the dice, and who starts.


def test_twelve_tiles_lie_in_ascending_order_and_the_smallest_player_starts() -> None:
    players = [Player("Ann", Colour.RED), Player("Ben", Colour.BLUE)]
    game, events = Junior.begin(players, starter=BEN)
    assert events == (LayTiles(ALL_TILES), PassDice(BEN))
    assert game.table == TileTable(ALL_TILES, (), ((), ()))


def test_a_bun_counts_two_and_the_others_one() -> None:
    values = {str(face): count for face, count in two().setup.dice.values.items()}
    assert values == {"worm": 1, "cucumber": 1, "cheese": 1, "ketchup": 1, "bun": 2}


def test_r49_the_box_tells_the_doubled_delicacy_and_the_worms() -> None:
    assert Junior.BOX.assumed
    players = [Player("Ann", Colour.RED), Player("Ben", Colour.BLUE)]
    box = JuniorBox(worms=dict.fromkeys(range(4, 10), 3), doubled=Face.BUN)
    game, _ = Junior.begin(players, box=box)
    assert game.setup.dice.sides.count(Face.BUN) == 2
    assert game.setup.dice.values[Face.BUN] == 2
    game, _ = score(game, 4)
    assert game.points() == (3, 0)


# Rolling the dice.


def test_the_first_throw_is_of_all_six_dice() -> None:
    assert two().legal_moves().dice == 6
    assert refused(two(), throw("wwccbbh")).code == "number_of_dice"


def test_all_dice_of_one_delicacy_are_laid_aside() -> None:
    game, events = play(two(), throw("cccwbh"), keep("c"))
    assert events[-1] == SetAside(ANN, Face.CUCUMBER, 3)
    assert game.legal_moves().dice == 3


def test_the_next_throw_brings_another_delicacy() -> None:
    game, _ = play(two(), throw("cccwbh"), keep("c"), throw("cwb"))
    assert refused(game, keep("c")).code == "already_kept"
    assert set(game.legal_moves()) == {keep("w"), keep("b")}


def test_three_cucumbers_a_worm_and_a_bun_are_six() -> None:
    game, _ = lay_aside(two(), "ccc w b")
    assert game.turn.total == 6
    game, events = play(game, Stop())
    assert TakeTile(ANN, 6) in events


def test_r70_nobody_stops_before_the_first_throw_and_each_throw_must_be_answered() -> None:
    assert refused(two(), Stop()).code == "stop_before_first_throw"
    game, _ = play(lay_aside(two(), "bbb")[0], throw("wcb"))
    for move in (Stop(), throw("wch")):
        refused(game, move)


def test_example_a_two_cucumbers_and_two_buns_still_need_a_worm() -> None:
    game, _ = lay_aside(two(), "cc bb")
    assert game.turn.total == 6
    assert not game.turn.has_worm
    game, _ = play(game, throw("wc"), keep("w"))
    assert game.turn.total == 7
    game, events = play(game, Stop())
    assert events == (TurnEnded(ANN, 7, "stopped"), TakeTile(ANN, 7), PassDice(BEN))
    assert game.table.stacks == ((7,), ())


def test_example_a_the_last_die_can_bring_the_eight_and_any_other_leaves_the_seven() -> None:
    """R47: after two, two and one of six dice a single one is left."""
    game, _ = lay_aside(two(), "cc bb w")
    assert game.legal_moves().dice == 1
    for lucky in "hk":
        thrown, _ = play(game, throw(lucky))
        _, events = play(thrown, keep(lucky))
        assert events[1:] == (TurnEnded(ANN, 8, "all_dice"), TakeTile(ANN, 8), PassDice(BEN))
    for unlucky in "cbw":
        _, events = play(game, throw(unlucky))
        assert events[1:] == (TurnEnded(ANN, 7, "only_old"), TakeTile(ANN, 7), PassDice(BEN))


def test_example_a_stopping_without_a_worm_brings_nothing() -> None:
    game, events = turn(two(), "cc bb")
    assert events == (
        TurnEnded(ANN, 6, "stopped"),
        Failed(ANN, 6, "no_worm"),
        TurnTile(9),
        PassDice(BEN),
    )
    assert game.table.stacks == ((), ())


def test_example_b_three_cucumbers_and_three_ketchups_miss_out() -> None:
    game, _ = lay_aside(two(), "ccc")
    game, _ = play(game, throw("kkk"))
    assert list(game.legal_moves()) == [keep("k")]
    game, events = play(game, keep("k"))
    assert events[1:] == (
        TurnEnded(ANN, 6, "all_dice"),
        Failed(ANN, 6, "no_worm"),
        TurnTile(9),
        PassDice(BEN),
    )
    assert 6 in game.table.up


def test_example_c_one_of_each_delicacy_ends_the_turn_with_six() -> None:
    game, events = lay_aside(two(), "w h k c b")
    assert events[-3:] == (TurnEnded(ANN, 6, "all_faces"), TakeTile(ANN, 6), PassDice(BEN))
    assert game.table.stacks[ANN] == (6,)


def test_example_d_only_old_delicacies_end_the_turn_and_the_five_is_taken() -> None:
    """R40."""
    game, _ = lay_aside(two(), "bb w")
    game, events = play(game, throw("wwb"))
    assert events == (
        Thrown(ANN, throw("wwb").faces),
        TurnEnded(ANN, 5, "only_old"),
        TakeTile(ANN, 5),
        PassDice(BEN),
    )
    assert game.table.stacks[ANN] == (5,)


def test_r40_only_old_delicacies_without_a_worm_bring_nothing() -> None:
    game, _ = lay_aside(two(), "bb c")
    game, events = play(game, throw("bbc"))
    assert events[1:] == (
        TurnEnded(ANN, 5, "only_old"),
        Failed(ANN, 5, "no_worm"),
        TurnTile(9),
        PassDice(BEN),
    )


def test_r41_throwing_only_old_delicacies_is_as_good_as_stopping() -> None:
    game, _ = lay_aside(tiles(two(), ALL_TILES[1:], (4,)), "bb w")
    stopped, _ = play(game, Stop())
    busted, _ = play(game, throw("wwb"))
    assert stopped == busted


# Getting a tile.


def test_the_exact_tile_is_taken_from_the_grill() -> None:
    game, events = score(two(), 8)
    assert TakeTile(ANN, 8) in events
    assert game.table.up == (4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 9)


def test_every_new_tile_goes_on_top_of_the_pile() -> None:
    game, _ = score(tiles(two(), (4, 5), (9, 6)), 4)
    assert game.table.stacks[ANN] == (9, 6, 4)


def test_r42_an_exact_tile_on_the_grill_comes_before_any_pinching() -> None:
    game, events = score(tiles(two(), (4, 6, 9), (), (6,)), 6)
    assert events == (TurnEnded(ANN, 6, "stopped"), TakeTile(ANN, 6), PassDice(BEN))
    assert game.table.stacks == ((6,), (6,))


def test_r42_otherwise_a_rivals_top_tile_may_be_pinched_or_the_lower_tile_taken() -> None:
    choosing, events = score(tiles(two(), (4, 5, 9), (), (8, 6)), 6)
    assert events == (TurnEnded(ANN, 6, "stopped"),)
    assert choosing.phase is Phase.TAKE
    assert list(choosing.legal_moves()) == [Take(6, BEN), Take(5)]
    for move in (Take(9), Take(4), Take(6), Take(8, BEN)):
        assert refused(choosing, move).code == "cannot_take"
    game, events = play(choosing, Take(6, BEN))
    assert events == (SnatchTile(ANN, BEN, 6), PassDice(BEN))
    assert game.table.stacks == ((6,), (8,))
    game, events = play(choosing, Take(5))
    assert events == (TakeTile(ANN, 5), PassDice(BEN))
    assert game.table.stacks == ((5,), (8, 6))


def test_r42_must_pinch_leaves_no_lower_tile() -> None:
    game = tiles(two(JuniorVariant.MUST_PINCH), (4, 5, 9), (), (8, 6))
    game, events = score(game, 6)
    assert events == (TurnEnded(ANN, 6, "stopped"), SnatchTile(ANN, BEN, 6), PassDice(BEN))
    assert game.table.stacks == ((6,), (8,))


def test_r42_must_pinch_changes_nothing_where_nothing_can_be_pinched() -> None:
    game, events = score(tiles(two(JuniorVariant.MUST_PINCH), (4, 5, 9), (), (6, 8)), 6)
    assert TakeTile(ANN, 5) in events
    assert game.table.stacks == ((5,), (6, 8))


def test_r42_without_any_of_these_the_player_misses_out() -> None:
    game, events = score(tiles(two(), (8, 9), (4,), (6,)), 7)
    assert events == (
        TurnEnded(ANN, 7, "stopped"),
        Failed(ANN, 7, "no_tile"),
        TurnTile(9),
        PassDice(BEN),
    )
    assert game.table.stacks == ((4,), (6,))


def test_r72_a_pinch_that_is_the_only_gain_cannot_be_declined() -> None:
    game, events = score(tiles(two(), (8, 9), (), (6,)), 6)
    assert events == (TurnEnded(ANN, 6, "stopped"), SnatchTile(ANN, BEN, 6), PassDice(BEN))
    assert game.table.stacks == ((6,), ())


def test_r43_a_lower_tile_is_the_next_lower_one() -> None:
    game, events = score(tiles(two(), (4, 5, 6, 9)), 8)
    assert TakeTile(ANN, 6) in events
    assert game.table.up == (4, 5, 9)


def test_r43_any_lower_lets_the_player_pick() -> None:
    game, _ = score(tiles(two(JuniorVariant.ANY_LOWER), (4, 4, 5, 6, 9)), 8)
    assert list(game.legal_moves()) == [Take(6), Take(5), Take(4)]
    game, events = play(game, Take(4))
    assert events == (TakeTile(ANN, 4), PassDice(BEN))
    assert game.table.up == (4, 5, 6, 9)


def test_r43_any_lower_does_not_touch_the_exact_tile() -> None:
    game, events = score(tiles(two(JuniorVariant.ANY_LOWER), (4, 5, 6, 8)), 8)
    assert TakeTile(ANN, 8) in events
    assert game.table.up == (4, 5, 6)


def test_r43_any_lower_stands_beside_pinching() -> None:
    game, _ = score(tiles(two(JuniorVariant.ANY_LOWER), (4, 5, 9), (), (6,)), 6)
    assert set(game.legal_moves()) == {Take(6, BEN), Take(5), Take(4)}


def test_r43_any_lower_and_must_pinch_together_leave_the_pinch() -> None:
    game = tiles(two(JuniorVariant.ANY_LOWER, JuniorVariant.MUST_PINCH), (4, 5, 9), (), (6,))
    _, events = score(game, 6)
    assert SnatchTile(ANN, BEN, 6) in events


def test_r44_of_two_rivals_with_the_tile_the_player_picks_one() -> None:
    for variants in ((), (JuniorVariant.MUST_PINCH,)):
        choosing, _ = score(tiles(three(*variants), (8, 9), (), (6,), (4, 6)), 6)
        assert set(choosing.legal_moves()) == {Take(6, BEN), Take(6, CAT)}
        for rival in (BEN, CAT):
            game, events = play(choosing, Take(6, rival))
            assert events == (SnatchTile(ANN, rival, 6), PassDice(BEN))
            assert game.table.stacks[ANN] == (6,)


def test_r44_the_own_top_tile_is_never_pinched_and_does_not_save_the_rivals() -> None:
    game, events = score(tiles(two(), (5, 9), (6,)), 6)
    assert TakeTile(ANN, 5) in events
    assert game.table.stacks[ANN] == (6, 5)
    game, events = score(tiles(two(), (8, 9), (6,), (6,)), 6)
    assert SnatchTile(ANN, BEN, 6) in events
    assert game.table.stacks == ((6, 6), ())


def test_r46_ten_and_eleven_take_the_highest_open_tile() -> None:
    for total in (10, 11):
        game, events = score(tiles(two(), (4, 7, 8), (), (9,)), total)
        assert events == (TurnEnded(ANN, total, "all_dice"), TakeTile(ANN, 8), PassDice(BEN))
        assert game.table.stacks == ((8,), (9,))


def test_r48_only_the_top_tile_of_a_pile_can_be_pinched() -> None:
    game, events = score(tiles(two(), (4, 9), (), (6, 8)), 6)
    assert TakeTile(ANN, 4) in events
    assert game.table.stacks == ((4,), (6, 8))


def test_a_throw_of_only_old_delicacies_can_lead_to_a_choice_too() -> None:
    game, _ = lay_aside(tiles(two(), (4, 9), (), (5,)), "bb w")
    game, events = play(game, throw("wwb"))
    assert events[1:] == (TurnEnded(ANN, 5, "only_old"),)
    assert set(game.legal_moves()) == {Take(5, BEN), Take(4)}


# Missing out.


def test_r45_every_turn_without_a_tile_turns_over_the_highest() -> None:
    for groups, why in (("ccc kkk", "no_worm"), ("w c", "no_tile"), ("bb", "no_worm")):
        game, events = turn(two(), groups)
        assert [event.why for event in events if isinstance(event, Failed)] == [why]
        assert events[-2:] == (TurnTile(9), PassDice(BEN))
        assert game.player == BEN


def test_r45_of_two_equal_highest_tiles_one_is_turned_at_a_time() -> None:
    game, _ = miss_out(two())
    assert (game.table.up, game.table.down) == (ALL_TILES[:-1], (9,))
    game, events = miss_out(miss_out(game)[0])
    assert TurnTile(8) in events
    assert game.table.down == (8, 9, 9)


def test_missing_out_costs_no_tile() -> None:
    game, _ = miss_out(tiles(two(), (4, 9), (6, 8)))
    assert game.table.stacks[ANN] == (6, 8)


def test_a_tile_that_was_turned_over_cannot_be_taken() -> None:
    game = tiles(two(), (4, 9))
    game, events = score(game, 8)
    assert TakeTile(ANN, 4) in events


# Game end and final score.


def test_the_game_ends_when_the_last_open_tile_is_taken() -> None:
    game, events = score(tiles(two(), (4,)), 4)
    assert events == (
        TurnEnded(ANN, 4, "stopped"),
        TakeTile(ANN, 4),
        GameOver("grill_empty"),
    )
    assert len(game.legal_moves()) == 0


def test_the_game_ends_when_the_last_open_tile_is_turned_over() -> None:
    game, events = miss_out(tiles(two(), (9,), (4,), (5, 8)))
    assert events == (
        TurnEnded(ANN, 6, "all_dice"),
        Failed(ANN, 6, "no_worm"),
        TurnTile(9),
        GameOver("grill_empty"),
    )
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (BEN,)


def test_r48_players_with_equally_many_worms_all_win() -> None:
    """One has the 8, one a 6 and a 4: three worms each, and the higher tile does not matter."""
    game, _ = miss_out(tiles(three(), (9,), (8,), (6, 4), (5,)))
    outcome = game.outcome()
    assert outcome is not None
    assert game.points() == (3, 3, 1)
    assert outcome.winners == (ANN, BEN)
    assert not outcome.tie_broken


def test_r48_worms_are_shown_while_the_game_goes_on_only_where_that_was_agreed() -> None:
    for variants, shown in (((), (None, None)), ((JuniorVariant.OPEN_WORMS,), (3, 3))):
        game = tiles(two(*variants), (9,), (8,), (6, 4))
        assert game.shown_points() == shown
        assert miss_out(game)[0].shown_points() == (3, 3)
