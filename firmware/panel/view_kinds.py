"""Base classes of views: of the game, that wait, with a cursor, with lines to read."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from firmware.errors import DeviceTrouble
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.play.questions import Question
from firmware.ports import Action
from firmware.screens.kinds import Progress

if TYPE_CHECKING:
    from vision.reading import Reading  # numpy is loaded with it: not before the first screen

MOST_LINES, MOST_LINES_OF_MANY = 3, 2
"""Short lines that fit under a title: without a foot, and with one if more lines follow."""

PATIENCE = 25
"""Ticks without a result after which players are offered a way out; any reading is faster."""


class SubView(View):
    """A view that another one leads to; BACK returns there."""

    def __init__(self, back: View) -> None:
        super().__init__(back.navigator)
        self._back = back

    def back(self) -> View:
        return self._back


class GameView(View):
    """A view of the game itself: BACK opens the menu, a long BACK undoes the last move."""

    def back(self) -> View:
        return self.navigator.menu()

    def undo(self) -> View:
        return self.navigator.undone()


class AskView(GameView):
    """A question: BACK means no, and SCAN reads the dice as in the game."""

    def scan(self) -> View:
        """Answer no, and read the dice."""
        return self.without_question().scan()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.navigator.current_view().expected_throw()

    def back(self) -> View:
        return self.without_question()


class QuestionView(AskView):
    """Asks an open question of the game."""

    def __init__(self, navigator: Navigator, question: Question) -> None:
        super().__init__(navigator)
        self.question = question


class Waiting(View):
    """A view that ends with a result, not only with a press."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.part: float | None = None
        self.second = False
        """Whether the camera looks a second time."""
        self.beat = 0
        self.ticks = 0
        self.ticket = self.session.ticket()

    def why_not(self, action: Action) -> str:  # noqa: ARG002
        """Say that it is not done yet; the screen says with what."""
        return self.say("Please wait")

    def progress(self, doing: str, leave: str) -> Progress:
        """Return the progress; if it takes long, with the keys to leave."""
        return Progress(
            self.name,
            title=self._title(doing),
            line=self.say("Check its cable") if self.long else self.say("Hands off"),
            part=self.part,
            beat=self.beat,
            foot=leave if self.long else "",
        )

    def _title(self, doing: str) -> str:
        if self.long:
            return self.say("Camera not responding")
        return self.say("Looking again") if self.second else doing

    @property
    def long(self) -> bool:
        """Return whether it takes longer than any working camera."""
        return self.ticks >= PATIENCE

    @abstractmethod
    def unseen(self, trouble: DeviceTrouble) -> View:
        """Handle a failure of the camera."""

    def moved_on(self, part: float | None) -> None:
        """Show the progress, if it is known; after progress, None begins a second look."""
        if part is None and self.part is not None:
            self.second, self.ticks = True, 0
        self.part = part
        self.beat += 1

    def tick(self) -> None:
        """Advance the animation."""
        self.beat += 1
        self.ticks += 1


class Looking(Waiting):
    """A view that waits for a reading of the dice."""

    @abstractmethod
    def seen(self, reading: "Reading") -> View:
        """Handle the reading."""


class Chooser(View):
    """A view with a cursor that wraps around a row or a list."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.chosen = 0

    @abstractmethod
    def size(self) -> int:
        """The number of places of the cursor."""

    def step(self, by: int) -> View:
        self.note = ""
        self.chosen = (self.chosen + by) % self.size()
        return self


class Leaflet(View):
    """Lines to read, page by page; OK turns the page, and after the last goes on."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._read = 0

    @property
    @abstractmethod
    def text(self) -> tuple[str, ...]:
        """All lines, in the current language."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the current page."""
        if len(self.text) <= MOST_LINES:
            return self.text
        return self.text[self._read : self._read + MOST_LINES_OF_MANY]

    @property
    def turns(self) -> str:
        """The foot for OK while pages follow, or ""."""
        left = len(self.text) - self._read - len(self.lines)
        return self.many("OK: {count} more line", "OK: {count} more lines", left) if left else ""

    @abstractmethod
    def on(self) -> View:
        """Go on after the last page."""

    def ok(self) -> View:
        if self.turns:
            self._read += len(self.lines)
            return self
        return self.on()
