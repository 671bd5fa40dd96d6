"""Real luma drivers on chips that rebuild the picture from the bytes; buses that fail."""

import errno
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event
from time import monotonic

import pytest
import smbus2
from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c, spi
from PIL import Image, ImageDraw

from firmware.devices.bus import Wire, bus_trouble, open_wire
from firmware.devices.memory import MemoryDisplay
from firmware.devices.panel import BACK_OFF, BRIGHTEST, DIMMED, PULSE, Panel, Rotation
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.wiring import Bus, I2c, Spi
from firmware.errors import DeviceTrouble
from firmware.ports import Display, Light
from tests.devices import chips
from tests.devices.waits import LIMIT, Waits

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

WRITES = 8 * (1 + 4)
"""For one picture: each page in blocks of 32 bytes, and where it goes."""


def picture(number: int = 0, width: int = 128) -> Image.Image:
    """No two alike, and none the same when turned, mirrored or shifted."""
    image = Image.new("1", (width, 64))
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, 60 + number, 63), fill=1)
    draw.rectangle((width - 28, 3, width - 1, 20), outline=1)
    draw.point([(0, 63), (127, 40), (number, 50)], fill=1)
    return image


def same(first: Image.Image, second: Image.Image) -> bool:
    return first.tobytes() == second.tobytes()


class Bench:
    """A panel on an I2C bus, and all that is in a test's hands."""

    def __init__(
        self, chip: PanelKind = PanelKind.SSD1306, rotation: Rotation = Rotation.NONE
    ) -> None:
        self.chip = chips.CHIPS[chip]()
        self.bus = chips.Bus(self.chip)
        self.waits = Waits()
        self.told: SimpleQueue[DeviceTrouble | None] = SimpleQueue()
        self.rotation = rotation
        self.kind = chip
        self.open_error: Exception | None = None

    def start(self) -> Panel:
        self.panel = Panel(
            self.kind, I2c(), on_change=self.told.put, open_wire=self.open, wait=self.waits,
            rotation=self.rotation,
        )  # fmt: skip
        return self.panel

    def open(self, bus: Bus, factory: object) -> Wire:
        if self.open_error is not None:
            raise self.open_error
        self.bus.opened += 1
        wire: Wire = i2c(bus=self.bus)
        return wire

    def show(self, image: Image.Image) -> None:
        """Show it, and wait until the panel has done all it will do about that."""
        self.panel.show(image)
        self.waits.next()

    def seen(self) -> Image.Image:
        return self.chip.image()


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    bench.start()
    assert bench.waits.next() == PULSE
    assert bench.told.get(timeout=LIMIT) is None
    yield bench
    bench.panel.close()


# Pictures.


@pytest.mark.parametrize("chip", [PanelKind(name) for name in chips.CHIPS])
@pytest.mark.parametrize("rotation", Rotation)
def test_the_picture_arrives_as_it_is(chip: PanelKind, rotation: Rotation) -> None:
    bench = Bench(chip, rotation=rotation)
    panel = bench.start()
    bench.waits.next()
    for number in range(2):
        bench.show(picture(number))
        wanted = picture(number).rotate(rotation)
        assert same(bench.seen(), wanted)
    panel.close()
    assert not bench.chip.lit


def test_an_sh1106_driven_as_an_ssd1306_is_shifted() -> None:
    """Why the chip must be named: this is what a wrong name looks like, and it can be read."""
    bench = Bench(PanelKind.SSD1306)
    bench.chip = bench.bus.chip = chips.Sh1106()
    panel = bench.start()
    bench.waits.next()
    bench.show(picture())
    assert same(bench.seen().crop((0, 0, 126, 64)), picture().crop((2, 0, 128, 64)))
    panel.close()


def test_nothing_is_sent_when_the_frame_did_not_change(bench: Bench) -> None:
    bench.show(picture())
    writes = bench.bus.writes
    bench.show(picture())
    bench.panel.light(Light.FULL)
    bench.waits.next()
    bench.panel.turn(Rotation.NONE)
    bench.waits.next()
    assert bench.bus.writes == writes


