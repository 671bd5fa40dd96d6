"""The games in arrays do what `rules` does, in every end of a turn."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from players.ant_turn import joined
from players.ants import AntRules
from players.fast_rules import FastRules
from players.grill import Grill
from players.heckmeck import rules_of
from players.picnic import rules_of as ant_rules_of
from players.six_dice import six_dice
from players.tiles import Tiles
from players.turn import ENDED, ONLY_OLD, STOPPED
from rules import Attack, March, PicnicBlitz, Stop, TakeQueen
from rules.ants import Target
from rules.dice import Face
from rules.heckmeck import AnyHeckmeck
from rules.rerolls import OfAKind, best
from rules.tracks import TRACKS
from tests.players.positions import HECKMECK, before_throws, positions


def seen(rules: FastRules[Any], at: Any) -> list[Any]:
    """What lies on the table and who has what, without the order of equal tiles."""
    if isinstance(at, Grill):
        held = at.owner.tolist(), at.plates.tolist(), at.snail.tolist()
        return [*held, at.worms.tolist(), at.snails.tolist(), at.mover.tolist()]
    assert isinstance(at, Tiles)
    numbers = np.array(rules.game.TILES)  # type: ignore[attr-defined]
    stacks = []
    for seat in range(-1, rules.seats):
        mine = np.nonzero(at.home[0] == seat)[0]
        order = at.height[0, mine] if seat >= 0 else numbers[mine]
        stacks.append(numbers[mine[np.argsort(order)]].tolist())
    return [stacks, at.mover.tolist()]


def check(state: AnyHeckmeck, chance: np.random.Generator) -> None:
    """Compare every end of this turn; of a choice, any may be picked."""
    rules = rules_of(state)
    at = rules.read(state.table, state.player)
    possible = rules.possible(at)
    worth = np.where(possible, chance.random(possible.shape), -np.inf).astype(np.float32)
    picks = rules.picks(at, worth)[..., 0]
    for total, worm in product(range(rules.turns.highest + 1), (0, 1)):
        end = state.with_result(total, worm=bool(worm))
        assert (end.refusal(Stop()) is None) == (picks[STOPPED, total, worm] >= 0)
        for way, thens in ((ENDED, end.if_settled()), (ONLY_OLD, end.if_only_old())):
            pick = picks[way, total, worm]
            assert possible[0, pick]
            after, over = rules.after(at, np.array([pick]))
            then = next(
                then
                for then in thens
                if seen(rules, rules.read(then.table, after.mover[0])) == seen(rules, after)
            )
            assert over[0] == (then.ending is not None)
            assert tuple(rules.points(after)[0]) == then.points()
            outcome = then.outcome()
            if outcome is None:
                assert after.mover[0] == then.player
            else:
                won = [(s in outcome.winners) / len(outcome.winners) for s in range(rules.seats)]
                assert rules.shares(after)[0] == pytest.approx(won)


@pytest.mark.parametrize("game", HECKMECK)
def test_every_end_of_a_turn_is_as_in_the_rules(game: type[AnyHeckmeck]) -> None:
    chance = np.random.default_rng(3)
    for state in before_throws(game, range(6), 80):
        check(state, chance)


@pytest.mark.proof
@pytest.mark.parametrize("game", HECKMECK)
def test_so_in_many_games(game: type[AnyHeckmeck]) -> None:
    chance = np.random.default_rng(4)
    for state in before_throws(game, range(100, 120), 40):
        check(state, chance)


def ants(rules: AntRules, state: PicnicBlitz) -> Any:
    """The ants of each pile, the lowest first, as the arrays have them."""
    at = rules.read(state.table, state.player)
    return piles(at)


def piles(at: Any) -> list[list[tuple[int, ...]]]:
    found = []
    for track in range(len(TRACKS)):
        space, height = at.space[0, track], at.height[0, track]
        found.append(
            [
                tuple(sorted(np.nonzero(space == here)[0].tolist(), key=lambda ant: height[ant]))
                for here in range(1, int(space.max(initial=0)) + 1)
            ]
        )
    return found


def test_ants_move_and_are_pushed_as_in_the_rules() -> None:
    tried = 0
    for state in positions(PicnicBlitz, range(12), 17):
        rules = ant_rules_of(state)
        at = rules.read(state.table, state.player)
        assert rules.points(at)[0].tolist() == list(state.points())
        if not state.without_queens:
            assert rules.rerolls(at)[0] == state.active_ants(state.player)
        for track in TRACKS:
            steps = max(state.turn.thrown.count(Face(str(track))), 1)
            then, legal = rules.marched(at, np.array([track - 1]), np.array([steps]))
            if state.refusal(March(track)) is None:
                assert legal[0]
                after, _ = state.play(March(track))
                assert piles(then) == ants(rules, after)
                tried += 1
            elif state.turn.thrown.count(Face(str(track))) and not state.turn.marched:
                assert not legal[0]
        if state.turn.attacks:
            targets: tuple[Target, ...] = state.targets()
            for aim in targets:
                rival = np.array([aim.player])
                then, legal, cost = rules.pushed(at, np.array([aim.track - 1]), rival)
                assert legal[0]
                assert cost[0] == aim.cost
                after, _ = state.play(Attack(aim.player, aim.track))
                assert piles(then) == ants(rules, after)
                tried += 1
        if state.refusal(TakeQueen()) is None:
            queens = rules.with_queen(at, has=True).queens[0]
            assert queens.tolist() == list(state.play(TakeQueen())[0].table.queens)
    assert tried > 100


@pytest.mark.parametrize("again", [0, 2, 3, 4, 6])
def test_rerolls_are_worth_what_the_rules_say(again: int) -> None:
    dice, goal = six_dice(), OfAKind(Face.FOUR, 4)
    ends = np.array([[goal.met(faces)] * 2 for faces in dice.full], np.float32)
    for lead in (None, 1):
        whole = dice.rerolled(ends, np.array([again, again]), lead).whole()
        for at in range(0, len(dice.full), 23):
            groups = 2 if again > 3 else 1
            exact = best(dice.full[at], again, groups, goal).chance
            assert whole[at, 0] == pytest.approx(exact, abs=1e-6)


def test_positions_of_ants_can_be_joined() -> None:
    rules = AntRules(3, PicnicBlitz.BOX)
    at = rules.start(np.arange(3))
    assert joined([at[0:1], at[1:3]]).mover.tolist() == [0, 1, 2]
