"""Teaching new dice on a page: the panel's steps, with a picture of each shown face."""

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from firmware.camera.taught_faces import FEWEST
from firmware.ports import Action
from firmware.screens.kinds import Mark
from firmware.speech.games import WORDS
from firmware.table.control import TableControl, Teach, TeachingStep
from firmware.web.last_picture import LastPicture, jpeg

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.geometry import Frame


class Lessons:
    """What a page shows of a teaching session."""

    def __init__(self, control: TableControl, last_picture: LastPicture) -> None:
        self._control = control
        self._last_picture = last_picture
        self._session = control.session
        self._drawn: dict[int, tuple[Frame, str]] = {}
        """Encoded pictures of faces."""

    def as_data(self) -> dict[str, Any] | None:
        """Return the current step; None if no dice are being taught."""
        step = self._control.teaching
        if step is None:
            self._drawn.clear()
            return None
        teaching_session = step.teaching_session
        return {
            "game": WORDS[teaching_session.game.NAME].title,
            "faces": [
                {
                    "name": name,
                    "face": teaching_session.faces[name],
                    "asked": name == step.face,
                    "picture": self._picture(teaching_session.looks[name][0])
                    if name in teaching_session.looks
                    else None,
                }
                for name in teaching_session.drawn
            ],
            "dice": teaching_session.dice,
            "busy": step.teach is Teach.WAIT,
            "name": step.name if step.teach is Teach.NAME else None,
            "tried": [{"face": d.face, "doubted": d.mark is Mark.DOUBTED} for d in step.dice],
            "picture": self._picture_number(step),
            "again": step.teach is Teach.CHECK,
            "presses": [{"action": action, "label": label} for action, label in self._ways(step)],
            **self._instructions(step),
        }

    def _picture(self, look: "Frame") -> str:
        kept = self._drawn.get(id(look))
        if kept is None or kept[0] is not look:
            kept = self._drawn[id(look)] = look, b64encode(jpeg(look)).decode()
        return kept[1]

    def _picture_number(self, step: TeachingStep) -> int | None:
        """Return the number of the last picture, if people compare or correct it."""
        seen = self._last_picture.last
        unclear = step.teach is Teach.SHOW and step.causes
        shown = step.teach is Teach.CHECK or unclear
        return seen.number if seen is not None and shown else None

    def _instructions(self, step: TeachingStep) -> dict[str, Any]:
        """Return what to do, and what was wrong with the last try."""
        say, words, causes = self._session.say, self._session.words, step.causes
        text = {
            Teach.WAIT: step.doing,
            Teach.BLIND: "",
            Teach.ALIKE: "",
            Teach.THROW: say("Throw all dice, to see whether they are read right."),
            Teach.CHECK: say("Is this correct?"),
            Teach.NAME: say("What are these dice called?"),
            Teach.LEAVE: say("Discard the new dice?"),
        }
        if step.teach is Teach.SHOW:
            face = words.face(step.teaching_session.faces[step.face])
            text[Teach.SHOW] = say(
                "Turn at least {least} dice to “{face}”, all there are if you can.",
                least=FEWEST,
                face=face,
            )
        trouble = [] if step.trouble is None else [words.error(step.trouble)]
        wrong = [*trouble, *map(words.lesson, step.problems), *map(words.cause, causes)]
        return {"text": text[step.teach], "wrong": wrong}

    def _ways(self, step: TeachingStep) -> list[tuple[Action, str]]:
        """Return the panel's buttons that are useful here, with their action."""
        say = self._session.say
        match step.teach:
            case Teach.SHOW:
                back = [] if step.first else [(Action.BACK, say("One face back"))]
                return [(Action.SCAN, say("Turned: read them")), *back]
            case Teach.WAIT:
                return [(Action.BACK, say("Give up"))]
            case Teach.BLIND:
                return [(Action.SCAN, say("Try again"))]
            case Teach.ALIKE:
                as_it_is = [(Action.STOP, say("Continue anyway"))] if step.again else []
                return [(Action.OK, say("Show them again")), *as_it_is]
            case Teach.THROW:
                return [(Action.SCAN, say("Thrown: read them"))]
            case Teach.CHECK:
                right = [(Action.OK, say("Yes, that is right"))] if step.whole else []
                return [*right, (Action.SCAN, say("Read again"))]
        return [(Action.BACK, say("Back"))]