def test_the_latest_picture_wins(bench: Bench) -> None:
    bench.bus.hang = Event()
    bench.panel.show(picture(0))
    assert bench.bus.hanging.wait(LIMIT)
    for number in range(1, 20):
        bench.panel.show(picture(number))
    writes = bench.bus.writes
    bench.bus.hang.set()
    bench.waits.next()
    bench.waits.next()
    assert same(bench.seen(), picture(19))
    assert bench.bus.writes - writes == 2 * WRITES


def test_turned_while_it_runs(bench: Bench) -> None:
    bench.show(picture())
    bench.panel.turn(Rotation.HALF)
    bench.waits.next()
    assert same(bench.seen(), picture().rotate(180))


def test_a_picture_of_another_size_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="panel"):
        bench.panel.show(Image.new("1", (128, 32)))
    with pytest.raises(ValueError, match="panel"):
        bench.panel.show(Image.new("L", (128, 64)))


# Light.


def test_dim_off_and_full(bench: Bench) -> None:
    bench.show(picture())
    assert bench.chip.contrast == BRIGHTEST
    bench.panel.light(Light.DIM)
    bench.waits.next()
    assert bench.chip.contrast == DIMMED
    assert same(bench.seen(), picture())
    bench.panel.light(Light.OFF)
    bench.waits.next()
    assert not bench.chip.lit
    writes = bench.bus.writes
    bench.show(picture(1))
    assert bench.bus.writes == writes
    bench.panel.light(Light.FULL)
    bench.waits.next()
    assert same(bench.seen(), picture(1))
    assert bench.chip.contrast == BRIGHTEST


def test_brightness_is_the_contrast_of_full_light(bench: Bench) -> None:
    bench.panel.brighten(40)
    bench.waits.next()
    assert bench.chip.contrast == 40
    bench.panel.light(Light.OFF)
    bench.waits.next()
    bench.panel.brighten(50)
    bench.waits.next()
    assert not bench.chip.lit
    bench.panel.light(Light.FULL)
    bench.waits.next()
    assert bench.chip.contrast == 50


def test_nothing_is_brighter_than_is_good_for_the_panel(bench: Bench) -> None:
    bench.panel.brighten(255)
    bench.waits.next()
    bench.panel.brighten(1)
    bench.waits.next()
    bench.panel.brighten(255)
    bench.waits.next()
    assert bench.chip.contrast == BRIGHTEST


def test_waking_sets_up_a_chip_that_forgot_everything(bench: Bench) -> None:
    bench.show(picture())
    bench.panel.light(Light.OFF)
    bench.waits.next()
    bench.chip.power_on()
    bench.panel.light(Light.FULL)
    bench.waits.next()
    assert same(bench.seen(), picture())


# A panel that goes away.


def test_a_panel_that_is_unplugged_comes_back_with_the_latest_picture(bench: Bench) -> None:
    bench.show(picture())
    bench.bus.unplug()
    bench.panel.show(picture(1))
    for seconds in (*BACK_OFF, BACK_OFF[-1]):
        assert bench.waits.next() == seconds
        assert not bench.panel.answering
        bench.panel.show(picture(2))
        bench.waits.pass_seconds()
    assert bench.waits.next() == BACK_OFF[-1]
    trouble = bench.told.get(timeout=LIMIT)
    assert trouble is not None
    assert trouble.code == "panel_silent"
    assert bench.told.empty()
    bench.bus.plug_in()
    bench.waits.pass_seconds()
    assert bench.waits.next() == PULSE
    assert bench.told.get(timeout=LIMIT) is None
    assert bench.panel.answering
    assert same(bench.seen(), picture(2))


