"""A view of the panel, how views find each other, and what a game has of its own there."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from firmware.play.questions import Question
from firmware.play.turns import turn_over
from firmware.ports import Action
from firmware.screens.kinds import Score, Screen
from firmware.table.auto_detect import AutoLook
from firmware.table.control import Draft, TeachingStep
from firmware.table.session import Desk
from rules.box import Box
from rules.dice import Faces
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Move
from rules.record import Read

Taken = Callable[[Faces, Read], "View"]
"""What becomes of dice that were read or entered: the faces of the game, and how they came in."""


class Aside(NamedTuple):
    """Dice are laid aside on the mat: how many there are in all, and what follows from all of them.

    `seen` is given the faces that were thrown, those laid aside, and how they came in.
    """

    total: int
    seen: Callable[[Faces, Faces, Read], "View"]


class ExpectedThrow(NamedTuple):
    """What people do with the dice before they press SCAN: some stay, so many are thrown.

    All as the game counts them.
    """

    lying: Faces
    thrown: int
    aside: Faces = ()
    """What lies aside then."""
    rest: Faces = ()
    """What lies there in place of those thrown, where people STOP instead of throwing."""

    @property
    def stopped(self) -> "ExpectedThrow":
        """The same without a throw."""
        return ExpectedThrow((*self.lying, *self.rest), 0, self.aside)


class Navigator(Protocol):
    """The views that others lead to. They are made where all of them are known."""

    def game_panel(self, game: type[AnyGame]) -> "GamePanel":
        """How this game is led."""

    def game(self, note: str = "") -> "View":
        """Where the game stands, or its end; `note` is told there."""

    def stands(self, note: str = "") -> "View":
        """The same, whatever was told and not confirmed, or is asked."""

    def told(self, events: Events) -> "View":
        """What people must do now; then on to the game."""

    def look(self, expected: frozenset[int], taken: Taken, aside: "Aside | None" = None) -> "View":
        """Read the dice; without a camera, enter them."""

    def enter(self, expected: frozenset[int], taken: Taken, aside: "Aside | None" = None) -> "View":
        """Enter the dice by hand."""

    def menu(self) -> "View":
        """All that can be done beside the game."""

    def undone(self) -> "View":
        """The last move is taken back; what that means for the table."""

    def first(self) -> "View":
        """After the start: the game that was not finished, or a new one."""

    def where(self) -> "View":
        """Where a game stands that is gone on with: what was to be done last is told again."""

    def begin(self) -> "View":
        """A new game."""

    def correct(self, taken: Taken) -> "View":
        """Correct the throw that waits to be answered."""

    def adjust(self, back: "View") -> "View":
        """How the pieces really lie."""

    def aim(self, back: "View") -> "View":
        """Aim the camera."""

    def settings(self, back: "View") -> "View":
        """What the players like."""

    def info(self, page: int) -> "View":
        """Pages to leaf through beside the game; below 0: the last."""


class View(ABC):
    """A screen of the table. A press leads to the next view; without a use for it, to the same."""

    name: ClassVar[str]
    lasts: ClassVar[float | None] = None
    """Seconds after which the screen is made anew, where not only presses change it."""
    unread: bool = False
    """Dice lie there of which nobody has said that they were thrown, and that is not clear."""

    def __init__(self, desk: Desk, navigator: Navigator) -> None:
        self.desk = desk
        self.navigator = navigator
        self.say = desk.say
        self.many = desk.many

    @abstractmethod
    def screen(self) -> Screen:
        """What stands on the panel."""

    @property
    def dice_draft(self) -> Draft | None:
        """Dice that wait here to be corrected or entered."""
        return None

    @property
    def teaching_step(self) -> TeachingStep | None:
        """What is to be done here with dice that are taught."""
        return None

    @property
    def stays(self) -> float | None:
        """Seconds after which it gives way without a press, as by OK; None: it waits for one."""
        return None

    def press(self, action: Action) -> "View":
        """Where this press leads."""
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
        """SCAN was pressed."""
        return self

    def left(self) -> "View":
        """LEFT was pressed."""
        return self

    def right(self) -> "View":
        """RIGHT was pressed."""
        return self

    def ok(self) -> "View":
        """OK was pressed."""
        return self

    def stop(self) -> "View":
        """STOP was pressed."""
        return self

    def back(self) -> "View":
        """BACK was pressed."""
        return self

    def undo(self) -> "View":
        """BACK was held. Away from the game that is no more than BACK."""
        return self.back()

    def expected_throw(self) -> ExpectedThrow | None:
        """What SCAN is pressed over here, for a table whose dice the program throws.

        None: SCAN does not look at dice here, or at those that lie there already.
        """
        return None

    def auto_look(self) -> AutoLook | None:
        """What may be looked at here without a press; None: nothing happens here without one.

        Only where SCAN means that dice were thrown, and nothing else.
        """
        return None

    def lies_right(self) -> "View":
        """What was laid aside was noticed, and is right."""
        return self

    def hands_off(self) -> str:
        """What people do with the dice now."""
        if self.desk.by_itself and not self.desk.thrower:
            return self.say("Throw, hands off")
        return self.say("Throw, hands off, SCAN")

    def calmly(self, text: str) -> str:
        """This text, or that SCAN is needed after all."""
        return self.say("Unclear: press SCAN") if self.unread else text

    def play(self, moves: tuple[Move, ...], read: Read | None = None) -> "View":
        """Play these moves as one, on the disk first; then show what they mean for the table."""
        return self.played(self.desk.game.play(*moves, read=read))

    def played(self, events: Events) -> "View":
        """A turn that is over leaves something to do; else the game goes on where it stands."""
        return self.navigator.told(events) if turn_over(events) else self.navigator.game()

    @property
    def state(self) -> AnyGame:
        """The game as it stands."""
        return self.desk.game.state

    @property
    def game_panel(self) -> "GamePanel":
        """How this game is led."""
        return self.navigator.game_panel(type(self.state))

    def player(self) -> str:
        """Whose turn it is."""
        return self.desk.short.name(self.state.player)


Page = Callable[[Desk, Navigator, int], "View"]
"""Makes a page to leaf through, given its place among them."""
Compared = Callable[[Box], "View"]
"""Where it goes on when the owner has said what is printed."""


@dataclass(frozen=True)
class Option:
    """Something about a new game that can be otherwise: its value, and the variants after OK."""

    label: str
    value: str
    then: frozenset[str]


def switch(desk: Desk, variant: str, chosen: frozenset[str]) -> Option:
    """A table option that is on or off."""
    value = desk.say("yes") if variant in chosen else desk.say("no")
    return Option(desk.short.variant(variant), value, chosen ^ {variant})


class GamePanel(ABC):
    """One for each game or family of games; it keeps nothing."""

    @abstractmethod
    def stands(self, desk: Desk, navigator: Navigator, note: str) -> View:
        """What the player decides now, while the game goes on; `note` is told there."""

    @abstractmethod
    def asks(self, desk: Desk, navigator: Navigator, question: Question) -> View:
        """Ask what the dice do not tell."""

    def play(self, view: View, moves: tuple[Move, ...], read: Read | None = None) -> View:
        """Play what a player has decided; a game may have something to ask first."""
        return view.play(moves, read)

    def rests(self, _state: AnyGame) -> bool:
        """Whether a table that takes moves back may stand here, or must go back further."""
        return True

    @abstractmethod
    def board(self, desk: Desk, name: str, title: str) -> Screen:
        """All pieces as they lie, to look at."""

    @abstractmethod
    def pages(self, desk: Desk) -> tuple[Page, ...]:
        """Pages to leaf through beside the game, after the scores; a hint is the last of them."""

    def hinted(self, desk: Desk) -> bool:
        """Whether the last page is a hint."""
        return desk.settings.hints and desk.game.state.ending is None

    def scored(self, _state: AnyGame, _seat: int, row: Score) -> Score:
        """A player's line among the scores, with the pieces that make them up."""
        return row

    def scores_foot(self, _desk: Desk) -> str:
        """How points are counted, in small print."""
        return ""

    def won_with(self, desk: Desk, points: int) -> str:
        """What the winner has."""
        return desk.many("with {count} point", "with {count} points", points)

    def tie(self, _desk: Desk, _number: int) -> str:
        """What broke a tie, where something can."""
        return ""

    def options(
        self, desk: Desk, game: type[AnyGame], chosen: frozenset[str]
    ) -> tuple[Option, ...]:
        """The table options, these being chosen: each is on or off."""
        return tuple(switch(desk, variant, chosen) for variant in game.VARIANTS)

    @abstractmethod
    def compare(
        self, desk: Desk, navigator: Navigator, box: Box, back: View, then: Compared
    ) -> View:
        """What is printed on the owner's copy, to be confirmed or changed."""

    @abstractmethod
    def adjust(self, desk: Desk, navigator: Navigator, back: View) -> View:
        """How the pieces really lie, to be put right."""

    @abstractmethod
    def prepare(self, game: type[AnyGame]) -> None:
        """Work that would otherwise be waited for in the first turn; done in the worker."""
