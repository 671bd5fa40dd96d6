"""Whole games by buttons: few presses, and every screen on the way fits."""

from functools import partial
from pathlib import Path

import pytest

from firmware.actions import Action
from firmware.screens.draw import overflow
from firmware.speech.language import languages
from tests.table.flow import Flow
from tests.table.presses import MOST, count


def test_a_throw_takes_few_presses() -> None:
    assert count(20).a_throw <= MOST


class FittingFlow(Flow):
    """Looks at every screen."""

    def press(self, *actions: Action | str) -> None:
        for action in actions:
            super().press(action)
            assert overflow(self.screen) == (), self.screen


@pytest.mark.parametrize("language", languages())
def test_every_screen_of_whole_games_fits(language: str, tmp_path: Path) -> None:
    assert count(4, partial(FittingFlow, language=language)).games == 4


def test_without_a_camera_a_whole_turn_is_entered(tmp_path: Path) -> None:
    flow = Flow(tmp_path, camera=False)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "scan")])
    flow.follow([*[("by_hand", "ok")] * 7, ("by_hand", "right")])
    flow.follow([("by_hand", "ok"), ("by_hand", "ok"), ("keep", "ok"), ("throw_or_stop", "")])
