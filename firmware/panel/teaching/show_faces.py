"""Teaches dice face by face, then compares all faces."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.camera.face_check import Problem, TooAlike
from firmware.camera.taught_faces import FEWEST
from firmware.errors import DeviceTrouble
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import Waiting
from firmware.panel.views.menus import ConfirmView
from firmware.ports import Tune
from firmware.screens.kinds import DiceRow, Die, Message, Screen
from firmware.speech.causes import Cause, causes
from firmware.speech.language import N_
from firmware.table.control import Teach, TeachingStep
from firmware.table.requests import Compare, Learn, Play, Request, StopLooking
from firmware.table.teaching import TeachingSession, is_pips
from rules.dice import Face

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reader import Lesson

NAMED = 3
"""The panel names at most this many faces one by one."""


@dataclass(frozen=True)
class Teaching:
    """What all views of one teaching session share."""

    navigator: Navigator
    teaching_session: TeachingSession
    leave: Callable[[], View]
    """The view at the end, whether dice were taught or not."""
    check: Callable[["Teaching"], View]
    """The throws that check the lesson."""


class TeachingView(View):
    """A step of teaching; BACK asks before everything shown is discarded."""

    def __init__(self, teaching: Teaching) -> None:
        super().__init__(teaching.navigator)
        self.teaching = teaching
        self.teaching_session = teaching.teaching_session

    def back(self) -> View:
        return ForgetView(self.teaching, self)


class ForgetView(ConfirmView):
    """Asks whether to leave without saving."""

    def __init__(self, teaching: Teaching, back: View) -> None:
        super().__init__(
            back,
            "teach_leave",
            lambda: self.say("Discard the new dice?"),
            N_("Yes, discard them"),
            teaching.leave,
        )
        self.teaching_session = teaching.teaching_session

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(Teach.LEAVE, self.teaching_session)


class ShowView(TeachingView):
    """Asks to turn all dice to one face; SCAN reads them, BACK goes one face back.

    With `more`, earlier looks at the face count too.
    """

    name = "teach_show"

    def __init__(
        self,
        teaching: Teaching,
        names: Sequence[str],
        *,
        more: bool = False,
        first: View | None = None,
    ) -> None:
        super().__init__(teaching)
        self.names = tuple(names)
        self.at = 0
        self.more = more
        self.first = first
        """The view before the first face; None leaves the session."""
        self.causes: tuple[Cause, ...] = ()
        """Why the last look was not good enough."""

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(
            Teach.SHOW,
            self.teaching_session,
            face=self.names[self.at],
            first=not self.at,
            causes=self.causes,
        )

    @property
    def face(self) -> Face:
        """The face to show, by the game's name."""
        return self.teaching_session.faces[self.names[self.at]]

    def screen(self) -> Screen:
        """Return the face, or the problem with the last look."""
        title = self.say("Face {number} of {count}", number=self.at + 1, count=len(self.names))
        if self.causes:
            line, foot = self._doubted(self.causes[0]), self.say("SCAN: look again")
        elif is_pips(self.face):
            line = self.say("Your picture for {face}", face=self.face)
            foot = self.say("Turn all dice to it, then SCAN")
        else:
            line = self.say("Turn all to {face}", face=self.session.short.face(self.face))
            foot = self.say("then SCAN")
        name = "teach_doubt" if self.causes else self.name
        dice = (Die(self.face),) * min(self.teaching_session.dice, 3)
        return DiceRow(name, title, dice, lines=(line,), foot=foot)

    def _doubted(self, cause: Cause) -> str:
        if cause.code == "missing":
            return self.say("{found} dice seen, {least} needed", found=cause.found, least=FEWEST)
        return self.session.short.cause(cause)

    def scan(self) -> View:
        return LearnView(self)

    def expected_throw(self) -> ExpectedThrow | None:
        return ExpectedThrow((self.face,) * self.teaching_session.dice, 0)

    def back(self) -> View:
        if self.at:
            return self._go(self.at - 1)
        return self.first or super().back()

    def _go(self, at: int) -> View:
        self.at, self.causes = at, ()
        return self

    def shown(self, lesson: "Lesson") -> View:
        """Go to the next face, or look again."""
        if lesson.reading.doubts:
            self.causes = causes(lesson.reading.doubts, len(lesson.reading.dice))
            return self
        self.causes = ()
        self.teaching_session.learn(self.names[self.at], lesson.looks, more=self.more)
        if self.at + 1 < len(self.names):
            return self._go(self.at + 1)
        return CompareView(self)


