"""Which tile a turn brings, where the player has a choice, or where nobody may be reminded."""

from abc import abstractmethod

from firmware.errors import Unclear
from firmware.panel.games.stacks import tile_game
from firmware.panel.games.throw import HeckmeckView
from firmware.panel.view import Navigator, View
from firmware.panel.view_kinds import Chooser, NotedChooser
from firmware.play.turns import ending, preview, snatching
from firmware.ports import Tune
from firmware.screens.kinds import Item, Menu, Message, Screen
from firmware.table.requests import Play
from firmware.table.session import Desk
from rules.moves import Move, Take
from rules.record import Read
from rules.tiles import AnyTileGame
from rules.turn import Phase


class PickView(Chooser, HeckmeckView):
    """Tiles under each other; OK takes the one under the cursor."""

    def __init__(self, desk: Desk, navigator: Navigator, picks: tuple[Take | None, ...]) -> None:
        super().__init__(desk, navigator)
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
        """The tiles."""
        labels = (self.say("No rival’s tile") if pick is None else self.desk.short.pick(pick)
                  for pick in self.picks)  # fmt: skip
        return Menu(self.name, self.title(), tuple(map(Item, labels)), self.chosen, self.foot())

    def foot(self) -> str:
        """What is told of the tile under the cursor, in small print."""
        return ""


class TakeView(PickView):
    """The dice are done, and leave a choice of tiles."""

    name = "take"

    def __init__(self, desk: Desk, navigator: Navigator, question: str) -> None:
        super().__init__(desk, navigator, tile_game(desk).takes())
        self.question = question

    def title(self) -> str:
        """Who chooses, and what the dice came to."""
        return self.question

    def foot(self) -> str:
        """Its worms."""
        pick = self.picks[self.chosen]
        worms = 0 if pick is None else self.state.setup.box.worms[pick.tile]
        return self.many("OK: {count} worm", "OK: {count} worms", worms)

    def ok(self) -> View:
        """Take it."""
        pick = self.picks[self.chosen]
        return self if pick is None else self.play((pick,))


class WhichView(NotedChooser, PickView):
    """A quiet table: which tile is it? All that lie on top are shown, whether they fit or not.

    `ahead` are the moves that end the turn; nothing of them is played before a tile is named that
    the result brings.
    """

    name = "which_tile"

    def __init__(
        self, desk: Desk, navigator: Navigator, ahead: tuple[Move, ...], read: Read | None = None
    ) -> None:
        seen = preview(tile_game(desk), *ahead)
        self.total = tile_game(desk).turn.total if seen.ended is None else seen.ended.total
        super().__init__(desk, navigator, _on_top(tile_game(desk), self.total))
        self.ahead = ahead
        self.read = read

    def title(self) -> str:
        """The question; after a wrong answer, what is wrong with it."""
        if self.note:
            return self.note
        return self.say("{player}, {total}: which tile?", player=self.player(), total=self.total)

    def ok(self) -> View:
        """Take it, if the result brings it."""
        pick = self.picks[self.chosen]
        try:
            moves = self._moves(None if pick is None else pick.rival)
        except Unclear:
            self.desk.ask(Play(Tune.DOUBT))
            self.note = self.say("That is not the {total}", total=self.total)
            return self
        if pick is None:
            return VainView(self, moves)
        return self.play(moves, self.read)

    def _moves(self, rival: int | None) -> tuple[Move, ...]:
        """All that are to be played; `Unclear` if this rival has no such tile."""
        if self.ahead:
            before = preview(self.state, *self.ahead[:-1]).after
            return (*self.ahead[:-1], *ending(before, self.ahead[-1], rival))
        return self.state.takes()[-1:] if rival is None else snatching(self.state, rival)

    def back(self) -> View:
        """Not yet: nothing is played. Once the dice are done, there is only the menu."""
        return self.navigator.menu() if self.state.phase is Phase.TAKE else self.navigator.game()


class VainView(HeckmeckView):
    """No rival's tile, and the grill has none: asked in the same words whether a rival has it.

    Where it is the only gain, the rival's tile is taken all the same (R72), and only then told.
    """

    name = "in_vain"

    def __init__(self, which: WhichView, moves: tuple[Move, ...]) -> None:
        super().__init__(which.desk, which.navigator)
        self.which = which
        self.moves = moves

    def screen(self) -> Screen:
        """What can come of it, as everybody sees it."""
        state = self.which.state
        top = state.table.top(state.player)
        costs = (
            self.say("It may bring nothing")
            if top is None
            else self.say("May cost your {tile}", tile=top)
        )
        title = self.say("{player}, {total}: sure?", player=self.player(), total=self.which.total)
        lines = (self.say("No tile so low"), costs)
        return Message(self.name, title, lines, self.say("OK: yes   BACK: no"), alarm=True)

    def ok(self) -> View:
        """So be it."""
        return self.play(self.moves, self.which.read)

    def back(self) -> View:
        """Which tile, then?"""
        return self.which


def _on_top(state: AnyTileGame, total: int) -> tuple[Take | None, ...]:
    """What the grill has for this result, and everyone's top tile."""
    table = state.table
    fitting = [tile for tile in table.up if tile <= total]
    grill = Take(fitting[-1]) if fitting else None
    tops = (Take(top, rival) for rival in state.rivals if (top := table.top(rival)) is not None)
    return (grill, *tops)
