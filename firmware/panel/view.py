"""The base classes of views and of a game's panel, and how views reach each other."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from firmware.play.questions import Question
from firmware.play.turns import turn_over
from firmware.ports import Action
from firmware.screens.kinds import Score, Screen
from firmware.table.auto_detect import AutoLook
from firmware.table.control import DiceEntry, TeachingStep
from firmware.table.session import Session
from rules.box import Box
from rules.dice import Faces
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Move
from rules.record import Read

Taken = Callable[[Faces, Read], "View"]
"""Handles dice that were read or entered: the game's faces, and how they were read."""


class Aside(NamedTuple):
    """Dice can be set aside on the mat: the total number, and how to use a reading.

    `seen` receives the thrown faces, those set aside, and how they were read.
    """

    total: int
    seen: Callable[[Faces, Faces, Read], "View"]


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
    """Makes the views that others lead to."""

    def game_panel(self, game: type[AnyGame]) -> "GamePanel":
        """Return the panel of the current game."""

    def game(self, note: str = "") -> "View":
        """Return the game's current view, or its end, with this note."""

    def current_view(self, note: str = "") -> "View":
        """Return the game's view, ignoring open questions and unconfirmed instructions."""

    def instructions(self, events: Events) -> "View":
        """Show what people must do now, then the game."""

    def look(self, expected: frozenset[int], taken: Taken, aside: "Aside | None" = None) -> "View":
        """Read the dice; without a camera, enter them."""

    def enter(self, expected: frozenset[int], taken: Taken, aside: "Aside | None" = None) -> "View":
        """Enter the dice by hand."""

    def menu(self) -> "View": ...

    def undone(self) -> "View":
        """Say that the last move was undone, and what to do on the table."""

    def first(self) -> "View":
        """Return the first view after the start: an unfinished game, or a new one."""

    def where(self) -> "View":
        """Return the view of a resumed game, which repeats its last instructions."""

    def begin(self) -> "View":
        """Return the view of a new game."""

    def correct(self, taken: Taken) -> "View":
        """Correct the throw that is waiting for a decision."""

    def adjust(self, back: "View") -> "View":
        """Correct the places of the pieces."""

    def aim(self, back: "View") -> "View":
        """Aim the camera."""

    def settings(self, back: "View") -> "View":
        """Return the players' settings."""

    def info(self, page: int) -> "View":
        """Return an information page; negative numbers count from the last."""


class View(ABC):
    """A screen of the table. A press returns the next view, or this one if it has no effect."""

    name: ClassVar[str]
    lasts: ClassVar[float | None] = None
    """Seconds after which to redraw the screen, if it changes without a press."""
    unread: bool = False
    """Dice were read that may or may not be a throw."""

    def __init__(self, session: Session, navigator: Navigator) -> None:
        self.session = session
        self.navigator = navigator
        self.say = session.say
        self.many = session.many

    @abstractmethod
    def screen(self) -> Screen:
        """Return what to show."""

    @property
    def dice_entry(self) -> DiceEntry | None:
        """Dice waiting here to be corrected or entered."""
        return None

    @property
    def teaching_step(self) -> TeachingStep | None:
        """The current step of teaching dice."""
        return None

    @property
    def stays(self) -> float | None:
        """Seconds after which the view acts as on OK; None waits for a press."""
        return None

    def press(self, action: Action) -> "View":
        """Return the view after this press."""
        handlers = {
            Action.SCAN: self.scan,
            Action.LEFT: self.left,
            Action.RIGHT: self.right,
            Action.OK: self.ok,
            Action.STOP: self.stop,
            Action.BACK: self.back,
            Action.UNDO: self.undo,
        }
        return handlers[action]()

    def scan(self) -> "View":
        return self

    def left(self) -> "View":
        return self

    def right(self) -> "View":
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
        return self.played(self.session.game.play(*moves, read=read))

    def played(self, events: Events) -> "View":
        """Return the view after a decision: instructions after a turn, else the game."""
        return self.navigator.instructions(events) if turn_over(events) else self.navigator.game()

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
        """The current player."""
        return self.session.short.name(self.state.player)


Page = Callable[[Session, Navigator, int], "View"]
"""Makes an information page, given its number."""
Compared = Callable[[Box], "View"]
"""Returns the next view once the owner has compared the numbers."""


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

    @abstractmethod
    def decision_view(self, session: Session, navigator: Navigator, note: str) -> View:
        """Return the view of the current decision, with this note."""

    @abstractmethod
    def asks(self, session: Session, navigator: Navigator, question: Question) -> View:
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

    @abstractmethod
    def pages(self, session: Session) -> tuple[Page, ...]:
        """Return the information pages after the scores; a hint is the last."""

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
    def compare(
        self, session: Session, navigator: Navigator, box: Box, back: View, then: Compared
    ) -> View:
        """Return the view that compares the owner's copy."""

    @abstractmethod
    def adjust(self, session: Session, navigator: Navigator, back: View) -> View:
        """Return the view that corrects the pieces."""

    @abstractmethod
    def prepare(self, game: type[AnyGame]) -> None:
        """Do slow work for the first turn in advance; called in the worker."""
