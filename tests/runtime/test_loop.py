"""The loop: devices enqueue, the table decides, the panel shows it; and nothing stops the game."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from PIL.Image import Image

from firmware.camera import zone
from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.ports import Action, Light, Tune
from firmware.runtime import jobs, loop
from firmware.screens.draw import draw
from firmware.screens.kinds import Checks, Message, Progress, Screen, State
from firmware.screens.layout import Layout
from firmware.store import taught_dice
from firmware.store.meaning import TaughtDice
from firmware.store.settings import Settings
from rules.dice import Face
from rules.moves import Keep
from rules.players import Level
from rules.record import Read
from tests.devices.waits import LIMIT
from tests.harness.bench import Bench
from tests.harness.flow import reading
from tests.vision.lessons import taught

DICE = reading("1134wwww")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done again and again is done at once."""
    for module in (loop, jobs):
        monkeypatch.setattr(module, "BEAT", 0.001)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Screen]:
    """Every screen of which a picture is made."""
    screens: list[Screen] = []

    def counting(screen: Screen, layout: Layout, *, watched: bool) -> Image:
        screens.append(screen)
        return draw(screen, layout)

    monkeypatch.setattr(loop, "draw", counting)
    return screens


# The start.


async def test_the_first_picture_stands_before_anything_else(bench: Bench) -> None:
    await bench.at("new_game")
    assert bench.log[:2] == ["show", "buttons"]
    assert {"glance", "warm up"} <= set(bench.log[2:])


async def test_taught_dice_are_known_before_the_first_look(tmp_path: Path) -> None:
    means = {**{name: Face(name) for name in "12346"}, "sun": Face.WORM}
    taught_dice.save(tmp_path, TaughtDice(taught("Sky", tuple(means)), {"barbecue": means}))
    bench = Bench(tmp_path, settings=Settings(players=2, dice={"barbecue": "taught:Sky"}))
    async with bench.running():
        await bench.begin()
        assert bench.log.index("warm up") < bench.log.index("know")
        await bench.press("ok")
        await bench.scan(DICE)
        assert bench.table_camera.dice is bench.table_camera.known is not None
        assert bench.log.count("know") == 1


async def test_taught_dice_that_are_gone_hold_no_start_up(tmp_path: Path) -> None:
    bench = Bench(tmp_path, settings=Settings(players=2, dice={"barbecue": "taught:Sky"}))
    async with bench.running():
        await bench.begin()
        assert bench.table_camera.known is None


async def test_without_a_camera_the_game_begins_at_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path, table_camera=False)
    async with bench.running():
        await bench.at("new_game")
        await bench.begin()
        await bench.press("scan")
        assert bench.name == "by_hand"
    assert "glance" not in bench.log


async def test_a_camera_that_fails_is_told_and_holds_nothing_up(
    bench: Bench, drawn: list[Screen]
) -> None:
    bench.table_camera.trouble = CameraTrouble("camera_missing")
    await bench.at("trouble")
    await bench.press("ok")
    assert bench.name == "new_game"
    checks = [screen.checks for screen in drawn if isinstance(screen, Checks)]
    assert [check.state for check in checks[0]] == [State.WAITING] * 3
    assert {check.state for check in checks[-1]} == {State.BAD, State.WAITING, State.GOOD}


async def test_without_opencv_the_panel_says_what_to_install(bench: Bench) -> None:
    missing = bench.table_camera.trouble = ModuleNotFoundError("No module named 'cv2'", name="cv2")
    await bench.at("trouble")
    assert says_what_to_install(bench.table.screen)
    await bench.press("ok")
    await bench.begin()
    await bench.press("ok")
    bench.table_camera.answers.put(missing)
    await bench.press("scan")
    await bench.at("no_camera")
    assert says_what_to_install(bench.table.screen)


def says_what_to_install(screen: Screen) -> bool:
    return isinstance(screen, Message) and "apt install python3-opencv" in "".join(screen.lines)


def test_everything_is_let_go_of(bench: Bench) -> None:
    async def scenario() -> None:
        await bench.at("new_game")

    bench.play(scenario)
    assert bench.buttons.closed
    assert bench.sound.closed
    assert bench.display.closed
    assert bench.table_camera.closed


# Presses and readings.


