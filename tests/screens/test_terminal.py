"""The panel in a terminal."""

from PIL import Image

from firmware.screens.draw import draw
from firmware.screens.terminal import braille, half_blocks, lines
from tests.harness.taking import seconds
from tests.screens.pixels import lit
from tests.screens.samples import ENGLISH

PANEL = draw(ENGLISH[1])


def test_half_blocks_show_each_pixel() -> None:
    text = half_blocks(PANEL)
    assert len(text) == 32
    assert {len(line) for line in text} == {128}
    shown = set()
    for row, line in enumerate(text):
        for x, sign in enumerate(line):
            shown |= {(x, 2 * row)} if sign in "▀█" else set()
            shown |= {(x, 2 * row + 1)} if sign in "▄█" else set()
    assert shown == lit(PANEL)


def test_braille_shows_each_pixel() -> None:
    text = braille(PANEL)
    assert len(text) == 16
    assert {len(line) for line in text} == {64}
    dots = sum((ord(sign) - 0x2800).bit_count() for line in text for sign in line)
    assert dots == len(lit(PANEL))


def test_each_dot_of_a_braille_character() -> None:
    for place, sign in enumerate("⠁⠈⠂⠐⠄⠠⡀⢀"):
        image = Image.new("1", (2, 4))
        image.putpixel((place % 2, place // 2), 255)
        assert braille(image) == [sign]


def test_narrow_terminals_get_braille() -> None:
    assert lines(PANEL) == lines(PANEL, 128) == half_blocks(PANEL)
    assert lines(PANEL, 127) == lines(PANEL, 64) == braille(PANEL)
    assert lines(PANEL, 63) == [line[:63] for line in braille(PANEL)]


def test_sizes_that_do_not_divide() -> None:
    image = Image.new("1", (9, 5), 255)
    assert half_blocks(image) == ["█" * 9, "█" * 9, "▀" * 9]
    assert [len(line) for line in braille(image)] == [5, 5]


def test_it_is_quick() -> None:
    assert seconds(lambda: (half_blocks(PANEL), braille(PANEL)), times=10) < 0.01
