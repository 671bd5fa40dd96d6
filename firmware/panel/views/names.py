"""The players' names: the colours of their pieces, or names written with the buttons."""

from collections.abc import Callable
from functools import partial

from firmware.panel.view import View
from firmware.panel.view_kinds import Chooser, SubView
from firmware.panel.views.menus import Entry, NoteView, SubMenu
from firmware.screens.kinds import Letters, Screen
from firmware.speech.language import N_
from firmware.speech.players import LEVELS
from firmware.speech.short import cut
from firmware.table.seating import colours
from rules.errors import BadSetup
from rules.games import AnyGame
from rules.players import LONGEST_NAME, Colour, Player

SHORTEST = 7
"""Letters of a name that fit beside the colour."""
ALPHABET = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "-", " ")


class NamesView(SubMenu):
    """A name for each colour, in seating order; both are saved."""

    name = "names"
    heading = N_("Who plays which?")

    def __init__(self, back: View, game: type[AnyGame]) -> None:
        super().__init__(back)
        self.game = game
        self.foot = self.say("OK: name   STOP: sits earlier")

    def entries(self) -> tuple[Entry, ...]:
        named = (
            Entry(
                self.session.short.colour(colour),
                partial(self._write, colour),
                cut(self.session.settings.names.get(str(colour), ""), SHORTEST),
            )
            for colour in colours(self.session, self.game)
        )
        return (*named, Entry(self.say("The box plays…"), partial(BoxSeatsView, self, self.game)))

    def stop(self) -> View:
        """Move the chosen player one seat forward."""
        order = list(colours(self.session, self.game))
        if 0 < self.chosen < len(order):
            at = self.chosen
            order[at - 1], order[at] = order[at], order[at - 1]
            self.session.seat(order)
            self.chosen -= 1
        return self

    def _write(self, colour: Colour) -> View:
        written = self.session.settings.names.get(str(colour), "")
        title = self.session.short.colour(colour)
        return LettersView(self, title, written, partial(self._name, colour))

    def _name(self, colour: Colour, name: str) -> View:
        """Save the name; an empty one means the colour."""
        others = {c: n for c, n in self.session.settings.names.items() if c != str(colour)}
        if name:
            Player(name, colour)
            if name.casefold() in {other.casefold() for other in others.values()}:
                text = self.say("Someone else is {name}", name=name)
                return NoteView(self, self.say("Name taken"), text)
            others[str(colour)] = name
        self.session.change(names=others)
        return self


class BoxSeatsView(SubMenu):
    """The colours that the box plays: OK goes on to its next level, and at last to a person."""

    name = "box_seats"
    heading = N_("The box plays…")

    def __init__(self, back: View, game: type[AnyGame]) -> None:
        super().__init__(back)
        self.game = game
        self.foot = self.say("OK: how well")

    def entries(self) -> tuple[Entry, ...]:
        chosen = self.session.settings.levels
        return tuple(
            Entry(
                self.session.short.colour(colour),
                partial(self._next, colour),
                self.say(LEVELS[chosen[colour]]) if colour in chosen else self.say("no"),
            )
            for colour in colours(self.session, self.game)
        )

    def _next(self, colour: Colour) -> View:
        chosen, every = self.session.settings.levels, (None, *LEVELS)
        level = every[(every.index(chosen.get(colour)) + 1) % len(every)]
        self.session.let_play({colour: level})
        return self


class LettersView(SubView, Chooser):
    """Writes a name: OK adds a letter, STOP removes the last, SCAN finishes."""

    name = "letters"

    def __init__(self, back: View, title: str, written: str, done: Callable[[str], View]) -> None:
        super().__init__(back)
        self.title = title
        self.written = written
        self.done = done

    @property
    def _letters(self) -> tuple[str, ...]:
        new = not self.written or self.written[-1] in " -"
        return ALPHABET if new else tuple(letter.lower() for letter in ALPHABET)

    def screen(self) -> Screen:
        return Letters(
            self.name,
            self.say("{title}   OK: add", title=self.title),
            self.written,
            self._letters,
            self.chosen,
            self.say("STOP: delete  SCAN: done"),
        )

    def size(self) -> int:
        return len(ALPHABET)

    def ok(self) -> View:
        if len(self.written) < LONGEST_NAME:
            self.written += self._letters[self.chosen]
        return self

    def stop(self) -> View:
        self.written = self.written[:-1]
        return self

    def scan(self) -> View:
        """Finish, unless the name is not allowed."""
        name = self.written.strip()
        try:
            return self.done(name)
        except BadSetup as error:
            return NoteView(self, self.say("No such name"), self.session.words.error(error))
