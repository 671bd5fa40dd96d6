"""Plays a game of Barbecue on the virtual Pi, with dice before the camera.

The installed service, its unit, picamera2, libcamera, the reader and the table are real; throws are
pictures, and presses come from a phone.
"""

import time
from collections.abc import Sequence

from rules.barbecue import Barbecue
from rules.dice import Face
from rules.games import AnyGame
from rules.moves import Move, Throw
from rules.players import Colour, Player
from rules.record import Read, Record
from tools.virtual_pi.camera import (
    FOLDER,
    idle,
    measured,
    no_camera,
    patches,
    show,
    try_virtual,
)
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.playing import Person, set_up
from tools.virtual_pi.report import Report
from tools.virtual_pi.throws import Tray, count, script

BOX = """\
[panel]
driver = "ssd1306"
[buttons]
preset = "reference"
[camera]
kind = "pi"
[page]
network = true
"""
PLAYERS = (Player("Ann", Colour.GREEN), Player("Ben", Colour.YELLOW))
LOOK = 600.0
"""Seconds for one look, emulated and beside other work."""
OFTEN = 3
"""How often doubted dice are laid again."""


class Follower(Person):
    """Plays the script."""

    def __init__(self, machine: Machine, seed: int) -> None:
        super().__init__(machine, seed)
        self._tray = Tray(seed)
        self._laid = 0
        self.state: AnyGame = Barbecue.begin(PLAYERS)[0]
        self.doubts = 0
        self.looks: list[float] = []
        """Seconds from SCAN to what was read, each."""

    def begin(self) -> None:
        seats = [{"name": player.name, "colour": player.colour} for player in PLAYERS]
        self._ask("begin", game=Barbecue.NAME, players=seats)
        self.until(lambda news: news["game"] is not None)

    def play(self, move: Move) -> None:
        if isinstance(move, Throw):
            self._throw_these(move)
        else:
            self._choose(self.state.legal_moves().choices.index(move))
        self.state, _ = self.state.play(move)

    def put(self, faces: Sequence[Face]) -> None:
        """Put these dice under the camera, in place of those that lay there."""
        self._laid += 1
        show(self._machine, f"throw-{self._laid}", self._tray.pictures(faces))
        self._machine.check(f"rm -rf {FOLDER}/throw-{self._laid - 2}")

    def scan(self) -> list[str]:
        """Press SCAN, and wait until the table waits again; what it then tells."""
        self._ask("press", action="scan")
        game = self.until(lambda news: not news["busy"], LOOK)["game"]
        return list(game["told"]) if game else []

    def _choose(self, choice: int) -> None:
        before = self.at
        self._ask("choose", choice=choice)
        self.until(lambda _: self.at != before, LOOK)

    def _throw_these(self, move: Throw) -> None:
        before = self.at
        for _ in range(OFTEN):
            self.put(move.faces)
            start = time.monotonic()
            for _ in range(2):  # the first may only confirm what was to be done
                self.scan()
                if self.at != before:
                    self.looks.append(time.monotonic() - start)
                    return
            self.doubts += 1
        raise RuntimeError(*move.faces, self.news["screen"], self.news["sight"])


def start(machine: Machine, person: Person) -> float:
    """Start the service anew and open its page; seconds until the table is ready."""
    began = time.monotonic()
    machine.check("systemctl reset-failed grillside; systemctl restart grillside", 150)
    ready = time.monotonic() - began
    person.connect(LOOK)
    return ready


def try_camera(machine: Machine, report: Report) -> None:
    """The whole step; the machine has the layer of `camera_layer`.

    Emulated, a look takes minutes: the game is only begun. `near` plays it to its end.
    """
    machine.check("systemctl stop grillside")
    try_virtual(machine, report)
    set_up(machine, BOX)
    try_game(machine, report, throws=1)


def begun(moves: Sequence[Move], throws: int) -> tuple[Move, ...]:
    """Return the moves until this many throws are answered."""
    numbers = [number for number, move in enumerate(moves) if isinstance(move, Throw)]
    return tuple(moves[: numbers[throws]])


def try_game(machine: Machine, report: Report, throws: int | None = None) -> None:
    """From no camera at all to the end of the game, or of so many throws; it is lost once."""
    moves = script(PLAYERS) if throws is None else begun(script(PLAYERS), throws)
    no_camera(machine)
    person = Follower(machine, seed=7)
    with person:
        start(machine, person)
        person.begin()
        told = " ".join(person.scan())
        report.holds("the table without a camera says so", "No camera" in told, words=told)
        show(machine, "patches", patches())
        ready = start(machine, person)
        report.holds("the service with the camera is ready", ready < 90, f"{ready:.1f} s")
        person.go_on()
        report.holds("the game of before goes on", person.news["game"] is not None)
        _play(machine, person, moves, report)
        _compare(person.record(), moves, person.state, report)


def _play(machine: Machine, person: Follower, moves: Sequence[Move], report: Report) -> None:
    began, worked = time.monotonic(), measured(machine).work
    for number, move in enumerate(moves, start=1):
        person.play(move)
        report.say(f"move {number} of {len(moves)}: {move.code}")
        if number == 1:
            _lose(machine, person, report)
    seconds = sorted(person.looks)
    ending = person.state.ending
    report.holds(
        "a game through the camera" if ending is None else "a whole game through the camera",
        len(person.looks) == count(moves),
        f"{len(moves)} moves, {count(moves)} throws, {time.monotonic() - began:.0f} s",
        f"{person.doubts} doubted and laid anew; ended by {ending}",
    )  # fmt: skip
    middle, slowest = seconds[len(seconds) // 2], seconds[-1]
    report.holds("from SCAN to what was read", slowest < LOOK,
                 f"{middle:.1f} s (median), {slowest:.1f} s (slowest)")  # fmt: skip
    took = measured(machine)
    each = (took.work - worked) / count(moves)
    report.holds("work of a core for each throw", each < LOOK, f"{each:.1f} s")
    report.holds("memory of the service after it", took.most < 384,
                 f"{took.now:.0f} MB, at most {took.most:.0f} MB",
                 f"{took.own:.0f} MB without libraries and other files")  # fmt: skip
    part = idle(machine)
    report.holds("the service at rest", part < 0.2, f"{100 * part:.1f} % of a core")


def _lose(machine: Machine, person: Follower, report: Report) -> None:
    """While the first throw waits to be answered somebody scans again, and the ribbon slips."""
    machine.check(f"touch {FOLDER}/lost")
    told = " ".join(person.scan())
    before = person.at
    machine.check(f"rm {FOLDER}/lost")
    person.press("ok")
    person.settle()
    report.holds("the camera is lost in the middle of a game: told, and nothing is lost",
                 "Camera lost" in told and person.at[0] == before[0], words=told)  # fmt: skip


def _compare(record: Record, moves: Sequence[Move], state: AnyGame, report: Report) -> None:
    played = [step.move for step in record.steps]
    read = {step.read for step in record.steps if isinstance(step.move, Throw)}
    report.holds("the record, replayed: every move as in the script", played == list(moves),
                 f"{len(played)} moves")  # fmt: skip
    report.holds("every throw came in by the camera, and none was put right", read == {Read.CAMERA})
    report.holds("the same end and the same ranking", record.state.outcome() == state.outcome())
