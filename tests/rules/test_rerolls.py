"""Chances of re-rolls in Picnic Blitz, against counting every way the dice can fall."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

import pytest

from rules.dice import STANDARD, Face, Faces
from rules.rerolls import Best, Goal, OfAKind, Straight, best, chances
from tests.harness.marks import MORE
from tests.harness.taking import seconds
from tests.rules.tables import throw

PIPS = "123456"


def faces(digits: str) -> Faces:
    return throw(digits).faces


def shows(goal: Goal, dice: str) -> bool:
    """Whether the dice show it, said otherwise than in the rules."""
    if isinstance(goal, OfAKind):
        return dice.count(goal.face) >= goal.count
    runs = [PIPS[at : at + goal.length] for at in range(7 - goal.length)]
    return any(set(run) <= set(dice) for run in runs)


@cache
def in_one_throw(goal: Goal, held: str) -> Fraction:
    """The share of all ordered throws of the dice that are missing."""
    missing = 6 - len(held)
    lucky = sum(shows(goal, held + "".join(fallen)) for fallen in product(PIPS, repeat=missing))
    return Fraction(lucky, 6**missing)


def subsets(dice: str) -> Iterator[str]:
    """Everything that can be held."""
    return map("".join, chain.from_iterable(combinations(dice, n) for n in range(7)))


@cache
def played(goal: Goal, dice: str, again: int, groups: int) -> Fraction:
    """The best chance by trying everything: hold any dice, throw the others in any order."""
    chance = Fraction(shows(goal, dice))
    for held in set(subsets(dice)):
        missing = 6 - len(held)
        if not groups or not 0 < missing <= again:
            continue
        if groups == 1:
            chance = max(chance, in_one_throw(goal, held))
            continue
        falls = ("".join(sorted(held + "".join(f))) for f in product(PIPS, repeat=missing))
        after = sum(played(goal, fall, again - missing, groups - 1) for fall in falls)
        chance = max(chance, Fraction(after, 6**missing))
    return chance


GOALS: list[Goal] = [
    *map(Straight, (4, 5, 6)),
    OfAKind(Face.ONE, 2),
    OfAKind(Face.SIX, 1),
    OfAKind(Face.FOUR, 6),
]


@pytest.mark.parametrize("held", [MORE(""), "36", "1256", "123456"])
def test_chances_are_the_share_of_all_ways(held: str) -> None:
    told = chances(faces(held), 6 - len(held))
    for length in (4, 5, 6):
        assert told.straights[length] == pytest.approx(float(in_one_throw(Straight(length), held)))
    for face in STANDARD.faces:
        ways = [in_one_throw(OfAKind(face, count), held) for count in range(7)]
        assert told.of_a_kind[face] == pytest.approx(tuple(map(float, ways)))


def test_chances_of_a_throw_that_everybody_can_count() -> None:
    full = chances((), 6)
    assert full.straights[6] == pytest.approx(720 / 6**6)
    assert full.of_a_kind[Face.THREE][6] == pytest.approx(1 / 6**6)
    last = chances(faces("12345"), 1)
    assert last.straights == {4: 1.0, 5: 1.0, 6: pytest.approx(1 / 6)}
    assert last.of_a_kind[Face.ONE] == pytest.approx((1, 1, 1 / 6, 0, 0, 0, 0))


def test_dice_that_lie_there_are_certain() -> None:
    lying = chances(faces("123466"), 0)
    assert lying.straights == {4: 1.0, 5: 0.0, 6: 0.0}
    assert lying.of_a_kind[Face.SIX] == (1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_the_best_of_one_throw_is_the_best_there_is(goal: Goal) -> None:
    for dice, again in product(("111111", "123566", "224455", "134466"), range(4)):
        told = best(faces(dice), again, 1, goal)
        assert told.chance == pytest.approx(float(played(goal, dice, again, 1)))
        assert in_one_throw(goal, rest(dice, told.reroll)) == played(goal, dice, again, 1)
        assert len(told.reroll) <= again


@pytest.mark.parametrize("goal", [Straight(5), OfAKind(Face.SIX, 3)])
@pytest.mark.parametrize(("dice", "again"), [("123566", 2), ("114466", 3), ("122256", 4)])
def test_the_best_of_two_throws_is_the_best_there_is(goal: Goal, dice: str, again: int) -> None:
    told = best(faces(dice), again, 2, goal)
    assert told.chance == pytest.approx(float(played(goal, dice, again, 2)))
    assert reached(goal, dice, told, again) == played(goal, dice, again, 2)


@pytest.mark.proof
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("dice", "again"), [("111111", 4), ("123566", 4), ("335566", 5)])
def test_the_best_of_two_throws_of_many_dice(goal: Goal, dice: str, again: int) -> None:
    told = best(faces(dice), again, 2, goal)
    assert told.chance == pytest.approx(float(played(goal, dice, again, 2)))


def rest(dice: str, reroll: Faces) -> str:
    for face in reroll:
        dice = dice.replace(face, "", 1)
    return dice


def reached(goal: Goal, dice: str, told: Best, again: int) -> Fraction:
    """The chance if these dice are thrown again first, and all goes best after that."""
    held, missing = rest(dice, told.reroll), len(told.reroll)
    falls = ("".join(sorted(held + "".join(f))) for f in product(PIPS, repeat=missing))
    after = sum(played(goal, fall, again - missing, 1) for fall in falls)
    return Fraction(after, 6**missing)


def test_two_throws_are_better_than_one_and_more_dice_than_fewer() -> None:
    dice = faces("112255")
    for goal in (Straight(5), OfAKind(Face.SIX, 1)):
        for again in range(1, 7):
            one, two = best(dice, again, 1, goal), best(dice, again, 2, goal)
            assert two.chance >= one.chance
            assert one.chance >= best(dice, again - 1, 1, goal).chance
            assert two.chance >= best(dice, again - 1, 2, goal).chance


def test_a_goal_that_is_met_or_out_of_reach_needs_no_die() -> None:
    assert best(faces("123466"), 4, 2, Straight(4)) == Best((), 1.0)
    assert best(faces("123466"), 0, 0, OfAKind(Face.SIX, 2)) == Best((), 1.0)
    assert best(faces("111111"), 3, 1, Straight(6)) == Best((), 0.0)
    assert best(faces("123456"), 0, 0, OfAKind(Face.SIX, 2)) == Best((), 0.0)


def test_of_equal_chances_the_fewest_dice_are_thrown_again() -> None:
    assert best(faces("123566"), 6, 1, OfAKind(Face.SIX, 2)).reroll == ()
    told = best(faces("123366"), 3, 1, Straight(4))
    assert told.reroll == faces("36" + "6")


def test_the_hints_for_every_goal_take_less_than_two_seconds() -> None:
    """A fraction of a second, but other work on the machine is not to make it fail."""
    every: list[Goal] = [*map(Straight, (4, 5, 6))]
    every += [OfAKind(face, count) for face in STANDARD.faces for count in range(1, 7)]
    assert seconds(lambda: [best(faces("112255"), 6, 2, goal) for goal in every]) < 2
