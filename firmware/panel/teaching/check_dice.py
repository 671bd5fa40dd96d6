"""Checks taught dice with two throws, then names them."""

from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING

from firmware.panel.teaching.show_faces import ShowView, Teaching, TeachingView, TeachingWait
from firmware.panel.view import ExpectedThrow, View
from firmware.panel.view_kinds import Looking
from firmware.panel.views.menus import Entry, NoteView, SubMenu
from firmware.panel.views.names import LettersView
from firmware.panel.views.reading import read_dice
from firmware.ports import Tune
from firmware.screens.kinds import DiceRow, Mark, Message, Screen
from firmware.speech.causes import causes
from firmware.speech.language import N_
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.settings import TAUGHT
from firmware.table.control import Teach, TeachingStep
from firmware.table.requests import Look, Play, Request
from firmware.table.taught import refusal
from rules.players import LONGEST_NAME

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reading import Reading

THROWS = 2
"""Number of throws to read before dice are saved."""


def check(teaching: Teaching) -> View:
    return TryView(teaching, 1)


class TryView(TeachingView):
    """Asks to throw all dice."""

    name = "teach_throw"

    def __init__(self, teaching: Teaching, number: int) -> None:
        super().__init__(teaching)
        self.number = number

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(Teach.THROW, self.teaching_session)

    def screen(self) -> Screen:
        title = self.say("Check {number} of {count}", number=self.number, count=THROWS)
        lines = (self.say("Throw all dice"), self.say("then SCAN"))
        return Message(self.name, title, lines)

    def scan(self) -> View:
        return TryLook(self)

    def expected_throw(self) -> ExpectedThrow | None:
        return ExpectedThrow((), self.teaching_session.dice)


class TryLook(TeachingWait, Looking):
    """Reads the throw with the new lesson."""

    name = "teach_reading"

    def __init__(self, tried: TryView) -> None:
        super().__init__(tried)
        self.tried = tried

    def request(self) -> Request:
        return Look(self.ticket, self.teaching_session.meant(), self.teaching_session.expected)

    def seen(self, reading: "Reading") -> View:
        self.session.ask(Play(Tune.ACCEPTED if reading.accepted else Tune.DOUBT))
        return TriedView(self.tried, reading)


class TriedView(TeachingView):
    """The dice as read. OK confirms, STOP rejects, SCAN reads again."""

    name = "teach_read"

    def __init__(self, tried: TryView, reading: "Reading") -> None:
        super().__init__(tried.teaching)
        self.tried = tried
        self.reading = reading
        self.dice = read_dice(reading)

    @property
    def teaching_step(self) -> TeachingStep:
        found = causes(self.reading.doubts, len(self.dice))
        return TeachingStep(
            Teach.CHECK, self.teaching_session, causes=found, dice=self.dice, whole=self.whole
        )

    @property
    def whole(self) -> bool:
        """Whether enough dice were read to confirm them."""
        return len(self.dice) in self.teaching_session.expected

    def screen(self) -> Screen:
        foot = self.say("OK: right   STOP: wrong") if self.whole else ""
        if not self.reading.doubts:
            return DiceRow(self.name, self.say("Is this right?"), self.dice, foot=foot)
        cause = causes(self.reading.doubts, len(self.dice))[0]
        line = self.session.short.cause(cause)
        foot = foot or self.say("STOP: wrong")
        title = self.say("SCAN: look again")
        return DiceRow("teach_unclear", title, self.dice, lines=(line,), foot=foot)

    def ok(self) -> View:
        """Confirm: go to the next throw, or to the name."""
        if not self.whole:
            return self
        if self.tried.number < THROWS:
            return TryView(self.teaching, self.tried.number + 1)
        return DiceNameView(self)

    def scan(self) -> View:
        return self.tried.scan()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.tried.expected_throw()

    def stop(self) -> View:
        """Reject: ask which face was misread."""
        return MisreadView(self)


class DiceNameView(LettersView):
    """Asks for the dice's name; nothing is saved before."""

    name = "teach_name"

    def __init__(self, tried: TriedView) -> None:
        super().__init__(tried, tried.say("Name"), suggested(tried), partial(keep, tried))
        self.teaching_session = tried.teaching_session

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(Teach.NAME, self.teaching_session, name=self.written)


class MisreadView(SubMenu):
    """Asks which face was misread; it is shown again, in addition to before."""

    name = "teach_which"
    heading = N_("Which is misread?")

    def __init__(self, tried: TriedView) -> None:
        super().__init__(tried)
        self.tried = tried
        self.teaching_session = tried.teaching_session
        faces = [self.teaching_session.faces[name] for name in self.teaching_session.drawn]
        doubted = next((die.face for die in tried.dice if die.mark is Mark.DOUBTED), None)
        self.chosen = faces.index(doubted) if doubted in faces else 0

    @property
    def teaching_step(self) -> TeachingStep:
        return replace(self.tried.teaching_step, whole=False)

    def entries(self) -> tuple[Entry, ...]:
        faces, face = self.teaching_session.faces, self.session.short.face
        return tuple(
            Entry(face(faces[name]), partial(self._show, name))
            for name in self.teaching_session.drawn
        )

    def _show(self, name: str) -> View:
        return ShowView(self.tried.teaching, (name,), more=True, first=self)


def suggested(view: TriedView) -> str:
    """Return an unused name; the game's own dice are the first edition."""
    title = view.session.short.title(view.teaching_session.game.NAME)[: LONGEST_NAME - 2]
    names = (f"{title} {letter}" for letter in ascii_uppercase[1:])
    return next((name for name in names if not refusal(view.session, name)), "")


def keep(view: TriedView, name: str) -> View:
    """Save the dice under this name, and use them in their game."""
    session, teaching_session = view.session, view.teaching_session
    refused = refusal(session, name)
    if refused:
        return NoteView(DiceNameView(view), view.say("No such name"), refused)
    taught_dice.save(session.shelf.folder, teaching_session.named(name))
    session.look_for_dice()
    session.use_dice(teaching_session.game, TAUGHT + name)
    lines = (
        view.say("{name} is saved", name=cut(name)),
        view.say("Used for {game}", game=session.short.title(teaching_session.game.NAME)),
    )
    return NoteView(view.teaching.leave(), view.say("New dice"), *lines)
