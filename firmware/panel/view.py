"""The base classes of views and of a game's panel, and how views reach each other."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple, Protocol

from firmware.play.questions import Question
from firmware.ports import Action
from firmware.screens.kinds import Score, Screen
from firmware.table.auto_detect import AutoLook
from firmware.table.control import TeachingStep
from firmware.table.session import Session
from rules.box import Box
from rules.dice import Faces
from rules.events import Events
from rules.follow import Problem
from rules.games import AnyGame
from rules.moves import Move, Stop, Throw
from rules.record import Read

Taken = Callable[[Faces, Read], "View"]
"""Handles dice that were read or entered: the game's faces, and how they were read."""


class Aside(NamedTuple):
    """Dice can be set aside on the mat: the total number, and how to use a reading.

    `seen` receives the thrown faces, those set aside, and how they were read.
    """

    total: int
    seen: Callable[[Faces, Faces, Read], "View"]


class Wanted(NamedTuple):
    """Dice to read or enter."""

    expected: frozenset[int]
    """The possible numbers of dice in the tray."""
    taken: Taken
    aside: Aside | None = None


class ExpectedThrow(NamedTuple):
    """What people do with the dice before SCAN: some stay, so many are thrown."""

    staying: Faces
    thrown: int
    aside: Faces = ()
    """The dice set aside then."""
    rest: Faces = ()
    """The dice that stay if people STOP instead of throwing."""

    @property
    def stopped(self) -> "ExpectedThrow":
        """Return the same without a throw."""
        return ExpectedThrow((*self.staying, *self.rest), 0, self.aside)


class Navigator(Protocol):
    """Makes the views that others lead to; `PanelNavigator` tells what each is."""

    session: Session

    def game_panel(self, game: type[AnyGame]) -> "GamePanel": ...
    def first(self) -> "View": ...
    def begin(self) -> "View": ...
    def game(self, note: str = "") -> "View": ...
    def current_view(self, note: str = "") -> "View": ...
    def where(self) -> "View": ...
    def played(self, events: Events) -> "View": ...
    def instructions(self, events: Events) -> "View": ...
    def look(self, wanted: Wanted) -> "View": ...
    def enter(self, wanted: Wanted) -> "View": ...
    def correct(self) -> "View": ...
    def play_instead(self, faces: Faces, read: Read) -> "View": ...
    def menu(self) -> "View": ...
    def undone(self) -> "View": ...
    def settings(self, back: "View") -> "View": ...
    def info(self, page: int) -> "View": ...


class View(ABC):
    """A screen of the table. A press returns the next view, or this one if it has no effect."""

    name: str
    lasts: ClassVar[float | None] = None
    """Seconds after which to redraw the screen, if it changes without a press."""
    note: str = ""
    """Replaces a line of the screen, until the cursor moves."""
    unread: bool = False
    """Dice were read that may or may not be a throw."""
    entry: frozenset[int] | None = None
    """The possible numbers of the dice that wait here to be corrected or entered."""
    problem: Problem | None = None
    """What is wrong with the dice on a mat."""

    def __init__(self, navigator: Navigator) -> None:
        self.navigator = navigator
        self.session = navigator.session
        self.say = self.session.say
        self.many = self.session.many

    @abstractmethod
    def screen(self) -> Screen:
        """Return what to show."""

    @property
    def teaching_step(self) -> TeachingStep | None:
        """The current step of teaching dice."""
        return None

    def on_shown(self) -> None:  # noqa: B027  # most views need not know
        """Called when the panel begins to show this view."""

    @property
    def stays(self) -> float | None:
        """Seconds after which the view acts as on OK; None waits for a press."""
        return None

    def press(self, action: Action) -> "View":
        """Return the view after this press."""
        handlers: dict[Action, Callable[[], View]] = {
            Action.SCAN: self.scan,
            Action.LEFT: partial(self.step, -1),
            Action.RIGHT: partial(self.step, 1),
            Action.OK: self.ok,
            Action.STOP: self.stop,
            Action.BACK: self.back,
            Action.UNDO: self.undo,
        }
        return handlers[action]()

    def why_not(self, action: Action) -> str:
        """Say why this press does nothing here."""
        button, match = action.upper(), self.session.match
        if action is Action.STOP and match is not None and match.automatic:
            return self.say("The box decides")
        if action is Action.UNDO and match is not None and not match.steps:
            return self.say("Nothing to undo")
        if action is Action.SCAN and match is None:
            return self.say("{button}: no game yet", button=button)
        if action in {Action.SCAN, Action.STOP} and match and match.state.ending is not None:
            return self.say("{button}: the game is over", button=button)
        refusal = match.state.refusal(Stop()) if match and action is Action.STOP else None
        if refusal is not None and self.state.legal_moves().dice:
            return self.session.short.no_stop(refusal) or self.say("STOP: first throw")
        return self.say("{button}: not here", button=button)

    def scan(self) -> "View":
        return self

    def scan_of_game(self) -> "View":
        """Read the dice as in the game; do nothing if it wants none."""
        game = None if self.session.match is None else self.navigator.game()
        view = None if game is None else game.scan()
        return self if view is None or view is game else view

    def expected_throw_of_game(self) -> "ExpectedThrow | None":
        """What people do before `scan_of_game`."""
        return None if self.session.match is None else self.navigator.game().expected_throw()

    def step(self, by: int) -> "View":  # noqa: ARG002
        """Handle LEFT, which is a step by -1, and RIGHT, by 1."""
        return self

    def ok(self) -> "View":
        return self

    def stop(self) -> "View":
        return self

    def back(self) -> "View":
        return self

    def undo(self) -> "View":
        """Handle a long press of BACK; outside the game the same as BACK."""
        return self.back()

    def expected_throw(self) -> ExpectedThrow | None:
        """What people do before SCAN, for a table whose dice the program throws.

        None: SCAN reads no dice here, or reads them as they lie.
        """
        return None

    def auto_look(self) -> AutoLook | None:
        """What may be read here without a press; None reads nothing.

        Only where SCAN means that dice were thrown, and nothing else.
        """
        return None

    def aside_corrected(self) -> "View":
        """Continue, because the dice set aside are right now."""
        return self

    def hands_off(self) -> str:
        """Note what people are doing with the dice now."""
        if self.session.by_itself and not self.session.thrower:
            return self.say("Throw, hands off")
        return self.say("Throw, hands off, SCAN")

    def calmly(self, text: str) -> str:
        """Return this text, or that SCAN is needed after all."""
        return self.say("Unclear: press SCAN") if self.unread else text

    def play(self, moves: tuple[Move, ...], read: Read | None = None) -> "View":
        """Save these moves as one decision, then show what to do on the table."""
        return self.navigator.played(self.session.game.play(*moves, read=read))

    def thrown(self, faces: Faces, read: Read) -> "View":
        """Play a throw of these dice."""
        return self.play((Throw(faces),), read)

    def ask(self, question: Question) -> "View":
        """Ask this on every surface."""
        self.session.game.ask(question)
        return self.navigator.game()

    def without_question(self) -> "View":
        """Close the open question, if any, and go to the game."""
        self.session.game.drop_question()
        return self.navigator.game()

    @property
    def state(self) -> AnyGame:
        """The current game."""
        return self.session.game.state

    @property
    def game_panel(self) -> "GamePanel":
        """The panel of the current game."""
        return self.navigator.game_panel(type(self.state))

    def player(self) -> str:
        return self.session.short.name(self.state.player)


