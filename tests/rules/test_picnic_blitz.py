"""Picnic Blitz, rule by rule: the board, attacks, moves, pins, food and the end.

The rule text's examples have their names; where its pictures are lost, the boards here are some on
which every word of the example is true. References like R64 are to docs/rules.md.
"""

from itertools import combinations_with_replacement, product

import pytest

from rules import Attack, Colour, March, Pass, PicnicBlitz, QueenUse, SpendQueen
from rules.dice import straight
from rules.errors import BadBox, BadSetup
from rules.events import (
    CaptureTrack,
    DealAnts,
    GameOver,
    LayQueens,
    MoveAnt,
    OpenTrack,
    PassDice,
    Passed,
    PushAnt,
    QueenSpent,
)
from rules.picnic_blitz import AntPhase, PicnicVariant, Step, Target
from rules.picnic_variants import ADJUSTED_TARGETS, TARGETS, target_for
from rules.tracks import ANTS, FOODS, QUEENS, TRACKS, Track, TrackBox
from tests.rules.ants import (
    ARTHUR,
    BEATRICE,
    CHARLES,
    DORA,
    FIVE_STRAIGHT,
    FOUR_STRAIGHT,
    FULL_STRAIGHT,
    NOTHING,
    attacks,
    begin,
    board,
    lies,
    marches,
    pieces,
    players,
    thrown,
)
from tests.rules.tables import play, refused, throw

# Contents, preparation, about the board.


def test_everybody_takes_six_ants_and_the_queens_lie_beside_the_board() -> None:
    game, events = PicnicBlitz.begin(players(3), starter=BEATRICE)
    deals = tuple(DealAnts(seat, 6) for seat in range(3))
    assert events == (*deals, LayQueens(4), PassDice(BEATRICE))
    assert game.player == BEATRICE
    assert game.phase is AntPhase.THROW
    assert all(game.table.where(seat, track) is None for seat in range(3) for track in TRACKS)
    assert (ANTS, QUEENS) == (6, 4)
    assert PicnicBlitz.COLOURS == (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.YELLOW)


def test_it_is_played_with_ordinary_dice_alone() -> None:
    assert list(PicnicBlitz.dice_sets(PicnicBlitz.BOX)) == ["standard"]
    with pytest.raises(BadSetup, match="dice_unknown"):
        PicnicBlitz.begin(players(2), dice="classic")


def test_the_tracks_are_offered_as_assumed_and_fit_what_the_text_says_of_them() -> None:
    box = PicnicBlitz.BOX
    assert box.assumed
    assert {number: (track.length, track.food) for number, track in box.tracks.items()} == {
        1: (6, 2), 2: (7, 2), 3: (8, 3), 4: (8, 3), 5: (9, 3), 6: (10, 4),
    }  # fmt: skip
    by_length = sorted(box.tracks.values(), key=lambda track: track.length)
    assert [track.food for track in by_length] == sorted(track.food for track in by_length)


def test_a_bad_box_is_refused_and_the_field_is_named() -> None:
    changes: list[tuple[dict[int, Track | None], str, str]] = [
        ({3: Track(5, 3)}, "box.tracks.3.length", "box_length"),
        ({3: Track(11, 3)}, "box.tracks.3.length", "box_length"),
        ({3: Track(8, 1)}, "box.tracks.3.food", "box_food"),
        ({3: Track(8, 5)}, "box.tracks.3.food", "box_food"),
        ({3: None}, "box.tracks.3", "box_missing"),
        ({7: Track(8, 3)}, "box.tracks.7", "box_unknown"),
    ]
    for change, field, code in changes:
        tracks = {**PicnicBlitz.BOX.tracks, **change}
        box = TrackBox(tracks={n: track for n, track in tracks.items() if track is not None})
        with pytest.raises(BadBox) as error:
            PicnicBlitz.begin(players(2), box=box)
        assert (error.value.code, error.value.arguments["field"]) == (code, field)


def test_r77_no_box_has_less_food_than_a_target_asks_for() -> None:
    poorest = TrackBox(tracks=dict.fromkeys(TRACKS, Track(6, FOODS[0])))
    state, _ = PicnicBlitz.begin(players(2), box=poorest, variants=[PicnicVariant.TARGET_2_MORE])
    assert state.target == ADJUSTED_TARGETS[-1] == 11
    assert sum(track.food for track in poorest.tracks.values()) == 12


