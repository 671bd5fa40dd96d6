"""Phrases for the panel: what the long sentences of `firmware.speech` say, in a few letters.

A line of the panel holds about 18 letters, so names are cut and every phrase is one thought.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.screens.font import can_draw
from firmware.speech.language import N_, NN_, Language
from firmware.speech.sentences import COLOURS, FACES
from firmware.turns import Preview
from rules.dice import Face, Faces
from rules.errors import IllegalMove
from rules.events import (
    DealPlates,
    Event,
    Events,
    Failed,
    GameOver,
    LaySnails,
    NoPlateLeft,
    PassDice,
    PlacePlate,
    PlaceSnail,
    PlateHome,
    SetDice,
    SetSnails,
    SetSpot,
    SetWorms,
    Skipped,
    StealWorms,
    TakeSnail,
    TakeSnailFromPool,
    TakeWorms,
    ThrowAgain,
    Thrown,
    TurnEnded,
)
from rules.moves import Keep, Leave, Move, Throw
from rules.players import Colour, Player

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from vision.reading import Doubt

LONGEST = 9
"""Letters of a name on the panel; one more would push the rest of a phrase off it."""

_TASKS: Mapping[type[Event], str | tuple[str, str]] = {
    DealPlates: N_("{player}: {count} plates"),
    LaySnails: N_("{count} snails ready"),
    PlacePlate: N_("Plate on {spot}"),
    PlateHome: N_("{player}: plate back"),
    TakeWorms: NN_("Take {count} worm", "Take {count} worms"),
    StealWorms: NN_("{count} worm from {rival}", "{count} worms from {rival}"),
    PlaceSnail: N_("Snail on {spot}"),
    TakeSnail: N_("Take snail of {spot}"),
    TakeSnailFromPool: N_("Take a snail"),
    NoPlateLeft: N_("No plate left"),
    SetWorms: NN_("{player}: {count} worm", "{player}: {count} worms"),
    SetSnails: NN_("{player}: {count} snail", "{player}: {count} snails"),
    ThrowAgain: NN_("Throw the die again", "Throw {count} again"),
    Skipped: N_("Turn skipped"),
}

_STOPPED: Mapping[type[Event], str | tuple[str, str]] = {
    PlacePlate: N_("{total}: a plate"),
    TakeWorms: NN_("{total}: take {count} worm", "{total}: take {count} worms"),
    StealWorms: NN_("{total}: {count} from {rival}", "{total}: {count} from {rival}"),
    PlateHome: N_("{total}: {player}’s plate"),
    TakeSnail: N_("{total}: a snail"),
    TakeSnailFromPool: N_("{total}: a snail"),
    NoPlateLeft: N_("{total}: no plate left"),
}
"""What a stop brings, the most telling event first."""

_TELLING = (StealWorms, PlateHome, TakeSnail, TakeSnailFromPool, TakeWorms, PlacePlate, NoPlateLeft)

_WHY = {
    "only_old": N_("nothing new"),
    "no_worm": N_("no worm"),
    "too_low": N_("below 23"),
    "blocked": N_("blocked"),
    "no_snail": N_("no snail left"),
    "no_plate": N_("no plate left"),
    "no_worms": N_("no worms left"),
    "no_tile": N_("no such tile"),
}

_OVER = {
    "snails_used_up": N_("All snails are used up"),
    "grill_full": N_("No room for a snail"),
    "grill_empty": N_("The grill is empty"),
    "no_snail": N_("No snail is left"),
}

_DOUBTS = {
    "count": N_("{found} dice, not {expected}"),
    "unsure": N_("Unclear: move it"),
    "hidden": N_("A die half hidden?"),
    "leaning": N_("Leaning: lay it flat"),
    "dark": N_("Too dark: more light"),
    "bright": N_("Too bright: less light"),
    "blurred": N_("Blurred: wipe the lens"),
    "glare": N_("Glare: move the die"),
    "covered": N_("Covered: clear it"),
    "cut_off": N_("At the edge: move it"),
    "overlapping": N_("Overlapping: lay flat"),
    "not_in_set": N_("{face}: not in this set"),
    "unknown_art": N_("Unknown: right dice?"),
    "odd_size": N_("Odd size: is it a die?"),
    "moving": N_("It moved: hands off"),
    "disagree": N_("Not sure: move the dice"),
}
"""The die that is meant is marked on the panel."""

_MOVES = {
    "stop": N_("stop"),
    "void": N_("throw again"),
    "skip": N_("skip"),
    "adjust": N_("put right"),
    "take": N_("take"),
}


@dataclass(frozen=True)
class Told:
    """A screen of instructions."""

    title: str
    lines: tuple[str, ...]
    foot: str
    failed: bool


class Short:
    """Phrases about a game of these players."""

    def __init__(self, players: Sequence[Player], language: Language) -> None:
        self._players = players
        self._language = language

    def name(self, seat: int) -> str:
        """The player's name, cut where it is long; two that would look alike get their seats."""
        names = [self._drawn(player) for player in self._players]
        name = names[seat]
        return name if names.count(name) == 1 else f"{name[: LONGEST - 2]}{seat + 1}"

    def _drawn(self, player: Player) -> str:
        """The name, or the colour of the plates if the panel has no letters for it."""
        if can_draw(player.name) and player.name.casefold() != COLOURS[player.colour]:
            return cut(player.name)
        return self.colour(player.colour)

    def colour(self, colour: Colour) -> str:
        """The colour of the plates, as a name."""
        word = self._language.pgettext("colour", COLOURS[colour])
        return word[:1].upper() + word[1:]

    def face(self, face: Face) -> str:
        """What is on a die."""
        return self._language.pgettext("face", FACES[face]) if face in FACES else str(face)

    def why(self, code: str) -> str:
        """Why something brings nothing."""
        return self._language.gettext(_WHY[code])

    def over(self, code: str) -> str:
        """Why the game is over."""
        return self._language.gettext(_OVER[code])

    def told(self, events: Events) -> Told:
        """All that people must do for these events, on one screen."""
        failed = next((event for event in events if isinstance(event, Failed)), None)
        over = next((event for event in events if isinstance(event, GameOver)), None)
        passed = next((event for event in events if isinstance(event, PassDice)), None)
        lines = [line for event in events if (line := self._todo(event))]
        deals = [event for event in events if isinstance(event, DealPlates)]
        if failed is not None:
            lines = [self._why_failed(failed, events), *lines]
        if deals:  # everybody gets the same
            each = self._language.gettext("{count} plates each", count=deals[0].count)
            lines = [each, *lines[len(deals) :]]
        foot = ""
        if over is not None:
            foot = self._language.gettext("The game is over")
        elif passed is not None:
            foot = self._language.gettext("Then {player} throws", player=self.name(passed.player))
        return Told(self._title(events, failed), tuple(lines), foot, failed is not None)

    def _why_failed(self, failed: Failed, events: Events) -> str:
        """Why; and where a throw ended the turn, that throw."""
        why = self.why(failed.why)
        thrown = next((event for event in events if isinstance(event, Thrown)), None)
        if thrown is None:
            return why[:1].upper() + why[1:]
        return self._language.gettext("{dice}: {why}", dice=self.dice(thrown.faces), why=why)

    def dice(self, faces: Faces) -> str:
        """A throw in as few letters as there are dice."""
        letters = (self.face(face)[0].upper() if face in FACES else face for face in faces)
        return "".join(letters)

    def _title(self, events: Events, failed: Failed | None) -> str:
        if failed is not None:
            return self._language.gettext("{player} fails", player=self.name(failed.player))
        for event in events:
            if isinstance(event, TurnEnded):
                name = self.name(event.player)
                return self._language.gettext("{player}: {total}", player=name, total=event.total)
            if isinstance(event, DealPlates):
                return self._language.gettext("Lay out")
        return self._language.gettext("On the table")

    def _todo(self, event: Event) -> str:
        if isinstance(event, SetSpot):
            return self._spot(event)
        if isinstance(event, SetDice):
            if event.tray:
                return self._language.gettext("Dice as thrown")
            return self._language.gettext("Dice to {player}", player=self.name(event.player))
        template = _TASKS.get(type(event))
        return "" if template is None else self._fill(template, event)

    def _spot(self, event: SetSpot) -> str:
        if event.snail:
            return self._language.gettext("{spot}: a snail", spot=event.spot)
        if event.owner is None:
            return self._language.gettext("{spot}: empty", spot=event.spot)
        owner = self.name(event.owner)
        if event.plates == 1:
            return self._language.gettext("{spot}: {owner}", spot=event.spot, owner=owner)
        return self._language.gettext("{spot}: {owner} twice", spot=event.spot, owner=owner)

    def stop(self, seen: Preview) -> str:
        """What a stop brings: `27: 2 of Ben`."""
        total = next((event.total for event in seen.events if isinstance(event, TurnEnded)), 0)
        if seen.failed is not None:
            why = self.why(seen.failed.why)
            return self._language.gettext("{total}: fail, {why}", total=total, why=why)
        for kind in _TELLING:
            for event in seen.brings:
                if isinstance(event, kind):
                    return self._fill(_STOPPED[kind], event, total=total)
        return str(total)

    def no_stop(self, refusal: IllegalMove) -> str:
        """Why there is no stopping: `21: below 23`."""
        if refusal.code != "stop_brings_nothing":
            return ""
        why = self.why(str(refusal.arguments["why"]))
        total = refusal.arguments["total"]
        return self._language.gettext("{total}: no STOP, {why}", total=total, why=why)

    def doubt(self, doubt: "Doubt") -> str:
        """What is doubted, and what to do about it."""
        arguments = dict(doubt.arguments)
        expected = arguments.get("expected")
        if isinstance(expected, tuple):
            arguments["expected"] = "/".join(map(str, expected))
        if "face" in arguments:
            arguments["face"] = self.face(Face(str(arguments["face"])))
        return self._language.gettext(_DOUBTS[doubt.code], **arguments)

    def move(self, move: Move) -> str:
        """What was played, in a list."""
        match move:
            case Throw(faces=faces):
                return self._language.gettext("throw {dice}", dice=self.dice(faces))
            case Keep(face):
                return self._language.gettext("keep {face}", face=self.face(face))
            case Leave(player):
                return self._language.gettext("{player} left", player=self.name(player))
        return self._language.gettext(_MOVES[move.code])

    def _fill(self, template: str | tuple[str, str], event: Event, **more: object) -> str:
        arguments = {slot: self._said(slot, getattr(event, slot)) for slot in _slots(event)}
        arguments |= more
        if isinstance(template, tuple):
            count = arguments.pop("count")
            return self._language.ngettext(*template, int(str(count)), **arguments)
        return self._language.gettext(template, **arguments)

    def _said(self, slot: str, argument: object) -> object:
        if slot in {"player", "rival", "owner"} and isinstance(argument, int):
            return self.name(argument)
        return self.face(argument) if isinstance(argument, Face) else argument


def _slots(event: Event) -> tuple[str, ...]:
    return tuple(getattr(type(event), "__slots__", ()))


def cut(name: str, most: int = LONGEST) -> str:
    """A name in so many letters."""
    return name if len(name) <= most else f"{name[: most - 1]}…"
