"""Recent games, and resuming one."""

from functools import partial

from firmware.panel.view import View
from firmware.panel.view_kinds import SubView
from firmware.panel.views.menus import Entry, NoteView, SubMenu
from firmware.screens.kinds import Message, Screen
from firmware.speech.language import N_
from firmware.store.shelf import Saved
from firmware.table.session import Session
from rules.errors import BadRecord


def go_on(saved: Saved, back: View) -> View:
    """Open a game and show its current state."""
    session = back.session
    try:
        session.use(session.shelf.open(saved.path))
    except BadRecord as error:
        return NoteView(back, session.say("Game damaged"), session.words.error(error))
    now = back.navigator.where()
    if saved.damage is None:
        return now
    damaged = session.say("Line {line} of its file was damaged.", line=saved.damage.line)
    return NoteView(
        now, session.say("Look closely"), damaged, session.say("The good part goes on.")
    )


class RecentView(SubMenu):
    """The recent games."""

    name = "last_games"
    heading = N_("Last games")

    SHOWN = 20

    def __init__(self, back: View) -> None:
        super().__init__(back)
        self.saved = self.session.shelf.recent(self.SHOWN)

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


class SavedView(SubView):
    """A recent game; OK resumes it if it is not over."""

    name = "saved_game"

    def __init__(self, recent: RecentView, saved: Saved) -> None:
        super().__init__(recent)
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
        return self.back() if self.saved.over else go_on(self.saved, self)
