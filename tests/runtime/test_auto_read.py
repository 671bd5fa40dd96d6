"""Watching for a throw in the loop: in the worker, quietly, and a press always wins."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event

import pytest

from firmware.camera.table_camera import Noticed
from firmware.camera.taught_faces import MeantDice
from firmware.errors import CameraTrouble
from firmware.ports import Action, Light, Tune
from firmware.runtime import auto_read
from firmware.store.settings import Settings
from firmware.table.auto_detect import TRIES
from rules.dice import DiceSet
from rules.record import Read
from tests.devices.waits import LIMIT
from tests.harness.bench import Bench, FakeEye
from tests.harness.flow import reading
from vision.reading import Doubt, Reading

DICE = reading("1134wwww")
DOUBTED = reading("1134wwww", doubted=[0])


class WatchingEye(FakeEye):
    """Something comes to rest whenever it is told what is seen then."""

    def __init__(self, log: list[str]) -> None:
        super().__init__(log)
        self.fallen: SimpleQueue[Reading | Exception] = SimpleQueue()
        self.read: Reading = DICE
        self.held: Event | None = None
        self.tries = 0
        self.asked: list[bool] = []
        self.shown: list[Reading] = []
        self.watches = Event()

    def watch(
        self, pause: Callable[[float], bool], *, soonest: float = 0.0, again: bool = False
    ) -> bool:
        self.asked.append(again)
        self.tries = self.tries + 1 if again else 1
        self.watches.set()
        while not pause(0.001):
            try:
                told = self.fallen.get_nowait()
            except Empty:
                continue
            if isinstance(told, Exception):
                raise told
            self.read = told
            return True
        self.log.append("left")
        return False

    def notice(
        self,
        dice: DiceSet | MeantDice,
        expected: frozenset[int],
        cancelled: Callable[[], bool],
        total: int | None = None,
    ) -> Noticed | None:
        self.expected = expected
        if self.held is not None:
            self.looking.set()
            assert self.held.wait(LIMIT)
        return None if cancelled() else Noticed(self.read, None, None, self.tries)

    def reveal(self, noticed: Noticed) -> None:
        self.shown.append(noticed.reading)


class Watched(Bench):
    """A table that reads by itself."""

    table_camera: WatchingEye

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, settings=Settings(players=2, by_itself=True))
        self.table_camera = WatchingEye(self.log)
        self.devices.table_camera = self.table_camera
        self.loop = type(self.loop)(self.table, self.devices)

    async def ready(self) -> None:
        """To the first throw."""
        await self.begin()
        await self.press("ok")
        assert self.name == "throw"
        await self.watched()

    async def watched(self) -> None:
        """Until the dice are watched (again)."""
        await asyncio.to_thread(self.table_camera.watches.wait, LIMIT)

    def fall(self, told: Reading | Exception) -> None:
        self.table_camera.watches.clear()
        self.table_camera.fallen.put(told)


@pytest.fixture
def bench(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


async def test_a_throw_is_taken_heard_and_shown(bench: Watched) -> None:
    await bench.ready()
    bench.fall(DICE)
    await bench.at("keep")
    assert not bench.loop.watching  # a keep is the player's to say
    assert bench.table_camera.expected == {8}
    assert bench.table_camera.shown == [DICE]
    assert bench.table.session.game.steps[0].read is Read.CAMERA
    assert bench.sound.played == [Tune.ACCEPTED]


async def test_what_is_unclear_is_looked_at_again_before_that_is_said(bench: Watched) -> None:
    await bench.ready()
    for _ in range(TRIES):
        assert not bench.table.view.unread
        bench.fall(DOUBTED)
        await bench.watched()
    await bench.until(lambda: bench.table.view.unread)
    assert bench.name == "throw"
    bench.fall(reading("11", Doubt("count")))  # picked up again
    await bench.until(lambda: not bench.table.view.unread)
    bench.fall(DICE)
    await bench.at("keep")
    assert bench.table_camera.asked[: TRIES + 1] == [False, True, True, False]
    assert bench.sound.played == [Tune.ACCEPTED]
    assert bench.table_camera.shown == [DICE]


async def test_a_press_wins_over_a_look_that_nobody_asked_for(bench: Watched) -> None:
    await bench.ready()
    bench.table_camera.held = Event()
    bench.table_camera.looking.clear()
    bench.fall(reading("22222222"))
    await asyncio.to_thread(bench.table_camera.looking.wait, LIMIT)
    bench.table_camera.looking.clear()
    bench.loop.press(Action.SCAN)
    await bench.at("reading")
    bench.table_camera.held.set()
    bench.table_camera.answers.put(DICE)
    await bench.at("keep")
    assert len(bench.table.session.game.steps) == 1
    assert bench.table_camera.shown == []


def test_any_way_from_the_view_ends_the_watch(bench: Watched) -> None:
    async def scenario() -> None:
        await bench.ready()
        await bench.press("back")
        assert bench.name == "menu"
        assert not bench.loop.watching
        bench.table_camera.watches.clear()
        await bench.press("back")
        await bench.watched()

    bench.play(scenario)
    assert bench.log.count("left") == 2
    assert "rest" in bench.log


async def test_a_camera_that_fails_is_tried_again_and_told_to_nobody(
    bench: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_read, "TROUBLED", 0.001)
    await bench.ready()
    bench.fall(CameraTrouble("camera_gone"))
    await bench.watched()
    assert bench.name == "throw"
    bench.fall(DICE)
    await bench.at("keep")


async def test_a_dim_panel_wakes_by_a_throw_and_a_dark_one_sees_none(bench: Watched) -> None:
    await bench.ready()
    bench.clock.advance(130)
    bench.loop.later(lambda: None)
    await bench.until(lambda: bench.loop.light is Light.DIM)
    bench.fall(DICE)
    await bench.at("keep")
    assert bench.loop.light is Light.FULL
    await bench.press("ok")
    bench.clock.advance(700)
    bench.loop.later(lambda: None)
    await bench.until(lambda: bench.loop.light is Light.OFF)
    assert not bench.loop.watching
    await bench.press("ok")  # wakes it
    assert bench.loop.watching


def test_the_table_counts_as_calm_while_it_watches_and_ends_at_once(bench: Watched) -> None:
    async def scenario() -> None:
        await bench.ready()
        await bench.calm()
        assert bench.loop.watching
        assert not bench.table.busy

    bench.play(scenario)
    assert bench.table_camera.closed


async def test_it_can_be_switched_on_in_the_settings(tmp_path: Path) -> None:
    bench = Watched(tmp_path)
    bench.table.session.change(by_itself=False)
    async with bench.running():
        await bench.begin()
        await bench.press("ok")
        assert not bench.loop.watching
        bench.table.navigate(bench.table.navigator.settings(bench.table.view))
        await bench.press("right right right ok")
        assert bench.table.session.settings.by_itself
        await bench.press("back")
        assert bench.loop.watching
