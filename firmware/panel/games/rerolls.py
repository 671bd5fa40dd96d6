"""Reads dice of Picnic Blitz that may have been re-rolled."""

from abc import abstractmethod
from typing import cast

from firmware.panel.games.tracks import picnic
from firmware.panel.view import ExpectedThrow, Navigator, View, Wanted
from firmware.panel.view_kinds import AskView, Chooser, GameView, QuestionView
from firmware.panel.views.playing import MisreadView
from firmware.panel.views.reading import EditView
from firmware.play.inference import misread, rerolled
from firmware.play.questions import Question
from firmware.ports import Tune
from firmware.screens.kinds import Die, Item, Menu, Message, Screen
from firmware.table.requests import Play
from rules.dice import Faces, differing
from rules.moves import Throw
from rules.picnic_blitz import DICE, PicnicBlitz
from rules.record import Read

SIX = frozenset({DICE})
"""All six dice are always read, even if only some were re-rolled."""


class PicnicView(GameView):
    """A view of Picnic Blitz."""

    @property
    def state(self) -> PicnicBlitz:
        return picnic(self.session)


class DiceLieView(PicnicView):
    """Dice are in the tray; SCAN looks for a re-roll."""

    def scan(self) -> View:
        """Read all six dice again; without a camera, enter the changed ones."""
        turn, thrown = self.state.turn, self.thrown_again()
        if self.session.thrower and turn.again and not thrown:
            return self.navigator.game(self.say("Mark dice first: < > OK"))
        if self.session.camera:
            return self.navigator.look(Wanted(SIX, self.thrown))
        if not turn.again and not self.session.correctable:
            return LateView(self.navigator)
        return edit(self, turn.thrown, thrown, Read.HAND)

    def expected_throw(self) -> ExpectedThrow:
        thrown = self.thrown_again()
        current = list(self.state.turn.thrown)
        for face in thrown:
            current.remove(face)
        return ExpectedThrow(tuple(current), len(thrown))

    def thrown_again(self) -> Faces:
        """Return the dice known to be re-rolled, as they lie now."""
        return ()

    def thrown(self, faces: Faces, read: Read) -> View:
        """Handle a reading of all dice, re-rolled or not."""
        return seen_again(self, faces, read, len(self.thrown_again()))


def among(faces: Faces, some: Faces) -> tuple[bool, ...]:
    """Return for each die whether it is one of these; of equal ones the first are."""
    return tuple(faces[:at].count(face) < some.count(face) for at, face in enumerate(faces))


def edit(view: PicnicView, current: Faces, thrown: Faces, read: Read, marked: int = 0) -> View:
    """Enter or correct all six dice, beginning with the re-rolled ones."""
    shown = view.state.setup.table_dice.shown(current)
    again = among(current, thrown)
    dice = [Die(None if new else seen) for seen, new in zip(shown, again, strict=True)]
    count = len(thrown) or marked
    wanted = Wanted(SIX, lambda faces, how: seen_again(view, faces, how, count))
    edited = EditView(view.navigator, wanted, dice, read)
    edited.cursor = again.index(True) if thrown else 0
    return edited


def seen_again(view: PicnicView, faces: Faces, read: Read, marked: int = 0) -> View:
    """Handle dice that were read again; so many were marked for a re-roll."""
    turn, throw = view.state.turn, Throw(faces)
    changed = differing(turn.thrown, throw.faces)
    if not turn.groups and not changed:
        return view.navigator.game(view.say("Dice as before"))
    if turn.groups and view.state.refusal(throw) is None:
        return _rerolled(view, throw, read, marked)
    view.session.ask(Play(Tune.DOUBT))
    if not turn.again and not view.session.correctable:
        return LateView(view.navigator, changed)
    if turn.again:
        return TooManyView(view.navigator, throw.faces, read, marked)
    if _instead(view, throw):
        return view.ask(misread(turn.thrown, throw.faces, read))
    return UsedUpView(view.navigator, throw.faces, read)


def _rerolled(view: PicnicView, throw: Throw, read: Read, marked: int) -> View:
    """Play the re-roll, or ask on every surface whether and how many dice were thrown."""
    result = rerolled(view.state, throw.faces, read, marked, thrower=view.session.thrower)
    return view.play((result,), read) if isinstance(result, Throw) else view.ask(result)


