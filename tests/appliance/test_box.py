"""The box: real buttons on mock pins, a real panel driver on a chip that rebuilds the picture."""

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.interface.serial import i2c, spi

from firmware.appliance import box as boxes
from firmware.appliance.box import Box
from firmware.appliance.led_status import glow
from firmware.appliance.panel_options import CONTRASTS
from firmware.camera import zone
from firmware.camera.pi import PiCamera
from firmware.camera.zone import Calibration
from firmware.commands import table as commands
from firmware.config.file import BadConfig, decode, load
from firmware.config.keys import Camera, CameraKind, Config, Led, Sound
from firmware.config.keys import Page as PageKeys
from firmware.config.keys import Panel as PanelKeys
from firmware.devices import presets
from firmware.devices.bus import Wire
from firmware.devices.buttons import PinButtons
from firmware.devices.gestures import HOLD, SETTLE
from firmware.devices.led import PinLed
from firmware.devices.panel import Panel
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.wiring import Bus
from firmware.errors import DeviceTrouble
from firmware.panel.views.startup import PARTS
from firmware.ports import Action, Glow, Light
from firmware.runtime.loop import TableLoop
from firmware.screens.draw import draw
from firmware.screens.kinds import State
from firmware.simulator.camera import SimulatedCamera
from firmware.store import settings
from firmware.store.settings import NAME, Brightness, Settings, save
from rules.dice import BARBECUE, Face
from tests.camera import picamera
from tests.devices import chips
from tests.devices.waits import LIMIT, Waits
from tests.harness.clock import ManualClock
from tests.harness.flow import Flow, reading
from vision.reading import Reading

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

BUTTONS = presets.BOX.buttons
NO_CAMERA = Config(camera=Camera(kind=CameraKind.NONE))


class Table:
    """A box on a table, with fingers on its buttons and eyes on its panel."""

    def __init__(self, folder: Path, config: Config = NO_CAMERA) -> None:
        if not (folder / NAME).exists():
            save(folder, Settings())  # people who need no guide
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.chip = chips.CHIPS["ssd1309"]()
        self.bus = chips.Bus(self.chip)
        self.clock = ManualClock()
        self.fingers = Waits()
        self.panel = Waits()
        self.box = Box(
            config,
            folder,
            open_pins=lambda: self.factory,
            make_panel=partial(Panel, open_wire=self._open, wait=self.panel),
            make_buttons=partial(PinButtons, wait=self.fingers),
            power_off=lambda: None,
            clock=self.clock,
        )

    def _open(self, bus: Bus, factory: object) -> Wire:
        wire: Wire = i2c(bus=self.bus)
        return wire

    @contextmanager
    def running(self, *, buttons: bool = True) -> Iterator[None]:
        self.loop = self.box.loop()
        thread = Thread(target=lambda: asyncio.run(self.loop.run()))
        thread.start()
        if buttons:
            assert self.fingers.next() is None
        try:
            yield
        finally:
            self.loop.leave()
            thread.join(LIMIT)
            assert not thread.is_alive()

    def sees(self, name: str) -> None:
        """Wait until this screen stands on the panel, to the last pixel."""
        while not self._shows(name):
            self.panel.next()

    def _shows(self, name: str) -> bool:
        screen = self.loop.table.screen
        drawn = draw(screen, self.loop.layout)
        return screen.name == name and self.chip.image().tobytes() == drawn.tobytes()

    def press(self, *names: str, held: float = 0.0) -> None:
        for name in names:
            pin = self.factory.pin(BUTTONS[name].pin)
            for move in (pin.drive_low, pin.drive_high):
                move()
                assert self.fingers.next() == pytest.approx(SETTLE)
                self.clock.advance(SETTLE)
                self.fingers.pass_seconds()
                self.fingers.next()
                if move == pin.drive_low:
                    self.clock.advance(held)


def test_pins_are_pressed_and_the_panel_shows_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running():
        table.sees("new_game")
        table.press("LEFT", "OK")
        table.sees("box")
        table.press("OK")
        table.sees("todo")
        table.press("SCAN")
        table.sees("by_hand")
    assert not table.chip.lit, "a box that is left is dark"


def test_a_box_with_a_wide_panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "panel.driver = 'ssd1322'\ncamera.kind = 'none'"
    table = Table(tmp_path, decode(told, tmp_path / "config.toml"))
    wires = chips.Spi(chips.Ssd1322(), table.factory, command_pin=24, reset_pin=25)
    monkeypatch.setattr(spi, "__spidev__", lambda _self: wires)
    table.chip = wires.chip
    table.box.make_panel = partial(Panel, wait=table.panel)
    with table.running():
        table.sees("new_game")
        assert table.chip.image().size == (256, 64)
        table.press("LEFT", "OK")
        table.sees("box")
    assert not table.chip.lit


