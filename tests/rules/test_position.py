"""A position is one line: it reads back as the same state, and a bad one names its field."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Barbecue,
    Colour,
    Junior,
    JuniorBox,
    PicnicBlitz,
    Player,
    Throw,
    WeightedThrow,
    read_position,
    write_position,
)
from rules.box import WormBox
from rules.errors import BadPosition
from rules.games import AnyGame
from rules.tracks import TRACKS, Track, TrackBox
from tests.rules.random_play import ALL_GAMES, steps
from tests.rules.tables import keep, throw

GAMES = st.sampled_from(ALL_GAMES)
SEEDS = st.integers(0, 2**32)


@given(GAMES, SEEDS)
@settings(max_examples=12)
def test_every_state_of_a_game_reads_back_from_its_line(game: type[AnyGame], seed: int) -> None:
    for _, _, state, _ in steps(game, seed, repairs=0.05, most=120):
        line = write_position(state)
        again = read_position(line)
        assert again == state
        assert hash(again) == hash(state)
        assert write_position(again) == line
        assert again.outcome() == state.outcome()
        assert line.isprintable()


@pytest.mark.proof
@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_state_of_many_games_reads_back(game: type[AnyGame]) -> None:
    ended = 0
    for seed in range(12):
        for _, _, state, _ in steps(game, seed, repairs=0.02):
            assert read_position(write_position(state)) == state
        ended += state.is_over
    assert ended == 12


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_option_and_ordinary_dice_are_told(game: type[AnyGame]) -> None:
    named = zip(("Ann Lee", "1'2", "Éva"), game.COLOURS, strict=False)
    players = [Player(name, colour) for name, colour in named]
    for variant in game.VARIANTS:
        state, _ = game.begin(players, starter=2, variants=[variant], dice="standard")
        assert read_position(write_position(state)) == state


def test_another_box_is_told() -> None:
    seated = [Player("Ann", Colour.BLACK), Player("Ben", Colour.YELLOW)]
    spots = WormBox(worms=dict.fromkeys(Barbecue.NUMBERS, 9), assumed=True)
    tiles = JuniorBox(worms=dict.fromkeys(Junior.NUMBERS, 2), doubled=Junior.BOX.doubled)
    tracks = TrackBox(tracks=dict.fromkeys(TRACKS, Track(10, 4)))
    for state, _ in (
        Barbecue.begin(seated, box=spots),
        Junior.begin(seated, box=tiles),
        PicnicBlitz.begin(seated, box=tracks),
    ):
        assert read_position(write_position(state)).setup == state.setup


def test_a_line_is_short_and_can_be_written_by_hand() -> None:
    state = read_position(
        "barbecue players=Ann:green,Ben:blue spots=27:0+0,30:1,36:snail worms=7,3 snails=0,1 "
        "player=1 phase=keep kept=worm:2,6:3 thrown=2,worm,1"
    )
    assert (state.turn.total, state.turn.left) == (28, 3)
    assert state.turn.thrown == throw("12w").faces
    assert state.refusal(keep("w")) is not None
    assert str(state).splitlines() == [
        "barbecue  Ben",
        "phase     keep",
        "thrown    1 2 worm",
        "kept      worm worm 6 6 6 = 28",
        "grill     23 24 25 26 27:Ann:Ann 28 29 30:Ben 31 32 33 34 35 36:snail",
        "Ann       worms=7 snails=0",
        "Ben       worms=3 snails=1",
    ]


BEGUN = "bratwurmeck players=Ann:green,Ben:blue"
GRILL = "up=21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36 down=- stacks=-/-"
ANTS = "picnic_blitz players=A:black,B:red tracks=" + ";".join(
    "/".join("-" * n) for n in (6, 7, 8, 8, 9, 10)
)
TURN = f"{ANTS} queens=no,no player=0"


@pytest.mark.parametrize(
    ("line", "field", "code"),
    [
        ("", "game", "game_unknown"),
        ("chess", "game", "game_unknown"),
        ("barbecue", "players", "missing_field"),
        (f"{BEGUN} {GRILL}", "player", "missing_field"),
        (f"{BEGUN}  {GRILL} player=0", "", "missing_field"),
        (f"{BEGUN} {GRILL} player=", "player", "missing_field"),
        (f"{BEGUN} {GRILL} player=0 player=1", "player", "field_twice"),
        (f"{BEGUN} {GRILL} player=0 spots=-", "spots", "unknown_field"),
        (f"{BEGUN} {GRILL} player=2", "player", "no_such_player"),
        (f"{BEGUN} {GRILL} player=-1", "player", "wrong_type"),
        (f"{BEGUN} {GRILL} player=0 phase=sleep", "phase", "unknown_word"),
        (f"{BEGUN} {GRILL} player=0 phase=keep", "phase", "wrong_phase"),
        (f"{BEGUN} {GRILL} player=0 phase=take kept=worm:5", "phase", "wrong_phase"),
        (f"{BEGUN} {GRILL} player=0 kept=worm:9", "kept", "number_of_dice"),
        (f"{BEGUN} {GRILL} player=0 kept=worm:0", "kept", "number_of_dice"),
        (f"{BEGUN} {GRILL} player=0 kept=worm:1,worm:2", "kept", "field_twice"),
        (f"{BEGUN} {GRILL} player=0 kept=worm", "kept", "wrong_type"),
        (f"{BEGUN} {GRILL} player=0 kept=bun:1", "kept", "face_unknown"),
        (f"{BEGUN} {GRILL} player=0 kept=7:1", "kept", "unknown_word"),
        (f"{BEGUN} {GRILL} player=0 kept=worm:8", "kept", "turn_over"),
        (f"{BEGUN} {GRILL} player=0 phase=keep thrown=1,1", "thrown", "number_of_dice"),
        (f"{BEGUN} {GRILL} player=0 phase=keep kept=1:7 thrown=1", "thrown", "turn_over"),
        (f"{BEGUN} {GRILL} player=0 gone=1", "gone", "too_few_would_stay"),
        (f"{BEGUN} {GRILL} player=0 gone=5", "gone", "no_such_player"),
        (f"{BEGUN} {GRILL} player=0 ending=grill_empty", "ending", "wrong_ending"),
        (f"{BEGUN} up=21 down=- stacks=-/- player=0", "up,down,stacks", "tile_missing"),
        (f"{BEGUN} starter=2 {GRILL} player=0", "starter", "starter_unknown"),
        (f"{BEGUN} variants=late {GRILL} player=0", "variants", "variant_unknown"),
        (f"{BEGUN} dice=wooden {GRILL} player=0", "dice", "dice_unknown"),
        (f"{BEGUN} box.worms=21:1 {GRILL} player=0", "box.worms.22", "box_missing"),
        (f"bratwurmeck players=Ann {GRILL} player=0", "players", "wrong_type"),
        (f"bratwurmeck players=Ann:pink {GRILL} player=0", "players[0].colour", "unknown_word"),
        (f"bratwurmeck players=A:red,A:blue {GRILL} player=0", "players", "name_twice"),
        (f"{TURN} phase=rolled", "phase", "wrong_phase"),
        (f"{TURN} thrown=1,2,3,4,5,6", "phase", "wrong_phase"),
        (f"{TURN} phase=rolled thrown=1,2,3,4,5", "thrown", "number_of_dice"),
        (f"{TURN} phase=rolled thrown=1,2,3,4,5,6 attacks=1", "attacks", "out_of_range"),
        (f"{TURN} phase=attack thrown=1,2,3,4,5,6 attacks=6", "attacks", "out_of_range"),
        (f"{TURN} phase=move thrown=1,2,3,4,5,6 marched=7", "marched", "out_of_range"),
        (f"{TURN} phase=move thrown=1,2,3,4,5,6 before=-", "before", "wrong_phase"),
        (f"{TURN} queen=yes", "queen", "unknown_field"),
        (f"{ANTS} queens=no,maybe player=0", "queens", "unknown_word"),
        ("barbecue players=A:green,B:blue spots=23:x worms=0,0", "spots", "unknown_word"),
        ("x" * 5000, "line", "line_too_long"),
    ],
)
def test_a_bad_line_names_the_field_that_is_wrong(line: str, field: str, code: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read_position(line)
    assert (caught.value.field, caught.value.code) == (field, code)
    assert caught.value.arguments["field"] == field


@given(GAMES, SEEDS)
@settings(max_examples=40)
def test_a_spoilt_line_is_refused_or_is_a_game_that_can_go_on(
    game: type[AnyGame], seed: int
) -> None:
    dice = random.Random(seed)
    *_, (_, _, state, _) = steps(game, seed, repairs=0.1, most=dice.randrange(1, 40))
    for _ in range(25):
        line = list(write_position(state))
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(line))
            line[at : at + dice.choice((0, 1, 1, 4))] = dice.choice(
                ("", *"0123456789-,:/;=+ ~", "worm", "\n", "²", "é", "yes", "99999999999")
            )
        try:
            read = read_position("".join(line))
        except BadPosition:
            continue
        assert read_position(write_position(read)) == read
        assert (read.outcome() is None) is not read.is_over
        for move in [*read.legal_moves().choices, *(t.throw for t in throws_of(read)[:3])]:
            read.play(move)


def throws_of(state: AnyGame) -> tuple[WeightedThrow, ...]:
    legal = state.legal_moves()
    return state.throws(legal.rerollable[: legal.dice - 1]) if legal.dice else ()


# The throws of a state.


@given(GAMES, SEEDS)
@settings(max_examples=8)
def test_throws_are_the_legal_ones_with_the_chances_of_the_dice(
    game: type[AnyGame], seed: int
) -> None:
    for _, _, state, _ in steps(game, seed, most=12):
        legal = state.legal_moves()
        if not legal.dice:
            continue
        held = legal.rerollable[legal.again :]
        thrown = legal.dice - len(held)
        throws = state.throws(held)
        assert sum(ways for _, ways in throws) == len(state.setup.dice.sides) ** thrown
        assert len({throw.faces for throw, _ in throws}) == len(throws)
        assert all(state.refusal(throw) is None for throw, _ in throws[:20])
        if not legal.rerollable:
            assert [throw for throw, _ in throws] == [m for m in legal if isinstance(m, Throw)]


def test_a_doubled_face_comes_twice_as_often() -> None:
    state, _ = Junior.begin([Player("Ann", Colour.RED), Player("Ben", Colour.BLUE)])
    state, _ = state.play(throw("wwwwwb"))
    state, _ = state.play(keep("w"))
    assert {throw.faces[0].value: ways for throw, ways in state.throws()} == {
        **dict.fromkeys(("bun", "cheese", "cucumber", "ketchup"), 1),
        "worm": 2,
    }
