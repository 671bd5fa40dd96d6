"""Repairs of Picnic Blitz: void throws, skipped turns, players who leave, ants laid right."""

from dataclasses import replace

from rules import (
    Adjust,
    Attack,
    Keep,
    Leave,
    March,
    Pass,
    PicnicBlitz,
    QueenUse,
    Skip,
    SpendQueen,
    Stop,
    Take,
    Void,
)
from rules.dice import Face
from rules.events import (
    CaptureTrack,
    GameOver,
    Left,
    OpenTrack,
    PassDice,
    PushAnt,
    SetDice,
    SetQueen,
    SetTrack,
    Skipped,
    ThrowAgain,
)
from rules.picnic_blitz import AntPhase
from rules.record import Record
from rules.tracks import AntTable, Pile
from tests.rules.ants import (
    ARTHUR,
    BEATRICE,
    CHARLES,
    FIVE_STRAIGHT,
    FOUR_STRAIGHT,
    NOTHING,
    ants,
    begin,
    board,
    lies,
    players,
    thrown,
)
from tests.rules.tables import play, refused, throw

FOUR_ANTS = {track: {1: "A"} for track in (1, 2, 3, 4)}

# Void.


def test_a_void_first_throw_is_thrown_again() -> None:
    game = begin()
    again, events = thrown(game, NOTHING).play(Void())
    assert again == game
    assert events == (ThrowAgain(ARTHUR, 6),)


def test_a_void_re_throw_leaves_the_dice_and_the_re_rolls_as_they_were() -> None:
    game = thrown(board(FOUR_ANTS), "111111", "111123")
    again, events = game.play(Void())
    assert events == (SetDice(ARTHUR, throw("111111").faces, ()),)
    turn = again.turn
    assert (turn.phase, turn.thrown) == (AntPhase.ROLLED, throw("111111").faces)
    assert (turn.again, turn.groups) == (4, 2)
    assert again.refusal(throw("112345")) is None
    second, _ = thrown(game, "111145").play(Void())
    assert second.turn.thrown == throw("111123").faces
    assert (second.turn.again, second.turn.groups) == (2, 1)


def test_a_throw_can_be_void_only_until_it_is_answered() -> None:
    assert refused(begin(), Void()).code == "nothing_to_void"
    voided, _ = thrown(board(FOUR_ANTS), "111111", "111123").play(Void())
    assert refused(voided, Void()).code == "nothing_to_void"
    game = board({2: {4: "B"}})
    attacked, _ = play(game, throw(FIVE_STRAIGHT), Attack(BEATRICE, 2))
    assert refused(attacked, Void()).code == "nothing_to_void"
    spent = board(FOUR_ANTS, queens="A")
    spent, _ = play(spent, throw("111111"), throw("111123"), SpendQueen(QueenUse.REROLL))
    assert refused(spent, Void()).code == "nothing_to_void"


def test_a_void_throw_of_the_queens_set_goes_back_to_the_whole_set() -> None:
    game = thrown(board(FOUR_ANTS, queens="A"), "111111", "111123")
    game, _ = play(game, SpendQueen(QueenUse.REROLL), throw("112345"), Void())
    assert (game.turn.again, game.turn.groups) == (4, 2)
    assert game.turn.thrown == throw("111123").faces


# Skip and leave.


def test_a_skipped_turn_has_no_effect_and_passes_on() -> None:
    game = thrown(board({2: {4: "B"}}), FIVE_STRAIGHT)
    after, events = game.play(Skip())
    assert events == (Skipped(ARTHUR), PassDice(BEATRICE))
    assert (after.table, after.player, after.turn.thrown) == (game.table, BEATRICE, ())


def test_what_was_done_before_a_skip_stays_done() -> None:
    game, _ = play(board({2: {4: "B"}}), throw(FIVE_STRAIGHT), Attack(BEATRICE, 2), Skip())
    assert lies(game, 2) == {3: "B"}


def test_who_leaves_leaves_ants_and_food_which_can_be_attacked() -> None:
    game = board({2: {7: "C"}, 3: {4: "C"}})
    game, events = game.play(Leave(CHARLES))
    assert events == (Left(CHARLES),)
    game = thrown(game, "123455")
    assert refused(game, March(2)).code == "track_captured"
    game, events = game.play(Attack(CHARLES, 2))
    assert events == (PushAnt(CHARLES, 2, 6), OpenTrack(2))
    assert play(game, Skip(), Skip())[0].player == ARTHUR


def test_the_target_stays_when_somebody_leaves() -> None:
    game = begin(4)
    after, _ = game.play(Leave(CHARLES))
    assert after.target == game.target == 6


def test_who_leaves_in_their_own_turn_passes_the_dice_on() -> None:
    game, events = thrown(begin(), NOTHING).play(Leave(ARTHUR))
    assert events == (Left(ARTHUR), PassDice(BEATRICE))
    assert refused(game, Leave(BEATRICE)).code == "too_few_would_stay"
    assert refused(game, Leave(ARTHUR)).code == "gone_home"


def test_who_has_left_is_not_ranked() -> None:
    game = board({6: {10: "C"}, 1: {6: "A"}})
    game, _ = game.play(Leave(CHARLES))
    assert [(s.player, s.rank, s.points) for s in game.standings()] == [
        (ARTHUR, 1, 2), (BEATRICE, 2, 0), (CHARLES, None, 4),
    ]  # fmt: skip


# Adjust.


