"""What the dice on the table say: which keep they imply, and what is wrong with them."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Barbecue, Bratwurmeck, Face, Junior, Keep, Stop
from rules.dice import Faces
from rules.follow import (
    AlreadyKept,
    BackInTray,
    DiceDone,
    DiceMissing,
    Followed,
    KeptTurned,
    LaidUnseen,
    MixedFaces,
    NoSuchGroup,
    NothingAside,
    NotOnTheDice,
    NotThrown,
    Problem,
    StillInTray,
    TooManyAside,
    TooManyDice,
    follow,
)
from rules.heckmeck import AnyHeckmeck
from rules.turn import Phase
from tests.rules.random_play import GAMES, steps
from tests.rules.tables import begin, face, keep, lay_aside, play, throw, tiles

ANY_GAME = st.sampled_from(GAMES)
SEEDS = st.integers(0, 2**32)


def dice(letters: str) -> Faces:
    return tuple(map(face, letters))


def seen(
    thrown: str,
    tray: str,
    aside: str | None = None,
    *,
    kept: str = "",
    game: type[AnyHeckmeck] = Barbecue,
) -> Followed:
    """What follows when this was thrown, with these dice kept before, and this is seen now."""
    state = lay_aside(begin(game, "Ann", "Ben"), kept)[0]
    if thrown:
        state = state.play(throw(thrown))[0]
    return follow(state, dice(tray), None if aside is None else dice(aside))


# The dice lie as they should.


def test_all_dice_in_the_tray_say_nothing_at_the_start_of_a_turn() -> None:
    assert follow(begin(Barbecue, "Ann", "Ben"), dice("66ww4422"), ()) == Followed()


def test_the_dice_left_say_nothing_while_they_are_to_be_thrown() -> None:
    assert seen("", "664422", "ww", kept="ww") == Followed()


def test_the_tray_alone_may_hold_the_dice_left() -> None:
    assert seen("", "664422", kept="ww") == Followed()


def test_six_dice_are_all_of_juniors() -> None:
    assert follow(begin(Junior, "Ann", "Ben"), dice("wchkbb"), ()) == Followed()


# The dice laid aside tell the keep.


def test_a_whole_group_laid_aside_is_kept() -> None:
    assert seen("66ww4422", "66ww22", "44") == Followed(keep("4"), (keep("4"),))


def test_the_rest_may_already_be_thrown_again() -> None:
    assert seen("66ww4422", "131313", "44").keep == keep("4")


def test_the_rest_thrown_again_may_show_the_face_that_was_kept() -> None:
    assert seen("66ww4422", "444444", "44").keep == keep("4")


def test_dice_kept_before_do_not_count_as_laid_aside_now() -> None:
    assert seen("112233", "1133", "ww22", kept="ww").keep == keep("2")


def test_a_single_die_laid_aside_is_kept() -> None:
    assert seen("66ww4421", "66ww442", "1").keep == keep("1")


def test_the_last_dice_leave_the_tray_empty() -> None:
    assert seen("66", "", "wwwwww66", kept="wwwwww").keep == keep("6")


def test_junior_keeps_buns() -> None:
    assert seen("bbwwck", "wwck", "bb", game=Junior).keep == keep("b")


def test_the_classic_keeps_fives() -> None:
    assert seen("55ww4422", "ww4422", "55", game=Bratwurmeck).keep == keep("5")


# Only the tray is seen: a count alone never decides where something else explains it too.


def test_a_count_that_fits_one_group_alone_only_hints_at_it() -> None:
    assert seen("444wwwww", "12312") == Followed(None, (keep("4"),))


def test_a_count_decides_where_the_rules_leave_no_choice() -> None:
    assert seen("444www", "123", kept="ww").keep == keep("4")


def test_a_count_that_fits_two_groups_leaves_both() -> None:
    followed = seen("666ww44w", "12312")
    assert followed.keep is None
    assert set(followed.possible) == {keep("6"), keep("w")}


def test_a_smaller_group_and_a_lost_die_could_be_it_too() -> None:
    assert seen("44466", "12", kept="www").keep is None


def test_one_die_gone_could_be_lost() -> None:
    assert seen("4", "", kept="wwwwwww") == Followed(None, (keep("4"),))


def test_the_rest_that_still_lies_there_puts_the_likeliest_first() -> None:
    assert seen("66ww4422", "66ww22").possible[0] == keep("4")


def test_dice_of_a_face_already_kept_explain_nothing() -> None:
    assert seen("44www", "123", kept="www").keep == keep("4")


def test_a_tray_that_contradicts_the_count_does_not_decide() -> None:
    assert seen("44www", "44w", kept="www").keep is None


# Every problem, as it happens at a table.


@dataclass(frozen=True)
class Story:
    """What happened, what is wrong then, and the dice that show it."""

    what: str
    problem: Problem
    tray: str
    aside: str | None = None
    kept: str = ""
    thrown: str = ""
    game: type[AnyHeckmeck] = Barbecue

    def followed(self) -> Followed:
        return seen(self.thrown, self.tray, self.aside, kept=self.kept, game=self.game)


STORIES = [
    Story("a picture of another game's dice", NotOnTheDice(Face.FIVE), "66554422"),
    Story("a bun among the classic dice", NotOnTheDice(Face.BUN), "b", game=Bratwurmeck),
    Story("a pip among Junior's dice", NotOnTheDice(Face.ONE), "wchkb1", game=Junior),
    Story("a foreign die laid aside", NotOnTheDice(Face.FIVE), "664422", "5w", kept="ww"),
    Story("a die rolled off the table", DiceMissing(7, 8), "66ww442"),
    Story("a die rolled off, others aside", DiceMissing(7, 8), "66442", "ww", kept="ww"),
    Story("a die rolled off, aside unseen", DiceMissing(7, 8), "66442", kept="ww"),
    Story("one of Junior's six is gone", DiceMissing(5, 6), "wchkb", game=Junior),
    Story("a kept die was swept off", DiceMissing(7, 8), "664422", "w", kept="ww"),
    Story("kept, but one more is gone", DiceMissing(7, 8), "66ww2", "44", thrown="66ww4422"),
    Story("one of the pair fell off", DiceMissing(7, 8), "66ww22", "4", thrown="66ww4422"),
    Story("one lost before laying aside", DiceMissing(7, 8), "66ww442", "", thrown="66ww4422"),
    Story("more gone than any group", DiceMissing(7, 8), "12312", thrown="66ww4422"),
    Story("a die from the other box", TooManyDice(9, 8), "66ww44221"),
    Story("a seventh of Junior's dice", TooManyDice(7, 6), "wchkbww", game=Junior),
    Story("a die too many beside those kept", TooManyDice(9, 8), "6644221", "ww", kept="ww"),
    Story("a die too many after the throw", TooManyDice(9, 8), "66ww44221", thrown="66ww4422"),
    Story(
        "kept, and one too many lies there", TooManyDice(9, 8), "66ww221", "44", thrown="66ww4422"
    ),
    Story("nothing laid aside yet", NothingAside(), "66ww4422", "", thrown="66ww4422"),
    Story("nothing taken from the tray", NothingAside(), "66ww4422", thrown="66ww4422"),
    Story("all thrown again, nothing kept", NothingAside(), "11112222", "", thrown="66ww4422"),
    Story("one worm overlooked", StillInTray(Face.WORM, 1), "66w4422", "w", thrown="66ww4422"),
    Story("two worms overlooked", StillInTray(Face.WORM, 2), "66ww422", "w", thrown="66www422"),
    Story(
        "one worm overlooked, tray only", StillInTray(Face.WORM, 1), "66w4422", thrown="66ww4422"
    ),
    Story("a bun overlooked", StillInTray(Face.BUN, 1), "bwwkk", "b", thrown="bbwwkk", game=Junior),
    Story("three aside, two thrown", TooManyAside(Face.FOUR, 1), "66ww2", "444", thrown="66ww4422"),
    Story("laid aside before the throw", LaidUnseen(Face.SIX), "64422", "ww6", kept="ww"),
    Story("another worm", AlreadyKept(Face.WORM), "66422", "www", kept="ww", thrown="66w422"),
    Story("another worm, tray only", AlreadyKept(Face.WORM), "664422", kept="w", thrown="664422w"),
    Story("a face not thrown", NotThrown(Face.ONE), "66ww442", "1", thrown="66ww4422"),
    Story("two faces", MixedFaces(dice("46")), "6ww422", "64", thrown="66ww4422"),
    Story("two groups", MixedFaces(dice("46")), "ww22", "6644", thrown="66ww4422"),
    Story("old and new", MixedFaces(dice("6w")), "6422", "www6", kept="ww", thrown="66w422"),
    Story("two faces, tray only", MixedFaces(dice("46")), "6644", None, "ww", "666444"),
    Story("a worm was nudged to a one", KeptTurned(Face.WORM), "664422", "w1", kept="ww"),
    Story(
        "a worm was nudged while choosing", KeptTurned(Face.WORM), "664422", "w1", "ww", "664422"
    ),
    Story("a worm rolled back", BackInTray(Face.WORM), "664422w", "w", kept="ww"),
    Story(
        "a worm rolled back into the throw", BackInTray(Face.WORM), "664422w", "w", "ww", "664422"
    ),
    Story("a worm rolled back, sixes kept", BackInTray(Face.WORM), "4422w", "w66", "ww", "664422"),
    Story("two gone of two triplets", NoSuchGroup(2), "1123", None, "ww", "666444"),
]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.what)
def test_what_is_wrong_is_told(story: Story) -> None:
    assert story.followed().problem == story.problem


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.what)
def test_a_problem_implies_no_keep(story: Story) -> None:
    assert story.followed().keep is None


def test_there_is_a_story_for_every_problem() -> None:
    told = {story.problem.code for story in STORIES}
    assert told | {DiceDone.code} == {kind.code for kind in Problem.__subclasses__()}


def test_the_dice_are_done_while_a_tile_is_to_be_picked() -> None:
    game = tiles(begin(Bratwurmeck, "Ann", "Ben"), range(21, 30), (), (30, 35))
    game = play(lay_aside(game, "wwwww")[0], throw("554"), keep("5"), Stop())[0]
    assert game.turn.phase is Phase.TAKE
    assert follow(game, dice("4"), dice("wwwww55")) == Followed(problem=DiceDone())


def test_the_dice_are_done_when_the_game_is_over() -> None:
    game = tiles(begin(Bratwurmeck, "Ann", "Ben"), (), tuple(range(21, 36)), (36,))
    assert follow(game, dice("w1234512")) == Followed(problem=DiceDone())


def test_a_keep_is_still_known_when_another_die_is_missing() -> None:
    assert seen("66ww4422", "66ww2", "44").possible == (keep("4"),)


def test_the_overlooked_worm_tells_what_was_meant() -> None:
    assert seen("66ww4422", "66w4422").possible == (keep("w"),)


def test_an_overlooked_four_is_told_though_another_pair_was_thrown() -> None:
    assert seen("444ww123", "4ww123").problem == StillInTray(Face.FOUR, 1)


def test_dice_that_still_lie_there_are_not_the_likeliest_when_one_is_lost() -> None:
    assert seen("44331266", "33266").possible[0] == keep("4")


def test_dice_that_still_lie_there_are_not_the_likeliest_when_faces_are_mixed() -> None:
    followed = seen("14433www", "433www")
    assert followed.problem == MixedFaces(dice("14")) or followed.possible[0] != keep("3")


def test_a_kept_die_turned_to_a_face_that_was_thrown_once_is_not_in_the_tray() -> None:
    assert seen("122334", "122334", "w1", kept="ww").problem == KeptTurned(Face.WORM)


def test_a_die_is_missing_rather_than_turned_when_only_seven_are_seen() -> None:
    assert seen("112233", "12233", "w1", kept="ww").problem == DiceMissing(7, 8)


# Whatever was thrown and kept before.


def answerable(game: type[AnyHeckmeck], seed: int) -> Iterator[AnyHeckmeck]:
    """States of a game in which a throw waits to be answered."""
    for _, _, state, _ in islice(steps(game, seed, repairs=0.1), 60):
        if state.ending is None and state.turn.phase is Phase.KEEP:
            yield state


def keeps(state: AnyHeckmeck) -> Iterator[tuple[Keep, Faces, Faces]]:
    """Every legal keep, with the rest of the throw and all that lies aside after it."""
    before = tuple(Counter(state.turn.kept).elements())
    for move in state.legal_moves():
        assert isinstance(move, Keep)
        rest = tuple(face for face in state.turn.thrown if face is not move.face)
        group = tuple(face for face in state.turn.thrown if face is move.face)
        yield move, rest, before + group


def thrown_again(state: AnyHeckmeck, count: int, hand: random.Random) -> Faces:
    return tuple(hand.choices(state.setup.dice.sides, k=count))


def some_dice(state: AnyHeckmeck, hand: random.Random) -> Faces:
    """What a tray or a keep row may look like: fresh dice, or part of what was there."""
    there = hand.choice((state.turn.thrown, tuple(Counter(state.turn.kept).elements())))
    part = hand.sample(there, k=hand.randint(0, len(there)))
    return (*part, *thrown_again(state, hand.choice((0, 0, 1, 2, 8)), hand))


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_keep_laid_aside_is_understood(game: type[AnyHeckmeck], seed: int) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        for move, rest, aside in keeps(state):
            assert follow(state, rest, aside) == Followed(move, (move,))
            again = thrown_again(state, len(rest), hand)
            assert follow(state, again, aside) == Followed(move, (move,))


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_keep_out_of_sight_is_possible(game: type[AnyHeckmeck], seed: int) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        for move, rest, _ in keeps(state):
            assert move in follow(state, thrown_again(state, len(rest), hand)).possible


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_keep_out_of_sight_is_the_likeliest_while_the_rest_still_lies_there(
    game: type[AnyHeckmeck], seed: int
) -> None:
    for state in answerable(game, seed):
        for move, rest, _ in keeps(state):
            assert follow(state, rest).possible[0] == move


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=60)
def test_a_count_decides_only_where_nothing_else_explains_it(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        trays = (thrown_again(state, count, hand) for count in range(state.turn.left))
        for tray in (*trays, some_dice(state, hand)):
            implied = follow(state, tray).keep
            assert implied is None or explanations(state, len(tray)) == {(implied, 0)}


def explanations(state: AnyHeckmeck, in_tray: int) -> set[tuple[Keep | None, int]]:
    """What could have been kept, and how many dice lost, so that so many are in the tray.

    Nothing kept and one die lost is among them; nothing kept and several lost at once is not.
    """
    gone = state.turn.left - in_tray
    kept = {(move, gone - (state.turn.left - len(rest))) for move, rest, _ in keeps(state)}
    nothing_kept = {(None, 1)} if gone == 1 else set()
    return {(move, lost) for move, lost in kept if lost >= 0} | nothing_kept


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=60)
def test_a_count_never_decides_against_dice_that_still_lie_there(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        thrown = state.turn.thrown
        tray = tuple(hand.sample(thrown, k=hand.randint(0, len(thrown))))
        implied = follow(state, tray).keep
        assert implied is None or implied.face not in tray


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=60)
def test_a_keep_is_implied_only_by_its_whole_group_and_all_dice(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        tray, aside = some_dice(state, hand), some_dice(state, hand)
        implied = follow(state, tray, aside).keep
        whole = {move: sorted(laid) for move, _, laid in keeps(state)}
        assert implied is None or whole[implied] == sorted(aside)
        assert implied is None or len(tray) + len(aside) == state.DICE


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=60)
def test_only_legal_keeps_are_possible(game: type[AnyHeckmeck], seed: int) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        for aside in (None, some_dice(state, hand)):
            followed = follow(state, some_dice(state, hand), aside)
            assert set(followed.possible) <= set(state.legal_moves())


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=60)
def test_a_keep_is_implied_or_something_is_wrong_but_never_both(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        followed = follow(state, some_dice(state, hand), some_dice(state, hand))
        assert (followed.keep is None) != (followed.problem is None)


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_one_lost_die_is_always_noticed(game: type[AnyHeckmeck], seed: int) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        lost = DiceMissing(state.DICE - 1, state.DICE)
        for _, rest, aside in keeps(state):
            fewer = hand.sample(aside, k=len(aside) - 1)
            assert follow(state, rest, fewer).problem == lost
            assert not rest or follow(state, rest[1:], aside).problem == lost


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_die_overlooked_is_always_named(game: type[AnyHeckmeck], seed: int) -> None:
    for state in answerable(game, seed):
        for move, rest, aside in keeps(state):
            if state.turn.thrown.count(move.face) > 1:
                followed = follow(state, (*rest, move.face), aside[:-1])
                assert followed.problem == StillInTray(move.face, 1)


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_two_faces_at_once_are_always_refused(game: type[AnyHeckmeck], seed: int) -> None:
    for state in answerable(game, seed):
        for move, rest, aside in keeps(state):
            if rest:
                followed = follow(state, rest[1:], (*aside, rest[0]))
                assert followed.problem == MixedFaces(tuple(sorted({move.face, rest[0]})))


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_throw_nobody_answered_says_so(game: type[AnyHeckmeck], seed: int) -> None:
    for state in answerable(game, seed):
        kept = tuple(Counter(state.turn.kept).elements())
        for aside in (None, kept):
            assert follow(state, state.turn.thrown, aside) == Followed(problem=NothingAside())


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_dice_that_wait_to_be_thrown_are_in_order(game: type[AnyHeckmeck], seed: int) -> None:
    hand = random.Random(seed)
    for _, _, state, _ in islice(steps(game, seed, repairs=0.1), 60):
        if state.ending is None and state.turn.phase is Phase.THROW:
            tray = thrown_again(state, state.turn.left, hand)
            kept = tuple(Counter(state.turn.kept).elements())
            assert follow(state, tray, kept) == Followed()
            assert follow(state, tray) == Followed()


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=60)
def test_the_order_in_which_dice_are_seen_does_not_matter(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for _, _, state, _ in islice(steps(game, seed), 60):
        tray, aside = some_dice(state, hand), some_dice(state, hand)
        turned = follow(state, tray[::-1], aside[::-1])
        assert turned == follow(state, tray, aside)
        assert follow(state, tray[::-1]) == follow(state, tray)
