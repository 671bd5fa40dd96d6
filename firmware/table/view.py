"""One screen, and what each button does on it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from firmware.actions import Action
from firmware.errors import DeviceTrouble
from firmware.screens.kinds import Progress, Screen
from firmware.table.desk import Desk
from firmware.table.noticing import Unasked
from rules.dice import Faces
from rules.events import Events
from rules.follow import Problem
from rules.games import AnyGame
from rules.moves import Move
from rules.record import Read

if TYPE_CHECKING:
    from firmware.table.guide import Guide
    from vision.reading import Reading  # numpy comes with it: not before the first screen

MOST_LINES, MOST_LINES_OF_MANY = 3, 2
"""So many short lines fit under a title: without a foot, and with one where more follow."""

Taken = Callable[[Faces, Read], "View"]
"""What becomes of dice that were read or entered: the faces of the game, and how they came in."""


class Aside(NamedTuple):
    """Dice are laid aside on the mat: how many there are in all, and what follows from all of them.

    `seen` is given the faces that were thrown, those laid aside, and how they came in.
    """

    total: int
    seen: Callable[[Faces, Faces, Read], "View"]


class Toss(NamedTuple):
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
    def stopped(self) -> "Toss":
        """The same without a throw."""
        return Toss((*self.lying, *self.rest), 0, self.aside)


class Places(Protocol):
    """The views that others lead to. They are made where all of them are known."""

    def guide(self, game: type[AnyGame]) -> "Guide":
        """How this game is led."""

    def game(self, note: str = "") -> "View":
        """Where the game stands, or its end; `note` is told there."""

    def stands(self, note: str = "") -> "View":
        """The same, also where something was told that nobody has confirmed."""

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


PATIENCE = 25
"""So many ticks without an answer, and players are shown a way out; more than any look takes."""


class View(ABC):
    """A screen of the table. A press leads to the next view; without a use for it, to the same."""

    name: ClassVar[str]
    lasts: ClassVar[float | None] = None
    """Seconds after which the screen is made anew, where not only presses change it."""
    unread: bool = False
    """Dice lie there of which nobody has said that they were thrown, and that is not clear."""

    def __init__(self, desk: Desk, places: Places) -> None:
        self.desk = desk
        self.places = places
        self.say = desk.say
        self.many = desk.many

    @abstractmethod
    def screen(self) -> Screen:
        """What stands on the panel."""

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

    def toss(self) -> Toss | None:
        """What SCAN is pressed over here, for a table whose dice the program throws.

        None: SCAN does not look at dice here, or at those that lie there already.
        """
        return None

    def unasked(self) -> Unasked | None:
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

    @property
    def state(self) -> AnyGame:
        """The game as it stands."""
        return self.desk.game.state

    @property
    def guide(self) -> "Guide":
        """How this game is led."""
        return self.places.guide(type(self.state))

    def player(self) -> str:
        """Whose turn it is."""
        return self.desk.short.name(self.state.player)


class GameView(View):
    """A view of the game itself: BACK leads to the menu, and held takes the last move back."""

    def back(self) -> View:
        """To the menu."""
        return self.places.menu()

    def undo(self) -> View:
        """Take the last move back."""
        return self.places.undone()


class AskView(GameView):
    """A question on the way: BACK says no, and SCAN looks at the dice as the game would."""

    def scan(self) -> View:
        """No: look at the dice."""
        return self.places.game().scan()

    def toss(self) -> Toss | None:
        """As in the game."""
        return self.places.game().toss()

    def back(self) -> View:
        """No."""
        return self.places.game()


class Waiting(View):
    """A view that something other than a press can end."""

    def __init__(self, desk: Desk, places: Places) -> None:
        super().__init__(desk, places)
        self.part: float | None = None
        self.beat = 0
        self.ticks = 0
        self.ticket = desk.ticket()

    def progress(self, doing: str, leave: str) -> Progress:
        """That it goes on, and what it is; where it takes long, how to leave."""
        return Progress(
            self.name,
            title=self.say("The camera hangs") if self.long else doing,
            line=self.say("Check its cable") if self.long else self.say("Hands off"),
            part=self.part,
            beat=self.beat,
            foot=leave if self.long else "",
        )

    @property
    def long(self) -> bool:
        """No camera takes so long, unless it hangs."""
        return self.ticks >= PATIENCE

    @abstractmethod
    def unseen(self, trouble: DeviceTrouble) -> View:
        """There is no picture to be had."""

    def moved_on(self, part: float | None) -> None:
        """So much of the work is done, where that is known."""
        self.part = part
        self.beat += 1

    def tick(self) -> None:
        """A moment has passed without an answer: let the picture move."""
        self.beat += 1
        self.ticks += 1


class Looking(Waiting):
    """A view that waits for the dice to be read."""

    @abstractmethod
    def seen(self, reading: "Reading") -> View:
        """The dice were read."""


class Assuming(View):
    """A view of what the dice tell and nobody has said yet: it waits to be confirmed."""

    read: Read

    @abstractmethod
    def assumed(self) -> tuple[tuple[Move, ...], ...]:
        """What may have been done, the likeliest first, whichever of it stands on the panel."""


class Amiss(View):
    """A view of what is wrong with the dice on a mat."""

    problem: Problem


class Marking(View):
    """A view on which dice can be marked that are to be thrown again."""

    marked: set[int]
    """Their places among the dice that lie there."""

    @abstractmethod
    def mark(self, die: int, *, again: bool) -> bool:
        """Mark a die, or let it lie; False if that cannot be."""

    @abstractmethod
    def rerolled(self, faces: Faces, read: Read) -> View:
        """All dice show these faces, after a re-roll or without one."""


class Chooser(View):
    """A view with a cursor that goes round a row or a list."""

    def __init__(self, desk: Desk, places: Places, chosen: int = 0) -> None:
        super().__init__(desk, places)
        self.chosen = chosen

    @abstractmethod
    def size(self) -> int:
        """How many places the cursor has."""

    def left(self) -> View:
        """One place back."""
        self.chosen = (self.chosen - 1) % self.size()
        return self

    def right(self) -> View:
        """One place on."""
        self.chosen = (self.chosen + 1) % self.size()
        return self


class NotedChooser(Chooser):
    """A chooser with a note, which stands there until the cursor moves."""

    note: str = ""

    def left(self) -> View:
        """One place back; the note is read."""
        self.note = ""
        return super().left()

    def right(self) -> View:
        """One place on; the note is read."""
        self.note = ""
        return super().right()


class Leaflet(View):
    """Lines to be read, as many at a time as fit; OK turns over, and after the last goes on."""

    def __init__(self, desk: Desk, places: Places, lines: tuple[str, ...]) -> None:
        super().__init__(desk, places)
        self._lines = lines
        self._read = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """Those that stand there now."""
        if len(self._lines) <= MOST_LINES:
            return self._lines
        return self._lines[self._read : self._read + MOST_LINES_OF_MANY]

    @property
    def turns(self) -> str:
        """What the foot must say of lines that follow; "" where none do."""
        left = len(self._lines) - self._read - len(self.lines)
        return self.many("OK: {count} more line", "OK: {count} more lines", left) if left else ""

    @abstractmethod
    def on(self) -> View:
        """All is read."""

    def ok(self) -> View:
        """The next lines, or on."""
        if self.turns:
            self._read += len(self.lines)
            return self
        return self.on()
