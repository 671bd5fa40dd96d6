"""Tests power cuts: kills the machine during a game, possibly losing unflushed writes.

The card keeps what was flushed, and a random part of the other sectors. Then the machine starts
from the same card: ext4 recovers by its own journal, and the table must be at the last move that
the phone was told; a requested but unanswered move may be there too.
"""

import asyncio
import contextlib
import itertools
import random
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from tests.web.line import Closed
from tools.virtual_pi.card import Card
from tools.virtual_pi.disk import Kernel
from tools.virtual_pi.machine import RUN, Gone, Machine
from tools.virtual_pi.playing import PORT, Person
from tools.virtual_pi.report import Report

CUTS = 10
SLOW = 900.0
"""Seconds for a start: all of it may be emulated, on a busy machine."""
UNSEEN = "systemd.mask=grillside-splash.service systemd.mask=systemd-logind.service"
"""Without panel and login, to start faster."""
SHORTEST, LONGEST = 0.5, 8.0
"""Seconds of play before a cut."""
WRITES = 30
"""Every other cut happens at a write, if that is sooner."""
JUST_ASKED = {"1 more", "2 more"}
"""Lines that the phone had asked for and was not told of: a choice, and that it is taken back."""
_LOST = (Gone, Closed, OSError, EOFError, FileNotFoundError, asyncio.CancelledError)


@dataclass
class Confirmed:
    """The phone's last state, and the lines on the card at that moment."""

    game: str = ""
    lines: tuple[str, ...] = ()
    known: int = 0
    """The lines that the table has confirmed."""


def try_cuts(image: Path, kernel: Kernel, report: Report, cuts: int = CUTS, seed: int = 1) -> None:
    """Start, play, cut; again and again on the same card."""
    chance = random.Random(seed)
    confirmed = Confirmed()
    exact = more = pending = lost = 0
    RUN.mkdir(parents=True, exist_ok=True)
    with Card(image, RUN / f"card-{seed}") as card:
        for number in range(cuts + 1):
            begun = time.monotonic()
            with (
                Machine(None, kernel, drive=card.drive, cores=1, forward=PORT, limit=SLOW,
                        append=UNSEEN) as machine,
                Person(machine, seed + number) as person,
            ):  # fmt: skip
                person.by_hand = True
                person.connect(SLOW)
                person.go_on()
                if number:
                    told = resumed(machine, person, confirmed)
                    exact += told == "exact"
                    more += told in JUST_ASKED
                    seconds = time.monotonic() - begun
                    report.holds(f"cut {number}: resumed", told in {"exact", *JUST_ASKED},
                                 f"{person.at[1]} lines, up after {seconds:.0f} s",
                                 f"{told}; {journal(machine)}")  # fmt: skip
                if number == cuts:
                    break
                if number % 2:  # else by the clock
                    card.at_write(chance.randint(1, WRITES), machine.kill)
                seconds = _play_until_cut(machine, person, confirmed, chance)
            was, gone = card.cut(chance)
            pending, lost = pending + was, lost + gone
            report.say(f"plug pulled after {seconds:.1f} s of play at {confirmed.known} lines:"
                       f" {gone} of {was} sectors lost")  # fmt: skip
    report.holds(
        f"{cuts} power cuts, each time the game goes on at the move that was told",
        exact + more == cuts,
        f"{exact} exactly there, {more} with the move that was just asked for",
        f"{pending} sectors were not flushed, {lost} of them lost",
    )


def _play_until_cut(
    machine: Machine, person: Person, confirmed: Confirmed, chance: random.Random
) -> float:
    while person.at[1] < 2:  # a game that has begun
        person.step()
    _note(person, confirmed)
    seconds = chance.uniform(SHORTEST, LONGEST)
    plug = threading.Timer(seconds, machine.kill)
    plug.start()
    begun = time.monotonic()
    try:
        with contextlib.suppress(*_LOST):
            for number in itertools.count(1):
                # Mostly what is kept at once, so that many a cut comes while the card is written.
                if person.chance.random() < 0.2:
                    person.step()
                else:
                    person.back_and_forth()
                if number % 4 == 0:
                    _note(person, confirmed)
    finally:
        plug.cancel()
        plug.join()
        machine.kill()
    if person.news["at"]:
        confirmed.game, confirmed.known = person.at
    return min(seconds, time.monotonic() - begun)


def _note(person: Person, confirmed: Confirmed) -> None:
    confirmed.lines = tuple(person.record().lines)
    confirmed.game, confirmed.known = person.at


def resumed(machine: Machine, person: Person, confirmed: Confirmed) -> str:
    """Compare the table with the phone's knowledge."""
    name, lines = person.at
    kept = tuple(person.record().lines)
    if name != confirmed.game:
        return f"another game: {name} instead of {confirmed.game}"
    if len(kept) != lines:
        return f"the table stands at {lines} lines, the file has {len(kept)}"
    if kept[: len(confirmed.lines)] != confirmed.lines[: len(kept)] or lines < confirmed.known:
        return f"lost: {confirmed.known} were told, {lines} are there"
    return "exact" if lines == confirmed.known else f"{lines - confirmed.known} more"


def journal(machine: Machine) -> str:
    """Return ext4's messages about the file system."""
    said = machine.run("dmesg | grep -i -E 'ext4.*(recover|error|orphan)' | cut -c 16-")[1]
    return "; ".join(said.split("\n"))[:160].strip("; ") or "nothing to recover"
