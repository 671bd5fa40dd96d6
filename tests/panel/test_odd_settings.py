"""Settings that can be read and make no sense: the table stands, and a game can be begun."""

import random
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Action
from firmware.screens.draw import draw
from firmware.store.settings import Settings
from firmware.web.saved_games import offered_games
from rules.games import GAMES
from rules.players import Colour
from tests.harness.flow import Flow

words = st.text(max_size=12) | st.sampled_from(
    ["\0", "\u202eabc", "x" * 5000, "\U0001f41b", "ﷺ", " "]
)
colours = words | st.sampled_from(list(map(str, Colour)))
games = words | st.sampled_from(list(GAMES))
odd = st.builds(
    Settings,
    language=words,
    players=st.integers() | st.sampled_from([-1, 0, 99, 10**400, -(10**400)]),
    names=st.dictionaries(colours, words, max_size=8),
    seats=st.lists(colours, max_size=9).map(tuple),
    game=games,
    variants=st.dictionaries(games, st.lists(words, max_size=3).map(tuple), max_size=4),
    dice=st.dictionaries(games, words | st.sampled_from(["standard", "junior"]), max_size=4),
    hints=st.booleans(),
    turned=st.booleans(),
)
PRESSED = (Action.OK, Action.RIGHT, Action.LEFT, Action.STOP, Action.SCAN, Action.BACK)


def stands(liked: Settings, seed: int, presses: int) -> None:
    dice = random.Random(seed)
    liked = msgspec.json.decode(msgspec.json.encode(liked), type=Settings)
    with tempfile.TemporaryDirectory() as folder:
        flow = Flow(Path(folder), settings=liked)
        flow.start()
        for _ in range(presses):
            flow.press(dice.choice(PRESSED))
            draw(flow.screen)
            assert flow.name != "trouble"
        flow.table.view = flow.table.navigator.begin()
        for _ in range(12):
            if flow.table.session.match is None:
                flow.press(Action.OK)
        assert flow.table.session.match is not None
        assert msgspec.json.encode(offered_games(flow.table.session))


@settings(max_examples=12)
@given(odd, st.integers(0, 99))
def test_any_settings(liked: Settings, seed: int) -> None:
    stands(liked, seed, 10)


@pytest.mark.proof
@settings(max_examples=100)
@given(odd, st.integers(0, 10**6))
def test_many_settings(liked: Settings, seed: int) -> None:
    stands(liked, seed, 40)
