"""Whole games at the table by a greedy player, with every press counted.

    python -m tests.table.presses

The player keeps what counts most and stops as soon as that pays, like `tests.greedy`. Dice are laid
aside and the rest thrown at once, as families do: the table works out what was kept. Where it
assumes wrongly, the player puts it right with the buttons. Readings are injected; nothing is free:
setting up the game, every SCAN, every STOP counts.
"""

import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from firmware.actions import Action
from firmware.screens.kinds import Choice
from rules.dice import Face
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Throw
from rules.turn import KEEP
from tests.greedy import greedy_move
from tests.table.flow import Flow

MOST = 2.6
"""Presses a throw: the target."""


@dataclass
class Counted:
    games: int = 0
    throws: int = 0
    presses: int = 0

    @property
    def a_throw(self) -> float:
        return self.presses / self.throws


class GreedyHands:
    """Throws dice, lays them aside, and presses buttons."""

    def __init__(self, flow: Flow, dice: random.Random) -> None:
        self.flow = flow
        self.dice = dice

    @property
    def state(self) -> AnyHeckmeck:
        return cast("AnyHeckmeck", self.flow.table.desk.game.state)

    def play(self, players: int) -> int:
        """One game from power-on to ranking; answers how many throws it took."""
        self.begin(players)
        return self.play_on()

    def begin(self, players: int) -> None:
        """From power-on to what is to be laid out."""
        flow = self.flow
        flow.start()
        flow.press(*[Action.LEFT] * (3 - players), *[Action.RIGHT] * (players - 3))
        flow.press(Action.OK)
        if flow.name == "box":
            flow.press(Action.OK)

    def play_on(self) -> int:
        """From where the game stands to its ranking; answers how many throws it took."""
        flow = self.flow
        throws = 0
        ahead = self.state
        while ahead.ending is None:
            ahead = self._throw(ahead)
            throws += 1
            ahead = self._answer(ahead)
        assert flow.name in {"todo", "failed"}
        assert self.state == ahead
        flow.press(Action.OK)
        assert flow.name == "over"
        return throws

    def _throw(self, ahead: AnyHeckmeck) -> AnyHeckmeck:
        """Throw what is left, and scan; then see to it that the table assumes the right keep."""
        kept = next(reversed(tuple(ahead.turn.kept)), None)
        move = Throw(self.dice.choices(ahead.setup.dice.sides, k=ahead.turn.left))
        self.flow.scan("".join("w" if face is Face.WORM else face for face in move.faces))
        after = ahead.play(move)[0]
        if self.flow.name in {"follow", "follow_failed"} or self._assumes_other(kept):
            self._put_right(cast("Face", kept))
        if after.player != ahead.player or after.ending is not None:
            if self.flow.name == "follow_failed":
                self.flow.press(Action.OK)
            assert self.flow.name == "failed", self.flow.screen
        return after

    def _assumes_other(self, kept: Face | None) -> bool:
        """The table says "then throw the others": they were thrown, and showed the same."""
        return self.flow.name == "keep" and kept is not None and kept not in self.state.turn.kept

    def _put_right(self, kept: Face) -> None:
        flow = self.flow
        if flow.name == "keep":  # tell it what was kept, and look again
            self._choose(kept)
            flow.press(Action.OK, Action.SCAN)
            return
        for _ in range(20):
            screen = cast("Choice", flow.screen)
            assert screen.inferred is not None
            asked = flow.name == "follow" and screen.chosen == len(screen.groups)
            if screen.inferred.face is not kept:
                flow.press(Action.LEFT)
            elif asked:
                flow.press(Action.OK)
            else:
                return
            if flow.name not in {"follow", "follow_failed"}:
                return
        raise AssertionError(flow.screen)

    def _answer(self, state: AnyHeckmeck) -> AnyHeckmeck:
        """Lay dice aside without a press; or stop, which the table must be told."""
        if state.turn.phase is not KEEP or state.ending is not None:
            return state
        keep = greedy_move(state, self.dice)
        assert isinstance(keep, Keep)
        after = state.play(keep)[0]
        if after.turn.player != state.turn.player or after.ending is not None:
            self._choose(keep.face)
            self.flow.press(Action.OK)
            return after
        if isinstance(greedy_move(after, random.Random(0)), Stop):
            self._choose(keep.face)
            self.flow.press(Action.STOP, Action.STOP)
            return after.play(Stop())[0]
        return after

    def _choose(self, face: Face) -> None:
        """Bring the cursor to this face by the shorter way."""
        screen = self.flow.screen
        assert isinstance(screen, Choice), screen
        groups = [group.face for group in screen.groups]
        right = (groups.index(face) - screen.chosen) % len(groups)
        step = Action.RIGHT if right <= len(groups) - right else Action.LEFT
        while cast("Choice", self.flow.screen).chosen != groups.index(face):
            self.flow.press(step)


def count(games: int, make: Callable[[Path], Flow] = Flow) -> Counted:
    counted = Counted()
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:
            flow = make(Path(folder))
            counted.throws += GreedyHands(flow, random.Random(seed)).play(2 + seed % 4)
            counted.presses += flow.presses
            counted.games += 1
    return counted


def report() -> None:
    counted = count(200)
    print("Presses at the table, greedy player, all counted (target)")
    print(
        f"  {counted.games} games, {counted.throws} throws, {counted.presses} presses: "
        f"{counted.a_throw:.2f} a throw ({MOST})"
    )


if __name__ == "__main__":
    report()
