"""What players are called: by the colour of their plates, or by a name written with the buttons."""

from functools import partial

from firmware.screens.kinds import Letters, Screen
from firmware.speech.short import cut
from firmware.table.desk import Desk
from firmware.table.menus import Entry, MenuView, NoteView
from firmware.table.view import View
from rules.barbecue import Barbecue
from rules.errors import BadSetup
from rules.players import LONGEST_NAME, Colour, Player

SHORTEST = 7
"""Letters of a name that fit beside the colour."""
ALPHABET = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "-", " ")


def seated(desk: Desk, count: int) -> tuple[Player, ...]:
    """So many players, those with names first, the others called by the colour of their plates."""
    named = [colour for colour in Barbecue.COLOURS if _given(desk, colour)]
    others = [colour for colour in Barbecue.COLOURS if colour not in named]
    playing = {*named, *others[: max(0, count - len(named))]}
    colours = [colour for colour in Barbecue.COLOURS if colour in playing][:count]
    names = {colour: _given(desk, colour) or desk.short.colour(colour) for colour in colours}
    players = []
    for seat, (colour, name) in enumerate(names.items(), start=1):
        alike = sum(other.casefold() == name.casefold() for other in names.values()) > 1
        players.append(Player(f"{name[: LONGEST_NAME - 2]} {seat}" if alike else name, colour))
    return tuple(players)


def _given(desk: Desk, colour: Colour) -> str:
    """The name that was given to these plates, if it is one."""
    name = desk.settings.names.get(str(colour), "").strip()
    try:
        return Player(name, colour).name
    except BadSetup:
        return ""


class NamesView(MenuView):
    """A name for each colour of plates; they are remembered."""

    name = "names"

    def title(self) -> str:
        """Whose plates."""
        return self.say("Who plays which?")

    def entries(self) -> tuple[Entry, ...]:
        """One line for each colour."""
        return tuple(
            Entry(
                self.desk.short.colour(colour),
                partial(LettersView, self, colour),
                cut(self.desk.settings.names.get(str(colour), ""), SHORTEST),
            )
            for colour in Barbecue.COLOURS
        )


class LettersView(View):
    """A name, letter by letter: OK writes, STOP takes the last away, SCAN is done."""

    name = "letters"

    def __init__(self, names: NamesView, colour: Colour) -> None:
        super().__init__(names.desk, names.places)
        self.names = names
        self.colour = colour
        self.written = self.desk.settings.names.get(str(colour), "")
        self.chosen = 0

    @property
    def _letters(self) -> tuple[str, ...]:
        new = not self.written or self.written[-1] in " -"
        return ALPHABET if new else tuple(letter.lower() for letter in ALPHABET)

    def screen(self) -> Screen:
        """What is written, and the letters."""
        return Letters(
            self.name,
            self.say("{colour}   OK: add", colour=self.desk.short.colour(self.colour)),
            self.written,
            self._letters,
            self.chosen,
            self.say("STOP: delete  SCAN: done"),
        )

    def left(self) -> View:
        """The letter before."""
        self.chosen = (self.chosen - 1) % len(ALPHABET)
        return self

    def right(self) -> View:
        """The next letter."""
        self.chosen = (self.chosen + 1) % len(ALPHABET)
        return self

    def ok(self) -> View:
        """Write it."""
        if len(self.written) < LONGEST_NAME:
            self.written += self._letters[self.chosen]
        return self

    def stop(self) -> View:
        """Take the last letter away."""
        self.written = self.written[:-1]
        return self

    def scan(self) -> View:
        """Done: no name means the colour."""
        name = self.written.strip()
        others = {c: n for c, n in self.desk.settings.names.items() if c != str(self.colour)}
        if name:
            try:
                Player(name, self.colour)
            except BadSetup as error:
                said = (self.desk.words.error(error),)
                return NoteView(self.desk, self.places, self.say("No such name"), said, self)
            if name.casefold() in {other.casefold() for other in others.values()}:
                said = (self.say("Someone else is {name}", name=name),)
                return NoteView(self.desk, self.places, self.say("Name taken"), said, self)
            others[str(self.colour)] = name
        self.desk.change(names=others)
        return self.names

    def back(self) -> View:
        """Leave the name as it was."""
        return self.names