def test_r77_tracks_need_not_be_in_order_of_length() -> None:
    tracks = dict(zip(TRACKS, reversed([*PicnicBlitz.BOX.tracks.values()]), strict=True))
    state, _ = PicnicBlitz.begin(players(2), box=TrackBox(tracks=tracks))
    assert [state.table.length(track) for track in TRACKS] == [10, 9, 8, 8, 7, 6]


def test_a_game_keeps_its_own_copy_of_the_box() -> None:
    tracks = dict(PicnicBlitz.BOX.tracks)
    state, _ = PicnicBlitz.begin(players(2), box=TrackBox(tracks=tracks))
    tracks[1] = Track(9, 4)
    assert state.setup.box.tracks[1] == Track(6, 2)


# Attacking.


def test_r63_only_the_longest_straight_counts() -> None:
    for dice, longest, given in (
        ("123466", 4, 1), ("234522", 4, 1), ("345666", 4, 1),
        ("123455", 5, 2), ("234566", 5, 2), ("223456", 5, 2),
        ("123456", 6, 4),
        ("123566", 0, 0), ("112233", 0, 0), ("124566", 0, 0), ("135135", 0, 0),
    ):  # fmt: skip
        game = thrown(begin(), dice)
        assert game.straight == longest
        assert game.attacks_left == given


def test_a_straight_is_found_wherever_it_lies() -> None:
    """Against windows of neighbours, over every throw."""
    windows = {
        length: [set("123456"[at : at + length]) for at in range(7 - length)]
        for length in range(1, 7)
    }
    for faces in combinations_with_replacement("123456", 6):
        shown = set(faces)
        longest = max(n for n, runs in windows.items() if any(run <= shown for run in runs))
        assert straight(throw("".join(faces)).faces) == longest


def arthur_attacks() -> PicnicBlitz:
    """Beatrice has two ants on the board, Charles one, on the cantaloupe."""
    return board({2: {4: "B"}, 5: {3: "B"}, 3: {8: "C"}, 6: {1: "A"}})


def test_example_arthurs_five_straight_bumps_two_ants_of_beatrice_one_space_each() -> None:
    game = thrown(arthur_attacks(), FIVE_STRAIGHT)
    assert game.attacks_left == 2
    assert attacks(game) == {Attack(BEATRICE, 2), Attack(BEATRICE, 5), Attack(CHARLES, 3)}
    game, events = play(game, Attack(BEATRICE, 2), Attack(BEATRICE, 5))
    assert events == (PushAnt(BEATRICE, 2, 3), PushAnt(BEATRICE, 5, 2))
    assert (lies(game, 2), lies(game, 5)) == ({3: "B"}, {2: "B"})
    assert attacks(game) == set()


def test_example_arthurs_five_straight_bumps_one_of_them_two_spaces() -> None:
    game, events = play(arthur_attacks(), throw(FIVE_STRAIGHT), *[Attack(BEATRICE, 2)] * 2)
    assert pieces(events) == (PushAnt(BEATRICE, 2, 3), PushAnt(BEATRICE, 2, 2))
    assert game.attacks_left == 0


def test_example_arthurs_five_straight_bumps_charles_off_the_cantaloupe_and_no_other() -> None:
    game = thrown(arthur_attacks(), FIVE_STRAIGHT)
    assert game.points() == (0, 0, 3)
    game, events = game.play(Attack(CHARLES, 3))
    assert events == (PushAnt(CHARLES, 3, 7), OpenTrack(3))
    assert game.points() == (0, 0, 0)
    assert refused(game, Attack(BEATRICE, 2)).code == "no_attack_left"


def test_one_attack_is_too_few_for_an_ant_on_the_food() -> None:
    game = thrown(arthur_attacks(), FOUR_STRAIGHT)
    assert attacks(game) == {Attack(BEATRICE, 2), Attack(BEATRICE, 5)}
    error = refused(game, Attack(CHARLES, 3))
    assert (error.code, error.arguments) == ("too_few_attacks", {"cost": 2, "left": 1})


