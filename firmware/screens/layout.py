"""How a panel of a certain size is filled. Another panel is another `Layout`."""

from dataclasses import dataclass

from firmware.screens.font import Lettering


@dataclass(frozen=True)
class Layout:
    """The size of a panel, and of what stands on it, in pixels."""

    width: int
    height: int
    decision: tuple[Lettering, ...]
    """For text that players decide by, the widest first; the first that fits is taken."""
    small: Lettering
    """For titles, tables and small print."""
    bar: int
    """The height of the title."""
    least_die: int
    most_die: int
    """The height of a die; odd, so that it has a middle."""
    margin: int = 1


OLED_128X64 = Layout(
    width=128,
    height=64,
    decision=(
        Lettering("large", 2),
        Lettering("large", 1),
        Lettering("condensed"),
        Lettering("narrow"),
    ),
    small=Lettering("small"),
    bar=12,
    least_die=17,
    most_die=23,
)
"""SSD1306, SSD1309 and SH1106."""
