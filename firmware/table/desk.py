"""What the views share: the game on its file, the players' language and likings, open wishes."""

import logging
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from firmware import boxes
from firmware import settings as likings
from firmware.journal import Journal
from firmware.settings import Settings
from firmware.shelf import Shelf
from firmware.speech.language import Language
from firmware.speech.short import Short
from firmware.speech.words import Words
from firmware.table.asks import Ask
from firmware.zone import Zone
from rules.barbecue import Barbecue
from rules.box import Box
from rules.events import Events
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import Throw

_log = logging.getLogger(__name__)


@dataclass
class Desk:
    """One for a running table."""

    shelf: Shelf
    language: Language
    settings: Settings
    chip: Literal["", "ssd1306", "sh1106"] = ""
    """What the panel is driven as, if it could as well be the other one; "": no question."""
    camera: bool = True
    """Whether dice can be looked at; without, they are entered by hand."""
    journal: Journal | None = None
    asks: deque[Ask] = field(default_factory=deque)
    tickets: int = 0
    told: Events = ()
    """What people were told to do with the pieces and have not confirmed."""
    zone: Zone | None = None
    """Where dice are thrown, if the camera was aimed."""

    @property
    def game(self) -> Journal:
        """The game that is being played; there is one wherever this is asked."""
        if self.journal is None:
            raise LookupError("no game")
        return self.journal

    @property
    def words(self) -> Words:
        """Whole sentences about this game."""
        players = () if self.journal is None else self.journal.state.setup.players
        return Words(players, self.language)

    @property
    def short(self) -> Short:
        """Phrases that fit on the panel."""
        players = () if self.journal is None else self.journal.state.setup.players
        return Short(players, self.language)

    def say(self, text: str, **arguments: object) -> str:
        """This text in the players' language, filled in."""
        return self.language.gettext(text, **arguments)

    def many(self, one: str, more: str, count: int, **arguments: object) -> str:
        """One of two texts by a count, in the players' language, filled in."""
        return self.language.ngettext(one, more, count, **arguments)

    @property
    def heckmeck(self) -> AnyHeckmeck:
        """The game as it stands; every game that this table leads is one."""
        state = self.game.state
        if not isinstance(state, Heckmeck):
            raise TypeError(state.NAME)
        return state

    @property
    def barbecue(self) -> Barbecue:
        """The game as it stands, where only Barbecue will do."""
        state = self.game.state
        if not isinstance(state, Barbecue):
            raise TypeError(state.NAME)
        return state

    @property
    def correctable(self) -> bool:
        """Whether the last move is a throw, which can be replaced while it waits to be answered."""
        steps = self.game.steps
        return bool(steps) and isinstance(steps[-1].move, Throw)

    def use(self, journal: Journal | None) -> None:
        """Play this game from now on; the one before it can be gone on with elsewhere."""
        if self.journal is not None and self.journal is not journal:
            self.journal.close()
        self.journal = journal
        self.told = ()

    def remember(self, box: Box) -> None:
        """Keep what is printed on the owner's box; a disk that refuses loses only that."""
        try:
            boxes.remember(self.shelf.folder, Barbecue, box)
        except OSError:
            _log.exception("The box cannot be kept")

    def change(self, **values: object) -> None:
        """Change settings, and keep them; a disk that refuses loses only that they are kept."""
        self.settings = msgspec.structs.replace(self.settings, **values)
        try:
            likings.save(self.shelf.folder, self.settings)
        except OSError:
            _log.exception("The settings cannot be kept")

    def number(self, value: float) -> str:
        """A signed number with one decimal."""
        point = self.language.pgettext("decimal point", "1.5")[1]
        return f"{value:+.1f}".replace(".", point)

    def ask(self, ask: Ask) -> None:
        """Ask something of the devices."""
        self.asks.append(ask)

    def ticket(self) -> int:
        """A number that no other question of this run has."""
        self.tickets += 1
        return self.tickets