def test_four_attacks_push_an_ant_from_the_food_three_spaces() -> None:
    game = thrown(arthur_attacks(), FULL_STRAIGHT)
    left = []
    for _ in range(3):
        game, _ = game.play(Attack(CHARLES, 3))
        left.append(game.attacks_left)
    assert left == [2, 1, 0]
    assert lies(game, 3) == {5: "C"}


def test_a_target_tells_what_the_attack_does() -> None:
    game = board(
        {
            1: {1: "B"},
            2: {4: "AB", 3: "C"},
            3: {8: "C", 7: "B", 6: "A"},
            4: {5: "BC"},
        }
    )
    aims = {(t.player, t.track): t for t in thrown(game, FULL_STRAIGHT).targets()}
    assert aims == {
        (BEATRICE, 1): Target(BEATRICE, 1, 1, 0, 1, pinned_there=False, frees=()),
        (BEATRICE, 2): Target(BEATRICE, 2, 4, 3, 1, pinned_there=True, frees=(ARTHUR,)),
        (CHARLES, 2): Target(CHARLES, 2, 3, 2, 1, pinned_there=False, frees=()),
        (CHARLES, 3): Target(CHARLES, 3, 8, 7, 2, pinned_there=True, frees=(ARTHUR, BEATRICE)),
        (CHARLES, 4): Target(CHARLES, 4, 5, 4, 1, pinned_there=False, frees=(BEATRICE,)),
    }


def test_only_an_ant_of_a_rival_is_attacked() -> None:
    game = thrown(arthur_attacks(), FULL_STRAIGHT)
    for attack, code in (
        (Attack(ARTHUR, 6), "own_ant"),
        (Attack(CHARLES, 6), "no_ant_there"),
        (Attack(3, 2), "no_such_player"),
        (Attack(-1, 2), "no_such_player"),
        (Attack(BEATRICE, 0), "no_such_track"),
        (Attack(BEATRICE, 7), "no_such_track"),
    ):
        assert refused(game, attack).code == code


def test_nobody_attacks_before_the_dice_lie_there_or_without_a_straight() -> None:
    assert refused(arthur_attacks(), Attack(BEATRICE, 2)).code == "attack_not_now"
    game = thrown(arthur_attacks(), NOTHING)
    assert refused(game, Attack(BEATRICE, 2)).code == "no_attack_left"
    assert game.targets() == ()


def test_r64_an_ant_on_the_first_space_goes_home_and_may_enter_again() -> None:
    game, events = play(board({2: {1: "B"}}), throw(FOUR_STRAIGHT), Attack(BEATRICE, 2))
    assert pieces(events) == (PushAnt(BEATRICE, 2, 0),)
    assert lies(game, 2) == {}
    game, events = play(game, Pass(), throw(FOUR_STRAIGHT), March(2))
    assert MoveAnt(BEATRICE, 2, 1) in events


def test_r64_option_nobody_is_pushed_off_the_first_space() -> None:
    game = thrown(board({2: {2: "B"}}, PicnicVariant.FIRM_FIRST), FIVE_STRAIGHT)
    game, _ = game.play(Attack(BEATRICE, 2))
    assert lies(game, 2) == {1: "B"}
    assert refused(game, Attack(BEATRICE, 2)).code == "first_space_firm"


def test_r65_pinned_ants_cannot_be_attacked() -> None:
    game = thrown(board({2: {4: "BC"}}), FULL_STRAIGHT)
    assert refused(game, Attack(BEATRICE, 2)).code == "ant_pinned"
    game, _ = game.play(Attack(CHARLES, 2))
    game, _ = game.play(Attack(BEATRICE, 2))
    assert lies(game, 2) == {3: "BC"}


def test_r65_on_a_captured_track_only_the_controller_can_be_attacked() -> None:
    game = thrown(board({2: {7: "C", 4: "B"}}), FULL_STRAIGHT)
    assert refused(game, Attack(BEATRICE, 2)).code == "track_captured"
    assert attacks(game) == {Attack(CHARLES, 2)}