Page = Callable[[Navigator, int], "View"]
"""Makes an information page, given its number."""
Compared = Callable[[Box], "View"]
"""Returns the next view once the owner has compared the numbers."""
Compare = Callable[["View", Box, Compared], "View"]
"""Makes the view that compares the numbers of a box with the owner's copy."""


@dataclass(frozen=True)
class Option:
    """An option of a new game: its value, and the variants after OK."""

    label: str
    value: str
    then: frozenset[str]


def switch(session: Session, variant: str, chosen: frozenset[str]) -> Option:
    """Return a table option that can be on or off."""
    value = session.say("yes") if variant in chosen else session.say("no")
    return Option(session.short.variant(variant), value, chosen ^ {variant})


class GamePanel(ABC):
    """What one game, or family of games, has of its own. Stateless."""

    @property
    @abstractmethod
    def boards(self) -> tuple[Page, ...]:
        """The information pages of the pieces."""

    @property
    @abstractmethod
    def hint(self) -> Page:
        """The last information page, if `hinted`."""

    @property
    @abstractmethod
    def compare(self) -> Compare: ...

    @abstractmethod
    def decision_view(self, navigator: Navigator) -> View:
        """Return the view of the current decision."""

    @abstractmethod
    def asks(self, navigator: Navigator, question: Question) -> View:
        """Return the view that asks an open question."""

    def play(self, view: View, moves: tuple[Move, ...], read: Read | None = None) -> View:
        """Play a decision; a game may ask something first."""
        return view.play(moves, read)

    def rests(self, _state: AnyGame) -> bool:
        """Return whether undoing may stop here, or must go further back."""
        return True

    @abstractmethod
    def board(self, session: Session, name: str, title: str) -> Screen:
        """Return the view of all pieces."""

    def hinted(self, session: Session) -> bool:
        """Return whether the last page is a hint."""
        return session.settings.hints and session.game.state.ending is None

    def scored(self, _state: AnyGame, _seat: int, row: Score) -> Score:
        """Return a player's line of the scores, with the pieces that count."""
        return row

    def scores_foot(self, _session: Session) -> str:
        """Explain in small print how points are counted."""
        return ""

    def won_with(self, session: Session, points: int) -> str:
        """Describe what the winner has."""
        return session.many("with {count} point", "with {count} points", points)

    def tie(self, _session: Session, _number: int) -> str:
        """Describe what broke a tie, if a tie-break exists."""
        return ""

    def options(
        self, session: Session, game: type[AnyGame], chosen: frozenset[str]
    ) -> tuple[Option, ...]:
        """Return the table options, given the chosen ones."""
        return tuple(switch(session, variant, chosen) for variant in game.VARIANTS)

    @abstractmethod
    def adjust(self, back: View) -> View:
        """Return the view that corrects the pieces."""

    @abstractmethod
    def prepare(self, game: type[AnyGame]) -> None:
        """Do slow work for the first turn in advance; called in the worker."""