def test_left_held_is_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running():
        table.sees("new_game")
        table.press("OK")
        table.sees("box")
        table.press("LEFT", held=HOLD)
        table.sees("new_game")


def test_dice_under_the_camera_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = SimulatedCamera(BARBECUE, seed=5)
    monkeypatch.setattr(boxes, "open_camera", lambda *_: camera)
    table = Table(tmp_path)
    with table.running():
        table.sees("new_game")
        table.press("OK", "OK")
        table.sees("todo")
        thrown = [Face.ONE] * 3 + [Face.FOUR] * 3 + [Face.WORM] * 2
        camera.put(thrown)
        table.press("SCAN")
        table.sees("keep")
        state = table.loop.table.session.game.state
        assert sorted(state.turn.thrown) == sorted(thrown)
        camera.unplug()
        table.press("OK", "SCAN")
        table.sees("no_camera")


def test_a_panel_that_is_unplugged_comes_back_with_what_happened_meanwhile(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running():
        table.sees("new_game")
        table.bus.unplug()
        table.press("OK")
        while table.panel.next() != 1.0:
            pass  # it fails, and tries again after a second
        table.press("OK", "OK")
        table.bus.plug_in()
        table.panel.pass_seconds()
        table.sees("throw")


def test_without_pins_the_panel_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def no_pins() -> MockFactory:
        raise DeviceTrouble("pins_missing", reason="")

    table = Table(tmp_path)
    table.box.open_pins = no_pins
    table.box.has = lambda _device: True
    with table.running(buttons=False):
        table.sees("trouble")
    assert "buttons cannot work" in capsys.readouterr().err


def test_without_pins_and_without_a_bus_for_a_panel_there_is_no_box(tmp_path: Path) -> None:
    def no_pins() -> MockFactory:
        raise DeviceTrouble("pins_missing", reason="")

    table = Table(tmp_path)
    table.box.open_pins = no_pins
    table.box.has = lambda _device: False
    with pytest.raises(DeviceTrouble, match="no_box"):
        table.box.loop()


def test_a_table_for_phones_needs_neither(tmp_path: Path) -> None:
    def no_pins() -> MockFactory:
        raise DeviceTrouble("pins_missing", reason="")

    table = Table(tmp_path, Config(camera=NO_CAMERA.camera, page=PageKeys(network=True)))
    table.box.open_pins = no_pins
    table.box.has = lambda _device: False
    with table.running(buttons=False):
        table.sees("trouble")


def test_a_pin_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = Config(camera=NO_CAMERA.camera, sound=Sound(pin=BUTTONS["OK"].pin))
    table = Table(tmp_path, config)
    with table.running():
        table.sees("trouble")
        table.press("OK")
        table.sees("new_game")
    assert f"Pin {BUTTONS['OK'].pin} is taken" in capsys.readouterr().err


def test_an_led_says_how_the_table_stands(tmp_path: Path) -> None:
    table = Table(tmp_path, Config(camera=NO_CAMERA.camera, led=Led(pin=presets.BOX.led_pin)))
    rhythm = Waits()
    table.box.make_led = partial(PinLed, wait=rhythm)
    lamp = table.factory.pin(presets.BOX.led_pin)
    with table.running():
        table.sees("new_game")
        while not lamp.state:  # at first it is dark
            rhythm.next()
    assert not lamp.state, "a box that is left is dark"


def test_what_an_led_says(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    assert glow(flow.table, Light.FULL) is Glow.WORKING, "it starts"
    flow.start()
    assert glow(flow.table, Light.FULL) is Glow.READY
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "scan")])
    assert glow(flow.table, Light.FULL) is Glow.WORKING, "it reads"
    flow.press("back")
    flow.scan(reading("11234www", doubted=[3]))
    assert glow(flow.table, Light.FULL) is Glow.ALARM, "it doubts"
    assert glow(flow.table, Light.DIM) is glow(flow.table, Light.OFF) is Glow.RESTING
    flow.table.refuse(DeviceTrouble("device_failed"))
    assert glow(flow.table, Light.FULL) is Glow.ALARM


def test_an_led_on_a_taken_pin_is_told(tmp_path: Path) -> None:
    config = Config(camera=NO_CAMERA.camera, led=Led(pin=BUTTONS["OK"].pin))
    table = Table(tmp_path, config)
    with table.running():
        table.sees("trouble")
        table.press("OK")
        table.sees("new_game")


def test_a_bad_configuration_is_told_on_the_panel(tmp_path: Path) -> None:
    problem = bad_config(tmp_path)
    table = Table(tmp_path)
    table.box.troubles.append(problem)
    with table.running():
        table.sees("trouble")
        table.press("OK")
        table.sees("new_game")


