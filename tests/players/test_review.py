"""Luck and play: they explain every change of the win chances, up to the result."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import islice, pairwise

import pytest

from players import Level, Mind
from players.arena import move_of
from players.net import NoModel
from players.review import TurnReview, account, review
from players.weighing import shares
from rules import (
    Adjust,
    Barbecue,
    Bratwurmeck,
    Face,
    Junior,
    Leave,
    Move,
    PicnicBlitz,
    Player,
    Repair,
    Skip,
    Stop,
    Throw,
    Void,
    read_position,
)
from rules.dice import Faces
from rules.games import AnyGame
from tests.players.positions import ALL, positions
from tests.rules.random_play import steps

Game = tuple[AnyGame, list[Move], AnyGame]
"""The beginning of a game, its moves, and its end."""


def played(game: type[AnyGame], level: Level, seats: int = 2, seed: int = 1) -> Game:
    """A game of players of this level."""
    chance, mind = random.Random(seed), Mind()
    players = [Player(colour, colour) for colour in game.COLOURS[:seats]]
    state, _ = game.begin(players)
    opening, moves = state, list[Move]()
    while not state.is_over:
        moves.append(move_of(state, mind.decide(state, level, chance).best, chance))
        state, _ = state.play(moves[-1])
    return opening, moves, state


def repaired(game: type[AnyGame], seed: int) -> Game:
    """A game of random moves, some of them repairs."""
    (_, _, opening, _), *others = steps(game, seed, repairs=0.05)
    moves = [move for _, move, _, _ in others if move is not None]
    return opening, moves, others[-1][2]


def reviewed(state: AnyGame, *moves: Move) -> TurnReview:
    (turn,) = review(state, moves, Mind())
    return turn


@pytest.mark.parametrize(
    "game",
    [
        *(partial(played, game, Level.EASY) for game in ALL),
        *(partial(played, game, Level.EASY, 3) for game in ALL[:3]),
        *(partial(repaired, Barbecue, seed) for seed in (3, 6)),
        *(partial(repaired, Bratwurmeck, seed) for seed in (2, 6)),
        *(partial(repaired, Junior, seed) for seed in (2, 11)),
        *(partial(repaired, PicnicBlitz, seed) for seed in (9, 11)),
    ],
)
def test_everything_together_is_the_result(game: Callable[[], Game]) -> None:
    opening, moves, end = game()
    turns = list(review(opening, moves, Mind()))
    assert [number for turn in turns for number in turn.moves] == [*range(len(moves))]
    for turn, following in pairwise(turns):
        assert turn.after == following.before
    for seat, result in enumerate(shares(end)):
        told = account(turns, seat)
        changes = told.luck - told.cost + told.others + told.repairs + told.correction
        assert told.before + changes == pytest.approx(result, abs=1e-9)
        assert told.now == result
        if not any(isinstance(move, Repair) for move in moves):
            assert told.repairs == 0
    for turn in turns:
        assert all(decision.cost >= 0 for decision in turn.decisions)
        costs = sum(decision.cost for decision in turn.decisions)
        assert turn.cost == pytest.approx(costs, abs=1e-9)


@pytest.mark.parametrize("game", ALL)
def test_luck_is_fair(game: type[AnyGame]) -> None:
    """Over all throws, weighted by their ways, it sums to nothing."""
    mind = Mind()
    for state in islice(positions(game, range(12), 29), 10):
        choices = [choice for choice in mind.weigh(state).choices if choice.move is None]
        for choice in choices[:2]:
            throws = state.throws(_held(state, choice.reroll))
            ways = sum(throw.ways for throw in throws)
            own = state.player
            mean = sum(
                throw.ways * mind.foreseen(state.play(throw.throw)[0])[own] for throw in throws
            )
            assert mean / ways == pytest.approx(choice.worth[0], abs=2e-6)


def _held(state: AnyGame, reroll: Faces) -> Faces:
    thrown = state.turn.thrown if isinstance(state, PicnicBlitz) else ()
    return tuple((Counter(thrown) - Counter(reroll)).elements())


@pytest.mark.parametrize("game", ALL)
def test_a_game_that_goes_on_is_told_as_far_as_it_went(game: type[AnyGame]) -> None:
    opening, moves, _ = played(game, Level.EASY)
    state = opening
    for move in moves[:20]:
        state, _ = state.play(move)
    *_, last = review(opening, moves[:20], Mind())
    assert last.after == Mind().weigh(state).best.chances
    assert list(review(opening, [], Mind())) == []
    assert len(list(review(opening, moves, Mind(), stop=lambda: True))) == 1


@pytest.mark.parametrize("game", [Barbecue, Junior])
def test_the_strong_player_makes_no_mistakes(game: type[AnyGame]) -> None:
    opening, moves, _ = played(game, Level.STRONG)
    turns = list(review(opening, moves, Mind()))
    assert sum(turn.cost for turn in turns) == pytest.approx(0, abs=1e-9)
    assert {turn.worst for turn in turns} == {None}
    assert any(turn.luck > 0.02 for turn in turns)
    assert any(turn.luck < -0.02 for turn in turns)


GRILL = ",".join(map(str, Bratwurmeck.TILES))


def bratwurmeck(fields: str) -> AnyGame:
    seats = "players=Ann:green,Ben:blue player=0"
    return read_position(f"bratwurmeck {seats} up={GRILL} down=- stacks=-/- {fields}")


def test_a_mistake_is_told_with_what_was_better() -> None:
    state = bratwurmeck("phase=throw kept=worm:5,5:2")
    turn = reviewed(state, Throw([Face.ONE]))
    (decision,) = turn.decisions
    assert decision.chosen.move is None
    assert decision.best.move == Stop()
    assert decision.cost == turn.cost > 0.01
    assert turn.worst == decision


def test_what_a_repair_changes_is_neither_luck_nor_play() -> None:
    state = bratwurmeck("phase=throw kept=worm:5,5:2")
    for repair in (Skip(), Adjust(state.table, 1)):
        turn = reviewed(state, repair)
        assert (turn.luck, turn.cost, turn.decisions) == (0, 0, ())
        assert turn.change.repairs[0] < -0.01
    thrown = reviewed(bratwurmeck("phase=throw"), Throw([Face.WORM] * 8), Void())
    assert thrown.change.repairs[0] == pytest.approx(-thrown.luck, abs=1e-6)
    three, _ = Junior.begin([Player(colour, colour) for colour in Junior.COLOURS[:3]])
    left = reviewed(three, Leave(1))
    assert left.change.repairs[1] == -left.before[1]
    assert left.after[1] == 0


def test_a_re_roll_is_the_best_set_of_dice_that_it_may_have_been() -> None:
    for state in positions(PicnicBlitz, range(20), 1):
        if state.turn.groups and state.turn.again >= 2 and len(set(state.turn.thrown)) > 2:
            break
    faces = list(state.turn.thrown)
    same = reviewed(state, Throw(faces, 2)).decisions[0].chosen
    sets = [c for c in Mind().weigh(state).choices if c.move is None and len(c.reroll) == 2]
    assert same.worth == sets[0].worth
    other = next(face for face in Face if face.isdigit() and face not in faces)
    changed = reviewed(state, Throw([other, *faces[1:]])).decisions[0].chosen
    assert changed.reroll == (faces[0],)


def test_without_a_net_nothing_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.heckmeck.model_file", lambda _: b"")
    with pytest.raises(NoModel):
        next(review(bratwurmeck("phase=throw"), [Throw([Face.WORM] * 8)], Mind()))
