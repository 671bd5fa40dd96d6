"""Whole sessions at the keyboard: a new game, every thing that can be typed, and the end."""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from firmware.store.journal import games
from firmware.terminal import session, typed
from rules import Barbecue, Face
from rules.dice import BARBECUE, own
from rules.grill import SNAIL, Spot
from rules.heckmeck import Heckmeck
from rules.turn import Phase
from tests.harness.marks import MORE
from tests.harness.scripted import BENS_25, GAMES, Scripted, Thinking, begin, newest, table
from tests.harness.sensible import TypesDice, sensible
from tests.rules.tables import ANN, BEN, CAT

# Whole games.


@dataclass(frozen=True)
class Finished:
    """A whole game: all that was said, and its file."""

    console: Scripted
    path: Path
    state: Heckmeck[Any, Any]


WHOLE = [game if game == "junior" else MORE(game) for game in GAMES]
"""Junior's games are the shortest; all are played to the end in German, too."""


@pytest.fixture(scope="module", params=WHOLE)
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder = tmp_path_factory.mktemp("finished")
    console = Thinking(folder, sensible, "")
    session.play(console, folder, random.Random(7), game=request.param, names="Ann, Ben, Cat")
    return Finished(console, games(folder)[0], table(folder))


@pytest.mark.proof
def test_a_whole_game_ends_with_the_ranking(finished: Finished) -> None:
    outcome = finished.state.outcome()
    assert outcome is not None
    ranking = [line.split() for line in finished.console.said[-2] if "." in line[:5]]
    names = [player.name for player in finished.state.setup.players]
    assert [(rank, name, points) for rank, name, points, _ in ranking] == [
        (f"{standing.rank}.", names[standing.player], str(standing.points))
        for standing in outcome.standings
    ]


def test_a_whole_game_ends_with_the_winner(finished: Finished) -> None:
    outcome = finished.state.outcome()
    assert outcome is not None
    winner = finished.state.setup.players[outcome.winners[0]].name
    told = finished.console.said[-2]
    last = [line for line in told if " wins" in line or "share the win" in line]
    assert [line.split()[0] for line in last] == [winner]


def test_a_whole_game_says_where_it_is_recorded(finished: Finished) -> None:
    assert str(finished.path) in finished.console.lines[-1]


def test_no_legal_answer_is_complained_about(finished: Finished) -> None:
    assert not any(line.startswith("!") for line in finished.console.lines)


def test_everything_said_in_a_game_can_be_printed(finished: Finished) -> None:
    assert all(line.isprintable() for line in finished.console.lines)


def test_everybody_has_a_line_after_every_move(finished: Finished) -> None:
    for reply in finished.console.said[1:-1]:
        assert sum(line[2:9] in {"A  Ann ", "B  Ben ", "C  Cat "} for line in reply) == 3


@pytest.mark.parametrize(
    ("game", "late"),
    [
        ("barbecue", "adjust snails Ann 10"),
        ("bratwurmeck", "adjust turned 25 26 27 28 29 30 31 32 33 34 35 36"),
        ("junior", "adjust turned 7 7 8 8 9 9"),
    ],
)
def test_ordinary_dice_are_typed_to_the_end(tmp_path: Path, game: str, late: str) -> None:
    console = Thinking(tmp_path, TypesDice(7), "dice ordinary", "", late)
    session.play(console, tmp_path, random.Random(7), game=game, names="Ann, Ben")
    assert table(tmp_path).ending is not None
    assert not any(line.startswith("!") for line in console.lines)


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    told = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        console = Thinking(folder, sensible, "", "adjust turned 7 7 8 8 9 9")
        session.play(console, folder, random.Random(3), game="junior", names="Ann, Ben")
        told.append(console.lines[:-1])
    assert told[0] == told[1]


# A turn.


def test_dice_are_typed_in_many_ways() -> None:
    for text in ("12ww", "w 2 w 1", "1,2,w,w", "W W 21", "worm 2 1 Worm"):
        assert typed.faces(text, own(BARBECUE)) == (Face.ONE, Face.TWO, Face.WORM, Face.WORM)


def test_typed_dice_lie_there(tmp_path: Path) -> None:
    console = begin(tmp_path, "66ww1234")
    assert "  thrown  [1][2][3][4][6][6][W][W]" in console.reply


def test_enter_throws_for_the_player(tmp_path: Path) -> None:
    begin(tmp_path, "")
    assert json.loads(games(tmp_path)[0].read_text().splitlines()[2])["read"] == "program"


def test_every_face_says_what_keeping_it_makes(tmp_path: Path) -> None:
    console = begin(tmp_path, "66ww1234", "w", "66w123")
    reply = "\n".join(console.reply)
    assert "6: 2 x 6, then the sum is 22" in reply
    assert "-: 1 x worm, kept earlier" in reply


