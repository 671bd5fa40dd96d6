"""The exact programme of a turn: against the odds, by hand, and by playing."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from players.heckmeck import fast_rules
from players.outcomes import Outcomes
from players.turn import (
    ENDED,
    ONLY_OLD,
    STOPPED,
    WAYS,
    Course,
    Floats,
    Solved,
    TurnTable,
    turn_table,
)
from rules import Bratwurmeck
from rules.dice import BARBECUE, CLASSIC, DiceSet, Face, junior
from rules.odds import Payoffs

SETS = ((CLASSIC, 8), (BARBECUE, 8), (junior(), 6))


def some_worth(table: TurnTable, columns: int) -> Floats:
    rng = np.random.default_rng(1)
    worth = rng.random((WAYS, table.highest + 1, 2, columns)).astype(np.float32)
    worth[STOPPED] -= 0.3
    return worth


@pytest.mark.parametrize(("dice", "count"), SETS)
def test_it_agrees_with_the_odds(dice: DiceSet, count: int) -> None:
    table = turn_table(dice, count)
    worth = some_worth(table, 5)
    solved = Solved(table, worth)
    payoffs = Payoffs(*(worth[way].astype(float) for way in (ENDED, STOPPED, ONLY_OLD)))
    assert solved.start == pytest.approx(
        table.tree.evaluate(payoffs).of(table.tree.start), abs=1e-5
    )


def by_hand(dice: DiceSet, count: int, worth: Floats) -> float:
    """The same by trying every throw, die by die."""

    @cache
    def best(kept: frozenset[Face], left: int, total: int) -> float:
        worm = int(Face.WORM in kept)
        if not left or kept == frozenset(dice.faces):
            return float(worth[ENDED, total, worm])
        return max(float(worth[STOPPED, total, worm]), throwing(kept, left, total))

    def throwing(kept: frozenset[Face], left: int, total: int) -> float:
        found = []
        for thrown in product(dice.sides, repeat=left):
            options = [
                best(kept | {face}, left - n, total + n * dice.values[face])
                for face in set(thrown) - kept
                for n in (thrown.count(face),)
            ]
            old = float(worth[ONLY_OLD, total, int(Face.WORM in kept)])
            found.append(max(options, default=old))
        return float(np.mean(found))

    return throwing(frozenset(), count, 0)


@pytest.mark.parametrize("dice", [CLASSIC, junior()])
def test_three_dice_agree_with_trying_everything(dice: DiceSet) -> None:
    table = turn_table(dice, 3)
    worth = some_worth(table, 1)
    assert Solved(table, worth).start[0] == pytest.approx(by_hand(dice, 3, worth[..., 0]), abs=1e-5)


def test_a_first_turn_brings_the_published_worms() -> None:
    rules = fast_rules(Bratwurmeck, 2, Bratwurmeck.BOX, frozenset(), frozenset())
    at = rules.start(np.zeros(1, np.intp))
    gains = Outcomes.of(rules, at).gains()[..., 0]
    picks = rules.picks(at, gains)
    ends = np.where(picks < 0, -np.inf, gains[0][picks]).astype(np.float32)
    assert Solved(rules.turns, ends).start[0] == pytest.approx(1.6447296740401, abs=1e-6)


def test_what_the_others_get_follows_from_what_the_player_does() -> None:
    """Of two seats that share a win, the other gets the rest."""
    table = turn_table(CLASSIC, 8)
    own = np.clip(some_worth(table, 1), 0, 1)
    course = Course(table, np.concatenate([1 - own, own], axis=3), player=1)
    solved = Solved(table, own)
    for at in range(len(table.levels)):
        assert course.best[at][:, 1] == pytest.approx(solved.best[at][:, 0], abs=1e-5)
        assert course.best[at].sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_turns_end_as_often_as_they_should() -> None:
    table = turn_table(CLASSIC, 8)
    worth = some_worth(table, 4)
    way, total, worm = Solved(table, worth).play(np.random.default_rng(2), 4000)
    got = worth[way, total, worm, np.arange(4)].mean(axis=0)
    assert got == pytest.approx(Solved(table, worth).start, abs=0.01)
