"""A player at the virtual table, with a paired phone and simulated dice.

Everything comes from outside: the phone through the machine's network, the dice as a picture for
the camera that reads a folder, or wherever `lay` puts it.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine
from hashlib import sha256
from typing import Any, Self, TypeVar

import cv2

from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE, Face
from rules.record import Record
from tests.web.line import Closed, Line, Told
from tools.virtual_pi.machine import Machine

T = TypeVar("T")

GAMES = "/var/lib/grillside"
PICTURES = "/var/lib/virtual-pi/pictures"
PORT = 8080
SETTINGS = "{}"
"""The settings of people who need no guide."""
TOKEN = "a phone that was paired before the trial"  # noqa: S105 (it opens nothing but this machine)
ADDRESS = f"10.0.2.15:{PORT}"
BOX = f"""\
[panel]
driver = "ssd1306"
[buttons]
preset = "reference"
[camera]
kind = "folder"
folder = "{PICTURES}"
[page]
network = true
"""
PLAYERS = [{"name": "Ann", "colour": "green"}, {"name": "Ben", "colour": "blue"}]
_LIMIT = 120.0
_PAUSE = 0.06
"""Seconds before each press: the page takes no more than twenty a second, by its own clock, which
is slower where a machine counts its instructions as time."""


def set_up(machine: Machine, box: str = BOX) -> None:
    """Build the box so, pair the phone, and let the page into the network as install.sh does."""
    paired = f'{{"phones":["{sha256(TOKEN.encode()).hexdigest()}"]}}'
    machine.check(f"install -d -m 750 -o grillside -g grillside {GAMES}")
    machine.write(f"{GAMES}/page.json", paired)
    machine.write(f"{GAMES}/settings.json", SETTINGS)
    machine.write("/etc/grillside/config.toml", box)
    machine.check(
        f"chown grillside: {GAMES}/page.json; chmod 600 {GAMES}/page.json; mkdir -p {PICTURES};"
        " D=/etc/systemd/system/grillside.service.d; mkdir -p $D;"
        " cp /usr/local/lib/virtual-pi/network-page.conf $D/; systemctl daemon-reload; sync"
    )


class Person:
    """Plays Barbecue with the phone, one press after another."""

    def __init__(
        self, machine: Machine, seed: int, lay: Callable[[bytes], None] | None = None
    ) -> None:
        self._machine = machine
        self._loop = asyncio.new_event_loop()
        self._line: Line | None = None
        self._camera = SimulatedCamera(BARBECUE, seed)
        self._lay = lay or (lambda jpeg: machine.write(f"{PICTURES}/throw.jpg", jpeg))
        self.chance = random.Random(seed)
        self.thrown: list[tuple[Face, ...]] = []
        self.said = ""
        """The table's last refusal to this phone."""
        self.by_hand = False
        """Whether throws are entered by the buttons."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._line is not None:
            self._line.hang_up()
        self._loop.close()

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.hang_up()
            self._line = None

    def connect(self, limit: float = 60.0) -> None:
        """Open the page, and wait until the table answers."""
        self._do(self._connect(limit))

    def go_on(self) -> None:
        """Read what the table says after its start, and go on with the game."""
        self.settle()
        while self.news["screen"] in {"trouble", "edge", "resume"}:
            self.press("ok")
            self.settle()

    @property
    def news(self) -> Told:
        assert self._line is not None
        return self._line.last

    @property
    def at(self) -> tuple[str, int]:
        """The game's name and its lines, as far as the table has told that they are kept."""
        name, lines, *_ = f"{self.news['at']}:0".split(":")
        return name, int(lines or 0)

    def record(self) -> Record:
        """Return the game on the machine's card."""
        name, _ = self.at
        content = self._machine.read(f"{GAMES}/{name}.jsonl")
        return Record.replay(content.splitlines(keepends=True))

    def begin(self) -> None:
        self._ask("begin", game="barbecue", players=PLAYERS)

    def step(self) -> str:
        """Play the next step; return its kind."""
        self.settle()
        if self.news["screen"] in {"trouble", "edge", "resume"}:
            self.go_on()
            return "read"
        game = self.news["game"]
        if game is None or game["outcome"] is not None:
            self.begin()
            return "begin"
        choices = [n for n, offer in enumerate(game["offers"]) if not offer["repair"]]
        stopping = all(game["offers"][n]["kind"] == "stop" for n in choices)
        if choices and not (stopping and self.chance.random() < 0.5):
            chosen = self.chance.choice(choices)
            self._ask("choose", choice=chosen)
            return str(game["offers"][chosen]["kind"])
        if self.by_hand:
            self.enter()
        else:
            self.throw()
        return "throw"

    def back_and_forth(self) -> None:
        """Choose something and take it back: lines for the card, and the game stands as before."""
        self.settle()
        offers = self.news["game"]["offers"]
        if any(not offer["repair"] for offer in offers):
            self._ask("choose", choice=0)
            if not self.said:
                self._ask("undo", count=1)
        else:
            self.step()

    def enter(self) -> None:
        """Throw, and enter what lies there by the buttons, as where there is no camera."""
        before, dice = self.at, self.record().state.legal_moves().dice
        for _ in range(3):  # the first may only confirm what was told
            if self.news["screen"] != "by_hand":
                self.press("scan")
        for _ in range(dice):
            for _ in range(self.chance.randrange(6)):
                self.press("right")
            self.press("ok")
        for _ in range(3):
            if self.at != before or self.news["screen"] == "trouble":
                return
            self.press("ok")
        raise RuntimeError("dice cannot be entered", dice, self.news["screen"])

    def throw(self) -> None:
        """Throw what may be thrown now, and press SCAN."""
        faces = self.lay()
        before = self.at
        for _ in range(4):  # the first may only confirm what was told, the second be a doubt
            self._ask("press", action="scan")
            self.settle()
            if self.at != before:
                return
        raise RuntimeError("nothing comes of a throw", faces, self.news["screen"])

    def lay(self) -> tuple[Face, ...]:
        """Throw what may be thrown now before the camera, and press nothing."""
        faces = self._camera.throw(self.record().state.legal_moves().dice)
        self.thrown.append(faces)
        _, frame = next(self._camera.frames())
        ok, jpeg = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
        assert ok
        self._lay(jpeg.tobytes())
        return faces

    def settle(self) -> None:
        """Wait until the table waits for somebody."""
        self._do(self._until(lambda news: not news["busy"]))

    def hear(self, quiet: float = 0.05) -> None:
        """Take in what was told meanwhile, until nothing more comes."""
        self._do(self._hear(quiet))

    def press(self, action: str) -> None:
        self._ask("press", action=action)

    def tap(self, action: str, limit: float = 3.0) -> None:
        """Do the same, but give up after these seconds."""
        line = self._line
        assert line is not None
        line.ask("press", action=action)
        with contextlib.suppress(TimeoutError):
            self._do(asyncio.wait_for(line.hear(), limit))

    def until(self, known: Callable[[Told], object], limit: float = _LIMIT) -> Told:
        """Wait for the wanted news, and return it."""
        return self._do(self._until(known, limit))

    def _ask(self, do: str, **more: Any) -> None:
        self._do(self._asked(do, **more))

    async def _asked(self, do: str, **more: Any) -> None:
        line = self._line
        assert line is not None
        await asyncio.sleep(_PAUSE * (4 if self._machine.counted else 1))
        line.ask(do, **more)
        async with asyncio.timeout(_LIMIT):
            told = await line.hear()
        self.said = str(told.get("said", {}).get("text", ""))

    async def _until(self, known: Callable[[Told], object], limit: float = _LIMIT) -> Told:
        line = self._line
        assert line is not None
        async with asyncio.timeout(limit):
            while not (line.last and known(line.last)):
                await line.hear()
        return line.last

    async def _hear(self, quiet: float) -> None:
        line = self._line
        assert line is not None
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(quiet):
                    await line.hear()

    async def _connect(self, limit: float) -> None:
        async with asyncio.timeout(limit):
            while True:
                try:
                    self._line = await Line.open(self._machine.port, token=TOKEN, host=ADDRESS)
                    await self._line.until(lambda news: news["screen"] != "start")
                except (Closed, OSError):
                    await asyncio.sleep(0.1)
                else:
                    return

    def _do(self, work: Coroutine[None, None, T]) -> T:
        return self._loop.run_until_complete(work)
