"""What holds the table up: a slow disk, a camera that hangs, a button that is stuck."""

import asyncio
from pathlib import Path
from threading import Event
from typing import cast

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.devices import presets
from firmware.devices.buttons import PinButtons
from firmware.devices.gestures import SETTLE, STUCK
from firmware.ports import Action
from firmware.runtime import loop
from firmware.screens.kinds import Message, Progress
from tests.appliance.test_box import Table
from tests.devices.waits import LIMIT, Waits
from tests.harness.bench import Bench
from tests.harness.clock import ManualClock
from tests.harness.flow import Flow, reading

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

DICE = reading("1134wwww")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


# Presses that nobody could have meant.


@pytest.mark.parametrize(("seconds", "screen"), [(loop.DEAF, "todo"), (loop.DEAF / 2, "throw")])
async def test_what_was_pressed_while_the_table_was_held_up_is_not_heeded(
    bench: Bench, seconds: float, screen: str
) -> None:
    """A second press on OK would leave the screen that nobody has seen yet."""

    def slow() -> None:
        bench.display.on_image = lambda: None
        bench.loop.press(Action.OK)
        bench.clock.advance(seconds)

    await bench.at("new_game")
    await bench.press("ok")
    assert bench.name == "box"
    bench.display.on_image = slow
    await bench.press("ok stop")  # STOP means nothing here, and has its turn after OK
    assert bench.name == screen


async def test_a_table_that_reads_is_not_taken_for_one_at_rest(bench: Bench) -> None:
    """Two presses from another thread: the rest after the first does not outlast the second."""
    await bench.begin()
    await bench.ask()
    bench.loop.calm.set()
    bench.table_camera.progress(0.5)
    await bench.until(lambda: cast("Progress", bench.table.screen).part == 0.5)
    await asyncio.to_thread(lambda: None)
    assert not bench.loop.calm.is_set()
    bench.table_camera.answers.put(DICE)
    await bench.calm()
    assert bench.name == "keep"


# Somebody who watches.


async def test_a_watcher_that_fails_stops_nothing(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("no lamp")

    bench.loop.watch(broken)
    await bench.at("new_game")
    await bench.press("ok")
    assert bench.name == "box"
    assert "no lamp" in caplog.text


# A camera that hangs.


async def test_a_camera_that_hangs_does_not_keep_the_box_from_going_off(bench: Bench) -> None:
    hanging, goes_on, off = Event(), Event(), Event()
    bench.devices.power_off = off.set

    def hang() -> None:
        hanging.set()
        goes_on.wait(LIMIT)

    await bench.at("new_game")
    await bench.calm()
    bench.loop.work(hang, lambda _answer: None)
    for action in ("left", "left", "ok", "right", "ok"):
        bench.loop.press(Action(action))
    assert await asyncio.to_thread(off.wait, LIMIT)
    assert hanging.is_set()
    assert not goes_on.is_set()
    goes_on.set()


# A button that is stuck.


def test_a_stuck_button_is_told_and_when_it_comes_up_no_more(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.table.stuck(("SCAN",))
    assert isinstance(flow.screen, Message)
    assert flow.screen.lines == ("SCAN stuck: free it, check its wires. The others work.",)
    flow.table.stuck(())
    assert flow.name == "new_game"


def test_a_stuck_button_that_was_read_of_is_not_told_again(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.table.stuck(("SCAN",))
    flow.follow([("trouble", "ok"), ("new_game", "right")])
    before = flow.screen
    flow.table.stuck(())
    assert flow.screen == before


def test_of_two_stuck_buttons_both_are_told_and_then_neither(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.table.stuck(("SCAN",))
    flow.table.stuck(("OK", "SCAN"))
    assert isinstance(flow.screen, Message)
    assert flow.screen.lines[0].startswith("OK, SCAN stuck")
    flow.start()
    flow.table.stuck(())
    assert flow.name == "new_game"


def test_buttons_tell_when_one_is_stuck_and_when_it_is_free() -> None:
    factory, clock, waits = MockFactory(), ManualClock(), Waits()
    buttons = PinButtons(presets.BOX.buttons, factory, clock, waits)
    told: list[tuple[str, ...]] = []

    def listen(names: tuple[str, ...]) -> None:
        told.append(names)
        raise RuntimeError("nobody listens")

    buttons.on_stuck = listen
    buttons.start(lambda _action: None)
    waits.next()
    pin = factory.pin(presets.BOX.buttons["OK"].pin)
    for move, seconds in ((pin.drive_low, STUCK), (pin.drive_high, 0.0)):
        move()
        waits.next()
        for passing in (SETTLE, seconds):
            clock.advance(passing)
            waits.pass_seconds()
            waits.next()
    buttons.close()
    assert told == [("OK",), ()]


def test_the_box_shows_a_button_that_is_stuck(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running():
        table.sees("new_game")
        pin = table.factory.pin(presets.BOX.buttons["STOP"].pin)
        pin.drive_low()
        table.fingers.next()
        for seconds in (SETTLE, STUCK):
            table.clock.advance(seconds)
            table.fingers.pass_seconds()
            table.fingers.next()
        table.sees("trouble")
        pin.drive_high()
        table.fingers.next()
        table.clock.advance(SETTLE)
        table.fingers.pass_seconds()
        table.fingers.next()
        table.sees("new_game")
