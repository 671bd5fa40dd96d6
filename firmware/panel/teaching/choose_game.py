"""Starts teaching new dice: for which game, and whether they have pips."""

from functools import partial

from firmware.panel.teaching.check_dice import check
from firmware.panel.teaching.show_faces import ShowView, Teaching
from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.table.session import Session
from firmware.table.teaching import TeachingSession, is_pips
from rules.games import GAMES, AnyGame


class ForGameView(MenuView):
    """Asks which game the new dice are for."""

    name = "teach_game"

    def __init__(self, session: Session, navigator: Navigator, back: View) -> None:
        super().__init__(session, navigator, back)
        self.chosen = list(GAMES.values()).index(session.last_game)

    def title(self) -> str:
        return self.say("Dice for which game?")

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(self.session.short.title(game.NAME), partial(self._choose, game))
            for game in GAMES.values()
        )

    def _choose(self, game: type[AnyGame]) -> View:
        if any(map(is_pips, TeachingSession.of(self.session, game, pips=True).faces)):
            return PipsView(self, game)
        return begin(self, game, self.back(), pips=True)


class PipsView(MenuView):
    """Asks whether numbers are pips, which need no teaching."""

    name = "teach_pips"

    def __init__(self, games: ForGameView, game: type[AnyGame]) -> None:
        super().__init__(games.session, games.navigator, games)
        self.game = game
        self.leave = games.back()

    def title(self) -> str:
        return self.say("Pips or pictures?")

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("Pips"), partial(self._begin, pips=True)),
            Entry(self.say("Pictures only"), partial(self._begin, pips=False)),
        )

    def _begin(self, *, pips: bool) -> View:
        return begin(self, self.game, self.leave, pips=pips)


def begin(view: View, game: type[AnyGame], leave: View, *, pips: bool) -> View:
    """Return the view of the first face; BACK returns to this view."""
    teaching_session = TeachingSession.of(view.session, game, pips=pips)
    if not teaching_session.drawn:
        lines = (view.say("Pips need no teaching"),)
        return NoteView(view.session, view.navigator, view.say("Nothing to do"), lines, view)
    teaching = Teaching(teaching_session, lambda: leave, check)
    return ShowView(teaching, view, teaching_session.drawn, first=view)
