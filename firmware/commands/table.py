"""The command `grillside table`."""

import argparse
import faulthandler
import logging
import os
import sys
import threading
import time
from collections.abc import Sequence
from importlib import import_module

from firmware.config.file import find, games_folder, load, usable
from firmware.devices.sd_notify import Service
from firmware.errors import Unclear
from firmware.runtime.open_table import keep_log
from firmware.runtime.worker import WORKER
from firmware.speech.language import of_system


def run_table(args: argparse.Namespace) -> int:
    if (args.script or args.record) and not args.sim:
        raise Unclear("script_needs_sim")
    if args.record and not args.script:
        raise Unclear("record_needs_script")
    if args.page and (args.script or not args.sim):
        raise Unclear("page_needs_sim")
    before = threading.enumerate()
    if args.sim:
        _simulate(args)
        return _ended(before)
    config, problem = usable(args.config or find())  # the panel shows the problem too
    folder = args.folder or games_folder(config)
    keep_log(folder)
    from firmware.appliance.box import Box  # noqa: PLC0415  # a simulated table needs none of it

    service = Service.of(os.environ)
    if service.connected:
        faulthandler.enable()  # systemd aborts a process that hangs; this logs where it hung
    box = Box(config, folder, service=service)
    if problem is not None:
        box.troubles.extend(problem.problems)
    box.run()
    return _ended(before, at_once=service.connected)


def _ended(before: Sequence[threading.Thread], *, at_once: bool = False) -> int:
    """End the process without waiting for slow threads that started after `before`.

    Everything is saved and closed by now. If a thread is inside OpenCV when Python shuts down, the
    whole process aborts, which looks like a crash to systemd. With `at_once`, systemd does not have
    to wait for Python's slow cleanup.
    """
    working = [thread for thread in threading.enumerate() if thread.name == WORKER]
    if at_once or any(thread not in before for thread in working):
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    return 0


def _simulate(args: argparse.Namespace) -> None:
    from firmware.simulator.run import Simulation  # noqa: PLC0415
    from firmware.simulator.script import read_script  # noqa: PLC0415  # nor the box any of this

    config = load(args.config or find())
    import_module("cv2")  # it draws the dice; report its absence before taking over the screen
    folder = args.folder or games_folder(config)
    keep_log(folder)
    seed = time.time_ns() % 1_000_000 if args.seed is None else args.seed
    simulation = Simulation(config, folder, seed)
    if args.page:
        simulation.show(_tell_address)
    elif args.script is None:
        simulation.play()
    else:
        simulation.drive(read_script(args.script), args.record)


def _tell_address(address: str) -> None:
    """Print the address of the page, and open it on a desktop."""
    print(of_system().gettext("The table is at {address}   Ctrl-C leaves.", address=address))
    sys.stdout.flush()
    if sys.stdout.isatty():
        import webbrowser  # noqa: PLC0415  # only here

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
