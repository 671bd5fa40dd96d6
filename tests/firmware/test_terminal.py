"""Whole sessions at the keyboard: a new game, every thing that can be typed, and the end."""

import io
import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from firmware.drawing import LETTERS
from firmware.journal import games
from firmware.terminal import session, typed
from firmware.terminal.console import Keyboard, Quit
from firmware.terminal.new_game import seated
from firmware.terminal.typed import Unclear
from rules import Barbecue, Bratwurmeck, Face, Junior, Stop, Take
from rules.barbecue import SNAIL, Spot
from rules.dice import BARBECUE, own
from rules.heckmeck import Heckmeck
from rules.junior import JuniorBox
from rules.record import Record
from rules.tiles import TileGame
from rules.turn import Phase
from tests.firmware.scripted import Scripted, Thinking, begin, newest, resume
from tests.rules.tables import ANN, BEN, CAT

GAMES = ["barbecue", "bratwurmeck", "junior"]
KEYS = {face: letter for letter, face in LETTERS.items()}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def table(folder: Path) -> Heckmeck[Any, Any]:
    """The newest game as its file tells it."""
    return cast("Heckmeck[Any, Any]", newest(folder).state)


# Whole games.


def sensible(record: Record) -> str:
    """Keep what counts most, stop as soon as it pays, let the program throw."""
    state = cast("Heckmeck[Any, Any]", record.state)
    turn = state.turn
    if state.ending is not None:
        return ""
    match turn.phase:
        case Phase.THROW:
            pays = state.takes() if isinstance(state, TileGame) else True
            return "s" if pays and state.refusal(Stop()) is None else ""
        case Phase.KEEP:
            values = state.setup.dice.values
            fresh = [face for face in turn.thrown if face not in turn.kept]
            best = max(fresh, key=lambda face: fresh.count(face) * values[face])
            return KEYS.get(best, str(best))
    take = cast("Take", state.legal_moves().choices[0])
    return str(take.tile) if take.rival is None else f"snatch {take.rival + 1}"


