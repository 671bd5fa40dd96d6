"""What must hold in every position of every game, over thousands of random ones."""

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Barbecue, Bratwurmeck, Face, Junior, Keep, PicnicBlitz, Stop, Take, Throw
from rules.barbecue import BarbecueVariant
from rules.errors import IllegalMove
from rules.events import Failed, PassDice, TakeTile
from rules.games import AnyGame
from rules.grill import PLATES, SNAILS
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import Adjust, Move
from rules.record import Record
from rules.tiles import AnyTileGame, TileGame
from rules.tracks import ANTS, QUEENS, TRACKS
from rules.turn import Phase
from tests.harness.greedy import greedy_move
from tests.rules.dumb_table import ANT, QUEEN, SNAIL, WORM, DumbTable
from tests.rules.random_play import ALL_GAMES, GAMES, a_move, a_repair, begin, steps

seeds = st.integers(0, 2**32)
games = st.sampled_from(GAMES)
all_games = st.sampled_from(ALL_GAMES)

MOST_TURNS = {"barbecue": 100, "bratwurmeck": 110, "junior": 60}
"""No sampled game of plain players with fair dice took more turns."""


def assert_same(dumb: DumbTable, state: AnyGame) -> None:
    """The pieces moved by someone who knows no rule lie as the state says."""
    table = state.table
    seats = range(len(state.setup.players))
    if isinstance(state, Barbecue):
        for number in Barbecue.NUMBERS:
            spot = table[number]
            plates = {f"plate {spot.owner}": spot.plates} if spot.plates else {}
            assert +dumb.spots[number] == plates | ({SNAIL: 1} if spot.snail else {})
        for seat in seats:
            assert dumb.hands[seat][WORM] == table.worms[seat]
            assert dumb.hands[seat][SNAIL] == table.snails[seat]
            assert dumb.hands[seat][f"plate {seat}"] == PLATES - table.plates_out(seat)
        assert dumb.snail_pool == table.snail_pool
    if isinstance(state, TileGame):
        assert +dumb.up == Counter(table.up)
        assert +dumb.down == Counter(table.down)
        assert [tuple(dumb.stacks[seat]) for seat in seats] == list(table.stacks)
    if isinstance(state, PicnicBlitz):
        assert_same_ants(dumb, state)
    if isinstance(state, Heckmeck) and state.ending is None:
        turn = state.turn
        assert dumb.dice_with == turn.player
        assert Counter(dumb.aside) == Counter(turn.kept)
        assert len(dumb.aside) == state.DICE - turn.left
        if turn.phase is Phase.KEEP:
            assert tuple(sorted(dumb.tray)) == turn.thrown


def assert_same_ants(dumb: DumbTable, state: PicnicBlitz) -> None:
    table = state.table
    on_backs = set()
    for track in TRACKS:
        piles = [tuple(dumb.tracks[track, n]) for n in range(1, table.length(track) + 1)]
        assert tuple(piles) == table.tracks[track - 1]
        if table.controller(track) is not None:
            on_backs |= {(track, ant) for pile in piles for ant in pile}
    assert dumb.on_backs == on_backs
    for seat, has in enumerate(table.queens):
        out = sum(table.where(seat, track) is not None for track in TRACKS)
        assert dumb.hands[seat][ANT] == ANTS - out
        assert dumb.hands[seat][QUEEN] == has
    assert dumb.queen_pool == (0 if state.without_queens else QUEENS) - sum(table.queens)
    if state.ending is None:
        assert dumb.dice_with == state.turn.player
        assert tuple(sorted(dumb.tray)) == state.turn.thrown


@given(all_games, seeds)
@settings(max_examples=30)
def test_whoever_only_follows_the_events_has_the_table_of_the_state(
    game: type[AnyGame], seed: int
) -> None:
    follow_with_a_dumb_table(game, seed)


@pytest.mark.proof
@pytest.mark.parametrize("game", ALL_GAMES)
def test_whoever_only_follows_the_events_a_thousand_times(game: type[AnyGame]) -> None:
    for seed in range(1_000):
        follow_with_a_dumb_table(game, seed)


@pytest.mark.soak
@pytest.mark.parametrize("game", ALL_GAMES)
def test_whoever_only_follows_the_events_all_night(game: type[AnyGame]) -> None:
    for seed in range(1_000, 50_000):
        follow_with_a_dumb_table(game, seed)


def follow_with_a_dumb_table(game: type[AnyGame], seed: int) -> None:
    """A whole game; and no move changes the state it was played on."""
    dumb = DumbTable()
    for before, move, state, events in steps(game, seed, repairs=0.05, most=400):
        dumb.follow(events)
        assert_same(dumb, state)
        if move is not None:
            assert before.play(move)[0] == state


