"""Previews of a player's next step, for every surface: state in, values out."""

from collections import Counter
from dataclasses import dataclass
from typing import Generic, TypeVar

from firmware.errors import Unclear
from rules.bratwurmeck import BratwurmeckVariant
from rules.dice import Face
from rules.events import Events, Failed, GameOver, PassDice, SnatchTile, Thrown, TurnEnded
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Move, Stop, Take
from rules.tiles import TileGame
from rules.turn import Phase

G = TypeVar("G", bound=AnyGame)


@dataclass(frozen=True)
class Preview(Generic[G]):
    """What moves of one player would do; nothing has happened yet."""

    player: int
    """The player of these moves."""
    before: G
    after: G
    events: Events
    change: tuple[int, ...]
    """Points that each player would win, or lose if negative."""

    @property
    def gained(self) -> int:
        """Points for the player; negative if it costs some."""
        return self.change[self.player]

    @property
    def ended(self) -> TurnEnded | None:
        """How the turn's dice would end; a tile may still have to be picked."""
        return next((event for event in self.events if isinstance(event, TurnEnded)), None)

    @property
    def turn_over(self) -> bool:
        """Whether the turn or the game ends; not while a tile must still be picked."""
        return self.after.player != self.player or self.after.ending is not None

    @property
    def brings(self) -> Events:
        """The events that describe the result, without those that end every turn."""
        return tuple(event for event in self.events if not isinstance(event, TurnEnded | PassDice))

    @property
    def failed(self) -> Failed | None:
        """The failed attempt this would be, if any."""
        return next((event for event in self.events if isinstance(event, Failed)), None)

    @property
    def needs_confirmation(self) -> bool:
        """Whether to ask the player again, since the turn would end without points."""
        return self.turn_over and self.gained <= 0

    @property
    def untold(self) -> bool:
        """Whether a quiet table hides this, because it could bring a rival's tile.

        It hides nothing if no rival has a tile, if the grill has the exact one, or without a worm:
        then everyone knows.
        """
        before, ended, failed = self.before, self.ended, self.failed
        if not (quiet(before) and isinstance(before, TileGame)) or ended is None:
            return False
        if failed is not None and failed.why != "no_tile":
            return False
        tops = any(before.table.stacks[rival] for rival in before.rivals)
        return tops and ended.total not in before.table.up

    @property
    def doubtful(self) -> bool:
        """Whether a quiet table says only that the grill has nothing so low.

        Then only a rival's tile can be won; without a matching one the attempt fails. Players learn
        which only after they have decided.
        """
        before, ended = self.before, self.ended
        if not (self.untold and isinstance(before, TileGame)) or ended is None:
            return False
        return all(tile > ended.total for tile in before.table.up)


def preview(state: G, *moves: Move) -> Preview[G]:
    """Return what these consecutive moves would do; raises `IllegalMove` if they are illegal."""
    after = state
    events: Events = ()
    for move in moves:
        after, added = after.play(move)
        events += added
    change = zip(state.points(), after.points(), strict=True)
    return Preview(state.player, state, after, events, tuple(now - was for was, now in change))


def notable(events: Events) -> Events:
    """Return the events worth mentioning, without repetitions and what the table shows anyway."""
    failed = {event.why for event in events if isinstance(event, Failed)}
    return tuple(
        event
        for event in events
        if not (isinstance(event, Thrown) and len(events) == 1)
        and not (isinstance(event, TurnEnded) and event.why in failed)
        and not isinstance(event, GameOver)
    )


def turn_over(events: Events) -> bool:
    """Return whether the turn or the game ends with these events."""
    return any(isinstance(event, PassDice | GameOver) for event in events)


# Setting dice aside.


@dataclass(frozen=True)
class Keepable:
    """All thrown dice of one face, and the result of keeping them."""

    face: Face
    count: int
    total: int
    """The sum including them."""
    worm: bool
    """Whether a worm is then among the dice set aside."""
    preview: Preview[AnyHeckmeck] | None
    """None if the face was already kept in this turn."""

    @property
    def ends(self) -> bool:
        """Whether keeping them ends the turn's dice."""
        return self.preview is not None and self.preview.ended is not None


def keepables(state: AnyHeckmeck) -> tuple[Keepable, ...]:
    """Return the throw by faces, in the order of the dice; empty without an open throw."""
    turn = state.turn
    values = state.setup.dice.values
    if turn.phase is not Phase.KEEP or state.ending is not None:
        return ()
    return tuple(
        Keepable(
            face,
            count,
            turn.total + (0 if face in turn.kept else count * values[face]),
            turn.has_worm or face is Face.WORM,
            None if face in turn.kept else preview(state, Keep(face)),
        )
        for face, count in Counter(turn.thrown).items()
    )


# Ending a turn.


def quiet(state: AnyGame) -> bool:
    """Return whether this table gives no reminder of a snatch."""
    return BratwurmeckVariant.QUIET_SNATCHES in state.setup.variants


def stopping_pays(state: AnyGame) -> bool:
    """Return whether the player may stop now, and wins something; never at a quiet table."""
    if quiet(state) or state.refusal(Stop()) is not None:
        return False
    return not preview(state, Stop()).needs_confirmation


def stopping(state: AnyHeckmeck) -> tuple[Move, ...]:
    """Return the moves of a plain stop. A quiet table takes the lower tile if there is a choice."""
    takes = state.takes() if quiet(state) and isinstance(state, TileGame) else ()
    return (Stop(), takes[-1]) if len(takes) > 1 else (Stop(),)


def snatching(state: AnyHeckmeck, rival: int) -> tuple[Move, ...]:
    """Return the moves that take a rival's top tile, in an open choice or with a stop."""
    if not isinstance(state, TileGame):
        raise Unclear("nothing_to_snatch")
    take = Take(state.turn.total, rival)
    if take not in state.takes() or state.turn.phase is Phase.KEEP:
        raise Unclear("no_snatch", rival=rival, total=state.turn.total)
    if state.turn.phase is Phase.TAKE:
        return (take,)
    return (Stop(),) if len(state.takes()) == 1 else (Stop(), take)


def asks_for_snatch(state: AnyHeckmeck, move: Move) -> bool:
    """Return whether this move ends a turn at a table that gives no reminder of a snatch."""
    if not (quiet(state) and isinstance(state, TileGame)):
        return False
    return preview(state, move).ended is not None


def ending(state: AnyHeckmeck, move: Move, rival: int | None) -> tuple[Move, ...]:
    """Return the moves that end a turn at a quiet table: with the rival's tile, or the lower."""
    seen = preview(state, move)
    after = seen.after
    picking = after.turn.phase is Phase.TAKE
    takes = after.takes() if picking and isinstance(after, TileGame) else ()
    if rival is None:
        return (move, *takes[-1:])
    wanted = [take for take in takes if take.rival == rival]
    alone = any(isinstance(event, SnatchTile) and event.rival == rival for event in seen.events)
    if not wanted and not alone:
        total = state.turn.total if seen.ended is None else seen.ended.total
        raise Unclear("no_snatch", rival=rival, total=total)
    return (move, *wanted)
