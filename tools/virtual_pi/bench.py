"""The virtual Pi with a visible panel, pressable pins and a phone."""

import base64
import json
import time
from collections.abc import Callable

from tests.web.line import Told
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.playing import GAMES, SETTINGS, Person
from tools.virtual_pi.wire import Wire

PINS = {"scan": 17, "stop": 27, "left": 22, "right": 23, "ok": 5}
"""The buttons of the reference box."""
LED, BUZZER = 12, 18
LOG = f"{GAMES}/grillside.log"
TAP = 0.06
PATIENCE = 240.0
"""Seconds for a page to open where all is emulated on a busy machine."""
# Nothing of it starts a program: that would take longer than a finger.
_FINGERS = """
exec {still}<> <(:)
wait_for() { read -r -t $1 -u $still || true; }
at() { echo /sys/devices/platform/*/gpiochip*/sim_gpio$1/pull; }
down() { echo pull-down >$(at $1); }
up() { echo pull-up >$(at $1); }
# A contact that jumps: PIN, where it comes to rest, how often.
jump() {
    local place other=pull-down
    place=$(at $1)
    [ $2 = pull-up ] || other=pull-up
    for ((each = 0; each < $3; each++)); do echo $2 >$place; echo $other >$place; done
    echo $2 >$place
}
"""
# One doctor for many visits: to load its program takes longest, where all is emulated.
_DOCTOR = """
import sys
from pathlib import Path
from firmware.doctor.visit import doctor
for _ in sys.stdin:
    found = doctor(Path("/etc/grillside/config.toml"))
    told = (f"{one.state} {one.told.code}" for one in found if one.check == "panel")
    print(*told, sep=",", flush=True)
"""
_ASKED, _TOLD = "/run/doctor-asked", "/run/doctor-told"


class Bench:
    """Watches and operates the machine; `person` knows what the table drew."""

    def __init__(self, machine: Machine, person: Person, wire: Wire) -> None:
        self.machine = machine
        self.person = person
        self.wire = wire

    def fingers(self, script: str, timeout: float = 60) -> str:
        """Let fingers do this: down, up and jump with a pin, wait_for with seconds."""
        return self.machine.check(f"{_FINGERS}\n{script}", timeout)

    def press(self, name: str, seconds: float = TAP) -> None:
        pin = PINS[name]
        self.fingers(f"down {pin}; wait_for {seconds}; up {pin}; wait_for 0.05")

    def news(self, known: Callable[[Told], object], limit: float = 10.0) -> bool:
        """Return whether the table says this within these seconds."""
        try:
            self.person.until(known, limit)
        except TimeoutError:
            return False
        return True

    def screen(self, *names: str, limit: float = 10.0) -> bool:
        return self.news(lambda news: news["screen"] in names, limit)

    @property
    def drawn(self) -> bytes:
        """The picture that the table drew last, as far as it has told."""
        self.person.hear()
        return base64.b64decode(self.person.news["panel"]["bits"])

    def shows(self, limit: float = 10.0, change: Callable[[bytes], bytes] = bytes) -> bool:
        """Whether the glass comes to show what the table drew."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if self.wire.seen() == change(self.drawn):
                return True
        return False

    def comes(self, picture: bytes, limit: float = 10.0) -> bool:
        """Whether this comes to be on the glass."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if self.wire.seen() == picture:
                return True
            time.sleep(0.02)
        return False

    def contrast(self, wanted: int, limit: float = 10.0) -> int:
        """The contrast of the glass, once it is as wanted or it has taken too long."""
        end = time.monotonic() + limit
        while self.wire.glass.contrast != wanted and time.monotonic() < end:
            time.sleep(0.02)
        return self.wire.glass.contrast

    def build(self, box: str, chip: str = "ssd1306") -> None:
        """Another box, with this chip on its panel: the table starts anew, without any game."""
        self.machine.check(
            "systemctl stop grillside; cat >/etc/grillside/config.toml;"
            f" echo '{SETTINGS}' >{GAMES}/settings.json; rm -f {GAMES}/*.jsonl",
            given=box.encode(),
        )
        self.wire.plug_in(chip)
        self.start()

    def begin(self) -> None:
        if self.person.news["screen"] == "edge":
            self.person.tap("ok")
            self.screen("begin", "new_game", limit=3)

    def start(self) -> None:
        """Start the table, and open its page."""
        self.machine.check("systemctl reset-failed grillside; systemctl start grillside", 330)
        self.person.connect(PATIENCE)

    def logged(self) -> int:
        """Return the current length of the table's log."""
        return int(self.machine.check(f"stat -c %s {LOG}"))

    def notes(self, words: str, since: int, limit: float = 20.0) -> bool:
        """Whether the table notes this after what was logged then."""
        try:
            self.machine.wait(f"tail -c +{since + 1} {LOG} | grep -q '{words}'", limit)
        except TimeoutError:
            return False
        return True

    def doctor(self, check: str, options: str = "") -> list[str]:
        """Return the states and codes of the product's doctor."""
        _, said = self.machine.run(f"cd /tmp; grillside doctor --json {options}", 120)
        findings = json.loads(said[said.index("{") :])["findings"]
        return [f"{one['state']} {one['code']}" for one in findings if one["check"] == check]


class Doctor:
    """The product's doctor in one process, called repeatedly to check the panel."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._visits = 0
        machine.write("/run/doctor.py", _DOCTOR)
        machine.check(
            f"rm -f {_ASKED}; mkfifo {_ASKED}; cd /tmp; setsid /opt/grillside/bin/python"
            f" /run/doctor.py <>{_ASKED} >{_TOLD} 2>&1 & echo $! >/run/doctor.pid"
        )

    def asked(self) -> list[str]:
        """Return the current states and codes."""
        self._visits += 1
        self._machine.check(f"echo >{_ASKED}")
        said = self._machine.wait(f"sed -n {self._visits}p {_TOLD} | grep .", 120)
        return said.strip().split(",")

    def leave(self) -> None:
        """It is not needed any more."""
        self._machine.check("kill $(cat /run/doctor.pid)")
