"""No press at all: dice that are drawn, thrown and read by themselves, through every layer."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from firmware.camera import motion
from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.panel.routing import Table
from firmware.runtime.loop import TableLoop
from firmware.simulator.camera import Conditions, SimulatedCamera
from firmware.simulator.table import SimulatedTable, ThrowingCamera
from firmware.speech.drawing import LETTERS
from firmware.store.settings import Settings
from rules.dice import BARBECUE, Face
from rules.moves import Keep, Throw
from tests.harness.bench import Bench
from tests.harness.simulated import ANSWERED
from vision.geometry import Frame
from vision.simulator.scene import Spoil

SETTINGS = Settings(players=2, by_itself=True)
A_WHILE = 30
"""Pictures: nine seconds, in which a hand is still a hand."""

pytestmark = pytest.mark.proof


def faces(text: str) -> tuple[Face, ...]:
    return tuple(LETTERS.get(letter) or Face(letter) for letter in text)


class CountedCamera(SimulatedCamera):
    """Reports when it was watched for a while."""

    def __init__(self) -> None:
        super().__init__(BARBECUE, seed=4)
        self._left = 0
        self.watched = Event()

    def glimpses(self) -> Iterator[tuple[float, Frame]]:
        for glimpse in super().glimpses():
            self._left -= 1
            if self._left == 0:
                self.watched.set()
            yield glimpse

    async def a_while(self) -> None:
        """Wait until some more pictures were watched."""
        self.watched.clear()
        self._left = A_WHILE
        await asyncio.to_thread(self.watched.wait, ANSWERED)


class DrawnTable(Bench):
    """A table with rendered dice, read as on the box."""

    limit = ANSWERED

    def __init__(self, folder: Path, make: Callable[[Table], Table] = lambda table: table) -> None:
        super().__init__(folder, settings=SETTINGS)
        self.table = make(self.table)
        self.camera = CountedCamera()
        self.devices.table_camera = TableCamera(self._camera(), make_reader)
        self.loop = TableLoop(self.table, self.devices)

    def _camera(self) -> SimulatedCamera | ThrowingCamera:
        if isinstance(self.table, SimulatedTable):
            return ThrowingCamera(self.camera, self.table)
        return self.camera

    async def ready(self) -> None:
        await self.begin()
        await self.press("ok")
        assert self.name == "throw"
        await self.camera.a_while()

    def throw(self, tray: str, aside: str = "", spoil: Spoil | None = None) -> None:
        self.camera.put(faces(tray), faces(aside), spoil)

    @property
    def played(self) -> list[type]:
        return [type(step.move) for step in self.table.session.game.steps]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "PACE", 0.001)


async def test_a_turn_without_a_mat(tmp_path: Path) -> None:
    table = DrawnTable(tmp_path)
    async with table.running():
        await table.ready()
        table.throw("1134www6")
        await table.at("keep")
        await table.press("ok")
        table.throw("11346")  # pushed about while the worms were laid aside
        await table.until(lambda: table.table.view.unread)
        assert table.played == [Throw, Keep]
        table.throw("1146")  # one in the hand
        await table.camera.a_while()
        assert table.played == [Throw, Keep]
        table.throw("12246")
        await table.at("keep")
    assert table.played == [Throw, Keep, Throw]


async def test_a_hand_is_waited_out(tmp_path: Path) -> None:
    table = DrawnTable(tmp_path)
    async with table.running():
        await table.ready()
        table.throw("1134www6", spoil="hand")
        await table.camera.a_while()
        assert table.name == "throw"
        assert table.played == []
        table.throw("1134www6")
        await table.at("keep")
    assert table.table.session.game.steps[0].move == Throw(faces("1134www6"))


async def test_the_same_dice_are_never_taken_twice(tmp_path: Path) -> None:
    table = DrawnTable(tmp_path)
    async with table.running():
        await table.ready()
        table.throw("1134www6")
        await table.at("keep")
        await table.press("undo")
        while table.name != "throw":
            await table.press("ok")
        await table.camera.a_while()
        assert table.played == []
        table.throw("22334466")
        await table.at("keep")
    assert table.played == [Throw]


async def test_two_throws_on_a_mat(tmp_path: Path) -> None:
    table = DrawnTable(tmp_path)
    table.camera.conditions = Conditions(mat=True)
    async with table.running():
        await table.ready()
        table.throw("1134www6")
        await table.at("keep")
        await table.camera.a_while()
        table.throw("11346", "www")
        await table.camera.a_while()
        assert table.name == "keep"
        assert table.played == [Throw]
        table.throw("11234", "www")
        await table.at("follow")
        assert table.played == [Throw]
        table.throw("446", "www11")
        await table.until(lambda: len(table.played) == 3)
    assert table.name == "follow"
    assert table.played == [Throw, Keep, Throw]


async def test_where_the_program_throws_scan_only_throws(tmp_path: Path) -> None:
    table = DrawnTable(tmp_path, lambda plain: SimulatedTable(plain.session))
    async with table.running():
        await table.ready()
        moment = table.table.session.game.version
        await table.press("scan")
        assert table.name == "throw"
        assert table.table.session.game.version == moment
        await table.at("keep")
        await table.press("ok scan")
        await table.press("scan")  # who cannot wait
        await table.until(lambda: len(table.played) == 3)
    assert table.played == [Throw, Keep, Throw]


async def test_a_spoilt_throw_of_the_program_is_doubted_when_it_is_scanned(tmp_path: Path) -> None:
    table = DrawnTable(tmp_path, lambda plain: SimulatedTable(plain.session))
    async with table.running():
        await table.ready()
        table.camera.spoil = "glare"
        await table.press("scan")
        await table.until(lambda: table.table.view.unread)
        await table.press("scan")
        await table.at("doubt")
        await table.press("scan")  # laid anew
        await table.at("keep")
