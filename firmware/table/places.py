"""Where each way leads: the one place that knows all views."""

from firmware.ports import Tune
from firmware.screens.kinds import Die
from firmware.table import (
    adjusting,
    aiming,
    beginning,
    keeping,
    liking,
    looking,
    menus,
    pages,
    starting,
)
from firmware.table.asks import Play
from firmware.table.desk import Desk
from firmware.table.menus import undone_view
from firmware.table.playing import ThrowView, ToldView
from firmware.table.recent import PLAYED
from firmware.table.view import Taken, View
from rules.errors import IllegalMove
from rules.events import Events, PassDice
from rules.record import Read
from rules.turn import Phase


class TablePlaces:
    """The views of the table, made for its desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def first(self) -> View:
        """After the start: the game that was not finished, or a new one."""
        if self.desk.chip and not self.desk.settings.chip:
            return starting.EdgeView(self.desk, self)
        saved = self.desk.shelf.unfinished(PLAYED)
        if saved is None:
            return self.begin()
        return beginning.ResumeView(self.desk, self, saved)

    def begin(self) -> View:
        """A new game."""
        return beginning.BeginView(self.desk, self)

    def game(self, note: str = "") -> View:
        """Where the game stands, or its end."""
        if self.desk.journal is None:
            return self.begin()
        if self.desk.told:  # until somebody has confirmed it
            return ToldView(self.desk, self, self.desk.told)
        state = self.desk.heckmeck
        if state.ending is not None:
            return pages.OverView(self.desk, self)
        if state.turn.phase is Phase.KEEP:
            return keeping.KeepView(self.desk, self, note)
        return ThrowView(self.desk, self, note)

    def where(self) -> View:
        """Where a game stands that is gone on with: what was to be done last is told again."""
        events = self.desk.game.events
        if any(isinstance(event, PassDice) for event in events):
            return self.told(events)
        return self.game()

    def told(self, events: Events) -> View:
        """What people must do now; then on to the game."""
        self.desk.told = events
        view = ToldView(self.desk, self, events)
        if view.told.failed:
            self.desk.ask(Play(Tune.FAIL))
        return view

    def look(self, expected: frozenset[int], taken: Taken) -> View:
        """Read the dice; without a camera, enter them."""
        if not self.desk.camera:
            return self.enter(expected, taken)
        return looking.LookView(self.desk, self, expected, taken)

    def enter(self, expected: frozenset[int], taken: Taken) -> View:
        """Enter the dice by hand."""
        return looking.ByHandView(self.desk, self, expected, taken)

    def correct(self, taken: Taken) -> View:
        """Correct the throw that waits to be answered."""
        state = self.desk.heckmeck
        seen = {meant: face for face, meant in state.setup.table_dice.meaning.items()}
        dice = [Die(seen[face]) for face in state.turn.thrown]
        expected = frozenset({state.turn.left})
        return looking.EditView(self.desk, self, expected, taken, dice, Read.CORRECTED)

    def menu(self) -> View:
        """All that can be done beside the game."""
        return menus.GameMenu(self.desk, self)

    def undone(self) -> View:
        """The last move is taken back."""
        try:
            undone = self.desk.game.undo()
        except IllegalMove:
            return self.game(self.desk.say("Nothing to undo"))
        self.desk.told = ()
        move = self.desk.short.move(undone.move)
        return undone_view(self.desk, self, move, undone.events)

    def settings(self, back: View) -> View:
        """What the players like."""
        return liking.SettingsView(self.desk, self, back)

    def adjust(self, back: View) -> View:
        """How the pieces really lie."""
        return adjusting.AdjustView(self.desk, self, back)

    def aim(self, back: View) -> View:
        """Aim the camera."""
        return aiming.AimView(self.desk, self, back)

    def info(self, page: int) -> View:
        """Pages to leaf through; before the first and after the last is the game."""
        turn = self.desk.heckmeck.turn
        begun = bool(turn.kept or turn.thrown)  # before the first throw there is nothing to choose
        hints = self.desk.settings.hints and self.desk.game.state.ending is None and begun
        shown = pages.PAGES if hints else pages.PAGES[:-1]
        at = len(shown) - 1 if page < 0 else page
        return self.game() if at >= len(shown) else shown[at](self.desk, self, at)