class TypesDice:
    """Throws six-sided dice and types what they show; else plays sensibly."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def __call__(self, record: Record) -> str:
        answer = sensible(record)
        state = cast("Heckmeck[Any, Any]", record.state)
        if answer or state.ending is not None or state.phase is not Phase.THROW:
            return answer
        return "".join(self.dice.choices("123456", k=state.turn.left))


@dataclass(frozen=True)
class Finished:
    """A whole game: all that was said, and its file."""

    console: Scripted
    path: Path
    state: Heckmeck[Any, Any]


@pytest.fixture(scope="module", params=GAMES)
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder = tmp_path_factory.mktemp("finished")
    console = Thinking(folder, sensible, "")
    session.play(console, folder, random.Random(7), game=request.param, names="Ann, Ben, Cat")
    return Finished(console, games(folder)[0], table(folder))


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
    last = [line for line in finished.console.said[-2] if " win" in line]
    assert [line.split()[0] for line in last] == [winner]


def test_a_whole_game_says_where_it_is_recorded(finished: Finished) -> None:
    assert str(finished.path) in finished.console.lines[-1]


def test_no_legal_answer_is_complained_about(finished: Finished) -> None:
    assert not any(line.startswith("!") for line in finished.console.lines)


def test_everything_said_in_a_game_can_be_printed(finished: Finished) -> None:
    assert all(line.isprintable() for line in finished.console.lines)


def test_everybody_has_a_line_after_every_move(finished: Finished) -> None:
    for reply in finished.console.said[1:-1]:
        assert sum(line[5:9] in {"Ann ", "Ben ", "Cat "} for line in reply) == 3


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
        console = Thinking(folder, sensible, "")
        session.play(console, folder, random.Random(3), game="junior", names="Ann, Ben")
        told.append(console.lines[:-1])
    assert told[0] == told[1]


# Which game, who plays.


def ask_all(folder: Path, *answers: str) -> Scripted:
    console = Scripted(*answers)
    session.play(console, folder, random.Random(1))
    return console


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("", "Heckmeck Barbecue"),
        ("1", "Heckmeck Barbecue"),
        ("2", "Heckmeck am Bratwurmeck"),
        ("3", "Heckmeck Junior"),
        ("Junior", "Heckmeck Junior"),
    ],
)
def test_a_game_is_chosen_by_number_or_name(tmp_path: Path, answer: str, title: str) -> None:
    assert title in ask_all(tmp_path, answer, "Ann, Ben").reply


@pytest.mark.parametrize("answer", ["0", "4", "chess", "-1", "1 2", "\x1b[A"])
def test_a_game_that_there_is_not(tmp_path: Path, answer: str) -> None:
    console = ask_all(tmp_path, answer)
    (message,) = console.reply
    assert "barbecue, bratwurmeck, junior" in message
    assert message.isprintable()
    assert console.prompts[0] == console.prompts[1]


def test_enter_is_enough_to_play(tmp_path: Path) -> None:
    ask_all(tmp_path, "", "", "", "")
    assert table(tmp_path).phase is Phase.KEEP


def test_names_in_order_of_play(tmp_path: Path) -> None:
    ask_all(tmp_path, "", " Ann ,Ben,  Mary-Jane O'Hara", "")
    names = [player.name for player in table(tmp_path).setup.players]
    assert names == ["Ann", "Ben", "Mary-Jane O'Hara"]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Ann", "2 to 5"),
        ("A, B, C, D, E, F, G, H, I", "2 to 5"),
        ("Ann, ann", "ann"),
        (",", "1 to 16"),
        ("Ann,,Ben", "1 to 16"),
        ("Ann, " + "x" * 200, "200"),
        ("Ann, 🐛", "U+1F41B"),
        ("Ann, בן", "ב"),
        ("Ann, B\x1b[2J", "U+001B"),
        ("Ann, B\tn", "U+0009"),
        ("Ann, \u202eneB", "U+202E"),
        ("Ann black, Ben black", "black"),
    ],
)
def test_names_that_cannot_be(tmp_path: Path, names: str, said: str) -> None:
    console = ask_all(tmp_path, "", names)
    (message,) = console.reply
    assert said in message
    assert message.isprintable()
    assert console.prompts[1] == console.prompts[2]


def test_colours_can_be_chosen_and_the_others_get_what_is_left() -> None:
    players = seated("Ann blue, Ben, Cat green, Dan", Barbecue)
    assert [player.colour for player in players] == ["blue", "yellow", "green", "black"]


def test_a_colour_alone_is_a_name() -> None:
    assert [player.name for player in seated("Blue, Green", Barbecue)] == ["Blue", "Green"]


def test_closing_the_input_before_the_game_leaves_nothing(tmp_path: Path) -> None:
    for answers in ((), ("1",), ("1", "Ann, Ben")):
        ask_all(tmp_path, *answers)
    assert contents(tmp_path) == {}


# The page of the new game.


def a_page(folder: Path, *answers: str, game: str = "barbecue") -> Scripted:
    """A new game whose page is answered, but not begun."""
    console = Scripted(*answers)
    session.play(console, folder, random.Random(1), game=game, names="Ann, Ben")
    return console


def test_somebody_else_starts(tmp_path: Path) -> None:
    begin(tmp_path, page=("start cat",))
    assert table(tmp_path).player == CAT


def test_ordinary_dice(tmp_path: Path) -> None:
    begin(tmp_path, "12345566", page=("dice ordinary",))
    assert table(tmp_path).turn.thrown.count(Face.WORM) == 2


def test_own_dice_again(tmp_path: Path) -> None:
    begin(tmp_path, page=("dice ordinary", "dice own"))
    assert table(tmp_path).setup.table_dice.name == "barbecue"


def test_an_option_is_switched_on_and_off(tmp_path: Path) -> None:
    begin(tmp_path, page=("option strict_worms", "option strict_plates", "option strict_worms"))
    assert table(tmp_path).setup.variants == {"strict_plates"}


@pytest.mark.parametrize("game", [Barbecue, Bratwurmeck, Junior])
def test_the_page_offers_every_option(tmp_path: Path, game: type[TileGame]) -> None:
    offered = "\n".join(a_page(tmp_path, game=game.NAME).said[0])
    assert all(f"[ ] {variant} " in offered for variant in game.VARIANTS)


@pytest.mark.parametrize(
    "answer",
    [
        "nonsense",
        "start",
        "start Zoe",
        "start 3",
        "dice",
        "dice wooden",
        "option",
        "option nonsense",
        "option quiet_snatches",
        "box 1",
        "\x1b[A",
        "👍",
    ],
)
def test_a_bad_line_on_the_page_gets_one_message_and_changes_nothing(
    tmp_path: Path, answer: str
) -> None:
    console = a_page(tmp_path, answer)
    page, (message, *page_again) = console.said[:2]
    assert message
    assert message.isprintable()
    assert page_again == page


def test_the_page_promises_no_help_that_it_has_not(tmp_path: Path) -> None:
    message = a_page(tmp_path, "?").said[1][0]
    assert not ("means nothing" in message and "“?” shows" in message)


# The box: what is printed on the owner's copy.

WORMS = "1 1 1 2 2 2 3 3 3 4 4 4 5 5"
"""Of the spots 23 to 36 on some copy."""


def test_an_assumed_box_is_marked(tmp_path: Path) -> None:
    assert any("assumed" in line for line in a_page(tmp_path).said[0])


def test_a_box_is_typed(tmp_path: Path) -> None:
    begin(tmp_path, page=("box", WORMS))
    worms = table(tmp_path).setup.box.worms
    assert list(worms.values()) == [int(word) for word in WORMS.split()]


def test_a_typed_box_is_remembered_for_the_next_game(tmp_path: Path) -> None:
    a_page(tmp_path, "box", WORMS)
    page = "\n".join(a_page(tmp_path).said[0])
    assert "assumed" not in page
    assert "35-36: 5" in page


def test_enter_confirms_the_box_that_is_offered(tmp_path: Path) -> None:
    begin(tmp_path, page=("box", ""))
    box = table(tmp_path).setup.box
    assert box.worms == Barbecue.BOX.worms
    assert not box.assumed


def test_a_junior_box_has_dice_too(tmp_path: Path) -> None:
    begin(tmp_path, game="junior", page=("box", "1 1 2 2 3 4", "Bun"))
    box = table(tmp_path).setup.box
    assert isinstance(box, JuniorBox)
    assert box.doubled is Face.BUN


def test_each_game_has_a_box_of_its_own(tmp_path: Path) -> None:
    a_page(tmp_path, "box", "1 1 2 2 3 4", "", game="junior")
    assert any("assumed" in line for line in a_page(tmp_path).said[0])


@pytest.mark.parametrize(
    ("worms", "said"),
    [
        ("1 2 3", "14"),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 x", "x"),
        ("0 1 1 2 2 2 3 3 3 4 4 4 5 5", "23"),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 10", "36"),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 -5", "-5"),
    ],
)
def test_a_box_that_cannot_be_is_not_remembered(tmp_path: Path, worms: str, said: str) -> None:
    console = a_page(tmp_path, "box", worms)
    assert said in console.said[2][0]
    assert console.said[2][1:] == console.said[0]
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("face", ["z", "5", "burger"])
def test_a_face_that_junior_dice_have_not_is_not_remembered(tmp_path: Path, face: str) -> None:
    console = a_page(tmp_path, "box", "", face, game="junior")
    assert console.said[3][1:] == console.said[0]
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("damaged", [b"", b"{", b"\xff", b"[]", b'{"worms":{"23":1}}', b"[" * 9999])
def test_a_damaged_box_file_is_as_none(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "box-barbecue.json").write_bytes(damaged)
    assert any("assumed" in line for line in a_page(tmp_path).said[0])


# A turn.


def test_dice_are_typed_in_many_ways() -> None:
    for text in ("12ww", "w 2 w 1", "1,2,w,w", "W W 21", "worm 2 1 Worm"):
        assert typed.faces(text, own(BARBECUE)) == (Face.ONE, Face.TWO, Face.WORM, Face.WORM)


def test_typed_dice_lie_there(tmp_path: Path) -> None:
    console = begin(tmp_path, "66ww1234")
    assert "  thrown  [1][2][3][4][6][6][W][W]" in console.reply


def test_enter_throws_for_the_player(tmp_path: Path) -> None:
    begin(tmp_path, "")
    assert json.loads(games(tmp_path)[0].read_text().splitlines()[1])["read"] == "program"


def test_every_face_says_what_keeping_it_makes(tmp_path: Path) -> None:
    console = begin(tmp_path, "66ww1234", "w", "66w123")
    reply = "\n".join(console.reply)
    assert "6: 2 x 6, then the sum is 22" in reply
    assert "-: 1 x worm, kept before" in reply


def test_a_face_is_kept_by_what_an_ordinary_die_shows(tmp_path: Path) -> None:
    begin(tmp_path, "12345566", "5", page=("dice ordinary",))
    assert table(tmp_path).turn.kept == {Face.WORM: 2}


def test_enter_keeps_where_there_is_no_choice(tmp_path: Path) -> None:
    begin(tmp_path, "66666666", "")
    assert table(tmp_path).player == BEN


def test_a_stop_tells_first_what_it_brings(tmp_path: Path) -> None:
    console = begin(tmp_path, "6666www1", "6", "www1", "w")
    assert any("s: stop with 39" in line and "snail" in line for line in console.reply)


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


@pytest.mark.parametrize("sure", ["", "n", "no", "maybe"])
def test_a_stop_that_fails_can_be_thought_over(tmp_path: Path, sure: str) -> None:
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

BENS_25 = ("adjust stack Ben 25", "wwwww111", "w")
"""Ann has 25, which is on top of Ben's stack; the 24 is on the grill."""
BENS_7 = ("adjust stack Ben 7 7", "bbbwcc", "b", "wcc", "w")
"""Ann has 7, which is on top of Ben's stack; a 6 is on the grill."""


