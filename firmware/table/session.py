"""The state of a running table for all surfaces: game, language, settings, pending requests."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from firmware.camera.zone import Zone
from firmware.errors import DeviceTrouble, Unclear
from firmware.play.guide import Hint, first_turn_over, hint
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
from firmware.store.settings import TAUGHT, Pace, Settings
from firmware.store.shelf import Shelf
from firmware.table.requests import Request, UseSettings
from rules.events import Events
from rules.games import GAMES, AnyGame
from rules.moves import Throw
from rules.players import Level

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reading import Reading

PACES = {Pace.SLOW: 4.0, Pace.MEDIUM: 2.0, Pace.FAST: 0.5}

_log = logging.getLogger(__name__)


@dataclass
class Session:
    """The state that all surfaces of a running table share."""

    shelf: Shelf
    language: Language
    settings: Settings
    chip: Literal["", "ssd1306", "sh1106"] = ""
    """The chip to ask the players about, if it is uncertain; "" asks nothing."""
    camera: bool = True
    """Whether there is a camera; without one, dice are entered by hand."""
    auto_read_default: bool = False
    """Whether dice are read automatically if the players have not set it."""
    thrower: bool = False
    """Whether a program throws the dice, so that it must be told which ones."""
    match: Match | None = None
    """The current game, if any."""
    observers: Observers = field(default_factory=Observers)
    """Listeners of this table, for every game."""
    requests: deque[Request] = field(default_factory=deque)
    tickets: int = 0
    unconfirmed: Events = ()
    """Instructions that people have not confirmed."""
    looked: "Reading | None" = None
    """The last reading, if the current throw or choice is based on it."""
    sees_aside: bool = False
    """Whether a mat is visible, on which dice set aside can be read."""
    zone: Zone | None = None
    """The throw zone, if the camera was aimed."""
    phone: Phone | None = None
    """How phones reach the page, if there is one."""
    hinted: set[Hint] = field(default_factory=set)
    """The hints of the guided first turn that the panel has shown."""
    unsaved: DeviceTrouble | None = None
    """A failure to save that people were not told yet."""
    fallbacks: set[str] = field(default_factory=set)
    """Why the solid player plays for the strong one, as far as people were told."""
    _refused: set[str] = field(default_factory=set)
    """Codes of what could not be saved the last time."""
    _boxes: dict[str, Boxes] = field(default_factory=dict)
    """By game; loaded when needed."""
    _taught: dict[str | None, tuple[str, ...]] = field(default_factory=dict)
    """By game; None is for every game. Loaded again after a possible change."""

    @property
    def game(self) -> Match:
        """The current game; only used while there is one."""
        if self.match is None:
            raise LookupError("no game")
        return self.match

    @property
    def last_game(self) -> type[AnyGame]:
        """The game that was played last."""
        return GAMES.get(self.settings.game, next(iter(GAMES.values())))

    @property
    def dice_name(self) -> str:
        """The name of the dice on the table. For the rules, taught dice are the game's own."""
        state = self.game.state
        setup, chosen = state.setup, self.settings.dice.get(state.NAME, "")
        own = setup.table_dice.name == setup.dice.name
        return chosen if own and chosen.startswith(TAUGHT) else setup.table_dice.name

    @property
    def by_itself(self) -> bool:
        """Whether thrown dice are read without a press."""
        chosen = self.settings.by_itself
        return self.camera and (self.auto_read_default if chosen is None else chosen)

    @property
    def pace(self) -> float | None:
        """Seconds for which the box shows each of its steps; None if people throw for it."""
        return PACES[self.settings.pace] if self.thrower else None

    @property
    def hint(self) -> Hint | None:
        """What to press next, while the first turn is guided."""
        if self.match is None or not self.settings.guide or self.match.automatic:
            return None
        return hint(self.match.steps)

    def end_guide(self) -> None:
        """Switch the guide off after the first turn."""
        if self.match is not None and self.settings.guide and first_turn_over(self.match.steps):
            self.change(guide=False)

    @property
    def words(self) -> Words:
        """Sentences about this game."""
        players = () if self.match is None else self.match.state.setup.players
        return Words(players, self.language)

    @property
    def short(self) -> Short:
        """Phrases that fit on the panel."""
        players = () if self.match is None else self.match.state.setup.players
        return Short(players, self.language)

    def say(self, text: str, **arguments: object) -> str:
        """Translate this text and fill it in."""
        return self.language.gettext(text, **arguments)

    def many(self, one: str, more: str, count: int, **arguments: object) -> str:
        """Translate one of two texts, depending on a count, and fill it in."""
        return self.language.ngettext(one, more, count, **arguments)

    @property
    def correctable(self) -> bool:
        """Whether the last move is a throw that can still be replaced."""
        steps = self.game.steps
        if not steps or not isinstance(steps[-1].move, Throw):
            return False
        return not turn_over(steps[-1].events)

    def use(self, journal: Journal | None, events: Events = ()) -> None:
        """Play this game from now on, close the previous one, and tell the listeners."""
        if self.match is not None:
            self.match.close()
        self.match = None if journal is None else Match(journal, self.observers)
        self.unconfirmed = ()
        self.looked = None
        if self.match is not None:
            self.match.announce(events)

    def begin(self, setup: Setup) -> Events:
        """Begin a new game and return what people must do; raises `BadSetup` or `DiskTrouble`."""
        state, events = setup.begin()
        self.use(self.shelf.begin(state, events, setup.levels), events)
        return events

    def again(self) -> Events:
        """Begin the game that is over once more, with the next player as the starter."""
        return self.begin(Setup.again(self.game.state, self.game.levels))

    def boxes(self, game: type[AnyGame]) -> Boxes:
        if game.NAME not in self._boxes:
            self._boxes[game.NAME] = boxes.load(self.shelf.folder, game)
        return self._boxes[game.NAME]

    def keep_boxes(self, game: type[AnyGame], owned: Boxes) -> None:
        """Use these boxes from now on, even if they cannot be saved."""
        self._boxes[game.NAME] = owned
        save = partial(boxes.save, self.shelf.folder, game, owned)
        self._keep(save, DeviceTrouble("boxes_unkept"))

    @property
    def taught(self) -> tuple[str, ...]:
        """The names of the taught dice."""
        return self._taught_names(None)

    def taught_for(self, game: type[AnyGame]) -> tuple[str, ...]:
        """Return the names of the dice taught for this game."""
        return self._taught_names(game.NAME)

    def _taught_names(self, game: str | None) -> tuple[str, ...]:
        if game not in self._taught:
            self._taught[game] = taught_dice.names(self.shelf.folder, game)
        return self._taught[game]

    def look_for_dice(self) -> None:
        """Forget the cached names, because dice may have changed."""
        self._taught.clear()

    def seat(self, colours: Iterable[str]) -> None:
        """Set the seating order; colours of other games follow in their own order."""
        first = tuple(map(str, colours))
        others = (colour for colour in self.settings.seats if colour not in first)
        self.change(seats=(*first, *others))

    def let_play(self, levels: Mapping[str, Level | None]) -> None:
        """Note for the next games how well the box plays these colours; None means a person."""
        chosen = {**self.settings.levels, **{str(colour): at for colour, at in levels.items()}}
        self.change(levels={colour: level for colour, level in chosen.items() if level})

    def use_dice(self, game: type[AnyGame], dice: str) -> None:
        """Use dice for this game by their name in the settings; "" means its own."""
        others = {name: used for name, used in self.settings.dice.items() if name != game.NAME}
        self.change(dice={**others, game.NAME: dice} if dice else others)

    def offered_settings(self) -> list[tuple[Setting, Value]]:
        """Return the settings that this table can use, with their current values."""
        holds: dict[str, Value] = {"language": self.language.code, "by_itself": self.by_itself}
        return [
            (setting, holds.get(setting.name, getattr(self.settings, setting.name)))
            for setting in SETTINGS
            if (self.camera or not setting.camera) and (self.thrower or not setting.thrower)
        ]

    def set(self, name: str, value: Value) -> None:
        """Change a setting on request; raises `Unclear` for an impossible value."""
        offered = {setting.name: setting for setting, _ in self.offered_settings()}
        if name not in offered or value not in offered[name].choices(self.language):
            raise Unclear("page_not_here")
        self.change(**{name: value})
        if name == "language":
            self.language = language_named(self.settings.language)
        self.ask(UseSettings())

    def change(self, **values: object) -> None:
        """Change settings, even if they cannot be saved."""
        self.settings = msgspec.structs.replace(self.settings, **values)
        save = partial(likings.save, self.shelf.folder, self.settings)
        self._keep(save, DeviceTrouble("settings_unkept"))

    def _keep(self, save: Callable[[], None], trouble: DeviceTrouble) -> None:
        """Save; report a refusal of the disk once, until it works again."""
        try:
            save()
        except OSError:
            _log.exception("This cannot be kept: %s", trouble.code)
            if trouble.code not in self._refused:
                self.unsaved = trouble
            self._refused.add(trouble.code)
        else:
            self._refused.discard(trouble.code)

    def number(self, value: float) -> str:
        """Format a signed number with one decimal."""
        point = self.language.pgettext("decimal point", "1.5")[1]
        return f"{value:+.1f}".replace(".", point)

    def percent(self, chance: float) -> str:
        """Format a chance; 0 % is impossible, and 100 % is certain."""
        return "<1 %" if 0 < chance < 0.01 else ">99 %" if 0.99 < chance < 1 else f"{chance:.0%}"

    def ask(self, ask: Request) -> None:
        """Send a request to the devices."""
        self.requests.append(ask)

    def ticket(self) -> int:
        """Return a number that is unique in this run."""
        self.tickets += 1
        return self.tickets
