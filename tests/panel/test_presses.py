"""Whole games by buttons: few presses, and every screen on the way fits."""

from functools import partial
from pathlib import Path

import pytest

from firmware.ports import Action
from firmware.screens.draw import overflow
from firmware.speech.language import languages
from rules import Bratwurmeck, Junior
from rules.heckmeck import AnyHeckmeck
from tests.harness.flow import Flow
from tools.table.presses import GAMES, MOST, count


@pytest.mark.parametrize("game", GAMES)
def test_a_throw_takes_few_presses(game: type[AnyHeckmeck]) -> None:
    assert count(2, game).a_throw <= MOST


class FittingFlow(Flow):
    """Looks at every screen."""

    def press(self, *actions: Action | str) -> None:
        for action in actions:
            super().press(action)
            assert overflow(self.screen) == (), self.screen


@pytest.mark.proof
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_whole_games_fits(game: type[AnyHeckmeck], language: str) -> None:
    """The last of them has as many players as the game is for."""
    games = game.MOST_PLAYERS - game.LEAST_PLAYERS + 1
    assert count(games, game, partial(FittingFlow, language=language)).games == games


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "variant"),
    [(game, variant) for game in (Bratwurmeck, Junior) for variant in game.VARIANTS],
)
@pytest.mark.proof
def test_every_option_is_played_to_the_end(
    game: type[AnyHeckmeck], variant: str, language: str
) -> None:
    assert count(2, game, partial(FittingFlow, language=language), variant).games == 2


def test_without_a_camera_a_whole_turn_is_entered(tmp_path: Path) -> None:
    flow = Flow(tmp_path, camera=False)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "scan")])
    flow.follow([*[("by_hand", "ok")] * 7, ("by_hand", "right")])
    flow.follow([("by_hand", "ok"), ("by_hand", "ok"), ("keep", "ok"), ("throw_or_stop", "")])
