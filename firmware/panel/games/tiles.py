"""The panel of a game with tiles: the grill, all stacks, and the tile a turn brings."""

from dataclasses import replace
from typing import cast

from firmware.panel.games.heckmeck import HeckmeckPanel
from firmware.panel.games.stacks import stack_letters, tile_game, tile_grill, tile_line, tile_places
from firmware.panel.games.take import TakeView, WhichView
from firmware.panel.games.tile_repair import AdjustTiles
from firmware.panel.view import Navigator, Page, View
from firmware.panel.views.menus import NoteView
from firmware.panel.views.pages import PiecesView
from firmware.play.turns import preview, quiet
from firmware.screens.kinds import Score, Screen
from firmware.table.session import Session
from rules.games import AnyGame
from rules.moves import Move
from rules.record import Read
from rules.tiles import AnyTileGame
from rules.turn import Phase


class TilePanel(HeckmeckPanel):
    """Tiles, and stacks of which only the top is visible."""

    def decision_view(self, session: Session, navigator: Navigator, note: str) -> View:
        """Show the turn; after the dice, the choice of a tile."""
        state = tile_game(session)
        if state.phase is not Phase.TAKE:
            return super().decision_view(session, navigator, note)
        if quiet(state):
            return WhichView(session, navigator, ())
        rivals = any(take.rival is not None for take in state.takes())
        question = self.snatch(session) if rivals else session.say("which tile?")
        title = session.say(
            "{player}, {total}: {question}",
            player=session.short.name(state.player),
            total=state.turn.total,
            question=question,
        )
        return TakeView(session, navigator, title)

    def snatch(self, session: Session) -> str:
        return session.say("snatch?")

    def play(self, view: View, moves: tuple[Move, ...], read: Read | None = None) -> View:
        """Play it. A quiet table first asks for the tile, without revealing anything."""
        if preview(tile_game(view.session), *moves).untold:
            return WhichView(view.session, view.navigator, moves, read)
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

    def boards(self) -> tuple[Page, ...]:
        return (TilesView,)

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

    def adjust(self, session: Session, navigator: Navigator, back: View) -> View:
        """Correct the grill and the stacks, but not while they decide what can be taken."""
        if tile_game(session).phase is Phase.TAKE:
            lines = (session.say("Take the tile first"), session.say("or undo: hold BACK"))
            return NoteView(session, navigator, session.say("Not now"), lines, back)
        return AdjustTiles(session, navigator, back)


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
