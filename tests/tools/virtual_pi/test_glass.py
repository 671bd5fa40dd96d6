"""Pictures rebuilt from bytes: from luma's own drivers, and from commands of the data sheets."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image, ImageDraw

from tools.virtual_pi.glass import MODELS, SH1106, SSD1306, Glass
from tools.virtual_pi.wire import Wire

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

DRIVERS: dict[str, Callable[..., Any]] = {
    "ssd1306": device.ssd1306,
    "ssd1309": device.ssd1309,
    "sh1106": device.sh1106,
}


class Bus:
    """What luma takes for a bus; it hands whole messages over."""

    def __init__(self, glass: Glass) -> None:
        self.glass = glass

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        self.glass.write(bytes([register, *data]))


def picture() -> Image.Image:
    """Not the same when turned, mirrored or shifted."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, 70, 63), fill=1)
    draw.rectangle((101, 3, 127, 21), outline=1)
    draw.point([(0, 63), (127, 40), (3, 50)], fill=1)
    return image


def driven(name: str) -> tuple[Glass, Any]:
    glass = Glass(MODELS[name])
    return glass, DRIVERS[name](i2c(bus=Bus(glass)))


@pytest.mark.parametrize("name", DRIVERS)
@pytest.mark.parametrize("turn", [0, 2])
def test_the_picture_that_luma_was_given(name: str, turn: int) -> None:
    glass, driver = driven(name)
    driver.rotate = turn
    driver.display(picture())
    assert glass.seen() == picture().rotate(90 * turn).tobytes()


@pytest.mark.parametrize("name", DRIVERS)
def test_dark_until_it_is_set_up_and_when_it_is_hidden(name: str) -> None:
    assert not any(Glass(MODELS[name]).seen())
    glass, driver = driven(name)
    driver.display(picture())
    driver.hide()
    assert not any(glass.seen())
    assert glass.read(1) == b"\x40"
    driver.show()
    assert glass.seen() == picture().tobytes()
    driver.contrast(17)
    assert (glass.contrast, glass.read(1)) == (17, b"\x00")


def test_only_the_sh1106_is_told_what_it_does_not_know() -> None:
    assert driven("ssd1306")[0].unknown == []
    assert driven("sh1106")[0].unknown == [0x20, 0x8D]


def test_an_sh1106_that_gets_the_pages_of_another_chip_is_two_pixels_aside() -> None:
    glass, driver = driven("sh1106")
    driver._page_address_offset = 0
    driver.display(picture())
    aside = Image.new("1", (128, 64))
    aside.paste(picture(), (-2, 0))
    pixels = Image.frombytes("1", (128, 64), glass.seen()).crop((0, 0, 126, 64))
    assert pixels.tobytes() == aside.crop((0, 0, 126, 64)).tobytes()


def upright(glass: Glass) -> Glass:
    glass.write(b"\x00\x8d\x14\xa1\xc8\xaf" if glass.model is SSD1306 else b"\x00\xa1\xc8\xaf")
    glass.memory = [bytearray(glass.model.columns) for _ in range(8)]
    return glass


def lit(glass: Glass) -> set[tuple[int, int]]:
    image = Image.frombytes("1", (128, 64), glass.seen())
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


def test_a_window_is_filled_along_its_rows_and_begins_anew() -> None:
    glass = upright(Glass())
    glass.write(b"\x00\x20\x00\x21\x05\x06\x22\x01\x02")
    glass.write(b"\x40\x01\x02\x04\x08\x10")
    assert lit(glass) == {(5, 8 + 4), (6, 8 + 1), (5, 16 + 2), (6, 16 + 3)}


def test_a_window_is_filled_down_its_columns() -> None:
    glass = upright(Glass())
    glass.write(b"\x00\x20\x01\x21\x05\x06\x22\x01\x02\xe3")
    glass.write(b"\x40\x01\x02\x04")
    assert lit(glass) == {(5, 8), (5, 16 + 1), (6, 8 + 2)}


def test_a_page_is_filled_from_a_column_and_never_the_next() -> None:
    glass = upright(Glass())
    glass.write(b"\x00\xb3\x0e\x17")
    glass.write(b"\x40\x01\x01\x01")
    assert lit(glass) == {(126, 24), (127, 24), (0, 24)}
    narrow = upright(Glass(SH1106))
    narrow.write(b"\x00\xb3\x00\x18")
    narrow.write(b"\x40\x01\x01\x01\x01\x01\x01")
    assert lit(narrow) == {(126, 24), (127, 24)}


def test_commands_and_bytes_in_one_message() -> None:
    glass = upright(Glass())
    glass.write(b"\x80\xb1\x80\x04\x80\x10\x40\x01\x02")
    assert lit(glass) == {(4, 8), (5, 9)}


def test_a_command_that_comes_in_two_messages() -> None:
    glass = upright(Glass())
    glass.write(b"\x00\x81")
    glass.write(b"\x00\x33\xe3")
    assert glass.contrast == 0x33


@pytest.mark.parametrize(
    ("commands", "place"),
    [
        (b"\x41", (10, 8)), (b"\xd3\x01", (10, 8)), (b"\xc0", (10, 54)), (b"\xa6", (10, 9)),
    ],
)  # fmt: skip
def test_where_a_pixel_of_the_memory_lies(commands: bytes, place: tuple[int, int]) -> None:
    glass = upright(Glass())
    glass.write(b"\x00\xb1\x0a\x10")
    glass.write(b"\x40\x02")
    glass.write(b"\x00" + commands)
    assert lit(glass) == {place}


def test_turned_columns_hold_for_what_is_written_from_then_on() -> None:
    glass = upright(Glass())
    glass.write(b"\x00\xb0\x0a\x10")
    glass.write(b"\x40\x01")
    glass.write(b"\x00\xa0\xb1\x0a\x10")
    glass.write(b"\x40\x01")
    assert lit(glass) == {(10, 0), (117, 8)}


def test_everything_lit_or_the_other_way_round() -> None:
    glass = upright(Glass())
    glass.write(b"\x00\xa5")
    assert len(lit(glass)) == 128 * 64
    glass.write(b"\x00\xa4\xa7")
    assert len(lit(glass)) == 128 * 64
    glass.write(b"\x00\xa8\x1f")
    assert len(lit(glass)) == 128 * 32


NACK = (-121, b"")


def test_a_wire_fails_as_it_is_told_and_is_well_again() -> None:
    wire = Wire()
    assert wire.answer(0x3C, 0, 2, b"\x00\xaf") == (0, b"")
    assert wire.answer(0x3D, 0, 2, b"\x00\xaf") == NACK
    wire.fail("EREMOTEIO", after=1, times=1)
    answers = [wire.answer(0x3C, 0, 2, b"\x00\xe3") for _ in range(3)]
    assert answers == [(0, b""), NACK, (0, b"")]
    wire.fail("hang")
    assert wire.answer(0x3C, 0, 2, b"\x00\xe3") is None


def test_a_panel_that_lost_power_has_forgotten_everything() -> None:
    wire = Wire(glass=upright(Glass()))
    wire.answer(0x3C, 0, 2, b"\x40\xff")
    assert any(wire.seen())
    wire.unplug()
    assert not any(wire.seen())
    assert wire.answer(0x3C, 1, 1, b"") == NACK
    wire.plug_in()
    assert not any(wire.seen())
    assert wire.answer(0x3C, 1, 1, b"") == (0, b"\x40")
