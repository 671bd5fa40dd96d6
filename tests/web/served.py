"""A table on the bench with its page on a real port: the test controls camera, panel and clock."""

import asyncio
import http.client
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from firmware.camera.regions import OnMat
from firmware.simulator.camera import SimulatedCamera
from firmware.simulator.conditions import Staging
from firmware.store.journal import Journal, follow
from firmware.store.settings import Settings
from firmware.web.clients import Clients
from firmware.web.guard import COOKIE
from firmware.web.last_picture import LastPicture
from firmware.web.page import Page
from firmware.web.pairing import Pairing
from firmware.web.run_with_page import HERE, PageStartup
from rules.barbecue import Barbecue
from rules.dice import BARBECUE
from rules.games import AnyGame
from rules.moves import Move
from rules.players import Player
from rules.record import Record
from tests.harness.bench import Bench
from tests.web.line import LIMIT, Line, Told
from tools.gallery.walk import reading
from vision.reading import Doubt, Reading

NAMES = ("Ann", "Ben", "Cat", "Dot")
FRAME = np.zeros((96, 128, 3), np.uint8)


class Close(PageStartup):
    """Never listens to the network, even if the configuration says so."""

    @property
    def host(self) -> str:
        return HERE


class Served(Bench):
    """A bench whose table has a page."""

    def __init__(
        self,
        folder: Path,
        *,
        network: bool = False,
        secure: bool = False,
        simulated: bool = True,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(folder, settings=settings)
        self.last_picture = LastPicture()
        self.table_camera._watched = None  # it has no camera that could be at rest
        self.pairing = Pairing(folder, self.clock.now, needed=network, secure=secure)
        self.camera = SimulatedCamera(BARBECUE)
        staging = Staging(self.camera) if simulated else None
        self.opening = Close(self.last_picture, self.pairing, 0, network=network, staging=staging)
        self.opening.opened = self._opened
        self.port = 0
        self._open = asyncio.Event()
        self._lines: list[Line] = []

    def _opened(self, address: str) -> None:
        self.port = int(address.rstrip("/").rpartition(":")[2])
        self._open.set()

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.opening.run(self.loop))
        try:
            opened = asyncio.create_task(self._open.wait())
            await asyncio.wait({task, opened}, return_when=asyncio.FIRST_COMPLETED)
            assert self._open.is_set(), "the page is not served"
            yield
        finally:
            for line in self._lines:
                line.hang_up()
            self.loop.stop()
            await task

    async def page(self, token: str | None = None, room: int | None = None) -> Line:
        """One more page that is open, and has its first news."""
        line = await Line.open(self.port, token=token, room=room)
        self._lines.append(line)
        await line.until(lambda _news: True)
        return line

    async def begun(self, game: type[AnyGame] = Barbecue, count: int = 3, **more: Any) -> Line:
        """A page on which a game was begun."""
        return await begun(await self.page(), game, count, **more)

    async def resumed(self, token: str | None = None) -> Line:
        """A page on which the newest game was resumed."""
        line = await self.page(token)
        line.ask("resume", game=line.last["recent"][0]["game"])
        await line.until(lambda news: news["game"])
        await self.calm()
        return line

    async def pair(self, user_agent: str = "") -> str:
        """The token of one more phone, which was told the code."""
        answer = await self.post_code(self.pairing.code, user_agent)
        assert answer.status == 204
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        return cookie.removeprefix(f"{COOKIE}=").partition(";")[0]

    async def post_code(self, code: str, user_agent: str = "") -> "Answer":
        """Try to pair with this code."""
        body = json.dumps({"code": code})
        headers = {"origin": f"http://127.0.0.1:{self.port}", "user-agent": user_agent}
        return await asyncio.to_thread(fetch, self.port, "/pair", headers, body)

    async def get(self, path: str, token: str | None = None) -> "Answer":
        """What is answered to this path."""
        headers = {"cookie": f"{COOKIE}={token}"} if token else {}
        return await asyncio.to_thread(fetch, self.port, path, headers)

    @property
    def page_crowd(self) -> Clients:
        """Return the open pages as the server knows them."""
        (changed,) = self.loop._watchers
        page: Page = changed.__self__  # type: ignore[attr-defined]
        return page.clients

    # The game.

    @property
    def path(self) -> Path:
        """The file of the game."""
        return self.table.session.game.path

    @property
    def written(self) -> list[Move]:
        """Return the moves in the game's file, which a power cut would leave."""
        return [step.move for step in follow(self.path).record.steps]

    @property
    def text(self) -> str:
        """The whole file."""
        return self.path.read_text()

    async def throw(self, line: Line, dice: str, *doubts: Doubt) -> None:
        """SCAN on the page while these dice lie there, until they are read."""
        await self.look(line, reading(dice, *doubts))

    async def look(self, line: Line, seen: Reading, on_mat: OnMat | None = None) -> None:
        """The same with any reading, also on a mat."""
        before = _picture(line.last)
        self.table_camera.looking.clear()
        line.ask("press", action="scan")
        await asyncio.to_thread(self.table_camera.looking.wait, LIMIT)
        self.last_picture.saw(FRAME, seen, on_mat)
        self.table_camera.answers.put(seen)
        await self.calm()
        await line.until(lambda news: not news["busy"] and _picture(news) != before)


def served(left: Callable[[Path], object] | None = None, **options: bool) -> pytest.MarkDecorator:
    """Give a test a table of this kind, with this unfinished game."""
    return pytest.mark.parametrize("table", [(left, options)], indirect=True, ids=["table"])


class Answer(NamedTuple):
    """The answer to a browser."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


def fetch(port: int, path: str, headers: dict[str, str], body: str | None = None) -> Answer:
    """Send a request like a browser: POST if there is a body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    try:
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def _picture(news: Told) -> int | None:
    sight: Told | None = news["sight"]
    return None if sight is None else sight["picture"]


async def begun(line: Line, game: type[AnyGame] = Barbecue, count: int = 3, **more: Any) -> Line:
    """A game is begun on this page."""
    line.ask("begin", game=game.NAME, players=seats(game, count), **more)
    await line.until(lambda news: news["game"])
    return line


def seats(game: type[AnyGame], count: int = 2) -> list[dict[str, str]]:
    """Return the players in the form of the page."""
    players = zip(NAMES[:count], game.COLOURS, strict=False)
    return [{"name": name, "colour": str(colour)} for name, colour in players]


def keep_game(
    folder: Path, game: type[AnyGame], *moves: Move, count: int = 2, variants: tuple[str, ...] = ()
) -> Path:
    """Save the file of an unfinished game after these moves."""
    players = [Player(n, c) for n, c in zip(NAMES[:count], game.COLOURS, strict=False)]
    record = Record.begin(*game.begin(players, variants=variants), "2026-11-14")
    for move in moves:
        record.play(move)
    journal = Journal.create(folder, record)
    journal.close()
    return journal.path
