"""What the views share: the game on its file, the players' language and likings, open wishes."""

import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import msgspec

from firmware import boxes
from firmware import settings as likings
from firmware.boxes import Boxes
from firmware.journal import Journal
from firmware.ports import Phone
from firmware.settings import Settings
from firmware.shelf import Shelf
from firmware.speech.language import Language
from firmware.speech.short import Short
from firmware.speech.words import Words
from firmware.table.asks import Ask
from firmware.turns import turn_over
from firmware.zone import Zone
from rules.dice import STANDARD
from rules.events import Events
from rules.games import GAMES, AnyGame
from rules.moves import Throw

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from vision.reading import Reading

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
    thrower: bool = False
    """Whether the program throws the dice: it must be told which."""
    journal: Journal | None = None
    asks: deque[Ask] = field(default_factory=deque)
    tickets: int = 0
    told: Events = ()
    """What people were told to do with the pieces and have not confirmed."""
    looked: "Reading | None" = None
    """What the last look found, if the throw or the choice that stands came of it."""
    looks: int = 0
    """How often dice were looked at since the start."""
    sees_aside: bool = False
    """Whether a mat lies there, on which dice laid aside are seen."""
    zone: Zone | None = None
    """Where dice are thrown, if the camera was aimed."""
    phone: Phone | None = None
    """How phones come to see the page, where there is one."""
    _boxes: dict[str, Boxes] = field(default_factory=dict)
    """By game, as far as they were asked for."""

    @property
    def game(self) -> Journal:
        """The game that is being played; there is one wherever this is asked."""
        if self.journal is None:
            raise LookupError("no game")
        return self.journal

    @property
    def last_game(self) -> type[AnyGame]:
        """What was played the last time."""
        return GAMES.get(self.settings.game, next(iter(GAMES.values())))

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
    def correctable(self) -> bool:
        """Whether the last move is a throw that waits to be answered: it can be replaced."""
        steps = self.game.steps
        if not steps or not isinstance(steps[-1].move, Throw):
            return False
        return not turn_over(steps[-1].events)

    def use(self, journal: Journal | None) -> None:
        """Play this game from now on; the one before it can be gone on with elsewhere."""
        if self.journal is not None and self.journal is not journal:
            self.journal.close()
        self.journal = journal
        self.told = ()
        self.looked = None

    def boxes(self, game: type[AnyGame]) -> Boxes:
        """The owner's boxes of this game."""
        if game.NAME not in self._boxes:
            self._boxes[game.NAME] = boxes.load(self.shelf.folder, game)
        return self._boxes[game.NAME]

    def keep_boxes(self, game: type[AnyGame], owned: Boxes) -> None:
        """Use these boxes from now on; a disk that refuses loses only that they are kept."""
        self._boxes[game.NAME] = owned
        try:
            boxes.save(self.shelf.folder, game, owned)
        except OSError:
            _log.exception("The boxes cannot be kept")

    def seat(self, colours: Iterable[str]) -> None:
        """People sit in this order; colours of other games keep theirs behind them."""
        first = tuple(map(str, colours))
        others = (colour for colour in self.settings.seats if colour not in first)
        self.change(seats=(*first, *others))

    def use_dice(self, game: type[AnyGame], *, ordinary: bool) -> None:
        """Play this game with ordinary dice, or with its own."""
        others = {name: dice for name, dice in self.settings.dice.items() if name != game.NAME}
        self.change(dice={**others, game.NAME: STANDARD.name} if ordinary else others)

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

    def percent(self, chance: float) -> str:
        """A chance in a few letters: nothing that can happen is 0 %."""
        return "<1 %" if 0 < chance < 0.01 else ">99 %" if 0.99 < chance < 1 else f"{chance:.0%}"

    def ask(self, ask: Ask) -> None:
        """Ask something of the devices."""
        self.asks.append(ask)

    def ticket(self) -> int:
        """A number that no other question of this run has."""
        self.tickets += 1
        return self.tickets