def test_r65_nobody_is_attacked_on_a_track_that_the_attacker_holds() -> None:
    assert attacks(thrown(board({2: {7: "A", 4: "B"}}), FULL_STRAIGHT)) == set()


def test_r65_a_track_opens_at_once_for_more_attacks_and_for_the_move() -> None:
    game = thrown(board({2: {7: "C", 4: "B", 5: "A"}}), FULL_STRAIGHT)
    assert marches(game) == {1, 3, 4, 5, 6}
    game, _ = game.play(Attack(CHARLES, 2))
    assert attacks(game) == {Attack(CHARLES, 2), Attack(BEATRICE, 2)}
    game, _ = play(game, Attack(BEATRICE, 2), March(2))
    assert lies(game, 2) == {3: "B", 6: "CA"}


def test_r76_an_ant_bumped_onto_others_is_pinned_at_once() -> None:
    game = thrown(board({2: {7: "C", 6: "A"}, 3: {1: "B"}}), FULL_STRAIGHT)
    game, _ = game.play(Attack(CHARLES, 2))
    assert lies(game, 2) == {6: "CA"}
    assert refused(game, Attack(CHARLES, 2)).code == "ant_pinned"


def test_r73_attacks_not_used_are_lost() -> None:
    game, _ = play(board({2: {4: "B"}, 3: {4: "B"}}), throw(FULL_STRAIGHT), Attack(BEATRICE, 2))
    assert game.attacks_left == 3
    game, _ = play(game, March(1), throw(NOTHING), Pass(), throw(NOTHING), Pass())
    assert (game.player, game.attacks_left) == (ARTHUR, 0)


# Moving.


def beatrice_moves(queens: str = "") -> PicnicBlitz:
    """Two dice for an ant of hers, one for a new ant, three for a track that Arthur holds."""
    game = board({2: {3: "B"}, 6: {10: "A", 5: "B"}}, player=BEATRICE, queens=queens)
    return thrown(game, "225666")


def test_example_beatrice_moves_two_spaces_or_brings_a_new_ant() -> None:
    game = beatrice_moves()
    assert game.steps() == (Step(2, 2, 3, 5, 0), Step(5, 1, 0, 1, 0))
    moved, events = game.play(March(2))
    assert events == (MoveAnt(BEATRICE, 2, 5), PassDice(CHARLES))
    assert lies(moved, 2) == {5: "B"}
    entered, events = game.play(March(5))
    assert events == (MoveAnt(BEATRICE, 5, 1), PassDice(CHARLES))
    assert lies(entered, 5) == {1: "B"}


def test_example_beatrice_may_not_move_where_arthur_controls_the_sandwich() -> None:
    error = refused(beatrice_moves(), March(6))
    assert (error.code, error.arguments) == ("track_captured", {"player": ARTHUR, "track": 6})


def test_example_beatrice_spends_her_queen_and_moves_both() -> None:
    game, events = play(beatrice_moves("B"), SpendQueen(QueenUse.MOVE), March(2), March(5))
    assert events == (
        QueenSpent(BEATRICE, QueenUse.MOVE),
        MoveAnt(BEATRICE, 2, 5),
        MoveAnt(BEATRICE, 5, 1),
        PassDice(CHARLES),
    )
    assert game.table.queens == (False, False, False)


def test_r66_one_track_and_exactly_as_many_spaces_as_dice() -> None:
    game = thrown(board({3: {2: "A"}}), "333311")
    assert game.steps() == (Step(1, 2, 0, 2, 0), Step(3, 4, 2, 6, 0))
    after, _ = game.play(March(3))
    assert (after.player, lies(after, 3)) == (BEATRICE, {6: "A"})


def test_r66_overshoot_is_lost() -> None:
    game = thrown(board({3: {6: "A"}}), "333366")
    assert game.steps()[0] == Step(3, 4, 6, 8, 3)
    game, events = game.play(March(3))
    assert pieces(events) == (MoveAnt(ARTHUR, 3, 8), CaptureTrack(ARTHUR, 3, 3))


def test_r66_entering_counts_the_first_space() -> None:
    game, _ = play(begin(), throw("444566"), March(4))
    assert lies(game, 4) == {3: "A"}


