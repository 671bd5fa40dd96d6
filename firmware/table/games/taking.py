"""Which tile a turn brings, where the player has a choice, or where nobody may be reminded."""

from abc import abstractmethod

from firmware.errors import Unclear
from firmware.ports import Tune
from firmware.screens.kinds import Item, Menu, Screen
from firmware.table.asks import Play
from firmware.table.desk import Desk
from firmware.table.games.stacks import tile_game
from firmware.table.games.throwing import HeckmeckView
from firmware.table.playing import play
from firmware.table.view import Chooser, Places, View
from firmware.turns import ending, preview, snatching
from rules.moves import Move, Take
from rules.record import Read
from rules.tiles import AnyTileGame
from rules.turn import Phase


class PickView(Chooser, HeckmeckView):
    """Tiles under each other; OK takes the one under the cursor."""

    def __init__(self, desk: Desk, places: Places, picks: tuple[Take | None, ...]) -> None:
        super().__init__(desk, places)
        self.picks = picks
        """None: the grill has no tile for the result."""

    @property
    def state(self) -> AnyTileGame:
        """The game as it stands."""
        return tile_game(self.desk)

    def size(self) -> int:
        """One place for each tile."""
        return len(self.picks)

    @abstractmethod
    def title(self) -> str:
        """What is asked."""

    def screen(self) -> Screen:
        """The tiles, and the worms of the one under the cursor."""
        labels = (self.say("Grill: no tile") if pick is None else self.desk.short.pick(pick)
                  for pick in self.picks)  # fmt: skip
        pick = self.picks[self.chosen]
        worms = 0 if pick is None else self.state.setup.box.worms[pick.tile]
        foot = self.many("OK: {count} worm", "OK: {count} worms", worms) if worms else ""
        return Menu(self.name, self.title(), tuple(map(Item, labels)), self.chosen, foot)


class TakeView(PickView):
    """The dice are done, and leave a choice of tiles."""

    name = "take"

    def __init__(self, desk: Desk, places: Places, question: str) -> None:
        super().__init__(desk, places, tile_game(desk).takes())
        self.question = question

    def title(self) -> str:
        """Who chooses, and what the dice came to."""
        return self.question

    def ok(self) -> View:
        """Take it."""
        pick = self.picks[self.chosen]
        return self if pick is None else play(self, (pick,))


class WhichView(PickView):
    """A quiet table: which tile is it? All that lie on top are shown, whether they fit or not.

    `ahead` are the moves that end the turn; nothing of them is played before a tile is named that
    the result brings.
    """

    name = "which_tile"

    def __init__(
        self, desk: Desk, places: Places, ahead: tuple[Move, ...], read: Read | None = None
    ) -> None:
        seen = preview(tile_game(desk), *ahead)
        self.total = tile_game(desk).turn.total if seen.ended is None else seen.ended.total
        super().__init__(desk, places, _on_top(tile_game(desk), self.total))
        self.ahead = ahead
        self.read = read
        self.note = ""

    def title(self) -> str:
        """The question; after a wrong answer, what is wrong with it."""
        if self.note:
            return self.note
        return self.say("{player}, {total}: which tile?", player=self.player(), total=self.total)

    def left(self) -> View:
        """The tile before."""
        self.note = ""
        return super().left()

    def right(self) -> View:
        """The next tile."""
        self.note = ""
        return super().right()

    def ok(self) -> View:
        """Take it, if the result brings it."""
        pick = self.picks[self.chosen]
        try:
            moves = self._moves(None if pick is None else pick.rival)
        except Unclear:
            self.desk.ask(Play(Tune.DOUBT))
            self.note = self.say("That is not the {total}", total=self.total)
            return self
        return play(self, moves, self.read)

    def _moves(self, rival: int | None) -> tuple[Move, ...]:
        """All that are to be played; `Unclear` if this rival has no such tile."""
        if self.ahead:
            before = preview(self.state, *self.ahead[:-1]).after
            return (*self.ahead[:-1], *ending(before, self.ahead[-1], rival))
        return self.state.takes()[-1:] if rival is None else snatching(self.state, rival)

    def back(self) -> View:
        """Not yet: nothing is played. Once the dice are done, there is only the menu."""
        return self.places.menu() if self.state.phase is Phase.TAKE else self.places.game()


def _on_top(state: AnyTileGame, total: int) -> tuple[Take | None, ...]:
    """What the grill has for this result, and everyone's top tile."""
    table = state.table
    fitting = [tile for tile in table.up if tile <= total]
    grill = Take(fitting[-1]) if fitting else None
    tops = (Take(top, rival) for rival in state.rivals if (top := table.top(rival)) is not None)
    return (grill, *tops)
