"""New dice on a page: the steps of the panel, with a picture of each face that was shown."""

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from firmware.camera.taught_faces import FEWEST
from firmware.errors import Unclear
from firmware.panel.table import Table
from firmware.panel.teaching.check import DiceNameView, MisreadView, TriedView, TryView, refusal
from firmware.panel.teaching.show_faces import (
    AlikeView,
    BlindView,
    ForgetView,
    LearnView,
    ShowView,
    TeachingView,
    TeachingWait,
)
from firmware.panel.teaching.start import begin
from firmware.panel.view import View
from firmware.ports import Action
from firmware.screens.kinds import Mark
from firmware.speech.sentences import TITLES
from firmware.table.teaching import TeachingSession
from firmware.web.last_picture import LastPicture
from rules.games import game_named

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from vision.reading import Frame

CourseStep = TeachingView | TeachingWait | DiceNameView | MisreadView | ForgetView
"""Every view of a course."""
_QUALITY = 80


class Lessons:
    """What a page is told of the dice that are being taught at a table."""

    def __init__(self, table: Table, last_picture: LastPicture) -> None:
        self._table = table
        self._last_picture = last_picture
        self._desk = table.desk
        self._drawn: dict[int, tuple[Frame, str]] = {}
        """Pictures of faces; each is packed once."""

    def told(self) -> dict[str, Any] | None:
        """The step that is to be done now; None where nothing is taught."""
        view = self._table.view
        if not isinstance(view, CourseStep):
            self._drawn.clear()
            return None
        course = view.course
        return {
            "game": TITLES[course.game.NAME],
            "faces": self._faces(course, view),
            "dice": course.dice,
            "busy": isinstance(view, TeachingWait),
            "name": view.written if isinstance(view, DiceNameView) else None,
            "tried": self._tried(view),
            "picture": self._lying(view),
            "again": isinstance(view, TriedView | MisreadView),
            "presses": [{"action": action, "label": label} for action, label in self._ways(view)],
            **self._said(view),
        }

    def _faces(self, course: TeachingSession, view: View) -> list[dict[str, Any]]:
        """The faces that must be shown, in their order."""
        now = view.show if isinstance(view, LearnView) else view
        asked = now.names[now.at] if isinstance(now, ShowView) else ""
        return [
            {
                "name": name,
                "face": course.faces[name],
                "asked": name == asked,
                "picture": self._picture(course.looks[name][0]) if name in course.looks else None,
            }
            for name in course.drawn
        ]

    def _picture(self, look: "Frame") -> str:
        kept = self._drawn.get(id(look))
        if kept is None or kept[0] is not look:
            import cv2  # noqa: PLC0415 (dice were looked at: it is loaded)

            _, packed = cv2.imencode(".jpg", look, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            kept = self._drawn[id(look)] = look, b64encode(packed.tobytes()).decode()
        return kept[1]

    def _tried(self, view: View) -> list[dict[str, Any]]:
        """The dice of a throw that was read to check what was taught."""
        tried = view.tried if isinstance(view, MisreadView) else view
        if not isinstance(tried, TriedView):
            return []
        return [{"face": d.face, "doubted": d.mark is Mark.DOUBTED} for d in tried.dice]

    def _lying(self, view: View) -> int | None:
        """The number of the picture just taken, where people compare it or put it right."""
        shown = isinstance(view, TriedView | MisreadView)
        seen = self._last_picture.last
        unclear = isinstance(view, ShowView) and view.causes
        return seen.number if seen is not None and (shown or unclear) else None

    def _said(self, view: View) -> dict[str, Any]:
        """What to do, and what was wrong with what was done."""
        say, words = self._desk.say, self._desk.words
        match view:
            case ShowView():
                wrong = list(map(words.cause, view.causes))
                face = words.face(view.face)
                text = say("Turn at least {least} dice to “{face}”, all there are if you can.",
                           least=FEWEST, face=face)  # fmt: skip
                return {"text": text, "wrong": wrong}
            case TeachingWait():
                return {"text": view.doing(), "wrong": []}
            case BlindView():
                return {"text": "", "wrong": [words.error(view.trouble)]}
            case AlikeView():
                return {"text": "", "wrong": list(map(words.lesson, view.problems))}
            case TryView():
                text = say("Throw all dice, to see whether they are read right.")
                return {"text": text, "wrong": []}
            case TriedView() | MisreadView():
                tried = view if isinstance(view, TriedView) else view.tried
                wrong = words.doubts(tried.reading.doubts, len(tried.dice))
                return {"text": say("Is this what lies there?"), "wrong": wrong}
            case DiceNameView():
                return {"text": say("What are these dice called?"), "wrong": []}
        return {"text": say("Leave the new dice?"), "wrong": []}

    def _ways(self, view: View) -> list[tuple[Action, str]]:
        """The buttons of the panel that lead on, and what each does here."""
        say = self._desk.say
        match view:
            case ShowView():
                back = [(Action.BACK, say("One face back"))] if view.at else []
                return [(Action.SCAN, say("They are turned: look")), *back]
            case TeachingWait():
                return [(Action.BACK, say("Give up"))]
            case BlindView():
                return [(Action.SCAN, say("Try again"))]
            case AlikeView():
                as_it_is = [(Action.STOP, say("Go on as it is"))] if view.again else []
                return [(Action.OK, say("Show them again")), *as_it_is]
            case TryView():
                return [(Action.SCAN, say("They are thrown: read"))]
            case TriedView():
                right = [(Action.OK, say("Yes, that is right"))] if view.whole else []
                return [*right, (Action.SCAN, say("Read again"))]
        return [(Action.BACK, say("Back"))]

    # What a page asks for.

    def begin(self, game: str, *, pips: bool) -> None:
        """Teach new dice for this game; what was being taught is forgotten."""
        if not self._desk.camera:
            raise Unclear("page_not_here")
        chosen = game_named(game)
        if not TeachingSession.of(self._desk, chosen, pips=pips).drawn:
            raise Unclear("all_pips")

        def begun(view: View) -> View:
            away = self._away(view)
            return begin(away, chosen, away, pips=pips)

        self._table.navigate(begun)

    def leave(self) -> None:
        """Teach them no further."""
        self._table.navigate(self._left)

    def _left(self, view: View) -> View:
        if not isinstance(view, CourseStep):
            raise Unclear("page_not_here")
        return self._away(view)

    def _away(self, view: View) -> View:
        return view.navigator.begin() if self._desk.match is None else view.navigator.stands()

    def show_again(self, name: str) -> None:
        """One face was misread: show it once more."""
        self._table.navigate(lambda view: self._shown_again(view, name))

    def _shown_again(self, view: View, name: str) -> View:
        tried = view.tried if isinstance(view, MisreadView) else view
        if not isinstance(tried, TriedView) or name not in tried.course.drawn:
            raise Unclear("page_not_here")
        return ShowView(tried.teaching, tried, (name,), more=True, first=tried)

    def name(self, name: str) -> None:
        """Keep the dice under this name."""
        self._table.navigate(lambda view: self._named(view, name.strip()))

    def _named(self, view: View, name: str) -> View:
        if not isinstance(view, DiceNameView):
            raise Unclear("page_not_here")
        check_dice_name(view, name)
        return view.done(name)


def check_dice_name(view: View, name: str) -> None:
    """Refuse what dice cannot be called."""
    if not name:
        raise Unclear("page_dice_nameless")
    if refusal(view, name):
        raise Unclear("page_dice_name", name=name)
