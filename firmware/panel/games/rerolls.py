"""Reads dice of Picnic Blitz that may have been re-rolled."""

from abc import abstractmethod
from typing import cast

from firmware.panel.games.tracks import picnic
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import AskView, Chooser, GameView
from firmware.panel.views.playing import MisreadView, play_instead
from firmware.panel.views.reading import EditView
from firmware.play.inference import misread, rerolled
from firmware.play.questions import Question, QuestionKind
from firmware.ports import Tune
from firmware.screens.kinds import Die, Item, Menu, Message, Screen
from firmware.table.requests import Play
from firmware.table.session import Session
from rules.dice import Face, Faces, differing
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
            return self.navigator.look(SIX, self.rerolled)
        if not turn.again and not self.session.correctable:
            return LateView(self.session, self.navigator)
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

    def rerolled(self, faces: Faces, read: Read) -> View:
        """Handle a reading of all dice, re-rolled or not."""
        return seen_again(self, faces, read, len(self.thrown_again()))


def edit(view: PicnicView, current: Faces, thrown: Faces, read: Read, marked: int = 0) -> View:
    """Enter or correct all six dice, beginning with the re-rolled ones."""
    shown = view.state.setup.table_dice.shown(current)
    unknown = list(thrown)
    dice = []
    for face, seen in zip(current, shown, strict=True):
        again = face in unknown
        if again:
            unknown.remove(face)
        dice.append(Die(None if again else seen))
    missing = [place for place, die in enumerate(dice) if die.face is None]
    edited = EditView(
        view.session,
        view.navigator,
        SIX,
        lambda faces, how: seen_again(view, faces, how, len(thrown) or marked),
        dice,
        read,
    )
    edited.cursor = missing[0] if missing else 0
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
        return LateView(view.session, view.navigator, changed)
    if turn.again:
        return TooManyView(view.session, view.navigator, throw.faces, read, marked)
    if _instead(view, throw):
        return _ask(view, misread(turn.thrown, throw.faces, read))
    return UsedUpView(view.session, view.navigator, throw.faces, read)


def _rerolled(view: PicnicView, throw: Throw, read: Read, marked: int) -> View:
    """Play the re-roll, or ask on every surface whether and how many dice were thrown."""
    result = rerolled(view.state, throw.faces, read, marked, thrower=view.session.thrower)
    if isinstance(result, Throw):
        return view.play((result,), read)
    return _ask(view, result)


def _ask(view: PicnicView, question: Question) -> View:
    """Ask on every surface."""
    view.session.game.ask(question)
    return view.navigator.game()


def question_view(session: Session, navigator: Navigator, question: Question) -> View:
    """Return the view that asks this question."""
    match question.kind:
        case QuestionKind.REROLLED:
            return SameView(session, navigator, question)
        case QuestionKind.MISREAD:
            return NoRerollView(session, navigator, question)
        case _:
            return HowManyView(session, navigator, question)


def _instead(view: PicnicView, throw: Throw) -> bool:
    """Return whether this throw could replace the last one."""
    steps = view.session.game.steps
    return len(steps) < 2 or steps[-2].state.refusal(throw) is None


class SameView(AskView, PicnicView):
    """All dice show the same as before: not thrown, or the same by chance?"""

    name = "picnic_same"

    def __init__(self, session: Session, navigator: Navigator, question: Question) -> None:
        super().__init__(session, navigator)
        self.question = question

    def screen(self) -> Screen:
        lines = (self.say("Nothing changed."), self.say("Re-rolled?"))
        title = self.say("The same dice")
        return Message(self.name, title, lines, self.say("OK: yes   BACK: no"))

    def ok(self) -> View:
        """Accept the dice as a new throw."""
        return self.play(self.question.answers[0], self.question.read)


class HowManyView(AskView, PicnicView, Chooser):
    """Asks how many dice were re-rolled; a re-rolled die may show the same face."""

    name = "picnic_how_many"

    def __init__(self, session: Session, navigator: Navigator, question: Question) -> None:
        super().__init__(session, navigator)
        self.question = question
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

    def __init__(
        self, session: Session, navigator: Navigator, faces: Faces, read: Read, marked: int = 0
    ) -> None:
        super().__init__(session, navigator)
        self.faces = faces
        self.read = read
        self.marked = marked
        """The number of dice marked for a re-roll."""

    def screen(self) -> Screen:
        changed = differing(self.state.turn.thrown, self.faces)
        first = self.many("{count} die changed.", "{count} dice changed.", changed)
        return Message(self.name, self._title(), (first, self._line()), self._foot())

    def _title(self) -> str:
        return self.say("No re-rolls left")

    @abstractmethod
    def _line(self) -> str:
        """Return the problem, or its cause."""

    @abstractmethod
    def _foot(self) -> str: ...

    def ok(self) -> View:
        """Correct the latest reading."""
        return edit(self, self.faces, (), Read.CORRECTED, self.marked)


class TooManyView(DoubtView):
    """More dice changed than may be re-rolled."""

    def _title(self) -> str:
        return self.say("Too many  SCAN: again")

    def _line(self) -> str:
        return self.many("{count} is allowed.", "{count} are allowed.", self.state.turn.again)

    def _foot(self) -> str:
        if self.session.correctable:
            return self.say("OK: fix new  BACK: fix old")
        return self.say("OK: correct  BACK: leave")

    def back(self) -> View:
        """Correct the earlier reading, if this one is right."""
        if not self.session.correctable:
            return super().back()
        return self.navigator.correct(lambda faces, read: play_instead(self, faces, read))


class NoRerollView(MisreadView):
    """No more re-rolls are allowed, so this or the earlier reading is wrong."""

    name = "picnic_doubt"

    def title(self) -> str:
        return self.say("No re-rolls left")


class UsedUpView(DoubtView):
    """No more re-rolls are allowed, and this cannot have been the last throw."""

    def _line(self) -> str:
        return self.say("Undo: hold BACK")

    def _foot(self) -> str:
        return self.say("SCAN: again  OK: correct")


class LateView(AskView, PicnicView):
    """The dice were already used: others are accepted only after an undo."""

    name = "picnic_late"

    def __init__(self, session: Session, navigator: Navigator, changed: int = 0) -> None:
        super().__init__(session, navigator)
        self.changed = changed

    def screen(self) -> Screen:
        changed = self.many("{count} die changed.", "{count} dice changed.", self.changed)
        lines = (changed if self.changed else self.say("The dice are used."),
                 self.say("Undo first: hold BACK"))  # fmt: skip
        return Message(self.name, self.say("Too late"), lines, self.say("OK: go on"))

    def ok(self) -> View:
        """Keep the dice as they were."""
        return self.back()


def faces_by_count(faces: Faces) -> tuple[tuple[Face, int], ...]:
    """Return each face with its number of dice."""
    return tuple((face, faces.count(face)) for face in dict.fromkeys(faces))
