"""Step 3, the panel: the table's pictures appear on the glass, through luma, i2c-dev and the bus.

Everything between the product's picture and the bytes on the wire is real; the chip at its end is
`glass.py`, which fails on request.
"""

import re
import time
from collections.abc import Callable

from PIL import Image

from firmware.appliance.splash import failing, starting
from firmware.screens.draw import draw
from firmware.speech.language import Language
from tools.virtual_pi.bench import PATIENCE, Bench, Doctor
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.playing import Person
from tools.virtual_pi.report import Report
from tools.virtual_pi.wire import HANG, Wire

BOX = """\
[panel]
driver = "{chip}"
rotation = {rotation}
[buttons]
preset = "reference"
[camera]
kind = "none"
[page]
network = true
"""
DEVICE = "i2c-glass.1"
"""Of the bus."""
NODE = ["59", "i2c", "660", "89", "i2c"]
"""Its kind of device, which the unit allows by name, and who may use it."""
WALK = ("left", "ok", "right", "right", "left", "back", "left", "ok", "ok", "ok", "scan", "ok")
"""Presses that lead through menus into a game."""
BACK_AGAIN = 25.0
"""Seconds in which a panel that answers again must be found: the product asks at least each ten."""


def box(chip: str = "ssd1306", rotation: int = 0) -> str:
    """A box with this panel."""
    return BOX.format(chip=chip, rotation=rotation)


def turned(picture: bytes) -> bytes:
    return Image.frombytes("1", (128, 64), picture).rotate(180).tobytes()


def try_panel(machine: Machine, wire: Wire, report: Report) -> None:
    """All that concerns the panel, on a machine whose bus leads to this wire."""
    with Person(machine, seed=3) as person:
        bench = Bench(machine, person, wire)
        look_at_the_bus(bench, report)
        walk(bench, report, "ssd1306")
        walk(bench, report, "sh1106")
        walk(bench, report, "ssd1309", 180)
        wrong_chip(bench, report)
        at_rest(bench, report)
        failures(bench, report)
        told_by_the_doctor(bench, report)
        without_the_table(bench, report)
        no_panel_at_first(bench, report)


def look_at_the_bus(bench: Bench, report: Report) -> None:
    """Test the state before any fault."""
    node = bench.machine.check("stat -c '%t %G %a' /dev/i2c-1; grep -w i2c /proc/devices").split()
    report.holds("/dev/i2c-1 is i2c-dev's own, of the group i2c", node == NODE,
                 words=" ".join(node))  # fmt: skip
    found = bench.machine.check("i2cdetect -y -r 1")
    answering = re.findall(r"(?<=\s)[0-7][0-9a-f](?!:)(?=\s)", found.partition("\n")[2])
    report.holds("i2cdetect finds one chip", answering == ["3c"], words=" ".join(answering))


def walk(bench: Bench, report: Report, chip: str, rotation: int = 0) -> None:
    """Through many screens, each compared pixel by pixel."""
    bench.build(box(chip, rotation), chip)
    change = turned if rotation else bytes
    screens, same = set(), bench.shows(change=change)
    bench.begin()
    for action in WALK:
        bench.person.tap(action)
        bench.person.settle()
        same = bench.shows(change=change) and same
        screens.add(bench.drawn)
    lit = any(bench.wire.seen())
    how = " upside down" if rotation else ""
    report.holds(f"{chip}{how}: every pixel of the glass is as the table drew it", same and lit,
                 f"{len(screens)} pictures of 8,192 pixels")  # fmt: skip


def wrong_chip(bench: Bench, report: Report) -> None:
    """The question whether the frame is whole, where it is not: the answer sets it right."""
    for told, real in (("ssd1306", "sh1106"), ("sh1106", "ssd1306")):
        bench.build(box(told), real)
        asked = bench.screen("edge")
        wrong = not bench.shows(limit=1.5)
        readable = told == "sh1106" or part(bench.wire.seen(), 0) == part(bench.drawn, 2)
        bench.person.tap("right")
        right = bench.shows()
        bench.person.tap("ok")
        right = bench.shows() and right
        report.holds(f"told {told}, is {real}: asked so that it can be read, and set right",
                     asked and wrong and readable and right)  # fmt: skip
    bench.machine.check("systemctl restart grillside", 330)
    bench.person.connect(PATIENCE)
    report.holds("the answer is kept over a restart", bench.shows())


def part(picture: bytes, left: int) -> bytes:
    """All but two columns of a picture, from this one on."""
    whole = Image.frombytes("1", (128, 64), picture)
    return whole.crop((left, 0, left + 126, 64)).tobytes()


