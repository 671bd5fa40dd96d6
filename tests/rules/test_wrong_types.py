"""A value of a wrong type is refused by its name, before anything changes."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rules import (
    Adjust,
    Attack,
    Barbecue,
    Bratwurmeck,
    Colour,
    Face,
    Keep,
    Leave,
    March,
    PicnicBlitz,
    Player,
    Skip,
    SpendQueen,
    Stop,
    Take,
    Throw,
)
from rules.box import WormBox
from rules.errors import RulesError, WrongType
from rules.games import AnyGame
from rules.tiles import TileTable
from rules.tracks import TrackBox
from tests.rules.random_play import ALL_GAMES

ANN, BEN = Player("Ann", Colour.BLACK), Player("Ben", Colour.YELLOW)
SEATED = (ANN, BEN)
ANY: Any = None
"""What a program without type checks may pass."""

Cases = tuple[tuple[Callable[[], object], tuple[str, ...]], ...]


def refused(made: Callable[[], object]) -> tuple[object, ...]:
    with pytest.raises(TypeError) as caught:
        made()
    assert isinstance(caught.value, WrongType)
    return tuple(caught.value.arguments.values())


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("junk", ["stop", None, 3, Stop, Face.ONE, ("stop",)])
def test_what_is_no_move_is_refused_in_every_game(game: type[AnyGame], junk: Any) -> None:
    state = game.begin(SEATED)[0]
    before = hash(state)
    for asked in (state.play, state.refusal):
        assert refused(partial(asked, junk)) == ("move", "Move", type(junk).__name__)
    assert hash(state) == before
    assert junk not in state.legal_moves()


def test_a_move_is_made_of_the_right_values() -> None:
    number: Any = 4.0
    yes: Any = True
    word: Any = "4"
    cases: Cases = (
        (lambda: Keep(word), ("face", "Face", "str")),
        (lambda: Throw(word), ("faces", "Face", "str")),
        (lambda: Throw(number), ("faces", "Iterable", "float")),
        (lambda: Throw([Face.ONE], number), ("rerolled", "int", "float")),
        (lambda: Take(yes), ("tile", "int", "bool")),
        (lambda: Take(21, word), ("rival", "int", "str")),
        (lambda: Attack(number, 1), ("rival", "int", "float")),
        (lambda: March(word), ("track", "int", "str")),
        (lambda: SpendQueen(word), ("use", "QueenUse", "str")),
        (lambda: Leave(word), ("player", "int", "str")),
        (lambda: Adjust(word, 0), ("table", "Table", "str")),
    )
    for made, told in cases:
        assert refused(made) == told
    assert Take(21, None) == Take(21)


def test_a_table_has_tuples_of_numbers() -> None:
    state = Bratwurmeck.begin(SEATED)[0]
    lists: Any = [[], []]
    floats: Any = ((), (21.0,))
    assert refused(lambda: state.play(Adjust(TileTable(state.TILES, (), lists), 0)))[0] == "table"
    with pytest.raises(RulesError, match=r"field=table\.stacks\[1\]\[0\]"):
        state.play(Adjust(TileTable(state.TILES[1:], (), floats), 0))


def test_a_game_begins_with_the_right_values() -> None:
    word: Any = "0"
    names: Any = ["Ann", "Ben"]
    cases: Cases = (
        (lambda: Barbecue.begin(names), ("players", "Player", "str")),
        (lambda: Barbecue.begin(ANY), ("players", "Iterable", "NoneType")),
        (lambda: Barbecue.begin(SEATED, starter=word), ("starter", "int", "str")),
        (lambda: Barbecue.begin(SEATED, variants=ANY), ("variants", "Iterable", "NoneType")),
        (lambda: Player(ANY, Colour.RED), ("name", "str", "NoneType")),
        (lambda: Player("Ann", word), ("colour", "Colour", "str")),
        (lambda: WormBox(worms=word), ("worms", "Mapping", "str")),
        (
            lambda: Barbecue.begin(SEATED, box=WormBox(worms=dict.fromkeys(range(23, 37), word))),
            ("box.worms.23", "int", "str"),
        ),
        (
            lambda: PicnicBlitz.begin(SEATED, box=TrackBox(tracks={1: word})),
            ("box.tracks.1", "Track", "str"),
        ),
    )
    for made, told in cases:
        assert refused(made) == told
    assert Barbecue.begin(SEATED)[0].refusal(Skip()) is None