class TeachingWait(Waiting):
    """A step of teaching that awaits a result. BACK cancels."""

    def __init__(self, before: TeachingView) -> None:
        super().__init__(before.navigator)
        self.before = before
        self.teaching_session = before.teaching_session
        self.session.ask(self.request())

    @abstractmethod
    def request(self) -> Request:
        """Return what to ask of the devices."""

    def screen(self) -> Screen:
        return self.progress(self.doing(), self.say("BACK: leave"))

    def doing(self) -> str:
        """The current work."""
        return self.say("Reading the dice")

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(Teach.WAIT, self.teaching_session, doing=self.doing())

    def unseen(self, trouble: DeviceTrouble) -> View:
        self.session.ask(Play(Tune.DOUBT))
        return BlindView(self, trouble)

    def again(self) -> View:
        """Do the same work again."""
        return type(self)(self.before)

    def back(self) -> View:
        self.session.ask(StopLooking())
        return self.before


class LearnView(TeachingWait):
    """Reads the dice that show one face."""

    name = "teach_look"

    def __init__(self, show: ShowView) -> None:
        super().__init__(show)
        self.show = show

    def request(self) -> Request:
        return Learn(self.ticket, self.teaching_session.expected)

    @property
    def teaching_step(self) -> TeachingStep:
        return replace(super().teaching_step, face=self.show.names[self.show.at])

    def learnt(self, lesson: "Lesson") -> View:
        self.session.ask(Play(Tune.DOUBT if lesson.reading.doubts else Tune.ACCEPTED))
        return self.show.shown(lesson)


class BlindView(TeachingView):
    """The camera failed: try again, or leave."""

    name = "teach_blind"

    def __init__(self, wait: TeachingWait, trouble: DeviceTrouble) -> None:
        super().__init__(wait.before.teaching)
        self.wait = wait
        self.trouble = trouble

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(Teach.BLIND, self.teaching_session, trouble=self.trouble)

    def screen(self) -> Screen:
        text = self.session.words.error(self.trouble)
        title = self.say("SCAN: again  BACK: leave")
        return Message(self.name, title, (text,), alarm=True)

    def scan(self) -> View:
        return self.wait.again()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.wait.before.expected_throw()

    def ok(self) -> View:
        return self.wait.before


class CompareView(TeachingWait):
    """Compares all faces."""

    name = "teach_compare"

    def request(self) -> Request:
        return Compare(self.ticket, self.teaching_session.taught())

    def doing(self) -> str:
        return self.say("Comparing the faces")

    def compared(self, problems: tuple[Problem, ...]) -> View:
        """Go on to the throws, or to what must be shown again."""
        teaching, problems = self.before.teaching, self.teaching_session.problems(problems)
        return AlikeView(teaching, problems) if problems else teaching.check(teaching)


class AlikeView(TeachingView):
    """Faces that are too alike, one group after another; then they are shown again.

    After a second attempt, players can go on; the game will doubt what is doubtful.
    """

    name = "teach_alike"

    def __init__(self, teaching: Teaching, problems: tuple[Problem, ...]) -> None:
        super().__init__(teaching)
        self.problems = problems
        self.at = 0
        self.again = self.teaching_session.again

    @property
    def teaching_step(self) -> TeachingStep:
        return TeachingStep(
            Teach.ALIKE, self.teaching_session, problems=self.problems, again=self.again
        )

    def screen(self) -> Screen:
        foot = self.say("OK: again  STOP: continue") if self.again else self.say("OK: again")
        problem = self.problems[self.at]
        if isinstance(problem, TooAlike) and len(problem.faces) > NAMED:
            text = self.say("{count} faces: show them again, in better light.",
                            count=len(problem.faces))  # fmt: skip
        else:
            text = self.session.words.lesson(problem)
        alike = isinstance(problem, TooAlike)
        title = self.say("Too alike") if alike else self.say("Not all the same")
        return Message(self.name, title, (text,), foot)

    def ok(self) -> View:
        """Show the next group; after the last, all faces again."""
        if self.at + 1 < len(self.problems):
            self.at += 1
            return self
        faces = {face for problem in self.problems for face in problem.faces}
        names = [name for name, face in self.teaching_session.faces.items() if face in faces]
        self.teaching_session.again = True
        return ShowView(self.teaching, names)

    def scan(self) -> View:
        return self.ok()

    def stop(self) -> View:
        return self.teaching.check(self.teaching) if self.again else self