async def test_presses_come_from_any_thread(bench: Bench) -> None:
    await bench.at("new_game")
    await bench.calm()
    for _ in range(3):
        thread = Thread(target=bench.buttons.pressed, args=[Action.RIGHT])
        thread.start()
        thread.join(LIMIT)
    await bench.calm()
    await bench.begin()
    assert len(bench.table.session.game.state.setup.players) == 5


def test_a_press_after_the_end_is_nobodys(bench: Bench) -> None:
    async def scenario() -> None:
        await bench.at("new_game")

    bench.play(scenario)
    bench.buttons.pressed(Action.OK)
    assert bench.name == "new_game"


async def test_dice_are_read_and_heard(bench: Bench) -> None:
    await bench.begin()
    await bench.scan(DICE)
    assert bench.name == "keep"
    assert bench.table_camera.expected == {8}
    assert bench.table.session.game.steps[0].read is Read.CAMERA
    assert bench.sound.played == [Tune.ACCEPTED]


async def test_sound_can_be_switched_off(tmp_path: Path) -> None:
    bench = Bench(tmp_path, settings=Settings(players=2, sound=False))
    async with bench.running():
        await bench.begin()
        await bench.scan(DICE)
    assert bench.sound.played == []


@pytest.mark.usefixtures("_quick")
async def test_progress_is_shown_and_the_picture_moves(bench: Bench) -> None:
    def part() -> float | None:
        screen = bench.table.screen
        return screen.part if isinstance(screen, Progress) else None

    def beat() -> int:
        screen = bench.table.screen
        return screen.beat if isinstance(screen, Progress) else 0

    await bench.begin()
    await bench.ask()
    await bench.until(lambda: beat() > 2)
    bench.table_camera.progress(0.5)
    await bench.until(lambda: part() == 0.5)
    bench.table_camera.answers.put(DICE)
    await bench.at("keep")


async def test_back_gives_up_and_the_late_answer_is_nobodys(bench: Bench) -> None:
    await bench.begin()
    await bench.ask()
    assert not bench.table_camera.cancelled()
    bench.loop.press(Action.BACK)
    await bench.at("throw")
    assert bench.table_camera.cancelled()
    bench.table_camera.answers.put(DICE)
    await bench.calm()
    assert bench.name == "throw"
    assert bench.moves == 0
    await bench.scan(reading("11112222"))
    assert bench.name == "keep"


async def test_a_late_answer_does_not_pass_for_the_next_one(bench: Bench) -> None:
    await bench.begin()
    await bench.ask()
    bench.loop.press(Action.BACK)
    await bench.at("throw")
    bench.table_camera.looking.clear()
    bench.loop.press(Action.SCAN)
    await bench.at("reading")
    bench.table_camera.answers.put(DICE)  # of the first look
    await asyncio.to_thread(bench.table_camera.looking.wait, LIMIT)
    assert bench.name == "reading"
    bench.table_camera.answers.put(reading("11112222"))
    await bench.at("keep")
    assert "1" in bench.table.session.game.steps[0].move.faces  # type: ignore[attr-defined]
    assert "worm" not in bench.table.session.game.steps[0].move.faces  # type: ignore[attr-defined]


