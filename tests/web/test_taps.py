"""Few taps a throw on the page, for each game: printed, and not to get worse."""

import pytest

from rules.games import GAMES
from rules.heckmeck import Heckmeck
from tools.table.taps import MOST, count, told

WAYS = [
    (name, auto, mat)
    for auto, mat in MOST
    for name, game in GAMES.items()
    if not mat or issubclass(game, Heckmeck)
]


@pytest.mark.parametrize(("name", "auto", "mat"), WAYS)
def test_a_throw_takes_few_taps(name: str, *, auto: bool, mat: bool) -> None:
    counted = count(3, GAMES[name], auto=auto, mat=mat)
    print(told(GAMES[name], counted, auto=auto, mat=mat))
    assert counted.a_throw <= MOST[auto, mat][name]
