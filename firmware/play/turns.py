"""What a player's next step would do, for every surface that shows it: state in, values out."""

from collections import Counter
from dataclasses import dataclass
from typing import Generic, TypeVar

from firmware.errors import Unclear
from rules.bratwurmeck import Variant
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
    """What moves of one player would do; nothing of it has happened."""

    player: int
    """Who plays them."""
    before: G
    after: G
    events: Events
    change: tuple[int, ...]
    """Points that each player would win, or lose if below zero."""

    @property
    def gained(self) -> int:
        """Points for the player; below zero where it costs some."""
        return self.change[self.player]

    @property
    def ended(self) -> TurnEnded | None:
        """How the turn's dice were done, if they would be; a tile may still be to be picked."""
        return next((event for event in self.events if isinstance(event, TurnEnded)), None)

    @property
    def turn_over(self) -> bool:
        """Whether the dice pass on or the game ends; not while a tile is still to be picked."""
        return self.after.player != self.player or self.after.ending is not None

    @property
    def brings(self) -> Events:
        """The events that tell what it brings, without those that every turn ends with."""
        return tuple(event for event in self.events if not isinstance(event, TurnEnded | PassDice))

    @property
    def failed(self) -> Failed | None:
        """The failed attempt it would be, if it would be one."""
        return next((event for event in self.events if isinstance(event, Failed)), None)

    @property
    def to_be_asked(self) -> bool:
        """Whether a player is asked once more, since the turn would end and bring no points."""
        return self.turn_over and self.gained <= 0

    @property
    def untold(self) -> bool:
        """Whether a quiet table keeps it to itself: a rival's tile could be what it brings.

        It cannot where no rival has a tile, where the grill has the very one, or without a worm:
        everyone sees that.
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
        """Whether a quiet table would say no more than that the grill has nothing so low.

        Then only a rival's tile can be won; who has none for the result fails. Which of the two
        it is nobody is told before the player has decided.
        """
        before, ended = self.before, self.ended
        if not (self.untold and isinstance(before, TileGame)) or ended is None:
            return False
        return all(tile > ended.total for tile in before.table.up)


def preview(state: G, *moves: Move) -> Preview[G]:
    """What these moves, one after the other, would do; `IllegalMove` if they are none."""
    after = state
    events: Events = ()
    for move in moves:
        after, told = after.play(move)
        events += told
    change = zip(state.points(), after.points(), strict=True)
    return Preview(state.player, state, after, events, tuple(now - was for was, now in change))


def told(events: Events) -> Events:
    """What is worth telling. What the table shows anyway, or says twice, is left out."""
    failed = {event.why for event in events if isinstance(event, Failed)}
    return tuple(
        event
        for event in events
        if not (isinstance(event, Thrown) and len(events) == 1)
        and not (isinstance(event, TurnEnded) and event.why in failed)
        and not isinstance(event, GameOver)
    )


def turn_over(events: Events) -> bool:
    """Whether the dice pass on, or the game ends, with these."""
    return any(isinstance(event, PassDice | GameOver) for event in events)


# Laying aside.


@dataclass(frozen=True)
class Keepable:
    """All thrown dice of one face, and what keeping them would do."""

    face: Face
    count: int
    total: int
    """The sum with them."""
    worm: bool
    """Whether a worm lies aside then."""
    preview: Preview[AnyHeckmeck] | None
    """None where the face was kept before in this turn and cannot be kept again."""

    @property
    def ends(self) -> bool:
        """Whether the turn's dice are done with it."""
        return self.preview is not None and self.preview.ended is not None


def keepables(state: AnyHeckmeck) -> tuple[Keepable, ...]:
    """The throw by faces, in the order of the dice; nothing where there is no throw to answer."""
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
    """Whether this table wants nobody reminded of a snatch."""
    return Variant.QUIET_SNATCHES in state.setup.variants


def stopping(state: AnyHeckmeck) -> tuple[Move, ...]:
    """The moves of a plain stop. A quiet table then takes the lower tile, if there is a choice."""
    takes = state.takes() if quiet(state) and isinstance(state, TileGame) else ()
    return (Stop(), takes[-1]) if len(takes) > 1 else (Stop(),)


def snatching(state: AnyHeckmeck, rival: int) -> tuple[Move, ...]:
    """The moves that take the rival's top tile: of a choice that waits, or with a stop."""
    if not isinstance(state, TileGame):
        raise Unclear("nothing_to_snatch")
    take = Take(state.turn.total, rival)
    if take not in state.takes() or state.turn.phase is Phase.KEEP:
        raise Unclear("no_snatch", rival=rival, total=state.turn.total)
    if state.turn.phase is Phase.TAKE:
        return (take,)
    return (Stop(),) if len(state.takes()) == 1 else (Stop(), take)


def asks_for_snatch(state: AnyHeckmeck, move: Move) -> bool:
    """Whether this move ends a turn at a quiet table, where a player must think of a snatch."""
    if not (quiet(state) and isinstance(state, TileGame)):
        return False
    return preview(state, move).ended is not None


def ending(state: AnyHeckmeck, move: Move, rival: int | None) -> tuple[Move, ...]:
    """The moves of one that ends a turn at a quiet table: with this rival's tile, or the lower."""
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
