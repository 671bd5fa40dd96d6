"""Phrases for the panel: the short forms of the wordings, and what combines them.

A line of the panel holds about 18 letters, so names are cut, and each phrase says one thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.play.turns import Preview
from firmware.screens.font import can_draw
from firmware.speech.causes import CAUSES, Cause, numbers
from firmware.speech.drawing import marks
from firmware.speech.events import BROUGHT, EACH, TITLES, event_wording
from firmware.speech.games import WORDS, option
from firmware.speech.language import N_, Language, Template
from firmware.speech.moves import USES, move_wording
from firmware.speech.reasons import ENDINGS, REASONS
from firmware.speech.sentences import COLOURS, FACES
from rules.dice import Face, Faces
from rules.errors import IllegalMove
from rules.events import (
    CaptureTrack,
    Event,
    Events,
    Failed,
    GameOver,
    LayTiles,
    MoveAnt,
    OffStack,
    OntoStack,
    PassDice,
    Passed,
    ReturnTile,
    SetDice,
    SetGrill,
    SetSpot,
    SetTrack,
    Thrown,
    TurnEnded,
)
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move, QueenUse, Take, Throw
from rules.players import Colour, Player

LONGEST = 9
"""Letters of a name on the panel; more would leave too little room for the phrase."""
MOST_LISTED = 6
"""Tiles on a line."""


@dataclass(frozen=True)
class Instructions:
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
        self.say = language.gettext

    def name(self, seat: int) -> str:
        """Return the player's name, shortened if long; names that would look alike become seats."""
        names = [self._drawn(player) for player in self._players]
        name = names[seat]
        return name if names.count(name) == 1 else f"{name[: LONGEST - 2]}{seat + 1}"

    def _drawn(self, player: Player) -> str:
        """Return the name, or the plates' colour if the panel lacks letters for the name."""
        if can_draw(player.name) and player.name.casefold() != COLOURS[player.colour]:
            return cut(player.name)
        return self.colour(player.colour)

    def colour(self, colour: Colour) -> str:
        """Return the plates' colour, as a name."""
        word = self._language.pgettext("colour", COLOURS[colour])
        return word[:1].upper() + word[1:]

    def face(self, face: str) -> str:
        return self._language.pgettext("face", FACES[face]) if face in FACES else str(face)

    def why(self, code: str) -> str:
        """Return why something brings nothing."""
        return self._language.said(REASONS[code].short)

    def title(self, game: str) -> str:
        """Return a game's name for a list."""
        return WORDS[game].short

    def variant(self, code: str) -> str:
        return self.say(option(code).short)

    def over(self, code: str) -> str:
        """Return why the game is over."""
        return self._language.said(ENDINGS[code].short)

    def instructions(self, events: Events) -> Instructions:
        """Return all that people must do for these events, on one screen."""
        failed = next((event for event in events if isinstance(event, Failed)), None)
        over = next((event for event in events if isinstance(event, GameOver)), None)
        passed = next((event for event in events if isinstance(event, PassDice)), None)
        captured = {event.track for event in events if isinstance(event, CaptureTrack)}
        moved = any(isinstance(event, MoveAnt) for event in events)
        lines = [
            *self._moved_tiles(events),
            *(
                line
                for event in events
                if (line := self._todo(event))
                and not (isinstance(event, MoveAnt) and event.track in captured)  # told with it
                and not (isinstance(event, Passed) and moved)
            ),
        ]
        deals = [event for event in events if event.code in EACH]
        if failed is not None:
            lines = [self._why_failed(failed, events), *lines]
        elif any(isinstance(event, TurnEnded) and event.why == "only_old" for event in events):
            lines = [_sentence(self.why("only_old")), *lines]  # else nobody knew why it is over
        if deals:  # everyone gets the same
            lines = [self._fill(EACH[deals[0].code], deals[0]), *lines[len(deals) :]]
        foot = ""
        if over is not None:
            foot = self.say("The game is over")
        elif passed is not None:
            foot = self.say("Next: {player}", player=self.name(passed.player))
        return Instructions(self._title(events, failed), tuple(lines), foot, failed is not None)

    def _why_failed(self, failed: Failed, events: Events) -> str:
        """Return why it failed; if because of the throw, with the throw."""
        why = self.why(failed.why)
        thrown = next((event for event in events if isinstance(event, Thrown)), None)
        if thrown is None or failed.why != "only_old":
            return _sentence(why)
        return self.say("{dice}: {why}", dice=self.dice(thrown.faces), why=why)

    def dice(self, faces: Faces) -> str:
        """Return a throw, in little more letters than dice."""
        return "".join(map(self._letters, faces))

    def _letters(self, face: Face) -> str:
        """Return a digit, or the shortest unambiguous beginning of a picture's name."""
        if face not in FACES:
            return str(face)
        name, others = self.face(face), [self.face(Face(each)) for each in FACES if each != face]
        enough = next(n for n in range(1, 9) if not any(o.startswith(name[:n]) for o in others))
        return name[:enough].capitalize()

    def _title(self, events: Events, failed: Failed | None) -> str:
        if failed is not None:
            return self._fill(N_("{player} fails"), failed)
        titled = next((event for event in events if event.code in TITLES), None)
        if titled is None:
            return self.say("On the table")
        return self._fill(TITLES[titled.code], titled)

    def _todo(self, event: Event) -> str:
        if isinstance(event, SetSpot) and event.plates:
            return self._plates(event)
        if isinstance(event, SetDice):
            if event.tray and not event.aside:
                return self.say("Dice: {dice}", dice=self.dice(event.tray))
            if event.tray:
                return self.say("Dice as they were")
            return self.say("Dice to {player}", player=self.name(event.player))
        if isinstance(event, LayTiles):
            first, last = event.tiles[0], event.tiles[-1]
            if len(set(event.tiles)) < len(event.tiles):
                return self.say("All tiles: {first} to {last}, each twice", first=first, last=last)
            return self.say("All tiles: {first} to {last}", first=first, last=last)
        if isinstance(event, SetGrill):
            return self._face_down(event.down)
        if isinstance(event, SetTrack):
            return self._track(event)
        return self._fill(event_wording(event).short, event)

    def _plates(self, event: SetSpot) -> str:
        once = event.plates == 1
        return self._fill(N_("{spot}: {owner}") if once else N_("{spot}: {owner} twice"), event)

    def _track(self, event: SetTrack) -> str:
        """Return each pile with its space, the lowest ant first: `Track 3: A-2 CB-5`."""
        letters = marks(self._players)
        piles = [
            f"{''.join(letters[ant] for ant in pile)}-{space}"
            for space, pile in enumerate(event.piles, start=1)
            if pile
        ]
        if not piles:
            return self.say("Track {track}: empty", track=event.track)
        ants = " ".join(piles)
        return self.say("Track {track}: {ants}", track=event.track, ants=ants)

    def _moved_tiles(self, events: Events) -> list[str]:
        """Return where each tile moves from and to; for a reordered stack its new order."""
        off = {event.player: event.tiles for event in events if isinstance(event, OffStack)}
        onto = {event.player: event.tiles for event in events if isinstance(event, OntoStack)}
        if any(set(off[seat]) & set(onto[seat]) for seat in off.keys() & onto.keys()):
            return [
                *(self.say("{player}: off {tiles}", player=self.name(seat), tiles=_listed(tiles))
                  for seat, tiles in off.items()),
                *(self.say("{player}: on {tiles}", player=self.name(seat), tiles=_listed(tiles))
                  for seat, tiles in onto.items()),
            ]  # fmt: skip
        coming = [(tile, giver) for giver, tiles in off.items() for tile in reversed(tiles)]
        lines = []
        for taker, tiles in onto.items():
            for tile in tiles:
                found = next((each for each in coming if each[0] == tile), None)
                if found is not None:
                    coming.remove(found)
                lines.append(self._moved_tile(tile, None if found is None else found[1], taker))
        return [*(self._moved_tile(tile, giver, None) for tile, giver in coming), *lines]

    def _moved_tile(self, tile: int, giver: int | None, taker: int | None) -> str:
        grill = self.say("grill")
        return self.say(
            "{tile}: {giver} → {taker}",
            tile=tile,
            giver=grill if giver is None else self.name(giver),
            taker=grill if taker is None else self.name(taker),
        )

    def _face_down(self, tiles: tuple[int, ...]) -> str:
        if not tiles:
            return self.say("No tile face down")
        if len(tiles) > MOST_LISTED:
            return self.say("Grill: see its page")
        return self.say("Face down: {tiles}", tiles=_listed(tiles))

    def _picks(self, total: int, takes: Sequence[Take]) -> str:
        """Return a choice among tiles: `26: Ben or 24`."""
        *others, last = (
            str(take.tile) if take.rival is None else self.name(take.rival) for take in takes
        )
        if len(others) > 1:
            return self.say("{total}: {count} to choose", total=total, count=len(takes))
        return self.say("{total}: {first} or {second}", total=total, first=others[0], second=last)

    def stop(self, seen: Preview[AnyHeckmeck]) -> str:
        """Return what a stop brings: `27: 2 of Ben`."""
        total = 0 if seen.ended is None else seen.ended.total
        if seen.untold:
            return self.say("{total}: which tile?", total=total)
        takes = [move for move in seen.after.legal_moves().choices if isinstance(move, Take)]
        if takes:
            return self._picks(total, takes)
        if seen.failed is not None:
            why = self.why(seen.failed.why)
            return self.say("{total}: fail, {why}", total=total, why=why)
        for code, wording in BROUGHT.items():
            for event in seen.brings:
                if event.code == code:
                    return self._fill(wording.short, event, total=total)
        return str(total)

    def in_vain(self, seen: Preview[AnyHeckmeck]) -> str:
        """Return why a stop brings nothing: `26: no worm`."""
        if seen.failed is None:
            return self.stop(seen)
        why = self.why(seen.failed.why)
        return self.say("{total}: {why}", total=seen.failed.total, why=why)

    def warning(self, seen: Preview[AnyHeckmeck]) -> str:
        """Return what a stop for nothing costs."""
        for event in seen.events:
            if isinstance(event, ReturnTile):
                return self.say("It costs your {tile}", tile=event.tile)
        return self.say("It brings nothing")

    def no_stop(self, refusal: IllegalMove) -> str:
        """Return why stopping is impossible: `21: too low`."""
        if refusal.code != "stop_brings_nothing":
            return ""
        why = self.why(str(refusal.arguments["why"]))
        total = refusal.arguments["total"]
        return self.say("{total}: no STOP, {why}", total=total, why=why)

    def cause(self, cause: Cause) -> str:
        """Return why dice are doubted, and what to do."""
        return self._language.said(
            CAUSES[cause.code].short,
            faces=", ".join(map(self.face, cause.faces)),
            found=cause.found,
            expected="/".join(map(str, cause.expected)),
        )

    def doubted(self, cause: Cause) -> str:
        """Return the dice that a cause is about; "" if none."""
        dice = " ".join(numbers(cause.dice))
        count = len(cause.dice)
        return (
            self._language.ngettext("Die {dice}", "Dice {dice}", count, dice=dice) if dice else ""
        )

    def move(self, move: Move) -> str:
        """Return a move for a list: `26 from Ben`."""
        dice = self.dice(move.faces) if isinstance(move, Throw) else ""
        return self._fill(move_wording(move).short, move, dice=dice)

    def _fill(self, template: Template, event: Event | Move, **more: object) -> str:
        arguments = {slot: self._said(slot, getattr(event, slot)) for slot in _slots(event)}
        return self._language.said(template, **arguments, **more)

    def _said(self, slot: str, argument: object) -> object:
        if slot in {"player", "rival", "owner"} and isinstance(argument, int):
            return self.name(argument)
        if isinstance(argument, QueenUse):
            return self._language.said(USES[argument].short)
        return self.face(argument) if isinstance(argument, Face) else argument


def _slots(event: Event | Move) -> tuple[str, ...]:
    return tuple(getattr(type(event), "__slots__", ()))


def _sentence(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _listed(tiles: tuple[int, ...]) -> str:
    return " ".join(map(str, tiles))


def cut(name: str, most: int = LONGEST) -> str:
    """Shorten a name to so many letters."""
    return name if len(name) <= most else f"{name[: most - 1]}…"
