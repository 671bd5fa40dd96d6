"""Runs the simulated table without a page, for comparison: `python -m tools.page.bare FOLDER`.

It prints its memory in megabytes when it is at rest, and keeps running.
"""

import asyncio
import os
import sys
from pathlib import Path

from firmware.commands import cli  # noqa: F401  # loaded first, as by the command
from firmware.config.keys import Config
from firmware.devices.absent import Absent
from firmware.devices.memory import MemoryDisplay
from firmware.runtime.loop import TableLoop
from firmware.simulator.run import Simulation
from firmware.simulator.table import ThrowingCamera
from tests.web.process import megabytes


async def main(folder: Path) -> None:
    simulation = Simulation(Config(), folder, 1)
    table = simulation._table()
    camera = ThrowingCamera(simulation._camera(), table)
    loop = TableLoop(table, simulation._devices(Absent(), MemoryDisplay(keep=1), camera))
    running = asyncio.create_task(loop.run())
    await loop.calm.wait()
    print(megabytes(os.getpid()), flush=True)
    await running


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
