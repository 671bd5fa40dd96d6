"""Whole games on the page, in a real browser: by touch alone, and by keyboard alone."""

from pathlib import Path

import pytest

from rules.games import GAMES
from tests.web.newcomers import MOST, told, whole_game
from tests.web.visits import Visits

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("how", MOST)
def test_a_whole_game(visits: Visits, tmp_path: Path, name: str, how: str) -> None:
    language = "de" if name in {"bratwurmeck", "picnic_blitz"} else "en"
    counted = whole_game(visits, tmp_path, GAMES[name], how, language)
    print(told(GAMES[name], how, counted))
    assert counted.a_throw <= MOST[how][name]