def _instead(view: PicnicView, throw: Throw) -> bool:
    """Return whether this throw could replace the last one."""
    steps = view.session.game.steps
    return len(steps) < 2 or steps[-2].state.refusal(throw) is None


class SameView(QuestionView, PicnicView):
    """All dice show the same as before: not thrown, or the same by chance?"""

    name = "picnic_same"

    def screen(self) -> Screen:
        lines = (self.say("Nothing changed."), self.say("Re-rolled?"))
        title = self.say("The same dice")
        return Message(self.name, title, lines, self.say("OK: yes   BACK: no"))

    def ok(self) -> View:
        """Accept the dice as a new throw."""
        return self.play(self.question.answers[0], self.question.read)


class HowManyView(QuestionView, PicnicView, Chooser):
    """Asks how many dice were re-rolled; a re-rolled die may show the same face."""

    name = "picnic_how_many"

    def __init__(self, navigator: Navigator, question: Question) -> None:
        super().__init__(navigator, question)
        self.chosen = question.likeliest

    def size(self) -> int:
        return len(self.question.answers)

    def screen(self) -> Screen:
        throws = (cast("Throw", throw) for (throw,) in self.question.answers)
        counts = (self.many("{count} die", "{count} dice", throw.rerolled or 0) for throw in throws)
        title = self.say("How many re-rolled?")
        foot = self.say("OK: yes   BACK: none")
        return Menu(self.name, title, tuple(map(Item, counts)), self.chosen, foot)

    def ok(self) -> View:
        return self.play(self.question.answers[self.chosen], self.question.read)


class DoubtView(AskView, PicnicView):
    """Impossible dice: nothing is used until people say what happened."""

    name = "picnic_doubt"

    def __init__(self, navigator: Navigator, faces: Faces, read: Read, marked: int = 0) -> None:
        super().__init__(navigator)
        self.faces = faces
        self.read = read
        self.marked = marked
        """The number of dice marked for a re-roll."""

    def screen(self) -> Screen:
        changed = differing(self.state.turn.thrown, self.faces)
        first = self.many("{count} die changed.", "{count} dice changed.", changed)
        title, line, foot = self.texts()
        return Message(self.name, title, (first, line), foot)

    @abstractmethod
    def texts(self) -> tuple[str, str, str]:
        """Return the title, the problem or its cause, and the keys."""

    def ok(self) -> View:
        """Correct the latest reading."""
        return edit(self, self.faces, (), Read.CORRECTED, self.marked)


class TooManyView(DoubtView):
    """More dice changed than may be re-rolled."""

    def texts(self) -> tuple[str, str, str]:
        allowed = self.many("{count} is allowed.", "{count} are allowed.", self.state.turn.again)
        foot = self.say("OK: correct  BACK: leave")
        if self.session.correctable:
            foot = self.say("OK: fix new  BACK: fix old")
        return self.say("Too many  SCAN: again"), allowed, foot

    def back(self) -> View:
        """Correct the earlier reading, if this one is right."""
        if not self.session.correctable:
            return super().back()
        return self.navigator.correct()


class NoRerollView(MisreadView):
    """No more re-rolls are allowed, so this or the earlier reading is wrong."""

    name = "picnic_doubt"

    def title(self) -> str:
        return self.say("No re-rolls left")


class UsedUpView(DoubtView):
    """No more re-rolls are allowed, and this cannot have been the last throw."""

    def texts(self) -> tuple[str, str, str]:
        foot = self.say("SCAN: again  OK: correct")
        return self.say("No re-rolls left"), self.say("Undo: hold BACK"), foot


class LateView(AskView, PicnicView):
    """The dice were already used: others are accepted only after an undo."""

    name = "picnic_late"

    def __init__(self, navigator: Navigator, changed: int = 0) -> None:
        super().__init__(navigator)
        self.changed = changed

    def screen(self) -> Screen:
        changed = self.many("{count} die changed.", "{count} dice changed.", self.changed)
        lines = (changed if self.changed else self.say("The dice are used."),
                 self.say("Undo first: hold BACK"))  # fmt: skip
        return Message(self.name, self.say("Too late"), lines, self.say("OK: go on"))

    def ok(self) -> View:
        """Keep the dice as they were."""
        return self.back()
