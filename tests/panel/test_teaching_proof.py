"""A newcomer at the simulated table: dice of another edition are taught and played with.

Everything is real but the dice: the frames are drawn, the nets read them, the loop runs.
"""

from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.ports import Action
from firmware.runtime.loop import TableLoop
from firmware.simulator.table import SimulatedTable, ThrowingCamera
from firmware.store import taught_dice
from firmware.store.settings import load
from rules.dice import BARBECUE
from rules.moves import Throw
from tests.harness.simulated import SimulatedFlow
from tests.panel.test_beginning import choose

pytestmark = pytest.mark.proof

THROWS = 5
LOOKS = 6
"""So often a doubted throw is pushed apart before it is entered by hand."""
LARGEST = 300_000
"""Bytes of a file that is copied from box to box."""


class Newcomer(SimulatedFlow):
    """Presses buttons; the program does with the dice what the panel asks for."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed)
        self.table: SimulatedTable = SimulatedTable(self.table.session)
        self.thrower = ThrowingCamera(self.camera, self.table)
        devices = replace(self._loop.devices, table_camera=TableCamera(self.thrower, make_reader))
        self._loop = TableLoop(self.table, devices)
        self.slowest = 0.0
        """Seconds from SCAN to the next face."""

    def press(self, *actions: Action | str) -> None:
        for action in actions:
            self._press_one(Action(action))

    def teach(self, numbers: str) -> int:
        """Teach dice from the settings until they are saved; return the number of faces shown."""
        choose(self, "Settings")
        choose(self, "New dice")
        self.press("ok")
        choose(self, numbers)
        faces = 0
        for _ in range(8 * LOOKS):
            match self.name:
                case "teach_show":
                    begun = perf_counter()
                    self.press("scan")
                    self.slowest = max(self.slowest, perf_counter() - begun)
                    faces += self.name == "teach_show"
                case "teach_doubt" | "teach_throw":
                    self.press("scan")
                case "teach_read" | "teach_unclear" | "note":
                    assert self.reads_right
                    self.press("ok")
                case "teach_alike":
                    self.press("stop" if self.table.view.again else "ok")  # type: ignore[attr-defined]
                case "teach_name":
                    self.press("scan")
                case _:
                    break
        assert self.name == "settings"
        return faces

    @property
    def reads_right(self) -> bool:
        """Return whether the dice on the screen, if any, have the true faces."""
        dice = getattr(self.table.view, "dice", ())
        return not dice or sorted(die.face for die in dice) == sorted(self.thrower.faces)

    def throw(self) -> bool:
        """Throw, and push doubted dice apart; return whether that was enough."""
        moves = self.table.session.game.moves
        for _ in range(LOOKS):
            self.press("scan")
            if self.name != "doubt":
                break
            self.doubts += 1
            assert self.reads_right
        if self.name == "doubt":
            self.press("back")
            return False
        step = self.table.session.game.steps[moves]
        assert step.move == Throw(sorted(self.thrower.faces))
        return True


@pytest.mark.parametrize(("numbers", "pictures"), [("Pips", 1), ("Pictures", 6)])
def test_another_edition_is_taught_and_played_with(
    tmp_path: Path, numbers: str, pictures: int
) -> None:
    with Newcomer(tmp_path, seed=3) as table:
        table.start()
        table.teach(numbers)
        dice = taught_dice.load(tmp_path, "Barbecue B")
        assert len(dice.taught.looks) == pictures
        assert all(len(looks) >= 4 for looks in dice.taught.looks.values())
        assert set((dice.faces("barbecue") or {}).values()) == set(BARBECUE.faces)
        (path,) = taught_dice.all_files(tmp_path)
        assert path.stat().st_size < LARGEST
        table.press("back")
        choose(table, "3 players")
        table.follow([("box", "ok"), ("todo", "ok"), ("throw", "")])
        read = 0
        for _ in range(THROWS):
            read += table.throw()
            table.press("undo", "ok") if table.table.session.game.moves else None
        assert load(tmp_path).dice == {"barbecue": "taught:Barbecue B"}
        assert 2 * read > THROWS