def test_adjusting_tells_tracks_food_and_queens() -> None:
    game = board({1: {6: "B"}, 2: {7: "A", 2: "B"}, 3: {1: "C"}}, queens="B")
    table = ants(game, {1: {5: "B"}, 2: {7: "A", 3: "B"}, 3: {1: "C"}, 6: {10: "C"}}, "A")
    after, events = game.play(Adjust(table, CHARLES))
    assert after.table == table
    assert events == (
        SetTrack(1, table.tracks[0]),
        OpenTrack(1),
        SetTrack(2, table.tracks[1]),
        CaptureTrack(ARTHUR, 2, 2),
        SetTrack(6, table.tracks[5]),
        CaptureTrack(CHARLES, 6, 4),
        SetQueen(ARTHUR, has=True),
        SetQueen(BEATRICE, has=False),
        PassDice(CHARLES),
    )


def test_food_that_changes_hands_is_told_and_an_ant_added_there_lies_on_its_back() -> None:
    game = board({1: {6: "B"}})
    for there, holder in (({6: "C"}, CHARLES), ({6: "B", 2: "A"}, BEATRICE)):
        table = ants(game, {1: there})
        told = game.differences(table)
        assert told == (SetTrack(1, table.tracks[0]), CaptureTrack(holder, 1, 2))


def test_adjusting_nothing_says_nothing() -> None:
    game = thrown(board(FOUR_ANTS), NOTHING)
    assert game.play(Adjust(game.table, ARTHUR)) == (game, ())


def test_ants_laid_right_allow_other_re_rolls_of_the_same_dice() -> None:
    game = thrown(board(FOUR_ANTS), "111111", "111112")
    assert (game.turn.again, game.turn.groups) == (3, 1)
    fewer, _ = game.play(Adjust(ants(game, {1: {1: "A"}, 2: {1: "A"}}), ARTHUR))
    assert fewer.turn.thrown == throw("111112").faces
    assert (fewer.turn.again, fewer.turn.groups) == (0, 0)
    back, _ = fewer.play(Adjust(game.table, ARTHUR))
    assert back == game


def test_after_an_attack_adjusting_leaves_what_is_left() -> None:
    game = board({2: {4: "B"}, 3: {4: "B"}})
    game, _ = play(game, throw(FIVE_STRAIGHT), Attack(BEATRICE, 2))
    after, _ = game.play(Adjust(ants(game, {3: {4: "BC"}}), ARTHUR))
    assert after.turn == game.turn
    assert after.refusal(Attack(CHARLES, 3)) is None


def test_who_can_no_longer_make_the_second_move_passes() -> None:
    game, _ = play(board({}, queens="A"), throw("111222"), SpendQueen(QueenUse.MOVE), March(1))
    after, _ = game.play(Adjust(ants(game, {2: {7: "B"}}), ARTHUR))
    assert list(after.legal_moves()) == [Pass()]


def test_food_adjusted_to_the_target_ends_the_game_but_not_that_of_who_has_left() -> None:
    game = begin()
    game, events = game.play(Adjust(ants(game, {6: {10: "B"}, 5: {9: "B"}}), ARTHUR))
    assert events[-1] == GameOver("target_reached")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (BEATRICE,)
    game, _ = begin().play(Leave(CHARLES))
    game, _ = game.play(Adjust(ants(game, {6: {10: "C"}, 5: {9: "C"}}), ARTHUR))
    assert game.ending is None


def tracks_with(game: PicnicBlitz, *piles: Pile) -> AntTable:
    """The first track with these piles, the others empty."""
    return replace(game.table, tracks=(piles, *game.table.tracks[1:]))


def test_a_board_that_cannot_exist_is_refused() -> None:
    game = begin()
    boards: list[tuple[tuple[Pile, ...], str]] = [
        (((),) * 5, "track_length"),
        (((),) * 7, "track_length"),
        (((0, 0), (), (), (), (), ()), "ant_twice"),
        (((0,), (0,), (), (), (), ()), "ant_twice"),
        (((3,), (), (), (), (), ()), "no_such_player"),
        (((-1,), (), (), (), (), ()), "no_such_player"),
        (((), (), (), (), (), (0, 1)), "food_holds_one"),
    ]
    for piles, code in boards:
        assert refused(game, Adjust(tracks_with(game, *piles), ARTHUR)).code == code
    short = replace(game.table, tracks=game.table.tracks[1:])
    assert refused(game, Adjust(short, ARTHUR)).code == "one_for_each_track"
    for queens in ((), (True,), (True,) * 4):
        table = replace(game.table, queens=queens)
        assert refused(game, Adjust(table, ARTHUR)).code == "one_for_each_player"


def test_the_moves_of_other_games_are_refused() -> None:
    game = thrown(begin(), NOTHING)
    for move in (Keep(Face.ONE), Stop(), Take(21)):
        assert refused(game, move).code == "not_in_this_game"


# Undo.


def test_undo_tells_ants_food_queen_and_dice() -> None:
    game = board({2: {7: "B", 6: "C"}, 3: {1: "A"}}, queens="A")
    before = thrown(game, FOUR_STRAIGHT)
    after, _ = play(before, SpendQueen(QueenUse.ATTACK), Attack(BEATRICE, 2))
    assert lies(after, 2) == {6: "BC"}
    assert after.back_to(before) == (
        SetTrack(2, before.table.tracks[1]),
        CaptureTrack(BEATRICE, 2, 2),
        SetQueen(ARTHUR, has=True),
        SetDice(ARTHUR, throw(FOUR_STRAIGHT).faces, ()),
    )


def test_a_won_game_can_be_taken_back() -> None:
    record = Record.begin(*PicnicBlitz.begin(players(3)))
    state = record.state
    assert isinstance(state, PicnicBlitz)
    record.play(Adjust(ants(state, {6: {10: "A"}, 5: {8: "A"}}), ARTHUR))
    record.play(throw("511234"))
    record.play(March(5))
    assert len(record.state.legal_moves()) == 0
    record.undo()
    assert March(5) in record.state.legal_moves()