def test_what_a_bus_says_is_told_in_our_words() -> None:
    for number, code in (
        (errno.EREMOTEIO, "panel_silent"),
        (errno.EIO, "panel_silent"),
        (errno.ENXIO, "panel_silent"),
        (errno.ETIMEDOUT, "panel_blocked"),
        (errno.EACCES, "panel_permission"),
        (errno.ENODEV, "panel_bus_off"),
        (errno.EBUSY, "panel_claimed"),
        (errno.EINVAL, "panel_broken"),
    ):
        assert bus_trouble(OSError(number, "so"), I2c()).code == code


def test_a_bus_that_fails_at_any_write(bench: Bench) -> None:
    bench.show(picture())
    for write in range(0, 48, 3):
        bench.bus.fails_at = write
        bench.panel.show(picture(1 + write % 2))
        seconds = bench.waits.next()
        if seconds != PULSE:
            assert write < WRITES
            assert seconds == BACK_OFF[0]
            bench.waits.pass_seconds()
            assert bench.waits.next() == PULSE
        assert same(bench.seen(), picture(1 + write % 2))


def test_a_panel_that_lost_power_for_a_moment_is_found_though_nothing_changed(
    bench: Bench,
) -> None:
    bench.show(picture())
    bench.bus.unplug()
    bench.waits.pass_seconds()
    assert bench.waits.next() == BACK_OFF[0]
    bench.bus.plug_in()
    bench.waits.pass_seconds()
    assert bench.waits.next() == PULSE
    assert same(bench.seen(), picture())


def test_looking_whether_it_is_there_costs_one_byte(bench: Bench) -> None:
    bench.show(picture())
    sent = bench.bus.sent
    bench.waits.pass_seconds()
    bench.waits.next()
    assert bench.bus.sent == sent + 1
    assert same(bench.seen(), picture())


def test_no_panel_at_the_start_and_one_later() -> None:
    bench = Bench()
    bench.open_error = FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1")
    panel = bench.start()
    panel.show(picture())
    assert bench.waits.next() == BACK_OFF[0]
    assert (panel.answering, panel.trouble and panel.trouble.code) == (False, "panel_bus_off")
    bench.open_error = PermissionError(errno.EACCES, "Permission denied", "/dev/i2c-1")
    bench.waits.pass_seconds()
    assert bench.waits.next() == BACK_OFF[1]
    bench.open_error = None
    bench.waits.pass_seconds()
    assert bench.waits.next() == PULSE
    told = [bench.told.get(timeout=LIMIT) for _ in range(3)]
    codes = [None if trouble is None else trouble.code for trouble in told]
    assert codes == ["panel_bus_off", "panel_permission", None]
    assert same(bench.seen(), picture())
    panel.close()


def test_trying_again_for_hours_keeps_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """luma holds on to every driver it makes until the process ends."""
    made: list[object] = []
    monkeypatch.setattr("atexit.register", made.append)
    bench.bus.unplug()
    bench.panel.show(picture())
    for _ in range(50):
        bench.waits.next()
        bench.waits.pass_seconds()
    bench.waits.next()
    assert not made


def test_without_luma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.oled", None)
    bench = Bench()
    panel = bench.start()
    assert bench.waits.next() == BACK_OFF[0]
    assert panel.trouble is not None
    assert panel.trouble.code == "panel_library"
    panel.close()


def test_a_listener_that_fails_does_not_stop_the_panel(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bench.panel, "_on_change", lambda trouble: 1 / 0)
    bench.bus.fails_at = 0
    bench.panel.show(picture())
    assert bench.waits.next() == BACK_OFF[0]
    bench.waits.pass_seconds()
    bench.waits.next()
    assert same(bench.seen(), picture())
    assert "ZeroDivisionError" in caplog.text


# Closing.


def test_closing_blanks_it(bench: Bench) -> None:
    bench.show(picture())
    bench.panel.close()
    assert not bench.chip.lit
    writes = bench.bus.writes
    bench.panel.close()
    bench.panel._driver.cleanup()  # what luma does when the process ends
    assert bench.bus.writes == writes


