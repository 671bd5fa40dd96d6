"""Lists to choose from: their base classes, the menu of the game, undo, and corrections."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from firmware.panel.view import ExpectedThrow, Navigator, View, Wanted
from firmware.panel.view_kinds import Chooser, Leaflet, SubView
from firmware.panel.views.rules import RulesView
from firmware.panel.views.stand_ins import StandInsView, stands_in
from firmware.screens.kinds import Item, Mark, Menu, Message, Screen
from firmware.speech.language import N_
from firmware.speech.players import LEVELS
from firmware.table.requests import PowerOff
from rules.dice import Faces
from rules.games import GAMES, AnyGame
from rules.moves import Leave, Repair, Skip, Throw, Void
from rules.players import Level
from rules.record import Read

UNDO_SHOWN = 20
"""Moves listed for undo; a long BACK can undo more."""
Confirmed = Literal["forget_phones", "leaving", "power_off", "taught_forget", "teach_leave"]
"""The names of the screens that ask for a yes."""


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

    heading = ""
    """The title, before translation."""
    foot = ""

    def title(self) -> str:
        return self.say(self.heading)

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

    def scan(self) -> View:
        """Leave the menu and read the dice; while dice are taught, nothing leaves unasked."""
        return self if self.teaching_step else self.scan_of_game()

    def expected_throw(self) -> ExpectedThrow | None:
        return None if self.teaching_step else self.expected_throw_of_game()

    def ok(self) -> View:
        entry = self.entries()[self.chosen]
        return self if entry.struck else entry.chosen()


class SubMenu(SubView, MenuView):
    """A list that another view leads to."""


class ConfirmView(SubMenu):
    """Asks for a yes; the cursor starts at no. `yes` is marked with `N_`."""

    def __init__(
        self,
        back: View,
        name: Confirmed,
        title: Callable[[], str],
        yes: str,
        then: Callable[[], View],
    ) -> None:
        super().__init__(back)
        self.name = name
        self._title = title
        self._yes = yes
        self._then = then

    def title(self) -> str:
        return self._title()

    def entries(self) -> tuple[Entry, ...]:
        return (Entry(self.say("No, back"), self.back), Entry(self.say(self._yes), self._then))


class GameList(SubMenu):
    """Asks for a game; the cursor starts at the one that was played last."""

    def __init__(self, back: View) -> None:
        super().__init__(back)
        self.games = tuple(GAMES.values())
        self.chosen = self.games.index(self.session.last_game)

    def entries(self) -> tuple[Entry, ...]:
        title = self.session.short.title
        return tuple(Entry(title(game.NAME), partial(self.choose, game)) for game in self.games)

    @abstractmethod
    def choose(self, game: type[AnyGame]) -> View:
        """Go on with this game."""


class NoteView(Leaflet):
    """A note to read; OK, SCAN or BACK goes on."""

    name = "note"

    def __init__(self, then: View, title: str, *lines: str) -> None:
        super().__init__(then.navigator)
        self.then = then
        self.title = title
        self._text = lines

    @property
    def text(self) -> tuple[str, ...]:
        return self._text

    def screen(self) -> Screen:
        return Message(self.name, self.title, self.lines, self.turns or self.say("OK: go on"))

    def on(self) -> View:
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
    heading = N_("Menu")

    def entries(self) -> tuple[Entry, ...]:
        """Return the entries, the most useful now first."""
        entries = [Entry(self.say("Back to the game"), self.navigator.game)]
        if self.session.correctable:
            entries.append(Entry(self.say("Correct the dice"), self.navigator.correct))
        if self.state.legal_moves().dice:
            entries.append(Entry(self.say("Enter the dice"), self._enter))
        entries += [
            Entry(self.say("Undo…"), partial(UndoView, self)),
            Entry(self.say("Scores, pieces"), partial(self.navigator.info, 0)),
        ]
        dice = self.state.setup.table_dice
        if stands_in(dice):
            meant = partial(StandInsView, self.navigator, dice, lambda: self)
            entries.append(Entry(self.say("What dice mean"), meant))
        if self.state.ending is None:
            if self.game_panel.hinted(self.session):
                entries.append(Entry(self.say("Hint"), partial(self.navigator.info, -1)))
            entries.append(Entry(self.say("Fix something…"), partial(RepairView, self)))
        rules = partial(RulesView, self, type(self.state), self.state.setup.variants)
        entries += [
            Entry(self.say("Rules…"), rules),
            Entry(self.say("Settings…"), partial(self.navigator.settings, self)),
            Entry(self.say("New game…"), self.navigator.begin),
            Entry(self.say("Power off…"), partial(power_view, self)),
        ]
        return tuple(entries)

    def _enter(self) -> View:
        expected = frozenset({self.state.legal_moves().dice})
        return self.navigator.enter(Wanted(expected, self._entered))

    def _entered(self, faces: Faces, read: Read) -> View:
        return self.navigator.game().thrown(faces, read)

    def back(self) -> View:
        return self.navigator.game()


class UndoView(SubMenu):
    """The last moves; choose how far to undo."""

    name = "undo_list"
    heading = N_("Back to before…")

    def entries(self) -> tuple[Entry, ...]:
        steps, short = self.session.game.steps, self.session.short
        entries = tuple(
            Entry(short.move(steps[-count].move), partial(taken_back, self.navigator, count))
            for count in undo_counts(self.navigator)[:UNDO_SHOWN]
        )
        return entries or (Entry(self.say("Nothing to undo"), self.back),)


def undo_counts(navigator: Navigator) -> tuple[int, ...]:
    """Return how many moves can be undone at once, to reach a state in which a table can rest.

    What the box decided is undone with the throw before it, or it would decide the same again.
    """
    game = navigator.session.game
    steps, panel = game.steps, navigator.game_panel(type(game.state))

    def rests(count: int) -> bool:
        before = steps[-count - 1].state
        people = game.levels[before.player] is None
        throws = isinstance(steps[-count].move, Throw | Repair)
        return panel.rests(before) and (people or throws)

    return tuple(count for count in range(1, len(steps) + 1) if count == len(steps) or rests(count))


def taken_back(navigator: Navigator, count: int) -> View:
    """Undo so many moves; return them, and how to put pieces and dice back."""
    session = navigator.session
    undone = session.game.undo(count)
    session.unconfirmed = ()
    title = session.say("Undone: {move}", move=session.short.move(undone.move))
    return UndoneView(navigator.game(), title, *session.short.instructions(undone.events).lines)


class UndoneView(NoteView):
    """Says that a move was undone; a long BACK undoes another."""

    name = "undone"

    def undo(self) -> View:
        return self.navigator.undone()


class RepairView(SubMenu):
    """Misplaced pieces, fallen dice, and players who leave."""

    name = "repair"
    heading = N_("Fix something")

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries, with those impossible now struck out."""
        void = self.state.refusal(Void())
        staying = len(self.state.setup.players) - len(self.state.gone)
        few = staying <= self.state.LEAST_PLAYERS
        return (
            Entry(
                self.say("Repeat the throw"),
                partial(self._play, Void()),
                struck=self.say("No throw to correct") if void else "",
            ),
            Entry(self.say("Skip this turn"), partial(self._play, Skip())),
            Entry(self.say("Pieces…"), partial(self.game_panel.adjust, self)),
            Entry(self.say("The box plays on…"), partial(SeatsView, self)),
            Entry(
                self.say("Someone leaves…"),
                partial(LeaveView, self),
                struck=self.say("Two must stay") if few else "",
            ),
        )

    def _play(self, move: Void | Skip) -> View:
        return self.navigator.instructions(self.session.game.play(move))