def test_r66_a_new_ant_can_run_to_the_food_in_one_turn() -> None:
    game, events = play(begin(), throw("111111"), March(1))
    assert pieces(events) == (MoveAnt(ARTHUR, 1, 6), CaptureTrack(ARTHUR, 1, 2))
    assert game.points() == (2, 0, 0)


def test_r66_passing_others_is_free() -> None:
    game, _ = play(board({3: {2: "A", 3: "BC", 4: "D"}}, count=4), throw("333112"), March(3))
    assert lies(game, 3) == {3: "BC", 4: "D", 5: "A"}


def test_r66_no_move_without_a_die_of_the_track() -> None:
    game = thrown(begin(), "112233")
    assert marches(game) == {1, 2, 3}
    assert refused(game, March(4)).code == "no_die_for_track"
    for track in (0, 7, -1):
        assert refused(game, March(track)).code == "no_such_track"


def test_r66_an_ant_on_the_food_or_pinned_stays_and_no_second_one_comes() -> None:
    game = thrown(board({3: {8: "A"}}), "333366")
    assert refused(game, March(3)).code == "on_the_food"
    game = thrown(board({3: {4: "AB"}}), "333366")
    error = refused(game, March(3))
    assert (error.code, error.arguments) == ("ant_pinned", {"player": ARTHUR, "track": 3})


def test_a_player_may_always_pass() -> None:
    game, events = thrown(begin(), "666666").play(Pass())
    assert events == (Passed(ARTHUR), PassDice(BEATRICE))
    attacked, _ = play(board({2: {4: "B"}}), throw(FOUR_STRAIGHT), Attack(BEATRICE, 2))
    assert attacked.play(Pass())[0].player == BEATRICE
    assert refused(game, Pass()).code == "pass_not_now"


def test_nobody_moves_before_throwing() -> None:
    assert refused(begin(), March(1)).code == "march_not_now"
    assert begin().steps() == ()


# Pinning.


def charles_is_pinned() -> PicnicBlitz:
    """Charles on the cupcake's track under Arthur, Beatrice one space behind."""
    game = board({4: {4: "CA", 3: "B"}}, player=CHARLES)
    return thrown(game, "123446")


def test_example_charles_bumps_arthur_and_moves_two_spaces_to_the_cupcake() -> None:
    game = charles_is_pinned()
    assert refused(game, March(4)).code == "ant_pinned"
    assert game.attacks_left == 1
    aim = next(target for target in game.targets() if target.player == ARTHUR)
    assert (aim.frees, aim.pinned_there) == ((CHARLES,), True)
    game, events = play(game, Attack(ARTHUR, 4), March(4))
    assert pieces(events) == (PushAnt(ARTHUR, 4, 3, (BEATRICE,)), MoveAnt(CHARLES, 4, 6))
    assert lies(game, 4) == {3: "AB", 6: "C"}


def test_example_arthur_ends_underneath_beatrice_and_is_the_one_who_is_pinned() -> None:
    game, _ = play(charles_is_pinned(), Attack(ARTHUR, 4), March(4))
    assert game.player == ARTHUR
    assert refused(thrown(game, "444411"), March(4)).code == "ant_pinned"


def test_who_moves_onto_others_lies_on_top() -> None:
    game, _ = play(board({3: {4: "BC", 2: "A"}}), throw("331166"), March(3))
    assert lies(game, 3) == {4: "BCA"}


def test_who_is_pushed_onto_others_lies_at_the_bottom_of_all() -> None:
    game, _ = play(board({3: {4: "BC", 5: "D"}}, count=4), throw(FOUR_STRAIGHT), Attack(DORA, 3))
    assert lies(game, 3) == {4: "DBC"}


def test_when_the_top_ant_moves_the_one_below_is_active_again() -> None:
    game = board({3: {4: "BA"}})
    assert (game.active_ants(ARTHUR), game.active_ants(BEATRICE)) == (1, 0)
    game, _ = play(game, throw("311166"), March(3))
    assert (game.active_ants(ARTHUR), game.active_ants(BEATRICE)) == (1, 1)
    assert 3 in marches(thrown(game, "333111"))


# Capturing food.


