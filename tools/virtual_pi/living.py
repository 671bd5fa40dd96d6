"""Tests the installed service in the virtual Pi: start, memory, and that it loses no move.

A phone outside plays; throws are entered with the page's buttons, since reading pictures would be
slow under emulation.
"""

import contextlib
import re
import shlex
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from rules.moves import Move
from rules.record import Record
from tools.install.tree import CHECKOUT
from tools.virtual_pi.card import BLOCK
from tools.virtual_pi.machine import Gone, Machine
from tools.virtual_pi.playing import GAMES, PICTURES, SETTINGS, TOKEN, Person
from tools.virtual_pi.report import Report
from tools.virtual_pi.tree import Layer, write
from tools.virtual_pi.wire import Wire

EXPOSURE = {
    "grillside.service": 1.5, "grillside-splash.service": 1.0, "grillside-trouble.service": 1.0,
}  # fmt: skip
"""The greatest exposure by systemd: 0 is nothing, 10 everything."""
IDLE = 20
ROOM = 100
"""Bytes left in the last block of a file, before the card is filled."""
MOST = 12
"""The most lines that fit there."""
_BOX = """
[camera]
kind = "none"
[page]
network = true
"""
# As an owner does it: change the file, then run the installer again, which opens the page.
_SCRIPT = f"""
set -e
cat >>/etc/grillside/config.toml <<'END'
{_BOX}
END
{CHECKOUT}/install.sh
install -d -m 750 -o grillside -g grillside {GAMES}
install -d {PICTURES}
chown grillside: {GAMES}/page.json
chmod 600 {GAMES}/page.json
# As after the first start; and without what a table never needs, since all of it is emulated.
/usr/lib/systemd/systemd-update-done
systemctl mask systemd-binfmt.service proc-sys-fs-binfmt_misc.automount modprobe@.service \\
    sys-fs-fuse-connections.mount dev-hugepages.mount sys-kernel-debug.mount \\
    sys-kernel-tracing.mount systemd-pstore.service systemd-networkd-persistent-storage.service
"""
_SHOWN = "systemctl show --value -p"


def _pair(root: Path) -> None:
    paired = f'{{"phones":["{sha256(TOKEN.encode()).hexdigest()}"]}}'
    write(root, f"{GAMES}/page.json".lstrip("/"), paired)
    write(root, f"{GAMES}/settings.json".lstrip("/"), SETTINGS)


BOX = Layer("box", _SCRIPT, place=_pair)
"""Over the product: a box without a camera, whose page a phone was paired with."""


def try_living(machine: Machine, report: Report) -> None:
    """Everything but the cuts and powering off, in one machine that was just started."""
    with Person(machine, 1) as person:
        person.by_hand = True
        person.connect(300)
        person.go_on()
        seconds = time.monotonic() - machine.started
        report.holds("a phone is answered from outside", seconds, f"{seconds:.0f} s after power-on")
        started(machine, report)
        exposed(machine, report)
        play(person, 8)
        report.holds(
            "a game is played from outside", person.at[1] >= 8, f"{person.at[1]} lines kept"
        )
        idle(machine, report)
        frozen(machine, person, report)
        full(machine, person, report)


def play(person: Person, lines: int) -> None:
    goal = person.at[1] + lines
    while person.at[1] < goal:
        person.step()


def shown(machine: Machine, unit: str, name: str) -> str:
    return machine.check(f"{_SHOWN} {name} {unit}").strip()


def _seconds(machine: Machine, unit: str, name: str) -> float:
    return int(shown(machine, unit, name) or 0) / 1e6


def started(machine: Machine, report: Report) -> None:
    """Report the start times, in seconds of the kernel's clock."""
    first = _seconds(machine, "grillside-splash", "ExecMainExitTimestampMonotonic")
    ready = _seconds(machine, "grillside", "ActiveEnterTimestampMonotonic")
    userspace = int(machine.check(f"{_SHOWN} UserspaceTimestampMonotonic").strip()) / 1e6
    status = shown(machine, "grillside-splash", "ExecMainStatus")
    report.holds("the first picture's program has ended", first > 0, f"{first:.1f} s",
                 f"status {status}; systemd runs after {userspace:.1f} s")  # fmt: skip
    report.holds("READY", ready > 0, f"{ready:.1f} s", "of the kernel's clock, emulated")
    process = shown(machine, "grillside", "MainPID")
    user = machine.check(f"stat -c %U /proc/{process}").strip()
    init = machine.check("cat /proc/1/comm").strip()
    kind = shown(machine, "grillside", "Type")
    report.holds("systemd is init, the unit is the real one",
                 (init, user, kind) == ("systemd", "grillside", "notify"),
                 words=f"init {init}, user {user}, type {kind}")  # fmt: skip
    state = machine.run("systemctl is-system-running")[1].strip()
    failed = machine.run("systemctl list-units --failed --plain --no-legend")[1].split("\n")
    names = [line.split()[0] for line in failed if line.strip()]
    others = [name for name in names if "splash" not in name]
    report.holds("nothing else of the system has failed", not others, state, ", ".join(names))


def first_words(machine: Machine, wire: Wire, report: Report) -> None:
    """When there was something to read on the glass, seen from outside."""
    seconds = 0.0 if wire.first_lit is None else wire.first_lit - machine.started
    report.holds(
        "first words on the glass", seconds > 0, f"{seconds:.0f} s after power-on, emulated"
    )


def exposed(machine: Machine, report: Report) -> None:
    """Return systemd's rating of the running units."""
    for unit, most in EXPOSURE.items():
        _, said = machine.run(f"systemd-analyze security --no-pager {unit}", 120)
        found = re.search(r"exposure level for \S+: ([0-9.]+)", said)
        level = float(found[1]) if found else 10.0
        report.holds(f"live exposure of {unit}", level <= most, f"{level}")


