"""States, turns, moves and events are values: nothing that somebody holds can change under them."""

import pickle
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Barbecue, Face, Player
from rules.box import WormBox
from rules.frozen import FrozenMap
from rules.games import AnyGame
from rules.turn import Turn
from tests.rules.random_play import ALL_GAMES, steps

EVERY = 15
"""Every state of a game is looked through, and so many are copied: copying takes long."""


def changeable(value: Any, path: str = "") -> Iterator[str]:
    """Where something in the value could be changed by whoever holds it."""
    if value is None or isinstance(value, int | str | Enum):
        return
    if isinstance(value, FrozenMap):
        value = tuple(value.items())
    if isinstance(value, tuple | frozenset):
        for at, item in enumerate(value):
            yield from changeable(item, f"{path}[{at}]")
    elif getattr(getattr(type(value), "__dataclass_params__", None), "frozen", False):
        kept = {field.name: getattr(value, field.name) for field in fields(value)}
        for name, item in {**kept, **getattr(value, "__dict__", {})}.items():  # also cached ones
            yield from changeable(item, f"{path}.{name}")
    else:
        yield f"{path}: {type(value).__name__}"


def assert_value(value: object) -> None:
    for copy in (pickle.loads(pickle.dumps(value)), deepcopy(value)):  # noqa: S301  # our own
        assert copy == value
        assert hash(copy) == hash(value)


@pytest.mark.parametrize("game", ALL_GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=2)
def test_everything_in_a_whole_game_is_a_value(game: type[AnyGame], seed: int) -> None:
    for number, (before, move, state, events) in enumerate(
        steps(game, seed, repairs=0.1, most=300)
    ):
        told = (before, move, state, events, state.legal_moves().choices, state.outcome())
        assert list(changeable(told)) == []
        if number % EVERY == 0 or state.ending is not None:
            state.setup.dice.values  # noqa: B018  # what a look-up keeps must be a value too
            assert_value((state, state.table, move, events, state.outcome()))


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_game_with_any_variant_and_ordinary_dice_is_a_value(game: type[AnyGame]) -> None:
    players = [Player(str(colour), colour) for colour in game.COLOURS[:3]]
    for variant in game.VARIANTS:
        begun = game.begin(players, variants=[variant], dice="standard")
        assert list(changeable(begun)) == []
        assert_value(begun)


def test_a_fresh_turn_shares_nothing_that_can_be_written() -> None:
    with pytest.raises(TypeError, match="immutable"):
        Turn(0, 8).kept[Face.WORM] = 3
    assert not Turn(1, 8).kept


def test_a_box_does_not_follow_the_mapping_it_was_made_from() -> None:
    worms = dict(Barbecue.BOX.worms)
    box = WormBox(worms=worms)
    worms[23] = 9
    assert box.worms[23] == 1


def test_a_frozen_map_is_equal_and_hashed_by_its_items() -> None:
    one, other = FrozenMap({1: "a", 2: "b"}), FrozenMap({2: "b"}).plus(1, "a")
    assert one == other == {1: "a", 2: "b"}
    assert hash(one) == hash(other)
    assert one != FrozenMap({1: "a"})
    assert (list(other), 3 in one, one.get(3)) == ([2, 1], False, None)
    with pytest.raises(KeyError, match="3"):
        one[3]
    changes = "clear", "pop", "popitem", "setdefault", "update", "__delitem__", "__ior__"
    for change in changes:
        with pytest.raises(TypeError, match="immutable"):
            getattr(one, change)({1: "c"})
    assert one == other
