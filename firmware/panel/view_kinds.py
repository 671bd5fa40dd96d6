"""Kinds of views: of the game, that wait, with a cursor, with lines to read."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from firmware.errors import DeviceTrouble
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.screens.kinds import Progress
from firmware.table.session import Desk
from rules.dice import Faces
from rules.follow import Problem
from rules.record import Read

if TYPE_CHECKING:
    from vision.reading import Reading  # numpy comes with it: not before the first screen

MOST_LINES, MOST_LINES_OF_MANY = 3, 2
"""So many short lines fit under a title: without a foot, and with one where more follow."""

PATIENCE = 25
"""So many ticks without an answer, and players are shown a way out; more than any look takes."""


class GameView(View):
    """A view of the game itself: BACK leads to the menu, and held takes the last move back."""

    def back(self) -> View:
        """To the menu."""
        return self.navigator.menu()

    def undo(self) -> View:
        """Take the last move back."""
        return self.navigator.undone()


class AskView(GameView):
    """A question on the way: BACK says no, and SCAN looks at the dice as the game would."""

    def scan(self) -> View:
        """No: look at the dice."""
        return self._no().scan()

    def expected_throw(self) -> ExpectedThrow | None:
        """As in the game."""
        return self.navigator.stands().expected_throw()

    def back(self) -> View:
        """No."""
        return self._no()

    def _no(self) -> View:
        self.desk.game.drop_question()
        return self.navigator.game()


class Waiting(View):
    """A view that something other than a press can end."""

    def __init__(self, desk: Desk, navigator: Navigator) -> None:
        super().__init__(desk, navigator)
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


class Amiss(View):
    """A view of what is wrong with the dice on a mat."""

    problem: Problem


class Rerolling(View):
    """A view of dice of which some may be re-rolled."""

    @abstractmethod
    def rerolled(self, faces: Faces, read: Read) -> View:
        """All dice show these faces, after a re-roll or without one."""


class Chooser(View):
    """A view with a cursor that goes round a row or a list."""

    def __init__(self, desk: Desk, navigator: Navigator, chosen: int = 0) -> None:
        super().__init__(desk, navigator)
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

    def __init__(self, desk: Desk, navigator: Navigator, lines: tuple[str, ...]) -> None:
        super().__init__(desk, navigator)
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