def bad_config(folder: Path) -> BadConfig:
    path = folder / "config.toml"
    path.write_text('[panel]\ndrivr = "sh1106"\n')
    with pytest.raises(BadConfig) as caught:
        load(path)
    return caught.value


def test_the_command_runs_a_box_in_spite_of_its_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run: list[Box] = []
    monkeypatch.setattr(Box, "run", lambda box: run.append(box))  # noqa: PLW0108
    monkeypatch.setattr(commands, "keep_log", lambda _folder: None)
    bad_config(tmp_path)
    asked = argparse.Namespace(
        script=None,
        record=None,
        sim=False,
        page=False,
        config=tmp_path / "config.toml",
        folder=tmp_path,
    )
    assert commands.run_table(asked) == 0
    assert [trouble.code for trouble in run[0].troubles] == ["config_unknown_near"]


def test_a_game_goes_on_after_the_plug_was_pulled(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "1134wwww"), ("keep", "")])
    flow.table.session.game.close()
    table = Table(tmp_path)
    with table.running():
        table.sees("resume")
        table.press("OK")
        table.sees("keep")


def test_settings_change_the_panel(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running():
        table.sees("new_game")
        table.press("LEFT", "LEFT", "LEFT", "LEFT", "OK")
        table.sees("settings")
        assert table.chip.contrast == CONTRASTS[Brightness.HIGH]
        table.press("RIGHT", "RIGHT", "RIGHT", "RIGHT", "OK")
        while table.chip.contrast != CONTRASTS[Brightness.LOW]:
            table.panel.next()


# Which of two chips the panel has.


@pytest.fixture
def driven(monkeypatch: pytest.MonkeyPatch) -> list[PanelKind]:
    """What the panel was told to be driven as, one after the other."""
    driven: list[PanelKind] = []
    monkeypatch.setattr(Panel, "drive", lambda _panel, chip: driven.append(chip))
    return driven


@contextmanager
def started(folder: Path, config: Config) -> Iterator[TableLoop]:
    """A table after its start, in the hands of the test."""
    loop = Table(folder, config).box.loop()
    for part in PARTS:
        loop.table.checked(part, State.GOOD)
    yield loop
    loop.devices.buttons.close()
    loop.devices.display.close()


def with_panel(driver: PanelKind) -> Config:
    return Config(camera=NO_CAMERA.camera, panel=PanelKeys(driver=driver))


@pytest.mark.parametrize("driver", [PanelKind.SSD1306, PanelKind.SH1106])
def test_the_chip_that_was_seen_is_driven_from_then_on(
    tmp_path: Path, driver: PanelKind, driven: list[PanelKind]
) -> None:
    (other,) = {PanelKind.SSD1306, PanelKind.SH1106} - {driver}
    with started(tmp_path, with_panel(driver)) as loop:
        assert loop.table.screen.name == "edge"
        loop.table.press(Action.RIGHT)
        loop.devices.apply_settings()
        loop.table.press(Action.OK)
        assert loop.table.screen.name == "new_game"
    assert driven == [driver, other]
    with started(tmp_path, with_panel(driver)) as loop:
        assert loop.table.screen.name == "new_game"
    assert driven[2:] == [other]


@pytest.mark.parametrize(
    ("driver", "screen", "wanted"),
    [(PanelKind.SSD1309, "new_game", []), (PanelKind.SSD1306, "edge", [PanelKind.SSD1306])],
)
def test_what_was_seen_of_one_panel_says_nothing_of_another(
    tmp_path: Path, driver: PanelKind, screen: str, wanted: list[PanelKind], driven: list[PanelKind]
) -> None:
    settings.save(tmp_path, Settings(chip="sh1106", chip_for="sh1106"))
    with started(tmp_path, with_panel(driver)) as loop:
        assert loop.table.screen.name == screen
    assert driven == wanted


# A camera that nobody aimed.


class Nothing:
    """A reader of empty trays."""

    def read(self, *_: object, **__: object) -> Reading:
        return Reading(())


def test_what_the_camera_set_itself_to_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    library = picamera.Library()
    monkeypatch.setattr(boxes, "open_camera", lambda *_: PiCamera(library=lambda: library))
    monkeypatch.setattr(boxes, "make_reader", Nothing)
    with started(tmp_path, Config()) as loop:
        table_camera = loop.devices.table_camera
        assert table_camera is not None
        assert table_camera.look(
            BARBECUE, frozenset({0}), lambda _: None, lambda: False
        ) == Reading(())
        kept = zone.load(tmp_path)
        assert kept == table_camera.calibration
        assert kept.settings is not None
        (tmp_path / zone.FILE).unlink()
        (tmp_path / zone.FILE).mkdir()
        table_camera.calibration = Calibration()
        assert table_camera.look(
            BARBECUE, frozenset({0}), lambda _: None, lambda: False
        ) == Reading(())
        assert "cannot be kept" in caplog.text
        table_camera.close()