def at_rest(bench: Bench, report: Report) -> None:
    """A picture that stands costs a look now and then; a new one is sent once."""
    bench.shows()
    wire = bench.wire
    messages, sent = wire.messages, wire.sent
    time.sleep(10)
    messages, sent = wire.messages - messages, wire.sent - sent
    report.holds("messages in ten seconds in which nothing changes", messages <= 6, f"{messages}",
                 f"{sent} bytes")  # fmt: skip
    messages, sent = wire.messages, wire.sent
    bench.person.tap("right")
    bench.shows()
    messages, sent = wire.messages - messages, wire.sent - sent
    report.holds("bytes for one picture", 1_024 < sent < 1_200, f"{sent}", f"{messages} messages")


def failures(bench: Bench, report: Report) -> None:
    """Each once while a table runs: the game goes on, and the picture comes back."""
    wire = bench.wire
    cases: tuple[tuple[str, Callable[[], None], bool, str], ...] = (
        ("one message in the middle of a picture is not answered",
         lambda: wire.fail("EREMOTEIO", after=5, times=1), False, "No panel at 0x3C"),
        ("arbitration lost once", lambda: wire.fail("EAGAIN", times=1), False, "is blocked"),
        ("not answered (EREMOTEIO) for six seconds",
         lambda: wire.fail("EREMOTEIO"), True, "No panel at 0x3C"),
        ("the bus hangs (ETIMEDOUT of the driver) for six seconds",
         lambda: wire.fail(HANG), True, "is blocked"),
        ("without power for six seconds", wire.unplug, True, "No panel at 0x3C"),
    )  # fmt: skip
    for name, break_it, lasts, words in cases:
        since = bench.logged()
        break_it()
        bench.person.tap("right")
        if lasts:
            slowest = _press_for(bench, 6)
            report.holds(f"{name}: the phone's presses are answered", slowest < 2,
                         f"the slowest after {slowest:.2f} s")  # fmt: skip
        said = bench.notes(words, since)
        start = time.monotonic()
        if not wire.powered:
            wire.plug_in()
        elif lasts:
            wire.fail("")
        back = bench.shows(BACK_AGAIN)
        seconds = time.monotonic() - start
        report.holds(f"{name}: told, and the picture comes back", back and said, f"{seconds:.1f} s",
                     "" if said else f"the log does not say: {words}")  # fmt: skip


def _press_for(bench: Bench, seconds: float) -> float:
    """Press all the time; how long the slowest answer took."""
    slowest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        bench.person.tap("right")
        slowest = max(slowest, time.monotonic() - start)
        time.sleep(0.2)
    return slowest


def no_panel_at_first(bench: Bench, report: Report) -> None:
    """The table starts without it, and shows itself once it is there."""
    bench.wire.unplug()
    start = time.monotonic()
    bench.start()
    seconds = time.monotonic() - start
    bench.wire.plug_in()
    report.holds("plugged in after the start: it is found", bench.shows(BACK_AGAIN),
                 words=f"the page was open after {seconds:.1f} s")  # fmt: skip


def told_by_the_doctor(bench: Bench, report: Report) -> None:
    """Test that the doctor names each problem."""
    wire = bench.wire
    cases: tuple[tuple[str, Callable[[], object], Callable[[], object], str], ...] = (
        ("well", lambda: None, lambda: None, ""),
        ("at another address", lambda: setattr(wire, "address", 0x3D), wire.plug_in,
         "panel_elsewhere"),
        ("no panel", wire.unplug, wire.plug_in, "panel_silent"),
        ("a bus that hangs", lambda: wire.fail(HANG), lambda: wire.fail(""), "panel_blocked"),
        ("the bus switched off", lambda: _switch(bench, "unbind"),
         lambda: _switch(bench, "bind"), "panel_bus_off"),
    )  # fmt: skip
    bench.machine.check("systemctl stop grillside")
    report.holds("dark when the table is stopped", not any(bench.wire.seen()))
    doctor = Doctor(bench.machine)
    for name, break_it, mend_it, code in cases:
        break_it()
        said = doctor.asked()
        mend_it()
        bad = [line for line in said if line.startswith("bad")]
        passed = any(code in line for line in bad) if code else said and not bad
        report.holds(f"the doctor, {name}", passed, words=", ".join(said))
    doctor.leave()


def _switch(bench: Bench, how: str) -> None:
    """The bus is there or not, as raspi-config switches it."""
    driver = "/sys/bus/platform/drivers/i2c-glass"
    bench.machine.check(
        f"systemctl stop virtual-pi-glass; echo {DEVICE} >{driver}/{how};"
        " udevadm settle; systemctl start virtual-pi-glass"
    )


def without_the_table(bench: Bench, report: Report) -> None:
    """Pictures of the units beside it."""
    english = Language("en")
    bench.machine.check("systemctl restart grillside-splash", 310)
    report.holds(
        "the splash is on the glass and stays",
        bench.wire.seen() == draw(starting(english)).tobytes(),
    )
    bench.machine.check("systemctl start grillside-trouble", 310)
    report.holds(
        "the picture of trouble too", bench.wire.seen() == draw(failing(english)).tobytes()
    )
