"""Tiles on the grill and in stacks, put right as they really lie."""

from firmware.panel.games.stacks import drawn_stacks, tile_game
from firmware.panel.view import View
from firmware.panel.view_kinds import Chooser
from firmware.panel.views.adjust import AdjustView
from firmware.panel.views.menus import Entry
from firmware.screens.kinds import Screen, Tile, TileGrill, TileState
from rules.tiles import Tiles, TileTable


class AdjustTiles(AdjustView[TileTable]):
    """The grill and everybody's stack."""

    def pieces(self) -> list[Entry]:
        """All tiles on one screen."""
        return [Entry(self.say("Tiles…"), lambda: AdjustPlaces(self))]


class Laid:
    """Each tile of a box by itself: equal ones are moved one by one."""

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
    def navigator(self) -> tuple[list[int], ...]:
        """Wherever a tile can lie."""
        return (self.up, self.down, *self.stacks)

    def where(self, tile: int) -> int:
        """The place of a tile, among all places."""
        return next(at for at, place in enumerate(self.navigator) if tile in place)

    def lay(self, tile: int, step: int) -> None:
        """Lay the tile so many places further; in a stack it lies on top."""
        at = self.where(tile)
        self.navigator[at].remove(tile)
        self.navigator[(at + step) % len(self.navigator)].append(tile)

    def table(self) -> TileTable:
        """As the rules know it."""
        up, down, *stacks = (tuple(self.tiles[tile] for tile in place) for place in self.navigator)
        return TileTable(up, down, tuple(stacks))


class AdjustPlaces(Chooser):
    """The tiles: OK lays the chosen one a place further, STOP a place back.

    The places are the grill, face up and face down, and each player's stack. Who wants a stack in
    another order takes its tiles away and lays them there again, the lowest first.
    """

    name = "adjust_tiles"

    def __init__(self, draft: AdjustTiles) -> None:
        super().__init__(draft.desk, draft.navigator)
        self.draft = draft
        self.laid = Laid(tile_game(draft.desk).TILES, draft.table)

    def size(self) -> int:
        """One place for each tile."""
        return len(self.laid.tiles)

    def screen(self) -> Screen:
        """The grill and the stacks, and where the chosen tile lies."""
        state = tile_game(self.desk)
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
        worms = tile_game(self.desk).setup.box.worms[number]
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
        stack, player = self.laid.stacks[seat], self.desk.short.name(seat)
        above = len(stack) - 1 - stack.index(tile)
        if not above:
            return self.say("{tile}: {player}, on top", tile=number, player=player)
        return self.say("{tile}: {player}, {count} above", tile=number, player=player, count=above)

    def ok(self) -> View:
        """To the next place."""
        return self._lay(1)

    def stop(self) -> View:
        """To the place before."""
        return self._lay(-1)

    def _lay(self, step: int) -> View:
        self.laid.lay(self.chosen, step)
        self.draft.table = self.laid.table()
        return self

    def back(self) -> View:
        """Done with the tiles."""
        return self.draft

    def scan(self) -> View:
        """Done with the tiles."""
        return self.draft
