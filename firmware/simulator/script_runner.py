"""Runs a script on the simulated table, and records the panel."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from firmware.runtime.loop import TableLoop
from firmware.simulator.camera import SimulatedCamera
from firmware.simulator.script import BadScript, Expect, Plug, Press, Spoil, Step, ThrowDice, Wait
from rules.dice import DICE_SETS, DiceSet, Face

if TYPE_CHECKING:
    from PIL.Image import Image

    from vision.simulator.scene import Spoil as Spoiling

USUAL = 0.9
"""Seconds per picture in a recording, unless the script sets them."""
PASSING = 0.25
"""Seconds of a picture that was replaced without a press."""


@dataclass
class Recording:
    """Pictures of the panel, each with its seconds."""

    pictures: list[tuple["Image", float]] = field(default_factory=list)

    def add(self, image: "Image") -> None:
        self.pictures.append((image, PASSING))

    def hold(self, seconds: float) -> None:
        """Show the last picture for at least so long."""
        if self.pictures:
            image, stands = self.pictures[-1]
            self.pictures[-1] = (image, max(stands, seconds))


class Driver:
    """Carries out a script, each step when the table is at rest."""

    def __init__(
        self, loop: TableLoop, camera: SimulatedCamera, steps: Sequence[Step], recording: Recording
    ) -> None:
        self._loop = loop
        self._camera = camera
        self._steps = steps
        self._recording = recording

    async def run(self) -> None:
        """Do all steps, or until the table stops; raises `BadScript` if one is impossible."""
        running = asyncio.create_task(self._loop.run())
        try:
            await self._calm(running)
            for step in self._steps:
                if running.done():
                    break
                await self._do(step, running)
        finally:
            self._loop.stop()
            await running

    async def _do(self, step: Step, running: "asyncio.Task[None]") -> None:
        match step:
            case Press(actions=actions):
                for action in actions:
                    self._recording.hold(USUAL)
                    self._loop.press(action)
                    await self._calm(running)
            case ThrowDice(faces=faces):
                self._put(faces, step.line)
            case Spoil(how=how):
                self._camera.spoil = cast("Spoiling", how) if how else None
            case Plug(there=True):
                self._camera.plug()
            case Plug():
                self._camera.unplug()
            case Wait(seconds=seconds):
                self._recording.hold(seconds)
            case Expect(screen=wanted):
                stands = self._loop.table.screen.name
                if stands != wanted:
                    raise BadScript("script_screen", step.line, wanted=wanted, stands=stands)

    def _put(self, faces: tuple[Face, ...], line: int) -> None:
        dice_set = self._dice()
        for face in faces:
            if face not in dice_set.faces:
                raise BadScript("script_dice", line, word=face)
        self._camera.dice_set = dice_set
        try:
            self._camera.put(faces, spoil=self._camera.spoil)
        except ValueError as error:  # so few dice cannot touch or lie on each other
            raise BadScript("script_spoil", line) from error

    def _dice(self) -> DiceSet:
        """Return the dice on the table; before a game, those that were there last."""
        journal = self._loop.table.session.match
        if journal is None:
            return self._camera.dice_set
        return DICE_SETS[journal.state.setup.table_dice.name]

    async def _calm(self, running: "asyncio.Task[None]") -> None:
        """Wait until the table is at rest, or has stopped."""
        waiting = asyncio.create_task(self._loop.calm.wait())
        await asyncio.wait({waiting, running}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
