"""What the dice of Picnic Blitz could still show."""

from itertools import product

import pytest

from firmware.play.goals import GoalChance, goal_chances
from rules import Face, March
from rules.dice import straight
from rules.rerolls import OfAKind, Straight
from tests.rules.ants import ARTHUR, board, thrown

ONE_ACTIVE = board({1: {1: "A"}})


def of_track(hoped: tuple[GoalChance, ...], track: int) -> dict[int, float]:
    return {
        goal_chance.goal.count: goal_chance.chance
        for goal_chance in hoped
        if isinstance(goal_chance.goal, OfAKind) and goal_chance.goal.face == str(track)
    }


def straights(hoped: tuple[GoalChance, ...]) -> dict[int, float]:
    return {
        goal_chance.goal.length: goal_chance.chance
        for goal_chance in hoped
        if isinstance(goal_chance.goal, Straight)
    }


def test_the_first_throw_is_counted_out() -> None:
    found = straights(goal_chances(board({})))
    throws = [tuple(map(Face, dice)) for dice in product("123456", repeat=6)]
    for length in (4, 5, 6):
        counted = sum(straight(faces) >= length for faces in throws) / len(throws)
        assert found[length] == pytest.approx(counted)


def test_what_lies_there_need_not_be_hoped_for() -> None:
    found = goal_chances(thrown(ONE_ACTIVE, "123455"))
    assert set(straights(found)) == {6}
    assert of_track(found, 5) == {3: pytest.approx(1 / 6)}


def test_each_hope_names_what_to_throw_again() -> None:
    (goal_chance,) = (
        goal_chance
        for goal_chance in goal_chances(thrown(ONE_ACTIVE, "123566"))
        if goal_chance.goal == Straight(6)
    )
    assert goal_chance.reroll == (Face.SIX,)
    assert goal_chance.chance == pytest.approx(1 / 6)


def test_no_more_is_hoped_for_than_reaches_the_food() -> None:
    close = thrown(board({3: {6: "A"}, 4: {1: "A"}}), "112256")
    assert of_track(goal_chances(close), 3) == {
        1: pytest.approx(11 / 36),
        2: pytest.approx(1 / 36),
    }


@pytest.mark.parametrize("where", [{3: {8: "B"}}, {3: {8: "A"}}, {3: {4: "AB"}}])
def test_nothing_is_hoped_for_where_nobody_can_move(where: dict[int, dict[int, str]]) -> None:
    assert of_track(goal_chances(board(where)), 3) == {}


def test_without_re_rolls_there_is_no_hope() -> None:
    assert goal_chances(thrown(board({}), "112233")) == ()


def test_nor_when_the_game_is_over() -> None:
    over, _ = thrown(board({5: {9: "A"}, 6: {7: "A"}}), "666123").play(March(6))
    assert over.points()[ARTHUR] >= over.target
    assert goal_chances(over) == ()
