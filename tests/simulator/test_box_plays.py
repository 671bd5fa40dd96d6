"""The simulated table: the box throws for its own seats, at the pace that people set."""

from pathlib import Path

import pytest

from firmware.panel.views.automatic import ThinkView
from firmware.play.setup import Setup
from firmware.store.settings import Pace
from firmware.table.requests import Think
from rules import Barbecue, Bratwurmeck, Junior, PicnicBlitz, Player, Throw
from rules.games import AnyGame
from rules.players import Level
from tests.simulator.test_thrower import Player as Person


class Evening(Person):
    """A person who presses for Ann alone."""

    def __init__(self, folder: Path, game: type[AnyGame], *levels: Level | None) -> None:
        super().__init__(folder, game=game.NAME)
        session = self.table.session
        players = tuple(map(Player, ("Ann", "Box"), game.COLOURS))
        setup = Setup(game, players, game.BOX, levels=levels)
        self.table.navigate(self.table.navigator.instructions(session.begin(setup)))
        self.waited = 0.0

    def _answer(self) -> None:
        for ask in self.table.session.requests.copy():
            if isinstance(ask, Think):
                self.table.session.requests.remove(ask)
                self.table.thought(ask.ticket, ask.thinking.think(self.mind, lambda: False))
        super()._answer()

    def wait(self) -> None:
        """Press nothing until the view has timed out, in virtual time."""
        self.waited += self.table.view.stays or 0.0
        super().wait()
        self._answer()


@pytest.mark.parametrize("game", [Barbecue, Bratwurmeck, Junior, PicnicBlitz])
def test_nobody_presses_for_the_box_in_a_whole_game(tmp_path: Path, game: type[AnyGame]) -> None:
    evening = Evening(tmp_path, game, None, Level.SOLID)
    match = evening.table.session.game
    for _ in range(4000):
        if evening.name == "over":
            break
        if evening.table.view.stays is not None:
            evening.wait()
        elif evening.name in {"throw", "throw_or_stop", "picnic_throw", "todo", "failed"}:
            stops = evening.name == "throw_or_stop" and match.state.legal_moves().choices
            evening.press(
                "stop" if stops else "ok" if evening.name in {"todo", "failed"} else "scan"
            )
        else:
            assert match.automatic is None, evening.screen
            evening.press("stop" if evening.name == "stop" else "ok")
    assert evening.name == "over"
    assert sum(isinstance(step.move, Throw) for step in match.steps) > 10


def test_the_pace_is_that_of_the_settings_and_thrown_dice_are_seen(tmp_path: Path) -> None:
    waited = {}
    for pace in Pace:
        evening = Evening(tmp_path / pace, Barbecue, Level.SOLID, None)
        evening.table.session.change(pace=pace)
        evening.press("ok")
        assert evening.name == "box_throw"
        evening.wait()
        assert isinstance(evening.table.view, ThinkView)
        assert len(evening.table.session.game.steps) == 1
        evening.wait()
        assert len(evening.table.session.game.steps) > 1
        waited[pace] = evening.waited
    assert waited[Pace.SLOW] > waited[Pace.MEDIUM] > waited[Pace.FAST] > 0


def test_the_box_waits_while_somebody_reads_the_menu(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Barbecue, Level.SOLID, None)
    evening.press("ok")
    evening.wait()
    evening.press("back")
    steps = evening.table.session.game.steps
    assert evening.table.view.stays is None
    assert evening.name == "menu"
    evening.press("back")
    evening.wait()
    assert len(evening.table.session.game.steps) > len(steps)
