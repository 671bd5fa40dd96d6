"""Lets other surfaces act through the panel, which shows what they decide."""

from collections.abc import Callable

from firmware.errors import Unclear
from firmware.panel.routing import Table
from firmware.panel.teaching.check_dice import DiceNameView, MisreadView, TriedView
from firmware.panel.teaching.choose_game import begin
from firmware.panel.teaching.show_faces import ShowView
from firmware.panel.view import View
from firmware.panel.views.aiming import AimView
from firmware.panel.views.menus import taken_back, undo_counts
from firmware.panel.views.new_game import ResumeView
from firmware.panel.views.reading import EditView
from firmware.panel.views.recent_games import go_on
from firmware.ports import Action
from firmware.screens.kinds import Screen
from firmware.store.shelf import Saved
from firmware.table.control import TeachingStep
from firmware.table.taught import check_name
from rules.dice import Faces
from rules.events import Events
from rules.follow import Problem
from rules.games import AnyGame
from rules.record import Read


class PanelControl:
    """The panel as other surfaces see it (`firmware.table.control.TableControl`)."""

    def __init__(self, table: Table, press: Callable[[Action], None]) -> None:
        self._table = table
        self._navigator = table.navigator
        self._press = press
        self.session = table.session

    @property
    def screen(self) -> Screen:
        return self._table.screen

    @property
    def said(self) -> str:
        return self._table.said

    @property
    def busy(self) -> bool:
        return self._table.busy

    @property
    def aiming(self) -> bool:
        return isinstance(self._table.view, AimView)

    @property
    def entry(self) -> frozenset[int] | None:
        return self._table.view.entry

    @property
    def problem(self) -> Problem | None:
        return self._table.view.problem

    @property
    def teaching(self) -> TeachingStep | None:
        return self._table.view.teaching_step

    # The game.

    def press(self, action: Action) -> None:
        self._press(action)

    def decided(self, events: Events, *, answer: bool) -> None:
        """Show a decision with all that people must do, including for earlier moves of the turn."""
        if answer:
            self._table.navigate(self._navigator.played(events))
            return
        self.session.unconfirmed = ()
        self._table.navigate(self._navigator.where())

    def instruct(self, events: Events) -> None:
        self._table.navigate(self._navigator.instructions(events))

    def show_game(self) -> None:
        self._table.navigate(self._navigator.game())

    def correct(self, faces: Faces) -> None:
        """Take these dice for the entry, or in the place of the last throw."""
        view = self._table.view
        if not isinstance(view, EditView):
            self._table.navigate(self._navigator.play_instead(faces, Read.CORRECTED))
            return
        if len(faces) not in view.wanted.expected:
            raise Unclear("page_dice", count=len(faces))
        self._table.navigate(view.wanted.taken(faces, Read.CORRECTED))

    def undo(self, count: int) -> None:
        if self.session.match is None:
            raise Unclear("page_no_game")
        far = (each for each in undo_counts(self._navigator) if each >= count)
        self._table.navigate(taken_back(self._navigator, next(far, count)))

    def resume(self, saved: Saved) -> None:
        self._table.navigate(go_on(saved, self._table.view))

    def give_up(self, saved: Saved) -> None:
        """Do not ask again whether to resume this game, even if the panel is asking now."""
        view = self._table.view
        if isinstance(view, ResumeView):
            self._table.navigate(view.new())
        else:
            self.session.shelf.give_up(saved.path)

    # Taught dice.

    def teach(self, game: type[AnyGame], *, pips: bool) -> None:
        away = self._away()
        self._table.navigate(begin(away, game, away, pips=pips))

    def leave_teaching(self) -> None:
        if self.teaching is None:
            raise Unclear("page_not_here")
        self._table.navigate(self._away())

    def _away(self) -> View:
        return self._navigator.first() if self.session.match is None else self._navigator.game()

    def show_again(self, face: str) -> None:
        view = self._table.view
        tried = view.tried if isinstance(view, MisreadView) else view
        if not isinstance(tried, TriedView) or face not in tried.teaching_session.drawn:
            raise Unclear("page_not_here")
        self._table.navigate(ShowView(tried.teaching, (face,), more=True, first=tried))

    def name_dice(self, name: str) -> None:
        view = self._table.view
        if not isinstance(view, DiceNameView):
            raise Unclear("page_not_here")
        check_name(self.session, name)
        self._table.navigate(view.done(name))
