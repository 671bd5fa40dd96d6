"""The base of Bratwurmeck and Junior: tiles on a grill, and stacks with only the top visible."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar, Self, TypeVar

from rules.box import WormBox
from rules.errors import IllegalMove
from rules.events import (
    Event,
    Events,
    LayTiles,
    OffStack,
    OntoStack,
    SetGrill,
    SnatchTile,
    TakeTile,
    TurnTile,
)
from rules.game import Setup
from rules.heckmeck import Heckmeck
from rules.legal import LegalMoves
from rules.moves import Adjust, Move, Take
from rules.table import Table, changed
from rules.turn import TAKE

Tiles = tuple[int, ...]
W = TypeVar("W", bound=WormBox)


@dataclass(frozen=True, slots=True)
class TileTable(Table):
    """The grill and the players' stacks."""

    up: Tiles
    """Face up on the grill, ascending."""
    down: Tiles
    """Turned face down on the grill, ascending; out of the game."""
    stacks: tuple[Tiles, ...]
    """By player, the lowest of the stack first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "up", tuple(sorted(self.up)))
        object.__setattr__(self, "down", tuple(sorted(self.down)))

    def top(self, player: int) -> int | None:
        """Return the visible tile of the player's stack."""
        stack = self.stacks[player]
        return stack[-1] if stack else None

    def taken(self, tile: int, player: int) -> Self:
        """Return the table with the tile moved from the grill onto the player's stack."""
        return type(self)(_without(self.up, tile), self.down, self._onto(player, tile))

    def snatched(self, tile: int, rival: int, player: int) -> Self:
        """Return the table with the tile moved from the rival's stack onto the player's."""
        onto = self._onto(player, tile)
        return type(self)(self.up, self.down, changed(onto, rival, onto[rival][:-1]))

    def returned(self, player: int) -> Self:
        """Return the table with the player's top tile moved back to the grill, face up."""
        *rest, top = self.stacks[player]
        stacks = changed(self.stacks, player, tuple(rest))
        return type(self)((*self.up, top), self.down, stacks)

    def turned(self, tile: int) -> Self:
        """Return the table with the tile on the grill turned face down."""
        return type(self)(_without(self.up, tile), (*self.down, tile), self.stacks)

    def _onto(self, player: int, tile: int) -> tuple[Tiles, ...]:
        return changed(self.stacks, player, (*self.stacks[player], tile))


def _without(tiles: Tiles, tile: int) -> Tiles:
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


