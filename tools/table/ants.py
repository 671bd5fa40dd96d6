"""Plays whole games of Picnic Blitz at the table, counting every press.

    python -m tools.table.ants

A plain player: throws again what does not help the best track, attacks where that is offered, moves
where the cursor stands, and spends queens when there is something to spend them on. Dice are thrown
again without telling the table which. Ants and queens are moved on a board of their own, as the
screens say and in no other way; it must be the game's in the end of every turn.
"""

import random
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

from firmware.panel.games.ant_moves import possible
from firmware.ports import Action
from firmware.screens.kinds import Choice, DiceRow, Message, TrackBoard
from firmware.store.settings import Settings
from rules.dice import Face
from rules.moves import QueenUse, SpendQueen, TakeQueen
from rules.picnic_blitz import PicnicBlitz
from rules.tracks import AntTable
from tests.harness.flow import Flow
from tools.table.presses import Counted, begin

SPENDS = 0.5
"""How often a queen is spent where it can be."""
TAKES = 0.2
"""How often one is taken rather than a move of a step or two."""


class Followed:
    """The board of people who do exactly what English screens say."""

    def __init__(self, state: PicnicBlitz) -> None:
        self.names = [player.name for player in state.setup.players]
        self.table: AntTable = state.table

    def queen(self, seat: int, *, has: bool) -> None:
        assert self.table.queens[seat] is not has
        self.table = self.table.with_queen(seat, has=has)

    def push(self, board: TrackBoard) -> None:
        """One ant goes back; the board shows on which track."""
        assert board.chosen is not None
        track = board.rows[board.chosen[0]].number
        name = re.split(r"[ :]", board.line.removeprefix("Push "))[0]
        seat = self.names.index(name)
        was = self.table.where(seat, track) or 0
        assert self.table.active(seat, track)
        self.table = self.table.pushed(seat, track)
        told = re.search(r" to ([0-9]+)", board.line)
        assert was - 1 == (int(told[1]) if told else 0), board
        assert ("flip" in board.line) is (was == self.table.length(track)), board

    def todo(self, told: Message) -> None:
        """Return the remaining work of a turn."""
        seat = self.names.index(told.title.split()[0])
        for line in told.lines:
            moved = re.fullmatch(r"Track ([0-9]): (to space ([0-9]+)|food, flip ants)", line)
            if moved:
                track = int(moved[1])
                to = int(moved[3] or self.table.length(track))
                self.table = self.table.moved(seat, track, to)
            elif line == "Take a queen":
                self.queen(seat, has=True)
            elif line == "Queen back":
                self.queen(seat, has=False)
            else:
                assert line == "Nothing to move", told


