"""A box that plays by itself, to be killed: `python -m tools.soak.child FOLDER SEED`.

It resumes the game it finds, with faults of all kinds except restarts. Each line is printed, after
the name of its file, once the panel shows its result. SIGTERM ends it like a box.
"""

import asyncio
import os
import sys
import traceback
from pathlib import Path
from threading import Thread

from tests.panel.test_never_lost import saved
from tools.soak.faults import KINDS, Trouble, troubled
from tools.soak.hands import Hands
from tools.soak.player import Player
from tools.soak.rig import Rig, quick_table

OUTSIDE = ("stopped", "power cut", "other work")
"""Faults from outside, or too slow for a short run."""
BROKEN = 3
"""Its exit status if a check failed."""


def play(rig: Rig, trouble: Trouble, seed: int) -> None:
    player = Player(rig, trouble, seed)
    player.kinds = [kind for kind in KINDS if kind not in OUTSIDE]
    player.rate = 0.2
    hands = Hands(player, seed)
    while True:
        hands.step()


def watched(rig: Rig, trouble: Trouble, seed: int) -> None:
    """Play; report a failed check, unless the table was asked to end and no longer answers."""
    try:
        rig.ready()
        play(rig, trouble, seed)
    except BaseException:
        if not rig.loop.leaving:
            print(f"seed {seed}, faults {trouble.list}", file=sys.stderr)
            traceback.print_exc()
            os._exit(BROKEN)


def main(folder: Path, seed: int) -> None:
    rig = Rig(folder, seed)
    rig.confirmed = saved(folder)
    rig.on_new = told
    with quick_table(rig.told), troubled(rig, seed) as trouble:
        rig.prepare()
        Thread(target=watched, args=(rig, trouble, seed), daemon=True).start()
        asyncio.run(rig.run())
        os._exit(0)  # somebody may still press


def told(file: str, lines: list[str]) -> None:
    print("".join(f"{file} {line}\n" for line in lines), end="", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