@dataclass(frozen=True)
class TileGame(Heckmeck[TileTable, W]):
    """The state of a game with tiles."""

    TILES: ClassVar[Tiles]
    """Every tile in the box, ascending."""
    TABLE: ClassVar[type[Table]] = TileTable
    MOVES: ClassVar[tuple[type[Move], ...]] = (Take, *Heckmeck.MOVES)

    @classmethod
    def check_box(cls, box: W) -> None:
        box.check(cls.NUMBERS)

    @classmethod
    def _first_table(cls, setup: Setup[W]) -> tuple[TileTable, Events]:
        table = TileTable(cls.TILES, (), ((),) * len(setup.players))
        return table, (LayTiles(cls.TILES),)

    def _pieces(self) -> Iterator[tuple[str, str]]:
        yield "grill", " ".join(map(str, self.table.up))
        if self.table.down:
            yield "turned", " ".join(map(str, self.table.down))
        for player, stack in zip(self.setup.players, self.table.stacks, strict=True):
            yield player.name, " ".join(map(str, stack))

    # Picking a tile, if the result allows a choice.

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves; each possible throw is a move."""
        if self.turn.phase is TAKE and self.ending is None:
            return LegalMoves(self.takes(), 0, self.setup.dice)
        return super().legal_moves()

    def _refuse_take(self, move: Take) -> IllegalMove | None:
        if self.turn.phase is not TAKE:
            return IllegalMove("take_not_now", phase=self.turn.phase)
        if move not in self.takes():
            return IllegalMove("cannot_take", tile=move.tile, total=self.turn.total)
        return None

    def _do_take(self, move: Take) -> tuple[Self, Events]:
        player = self.player
        event: Event
        if move.rival is None:
            table = self.table.taken(move.tile, player)
            event = TakeTile(player, move.tile)
        else:
            table = self.table.snatched(move.tile, move.rival, player)
            event = SnatchTile(player, move.rival, move.tile)
        return self._but(table=table)._go_on(event)

    def if_settled(self) -> tuple[Self, ...]:
        """Return every state that can follow if the turn ended now; a choice allows several."""
        takes = self.takes()
        return tuple(self._do_take(take)[0] for take in takes) if takes else super().if_settled()

    # Getting a tile.

    def takes(self) -> tuple[Take, ...]:
        """Return what a result can bring: the exact tile, a rival's top one, or a lower one."""
        turn, table = self.turn, self.table
        if not turn.has_worm:
            return ()
        total = turn.total
        if total in table.up:
            return (Take(total),)
        snatches = [
            Take(total, rival)
            for rival, stack in enumerate(table.stacks)
            if stack and stack[-1] == total and rival != turn.player
        ]
        return self._second_best(
            tuple(snatches), tuple([tile for tile in table.up if tile < total])
        )

    def _second_best(self, snatches: tuple[Take, ...], lower: Tiles) -> tuple[Take, ...]:
        """Return what it brings without an exact tile: a rival's, or the next lower (R24, R25)."""
        return (*snatches, *map(Take, lower[-1:]))

    def _settle(self) -> tuple[Self, Events]:
        takes = self.takes()
        if not takes:
            return self._fail("no_tile" if self.turn.has_worm else "no_worm")
        if len(takes) == 1:
            return self._do_take(takes[0])
        return self._in(self.turn.undecided()), ()

    def _turn_highest(self, *events: Event) -> tuple[Self, Events]:
        """Turn the highest open tile on the grill face down, out of the game."""
        tile = self.table.up[-1]
        return self._but(table=self.table.turned(tile))._go_on(*events, TurnTile(tile))

    def _go_on(self, *events: Event) -> tuple[Self, Events]:
        """Begin the next turn, unless no open tile is left on the grill (R29)."""
        if not self.table.up:
            return self._end("grill_empty", *events)
        return self._pass_on(*events)

    def _possible_endings(self) -> tuple[str | None, ...]:
        return (None,) if self.table.up else ("grill_empty",)

    def points(self) -> tuple[int, ...]:
        """Return the worms on each player's tiles."""
        worms = self.setup.box.worms
        return tuple(sum(worms[tile] for tile in stack) for stack in self.table.stacks)

    # Repair.

    def _refuse_adjust(self, move: Adjust) -> IllegalMove | None:
        """Refuse while a tile is being picked, as the table decides which are possible."""
        if self.turn.phase is TAKE:
            return IllegalMove("pick_first")
        return super()._refuse_adjust(move)

    def _do_adjust(self, move: Adjust) -> tuple[Self, Events]:
        state, events = super()._do_adjust(move)
        return (state, events) if state.table.up else state._end("grill_empty", *events)

    def _impossible(self, table: TileTable) -> IllegalMove | None:
        count = len(self.setup.players)
        if len(table.stacks) != count:
            return IllegalMove("one_for_each_player", players=count)
        least, most = self.NUMBERS[0], self.NUMBERS[-1]
        lying = sorted((*table.up, *table.down, *(tile for s in table.stacks for tile in s)))
        for tile in lying:
            if tile not in self.NUMBERS:
                return IllegalMove("no_such_tile", tile=tile, least=least, most=most)
        for tile in self.TILES:
            if tile not in lying:
                return IllegalMove("tile_missing", tile=tile)
            lying.remove(tile)
        return IllegalMove("tile_too_many", tile=lying[0]) if lying else None

    def differences(self, table: TileTable) -> Events:
        """Return what to change so that the pieces lie like that; mentions only tiles that move."""
        old = self.table
        events: list[Event] = []
        for player, (was, new) in enumerate(zip(old.stacks, table.stacks, strict=True)):
            pairs = zip(was, new, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if was[same:]:
                events.append(OffStack(player, was[same:]))
            if new[same:]:
                events.append(OntoStack(player, new[same:]))
        if (table.up, table.down) != (old.up, old.down):
            events.append(SetGrill(table.up, table.down))
        return tuple(events)


AnyTileGame = TileGame[Any]
"""A game for tiles, whichever."""
