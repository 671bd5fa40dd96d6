"""What the views share: the game on its file, the players' language and likings, open wishes."""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from firmware.camera.zone import Zone
from firmware.errors import DeviceTrouble, Unclear
from firmware.play.match import Match
from firmware.play.observers import Observers
from firmware.play.setup import Setup
from firmware.play.turns import turn_over
from firmware.ports import Phone
from firmware.speech.language import Language, language_named
from firmware.speech.settings import SETTINGS, Setting, Value
from firmware.speech.short import Short
from firmware.speech.words import Words
from firmware.store import boxes, taught_dice
from firmware.store import settings as likings
from firmware.store.boxes import Boxes
from firmware.store.journal import Journal
from firmware.store.settings import TAUGHT, Settings
from firmware.store.shelf import Shelf
from firmware.table.requests import Request, UseSettings
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
    unless_told: bool = False
    """Whether dice are read by themselves as long as the players have not said."""
    thrower: bool = False
    """Whether the program throws the dice: it must be told which."""
    match: Match | None = None
    """The game that is being played, if one is."""
    observers: Observers = field(default_factory=Observers)
    """Whoever listens to this table, whatever is played."""
    requests: deque[Request] = field(default_factory=deque)
    tickets: int = 0
    told: Events = ()
    """What people were told to do with the pieces and have not confirmed."""
    looked: "Reading | None" = None
    """What the last look found, if the throw or the choice that stands came of it."""
    sees_aside: bool = False
    """Whether a mat lies there, on which dice laid aside are seen."""
    zone: Zone | None = None
    """Where dice are thrown, if the camera was aimed."""
    phone: Phone | None = None
    """How phones come to see the page, where there is one."""
    unkept: DeviceTrouble | None = None
    """What the disk did not take, until people were told."""
    _refused: set[str] = field(default_factory=set)
    """What it did not take the last time."""
    _boxes: dict[str, Boxes] = field(default_factory=dict)
    """By game, as far as they were asked for."""
    _taught: tuple[str, ...] | None = None
    _taught_for: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By game. Both as far as they were asked for since they may have changed."""

    @property
    def game(self) -> Match:
        """The game that is being played; there is one wherever this is asked."""
        if self.match is None:
            raise LookupError("no game")
        return self.match

    @property
    def last_game(self) -> type[AnyGame]:
        """What was played the last time."""
        return GAMES.get(self.settings.game, next(iter(GAMES.values())))

    @property
    def lying(self) -> str:
        """The name of the dice on the table; taught ones lie there as the game's own."""
        state = self.game.state
        setup, chosen = state.setup, self.settings.dice.get(state.NAME, "")
        own = setup.table_dice.name == setup.dice.name
        return chosen if own and chosen.startswith(TAUGHT) else setup.table_dice.name

    @property
    def by_itself(self) -> bool:
        """Whether dice thrown and at rest are read without a press."""
        chosen = self.settings.by_itself
        return self.camera and (self.unless_told if chosen is None else chosen)

    @property
    def words(self) -> Words:
        """Whole sentences about this game."""
        players = () if self.match is None else self.match.state.setup.players
        return Words(players, self.language)

    @property
    def short(self) -> Short:
        """Phrases that fit on the panel."""
        players = () if self.match is None else self.match.state.setup.players
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
        if self.match is not None:
            self.match.close()
        self.match = None if journal is None else Match(journal, self.observers)
        self.told = ()
        self.looked = None

    def begin(self, setup: Setup) -> Events:
        """Begin a new game: what people must do first. `BadSetup` and the disk may refuse it."""
        state, events = setup.begin()
        self.use(self.shelf.begin(state, events))
        return events

    def boxes(self, game: type[AnyGame]) -> Boxes:
        """The owner's boxes of this game."""
        if game.NAME not in self._boxes:
            self._boxes[game.NAME] = boxes.load(self.shelf.folder, game)
        return self._boxes[game.NAME]

    def keep_boxes(self, game: type[AnyGame], owned: Boxes) -> None:
        """Use these boxes from now on, kept or not."""
        self._boxes[game.NAME] = owned
        save = partial(boxes.save, self.shelf.folder, game, owned)
        self._keep(save, DeviceTrouble("boxes_unkept"))

    @property
    def taught(self) -> tuple[str, ...]:
        """What the dice are called that were taught here."""
        if self._taught is None:
            self._taught = taught_dice.names(self.shelf.folder)
        return self._taught

    def taught_for(self, game: type[AnyGame]) -> tuple[str, ...]:
        """The same of those that were taught for this game."""
        if game.NAME not in self._taught_for:
            self._taught_for[game.NAME] = taught_dice.names(self.shelf.folder, game.NAME)
        return self._taught_for[game.NAME]

    def look_for_dice(self) -> None:
        """Some may have been taught or forgotten."""
        self._taught = None
        self._taught_for.clear()

    def seat(self, colours: Iterable[str]) -> None:
        """People sit in this order; colours of other games keep theirs behind them."""
        first = tuple(map(str, colours))
        others = (colour for colour in self.settings.seats if colour not in first)
        self.change(seats=(*first, *others))

    def use_dice(self, game: type[AnyGame], dice: str) -> None:
        """Play this game with the dice of this name, as settings have it; "" are its own."""
        others = {name: used for name, used in self.settings.dice.items() if name != game.NAME}
        self.change(dice={**others, game.NAME: dice} if dice else others)

    def offered_settings(self) -> list[tuple[Setting, Value]]:
        """The settings that are of use at this table, each with the value that holds now."""
        holds: dict[str, Value] = {"language": self.language.code, "by_itself": self.by_itself}
        return [
            (setting, holds.get(setting.name, getattr(self.settings, setting.name)))
            for setting in SETTINGS
            if self.camera or not setting.camera
        ]

    def set(self, name: str, value: Value) -> None:
        """Change a setting as people asked; `Unclear` if it cannot have this value."""
        offered = {setting.name: setting for setting, _ in self.offered_settings()}
        if name not in offered or value not in offered[name].choices(self.language):
            raise Unclear("page_not_here")
        self.change(**{name: value})
        if name == "language":
            self.language = language_named(self.settings.language)
        self.ask(UseSettings())

    def change(self, **values: object) -> None:
        """Change settings, kept or not."""
        self.settings = msgspec.structs.replace(self.settings, **values)
        save = partial(likings.save, self.shelf.folder, self.settings)
        self._keep(save, DeviceTrouble("settings_unkept"))

    def _keep(self, save: Callable[[], None], trouble: DeviceTrouble) -> None:
        """A disk that refuses loses only that it is kept: said once, until it takes it again."""
        try:
            save()
        except OSError:
            _log.exception("This cannot be kept: %s", trouble.code)
            if trouble.code not in self._refused:
                self.unkept = trouble
            self._refused.add(trouble.code)
        else:
            self._refused.discard(trouble.code)

    def number(self, value: float) -> str:
        """A signed number with one decimal."""
        point = self.language.pgettext("decimal point", "1.5")[1]
        return f"{value:+.1f}".replace(".", point)

    def percent(self, chance: float) -> str:
        """A chance in a few letters: nothing that can happen is 0 %."""
        return "<1 %" if 0 < chance < 0.01 else ">99 %" if 0.99 < chance < 1 else f"{chance:.0%}"

    def ask(self, ask: Request) -> None:
        """Ask something of the devices."""
        self.requests.append(ask)

    def ticket(self) -> int:
        """A number that no other question of this run has."""
        self.tickets += 1
        return self.tickets
