"""Dice that were just taught: two throws to see that they are read right; then they get a name."""

from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING

from firmware.panel.teaching.show_faces import ShowView, Teaching, TeachingView, TeachingWait
from firmware.panel.view import ExpectedThrow, View
from firmware.panel.view_kinds import Looking
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.panel.views.names import LettersView
from firmware.ports import Tune
from firmware.screens.kinds import DiceRow, Die, Mark, Message, Screen
from firmware.speech.causes import causes
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.settings import TAUGHT
from firmware.table.control import Teach, TeachingStep
from firmware.table.requests import Look, Play
from firmware.table.taught import refusal
from rules.dice import Face
from rules.players import LONGEST_NAME

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from vision.reading import Reading

THROWS = 2
"""So many throws are read before dice are kept."""


def check(teaching: Teaching, before: View) -> View:
    """The first throw."""
    return TryView(teaching, before, 1)


class TryView(TeachingView):
    """All dice are to be thrown."""

    name = "teach_throw"

    def __init__(self, teaching: Teaching, before: View, number: int) -> None:
        super().__init__(teaching, before)
        self.number = number

    @property
    def teaching_step(self) -> TeachingStep:
        """Throw."""
        return TeachingStep(Teach.THROW, self.course)

    def screen(self) -> Screen:
        """What to do."""
        title = self.say("Check {number} of {count}", number=self.number, count=THROWS)
        lines = (self.say("Throw all dice"), self.say("then SCAN"))
        return Message(self.name, title, lines)

    def scan(self) -> View:
        """They are thrown."""
        return TryLook(self)

    def expected_throw(self) -> ExpectedThrow | None:
        """All dice are thrown."""
        return ExpectedThrow((), self.course.dice)


class TryLook(TeachingWait, Looking):
    """The throw is read with what was just taught."""

    name = "teach_reading"

    def __init__(self, tried: TryView) -> None:
        super().__init__(tried)
        self.tried = tried
        self.desk.ask(Look(self.ticket, self.course.meant(), self.course.expected))

    def again(self) -> View:
        """Look once more."""
        return TryLook(self.tried)

    def seen(self, reading: "Reading") -> View:
        """Are they read right?"""
        self.desk.ask(Play(Tune.ACCEPTED if reading.accepted else Tune.DOUBT))
        return TriedView(self.tried, reading)


class TriedView(TeachingView):
    """The dice as they were read. OK: they lie so; STOP: they do not; SCAN: look again."""

    name = "teach_read"

    def __init__(self, tried: TryView, reading: "Reading") -> None:
        super().__init__(tried.teaching, tried)
        self.tried = tried
        self.reading = reading
        doubted = {doubt.arguments.get("die") for doubt in reading.doubts}
        self.dice = tuple(
            Die(Face(die.face), Mark.DOUBTED if number in doubted else Mark.NONE)
            for number, die in enumerate(reading.dice)
        )

    @property
    def teaching_step(self) -> TeachingStep:
        """Say whether they are right."""
        found = causes(self.reading.doubts, len(self.dice))
        return TeachingStep(
            Teach.CHECK, self.course, causes=found, dice=self.dice, whole=self.whole
        )

    @property
    def whole(self) -> bool:
        """Whether enough dice were read to say that they are right."""
        return len(self.dice) in self.course.expected

    def screen(self) -> Screen:
        """The dice, and the question; or what is doubted."""
        foot = self.say("OK: right   STOP: wrong") if self.whole else ""
        if not self.reading.doubts:
            return DiceRow(self.name, self.say("Is this right?"), self.dice, foot=foot)
        cause = causes(self.reading.doubts, len(self.dice))[0]
        line = self.desk.short.cause(cause)
        foot = foot or self.say("STOP: wrong")
        title = self.say("SCAN: look again")
        return DiceRow("teach_unclear", title, self.dice, lines=(line,), foot=foot)

    def ok(self) -> View:
        """Right: the next throw, or their name."""
        if not self.whole:
            return self
        if self.tried.number < THROWS:
            return TryView(self.teaching, self, self.tried.number + 1)
        return DiceNameView(self)

    def scan(self) -> View:
        """Look again."""
        return self.tried.scan()

    def expected_throw(self) -> ExpectedThrow | None:
        """Pushed apart, or thrown anew: that is all one."""
        return self.tried.expected_throw()

    def stop(self) -> View:
        """Wrong: which face?"""
        return MisreadView(self)

    def doubted(self) -> Face | None:
        """The face of the first die that is doubted."""
        return next((die.face for die in self.dice if die.mark is Mark.DOUBTED), None)


class DiceNameView(LettersView):
    """What the dice are called; nothing is kept before."""

    name = "teach_name"

    def __init__(self, tried: TriedView) -> None:
        super().__init__(tried, tried.say("Name"), suggested(tried), partial(keep, tried))
        self.course = tried.course

    @property
    def teaching_step(self) -> TeachingStep:
        """Name them."""
        return TeachingStep(Teach.NAME, self.course, name=self.written)


class MisreadView(MenuView):
    """Which face was misread: it is shown once more, beside how it was shown before."""

    name = "teach_which"

    def __init__(self, tried: TriedView) -> None:
        super().__init__(tried.desk, tried.navigator, tried)
        self.tried = tried
        self.course = tried.course
        faces = [self.course.faces[name] for name in self.course.drawn]
        doubted = tried.doubted()
        self.chosen = faces.index(doubted) if doubted in faces else 0

    @property
    def teaching_step(self) -> TeachingStep:
        """As before, but that nobody can say yes."""
        return replace(self.tried.teaching_step, whole=False)

    def title(self) -> str:
        """Which."""
        return self.say("Which is misread?")

    def entries(self) -> tuple[Entry, ...]:
        """Those that can be taught."""
        return tuple(
            Entry(self.desk.short.face(self.course.faces[name]), partial(self._show, name))
            for name in self.course.drawn
        )

    def _show(self, name: str) -> View:
        return ShowView(self.tried.teaching, self, (name,), more=True, first=self)


def suggested(view: TriedView) -> str:
    """A name that no other dice have: the game's own are the first edition."""
    title = view.desk.short.title(view.course.game.NAME)[: LONGEST_NAME - 2]
    names = (f"{title} {letter}" for letter in ascii_uppercase[1:])
    return next((name for name in names if not refusal(view.desk, name)), "")


def keep(view: TriedView, name: str) -> View:
    """Keep the dice under this name, and play their game with them."""
    desk, course = view.desk, view.course
    refused = refusal(desk, name)
    if refused:
        again = DiceNameView(view)
        return NoteView(desk, view.navigator, view.say("No such name"), (refused,), again)
    taught_dice.save(desk.shelf.folder, course.named(name))
    desk.look_for_dice()
    desk.use_dice(course.game, TAUGHT + name)
    lines = (
        view.say("{name} is saved", name=cut(name)),
        view.say("Used for {game}", game=desk.short.title(course.game.NAME)),
    )
    return NoteView(desk, view.navigator, view.say("New dice"), lines, view.teaching.leave())