@pytest.mark.parametrize("trouble", [CameraTrouble("camera_gone"), ZeroDivisionError("vision")])
async def test_an_eye_that_fails_offers_entry_and_is_taken_back(
    bench: Bench, trouble: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    await bench.begin()
    await bench.scan(trouble)
    assert bench.name == "no_camera"
    await bench.scan(DICE)
    assert bench.name == "keep"
    assert bench.sound.played == [Tune.DOUBT, Tune.ACCEPTED]
    assert ("ZeroDivisionError" in caplog.text) is isinstance(trouble, ZeroDivisionError)


async def test_what_is_shown_is_on_the_disk_already(bench: Bench) -> None:
    shown: list[tuple[str, int]] = []

    def look() -> None:
        lines = sum(len(path.read_text().splitlines()) for path in bench.folder.glob("*.jsonl"))
        shown.append((bench.name, lines))

    bench.display.on_image = look
    await bench.begin()
    await bench.scan(DICE)
    await bench.press("ok")
    assert shown[-1] == ("throw_or_stop", 4)
    assert ("todo", 2) in shown
    assert ("reading", 2) in shown
    assert ("keep", 3) in shown
    assert ("keep", 2) not in shown


# Aiming the camera.


async def aim(bench: Bench) -> None:
    """By the last line of the settings."""
    await bench.at("new_game")
    await bench.press("left left left ok left ok")
    assert bench.name in {"aim", "aim_blind"}


@pytest.mark.usefixtures("_quick")
async def test_aiming_shows_pictures_until_it_is_left(bench: Bench) -> None:
    await aim(bench)
    seen = bench.table_camera.glances
    await bench.until(lambda: bench.table.screen.thumbnail != b"")  # type: ignore[attr-defined]
    while bench.table_camera.glances < seen + 5:
        await asyncio.to_thread(lambda: None)
    bench.loop.press(Action.BACK)
    await bench.at("settings")
    await bench.calm()
    seen = bench.table_camera.glances
    for _ in range(20):
        await bench.press("right")
    assert bench.table_camera.glances == seen


async def test_aiming_again_does_not_look_twice(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look of the first time is still due when the second begins."""
    monkeypatch.setattr(jobs, "BEAT", 1000.0)
    await aim(bench)
    await bench.calm()
    seen = bench.table_camera.glances
    for _ in range(5):
        await bench.press("back ok")
    assert bench.name == "aim"
    assert bench.table_camera.glances == seen


@pytest.mark.usefixtures("_quick")
async def test_aiming_without_a_picture_says_so(bench: Bench) -> None:
    await aim(bench)
    bench.table_camera.trouble = CameraTrouble("camera_gone")
    await bench.at("aim_blind")
    bench.table_camera.trouble = None
    await bench.at("aim")


@pytest.mark.usefixtures("_quick")
async def test_the_zone_is_kept(bench: Bench) -> None:
    await aim(bench)
    await bench.until(lambda: bench.table.screen.thumbnail != b"")  # type: ignore[attr-defined]
    bench.loop.press(Action.RIGHT)
    bench.loop.press(Action.SCAN)
    await bench.at("note")
    await bench.press("ok")
    assert bench.name == "settings"
    kept = zone.load(bench.folder)
    assert kept is not None
    assert kept.zone == bench.table.session.zone
    assert kept.zone != zone.WHOLE


@pytest.mark.usefixtures("_quick")
async def test_a_camera_that_cannot_be_set_up_says_so(bench: Bench) -> None:
    await aim(bench)
    await bench.until(lambda: bench.table.screen.thumbnail != b"")  # type: ignore[attr-defined]
    bench.table_camera.calibrating = CameraTrouble("camera_gone")
    bench.loop.press(Action.SCAN)
    await bench.at("note")
    assert isinstance(bench.table.screen, Message)
    assert bench.table.screen.title == "Not saved"
    await bench.press("ok")
    assert bench.name == "settings"
    assert zone.load(bench.folder) is None


@pytest.mark.usefixtures("_quick")
async def test_a_zone_that_the_disk_refuses_is_used_all_the_same(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    (bench.folder / "file").touch()
    bench.devices.folder = bench.folder / "file"
    await bench.at("trouble")  # no game can be kept either
    await bench.press("ok")
    await aim(bench)
    await bench.until(lambda: bench.table.screen.thumbnail != b"")  # type: ignore[attr-defined]
    bench.loop.press(Action.SCAN)
    await bench.at("note")
    assert "cannot be kept" in caplog.text


# Settings and power.


async def test_settings_reach_the_devices(bench: Bench) -> None:
    await bench.at("new_game")
    await bench.press("left left left ok right right ok")
    assert bench.applied == 1


async def test_power_off_is_left_to_the_system(bench: Bench) -> None:
    await bench.at("new_game")
    await bench.press("left left ok right ok")
    assert bench.name == "goodbye"
    assert bench.powered_off == 1


async def test_a_system_that_does_not_power_off_is_told(bench: Bench) -> None:
    bench.power_trouble = DeviceTrouble("power_refused")
    await bench.at("new_game")
    await bench.press("left left ok right")
    bench.loop.press(Action.OK)
    await bench.at("trouble")


# The panel rests. The clock is moved from within: then the loop has no reason to wait.


async def test_it_dims_goes_dark_and_the_waking_press_does_nothing_else(bench: Bench) -> None:
    def rested(light: Light) -> None:
        if light is Light.DIM:
            bench.clock.advance(480)

    bench.display.on_light = rested
    await bench.begin()
    await alone(bench, "ok")
    await bench.until(lambda: bench.display.level is Light.OFF)
    assert bench.display.lights == [Light.DIM, Light.OFF]
    await bench.press("scan")
    assert bench.display.level is Light.FULL
    await bench.press("undo")  # the hand that woke it still holds the button
    assert bench.name == "throw"
    bench.clock.advance(loop.WAKING)
    await bench.press("right")
    assert bench.name == "scores"


async def test_a_press_in_dim_light_counts(bench: Bench) -> None:
    await bench.begin()
    await alone(bench, "ok")
    await bench.until(lambda: bench.display.level is Light.DIM)
    await bench.press("right")
    assert bench.display.level is Light.FULL
    assert bench.name == "scores"


async def alone(bench: Bench, action: str) -> None:
    """After this press nobody touches anything for two minutes."""
    bench.display.on_image = lambda: bench.clock.advance(120)
    await bench.press(action)
    bench.display.on_image = lambda: None


# Whatever goes wrong, the game goes on.


async def test_a_screen_that_did_not_change_is_not_drawn_again(
    bench: Bench, drawn: list[Screen]
) -> None:
    await bench.begin()
    before = len(drawn)
    await bench.press("left right")
    assert len(drawn) == before + 2
    bench.loop.later(lambda: None)
    await bench.calm()
    assert len(drawn) == before + 2


async def test_a_press_that_does_nothing_is_answered_for_a_moment(
    bench: Bench, drawn: list[Screen]
) -> None:
    await bench.begin()
    quiet = bench.table.screen
    await bench.press("stop stop")
    assert bench.table.screen == replace(quiet, said="STOP: first throw")
    assert drawn[-1] == bench.table.screen
    bench.clock.advance(loop.ANSWER)
    bench.loop.later(lambda: None)
    await bench.calm()
    assert drawn[-1] == quiet


async def test_a_panel_that_raises_stops_nothing(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    await bench.begin()
    bench.display.trouble = OSError("no panel")
    await bench.scan(DICE)
    assert bench.name == "keep"
    bench.display.trouble = None
    await bench.press("ok")
    assert bench.display.image is not None
    assert bench.display.image.tobytes() == draw(bench.table.screen).tobytes()
    assert "no panel" in caplog.text


async def test_a_screen_that_cannot_be_drawn_is_told_by_a_code(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(screen: Screen, layout: Layout, *, watched: bool) -> Image:
        if screen.name == "keep":
            raise ZeroDivisionError
        return draw(screen, layout)

    await bench.begin()
    monkeypatch.setattr(loop, "draw", failing)
    await bench.scan(DICE)
    assert isinstance(bench.table.screen, Message)
    assert bench.table.screen.title.startswith("Error G")
    monkeypatch.setattr(loop, "draw", draw)
    await bench.press("ok")
    assert bench.name == "keep"
    assert bench.moves == 1
    assert "ZeroDivisionError" in caplog.text


def test_a_device_that_raises_is_told_by_a_code_and_the_game_goes_on(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        await bench.begin()
        bench.sound.trouble = RuntimeError("no buzzer")
        await bench.scan(DICE)
        assert bench.name == "trouble"
        await bench.press("ok")
        assert bench.name == "keep"
        assert bench.moves == 1

    with caplog.at_level(logging.ERROR):
        bench.play(scenario)
    assert "no buzzer" in caplog.text


def test_the_box_thinks_beside_the_loop_and_is_interrupted(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    session = bench.table.session

    async def scenario() -> None:
        await bench.begin()
        session.game.seat(0, Level.STRONG)
        await bench.scan(reading("1134wwww"))
        await bench.at("box_throw")
        assert session.game.steps[-1].move == Keep(Face.WORM)
        await bench.press("undo ok")
        await bench.ask()
        bench.table_camera.answers.put(reading("11346666"))
        await bench.until(lambda: bench.name in {"thinking", "box_throw"})
        bench.loop.press(Action.BACK)
        await bench.calm()
        assert bench.name == "menu"

    bench.play(scenario)
