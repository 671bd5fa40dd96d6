"""Makes the views that others lead to; the one module that knows all views."""

from typing import cast

from firmware.panel.game_panels import game_panel_of
from firmware.panel.view import GamePanel, View, Wanted
from firmware.panel.views.automatic import ThinkView
from firmware.panel.views.guide import GuideView
from firmware.panel.views.menus import GameMenu, taken_back, undo_counts
from firmware.panel.views.new_game import BeginView, ResumeView
from firmware.panel.views.pages import OverView, ScoresView
from firmware.panel.views.playing import ToldView
from firmware.panel.views.reading import ByHandView, EditView, LookView
from firmware.panel.views.settings import SettingsView
from firmware.panel.views.startup import EdgeView
from firmware.play.turns import turn_over
from firmware.ports import Tune
from firmware.screens.kinds import Die
from firmware.table.requests import Play
from firmware.table.session import Session
from rules.dice import Faces
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

    @property
    def _panel(self) -> GamePanel:
        """The panel of the current game."""
        return game_panel_of(type(self.session.game.state))

    def first(self) -> View:
        """Return the first view after the start: an unfinished game, or a new one."""
        if self.session.chip and not self.session.settings.chip:
            return EdgeView(self)
        saved = self.session.shelf.unfinished()
        return self.begin() if saved is None else ResumeView(self, saved)

    def begin(self) -> View:
        """Return the view of a new game."""
        return BeginView(self)

    def game(self, note: str = "") -> View:
        """Return the game's current view, or its end, with this note."""
        if self.session.match is None:
            return self.begin()
        if self.session.unconfirmed:  # until somebody confirms it
            return ToldView(self, self.session.unconfirmed)
        question = self.session.match.question
        if question is not None and not note:
            return self._panel.asks(self, question)
        return self.current_view(note) if note else self._guided(self.current_view())

    def _guided(self, view: View) -> View:
        """Show each hint of the guided first turn once, before the view that it is about."""
        hint = self.session.hint
        if hint is None or hint in self.session.hinted:
            return view
        return GuideView(view, hint)

    def current_view(self, note: str = "") -> View:
        """Return the game's view, ignoring open questions and unconfirmed instructions."""
        if self.session.game.state.ending is not None:
            return OverView(self)
        box = self.session.game.thinking is not None
        view = ThinkView(self) if box else self._panel.decision_view(self)
        view.note = note
        return view

    def where(self) -> View:
        """Return the view of a resumed game, which repeats its last instructions."""
        game, counts = self.session.game, undo_counts(self)
        steps = game.steps[-counts[0] :] if counts else ()  # those played as one decision
        return self.played(tuple(event for step in steps for event in step.events) or game.events)

    def played(self, events: Events) -> View:
        """Return the view after a decision: instructions after a turn, else the game."""
        return self.instructions(events) if turn_over(events) else self.game()

    def instructions(self, events: Events) -> View:
        """Show what people must do now, then the game."""
        self.session.unconfirmed = events
        self.session.end_guide()
        view = ToldView(self, events)
        if view.instructions.failed:
            self.session.ask(Play(Tune.FAIL))
        return view

    def look(self, wanted: Wanted) -> View:
        """Read the dice; without a camera, enter them."""
        return LookView(self, wanted) if self.session.camera else self.enter(wanted)

    def enter(self, wanted: Wanted) -> View:
        """Enter the dice by hand."""
        return ByHandView(self, wanted)

    def correct(self) -> View:
        """Correct the throw that is waiting for a decision."""
        thrown = cast("Throw", self.session.game.steps[-1].move)
        dice = [Die(face) for face in self.session.game.state.setup.table_dice.shown(thrown.faces)]
        wanted = Wanted(frozenset({len(dice)}), self.play_instead)
        return EditView(self, wanted, dice, Read.CORRECTED)

    def play_instead(self, faces: Faces, read: Read) -> View:
        """Replace the dice of the last throw."""
        return self.played(self.session.game.correct(faces, read))

    def menu(self) -> View:
        return GameMenu(self)

    def undone(self) -> View:
        """Undo the last move, and say what to do on the table."""
        counts = undo_counts(self)
        if not counts:
            return self.game(self.session.say("Nothing to undo"))
        return taken_back(self, counts[0])

    def settings(self, back: View) -> View:
        return SettingsView(back)

    def info(self, page: int) -> View:
        """Return an information page; the game comes before the first and after the last.

        Negative numbers count from the last.
        """
        panel = self._panel
        hints = (panel.hint,) if panel.hinted(self.session) else ()
        shown = (ScoresView, *panel.boards, *hints)
        at = len(shown) - 1 if page < 0 else page
        return self.game() if at >= len(shown) else shown[at](self, at)