@given(seeds)
@settings(max_examples=20)
def test_plates_and_snails_are_conserved_and_r11_every_plate_is_backed_by_worms(seed: int) -> None:
    for _, _, state, _ in steps(Barbecue, seed, repairs=0.03, most=500):
        table = state.table
        on_grill = sum(spot.snail for spot in table.spots.values())
        assert table.snail_pool >= 0
        assert table.snail_pool + on_grill + sum(table.snails) == SNAILS
        for seat in range(len(state.setup.players)):
            assert 0 <= table.plates_out(seat) <= PLATES
            if BarbecueVariant.STRICT_WORMS not in state.setup.variants:
                assert table.worms[seat] >= state.worms_backing(table, seat)


@given(st.sampled_from([Bratwurmeck, Junior]), seeds)
@settings(max_examples=20)
def test_tiles_are_conserved_and_turned_ones_stay(game: type[AnyTileGame], seed: int) -> None:
    turned: Counter[int] = Counter()
    for _, move, state, _ in steps(game, seed, repairs=0.03, most=500):
        table = state.table
        owned = [tile for stack in table.stacks for tile in stack]
        assert sorted((*table.up, *table.down, *owned)) == list(game.TILES)
        if not isinstance(move, Adjust):
            assert Counter(table.down) >= turned
        turned = Counter(table.down)


@given(seeds)
@settings(max_examples=12)
def test_r29_a_fail_leaves_no_fewer_open_tiles_and_the_end_comes_with_a_take(seed: int) -> None:
    for before, _, state, events in steps(Bratwurmeck, seed):
        if any(isinstance(event, Failed) for event in events):
            assert len(state.table.up) >= len(before.table.up)
        if state.ending is not None:
            assert any(isinstance(event, TakeTile) for event in events)


def every_kind_of_move(state: AnyHeckmeck, dice: random.Random) -> list[Move]:
    """Moves of every kind, most of them illegal now."""
    sides = state.setup.dice.sides
    counts = (0, 1, state.turn.left - 1, state.turn.left, state.turn.left + 1, 9)
    throws = [Throw(dice.choices(sides, k=max(count, 0))) for count in counts]
    strange = Throw([*dice.choices(sides, k=state.turn.left - 1), dice.choice(list(Face))])
    seats = (None, *range(len(state.setup.players)))
    takes = [Take(tile, rival) for tile, rival in product(state.NUMBERS, seats)]
    return [*throws, strange, *map(Keep, Face), Stop(), *takes]


def accepts(state: AnyGame, move: Move) -> bool:
    try:
        state.play(move)
    except IllegalMove:
        return False
    return True


@given(games, seeds)
@settings(max_examples=12)
def test_legal_moves_are_exactly_what_play_accepts(game: type[AnyHeckmeck], seed: int) -> None:
    dice = random.Random(seed)
    for _, _, state, _ in steps(game, seed, repairs=0.02, most=60):
        legal = state.legal_moves()
        for move in every_kind_of_move(state, dice):
            accepted = accepts(state, move)
            assert (move in legal) == accepted
            assert (state.refusal(move) is None) == accepted
        if len(legal) < 300:
            listed = list(legal)
            assert len(listed) == len(set(listed)) == len(legal)
            assert all(move in legal for move in listed)


@given(all_games, seeds)
@settings(max_examples=20)
def test_undo_restores_every_state_and_tells_people_how(game: type[AnyGame], seed: int) -> None:
    dice = random.Random(seed)
    record = Record.begin(*begin(game, dice))
    dumb = DumbTable()
    dumb.follow(record.events)
    states = [record.state]
    for _ in range(80):
        if record.state.ending is not None:
            break
        state = record.state
        assert isinstance(state, game)
        move = a_repair(state, dice) if dice.random() < 0.1 else a_move(state, dice)
        if state.refusal(move) is None:
            dumb.follow(record.play(move))
            states.append(record.state)
    while len(states) > 1:
        assert record.state == states.pop()
        dumb.follow(record.undo().events)
        assert record.state == states[-1]
        assert_same(dumb, record.state)


@pytest.mark.parametrize("game", GAMES)
def test_every_sampled_game_with_fair_dice_ends(game: type[AnyHeckmeck]) -> None:
    for seed in range(20):
        assert turns_of_a_whole_game(game, seed) <= MOST_TURNS[game.NAME]


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_sampled_games_end(game: type[AnyHeckmeck]) -> None:
    longest = max(turns_of_a_whole_game(game, seed) for seed in range(4000))
    print(f"{game.NAME}: the longest of 4000 games took {longest} turns")
    assert longest <= MOST_TURNS[game.NAME]


def turns_of_a_whole_game(game: type[AnyHeckmeck], seed: int) -> int:
    dice = random.Random(seed)
    state, _ = begin(game, dice)
    turns = 1
    while state.ending is None:
        state, events = state.play(greedy_move(state, dice))
        turns += any(isinstance(event, PassDice) for event in events)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners
    return turns
