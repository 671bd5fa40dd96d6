"""What the dice on the table say: which keep they imply, and what is wrong with them."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

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


def test_dice_that_are_to_be_thrown_say_nothing() -> None:
    assert follow(begin(Barbecue, "Ann", "Ben"), dice("66ww4422"), ()) == Followed()
    assert follow(begin(Junior, "Ann", "Ben"), dice("wchkbb"), ()) == Followed()
    assert seen("", "664422", "ww", kept="ww") == Followed()
    assert seen("", "664422", kept="ww") == Followed()


# The dice laid aside tell the keep.


def test_a_whole_group_laid_aside_is_kept() -> None:
    assert seen("66ww4422", "66ww22", "44") == Followed(keep("4"), (keep("4"),))


def test_the_rest_may_already_be_thrown_again_and_show_the_same_face() -> None:
    assert seen("66ww4422", "131313", "44").keep == keep("4")
    assert seen("66ww4422", "444444", "44").keep == keep("4")


def test_dice_kept_before_do_not_count_as_laid_aside_now() -> None:
    assert seen("112233", "1133", "ww22", kept="ww").keep == keep("2")


def test_any_face_of_any_dice_is_kept_and_a_single_die_too() -> None:
    assert seen("66ww4421", "66ww442", "1").keep == keep("1")
    assert seen("bbwwck", "wwck", "bb", game=Junior).keep == keep("b")
    assert seen("55ww4422", "ww4422", "55", game=Bratwurmeck).keep == keep("5")


def test_the_last_dice_leave_the_tray_empty() -> None:
    assert seen("66", "", "wwwwww66", kept="wwwwww").keep == keep("6")


# Only the tray is seen: a count alone never decides where something else explains it too.


def test_a_count_that_something_else_explains_only_hints() -> None:
    assert seen("444wwwww", "12312") == Followed(None, (keep("4"),))
    assert set(seen("666ww44w", "12312").possible) == {keep("6"), keep("w")}
    assert seen("44466", "12", kept="www").keep is None, "a smaller group and a lost die"
    assert seen("4", "", kept="wwwwwww") == Followed(None, (keep("4"),)), "it could be lost"
    assert seen("44www", "44w", kept="www").keep is None, "a tray that contradicts it"


def test_a_count_decides_where_the_rules_leave_no_choice() -> None:
    assert seen("444www", "123", kept="ww").keep == keep("4")
    assert seen("44www", "123", kept="www").keep == keep("4"), "worms were kept already"


def test_the_rest_that_still_lies_there_puts_the_likeliest_first() -> None:
    assert seen("66ww4422", "66ww22").possible[0] == keep("4")


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


def test_what_is_wrong_is_told_and_implies_no_keep() -> None:
    for story in STORIES:
        followed = story.followed()
        assert (followed.problem, followed.keep) == (story.problem, None), story.what


def test_there_is_a_story_for_every_problem() -> None:
    told = {story.problem.code for story in STORIES}
    assert told | {DiceDone.code} == {kind.code for kind in Problem.__subclasses__()}


def test_the_dice_are_done_while_a_tile_is_to_be_picked_and_when_the_game_is_over() -> None:
    game = tiles(begin(Bratwurmeck, "Ann", "Ben"), range(21, 30), (), (30, 35))
    game = play(lay_aside(game, "wwwww")[0], throw("554"), keep("5"), Stop())[0]
    assert game.turn.phase is Phase.TAKE
    assert follow(game, dice("4"), dice("wwwww55")) == Followed(problem=DiceDone())
    over = tiles(begin(Bratwurmeck, "Ann", "Ben"), (), tuple(range(21, 36)), (36,))
    assert follow(over, dice("w1234512")) == Followed(problem=DiceDone())


def test_what_was_meant_is_known_though_a_die_is_missing_or_overlooked() -> None:
    assert seen("66ww4422", "66ww2", "44").possible == (keep("4"),)
    assert seen("66ww4422", "66w4422").possible == (keep("w"),)
    assert seen("444ww123", "4ww123").problem == StillInTray(Face.FOUR, 1)


def test_dice_that_still_lie_there_are_not_the_likeliest_when_one_is_lost() -> None:
    assert seen("44331266", "33266").possible[0] == keep("4")


def test_dice_that_still_lie_there_are_not_the_likeliest_when_faces_are_mixed() -> None:
    followed = seen("14433www", "433www")
    assert followed.problem == MixedFaces(dice("14")) or followed.possible[0] != keep("3")


def test_a_kept_die_is_turned_if_all_are_there_and_one_is_missing_if_not() -> None:
    assert seen("122334", "122334", "w1", kept="ww").problem == KeptTurned(Face.WORM)
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
def test_a_keep_is_understood_and_what_went_wrong_with_it_is_named(
    game: type[AnyHeckmeck], seed: int
) -> None:
    """Every legal keep, laid aside or out of sight; and a die lost, overlooked, or one too many."""
    hand = random.Random(seed)
    for state in answerable(game, seed):
        lost = DiceMissing(state.DICE - 1, state.DICE)
        for move, rest, aside in keeps(state):
            again = thrown_again(state, len(rest), hand)
            assert follow(state, rest, aside) == Followed(move, (move,))
            assert follow(state, again, aside) == Followed(move, (move,))
            assert move in follow(state, again).possible
            assert follow(state, rest).possible[0] == move, "the rest still lies there"
            fewer = hand.sample(aside, k=len(aside) - 1)
            assert follow(state, rest, fewer).problem == lost
            if state.turn.thrown.count(move.face) > 1:
                followed = follow(state, (*rest, move.face), aside[:-1])
                assert followed.problem == StillInTray(move.face, 1)
            if rest:
                assert follow(state, rest[1:], aside).problem == lost
                mixed = follow(state, rest[1:], (*aside, rest[0])).problem
                assert mixed == MixedFaces(tuple(sorted({move.face, rest[0]})))


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_a_count_decides_only_where_nothing_else_explains_it(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for state in answerable(game, seed):
        thrown = state.turn.thrown
        trays = (thrown_again(state, count, hand) for count in range(state.turn.left))
        for tray in (*trays, some_dice(state, hand)):
            implied = follow(state, tray).keep
            assert implied is None or explanations(state, len(tray)) == {(implied, 0)}
        tray = tuple(hand.sample(thrown, k=hand.randint(0, len(thrown))))
        implied = follow(state, tray).keep
        assert implied is None or implied.face not in tray, "those still lie there"


def explanations(state: AnyHeckmeck, in_tray: int) -> set[tuple[Keep | None, int]]:
    """What could have been kept, and how many dice lost, so that so many are in the tray.

    Nothing kept and one die lost is among them; nothing kept and several lost at once is not.
    """
    gone = state.turn.left - in_tray
    kept = {(move, gone - (state.turn.left - len(rest))) for move, rest, _ in keeps(state)}
    nothing_kept = {(None, 1)} if gone == 1 else set()
    return {(move, lost) for move, lost in kept if lost >= 0} | nothing_kept


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=40)
def test_whatever_lies_there_is_a_legal_keep_of_all_dice_or_a_problem(
    game: type[AnyHeckmeck], seed: int
) -> None:
    """In whichever order the dice are seen."""
    hand = random.Random(seed)
    for state in answerable(game, seed):
        tray, aside = some_dice(state, hand), some_dice(state, hand)
        followed, unseen = follow(state, tray, aside), follow(state, tray)
        assert (followed.keep is None) != (followed.problem is None)
        assert {*followed.possible, *unseen.possible} <= set(state.legal_moves())
        if followed.keep is not None:
            whole = {move: sorted(laid) for move, _, laid in keeps(state)}
            assert whole[followed.keep] == sorted(aside)
            assert len(tray) + len(aside) == state.DICE
        assert follow(state, tray[::-1], aside[::-1]) == followed
        assert follow(state, tray[::-1]) == unseen


@given(game=ANY_GAME, seed=SEEDS)
@settings(max_examples=20)
def test_dice_that_were_not_answered_or_wait_to_be_thrown_are_in_order(
    game: type[AnyHeckmeck], seed: int
) -> None:
    hand = random.Random(seed)
    for _, _, state, _ in islice(steps(game, seed, repairs=0.1), 60):
        if state.ending is not None:
            continue
        kept = tuple(Counter(state.turn.kept).elements())
        for aside in (None, kept):
            if state.turn.phase is Phase.KEEP:
                unanswered = follow(state, state.turn.thrown, aside)
                assert unanswered == Followed(problem=NothingAside())
            elif state.turn.phase is Phase.THROW:
                tray = thrown_again(state, state.turn.left, hand)
                assert follow(state, tray, aside) == Followed()
