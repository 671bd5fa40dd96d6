"""Picnic Blitz: what must hold in every position, and how many sequences of moves there are."""

import random
from collections import Counter
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Attack, March, Pass, PicnicBlitz, QueenUse, SpendQueen, TakeQueen, Throw
from rules.dice import STANDARD, Face
from rules.events import PassDice, PushAnt
from rules.moves import Move
from rules.picnic_blitz import AntPhase, PicnicVariant
from rules.tracks import ANTS, TRACKS
from tests.rules.ants import begin, plain_move
from tests.rules.random_play import begin as begin_at_random
from tests.rules.random_play import steps
from tests.rules.test_invariants import accepts
from tests.rules.test_perft import perft

seeds = st.integers(0, 2**32)

MOST_TURNS = 600
"""No sampled game of plain players with fair dice took more turns."""


@given(seeds)
@settings(max_examples=15)
def test_ants_and_queens_are_conserved_and_points_are_the_food_held(seed: int) -> None:
    """The target ends the game, and what is left in a turn fits its phase."""
    for _, _, state, _ in steps(PicnicBlitz, seed, repairs=0.03, most=400):
        table, turn, seats = state.table, state.turn, range(len(state.setup.players))
        held = Counter(dict.fromkeys(seats, 0))
        for track, piles in zip(TRACKS, table.tracks, strict=True):
            lying = Counter(ant for pile in piles for ant in pile)
            assert all(count == 1 for count in lying.values())
            assert lying.keys() <= set(seats)
            assert len(piles[-1]) <= 1
            assert (table.controller(track) is None) == (not piles[-1])
            held.update(dict.fromkeys(piles[-1], state.setup.box.tracks[track].food))
        for seat in seats:
            assert 0 <= state.active_ants(seat) <= ANTS
        assert not (state.without_queens and any(table.queens))
        assert state.points() == tuple(held[seat] for seat in seats)
        here = [points for seat, points in held.items() if seat not in state.gone]
        assert (state.ending == "target_reached") == (max(here) >= state.target)
        assert bool(turn.groups) == bool(turn.again)
        assert 0 <= turn.groups <= 2
        assert 0 <= turn.again <= ANTS
        assert 0 <= turn.attacks <= 5
        assert len(turn.thrown) == (0 if turn.phase is AntPhase.THROW else 6)
        assert turn.phase is AntPhase.ROLLED or not turn.groups
        assert turn.phase not in {AntPhase.THROW, AntPhase.MOVE} or not turn.attacks
        assert turn.marches >= 1 or state.ending is not None


def every_kind_of_move(state: PicnicBlitz, dice: random.Random) -> list[Move]:
    """Moves of every kind, most of them illegal now."""
    seats = range(-1, len(state.setup.players) + 1)
    tracks = range(8)
    lying = state.turn.thrown or (Face.ONE,) * 6
    rethrows = [
        Throw((*dice.sample(lying, k=6 - count), *dice.choices(STANDARD.sides, k=count)))
        for count in range(7)
    ]
    strange = [Throw(()), Throw(lying[1:]), Throw((*lying, Face.ONE)), Throw((Face.WORM,) * 6)]
    return [
        *rethrows,
        *strange,
        *(Attack(seat, track) for seat, track in product(seats, tracks)),
        *map(March, tracks),
        *map(SpendQueen, QueenUse),
        TakeQueen(),
        Pass(),
    ]


@given(seeds)
@settings(max_examples=12)
@pytest.mark.proof
def test_legal_moves_are_exactly_what_play_accepts(seed: int) -> None:
    dice = random.Random(seed)
    for _, _, state, _ in steps(PicnicBlitz, seed, repairs=0.05, most=60):
        legal = state.legal_moves()
        for move in every_kind_of_move(state, dice):
            accepted = accepts(state, move)
            assert (move in legal) == accepted, move
            assert (state.refusal(move) is None) == accepted
        listed = list(legal)
        assert len(listed) == len(set(listed)) == len(legal)
        assert {Attack(aim.player, aim.track) for aim in state.targets()} == {
            move for move in legal.choices if isinstance(move, Attack)
        }