def test_closing_while_it_does_not_answer() -> None:
    bench = Bench()
    bench.bus.unplug()
    panel = bench.start()
    assert bench.waits.next() == BACK_OFF[0]
    panel.close()
    assert not panel._thread.is_alive()


class LateClose(Event):
    """A panel's event that is cleared just after the panel was told to close."""

    def __init__(self, closing: Event) -> None:
        super().__init__()
        self._closing = closing

    def clear(self) -> None:
        self._closing.set()
        self.set()
        super().clear()


def test_a_close_at_the_worst_moment_is_not_lost(bench: Bench) -> None:
    before, bench.panel._changed = bench.panel._changed, LateClose(bench.panel._closing)
    before.set()
    bench.panel._thread.join(LIMIT)
    assert not bench.chip.lit
    assert bench.waits.asked.empty(), "it waits for nothing more, which on SPI has no end"


def test_a_bus_that_hangs_does_not_hold_up_closing(bench: Bench) -> None:
    bench.bus.hang = Event()
    bench.panel.show(picture())
    assert bench.bus.hanging.wait(LIMIT)
    began = monotonic()
    bench.panel.close()
    assert monotonic() - began < 0.5
    bench.panel._driver.cleanup()  # and neither does luma when the process ends
    bench.bus.hang.set()
    bench.panel._thread.join(LIMIT)


# The real ways to the bus.


class SMBus:
    """smbus2 as luma uses it where it opens the bus itself: a frame goes out in one piece."""

    def __init__(self, bus: chips.Bus) -> None:
        self._bus = bus
        self.port: int | None = None

    def __call__(self, port: int) -> "SMBus":
        self.port = port
        return self

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        self._bus.write_i2c_block_data(address, register, data)

    def i2c_rdwr(self, message: smbus2.i2c_msg) -> None:
        register, *data = bytes(message)
        self._bus.send(message.addr, register, data)

    def close(self) -> None:
        self._bus.close()


@pytest.mark.parametrize("reset_pin", [None, 25])
def test_i2c_is_opened_by_smbus2(monkeypatch: pytest.MonkeyPatch, reset_pin: int | None) -> None:
    bus = chips.Bus(chips.Ssd1306(), 0x3D)
    opened = SMBus(bus)
    monkeypatch.setattr(smbus2, "SMBus", opened)
    waits = Waits()
    factory = MockFactory()
    wiring = I2c(port=3, address=0x3D, reset_pin=reset_pin)
    panel = Panel(PanelKind.SSD1309, wiring, factory=factory, wait=waits)
    waits.next()
    panel.show(picture())
    waits.next()
    assert opened.port == 3
    assert same(bus.chip.image(), picture())
    assert factory.pin(25).state is (reset_pin is not None)
    panel.close()
    assert bus.closed == 1


def test_a_bus_that_fails_even_when_it_is_closed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i2c, "cleanup", lambda self: 1 / 0)
    bench.bus.fails_at = 0
    bench.panel.show(picture())
    assert bench.waits.next() == BACK_OFF[0]
    bench.waits.pass_seconds()
    assert bench.waits.next() == PULSE
    assert same(bench.seen(), picture())


def test_a_bus_that_fails_when_it_is_closed_lets_go_of_the_reset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smbus2, "SMBus", SMBus(chips.Bus(chips.Ssd1306())))
    monkeypatch.setattr(i2c, "cleanup", lambda self: 1 / 0)
    factory = MockFactory()
    for _ in range(2):
        wire = open_wire(I2c(reset_pin=25), factory)
        with pytest.raises(ZeroDivisionError):
            wire.cleanup()


@pytest.fixture
def spi_bus(monkeypatch: pytest.MonkeyPatch) -> chips.Spi:
    bus = chips.Spi(chips.Sh1106(), MockFactory(), command_pin=24, reset_pin=25)
    monkeypatch.setattr(spi, "__spidev__", lambda self: bus)
    return bus


