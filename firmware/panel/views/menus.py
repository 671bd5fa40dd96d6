"""Lists to choose from: their base class, the menu of the game, undo, and corrections."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from firmware.panel.view import ExpectedThrow, GamePanel, Navigator, View
from firmware.panel.view_kinds import Chooser, Leaflet, Rerolling
from firmware.panel.views.playing import play_instead
from firmware.panel.views.stand_ins import StandInsView, stands_in
from firmware.screens.kinds import Item, Mark, Menu, Message, Screen
from firmware.table.requests import PowerOff
from firmware.table.session import Session
from rules.dice import Faces
from rules.moves import Leave, Skip, Throw, Void
from rules.record import Read

UNDO_SHOWN = 20
"""Moves listed for undo; a long BACK can undo more."""


@dataclass(frozen=True)
class Entry:
    """A line of a menu and its action."""

    label: str
    chosen: Callable[[], View]
    value: str = ""
    struck: str = ""
    """Why it cannot be chosen; "" if it can."""


class MenuView(Chooser):
    """A list; left and right move up and down, OK chooses."""

    def __init__(self, session: Session, navigator: Navigator, back: View | None = None) -> None:
        super().__init__(session, navigator)
        self._back = back
        self.foot = ""

    @abstractmethod
    def title(self) -> str: ...

    @abstractmethod
    def entries(self) -> tuple[Entry, ...]: ...

    def size(self) -> int:
        return len(self.entries())

    def screen(self) -> Screen:
        self.chosen = min(self.chosen, self.size() - 1)  # it may be shorter now
        entries = self.entries()
        items = tuple(
            Item(entry.label, entry.value, Mark.STRUCK if entry.struck else Mark.NONE)
            for entry in entries
        )
        title = entries[self.chosen].struck or self.title()
        return Menu(self.name, title, items, self.chosen, self.foot)

    def ok(self) -> View:
        entry = self.entries()[self.chosen]
        return self if entry.struck else entry.chosen()

    def back(self) -> View:
        return self._back or self.navigator.game()


class NoteView(Leaflet):
    """A note to read; OK, SCAN or BACK goes on."""

    name = "note"

    def __init__(
        self, session: Session, navigator: Navigator, title: str, lines: tuple[str, ...], then: View
    ) -> None:
        super().__init__(session, navigator)
        self.title = title
        self._text = lines
        self.then = then

    @property
    def text(self) -> tuple[str, ...]:
        return self._text

    def screen(self) -> Screen:
        foot = self.turns or self.say("OK: go on")
        return Message(self.name, self.title, self.lines, foot)

    def on(self) -> View:
        """Go on."""
        return self.then

    def scan(self) -> View:
        """Go on, and read the dice if that comes next."""
        return self.then.scan()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.then.expected_throw()

    def back(self) -> View:
        return self.then


class GameMenu(MenuView):
    """Everything that can be done beside the game."""

    name = "menu"

    def title(self) -> str:
        return self.say("Menu")

    def entries(self) -> tuple[Entry, ...]:
        """Return the entries, the most useful now first."""
        entries = [Entry(self.say("Back to the game"), self.navigator.game)]
        if self.session.correctable:
            entries.append(Entry(self.say("Correct the dice"), self._correct))
        if self.state.legal_moves().dice:
            entries.append(Entry(self.say("Enter the dice"), self._enter))
        entries += [
            Entry(self.say("Undo…"), lambda: UndoView(self.session, self.navigator, self)),
            Entry(self.say("Scores, pieces"), lambda: self.navigator.info(0)),
        ]
        dice = self.state.setup.table_dice
        if stands_in(dice):
            entries.append(
                Entry(
                    self.say("What dice mean"),
                    lambda: StandInsView(self.session, self.navigator, dice, lambda: self),
                )
            )
        if self.state.ending is None:
            if self.game_panel.hinted(self.session):
                entries.append(Entry(self.say("Hint"), lambda: self.navigator.info(-1)))
            entries.append(
                Entry(
                    self.say("Fix something…"),
                    lambda: RepairView(self.session, self.navigator, self),
                )
            )
        entries += [
            Entry(self.say("Settings…"), lambda: self.navigator.settings(self)),
            Entry(self.say("New game…"), self._leave),
            Entry(self.say("Power off…"), lambda: PowerView(self.session, self.navigator, self)),
        ]
        return tuple(entries)

    def _enter(self) -> View:
        expected = frozenset({self.state.legal_moves().dice})
        return self.navigator.enter(expected, self._entered)

    def _entered(self, faces: Faces, read: Read) -> View:
        game = self.navigator.game()
        if isinstance(game, Rerolling):
            return game.rerolled(faces, read)
        return self.play((Throw(faces),), read)

    def _correct(self) -> View:
        return self.navigator.correct(self._corrected)

    def _corrected(self, faces: Faces, _read: Read) -> View:
        return play_instead(self, faces, Read.CORRECTED)

    def _leave(self) -> View:
        return self.navigator.begin()


class UndoView(MenuView):
    """The last moves; choose how far to undo."""

    name = "undo_list"

    def title(self) -> str:
        return self.say("Back to before…")

    def entries(self) -> tuple[Entry, ...]:
        counts = undo_counts(self.session, self.game_panel)[:UNDO_SHOWN]
        if not counts:
            return (Entry(self.say("Nothing to undo"), self.back),)
        steps = self.session.game.steps
        return tuple(
            Entry(self.session.short.move(steps[-count].move), partial(self._undo, count))
            for count in counts
        )

    def _undo(self, count: int) -> View:
        return taken_back(self.session, self.navigator, count)


def undo_counts(session: Session, game_panel: GamePanel) -> tuple[int, ...]:
    """Return how many moves can be undone at once, to reach a state in which a table can rest."""
    steps = session.game.steps
    return tuple(
        count
        for count in range(1, len(steps) + 1)
        if count == len(steps) or game_panel.rests(steps[-count - 1].state)
    )


def taken_back(session: Session, navigator: Navigator, count: int) -> View:
    """Undo so many moves; return them, and how to put pieces and dice back."""
    undone = session.game.undo(count)
    session.unconfirmed = ()
    title = session.say("Undone: {move}", move=session.short.move(undone.move))
    lines = session.short.instructions(undone.events).lines
    return UndoneView(session, navigator, title, lines, navigator.game())


class UndoneView(NoteView):
    """Says that a move was undone; a long BACK undoes another."""

    name = "undone"

    def undo(self) -> View:
        return self.navigator.undone()


class RepairView(MenuView):
    """Misplaced pieces, fallen dice, and players who leave."""

    name = "repair"

    def title(self) -> str:
        return self.say("Fix something")

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries, with those impossible now struck out."""
        void = self.state.refusal(Void())
        staying = len(self.state.setup.players) - len(self.state.gone)
        few = staying <= self.state.LEAST_PLAYERS
        return (
            Entry(
                self.say("Repeat the throw"),
                lambda: self._play(Void()),
                struck=self.say("No throw to correct") if void else "",
            ),
            Entry(self.say("Skip this turn"), lambda: self._play(Skip())),
            Entry(self.say("Pieces…"), lambda: self.navigator.adjust(self)),
            Entry(
                self.say("Someone leaves…"),
                lambda: LeaveView(self.session, self.navigator, self),
                struck=self.say("Two must stay") if few else "",
            ),
        )

    def _play(self, move: Void | Skip) -> View:
        return self.navigator.instructions(self.session.game.play(move))


