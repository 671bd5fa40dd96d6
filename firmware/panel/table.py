"""The table's mind: what stands on the panel, and what becomes of every press and every answer.

It knows no device and no time. Nothing that is pressed or answered can make it raise.
"""

import logging
import traceback
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.camera.face_check import Problem
from firmware.camera.table_camera import Glance
from firmware.errors import DeviceTrouble
from firmware.panel.navigator import PanelNavigator
from firmware.panel.teaching.show_faces import CompareView, LearnView
from firmware.panel.view import View
from firmware.panel.view_kinds import Looking, Waiting
from firmware.panel.views.aiming import AimView, FocusView
from firmware.panel.views.startup import StartView, TroubleView
from firmware.ports import Action
from firmware.screens.kinds import Screen, State
from firmware.table.auto_detect import AutoLook, Verdict, judge
from firmware.table.requests import Look, Request, ShowCamera, StopLooking
from firmware.table.session import Desk
from rules.errors import RulesError

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from vision.reader import Lesson
    from vision.reading import Reading

_log = logging.getLogger(__name__)


class Table:
    """One running table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.navigator = PanelNavigator(desk)
        self._start = StartView(desk, self.navigator)
        self.view: View = self._start
        self._told_stuck: View | None = None

    @property
    def screen(self) -> Screen:
        """What stands on the panel."""
        try:
            return self.view.screen()
        except Exception as error:  # whatever it is, the game goes on
            self.view = self._unforeseen(error)
            return self.view.screen()

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return isinstance(self.view, Waiting | StartView | FocusView)

    def asked(self) -> list[Request]:
        """What is asked of the devices since the last time."""
        requests = list(self.desk.requests)
        self.desk.requests.clear()
        return requests

    def press(self, action: Action) -> None:
        """A button was pressed."""
        self._go(lambda: self.view.press(action))
        self._leave_start()

    def stayed(self, view: View) -> None:
        """This view has stood for as long as it stays."""
        if self.view is view:
            self._go(view.ok)

    def navigate(self, way: Callable[[View], View]) -> None:
        """Go another way than by a button; if it raises, all stays as it was."""
        view = way(self.view)
        if isinstance(self.view, Waiting):  # its answer would not be heard
            self.desk.ask(StopLooking())
        self.view = view

    def refuse(self, error: RulesError) -> None:
        """Something cannot be used as it is, such as the configuration: say so, then go on."""
        if isinstance(self.view, Waiting):  # its answer would not be heard
            self.desk.ask(StopLooking())
        then = None if isinstance(self.view, Waiting) else self.view
        self.view = TroubleView.about(self.desk, self.navigator, error, then)

    def tell_unkept(self) -> None:
        """Say what the disk did not take, after all that matters more."""
        error = self.desk.unkept
        if error is not None and not self.busy and not isinstance(self.view, TroubleView):
            self.desk.unkept = None
            self.refuse(error)

    def stuck(self, buttons: tuple[str, ...]) -> None:
        """These buttons do not come up again; none: they do, and nothing need be said any more."""
        if self.view is self._told_stuck:
            self._go(self.view.back)
            self._leave_start()
        self._told_stuck = None
        if buttons:
            self.refuse(DeviceTrouble("button_stuck", button=", ".join(buttons)))
            self._told_stuck = self.view

    def fail(self, error: Exception) -> None:
        """Something around the table went wrong that nobody foresaw: say so, and go on."""
        self.view = self._unforeseen(error)

    def checked(self, part: str, state: State, trouble: DeviceTrouble | None = None) -> None:
        """A part of the table reports after the start."""
        self._start.checked(part, state, trouble)
        self._leave_start()

    def seen(self, ticket: int, reading: "Reading") -> None:
        """The dice were read."""
        view = self.view
        if isinstance(view, Looking) and view.ticket == ticket:
            self._go(lambda: view.seen(reading))

    def learnt(self, ticket: int, lesson: "Lesson") -> None:
        """Dice that show a face to be taught were looked at."""
        view = self.view
        if isinstance(view, LearnView) and view.ticket == ticket:
            self._go(lambda: view.learnt(lesson))

    def compared(self, ticket: int, problems: tuple[Problem, ...]) -> None:
        """The faces that were taught were compared with each other."""
        view = self.view
        if isinstance(view, CompareView) and view.ticket == ticket:
            self._go(lambda: view.compared(problems))

    def unseen(self, ticket: int, trouble: DeviceTrouble) -> None:
        """There was no picture to be had."""
        view = self.view
        if isinstance(view, Waiting) and view.ticket == ticket:
            self._go(lambda: view.unseen(trouble))

    @property
    def auto_look(self) -> AutoLook | None:
        """What may be looked at now although nobody presses anything."""
        if not self.desk.by_itself or self.desk.match is None:
            return None
        try:
            return self.view.auto_look()
        except Exception:  # nobody asked for it, so nobody is told
            _log.exception("nothing is noticed here")
            return None

    def judge(self, unasked: AutoLook, reading: "Reading") -> Verdict:
        """Whether dice that nobody asked for are a throw."""
        try:
            return judge(self.desk, unasked, reading)
        except Exception:  # as above
            _log.exception("dice are not judged")
            return Verdict.WAITS

    def noticed(self, reading: "Reading") -> None:
        """They are: do with them what SCAN would do."""
        self._go(lambda: self._as_by_scan(reading))

    def lies_right(self) -> None:
        """What was laid aside was noticed, and is right."""
        self._go(self.view.lies_right)

    def _as_by_scan(self, reading: "Reading") -> View:
        view = self.view.scan()
        if not isinstance(view, Looking):
            return view
        answered = [
            a for a in self.desk.requests if isinstance(a, Look) and a.ticket == view.ticket
        ]
        for ask in answered:
            self.desk.requests.remove(ask)
        return view.seen(reading)

    def moved_on(self, ticket: int, part: float | None) -> None:
        """Reading goes on."""
        if isinstance(self.view, Waiting) and self.view.ticket == ticket:
            self.view.moved_on(part)

    def tick(self) -> None:
        """A moment has passed in which an answer was waited for."""
        if isinstance(self.view, Waiting):
            self.view.tick()

    def calibrated(self, trouble: DeviceTrouble | None) -> None:
        """The camera was focused and metered, or could not be."""
        view = self.view
        if isinstance(view, FocusView):
            self._go(lambda: view.done(trouble))

    def saw(self, glance: Glance | DeviceTrouble) -> None:
        """A picture for aiming, or none."""
        if isinstance(self.view, AimView):
            if isinstance(glance, Glance):
                self.view.saw(glance)
            else:
                self.view.unseen(glance)

    def _leave_start(self) -> None:
        """The parts may have reported while something else stood before them."""
        if self.view is self._start and self._start.complete:
            self._go(self._start.ok)

    def _go(self, way: Callable[[], View]) -> None:
        try:
            self.view = way()
        except RulesError as error:
            _log.warning("refused: %s", error)
            title = self.desk.say("Not done")
            lines = (self.desk.words.error(error),)
            then = None if self.busy else self.view
            self.view = TroubleView(self.desk, self.navigator, title, lines, then)
        except Exception as error:  # whatever it is, the game goes on
            self.view = self._unforeseen(error)

    def _unforeseen(self, error: Exception) -> View:
        """Say a short code, log the rest, and go on from the file: nothing else is trusted."""
        code = error_code(error)
        _log.error("%s: %s", code, "".join(traceback.format_exception(error)))
        if isinstance(self.view, AimView):
            self.desk.ask(ShowCamera(on=False))
        match = self.desk.match
        if match is not None:
            try:
                self.desk.use(None)
                self.desk.use(self.desk.shelf.open(match.path))
            except (RulesError, OSError):
                _log.exception("The game cannot be opened again")
        lines = (
            self.desk.say("Something went wrong."),
            self.desk.say("The game is safe."),
        )
        title = self.desk.say("Error {code}", code=code)
        return TroubleView(self.desk, self.navigator, title, lines, None)


def error_code(error: BaseException) -> str:
    """A few letters that are the same for the same mistake: for the panel, the log and a report."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    where = "" if last is None else f"{last.name}:{last.line}"
    told = f"{type(error).__name__}:{where}"
    return f"G{zlib.crc32(told.encode()) & 0xFFFF:04X}"
