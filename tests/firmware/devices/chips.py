"""OLED chips that understand the bytes they are sent, on buses that can fail.

They know the commands luma uses, with the sizes the data sheets give, and refuse all others, so a
stream that would confuse a real chip fails a test.
"""

import errno
from collections.abc import Callable, Sequence
from threading import Event
from typing import ClassVar

from gpiozero.pins.mock import MockFactory
from PIL import Image

from tests.firmware.devices.waits import LIMIT

PAGES = 8
HARMLESS = {0x40, 0x8D, 0xA4, 0xA6, 0xA8, 0xD3, 0xD5, 0xD9, 0xDB, 0xE3}
"""Commands about voltages, clocks and the like, which move no pixel, and the one to do nothing."""


class Ssd1306:
    """128 columns of memory; horizontal, vertical and page addressing. The SSD1309 is the same."""

    columns = 128
    first_seen = 0
    """The column that is the panel's leftmost."""
    arguments: ClassVar = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
        0xDB: 1,
    }  # fmt: skip
    """Bytes that follow a command."""

    def __init__(self) -> None:
        self.power_on()

    def power_on(self) -> None:
        """Lit by no one: memory holds noise, the registers their first values."""
        self.memory = [[0x5A] * self.columns for _ in range(PAGES)]
        self.lit = self.ready = self.mirrored = self.flipped = False
        self.contrast = 0x7F
        self.mode = 2
        self.page = self.column = 0
        self.page_range, self.column_range = (0, PAGES - 1), (0, self.columns - 1)
        self._command: list[int] = []

    def command(self, byte: int) -> None:
        self._command.append(byte)
        code = self._command[0]
        if len(self._command) <= self.arguments.get(code, 0):
            return
        arguments, self._command = self._command[1:], []
        self._obey(code, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        if code < 0x40 or 0xB0 <= code <= 0xB7:
            self._place(code, arguments)
            return
        match code:
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self.mirrored = code == 0xA1
            case 0xAE | 0xAF:
                self.lit = code == 0xAF
            case 0xC0 | 0xC8:
                self.flipped = code == 0xC8
            case 0xDA:
                self.ready = arguments[0] == 0x12
            case _:
                assert code in HARMLESS, f"no such command: {code:#04x}"

    def _place(self, code: int, arguments: list[int]) -> None:
        """Where the next data goes."""
        if code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif code <= 0x1F:
            self.column = self.column & 0x0F | (code & 0x0F) << 4
        elif code == 0x20:
            self.mode = arguments[0]
        elif code == 0x21:
            self.column_range = arguments[0], arguments[1]
            self.column = arguments[0]
        elif code == 0x22:
            self.page_range = arguments[0], arguments[1]
            self.page = arguments[0]
        else:
            assert code >= 0xB0, f"no such command: {code:#04x}"
            self.page = code & 7

    def data(self, byte: int) -> None:
        self.memory[self.page][self.column] = byte
        if self.mode == 0:
            self.column, wrapped = _next(self.column, self.column_range)
            if wrapped:
                self.page, _ = _next(self.page, self.page_range)
        elif self.mode == 1:
            self.page, wrapped = _next(self.page, self.page_range)
            if wrapped:
                self.column, _ = _next(self.column, self.column_range)
        else:
            self.column = min(self.column + 1, self.columns - 1)

    def image(self) -> Image.Image:
        """What people see on a module, which is mounted so that both remaps are needed."""
        seen = Image.new("1", (128, 64))
        if not (self.lit and self.ready):
            return seen
        assert self.mirrored
        assert self.flipped
        for y in range(64):
            for x in range(128):
                if self.memory[y // 8][x + self.first_seen] >> y % 8 & 1:
                    seen.putpixel((x, y), 1)
        return seen


def _next(place: int, limits: tuple[int, int]) -> tuple[int, bool]:
    return (limits[0], True) if place >= limits[1] else (place + 1, False)


class Sh1106(Ssd1306):
    """132 columns of memory of which 128 are seen; page addressing alone."""

    columns = 132
    first_seen = 2
    arguments: ClassVar = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def _obey(self, code: int, arguments: list[int]) -> None:
        if code in (0x20, 0x8D):  # luma sends them; the chip knows no such commands
            return
        assert code not in (0x21, 0x22), "the SH1106 has no such addressing"
        super()._obey(code, arguments)


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
        take = {0x00: self.chip.command, 0x40: self.chip.data}[register]
        for byte in data:
            take(byte)

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
        take = self.chip.data if self._command_pin.state else self.chip.command
        for byte in data:
            take(byte)

    def close(self) -> None:
        self.opened = None


CHIPS: dict[str, Callable[[], Ssd1306]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1306,
    "sh1106": Sh1106,
}
