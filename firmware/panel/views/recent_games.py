"""Recent games, and resuming one."""

from functools import partial

from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.screens.kinds import Message, Screen
from firmware.store.shelf import Saved
from firmware.table.session import Session
from rules.errors import BadRecord


def go_on(session: Session, navigator: Navigator, saved: Saved, back: View) -> View:
    """Open a game and show its current state."""
    try:
        session.use(session.shelf.open(saved.path))
    except BadRecord as error:
        title = session.say("Game damaged")
        return NoteView(session, navigator, title, (session.words.error(error),), back)
    if saved.damage is None:
        return navigator.where()
    damaged = session.say("Line {line} of its file was damaged.", line=saved.damage.line)
    lines = (damaged, session.say("The good part goes on."))
    return NoteView(session, navigator, session.say("Look closely"), lines, navigator.where())


class RecentView(MenuView):
    """The recent games."""

    name = "last_games"

    SHOWN = 20

    def __init__(self, session: Session, navigator: Navigator, back: View) -> None:
        super().__init__(session, navigator, back)
        self.saved = session.shelf.recent(self.SHOWN)

    def title(self) -> str:
        return self.say("Last games")

    def entries(self) -> tuple[Entry, ...]:
        entries = tuple(
            Entry(
                _when(self.session, saved),
                partial(SavedView, self, saved),
                saved.players[saved.winners[0]].name if saved.winners else "…",
            )
            for saved in self.saved
        )
        return entries or (Entry(self.say("None yet"), self.back),)


def _when(session: Session, saved: Saved) -> str:
    if saved.begun is None:
        return session.say("Game {number}", number=int(saved.path.name.split("-")[0]))
    return f"{saved.begun.day}.{saved.begun.month}.{saved.begun.year % 100:02}"


class SavedView(View):
    """A recent game; OK resumes it if it is not over."""

    name = "saved_game"

    def __init__(self, recent: RecentView, saved: Saved) -> None:
        super().__init__(recent.session, recent.navigator)
        self.recent = recent
        self.saved = saved

    def screen(self) -> Screen:
        names = ", ".join(player.name for player in self.saved.players)
        if self.saved.over:
            winners = ", ".join(self.saved.players[seat].name for seat in self.saved.winners)
            lines = (self.say("{player} won", player=winners), names)
            return Message(self.name, _when(self.session, self.saved), lines)
        moves = self.many("{count} move", "{count} moves", self.saved.moves)
        foot = self.say("OK: resume")
        return Message(self.name, _when(self.session, self.saved), (moves, names), foot)

    def ok(self) -> View:
        if self.saved.over:
            return self.recent
        return go_on(self.session, self.navigator, self.saved, self)

    def back(self) -> View:
        return self.recent