def test_food_counts_as_long_as_it_is_held() -> None:
    game, events = play(board({6: {8: "A", 9: "B"}}), throw("661123"), March(6))
    assert pieces(events) == (MoveAnt(ARTHUR, 6, 10), CaptureTrack(ARTHUR, 6, 4))
    assert game.points() == (4, 0, 0)
    assert game.table.controller(6) == ARTHUR
    game, _ = play(game, throw(FIVE_STRAIGHT), Attack(ARTHUR, 6))
    assert game.points() == (0, 0, 0)
    assert lies(game, 6) == {9: "AB"}


def test_all_ants_of_a_captured_track_are_pinned_and_no_new_one_comes() -> None:
    for player in (BEATRICE, CHARLES):
        game = thrown(board({6: {10: "A", 4: "B"}}, player=player), "666612")
        assert refused(game, March(6)).code == "track_captured"


# Winning.


def test_r68_the_target_depends_on_the_number_of_players() -> None:
    assert [begin(count).target for count in (2, 3, 4)] == [9, 7, 6]


def test_r68_the_target_may_be_moved_by_one_or_two_within_5_and_11() -> None:
    moved = {"target_1_more": 1, "target_2_more": 2, "target_1_less": -1, "target_2_less": -2}
    for (variant, more), count in product(moved.items(), (2, 3, 4)):
        target = TARGETS[count] + more
        if 5 <= target <= 11:
            assert begin(count, variant).target == target
        else:
            with pytest.raises(BadSetup) as error:
                begin(count, variant)
            assert error.value.code == "target_out_of_range"
            assert error.value.arguments == {"target": 4, "least": 5, "most": 11}


def test_r68_the_target_is_moved_only_once() -> None:
    with pytest.raises(BadSetup) as error:
        target_for(2, [PicnicVariant.TARGET_1_LESS, PicnicVariant.TARGET_2_MORE])
    assert error.value.code == "variants_clash"
    assert error.value.arguments["variants"] == ("target_2_more", "target_1_less")
    with pytest.raises(BadSetup, match="variants_clash"):
        begin(2, PicnicVariant.TARGET_1_LESS, PicnicVariant.TARGET_1_MORE)


def test_r68_the_game_ends_at_once_with_the_target() -> None:
    """Three players: 4 and 3 points are enough, as the text's strategy says."""
    game, events = play(board({6: {10: "A"}, 5: {8: "A"}}), throw("511234"), March(5))
    assert pieces(events) == (
        MoveAnt(ARTHUR, 5, 9),
        CaptureTrack(ARTHUR, 5, 3),
        GameOver("target_reached"),
    )
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.why, outcome.winners) == ("target_reached", (ARTHUR,))
    assert [(s.player, s.points, s.tie_break) for s in outcome.standings] == [
        (ARTHUR, 7, None), (BEATRICE, 0, None), (CHARLES, 0, None),
    ]  # fmt: skip
    assert len(game.legal_moves()) == 0
    assert (game.targets(), game.steps()) == ((), ())
    assert refused(game, Pass()).code == "game_over"


def test_r68_other_tracks_and_more_than_the_target_win_too() -> None:
    game = board({1: {6: "A"}, 2: {7: "A"}, 3: {7: "A"}})
    assert play(game, throw("311245"), March(3))[0].ending == "target_reached"
    game = board({3: {8: "A"}, 4: {8: "A"}, 6: {9: "A"}, 1: {6: "B"}}, count=2)
    game, _ = play(game, throw("611223"), March(6))
    assert (game.points(), game.ending) == ((10, 2), "target_reached")


def test_r68_with_a_queen_the_first_of_two_moves_may_win() -> None:
    game = board({6: {10: "A"}, 5: {8: "A"}, 1: {1: "A"}}, queens="A")
    game, events = play(game, throw("511223"), SpendQueen(QueenUse.MOVE), March(5))
    assert game.ending == "target_reached"
    assert events[-1] == GameOver("target_reached")


def test_points_below_the_target_do_not_end_the_game() -> None:
    game, _ = play(board({6: {10: "A"}, 1: {5: "A"}}), throw("122334"), March(1))
    assert (game.points(), game.ending) == ((6, 0, 0), None)
