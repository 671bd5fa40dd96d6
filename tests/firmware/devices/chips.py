"""OLED chips that understand the bytes they are sent, on buses that can fail.

What they show is worked out by `tools.virtual_pi.glass`. A stream that would confuse a real chip
fails a test.
"""

import errno
from collections.abc import Callable, Sequence
from threading import Event

from gpiozero.pins.mock import MockFactory
from PIL import Image

from tests.firmware.devices.waits import LIMIT
from tools.virtual_pi.glass import HEIGHT, SH1106, SSD1306, SSD1309, WIDTH, Glass


class Ssd1306:
    """A panel on which a command that its chip does not know is a fault of whoever sends it."""

    model = SSD1306
    ignored: frozenset[int] = frozenset()
    """Commands that are sent all the same."""

    def __init__(self) -> None:
        self.power_on()

    def power_on(self) -> None:
        """Lit by no one: memory holds noise, the registers their first values."""
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
        """What people see on it."""
        return Image.frombytes("1", (WIDTH, HEIGHT), self.glass.seen())


class Ssd1309(Ssd1306):
    """It has no high voltage of its own, and need not be told to switch it on; luma does."""

    model = SSD1309
    ignored = frozenset({0x8D})


class Sh1106(Ssd1306):
    """132 columns of memory of which 128 are seen; page addressing alone."""

    model = SH1106
    ignored = frozenset({0x20, 0x8D})


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
