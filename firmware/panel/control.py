"""Lets other surfaces act through the panel, which shows what they decide."""

from collections.abc import Callable

from firmware.errors import Unclear
from firmware.panel.routing import Table
from firmware.panel.teaching.check_dice import DiceNameView, MisreadView, TriedView
from firmware.panel.teaching.choose_game import begin
from firmware.panel.teaching.show_faces import ShowView
from firmware.panel.view import View
from firmware.panel.view_kinds import MisplacedView
from firmware.panel.views.aiming import AimView
from firmware.panel.views.menus import MenuView, taken_back, undo_counts
from firmware.panel.views.new_game import ResumeView
from firmware.panel.views.playing import play_instead
from firmware.panel.views.reading import EditView
from firmware.panel.views.recent_games import go_on
from firmware.ports import Action
from firmware.screens.kinds import Screen
from firmware.store.shelf import Saved
from firmware.table.control import DiceEntry, TeachingStep
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
        self._press = press
        self.session = table.session

    @property
    def screen(self) -> Screen:
        return self._table.screen

    @property
    def busy(self) -> bool:
        return self._table.busy

    @property
    def aiming(self) -> bool:
        return isinstance(self._table.view, AimView)

    @property
    def entry(self) -> DiceEntry | None:
        return self._table.view.dice_entry

    @property
    def problem(self) -> Problem | None:
        view = self._table.view
        return view.problem if isinstance(view, MisplacedView) else None

    @property
    def teaching(self) -> TeachingStep | None:
        return self._table.view.teaching_step

    # The game.

    def press(self, action: Action) -> None:
        """Press a button. In a menu without a use for SCAN, SCAN first goes to the game."""
        view = self._table.view
        useless = isinstance(view, MenuView) and type(view).scan is View.scan
        if action is Action.SCAN and useless and self.session.match is not None:
            self.show_game()
        self._press(action)

    def decided(self, events: Events, *, answer: bool) -> None:
        """Show a decision with all that people must do, including for earlier moves of the turn."""
        if answer:
            self._table.navigate(lambda view: view.played(events))
            return
        self.session.unconfirmed = ()
        self._table.navigate(lambda view: view.navigator.where())

    def instruct(self, events: Events) -> None:
        self._table.navigate(lambda view: view.navigator.instructions(events))

    def show_game(self) -> None:
        self._table.navigate(lambda view: view.navigator.game())

    def correct(self, faces: Faces) -> None:
        """Take these dice for the entry, or in the place of the last throw."""
        view = self._table.view
        if not isinstance(view, EditView):
            self._table.navigate(lambda other: play_instead(other, faces, Read.CORRECTED))
            return
        if len(faces) not in view.expected:
            raise Unclear("page_dice", count=len(faces))
        self._table.navigate(lambda _view: view.taken(faces, Read.CORRECTED))

    def undo(self, count: int) -> None:
        """Undo at least so many moves; moves that belong together are undone together."""
        if self.session.match is None:
            raise Unclear("page_no_game")
        self._table.navigate(lambda view: self._undone(view, count))

    def _undone(self, view: View, count: int) -> View:
        counts = undo_counts(self.session, view.navigator.game_panel(type(self.session.game.state)))
        far = next((each for each in counts if each >= count), count)
        return taken_back(self.session, view.navigator, far)

    def resume(self, saved: Saved) -> None:
        self._table.navigate(lambda view: go_on(self.session, view.navigator, saved, view))

    def give_up(self, saved: Saved) -> None:
        """Do not ask again whether to resume this game, even if the panel is asking now."""
        view = self._table.view
        if isinstance(view, ResumeView):
            self._table.navigate(lambda _view: view.new())
        else:
            self.session.shelf.give_up(saved.path)

    # Taught dice.

    def teach(self, game: type[AnyGame], *, pips: bool) -> None:
        def begun(view: View) -> View:
            away = self._away(view)
            return begin(away, game, away, pips=pips)

        self._table.navigate(begun)

    def leave_teaching(self) -> None:
        if self.teaching is None:
            raise Unclear("page_not_here")
        self._table.navigate(self._away)

    def _away(self, view: View) -> View:
        return view.navigator.first() if self.session.match is None else view.navigator.game()

    def show_again(self, face: str) -> None:
        view = self._table.view
        tried = view.tried if isinstance(view, MisreadView) else view
        if not isinstance(tried, TriedView) or face not in tried.teaching_session.drawn:
            raise Unclear("page_not_here")
        again = ShowView(tried.teaching, tried, (face,), more=True, first=tried)
        self._table.navigate(lambda _view: again)

    def name_dice(self, name: str) -> None:
        view = self._table.view
        if not isinstance(view, DiceNameView):
            raise Unclear("page_not_here")
        check_name(self.session, name)
        self._table.navigate(lambda _view: view.done(name))