class LeaveView(SubMenu):
    """Asks who leaves."""

    name = "leave"
    heading = N_("Who leaves?")

    def entries(self) -> tuple[Entry, ...]:
        staying = set(range(len(self.state.setup.players))).difference(self.state.gone)
        return tuple(
            Entry(self.session.short.name(seat), partial(self._confirm, seat))
            for seat in sorted(staying)
        )

    def _confirm(self, seat: int) -> View:
        def title() -> str:
            return self.say("{player} leaves?", player=self.session.short.name(seat))

        yes = N_("Yes, the pieces stay")
        return ConfirmView(self, "leaving", title, yes, partial(self._leave, seat))

    def _leave(self, seat: int) -> View:
        return self.navigator.instructions(self.session.game.play(Leave(seat)))


class SeatsView(SubMenu):
    """Who plays each seat: the box goes on for a person, or a person for the box."""

    name = "seats"
    heading = N_("Who plays on?")

    def entries(self) -> tuple[Entry, ...]:
        game = self.session.game
        return tuple(
            Entry(
                self.session.short.name(seat),
                partial(LevelView, self, seat) if level is None else partial(self.sit, seat, None),
                self.say("person") if level is None else self.say(LEVELS[level]),
            )
            for seat, level in enumerate(game.levels)
            if seat not in self.state.gone
        )

    def sit(self, seat: int, level: Level | None) -> View:
        self.session.game.seat(seat, level)
        return self.navigator.game()


class LevelView(SubMenu):
    """Asks how well the box plays a seat."""

    name = "level"
    heading = N_("How well?")

    def __init__(self, seats: SeatsView, seat: int) -> None:
        super().__init__(seats)
        self._seats = seats
        self._seat = seat
        self.chosen = tuple(LEVELS).index(Level.SOLID)

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(self.say(word), partial(self._seats.sit, self._seat, level))
            for level, word in LEVELS.items()
        )


def power_view(back: View) -> View:
    """Ask whether to shut down."""

    def off() -> View:
        back.session.ask(PowerOff())
        return GoodbyeView(back.navigator)

    yes = N_("Yes, the game is saved")
    return ConfirmView(back, "power_off", lambda: back.say("Power off?"), yes, off)


class GoodbyeView(View):
    """The machine is shutting down; buttons do nothing."""

    name = "goodbye"

    def screen(self) -> Screen:
        """Say when the plug can be pulled."""
        lines = (self.say("All moves are saved."), self.say("Wait 10 seconds"))
        return Message(self.name, self.say("Goodbye"), lines)
