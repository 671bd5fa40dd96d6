"""How to fill a panel of a certain size: fonts, columns, and sizes of drawings."""

from dataclasses import dataclass

from firmware.screens.font import Lettering

_DECISION = (
    Lettering("large", 2),
    Lettering("large", 1),
    Lettering("condensed"),
    Lettering("narrow"),
)
_SMALL = Lettering("small")


@dataclass(frozen=True)
class Layout:
    """The size of a panel and of its parts, in pixels."""

    width: int = 128
    height: int = 64
    decision: tuple[Lettering, ...] = _DECISION
    """Fonts for decision text, the widest first; the first that fits is used."""
    small: Lettering = _SMALL
    """For titles, tables and small print."""
    bar: int = 12
    """The height of the title."""
    least_die: int = 17
    """The smallest height of a die. It is odd, so that pips have a middle."""
    margin: int = 1
    gutter: int = 8
    """Between columns of text."""

    @property
    def columns(self) -> int:
        """How many things as wide as a usual panel fit side by side."""
        return max(1, self.width // 128)

    @property
    def die(self) -> int:
        """The usual height of a die."""
        return 11 + 6 * self.columns

    @property
    def most_die(self) -> int:
        """The height of a die with all the room."""
        return self.die + 6


OLED_128X64 = Layout()
"""The usual panel."""
