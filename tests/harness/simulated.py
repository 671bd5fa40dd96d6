"""A simulated table for flow tests: drawn dice, the real reader, the real loop."""

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from threading import Event, Thread
from typing import Self, cast

from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.devices.absent import Absent
from firmware.devices.memory import MemoryDisplay
from firmware.errors import DeviceTrouble
from firmware.ports import Action
from firmware.runtime.loop import TableLoop
from firmware.runtime.table_devices import Devices
from firmware.simulator.camera import Conditions, SimulatedCamera
from firmware.store.settings import Settings
from rules.barbecue import Barbecue
from rules.dice import BARBECUE, DICE_SETS, Face
from rules.games import AnyGame
from tests.harness.clock import ManualClock
from tests.harness.correcting import Corrects
from tests.harness.flow import Flow, reading
from vision.reading import Reading
from vision.simulator.scene import LIGHTS, SURFACES, Spoil

SPOILS: tuple[Spoil, ...] = ("glare", "touching", "dark", "blurred", "cut_off")
"""Leaning dice and hands are left out: how often those pass is in docs/vision.md, and only people
can notice it.
"""
SPOILT = 0.25
"""The part of spoilt throws."""
BENDS = -0.12, 0.06
"""The bend of the lens, as in `tools.figures.mats`; one lens for each game."""
ANSWERED = 60.0
"""Seconds until the table is calm again, on any machine."""


class SimulatedFlow(Flow, Corrects):
    """Throws drawn dice and reads them; corrects doubts by hand or by buttons.

    Use it as a context manager: the loop runs in a thread.
    """

    def __init__(
        self, folder: Path, seed: int, game: type[AnyGame] = Barbecue, *, mat: bool = False
    ) -> None:
        super().__init__(folder, settings=Settings(game=game.NAME))
        self.camera = SimulatedCamera(BARBECUE, seed)
        self.mat = mat
        self.doubts = self.corrected = self.spoilt = 0
        self._random = random.Random(seed)
        self.bend = random.Random(f"lens {seed}").uniform(*BENDS)
        self._lying: list[Face] = []
        self._aside: list[Face] = []
        self._settling = False
        self._display = MemoryDisplay(keep=1)
        self._loop = TableLoop(
            self.table,
            Devices(
                Absent(),
                self._display,
                Absent(),
                ManualClock(),
                TableCamera(self.camera, make_reader),
                power_off=lambda: None,
                folder=folder,
            ),
        )
        self._running: asyncio.AbstractEventLoop | None = None
        self._ready = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._run()))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(ANSWERED)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.leave()
        self._thread.join(ANSWERED)

    async def _run(self) -> None:
        self._running = asyncio.get_running_loop()
        self._ready.set()
        await self._loop.run()

    def _do(self, work: Coroutine[None, None, None]) -> None:
        assert self._running is not None
        asyncio.run_coroutine_threadsafe(work, self._running).result(ANSWERED)

    def start(self) -> None:
        self._do(self._calm())

    def press(self, *actions: Action | str) -> None:
        for action in actions:
            self._press_one(Action(action))
            if self.name in {"doubt", "aside"} and not self._settling:
                self._settling = True
                self._settle()
                self._settling = False

    def _press_one(self, action: Action) -> None:
        self.presses += 1
        self._do(self._pressed(action))

    async def _calm(self) -> None:
        await self._loop.calm.wait()

    async def _pressed(self, action: Action) -> None:
        self._loop.press(action)
        await self._loop.calm.wait()

    def scan(self, dice: str | Reading | DeviceTrouble | None) -> None:
        """Throw these dice, and press SCAN."""
        told = reading(dice) if isinstance(dice, str) else cast("Reading", dice)
        self._lying = [Face(die.face) for die in told.dice]
        self._aside = [Face(die.face) for die in told.aside or ()]
        self.camera.dice_set = DICE_SETS[self.table.session.game.state.setup.table_dice.name]
        self._light()
        spoil = self._random.choice(SPOILS) if self._random.random() < SPOILT else None
        if spoil == "touching" and len(self._lying) < 2:
            spoil = None
        self.spoilt += spoil is not None
        self.camera.put(self._lying, self._aside, spoil=spoil)
        self.press(Action.SCAN)

    def lying(self, told: Reading) -> None:
        """Put these dice on the table, and those aside."""
        self._lying = [Face(die.face) for die in told.dice]
        self._aside = [Face(die.face) for die in told.aside or ()]
        self.camera.put(self._lying, self._aside)

    def _light(self) -> None:
        """Choose the light; on a mat also another view and table for every throw."""
        if self.mat:
            self.camera.conditions = Conditions(
                light=self._random.choice(LIGHTS),
                surface=self._random.choice(SURFACES),
                tilt=self._random.uniform(0, 20),
                mat=True,
                bend=self.bend,
            )

    def _settle(self) -> None:
        """Resolve a doubt: push the dice apart and look again, or correct them by buttons.

        A missing die lies beside the mat and is brought back.
        """
        self.doubts += 1
        if self.name == "aside" or self._random.random() < 0.5:
            self.camera.put(self._lying, self._aside)
            self.press(Action.SCAN)
        if self.name == "doubt":
            self.corrected += 1
            self.correct(self._lying)
