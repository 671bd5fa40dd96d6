"""Makes the views that others lead to; the one module that knows all views."""

from typing import cast

from firmware.panel.game_panels import game_panel_of
from firmware.panel.view import Aside, GamePanel, Taken, View
from firmware.panel.views import (
    aiming,
    menus,
    pages,
)
from firmware.panel.views import (
    new_game as beginning,
)
from firmware.panel.views import (
    reading as looking,
)
from firmware.panel.views import (
    settings as liking,
)
from firmware.panel.views import (
    startup as starting,
)
from firmware.panel.views.menus import taken_back, undo_counts
from firmware.panel.views.playing import ToldView
from firmware.play.turns import turn_over
from firmware.ports import Tune
from firmware.screens.kinds import Die
from firmware.table.requests import Play
from firmware.table.session import Session
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Throw
from rules.record import Read


class PanelNavigator:
    """Makes the views of the table for its session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def game_panel(self, game: type[AnyGame]) -> GamePanel:
        return game_panel_of(game)

    def first(self) -> View:
        """Return the first view after the start: an unfinished game, or a new one."""
        if self.session.chip and not self.session.settings.chip:
            return starting.EdgeView(self.session, self)
        saved = self.session.shelf.unfinished()
        if saved is None:
            return self.begin()
        return beginning.ResumeView(self.session, self, saved)

    def begin(self) -> View:
        return beginning.BeginView(self.session, self)

    def game(self, note: str = "") -> View:
        if self.session.match is None:
            return self.begin()
        if self.session.unconfirmed:  # until somebody confirms it
            return ToldView(self.session, self, self.session.unconfirmed)
        question = self.session.match.question
        if question is not None and not note:
            return game_panel_of(type(self.session.game.state)).asks(self.session, self, question)
        return self.current_view(note)

    def current_view(self, note: str = "") -> View:
        """Return the game's view, ignoring open questions and unconfirmed instructions."""
        state = self.session.game.state
        if state.ending is not None:
            return pages.OverView(self.session, self)
        return game_panel_of(type(state)).decision_view(self.session, self, note)

    def where(self) -> View:
        """Return the view of a resumed game, which repeats its last instructions."""
        game = self.session.game
        counts = undo_counts(self.session, game_panel_of(type(game.state)))
        steps = game.steps[-counts[0] :] if counts else ()  # those played as one decision
        events = tuple(event for step in steps for event in step.events) or game.events
        if turn_over(events):
            return self.instructions(events)
        return self.game()

    def instructions(self, events: Events) -> View:
        """Show what people must do now, then the game."""
        self.session.unconfirmed = events
        view = ToldView(self.session, self, events)
        if view.instructions.failed:
            self.session.ask(Play(Tune.FAIL))
        return view

    def look(self, expected: frozenset[int], taken: Taken, aside: Aside | None = None) -> View:
        if not self.session.camera:
            return self.enter(expected, taken, aside)
        return looking.LookView(self.session, self, expected, taken, aside)

    def enter(self, expected: frozenset[int], taken: Taken, aside: Aside | None = None) -> View:
        return looking.ByHandView(self.session, self, expected, taken, aside)

    def correct(self, taken: Taken) -> View:
        """Correct the throw that is waiting for a decision."""
        thrown = cast("Throw", self.session.game.steps[-1].move)
        dice = [Die(face) for face in self.session.game.state.setup.table_dice.shown(thrown.faces)]
        expected = frozenset({len(dice)})
        return looking.EditView(self.session, self, expected, taken, dice, Read.CORRECTED)

    def menu(self) -> View:
        return menus.GameMenu(self.session, self)

    def undone(self) -> View:
        """Say that the last move was undone."""
        counts = undo_counts(self.session, game_panel_of(type(self.session.game.state)))
        if not counts:
            return self.game(self.session.say("Nothing to undo"))
        return taken_back(self.session, self, counts[0])

    def settings(self, back: View) -> View:
        return liking.SettingsView(self.session, self, back)

    def adjust(self, back: View) -> View:
        return game_panel_of(type(self.session.game.state)).adjust(self.session, self, back)

    def aim(self, back: View) -> View:
        return aiming.AimView(self.session, self, back)

    def info(self, page: int) -> View:
        """Return an information page; the game comes before the first and after the last."""
        game_panel = game_panel_of(type(self.session.game.state))
        shown = (pages.ScoresView, *game_panel.pages(self.session))
        at = len(shown) - 1 if page < 0 else page
        return self.game() if at >= len(shown) else shown[at](self.session, self, at)
