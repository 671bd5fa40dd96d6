"""Starts teaching new dice: for which game, and whether they have pips."""

from functools import partial

from firmware.panel.teaching.check_dice import check
from firmware.panel.teaching.show_faces import ShowView, Teaching
from firmware.panel.view import View
from firmware.panel.views.menus import Entry, GameList, NoteView, SubMenu
from firmware.speech.language import N_
from firmware.table.teaching import TeachingSession, is_pips
from rules.games import AnyGame


class ForGameView(GameList):
    """Asks which game the new dice are for."""

    name = "teach_game"
    heading = N_("Dice for which game?")

    def choose(self, game: type[AnyGame]) -> View:
        if any(map(is_pips, TeachingSession.of(self.session, game, pips=True).faces)):
            return PipsView(self, game)
        return begin(self, game, self.back(), pips=True)


class PipsView(SubMenu):
    """Asks whether numbers are pips, which need no teaching."""

    name = "teach_pips"
    heading = N_("Pips or pictures?")

    def __init__(self, games: ForGameView, game: type[AnyGame]) -> None:
        super().__init__(games)
        self.begin = partial(begin, self, game, games.back())

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("Pips"), partial(self.begin, pips=True)),
            Entry(self.say("Pictures only"), partial(self.begin, pips=False)),
        )


def begin(view: View, game: type[AnyGame], leave: View, *, pips: bool) -> View:
    """Return the view of the first face; BACK returns to this view."""
    teaching_session = TeachingSession.of(view.session, game, pips=pips)
    if not teaching_session.drawn:
        return NoteView(view, view.say("Nothing to do"), view.say("Pips need no teaching"))
    teaching = Teaching(view.navigator, teaching_session, lambda: leave, check)
    return ShowView(teaching, teaching_session.drawn, first=view)
