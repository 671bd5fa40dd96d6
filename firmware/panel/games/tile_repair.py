"""Corrects the tiles on the grill and in the stacks."""

from firmware.panel.games.stacks import drawn_stacks, tile_game
from firmware.panel.view import View
from firmware.panel.view_kinds import Chooser
from firmware.panel.views.adjust import AdjustView
from firmware.panel.views.menus import Entry
from firmware.screens.kinds import Screen, Tile, TileGrill, TileState
from rules.tiles import Tiles, TileTable


class AdjustTiles(AdjustView[TileTable]):
    """Corrects the grill and everyone's stack."""

    def pieces(self) -> list[Entry]:
        return [Entry(self.say("Tiles…"), lambda: AdjustPlaces(self))]


class Laid:
    """Each tile of a box with its place; equal tiles move one by one."""

    def __init__(self, tiles: Tiles, table: TileTable) -> None:
        self.tiles = tiles
        left = list(range(len(tiles)))

        def found(number: int) -> int:
            at = next(place for place in left if tiles[place] == number)
            left.remove(at)
            return at

        self.up = [found(number) for number in table.up]
        self.down = [found(number) for number in table.down]
        self.stacks = [[found(number) for number in stack] for stack in table.stacks]

    @property
    def places(self) -> tuple[list[int], ...]:
        """Return every possible place of a tile."""
        return (self.up, self.down, *self.stacks)

    def where(self, tile: int) -> int:
        return next(at for at, place in enumerate(self.places) if tile in place)

    def lay(self, tile: int, step: int) -> None:
        """Move the tile so many places on; in a stack it becomes the top."""
        at = self.where(tile)
        self.places[at].remove(tile)
        self.places[(at + step) % len(self.places)].append(tile)

    def table(self) -> TileTable:
        """Return the table for the rules."""
        up, down, *stacks = (tuple(self.tiles[tile] for tile in place) for place in self.places)
        return TileTable(up, down, tuple(stacks))


class AdjustPlaces(Chooser):
    """The tiles: OK moves the chosen one to the next place, STOP to the previous.

    The places are the grill, face up and face down, and each stack. To reorder a stack, remove its
    tiles and add them again, the lowest first.
    """

    name = "adjust_tiles"

    def __init__(self, draft: AdjustTiles) -> None:
        super().__init__(draft.session, draft.navigator)
        self.draft = draft
        self.laid = Laid(tile_game(draft.session).TILES, draft.table)

    def size(self) -> int:
        return len(self.laid.tiles)

    def screen(self) -> Screen:
        """Return the grill and the stacks, and the place of the chosen tile."""
        state = tile_game(self.session)
        return TileGrill(
            self.name,
            self.say("OK: next   BACK: done"),
            tuple(self._drawn(tile) for tile in range(self.size())),
            drawn_stacks(state, self.draft.table, self.draft.turn),
            self.chosen,
            self._line(),
        )

    def _drawn(self, tile: int) -> Tile:
        number = self.laid.tiles[tile]
        worms = tile_game(self.session).setup.box.worms[number]
        if tile in self.laid.up:
            return Tile(number, worms)
        turned = tile in self.laid.down
        return Tile(number, worms, TileState.TURNED if turned else TileState.TAKEN)

    def _line(self) -> str:
        tile, number = self.chosen, self.laid.tiles[self.chosen]
        if tile in self.laid.up:
            return self.say("{tile}: face up", tile=number)
        if tile in self.laid.down:
            return self.say("{tile}: face down", tile=number)
        seat = self.laid.where(tile) - 2
        stack, player = self.laid.stacks[seat], self.session.short.name(seat)
        above = len(stack) - 1 - stack.index(tile)
        if not above:
            return self.say("{tile}: {player}, on top", tile=number, player=player)
        return self.say("{tile}: {player}, {count} above", tile=number, player=player, count=above)

    def ok(self) -> View:
        return self._lay(1)

    def stop(self) -> View:
        return self._lay(-1)

    def _lay(self, step: int) -> View:
        self.laid.lay(self.chosen, step)
        self.draft.table = self.laid.table()
        return self

    def back(self) -> View:
        return self.draft

    def scan(self) -> View:
        return self.draft