def test_spi_with_pins_of_gpiozero(spi_bus: chips.Spi) -> None:
    waits = Waits()
    panel = Panel(PanelKind.SH1106, Spi(), factory=spi_bus.factory, wait=waits)
    assert waits.next() is None
    panel.show(picture())
    waits.next()
    assert spi_bus.opened == (0, 0)
    assert spi_bus.was_reset
    assert spi_bus.max_speed_hz == 2_000_000
    assert same(spi_bus.chip.image(), picture())
    panel.close()
    assert not spi_bus.chip.lit
    open_wire(Spi(), spi_bus.factory).cleanup()


@pytest.mark.parametrize("rotation", Rotation)
def test_a_wide_panel_in_greys(monkeypatch: pytest.MonkeyPatch, rotation: Rotation) -> None:
    chip, waits = chips.Ssd1322(), Waits()
    bus = chips.Spi(chip, MockFactory(), command_pin=24, reset_pin=25)
    monkeypatch.setattr(spi, "__spidev__", lambda self: bus)
    panel = Panel(
        PanelKind.SSD1322, Spi(), factory=bus.factory, rotation=rotation, brightness=90, wait=waits
    )
    waits.next()
    for number in range(2):
        panel.show(picture(number, 256))
        waits.next()
        assert same(chip.image(), picture(number, 256).rotate(rotation))
    assert (panel.width, panel.height, chip.contrast) == (256, 64, 90)
    panel.light(Light.OFF)
    waits.next()
    assert not chip.lit
    chip.power_on()  # it lost power in the dark
    panel.light(Light.DIM)
    waits.next()
    assert chip.contrast == DIMMED
    assert same(chip.image(), picture(1, 256).rotate(rotation))
    panel.close()
    assert not chip.lit


def test_spi_that_is_off_lets_go_of_its_pins(spi_bus: chips.Spi) -> None:
    spi_bus.open_error = FileNotFoundError(errno.ENOENT, "No such file")
    for _ in range(2):
        with pytest.raises(Exception, match="SPI device not found") as caught:
            open_wire(Spi(), spi_bus.factory)
        trouble = bus_trouble(caught.value, Spi())
        assert trouble.code == "panel_bus_off"
        assert trouble.arguments == {"node": "/dev/spidev0.0"}


def test_spi_needs_pins(spi_bus: chips.Spi) -> None:
    with pytest.raises(DeviceTrouble) as caught:
        open_wire(Spi(), None)
    assert bus_trouble(caught.value, Spi()).code == "panel_pins"
    wire = open_wire(Spi(), spi_bus.factory)
    with pytest.raises(DeviceTrouble) as caught:
        open_wire(Spi(), spi_bus.factory)
    assert caught.value.code == "pin_taken"
    wire.cleanup()


# The panel in memory.


def test_memory_keeps_what_was_shown() -> None:
    shown: list[Image.Image] = []
    display = MemoryDisplay(on_show=shown.append)
    for number in (0, 0, 1, 0):
        display.show(picture(number))
    assert [image.tobytes() for image in display.frames] == [
        picture(number).tobytes() for number in (0, 1, 0)
    ]
    assert display.image is display.frames[-1]
    assert shown == list(display.frames)
    display.light(Light.DIM)
    assert display.level == Light.DIM
    display.close()
    assert display.closed
    with pytest.raises(ValueError, match="panel"):
        display.show(Image.new("1", (1, 1)))


def test_memory_can_forget() -> None:
    display = MemoryDisplay(keep=2)
    for number in range(9):
        display.show(picture(number))
    assert [same(image, picture(7 + place)) for place, image in enumerate(display.frames)] == [
        True, True,
    ]  # fmt: skip


def test_both_are_displays(bench: Bench) -> None:
    displays: list[Display] = [bench.panel, MemoryDisplay()]
    for display in displays:
        display.show(Image.new("1", (display.width, display.height)))
