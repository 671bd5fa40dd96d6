"""Calculates what a panel shows from the bytes that its chip received over I2C.

It follows the data sheets of SSD1306, SSD1309 and SH1106: control bytes, all commands with their
lengths, addressing modes, and the mapping from memory to pixels. It is independent of the program
that sends the bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
_NOISE = 0x5A
"""In the memory after power comes on there is anything; this is not any picture of ours."""

_ROOM_FOR: dict[int, int] = {
    0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
"""Bytes that follow a command, on all three chips."""
_SSD_FOR = _ROOM_FOR | {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2, 0xFD: 1,
}  # fmt: skip


@dataclass(frozen=True)
class Model:
    """The differences of the chips."""

    name: str
    columns: int
    first: int
    """The column of the memory that lies at the edge of the glass."""
    follow: dict[int, int]
    pump: int | None
    """The command that switches the chip's own high voltage, where it has one that is off."""

    @property
    def windows(self) -> bool:
        """Whether a part of the memory can be chosen, which is then filled from end to end."""
        return 0x21 in self.follow


SSD1306 = Model("ssd1306", 128, 0, _SSD_FOR | {0x8D: 1}, 0x8D)
SSD1309 = Model("ssd1309", 128, 0, _SSD_FOR, None)
SH1106 = Model("sh1106", 132, 2, _ROOM_FOR | {0xAD: 1}, None)
MODELS = {model.name: model for model in (SSD1306, SSD1309, SH1106)}


@dataclass
class Glass:
    """A panel with this chip, after power-on."""

    model: Model = SSD1306
    on: bool = False
    contrast: int = 0x7F
    inverse: bool = False
    filled: bool = False
    """All pixels lit, whatever is in the memory."""
    pumped: bool = False
    start_line: int = 0
    offset: int = 0
    rows: int = HEIGHT
    turned_columns: bool = False
    turned_rows: bool = False
    mode: int = 2
    """Of addressing: 0 along the row, 1 down the column, 2 one page."""
    page: int = 0
    column: int = 0
    unknown: list[int] = field(default_factory=list)
    """Commands that the chip does not know."""

    def __post_init__(self) -> None:
        self.memory = [bytearray([_NOISE] * self.model.columns) for _ in range(PAGES)]
        self._columns = (0, self.model.columns - 1)
        self._pages = (0, PAGES - 1)
        self._pending = bytearray()

    @property
    def blank(self) -> bool:
        """Whether there is nothing in the memory."""
        return not any(map(any, self.memory))

    def write(self, message: bytes) -> None:
        """One message as it comes over the bus: each part behind a byte that says what it is."""
        at = 0
        while at < len(message):
            control = message[at]
            single = control & 0x80
            part = message[at + 1 : at + 2] if single else message[at + 1 :]
            for byte in part:
                if control & 0x40:
                    self._store(byte)
                else:
                    self._command(byte)
            at += 1 + len(part)

    def read(self, length: int) -> bytes:
        """The status, as often as it is asked for: whether it is dark."""
        return bytes([0 if self.on else 0x40]) * length

    @property
    def lit(self) -> bool:
        """Whether anything can be seen at all."""
        return self.on and (self.model.pump is None or self.pumped)

    def seen(self) -> bytes:
        """The picture for somebody before it: from the top, eight pixels a byte, left first."""
        rows = bytearray()
        for pixels in self._picture():
            for start in range(0, WIDTH, 8):
                byte = 0
                for lit in pixels[start : start + 8]:
                    byte = byte << 1 | lit
                rows.append(byte)
        return bytes(rows)

    def _picture(self) -> Iterator[list[bool]]:
        """Boards carry their glass so that both directions turned are upright."""
        for y in range(HEIGHT):
            line = y if self.turned_rows else HEIGHT - 1 - y
            if not self.lit or line >= self.rows:
                yield [False] * WIDTH
                continue
            row = (line + self.offset + self.start_line) % HEIGHT
            page, bit = self.memory[row // 8], 1 << row % 8
            # Column 0 of the memory is the segment at the right edge: see _segment.
            segments = range(self.model.first + WIDTH - 1, self.model.first - 1, -1)
            yield [self.filled or bool(page[each] & bit) != self.inverse for each in segments]

    def _segment(self, column: int) -> int:
        """Where a column comes to lie. It is decided as it is written, and stays so."""
        return self.model.columns - 1 - column if self.turned_columns else column

    def _store(self, byte: int) -> None:
        if self.column < self.model.columns:
            self.memory[self.page][self._segment(self.column)] = byte
        if not self.model.windows:
            self.column = min(self.column + 1, self.model.columns)  # beyond the end nothing is kept
        elif self.mode == 2:
            self.column = self.column + 1 if self.column < self.model.columns - 1 else 0
        elif self.mode == 0:
            self.column, ended = _next(self.column, self._columns)
            if ended:
                self.page, _ = _next(self.page, self._pages)
        else:
            self.page, ended = _next(self.page, self._pages)
            if ended:
                self.column, _ = _next(self.column, self._columns)

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        first, *more = self._pending
        if len(more) < self.model.follow.get(first, 0):
            return
        self._pending.clear()
        if more:
            self._set(first, more)
        else:
            self._do(first)

    def _set(self, command: int, more: list[int]) -> None:
        match command:
            case 0x20:
                self.mode = more[0] & 3
            case 0x21:
                self._columns = more[0] & 0x7F, more[1] & 0x7F
                self.column = self._columns[0]
            case 0x22:
                self._pages = more[0] & 7, more[1] & 7
                self.page = self._pages[0]
            case 0x81:
                self.contrast = more[0]
            case 0x8D:
                self.pumped = bool(more[0] & 4)
            case 0xA8:
                self.rows = (more[0] & 0x3F) + 1
            case 0xD3:
                self.offset = more[0] & 0x3F
            case _:
                pass  # clocks, voltages and scrolling are not seen in a picture that stands

    def _do(self, command: int) -> None:
        match command >> 4, command & 0xF:
            case 0x0, low:
                self.column = self.column & 0xF0 | low
            case 0x1, high:
                self.column = self.column & 0x0F | high << 4
            case ((0x4 | 0x5 | 0x6 | 0x7), _):
                self.start_line = command & 0x3F
            case 0xA, low:
                self._switch(command, low)
            case 0xB, page if page < PAGES:
                self.page = page
            case 0xC, direction:
                self.turned_rows = bool(direction & 8)
            case _ if command not in _SILENT:
                self.unknown.append(command)

    def _switch(self, command: int, low: int) -> None:
        match low & ~1:
            case 0x0:
                self.turned_columns = bool(low & 1)
            case 0x4:
                self.filled = bool(low & 1)
            case 0x6:
                self.inverse = bool(low & 1)
            case 0xE:
                self.on = bool(low & 1)
            case _:
                self.unknown.append(command)


_SILENT = {0xE3, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33}
"""They do nothing that is seen: nothing at all, scrolling off or on, the pump's voltage."""


def _next(at: int, window: tuple[int, int]) -> tuple[int, bool]:
    """One further in a window; and whether it went back to its start."""
    start, end = window
    return (start, True) if at == end else (at + 1, False)