def test_a_face_is_kept_by_what_an_ordinary_die_shows(tmp_path: Path) -> None:
    begin(tmp_path, "12345566", "5", page=("dice ordinary",))
    assert table(tmp_path).turn.kept == {Face.WORM: 2}


def test_enter_keeps_where_there_is_no_choice(tmp_path: Path) -> None:
    begin(tmp_path, "66666666", "")
    assert table(tmp_path).player == BEN


def test_a_stop_tells_first_what_it_brings(tmp_path: Path) -> None:
    console = begin(tmp_path, "6666www1", "6", "www1", "w")
    assert any("s: stop at 39" in line and "snail" in line for line in console.reply)


def test_who_may_not_stop_is_told_why(tmp_path: Path) -> None:
    console = begin(tmp_path, "66ww1234", "w")
    assert any("cannot stop" in line for line in console.reply)


def test_a_stop_does_what_it_said(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234", "w", "666123", "6", "s")
    state = table(tmp_path)
    assert isinstance(state, Barbecue)
    assert state.table[28] == Spot(ANN, 1)
    assert state.player == BEN


def test_pieces_are_told_one_to_a_line(tmp_path: Path) -> None:
    console = begin(tmp_path, "66ww1234", "w", "666123", "6", "s")
    told = [line for line in console.reply if line.startswith("* ")]
    assert any("plate on 28" in line for line in told)
    assert any("2 worms" in line for line in told)


# A stop for nothing is asked once more.


def test_a_stop_that_fails_can_be_thought_over(tmp_path: Path) -> None:
    for sure in ["", "n", "no", "maybe"]:
        begin(tmp_path, "11112345", "1", "s", sure, game="bratwurmeck")
        assert table(tmp_path).player == ANN
        assert len(newest(tmp_path).steps) == 2


def test_a_stop_that_fails_is_done_if_meant(tmp_path: Path) -> None:
    console = begin(tmp_path, "11112345", "1", "s", "Y", game="bratwurmeck")
    assert table(tmp_path).player == BEN
    assert any("nothing" in line for line in console.reply)


def test_a_barbecue_stop_for_nothing_is_an_option(tmp_path: Path) -> None:
    begin(tmp_path, "11112346", "1", "s", "y", page=("option stop_is_fail",))
    state = table(tmp_path)
    assert isinstance(state, Barbecue)
    assert state.table[36] == SNAIL


def test_a_stop_that_ends_the_game_for_nothing_is_asked_once_more(tmp_path: Path) -> None:
    all_snails = "adjust snails Ann 12"
    page = ("option stop_is_fail",)
    begin(tmp_path, all_snails, "6666www1", "6", "www1", "w", "s", "n", page=page)
    assert table(tmp_path).ending is None


# Snatching and pinching.

BENS_7 = ("adjust stack Ben 7 7", "bbbwcc", "b", "wcc", "w")
"""Ann has 7, which is on top of Ben's stack; a 6 is on the grill."""


def test_a_snatch_is_offered_beside_the_lower_tile(tmp_path: Path) -> None:
    console = begin(tmp_path, *BENS_25, "s", game="bratwurmeck")
    offered = [line.split(":")[0].strip() for line in console.reply]
    assert {"snatch Ben", "24"} <= set(offered)


def test_a_snatch(tmp_path: Path) -> None:
    for answers in [("s", "snatch Ben"), ("s", "SNATCH 2"), ("snatch be",)]:
        begin(tmp_path, *BENS_25, *answers, game="bratwurmeck")
        assert table(tmp_path).table.stacks == ((25,), (), ())


def test_the_lower_tile_instead(tmp_path: Path) -> None:
    begin(tmp_path, *BENS_25, "s", "24", game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((24,), (25,), ())


def test_a_pinch(tmp_path: Path) -> None:
    for answers in [("s", "snatch Ben"), ("snatch Ben",)]:
        begin(tmp_path, *BENS_7, *answers, game="junior")
        assert table(tmp_path).table.stacks == ((7,), (7,), ())


def test_a_snatch_that_is_the_only_gain_needs_no_choice(tmp_path: Path) -> None:
    turned = "turned 21 22 23 24"
    answers = (f"{BENS_25[0]}, {turned}", *BENS_25[1:], "snatch Ben")
    begin(tmp_path, *answers, game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((25,), (), ())


# Junior.


def test_a_throw_with_nothing_new_is_no_risk_in_junior(tmp_path: Path) -> None:
    told = "\n".join(begin(tmp_path, "bbcwww", "b", "hint", game="junior").reply)
    assert "nothing new, it counts" in told


def test_junior_says_what_a_bun_counts(tmp_path: Path) -> None:
    for answers in [(), ("?",)]:
        said = " ".join(begin(tmp_path, *answers, game="junior").text.split())
        assert said.count("A bun counts 2") == 1 + len(answers)
        assert "The turn ends, but the sum still counts" in said


# A table that does not want to be reminded of snatches.

QUIET = ("option quiet_snatches",)


def quiet(folder: Path, *answers: str) -> Scripted:
    return begin(folder, *BENS_25, *answers, game="bratwurmeck", page=QUIET)


def test_a_quiet_table_takes_the_lower_tile(tmp_path: Path) -> None:
    quiet(tmp_path, "s")
    assert table(tmp_path).table.stacks == ((24,), (25,), ())


def test_a_quiet_table_snatches_when_asked(tmp_path: Path) -> None:
    quiet(tmp_path, "snatch Ben")
    assert table(tmp_path).table.stacks == ((25,), (), ())


def test_a_quiet_table_says_no_word_of_a_snatch(tmp_path: Path) -> None:
    text = quiet(tmp_path, "s").text
    assert "snatch Ben" not in text
    assert "from Ben" not in text


def test_a_quiet_table_speaks_of_no_choice(tmp_path: Path) -> None:
    """Without a snatch there never is one, so that would be the reminder."""
    assert "choice" not in quiet(tmp_path, "s").text


def test_a_quiet_table_never_says_what_a_stop_brings(tmp_path: Path) -> None:
    """Where it did so only without a snatch, that would be the reminder."""
    (offered,) = [line for line in quiet(tmp_path).reply if "s: stop" in line]
    assert offered == "  s: stop at 25"


def test_a_quiet_table_gives_no_hints(tmp_path: Path) -> None:
    assert quiet(tmp_path, "hint").reply[0].startswith("! ")


def test_a_quiet_table_takes_the_only_line_it_shows_on_enter(tmp_path: Path) -> None:
    """The dice ended the turn here, not a stop."""
    last_dice = ("adjust stack Ben 28", "wwwww111", "w", "111", "1")
    begin(tmp_path, *last_dice, "", game="bratwurmeck", page=QUIET)
    assert table(tmp_path).player == BEN


@pytest.mark.parametrize(
    ("laid", "won"),
    [
        ("adjust stack Ben 25, turned 21 22 23 24", (25,)),
        ("adjust stack Ben 28, turned 21 22 23 24 25", ()),
    ],
)
def test_a_quiet_table_asks_the_same_whether_a_rival_has_the_tile(
    tmp_path: Path, laid: str, won: tuple[int, ...]
) -> None:
    """R72: where it is the only gain, the rival's tile is taken, and only then told."""
    answers = (laid, *BENS_25[1:], "s", "")
    asked = begin(tmp_path / "no", *answers, game="bratwurmeck", page=QUIET)
    assert asked.prompts[-2].startswith("The grill has nothing for 25. Stop anyway?")
    assert table(tmp_path / "no").phase is Phase.THROW
    begin(tmp_path / "yes", *answers[:-1], "y", game="bratwurmeck", page=QUIET)
    assert table(tmp_path / "yes").table.stacks[0] == won
    assert table(tmp_path / "yes").player == BEN


def test_a_quiet_table_undoes_a_stop_as_one_step(tmp_path: Path) -> None:
    quiet(tmp_path, "s", "u")
    assert table(tmp_path).phase is Phase.THROW


def test_a_quiet_table_tells_in_its_help_how_to_snatch(tmp_path: Path) -> None:
    console = begin(tmp_path, "?", game="bratwurmeck", page=QUIET)
    assert "snatch" in "\n".join(console.reply)


# Repairs.


def test_a_void_throw_is_repeated(tmp_path: Path) -> None:
    for game in GAMES:
        console = begin(tmp_path, "", "void", game=game)
        assert not table(tmp_path).turn.thrown
        assert any("repeat the throw" in line for line in console.reply)


def test_a_skipped_turn_passes_the_dice_on(tmp_path: Path) -> None:
    for game in GAMES:
        console = begin(tmp_path, "", "skip", game=game)
        assert table(tmp_path).player == BEN
        assert any("All dice to Ben" in line for line in console.reply)


def test_whose_turn_it_is_can_go_home(tmp_path: Path) -> None:
    for game in GAMES:
        console = begin(tmp_path, "leave Ann", game=game)
        assert table(tmp_path).player == BEN
        assert any("gone home" in line for line in console.reply)
        begin(tmp_path, "leave ben", "skip", game=game)
        assert table(tmp_path).player == CAT, "who went home is passed over"


def test_a_name_with_spaces_goes_home(tmp_path: Path) -> None:
    begin(tmp_path, "leave mary ann", names="Mary Ann, Mary Sue, Cat")
    assert table(tmp_path).gone == {0}


def test_plates_worms_snails_and_turn_are_adjusted_at_once(tmp_path: Path) -> None:
    changes = "30 Ann 2, 31 snail, 23 ben, worms Ann 7, worms ben 1, snails Cat 2, turn Ben"
    begin(tmp_path, f"adjust {changes}")
    state = table(tmp_path)
    assert isinstance(state, Barbecue)
    assert (state.table[30], state.table[31], state.table[23]) == (
        Spot(ANN, 2),
        SNAIL,
        Spot(BEN, 1),
    )
    assert (state.table.worms, state.table.snails) == ((7, 1, 0), (0, 0, 2))
    assert state.player == BEN


def test_a_spot_is_emptied(tmp_path: Path) -> None:
    begin(tmp_path, "adjust 36 snail", "adjust 36 empty")
    state = table(tmp_path)
    assert isinstance(state, Barbecue)
    assert state.table[36].empty


def test_tiles_are_adjusted_at_once(tmp_path: Path) -> None:
    for game, changes, stacks, down in [
        ("bratwurmeck", "stack Ann 25 31, turned 36 35", ((25, 31), (), ()), (35, 36)),
        ("bratwurmeck", "stack ann 25, stack ben 26, stack 3 27", ((25,), (26,), (27,)), ()),
        ("junior", "stack Ann 4 4, stack Ben 9, turned 9", ((4, 4), (9,), ()), (9,)),
    ]:
        begin(tmp_path, f"adjust {changes}, turn Cat", game=game)
        state = table(tmp_path)
        assert (state.table.stacks, state.table.down) == (stacks, down)
        assert state.player == CAT


def test_a_stack_is_emptied(tmp_path: Path) -> None:
    begin(tmp_path, "adjust stack Ann 25", "adjust stack Ann", game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((), (), ())


def test_the_turn_keeps_its_dice_when_only_pieces_are_adjusted(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234", "w", "adjust 36 snail")
    assert table(tmp_path).turn.kept == {Face.WORM: 2}


def test_a_name_with_spaces_is_adjusted(tmp_path: Path) -> None:
    begin(tmp_path, "adjust turn Mary Sue, worms Mary Ann 7", names="Mary Ann, Mary Sue")
    state = table(tmp_path)
    assert (state.player, state.table.worms) == (1, (7, 0))


# At a forced end a quiet table asks the same, whether there is a snatch or not.

LAST_DICE = ("adjust stack Ben 28", "wwwww111", "w", "111")
"""Ann's three 1s are her last dice; with them she has 28, which is on top of Ben's stack."""


def forced(folder: Path, *answers: str) -> Scripted:
    return begin(folder, *LAST_DICE, "1", *answers, game="bratwurmeck", page=QUIET)


def test_a_quiet_table_lets_a_snatch_be_said_at_a_forced_end(tmp_path: Path) -> None:
    forced(tmp_path, "snatch Ben")
    assert table(tmp_path).table.stacks == ((28,), (), ())


def test_a_quiet_table_refuses_a_snatch_that_is_none(tmp_path: Path) -> None:
    console = forced(tmp_path, "snatch Cat")
    assert console.reply[0].startswith("! Cat")
    assert table(tmp_path).phase is Phase.KEEP


def test_a_quiet_table_asks_at_a_forced_end_without_a_snatch_too(tmp_path: Path) -> None:
    console = begin(tmp_path, "wwwww111", "w", "111", "1", game="bratwurmeck", page=QUIET)
    assert console.prompts[-1].startswith("That ends the turn.")


def test_a_quiet_table_takes_a_snatch_that_is_the_only_gain(tmp_path: Path) -> None:
    low = "adjust stack Ben 28, turned " + " ".join(map(str, range(21, 28)))
    begin(tmp_path, low, "wwwww111", "w", "111", "1", "snatch Ben", game="bratwurmeck", page=QUIET)
    assert table(tmp_path).table.stacks == ((28,), (), ())


def test_a_snatch_before_any_throw_is_refused(tmp_path: Path) -> None:
    console = begin(tmp_path, "snatch Ben", game="bratwurmeck")
    assert console.reply == ["! Ben has no tile on top that 0 could snatch."]


def test_a_snatch_that_is_the_only_gain_is_just_a_stop(tmp_path: Path) -> None:
    low = "adjust stack Ben 25, turned 21 22 23 24"
    begin(tmp_path, low, "wwwww111", "w", "snatch Ben", game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((25,), (), ())
