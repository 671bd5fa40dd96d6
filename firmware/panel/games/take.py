"""Choosing the tile that a turn brings, also at a quiet table."""

from abc import abstractmethod

from firmware.errors import Unclear
from firmware.panel.games.stacks import tile_game
from firmware.panel.games.throw import HeckmeckView
from firmware.panel.view import Navigator, View
from firmware.panel.view_kinds import Chooser, SubView
from firmware.play.turns import ending, preview, snatching
from firmware.ports import Tune
from firmware.screens.kinds import Item, Menu, Message, Screen
from firmware.table.requests import Play
from rules.moves import Move, Take
from rules.record import Read
from rules.tiles import AnyTileGame
from rules.turn import Phase


class PickView(Chooser, HeckmeckView):
    """A list of tiles; OK takes the chosen one."""

    def __init__(self, navigator: Navigator, picks: tuple[Take | None, ...]) -> None:
        super().__init__(navigator)
        self.picks = picks
        """None: the grill has no tile for the result."""

    @property
    def state(self) -> AnyTileGame:
        return tile_game(self.session)

    def size(self) -> int:
        return len(self.picks)

    @abstractmethod
    def title(self) -> str: ...

    def screen(self) -> Screen:
        labels = (self.say("No rival’s tile") if pick is None else self.session.short.move(pick)
                  for pick in self.picks)  # fmt: skip
        return Menu(self.name, self.title(), tuple(map(Item, labels)), self.chosen, self.foot())

    def foot(self) -> str:
        """Return a note about the chosen tile, in small print."""
        return ""


class TakeView(PickView):
    """Choosing a tile at the end of the turn's dice."""

    name = "take"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator, tile_game(navigator.session).takes())

    def title(self) -> str:
        state, rivals = self.state, any(pick and pick.rival is not None for pick in self.picks)
        question = self.say("snatch?") if rivals else self.say("which tile?")
        return self.say(
            "{player}, {total}: {question}",
            player=self.player(),
            total=state.turn.total,
            question=question,
        )

    def foot(self) -> str:
        pick = self.picks[self.chosen]
        worms = 0 if pick is None else self.state.setup.box.worms[pick.tile]
        return self.many("OK: {count} worm", "OK: {count} worms", worms)

    def ok(self) -> View:
        pick = self.picks[self.chosen]
        return self if pick is None else self.play((pick,))


class WhichView(PickView):
    """At a quiet table: which tile? Offers every visible tile, whether it fits or not.

    `ahead` holds the moves that end the turn; nothing is played before a matching tile is named.
    """

    name = "which_tile"

    def __init__(
        self, navigator: Navigator, ahead: tuple[Move, ...], read: Read | None = None
    ) -> None:
        seen = preview(tile_game(navigator.session), *ahead)
        self.total = (
            tile_game(navigator.session).turn.total if seen.ended is None else seen.ended.total
        )
        super().__init__(navigator, _on_top(tile_game(navigator.session), self.total))
        self.ahead = ahead
        self.read = read

    def title(self) -> str:
        """Return the question, or after a wrong answer what was wrong."""
        if self.note:
            return self.note
        return self.say("{player}, {total}: which tile?", player=self.player(), total=self.total)

    def ok(self) -> View:
        """Take it if the result matches."""
        pick = self.picks[self.chosen]
        try:
            moves = self._moves(None if pick is None else pick.rival)
        except Unclear:
            self.session.ask(Play(Tune.DOUBT))
            self.note = self.say("That is not the {total}", total=self.total)
            return self
        if pick is None:
            return VainView(self, moves)
        return self.play(moves, self.read)

    def _moves(self, rival: int | None) -> tuple[Move, ...]:
        """Return all moves to play; raises `Unclear` if this rival has no such tile."""
        if self.ahead:
            before = preview(self.state, *self.ahead[:-1]).after
            return (*self.ahead[:-1], *ending(before, self.ahead[-1], rival))
        return self.state.takes()[-1:] if rival is None else snatching(self.state, rival)

    def back(self) -> View:
        """Go back without a move; once the dice are done, to the menu."""
        return self.navigator.menu() if self.state.phase is Phase.TAKE else self.navigator.game()


class VainView(SubView, HeckmeckView):
    """The grill has no tile: asks in the same words whether a rival has one or not.

    If it is the only gain, the rival's tile is taken anyway (R72), and shown afterwards.
    """

    name = "in_vain"

    def __init__(self, which: WhichView, moves: tuple[Move, ...]) -> None:
        super().__init__(which)
        self.which = which
        self.moves = moves

    def screen(self) -> Screen:
        """Return the possible results, as everyone can see them."""
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
        return self.play(self.moves, self.which.read)


def _on_top(state: AnyTileGame, total: int) -> tuple[Take | None, ...]:
    """Return the grill's tile for this result, and everyone's top tile."""
    table = state.table
    fitting = [tile for tile in table.up if tile <= total]
    grill = Take(fitting[-1]) if fitting else None
    tops = (Take(top, rival) for rival in state.rivals if (top := table.top(rival)) is not None)
    return (grill, *tops)