def test_a_snatch_is_offered_beside_the_lower_tile(tmp_path: Path) -> None:
    console = begin(tmp_path, *BENS_25, "s", game="bratwurmeck")
    offered = [line.split(":")[0].strip() for line in console.reply]
    assert {"snatch Ben", "24"} <= set(offered)


@pytest.mark.parametrize("answers", [("s", "snatch Ben"), ("s", "SNATCH 2"), ("snatch be",)])
def test_a_snatch(tmp_path: Path, answers: tuple[str, ...]) -> None:
    begin(tmp_path, *BENS_25, *answers, game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((25,), (), ())


def test_the_lower_tile_instead(tmp_path: Path) -> None:
    begin(tmp_path, *BENS_25, "s", "24", game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((24,), (25,), ())


@pytest.mark.parametrize("answers", [("s", "pinch Ben"), ("pinch Ben",), ("snatch Ben",)])
def test_a_pinch(tmp_path: Path, answers: tuple[str, ...]) -> None:
    begin(tmp_path, *BENS_7, *answers, game="junior")
    assert table(tmp_path).table.stacks == ((7,), (7,), ())


def test_a_snatch_that_is_the_only_gain_needs_no_choice(tmp_path: Path) -> None:
    turned = "turned 21 22 23 24"
    answers = (f"{BENS_25[0]}, {turned}", *BENS_25[1:], "snatch Ben")
    begin(tmp_path, *answers, game="bratwurmeck")
    assert table(tmp_path).table.stacks == ((25,), (), ())


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


def test_a_quiet_table_offers_the_stop_as_if_there_were_no_snatch(tmp_path: Path) -> None:
    """A stop that alone does not say what it brings would be the reminder."""
    (offered,) = [line for line in quiet(tmp_path).reply if "s: stop" in line]
    assert "24" in offered


def test_a_quiet_table_takes_the_only_line_it_shows_on_enter(tmp_path: Path) -> None:
    """The dice ended the turn here, not a stop."""
    last_dice = ("adjust stack Ben 28", "wwwww111", "w", "111", "1")
    begin(tmp_path, *last_dice, "", game="bratwurmeck", page=QUIET)
    assert table(tmp_path).player == BEN


def test_a_quiet_table_undoes_a_stop_as_one_step(tmp_path: Path) -> None:
    quiet(tmp_path, "s", "u")
    assert table(tmp_path).phase is Phase.THROW


def test_a_quiet_table_tells_in_its_help_how_to_snatch(tmp_path: Path) -> None:
    console = begin(tmp_path, "?", game="bratwurmeck", page=QUIET)
    assert "snatch" in "\n".join(console.reply)


# Repairs.


@pytest.mark.parametrize("game", GAMES)
def test_a_void_throw_is_thrown_again(tmp_path: Path, game: str) -> None:
    console = begin(tmp_path, "", "void", game=game)
    assert table(tmp_path).phase is Phase.THROW
    assert any("again" in line for line in console.reply)


@pytest.mark.parametrize("game", GAMES)
def test_a_skipped_turn_passes_the_dice_on(tmp_path: Path, game: str) -> None:
    console = begin(tmp_path, "", "skip", game=game)
    assert table(tmp_path).player == BEN
    assert any("All dice to Ben" in line for line in console.reply)


@pytest.mark.parametrize("game", GAMES)
def test_whose_turn_it_is_can_go_home(tmp_path: Path, game: str) -> None:
    console = begin(tmp_path, "leave Ann", game=game)
    assert table(tmp_path).player == BEN
    assert any("gone home" in line for line in console.reply)


@pytest.mark.parametrize("game", GAMES)
def test_who_went_home_is_passed_over(tmp_path: Path, game: str) -> None:
    begin(tmp_path, "leave ben", "skip", game=game)
    assert table(tmp_path).player == CAT


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


@pytest.mark.parametrize(
    ("game", "changes", "stacks", "down"),
    [
        ("bratwurmeck", "stack Ann 25 31, turned 36 35", ((25, 31), (), ()), (35, 36)),
        ("bratwurmeck", "stack ann 25, stack ben 26, stack 3 27", ((25,), (26,), (27,)), ()),
        ("junior", "stack Ann 4 4, stack Ben 9, turned 9", ((4, 4), (9,), ()), (9,)),
    ],
)
def test_tiles_are_adjusted_at_once(
    tmp_path: Path, game: str, changes: str, stacks: tuple[tuple[int, ...]], down: tuple[int]
) -> None:
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


# Answers that cannot be: one message, and nothing changes.

NOT_A_LINE = ["\x1b[A", "👍", "²", "\u202e1", "x" * 5000, "help me", "1 2 three"]
BAD_ADJUST = ["adjust", "adjust ,", "adjust turn", "adjust turn Zoe", "adjust now please do"]


def check_refused(folder: Path, answer: str) -> str:
    before = contents(folder)
    (message,) = resume(folder, answer).reply
    assert message.startswith("! ")
    assert message.isprintable()
    assert len(message) < 200
    assert contents(folder) == before
    return message


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "answer",
    [
        *NOT_A_LINE,
        "x",
        "7",
        "w",
        "wwwwwwwww",
        "s",
        "stop",
        "u",
        "void",
        "leave",
        "leave Zoe",
        "snatch Ben",
        "pinch",
    ],
)
def test_bad_answers_before_a_throw(tmp_path: Path, game: str, answer: str) -> None:
    begin(tmp_path, game=game)
    check_refused(tmp_path, answer)


@pytest.mark.parametrize(
    "answer", [*NOT_A_LINE, "", "5", "k", "9", "s", "t", "66", "keep 6", "snatch Ben", "leave"]
)
def test_bad_answers_to_a_throw(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, "66ww1234")
    check_refused(tmp_path, answer)


def test_a_face_that_was_kept_before(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234", "w", "66w123")
    assert "already" in check_refused(tmp_path, "w")


@pytest.mark.parametrize(
    "answer",
    [*NOT_A_LINE, "", "26", "25", "s", "t", "w", "snatch", "snatch Cat", "snatch Zoe", "void"],
)
def test_bad_answers_to_a_choice_of_tiles(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, *BENS_25, "s", game="bratwurmeck")
    check_refused(tmp_path, answer)


ONE_TILE_LEFT = "adjust turned " + " ".join(map(str, range(22, 37)))
OVER = (ONE_TILE_LEFT, "wwww1222", "w", "1222", "1", "s")
"""Ann takes the last tile."""


@pytest.mark.parametrize(
    "answer",
    ["x", "s", "1", "t", "wwwwwwww", "hint", "void", "skip", "leave Cat", "adjust turn Ben"],
)
def test_bad_answers_when_the_game_is_over(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, *OVER, game="bratwurmeck")
    check_refused(tmp_path, answer)


@pytest.mark.parametrize(
    "answer",
    [
        *BAD_ADJUST,
        "adjust 22 Ann",
        "adjust 37 snail",
        "adjust 30",
        "adjust 30 Zoe",
        "adjust 30 Ann",  # with no worms for it
        "adjust 30 Ann 0, worms Ann 9",
        "adjust 30 Ann 3, worms Ann 9",
        "adjust worms Ann x",
        "adjust worms Ann -1",
        "adjust worms Zoe 1",
        "adjust snails Ann 13",
        "adjust snails Ann 12, 36 snail",
        "adjust 23 1 2, 24 1 2, 25 1 2, 26 1 2, 27 1 2, 28 1, worms 1 99",
        "adjust worms Ann 5, 36 snail, 31 Zoe",
        "adjust stack Ann 25",
    ],
)
def test_a_grill_that_cannot_be(tmp_path: Path, answer: str) -> None:
    begin(tmp_path)
    check_refused(tmp_path, answer)


@pytest.mark.parametrize("game", ["bratwurmeck", "junior"])
@pytest.mark.parametrize(
    "answer",
    [
        *BAD_ADJUST,
        "adjust stack",
        "adjust stack Zoe 25",
        "adjust stack Ann 99",
        "adjust stack Ann x",
        "adjust stack Ann 8, stack Ben 8, stack Cat 8",
        "adjust stack Ann 25 25",
        "adjust turned 37",
        "adjust 25 Ann",
        "adjust worms Ann 3",
    ],
)
def test_tiles_that_cannot_lie_so(tmp_path: Path, game: str, answer: str) -> None:
    begin(tmp_path, game=game)
    check_refused(tmp_path, answer)


def test_a_tile_that_the_box_has_not_is_called_so(tmp_path: Path) -> None:
    begin(tmp_path, game="bratwurmeck")
    assert "once too often" not in check_refused(tmp_path, "adjust stack Ann 99")


def test_the_last_two_cannot_go_home(tmp_path: Path) -> None:
    begin(tmp_path, "leave Cat")
    assert "2" in check_refused(tmp_path, "leave Ben")


def test_nobody_goes_home_twice(tmp_path: Path) -> None:
    begin(tmp_path, "leave Dan", names="Ann, Ben, Cat, Dan")
    assert "Dan" in check_refused(tmp_path, "leave Dan")


def test_the_turn_cannot_go_to_who_went_home(tmp_path: Path) -> None:
    begin(tmp_path, "leave Cat")
    assert "Cat" in check_refused(tmp_path, "adjust turn Cat")


# Who is meant.


@pytest.mark.parametrize(
    ("word", "seat"), [("Ann", 0), ("ANNA", 1), ("anna", 1), ("b", 2), ("1", 0), ("3", 2)]
)
def test_a_player_by_name_beginning_or_seat(word: str, seat: int) -> None:
    assert typed.player(word, seated("Ann, Anna, Ben", Barbecue)) == seat


@pytest.mark.parametrize("word", ["", "an", "0", "4", "z", "ann "])
def test_a_player_who_is_not_clear(word: str) -> None:
    with pytest.raises(Unclear, match=r"typed_player|typed_two_players"):
        typed.player(word, seated("Ann, Anna, Ben", Barbecue))


@pytest.mark.parametrize("word", ["", "-1", "1.5", "²", "٣", "12345", "0x1", "1_0"])
def test_a_number_that_is_none(word: str) -> None:
    with pytest.raises(Unclear, match="typed_number"):
        typed.number(word)


# Undo.


@pytest.mark.parametrize("game", GAMES)
def test_undo_goes_back_to_the_first_throw(tmp_path: Path, game: str) -> None:
    begin(tmp_path, "", "skip", "", "skip", "", "leave Ann", "adjust turn Cat", game=game)
    moves = len(newest(tmp_path).steps)
    console = resume(tmp_path, *["u"] * moves)
    state, _ = type(table(tmp_path)).begin(table(tmp_path).setup.players)
    assert table(tmp_path) == state
    assert not any(line.startswith("!") for line in console.lines)


def test_undo_shows_the_table_as_it_was(tmp_path: Path) -> None:
    shown = [line for line in begin(tmp_path, "66ww1234", "w").reply if not line.startswith("*")]
    undone = resume(tmp_path, "666123", "undo").reply
    assert undone[-len(shown) :] == shown


def test_undo_after_the_end_goes_on(tmp_path: Path) -> None:
    begin(tmp_path, *OVER, "u", game="bratwurmeck")
    assert table(tmp_path).ending is None


# Leaving and coming back.


@pytest.mark.parametrize("answer", ["q", "Quit"])
def test_leaving_says_where_the_game_is(tmp_path: Path, answer: str) -> None:
    console = begin(tmp_path, "66ww1234", answer)
    assert str(games(tmp_path)[0]) in console.lines[-2]


def test_closing_the_input_is_leaving(tmp_path: Path) -> None:
    farewell = begin(tmp_path, "66ww1234").farewell
    assert str(games(tmp_path)[0]) in farewell


def test_an_unfinished_game_is_offered(tmp_path: Path) -> None:
    begin(tmp_path, "66ww1234")
    console = ask_all(tmp_path)
    told = "\n".join(console.said[0])
    assert "Heckmeck Barbecue" in told
    assert "Ann, Ben, Cat" in told


@pytest.mark.parametrize("answer", ["", "y", "yes"])
def test_going_on_shows_where_it_was_left(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, "66ww1234")
    console = ask_all(tmp_path, answer)
    assert "  thrown  [1][2][3][4][6][6][W][W]" in console.lines


@pytest.mark.parametrize("answer", ["n", "No", "new"])
def test_a_new_game_instead(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, "66ww1234")
    before = contents(tmp_path)
    console = ask_all(tmp_path, answer, "3", "", "")
    assert "Which game?" in console.text
    assert len(games(tmp_path)) == 2
    assert before.items() <= contents(tmp_path).items()


@pytest.mark.parametrize("answer", ["q", "maybe", "nope", "3"])
def test_neither_yes_nor_no_does_not_go_on(tmp_path: Path, answer: str) -> None:
    begin(tmp_path, "66ww1234")
    assert "thrown" not in ask_all(tmp_path, answer).text


def test_a_finished_game_is_not_offered(tmp_path: Path) -> None:
    begin(tmp_path, *OVER, "", game="bratwurmeck")
    assert ask_all(tmp_path).said[0][0] == "Which game?"


def test_a_damaged_game_is_named_and_a_new_one_begins(tmp_path: Path) -> None:
    damaged = tmp_path / "0001-barbecue.jsonl"
    damaged.write_text("junk\n")
    console = ask_all(tmp_path)
    assert str(damaged) in console.said[0][0]
    assert "Which game?" in console.said[0]
    assert damaged.read_text() == "junk\n"


def test_a_game_that_cannot_be_opened_does_not_stop_a_new_one(tmp_path: Path) -> None:
    unopened = tmp_path / "0001-barbecue.jsonl"
    unopened.mkdir()
    console = ask_all(tmp_path)
    assert str(unopened) in console.text
    assert "Which game?" in console.text


# Hints and help.


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_changes_nothing(tmp_path: Path, game: str) -> None:
    begin(tmp_path, "", game=game)
    before = contents(tmp_path)
    assert resume(tmp_path, "hint").reply
    assert contents(tmp_path) == before


def test_a_hint_says_what_each_keep_is_worth_the_best_first(tmp_path: Path) -> None:
    console = begin(tmp_path, "11235www", "hint", game="bratwurmeck")
    keeps = [line.split()[1].strip(",") for line in console.reply if "keep" in line]
    assert keeps[0] == "worm"
    assert set(keeps) == {"1", "2", "3", "5", "worm"}


def test_a_hint_weighs_a_snatch_against_the_lower_tile(tmp_path: Path) -> None:
    reply = begin(tmp_path, *BENS_25, "s", "hint", game="bratwurmeck").reply
    snatch, lower = [line for line in reply if "take" in line]
    assert "25 from Ben" in snatch
    assert "24 from the grill" in lower


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("answer", ["?", "help"])
def test_help_tells_every_repair(tmp_path: Path, game: str, answer: str) -> None:
    told = [line.split()[0] for line in begin(tmp_path, answer, game=game).reply]
    assert {"u", "hint", "q", "void", "skip", "leave", "adjust"} <= set(told)


@pytest.mark.parametrize("game", GAMES)
def test_help_changes_nothing(tmp_path: Path, game: str) -> None:
    begin(tmp_path, game=game)
    before = contents(tmp_path)
    resume(tmp_path, "?")
    assert contents(tmp_path) == before


@pytest.mark.parametrize(("game", "example"), [("barbecue", "30 Ann"), ("junior", "stack Ann")])
def test_help_shows_how_to_adjust_this_game(tmp_path: Path, game: str, example: str) -> None:
    assert f"adjust {example}" in "\n".join(begin(tmp_path, "?", game=game).reply)


# The real keyboard.


def keyboard(monkeypatch: pytest.MonkeyPatch, typed_bytes: bytes) -> Keyboard:
    stdin = io.TextIOWrapper(io.BytesIO(typed_bytes), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    return Keyboard()


def test_spaces_around_an_answer_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert keyboard(monkeypatch, b"  w \n").ask("> ") == "w"


def test_closed_input_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Quit):
        keyboard(monkeypatch, b"").ask("> ")


def test_bytes_that_are_no_text_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = keyboard(monkeypatch, b"\xff\n").ask("> ")
    with pytest.raises(Unclear):
        typed.face(answer)
