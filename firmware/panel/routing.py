"""Routes presses and results to the current view.

It knows neither devices nor time, and no press or result can make it raise.
"""

import logging
import traceback
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware.camera.face_check import Problem
from firmware.camera.table_camera import Glance
from firmware.errors import DeviceTrouble
from firmware.panel.navigator import PanelNavigator
from firmware.panel.teaching.show_faces import CompareView, LearnView
from firmware.panel.view import View
from firmware.panel.view_kinds import Looking, Waiting
from firmware.panel.views.aiming import AimView, FocusView
from firmware.panel.views.automatic import ThinkView
from firmware.panel.views.startup import StartView, TroubleView
from firmware.play.automatic import Plan
from firmware.ports import Action
from firmware.screens.kinds import Screen, State
from firmware.table.auto_detect import AutoLook, Verdict, judge
from firmware.table.requests import Look, Request, ShowCamera, StopLooking
from firmware.table.session import Session
from rules.errors import RulesError

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reader import Lesson
    from vision.reading import Reading

_log = logging.getLogger(__name__)


class Table:
    """One running table."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.navigator = PanelNavigator(session)
        self._start = StartView(self.navigator)
        self.view: View = self._start
        self.said = ""
        """Why the last press did nothing; "" if it did something."""
        self._told_stuck: View | None = None

    @property
    def screen(self) -> Screen:
        """The current screen."""
        try:
            screen = self.view.screen()
        except Exception as error:  # whatever happened, the game goes on
            self.fail(error)
            screen = self.view.screen()
        return replace(screen, said=self.said) if self.said else screen

    @property
    def busy(self) -> bool:
        """Whether a result is awaited."""
        return isinstance(self.view, Waiting | StartView | FocusView)

    def take_requests(self) -> list[Request]:
        """Return the new requests to the devices."""
        requests = list(self.session.requests)
        self.session.requests.clear()
        return requests

    def press(self, action: Action) -> None:
        """Handle a press; if it changes nothing and starts nothing, say why."""
        self.said = ""
        before = self._now()
        self._go(lambda: self.view.press(action))
        self._leave_start()
        if self._now() == before:
            self.said = self.view.why_not(action)

    def _now(self) -> tuple[object, ...]:
        """Return what a press can change: the picture, the game, the requests to the devices."""
        match = self.session.match
        return self.screen, match and match.version, len(self.session.requests)

    def stayed(self, view: View) -> None:
        """Tell this view that it was shown for as long as it lasts."""
        if self.view is view:
            self._go(view.ok)

    def navigate(self, view: View) -> None:
        """Go to a view without a press."""
        if isinstance(self.view, Waiting):  # its result would be lost
            self.session.ask(StopLooking())
        self._go_to(view)

    def refuse(self, error: RulesError) -> None:
        """Say that something is unusable, such as the configuration, then go on."""
        if isinstance(self.view, Waiting):  # its result would be lost
            self.session.ask(StopLooking())
        then = None if isinstance(self.view, Waiting) else self.view
        self.view = TroubleView.about(self.navigator, error, then)

    def report_unsaved(self) -> None:
        """Report what could not be saved, after everything more important."""
        error = self.session.unsaved
        if error is not None and not self.busy and not isinstance(self.view, TroubleView):
            self.session.unsaved = None
            self.refuse(error)

    def stuck(self, buttons: tuple[str, ...]) -> None:
        """Report stuck buttons; an empty set withdraws the report."""
        if self.view is self._told_stuck:
            self._go(self.view.back)
            self._leave_start()
        self._told_stuck = None
        if buttons:
            self.refuse(DeviceTrouble("button_stuck", button=", ".join(buttons)))
            self._told_stuck = self.view

    def checked(self, part: str, state: State, trouble: DeviceTrouble | None = None) -> None:
        """Report the result of a part's check at the start."""
        self._start.checked(part, state, trouble)
        self._leave_start()

    def seen(self, ticket: int, reading: "Reading") -> None:
        """Handle a reading of the dice."""
        view = self.view
        if isinstance(view, Looking) and view.ticket == ticket:
            self._go(lambda: view.seen(reading))

    @property
    def thinks(self) -> int | None:
        """The ticket of the thought that the table waits for."""
        return self.view.ticket if isinstance(self.view, ThinkView) else None

    def thought(self, ticket: int, plan: Plan | DeviceTrouble) -> None:
        """Handle what the box decided."""
        view = self.view
        if not isinstance(view, ThinkView) or view.ticket != ticket:
            return
        if isinstance(plan, DeviceTrouble):
            self.refuse(plan)
        else:
            self._go(lambda: view.thought(plan))

    def learnt(self, ticket: int, lesson: "Lesson") -> None:
        """Handle a reading of dice that show a face to be taught."""
        view = self.view
        if isinstance(view, LearnView) and view.ticket == ticket:
            self._go(lambda: view.learnt(lesson))

    def compared(self, ticket: int, problems: tuple[Problem, ...]) -> None:
        """Handle the comparison of taught faces."""
        view = self.view
        if isinstance(view, CompareView) and view.ticket == ticket:
            self._go(lambda: view.compared(problems))

    def unseen(self, ticket: int, trouble: DeviceTrouble) -> None:
        """Handle a failure of the camera."""
        view = self.view
        if isinstance(view, Waiting) and view.ticket == ticket:
            self._go(lambda: view.unseen(trouble))

    @property
    def auto_look(self) -> AutoLook | None:
        """Return what may be read automatically now."""
        if not self.session.by_itself or self.session.match is None:
            return None
        try:
            return self.view.auto_look()
        except Exception:  # nobody asked for it, so nobody needs to know
            _log.exception("nothing is noticed here")
            return None

    def judge(self, auto_look: AutoLook, reading: "Reading") -> Verdict:
        """Judge whether dice that were read automatically are a throw."""
        try:
            return judge(self.session, auto_look, reading)
        except Exception:  # as above
            _log.exception("dice are not judged")
            return Verdict.WAITS

    def noticed(self, reading: "Reading") -> None:
        """Use an automatic reading as after SCAN."""
        self._go(lambda: self._as_by_scan(reading))

    def aside_corrected(self) -> None:
        """Continue, because the dice set aside are right now."""
        self._go(self.view.aside_corrected)

    def _as_by_scan(self, reading: "Reading") -> View:
        view = self.view.scan()
        if not isinstance(view, Looking):
            return view
        answered = [
            a for a in self.session.requests if isinstance(a, Look) and a.ticket == view.ticket
        ]
        for ask in answered:
            self.session.requests.remove(ask)
        return view.seen(reading)

    def moved_on(self, ticket: int, part: float | None) -> None:
        """Show the progress of reading."""
        if isinstance(self.view, Waiting) and self.view.ticket == ticket:
            self.view.moved_on(part)

    def tick(self) -> None:
        """Advance the animation while a result is awaited."""
        if isinstance(self.view, Waiting):
            self.view.tick()

    def calibrated(self, trouble: DeviceTrouble | None) -> None:
        """Handle the end of focusing and metering, or its failure."""
        view = self.view
        if isinstance(view, FocusView):
            self._go(lambda: view.done(trouble))

    def saw(self, glance: Glance | DeviceTrouble) -> None:
        """Handle a picture for aiming, or its failure."""
        if isinstance(self.view, AimView):
            if isinstance(glance, Glance):
                self.view.saw(glance)
            else:
                self.view.unseen(glance)

    def _leave_start(self) -> None:
        """Leave the start screen if all parts reported while another view was shown."""
        if self.view is self._start and self._start.complete:
            self._go(self._start.ok)

    def _go_to(self, view: View) -> None:
        """Show this view; doubted dice are forgotten once people leave the view of them."""
        before, self.view = self.view, view
        if view is not before:
            view.on_shown()
        self.said = ""
        if self.session.match is not None and view.entry is None:
            self.session.match.drop_draft()

    def _go(self, way: Callable[[], View]) -> None:
        try:
            self._go_to(way())
        except RulesError as error:
            _log.warning("refused: %s", error)
            title, text = self.session.say("Not done"), self.session.words.error(error)
            then = None if self.busy else self.view
            self.view = TroubleView(self.navigator, then, title, text)
        except Exception as error:  # whatever happened, the game goes on
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Show a short code, log the details, and go on from the file, which alone is trusted."""
        code = error_code(error)
        _log.error("%s: %s", code, "".join(traceback.format_exception(error)))
        if isinstance(self.view, AimView):
            self.session.ask(ShowCamera(on=False))
        match = self.session.match
        if match is not None:
            try:
                self.session.use(None)
                self.session.use(self.session.shelf.open(match.path))
            except (RulesError, OSError):
                _log.exception("The game cannot be opened again")
        say = self.session.say
        lines = (say("Something went wrong."), say("The game is safe."))
        self.view = TroubleView(self.navigator, None, say("Error {code}", code=code), *lines)


def error_code(error: BaseException) -> str:
    """Return a few letters that identify an error, for the panel, the log and a report."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    where = "" if last is None else f"{last.name}:{last.line}"
    source = f"{type(error).__name__}:{where}"
    return f"G{zlib.crc32(source.encode()) & 0xFFFF:04X}"