@given(seeds)
@settings(max_examples=15)
def test_targets_and_steps_tell_what_then_happens(seed: int) -> None:
    for _, _, state, _ in steps(PicnicBlitz, seed, repairs=0.1, most=80):
        for aim in state.targets():
            after, events = state.play(Attack(aim.player, aim.track))
            under = state.table.pile(aim.track, aim.to) if aim.to else ()
            assert events[0] == PushAnt(aim.player, aim.track, aim.to, under)
            assert aim.space == state.table.where(aim.player, aim.track)
            assert (after.table.where(aim.player, aim.track) or 0) == aim.to
            assert after.attacks_left == state.attacks_left - aim.cost
            assert aim.pinned_there == after.table.covered(aim.player, aim.track)
            for seat in range(len(state.setup.players)):
                freed = after.active_ants(seat) > state.active_ants(seat)
                assert seat == aim.player or freed == (seat in aim.frees)
        for step in state.steps():
            after, _ = state.play(March(step.track))
            assert after.table.where(state.player, step.track) == step.to
            assert after.points()[state.player] == state.points()[state.player] + step.food


@given(seeds)
@settings(max_examples=20)
def test_a_queen_is_offered_exactly_where_it_has_an_effect(seed: int) -> None:
    """An attack more than the dice gave, found by trying every sequence of attacks."""
    for _, _, state, _ in steps(PicnicBlitz, seed, repairs=0.2, most=40):
        spend = SpendQueen(QueenUse.ATTACK)
        free = state.turn.phase in {AntPhase.ROLLED, AntPhase.ATTACK} and state.ending is None
        if free and state.table.queens[state.player] and state.attacks_left <= 2:
            more = state._but(turn=state.turn.attacking(state.attacks_left + 1))
            assert (state.refusal(spend) is None) == (most_used(more) > state.attacks_left)


def most_used(state: PicnicBlitz) -> int:
    """The most attacks that can be used from here."""
    return max(
        (
            aim.cost + most_used(state.play(Attack(aim.player, aim.track))[0])
            for aim in state.targets()
        ),
        default=0,
    )


def test_every_sampled_game_with_fair_dice_ends() -> None:
    for seed in range(10):
        assert turns_of_a_whole_game(seed) <= MOST_TURNS


@pytest.mark.proof
def test_a_thousand_sampled_games_end() -> None:
    longest = max(turns_of_a_whole_game(seed) for seed in range(1_000))
    print(f"picnic_blitz: the longest of 1000 games took {longest} turns")
    assert longest <= MOST_TURNS


def turns_of_a_whole_game(seed: int) -> int:
    dice = random.Random(seed)
    state, _ = begin_at_random(PicnicBlitz, dice)
    turns = 1
    while state.ending is None:
        state, events = state.play(plain_move(state, dice))
        turns += any(isinstance(event, PassDice) for event in events)
    outcome = state.outcome()
    assert outcome is not None
    assert len(outcome.winners) == 1
    return turns


# Perft: every sequence of moves, each throw as a multiset of faces.

PERFT = (462, 2_436, 1_125_432, 6_010_916)


def counted() -> tuple[int, int, int, int]:
    """The same from combinatorics, for the offered box: throw, act, throw, act.

    Nobody has an ant before the first act, so nobody throws again. Who acts moves on a track of
    some face, takes a queen or passes; the second player may also attack the first one's ant.
    """
    throws = list(STANDARD.throws(6))
    shown = sum(len(set(faces)) for faces in throws)
    acts = shown + 2 * len(throws)
    windows = {n: [set("123456"[at : at + n]) for at in range(7 - n)] for n in (4, 5)}
    straights = {
        n: sum(any(run <= set(faces) for run in runs) for faces in throws)
        for n, runs in windows.items()
    }
    fourth = 2 * len(throws) * acts  # a queen was taken, or nothing was done
    for face, count in product("123456", range(1, 7)):
        ways = comb(6 - count + 4, 4)  # throws with so many of the face
        if (face, count) == ("1", 6):  # the ant is on the food: nobody else moves there
            there = sum(face in faces for faces in throws)
            fourth += ways * (acts - there + straights[5])
        else:
            fourth += ways * (acts + straights[4])
    return len(throws), acts, acts * len(throws), fourth


def test_perft_to_depth_three() -> None:
    assert tuple(perft(begin(2), depth) for depth in (1, 2, 3)) == PERFT[:3]


@pytest.mark.soak
def test_perft_to_depth_four() -> None:
    assert perft(begin(2), 4) == PERFT[3]


def test_combinatorics_counts_the_same() -> None:
    assert counted() == PERFT


def test_perft_of_beginners_who_throw_again() -> None:
    """After six ones: every throw with at least three ones, and what may be done besides."""
    state, _ = begin(2, PicnicVariant.BEGINNERS).play(Throw([Face.ONE] * 6))
    with_three_ones = comb(3 + 5, 5)
    assert len(state.legal_moves()) == with_three_ones + len([March(1), Pass()])
