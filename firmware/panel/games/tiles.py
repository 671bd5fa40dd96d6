"""The panel of a game with tiles: the grill, all stacks, and how to correct them."""

from dataclasses import replace
from functools import partial
from typing import cast

from firmware.panel.games.heckmeck import HeckmeckPanel
from firmware.panel.games.stacks import (
    drawn_stacks,
    stack_letters,
    tile_game,
    tile_grill,
    tile_line,
    tile_places,
)
from firmware.panel.games.take import TakeView, WhichView
from firmware.panel.view import Navigator, View
from firmware.panel.views.adjust import AdjustPieces, AdjustView
from firmware.panel.views.menus import Entry, NoteView
from firmware.panel.views.pages import PiecesView
from firmware.play.turns import preview, quiet
from firmware.screens.kinds import Score, Screen, Tile, TileGrill, TileState
from firmware.table.session import Session
from rules.games import AnyGame
from rules.moves import Move
from rules.record import Read
from rules.tiles import AnyTileGame, Tiles, TileTable
from rules.turn import Phase


class AdjustTiles(AdjustView[TileTable]):
    """Corrects the grill and everyone's stack."""

    def pieces(self) -> list[Entry]:
        return [Entry(self.say("Tiles…"), partial(AdjustPlaces, self))]


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
        return (self.up, self.down, *self.stacks)

    def where(self, tile: int) -> int:
        return next(at for at, place in enumerate(self.places) if tile in place)

    def lay(self, tile: int, step: int) -> None:
        """Move the tile so many places on; in a stack it becomes the top."""
        at = self.where(tile)
        self.places[at].remove(tile)
        self.places[(at + step) % len(self.places)].append(tile)

    def table(self) -> TileTable:
        up, down, *stacks = (tuple(self.tiles[tile] for tile in place) for place in self.places)
        return TileTable(up, down, tuple(stacks))


class AdjustPlaces(AdjustPieces[TileTable]):
    """The tiles: OK moves the chosen one to the next place, STOP to the previous.

    The places are the grill, face up and face down, and each stack. To reorder a stack, remove its
    tiles and add them again, the lowest first.
    """

    name = "adjust_tiles"

    def __init__(self, draft: AdjustTiles) -> None:
        super().__init__(draft)
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

    def lay(self, step: int) -> None:
        self.laid.lay(self.chosen, step)
        self.draft.table = self.laid.table()


class TilesView(PiecesView):
    """The grill and the stacks; a cursor can visit each tile."""

    name = "tiles"

    def screen(self) -> Screen:
        shown = tile_grill(self.session, self.name, self.say("Grill"))
        if self.chosen is None:
            return replace(shown, foot=self.foot)
        state = tile_game(self.session)
        line = tile_line(self.session, state, tile_places(state)[self.chosen])
        return replace(shown, chosen=self.chosen, line=line)

    def count(self) -> int:
        return len(tile_game(self.session).TILES)

    def first(self) -> int:
        """Return the tile of the current sum."""
        state = tile_game(self.session)
        total = state.turn.total
        return state.TILES.index(total) if total in state.TILES else 0


class TilePanel(HeckmeckPanel):
    """Tiles, and stacks of which only the top is visible."""

    boards = (TilesView,)

    def decision_view(self, navigator: Navigator) -> View:
        """Show the turn; after the dice, the choice of a tile."""
        state = tile_game(navigator.session)
        if state.phase is not Phase.TAKE:
            return super().decision_view(navigator)
        return WhichView(navigator, ()) if quiet(state) else TakeView(navigator)

    def play(self, view: View, moves: tuple[Move, ...], read: Read | None = None) -> View:
        """Play it. A quiet table first asks for the tile, without revealing anything."""
        if preview(tile_game(view.session), *moves).untold:
            return WhichView(view.navigator, moves, read)
        return view.play(moves, read)

    def rests(self, state: AnyGame) -> bool:
        """Do not rest where a choice would remind a quiet table of a snatch."""
        game = cast("AnyTileGame", state)
        return game.phase is not Phase.TAKE or not quiet(game)

    def hinted(self, session: Session) -> bool:
        """Give no hint that would remind a quiet table of a snatch."""
        return super().hinted(session) and not quiet(tile_game(session))

    def board(self, session: Session, name: str, title: str) -> Screen:
        return tile_grill(session, name, title)

    def scored(self, state: AnyGame, seat: int, row: Score) -> Score:
        """Add the number of tiles, and the letter of the stack."""
        letter = stack_letters(state.setup.players)[seat]
        return replace(row, letter=letter, tiles=str(len(state.table.stacks[seat])))

    def scores_foot(self, session: Session) -> str:
        """Explain the points, and that they are hidden until the end."""
        if None in session.game.state.shown_points():
            return session.say("hidden until the end")
        return session.say("worms on the tiles")

    def won_with(self, session: Session, points: int) -> str:
        return session.many("with {count} worm", "with {count} worms", points)

    def tie(self, session: Session, number: int) -> str:
        return session.say("Tie: highest tile {tile}", tile=number)

    def adjust(self, back: View) -> View:
        """Correct the grill and the stacks, but not while they decide what can be taken."""
        if tile_game(back.session).phase is Phase.TAKE:
            lines = (back.say("Take the tile first"), back.say("or undo: hold BACK"))
            return NoteView(back, back.say("Not now"), *lines)
        return AdjustTiles(back)
