"""Plays whole games at a table with automatic reading, counting the remaining presses.

    python -m tools.table.unpressed

The same greedy player as in `tools.table.presses`, who presses SCAN only where nothing is read by
itself: at a game's first throw, and where dice that were thrown show what they showed before. On a
mat dice are laid aside; without one a keep is said with OK, since a count alone never decides.
"""

import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import cast

from firmware.errors import DeviceTrouble
from firmware.ports import Action
from firmware.store.settings import Settings
from firmware.table.auto_detect import Verdict
from rules import Barbecue
from rules.heckmeck import AnyHeckmeck
from tests.harness.flow import Flow, reading
from tools.table.presses import GAMES, Counted, GreedyHands
from vision.reading import Corners, Reading

MOST, MOST_ON_MAT = 2.0, 1.0
"""Presses a throw: no more, or something needs a press that did not."""


def fallen(told: Reading, navigator: random.Random) -> Reading:
    """Return the same dice at their new places."""

    def square(x: float, y: float) -> Corners:
        return ((x, y), (x + 50, y), (x + 50, y + 50), (x, y + 50))

    dice = [
        replace(die, corners=square(navigator.uniform(0, 1200), navigator.uniform(0, 900)))
        for die in told.dice
    ]
    return replace(told, dice=tuple(dice))


class UnpressedFlow(Flow):
    """A table with automatic reading: dice are thrown, and SCAN is pressed only if necessary."""

    def __init__(self, folder: Path, settings: Settings, seed: int) -> None:
        super().__init__(folder, settings=settings)
        self._places = random.Random(seed)
        self.noticed = 0

    def scan(self, dice: str | Reading | DeviceTrouble | None) -> None:
        told = reading(dice) if isinstance(dice, str) else cast("Reading", dice)
        self.tray = fallen(told, self._places)
        unasked = self.table.auto_look
        if unasked is None or self.table.judge(unasked, self.tray) is not Verdict.THROWN:
            self.press(Action.SCAN)
            return
        self.noticed += 1
        self.table.noticed(self.tray)
        self._answer()


class UnpressedHands(GreedyHands):
    """Confirms the kept dice with OK if the table cannot see them."""

    def _answer(self, state: AnyHeckmeck) -> AnyHeckmeck:
        answered = super()._answer(state)
        if not self.mat and answered.turn.kept and self.flow.name == "keep":
            self._choose(next(reversed(tuple(answered.turn.kept))))
            self.flow.press(Action.OK)
        return answered


def count(games: int, game: type[AnyHeckmeck] = Barbecue, *, mat: bool = False) -> Counted:
    """Play games of this kind, with each number of players in turn."""
    counted = Counted()
    settings = Settings(game=game.NAME, by_itself=True)
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:
            flow = UnpressedFlow(Path(folder), settings, seed)
            players = game.LEAST_PLAYERS + seed % (game.MOST_PLAYERS - game.LEAST_PLAYERS + 1)
            counted.throws += UnpressedHands(flow, random.Random(seed), mat=mat).play(players)
            counted.presses += flow.presses
            counted.games += 1
    return counted


def report() -> None:
    print("Presses where the table reads by itself, greedy player, all counted (limit)")
    for mat, most in ((False, MOST), (True, MOST_ON_MAT)):
        for game in GAMES:
            counted = count(200, game, mat=mat)
            print(
                f"  {game.NAME}{' on a mat' if mat else ''}: {counted.games} games, "
                f"{counted.throws} throws, {counted.presses} presses: "
                f"{counted.a_throw:.2f} a throw ({most})"
            )


if __name__ == "__main__":
    report()