class LeaveView(MenuView):
    """Asks who leaves."""

    name = "leave"

    def title(self) -> str:
        return self.say("Who leaves?")

    def entries(self) -> tuple[Entry, ...]:
        seats = [
            seat for seat in range(len(self.state.setup.players)) if seat not in self.state.gone
        ]
        return tuple(
            Entry(
                self.session.short.name(seat),
                partial(LeavingView, self, seat),
            )
            for seat in seats
        )


class LeavingView(MenuView):
    """Asks whether this player leaves."""

    name = "leaving"

    def __init__(self, who: LeaveView, seat: int) -> None:
        super().__init__(who.session, who.navigator, who)
        self.seat = seat

    def title(self) -> str:
        return self.say("{player} leaves?", player=self.session.short.name(self.seat))

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("No, back"), self.back),
            Entry(self.say("Yes, the pieces stay"), self._leave),
        )

    def _leave(self) -> View:
        return self.navigator.instructions(self.session.game.play(Leave(self.seat)))


class PowerView(MenuView):
    """Asks whether to shut down."""

    name = "power_off"

    def title(self) -> str:
        return self.say("Power off?")

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("No, back"), self.back),
            Entry(self.say("Yes, the game is saved"), self._off),
        )

    def _off(self) -> View:
        self.session.ask(PowerOff())
        return GoodbyeView(self.session, self.navigator)


class GoodbyeView(View):
    """The machine is shutting down; buttons do nothing."""

    name = "goodbye"

    def screen(self) -> Screen:
        """Say when the plug can be pulled."""
        lines = (self.say("All moves are saved."), self.say("Wait 10 seconds"))
        return Message(self.name, self.say("Goodbye"), lines)

    def undo(self) -> View:
        """Do nothing; it is too late."""
        return self
