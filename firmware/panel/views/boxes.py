"""The owner's boxes of one game: copies differ, so each is kept under a name of its own."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.panel.views.names import LettersView
from firmware.speech.short import cut
from firmware.store.boxes import FIRST, Boxes
from firmware.table.session import Desk
from rules.box import Box
from rules.games import AnyGame


class Owner(Protocol):
    """The view of a new game, which knows the owner's boxes."""

    desk: Desk
    navigator: Navigator
    game: type[AnyGame]

    @property
    def owned(self) -> Boxes:
        """The boxes of this game."""

    def compare(self, box: Box, name: str, then: Callable[[], View]) -> View:
        """Ask what is printed on a box, then keep that."""

    def keep(self, owned: Boxes, then: Callable[[], View]) -> View:
        """Keep these boxes."""


class BoxesView(MenuView):
    """Which copy lies on the table."""

    name = "boxes"

    def __init__(self, begin: Owner, back: View) -> None:
        super().__init__(begin.desk, begin.navigator, back)
        self.begin = begin

    def title(self) -> str:
        """Which."""
        return self.say("Which box?")

    def called(self, name: str) -> str:
        """What the panel calls a box."""
        return cut(name) if name != FIRST else self.say("First box")

    def entries(self) -> tuple[Entry, ...]:
        """Every box, the one in use marked; and one more."""
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
            said = (self.say("Give it a new name"),)
            return NoteView(self.desk, self.navigator, self.say("No such name"), said, self)
        return self.begin.compare(self.begin.game.BOX, name, lambda: self)


class BoxMenu(MenuView):
    """What can be done with one box."""

    name = "box_menu"

    def __init__(self, boxes: BoxesView, box: str) -> None:
        super().__init__(boxes.desk, boxes.navigator, boxes)
        self.boxes = boxes
        self.begin = boxes.begin
        self.box = box

    def title(self) -> str:
        """Its name."""
        return self.boxes.called(self.box)

    def entries(self) -> tuple[Entry, ...]:
        """Use it first."""
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
            self.begin.desk.keep_boxes(self.begin.game, self.begin.owned.renamed(self.box, name))
        return self.boxes

    def _forget(self) -> View:
        return self.begin.keep(self.begin.owned.without(self.box), lambda: self.boxes)
