"""OLED chips that understand the bytes they are sent, on buses that can fail.

`tools.virtual_pi.glass` computes their picture. A stream that would confuse a real chip
fails a test.
"""

import errno
from collections.abc import Callable, Sequence
from threading import Event

from gpiozero.pins.mock import MockFactory
from PIL import Image

from tests.devices.waits import LIMIT
from tools.virtual_pi.glass import HEIGHT, SH1106, SSD1306, SSD1309, WIDTH, Glass


class Ssd1306:
    """A panel that fails a test on unknown commands."""

    model = SSD1306
    ignored: frozenset[int] = frozenset()
    """Commands that are sent all the same."""

    def __init__(self) -> None:
        self.power_on()

    def power_on(self) -> None:
        """Dark, with noise in the memory and the initial values in the registers."""
        self.glass = Glass(self.model)

    @property
    def lit(self) -> bool:
        return self.glass.on

    @property
    def contrast(self) -> int:
        return self.glass.contrast

    def write(self, register: int, data: Sequence[int]) -> None:
        self.glass.write(bytes([register, *data]))
        unknown = set(self.glass.unknown) - self.ignored
        assert not unknown, f"no such commands: {unknown}"

    def image(self) -> Image.Image:
        """Return the visible picture."""
        return Image.frombytes("1", (WIDTH, HEIGHT), self.glass.seen())


class Ssd1309(Ssd1306):
    """The chip has no high voltage of its own; luma sends the command for it all the same."""

    model = SSD1309
    ignored = frozenset({0x8D})


class Sh1106(Ssd1306):
    """132 columns of memory of which 128 are seen; page addressing alone."""

    model = SH1106
    ignored = frozenset({0x20, 0x8D})


class Ssd1322(Ssd1306):
    """A panel of 256x64 in 16 greys, four pixels a column, of which 28 to 91 are on the glass.

    Unlike the others it takes what follows a command as data.
    """

    def power_on(self) -> None:
        self._on, self._contrast = False, 0x7F
        self._greys: dict[tuple[int, int], int] = {}
        self._command, self._more = 0, bytearray()
        self._upright = False
        self._window = (0, 119, 0, 127)
        self._next = 0

    @property
    def lit(self) -> bool:
        return self._on

    @property
    def contrast(self) -> int:
        return self._contrast

    def write(self, register: int, data: Sequence[int]) -> None:
        if register == 0:
            (self._command,) = data
            assert self._command in _SSD1322, f"no such command: {self._command:#x}"
            self._more.clear()
            if self._command in {0xAE, 0xAF}:
                self._on = self._command == 0xAF
        elif self._command == 0x5C:
            for pair in data:
                self._fill(pair >> 4, pair & 15)
        else:
            self._more += bytes(data)
            assert len(self._more) <= _SSD1322[self._command]
            self._set()

    def _set(self) -> None:
        left, right, top, bottom = self._window
        match self._command, *self._more:
            case 0x15, left, right:
                self._window, self._next = (left, right, top, bottom), 0
            case 0x75, top, bottom:
                self._window, self._next = (left, right, top, bottom), 0
            case 0xA0, remap, _:
                self._upright = remap == 0x14
            case 0xC1, contrast:
                self._contrast = contrast

    def _fill(self, *greys: int) -> None:
        left, right, top, bottom = self._window
        width = 4 * (right - left + 1)
        for grey in greys:
            row, column = divmod(self._next, width)
            self._greys[4 * (left - 28) + column, top + row] = grey
            self._next = (self._next + 1) % (width * (bottom - top + 1))

    def image(self) -> Image.Image:
        image = Image.new("1", (256, 64))
        assert self._upright
        for place, grey in self._greys.items():
            assert grey in {0, 15}, "neither dark nor bright"
            image.putpixel(place, self._on and grey)
        return image


_SSD1322 = {
    0x15: 2, 0x5C: 0, 0x75: 2, 0xA0: 2, 0xA1: 1, 0xA2: 1, 0xA4: 0, 0xA6: 0, 0xA9: 0, 0xAB: 1,
    0xAE: 0, 0xAF: 0, 0xB1: 1, 0xB3: 1, 0xB4: 2, 0xB5: 1, 0xB6: 1, 0xB9: 0, 0xBB: 1, 0xBE: 1,
    0xC1: 1, 0xC7: 1, 0xCA: 1, 0xD1: 2, 0xFD: 1,
}  # fmt: skip
"""Its commands, and how many bytes follow each."""


class Bus:
    """An I2C bus as luma writes to it, with one chip on it, or none that answers."""

    def __init__(self, chip: Ssd1306, address: int = 0x3C) -> None:
        self.chip = chip
        self.address = address
        self.writes = self.sent = 0
        self.opened = self.closed = 0
        self.number: int | None = None
        """The error of every write, if they fail."""
        self.fails_at: int | None = None
        """The write that fails, counted from now."""
        self.hang: Event | None = None
        """Every write waits for this."""
        self.hanging = Event()

    def unplug(self, number: int = errno.EREMOTEIO) -> None:
        self.number = number

    def plug_in(self) -> None:
        self.number = None
        self.chip.power_on()

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        assert len(data) <= 32
        self.send(address, register, data)

    def send(self, address: int, register: int, data: Sequence[int]) -> None:
        if self.hang is not None:
            self.hanging.set()
            self.hang.wait(LIMIT)
        if self.fails_at is not None:
            self.fails_at -= 1
            if self.fails_at < 0:
                self.fails_at = None
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if self.number is not None or address != self.address:
            raise OSError(self.number or errno.EREMOTEIO, "the bus failed")
        self.writes += 1
        self.sent += len(data)
        self.chip.write(register, data)

    def close(self) -> None:
        self.closed += 1


class Spi:
    """spidev and the two pins beside it, with one chip on it."""

    def __init__(self, chip: Ssd1306, factory: MockFactory, command_pin: int, reset_pin: int):
        self.chip = chip
        self.factory = factory
        self._command_pin = factory.pin(command_pin)
        self._reset_pin = factory.pin(reset_pin)
        self.max_speed_hz = 0
        self.opened: tuple[int, int] | None = None
        self.open_error: OSError | None = None

    def open(self, port: int, device: int) -> None:
        if self.open_error is not None:
            raise self.open_error
        self.opened = port, device
        self.was_reset = [state.state for state in self._reset_pin.states][-2:] == [False, True]

    def writebytes(self, data: Sequence[int]) -> None:
        assert self.opened
        assert self._reset_pin.state
        self.chip.write(0x40 if self._command_pin.state else 0x00, data)

    def close(self) -> None:
        self.opened = None


CHIPS: dict[str, Callable[[], Ssd1306]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
}