class AntHands:
    """Throws dice, moves ants, and presses buttons."""

    def __init__(self, flow: Flow, dice: random.Random) -> None:
        self.flow = flow
        self.dice = dice
        self.throws = 0
        self.lying: list[Face] = []
        self.board: Followed | None = None

    @property
    def state(self) -> PicnicBlitz:
        return cast("PicnicBlitz", self.flow.table.session.game.state)

    def play(self, players: int) -> int:
        """Play one game from power-on to ranking; return the number of throws."""
        self.begin(players)
        return self.play_on()

    def begin(self, players: int) -> None:
        begin(self.flow, players)

    def follow_screens(self) -> None:
        """Have a board of one's own, for English screens."""
        self.board = Followed(self.state)

    def play_on(self) -> int:
        """Play from the current position to the ranking; return the number of throws."""
        steps = {
            "todo": self._done,
            "picnic_throw": self._throw,
            "picnic_dice": self._rolled,
            "picnic_same": lambda: self.flow.press(Action.OK),
            "picnic_attack": self._attack,
            "picnic_pushed": self._attack,
            "picnic_move": self._move,
        }
        while self.flow.name != "over":
            steps[self.flow.name]()
        return self.throws

    def _done(self) -> None:
        screen = self.flow.screen
        assert isinstance(screen, Message)
        if self.board is not None and self.flow.table.session.game.moves:
            self.board.todo(screen)
            assert self.board.table == self.state.table
        if self.state.ending is None:
            self._throw()
        else:
            self.flow.wait()

    def _throw(self) -> None:
        self.lying = self.dice.choices(list(self.state.setup.dice.sides), k=6)
        self._scan()

    def _scan(self, rerolled: int = 0) -> None:
        self.throws += 1
        self.flow.scan("".join(self.lying))
        if self.flow.name == "picnic_how_many":
            counts = list(self.state.turn.possibly_rerolled(tuple(self.lying)))
            self.flow.press(*[Action.RIGHT] * counts.index(rerolled), Action.OK)
        lying = tuple(sorted(self.lying))
        assert self.state.turn.thrown == lying, self.flow.screen

    def _rolled(self) -> None:
        """Throw again what does not move the ant that would get furthest."""
        if self.board is not None and "queen back" in cast("DiceRow", self.flow.screen).title:
            self.board.queen(self.state.player, has=False)
        useless = self._useless()[: self.state.turn.again]
        if not useless or self.state.straight:
            self.flow.press(Action.OK)
            return
        for face in useless:
            self.lying.remove(face)
        self.lying += self.dice.choices(list(self.state.setup.dice.sides), k=len(useless))
        self._scan(len(useless))

    def _useless(self) -> list[Face]:
        steps = self.state.steps()
        if not steps:
            return list(self.state.turn.thrown)
        best = max(steps, key=lambda step: (step.food, step.steps))
        return [face for face in self.state.turn.thrown if face != str(best.track)]

    def _attack(self) -> None:
        """The ant under the cursor, as long as there are attacks; then a queen, or on."""
        if self.flow.name == "picnic_pushed":
            screen = cast("TrackBoard", self.flow.screen)
            if self.board is not None:
                self.board.push(screen)
            self.flow.press(Action.RIGHT if self._more() else Action.OK)
            return
        title = cast("TrackBoard", self.flow.screen).title
        if self.board is not None and "Queen back" in title:
            self.board.queen(self.state.player, has=False)
        self.flow.press(Action.OK)

    def _more(self) -> bool:
        """Whether another attack follows; the queen's place is the first without a target."""
        queens = any("queen" in move.code for move in self.state.legal_moves().choices)
        return bool(self.state.targets()) or (queens and self._likes())

    def _likes(self) -> bool:
        return self.dice.random() < SPENDS

    def _move(self) -> None:
        """Where the cursor stands; or what a queen does, which is before the first face."""
        screen = cast("Choice", self.flow.screen)
        most = max((step.steps for step in self.state.steps()), default=0)
        may_take = self.state.refusal(TakeQueen()) is None
        if may_take and 1 <= most <= 2 and self.dice.random() < TAKES:
            self.flow.press(Action.STOP, Action.STOP)
            return
        if "+" in screen.player and self._likes():
            uses = possible(self.state, *map(SpendQueen, QueenUse))
            back = screen.chosen + 1 + self.dice.randrange(len(uses))
            self.flow.press(*[Action.LEFT] * back)
        self.flow.press(Action.OK)


def count(games: int, make: Callable[..., Flow] = Flow) -> Counted:
    counted = Counted()
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:
            flow = make(Path(folder), settings=Settings(game="picnic_blitz"))
            counted.throws += AntHands(flow, random.Random(seed)).play(2 + seed % 3)
            counted.presses += flow.presses
            counted.games += 1
    return counted


def report(games: int = 60) -> None:
    counted = count(games)
    print("Presses at the table, Picnic Blitz, a plain player, all counted")
    print(
        f"  {counted.games} games, {counted.throws} throws, {counted.presses} presses: "
        f"{counted.a_throw:.2f} a throw"
    )


if __name__ == "__main__":
    report()