def idle(machine: Machine, report: Report) -> None:
    """Measure the idle table."""
    before = int(shown(machine, "grillside", "CPUUsageNSec"))
    time.sleep(IDLE)
    used = int(shown(machine, "grillside", "CPUUsageNSec")) - before
    now = int(shown(machine, "grillside", "MemoryCurrent")) / 1e6
    most = int(shown(machine, "grillside", "MemoryPeak")) / 1e6
    part = used / 1e9 / IDLE
    report.holds("idle, with a phone at the page", part < 0.2, f"{part:.1%} of an emulated core")
    report.holds("memory of the service", most < 320, f"{now:.0f} MB, at most {most:.0f} MB")
    free = machine.check("awk '/MemAvailable/ {print $2}' /proc/meminfo").strip()
    total = machine.check("awk '/MemTotal/ {print $2}' /proc/meminfo").strip()
    report.holds("memory left in the machine", int(free) > 100_000,
                 f"{int(free) // 1000} of {int(total) // 1000} MB")  # fmt: skip


def frozen(machine: Machine, person: Person, report: Report) -> None:
    """Test that the watchdog restarts a frozen table, which resumes at the same move."""
    before, lines = person.at, person.record().lines
    process = shown(machine, "grillside", "MainPID")
    restarts = int(shown(machine, "grillside", "NRestarts"))
    patience = shown(machine, "grillside", "WatchdogUSec")
    stopped = time.monotonic()
    machine.check(f"kill -STOP {process}")
    person.hang_up()
    # To ask is work, and while the machine works its clock is slow.
    machine.wait(f"[ $({_SHOWN} NRestarts grillside) -gt {restarts} ]", 120, pause=4)
    noticed = time.monotonic() - stopped
    person.connect(240)
    person.go_on()
    seconds = time.monotonic() - stopped
    reason = "watchdog" in machine.check(
        'journalctl -u grillside -o cat | grep "result \'" | tail -1'
    )
    same = person.at == before and person.record().lines == lines
    report.holds("frozen, it is started again by the watchdog", reason,
                 f"noticed after {noticed:.0f} s", f"patience {patience}")  # fmt: skip
    report.holds(
        "and goes on at the same move", same, f"{person.at[1]} lines, {seconds:.0f} s in all"
    )
    play(person, 2)


def full(machine: Machine, person: Person, report: Report) -> None:
    """Test a full card: the table says so, loses nothing, and continues once there is room."""
    while not choices(person.record()):
        person.step()
    name, _ = person.at
    record = lengthened(person.record())
    person.hang_up()
    machine.check("systemctl stop grillside", 60)
    content = "".join(f"{line}\n" for line in record.lines)
    machine.write(f"{GAMES}/{name}.jsonl", content)
    filler = f"{GAMES}/filler"
    as_user = "setpriv --reuid grillside --regid grillside --init-groups"
    machine.check(
        f"room=$(df --output=avail -k {GAMES} | tail -1);"
        f" {as_user} fallocate -l ${{room}}K {filler};"
        f" {as_user} dd if=/dev/zero of={filler}.2 bs=4k 2>/dev/null; true", 120
    )  # fmt: skip
    machine.check("systemctl start grillside", 100)
    person.connect(240)
    person.go_on()
    told = len(record.lines)
    report.holds("started on a full card it stands at the same move", person.at == (name, told))
    while not (words := refused(person)) and person.at[1] < told + MOST:
        person.back_and_forth()
    report.holds("a full card is told plainly", "full" in words, words=words[:120])
    more, kept = person.at[1] - told, person.record().lines
    same = len(kept) == told + more and kept[:told] == record.lines
    report.holds("and nothing of the game is lost", same,
                 f"{told} lines, {more} more still fitted into the last block")  # fmt: skip
    person.begin()
    words = refused(person)
    report.holds("nor does a new game begin that could not be kept",
                 person.at == (name, told + more) and "full" in words,
                 words=words[:120])  # fmt: skip
    machine.check(f"rm {filler} {filler}.2")
    play(person, 2)
    report.holds("with room again the game goes on", person.at[1] >= told + more + 2)


def choices(record: Record) -> Sequence[Move]:
    """Return the player's choices."""
    return record.state.legal_moves().choices


def lengthened(record: Record) -> Record:
    """Fill the game's file with undone choices until its last block is nearly full."""
    while -sum(len(line) + 1 for line in record.lines) % BLOCK > ROOM:
        record.play(choices(record)[0])
        record.undo()
    return record


def refused(person: Person) -> str:
    """Return the table's error on this phone or its panel."""
    game = person.news["game"] or {}
    on_panel = game.get("told", ()) if person.news["screen"] == "trouble" else ()
    return " ".join((person.said, *map(str, on_panel))).strip()


def powered_off(machine: Machine, report: Report) -> None:
    """As "Power off" in the menu does it: the machine shuts down by itself."""
    asking = (
        "import socket; s = socket.socket(socket.AF_UNIX);"
        "s.connect('/run/grillside-power-off.socket'); print(s.recv(9))"
    )
    ask = f"setpriv --clear-groups --reuid {{}} python3 -c {shlex.quote(asking)}"
    others, _ = machine.run(ask.format("nobody"))
    begun = time.monotonic()
    with contextlib.suppress(Gone):  # it may be off before it can answer
        machine.run(ask.format("grillside"), 30)
    machine.off(120)
    seconds = time.monotonic() - begun
    report.holds("the table's user alone can power the machine off", others != 0,
                 f"off after {seconds:.0f} s")  # fmt: skip
