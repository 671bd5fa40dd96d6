"""A hint of the guided first turn."""

from firmware.panel.view import View
from firmware.panel.views.menus import NoteView
from firmware.play.guide import Hint
from firmware.screens.kinds import Message, Screen
from firmware.speech.guide import GUIDE
from firmware.table.auto_detect import AutoLook
from rules.dice import Faces
from rules.record import Read


class GuideView(NoteView):
    """Lies over the view that it is about: OK removes it, BACK switches the guide off.

    Every other button does what it does there.
    """

    name = "guide"

    def __init__(self, then: View, hint: Hint) -> None:
        super().__init__(then, "", "")
        self._hint = hint

    def on_shown(self) -> None:
        self.session.hinted.add(self._hint)

    def screen(self) -> Screen:
        title = self.say("First turn: {number} of 3", number=self._hint.number)
        line = self.session.language.said(GUIDE[self._hint].short)
        return Message(self.name, title, (line,), self.say("BACK: no more hints"))

    def step(self, by: int) -> View:
        return self.then.step(by)

    def stop(self) -> View:
        return self.then.stop()

    def auto_look(self) -> AutoLook | None:
        return self.then.auto_look()

    def thrown(self, faces: Faces, read: Read) -> View:
        return self.then.thrown(faces, read)

    def back(self) -> View:
        self.session.change(guide=False)
        return self.then

    def undo(self) -> View:
        return self.then.undo()
