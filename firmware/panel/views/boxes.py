"""The owner's boxes of one game. Copies differ, so each has a name."""

from collections.abc import Callable
from functools import partial

from firmware.panel.view import View
from firmware.panel.views.menus import Entry, MenuView, NoteView, SubMenu
from firmware.panel.views.names import LettersView
from firmware.panel.views.stand_ins import StandInsView
from firmware.speech.language import N_
from firmware.speech.short import cut
from firmware.store.boxes import FIRST, Boxes
from rules.box import Box
from rules.dice import STANDARD, TableDice
from rules.games import AnyGame


class OwnerView(MenuView):
    """A view of a new game, which manages the owner's boxes of this game."""

    game: type[AnyGame]

    @property
    def owned(self) -> Boxes:
        return self.session.boxes(self.game)

    @property
    def ordinary(self) -> TableDice | None:
        """The ordinary dice, if they replace the game's own."""
        if self.session.settings.dice.get(self.game.NAME) != STANDARD.name:
            return None
        return self.game.dice_sets(self.owned.box).get(STANDARD.name)

    def compare(self, box: Box, name: str, then: Callable[[], View]) -> View:
        """Ask for the numbers on a box, then use it under this name."""

        def compared(printed: Box) -> View:
            return self.keep(self.owned.keeping(name, printed), then)

        return self.navigator.game_panel(self.game).compare(self, box, compared)

    def keep(self, owned: Boxes, then: Callable[[], View]) -> View:
        """Save these boxes; show the meaning of ordinary dice if it changes with them."""
        before = self.ordinary
        self.session.keep_boxes(self.game, owned)
        if self.ordinary is None or self.ordinary == before:
            return then()
        return StandInsView(self.navigator, self.ordinary, then)


class BoxesView(SubMenu):
    """Asks which copy is on the table."""

    name = "boxes"
    heading = N_("Which box?")

    def __init__(self, back: View, begin: OwnerView) -> None:
        super().__init__(back)
        self.begin = begin

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
            return NoteView(self, self.say("No such name"), self.say("Give it a new name"))
        return self.begin.compare(self.begin.game.BOX, name, lambda: self)


class BoxMenu(SubMenu):
    """The actions for one box."""

    name = "box_menu"

    def __init__(self, boxes: BoxesView, box: str) -> None:
        super().__init__(boxes)
        self.boxes = boxes
        self.begin = boxes.begin
        self.box = box

    def title(self) -> str:
        return self.boxes.called(self.box)

    def entries(self) -> tuple[Entry, ...]:
        owned = self.begin.owned
        compare = partial(self.begin.compare, owned.by_name[self.box], self.box, self.back)
        return (
            Entry(self.say("Play with it"), self._use),
            Entry(self.say("What is printed…"), compare),
            Entry(self.say("Name…"), self._name),
            Entry(
                self.say("Forget it"),
                self._forget,
                struck=self.say("The only box") if len(owned.by_name) == 1 else "",
            ),
        )

    def _use(self) -> View:
        return self.begin.keep(self.begin.owned.using(self.box), self.back)

    def _name(self) -> View:
        return LettersView(self.boxes, self.say("Name of the box"), self.box, self._named)

    def _named(self, name: str) -> View:
        if name != self.box and name not in self.begin.owned.by_name:
            self.begin.session.keep_boxes(self.begin.game, self.begin.owned.renamed(self.box, name))
        return self.boxes

    def _forget(self) -> View:
        return self.begin.keep(self.begin.owned.without(self.box), self.back)
