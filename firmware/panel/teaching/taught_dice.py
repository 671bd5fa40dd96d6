"""Manages taught dice: rename them, map them to another game, or forget them."""

from functools import partial

from firmware.panel.teaching.map_faces import map_dice
from firmware.panel.view import View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.panel.views.names import LettersView
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.table.taught import forget, refusal, rename


class TaughtView(MenuView):
    """All taught dice."""

    name = "taught"

    def __init__(self, back: View) -> None:
        super().__init__(back.session, back.navigator, back)

    def title(self) -> str:
        return self.say("Taught dice")

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(cut(name), partial(DiceMenu, self, name)) for name in self.session.taught
        )


class DiceMenu(MenuView):
    """The actions for one set of dice."""

    name = "taught_menu"

    def __init__(self, taught: TaughtView, dice: str) -> None:
        super().__init__(taught.session, taught.navigator, taught)
        self.taught = taught
        self.dice = dice

    def title(self) -> str:
        return cut(self.dice)

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("Name…"), self._name),
            Entry(self.say("Other game…"), lambda: map_dice(self, self.dice, self.taught)),
            Entry(self.say("Forget them…"), partial(ForgetDiceView, self)),
        )

    def _name(self) -> View:
        return LettersView(self, self.say("Name"), self.dice, self._named)

    def _named(self, name: str) -> View:
        if name == self.dice:
            return self.taught
        refused = "" if taught_dice.same_name(name, self.dice) else refusal(self.session, name)
        if refused:
            return NoteView(
                self.session, self.navigator, self.say("No such name"), (refused,), self
            )
        rename(self.session, self.dice, name)
        return self.taught


class ForgetDiceView(MenuView):
    """Asks whether to forget the dice."""

    name = "taught_forget"

    def __init__(self, menu: DiceMenu) -> None:
        super().__init__(menu.session, menu.navigator, menu)
        self.menu = menu

    def title(self) -> str:
        return self.say("Forget {name}?", name=cut(self.menu.dice))

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("No, back"), self.back),
            Entry(self.say("Yes, forget them"), self._forget),
        )

    def _forget(self) -> View:
        forget(self.session, self.menu.dice)
        taught = self.menu.taught
        return taught if self.session.taught else taught.back()
