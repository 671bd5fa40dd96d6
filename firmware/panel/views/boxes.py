"""The owner's boxes of one game. Copies differ, so each has a name."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.panel.views.names import LettersView
from firmware.speech.short import cut
from firmware.store.boxes import FIRST, Boxes
from firmware.table.session import Session
from rules.box import Box
from rules.games import AnyGame


class Owner(Protocol):
    """The view of a new game, which manages the owner's boxes."""

    session: Session
    navigator: Navigator
    game: type[AnyGame]

    @property
    def owned(self) -> Boxes:
        """Return the boxes of this game."""

    def compare(self, box: Box, name: str, then: Callable[[], View]) -> View:
        """Ask for the numbers on a box, then save them."""

    def keep(self, owned: Boxes, then: Callable[[], View]) -> View:
        """Save these boxes."""


class BoxesView(MenuView):
    """Asks which copy is on the table."""

    name = "boxes"

    def __init__(self, begin: Owner, back: View) -> None:
        super().__init__(begin.session, begin.navigator, back)
        self.begin = begin

    def title(self) -> str:
        return self.say("Which box?")

    def called(self, name: str) -> str:
        """Return the name of a box on the panel."""
        return cut(name) if name != FIRST else self.say("First box")

    def entries(self) -> tuple[Entry, ...]:
        """Return every box, with the current one marked, and one to add."""
        owned = self.begin.owned
        return (
            *(
                Entry(
                    self.called(name),
                    partial(BoxMenu, self, name),
                    self.say("in use") if name == owned.used else "",
                )
                for name in owned.by_name
            ),
            Entry(self.say("One more box…"), self._more),
        )

    def _more(self) -> View:
        return LettersView(self, self.say("Name of the box"), "", self._named)

    def _named(self, name: str) -> View:
        if not name or name in self.begin.owned.by_name:
            text = (self.say("Give it a new name"),)
            return NoteView(self.session, self.navigator, self.say("No such name"), text, self)
        return self.begin.compare(self.begin.game.BOX, name, lambda: self)


class BoxMenu(MenuView):
    """The actions for one box."""

    name = "box_menu"

    def __init__(self, boxes: BoxesView, box: str) -> None:
        super().__init__(boxes.session, boxes.navigator, boxes)
        self.boxes = boxes
        self.begin = boxes.begin
        self.box = box

    def title(self) -> str:
        return self.boxes.called(self.box)

    def entries(self) -> tuple[Entry, ...]:
        owned = self.begin.owned
        return (
            Entry(self.say("Play with it"), self._use),
            Entry(self.say("What is printed…"), self._compare),
            Entry(self.say("Name…"), self._name),
            Entry(
                self.say("Forget it"),
                self._forget,
                struck=self.say("The only box") if len(owned.by_name) == 1 else "",
            ),
        )

    def _use(self) -> View:
        return self.begin.keep(self.begin.owned.using(self.box), lambda: self.boxes)

    def _compare(self) -> View:
        return self.begin.compare(self.begin.owned.by_name[self.box], self.box, lambda: self.boxes)

    def _name(self) -> View:
        return LettersView(self.boxes, self.say("Name of the box"), self.box, self._named)

    def _named(self, name: str) -> View:
        if name != self.box and name not in self.begin.owned.by_name:
            self.begin.session.keep_boxes(self.begin.game, self.begin.owned.renamed(self.box, name))
        return self.boxes

    def _forget(self) -> View:
        return self.begin.keep(self.begin.owned.without(self.box), lambda: self.boxes)
