"""What the unit's cage lets through, tried from inside: a line of JSON for each thing.

Run in the place of the table (`tests/appliance/trial.py`).
"""

import ctypes
import json
import mmap
import os
import socket
from collections.abc import Callable
from pathlib import Path


def read_dice() -> list[str]:
    from firmware.camera.readers import make_reader
    from firmware.simulator.camera import SimulatedCamera
    from rules.dice import BARBECUE, Face

    camera = SimulatedCamera(BARBECUE, seed=5)
    camera.put([Face.ONE] * 3 + [Face.FOUR] * 3 + [Face.WORM] * 2)
    _, frame = next(iter(camera.frames()))
    reading = make_reader().read(frame, BARBECUE, frozenset({8}))
    return sorted(str(die.face) for die in reading.dice)


def open_device(name: str) -> None:
    os.close(os.open(f"/dev/{name}", os.O_RDWR))


def call_back() -> int:
    return int(ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda number: number + 1)(41))


def write_and_run() -> None:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def rights() -> str:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(line.split()[1] for line in lines if line.startswith("CapBnd"))


TRIED: dict[str, Callable[[], object]] = {
    "device of its group": lambda: open_device("i2c-22"),
    "device of others": lambda: open_device("not_ours"),
    "device not in the list": lambda: open_device("console_of_all"),
    "pipe of lgpio": lambda: os.mkfifo(Path(os.environ["LG_WD"]) / "pipe"),
    "games": lambda: Path("/var/lib/grillside/probe").touch(),
    "program": lambda: Path("/opt/probe").touch(),
    "homes": lambda: list(Path("/root").iterdir()),
    "what board it is": lambda: bool(Path("/proc/cpuinfo").read_text()),
    "udev": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).close(),
    "raw packets": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close(),
    "code made at run time": write_and_run,
    "callbacks of ctypes": call_back,
    "rights": rights,
    "dice": read_dice,
}

if __name__ == "__main__":
    for name, act in TRIED.items():
        try:
            told = act()
        except OSError as error:
            told = f"refused: {os.strerror(error.errno or 0)}"
        print(json.dumps([name, told]), flush=True)
