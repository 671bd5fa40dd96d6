"""The 40 pins of a Raspberry Pi, unchanged since 2014."""

from collections.abc import Mapping

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
POWER_3V3 = (1, 17)
POWER_5V = (2, 4)

_GPIO = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
    36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""BCM numbers by the place on the header."""

PLACES: Mapping[int, int] = {gpio: place for place, gpio in _GPIO.items()}
"""Places on the header by BCM number."""

_ROLES = {2: "SDA", 3: "SCL", 10: "MOSI", 9: "MISO", 11: "SCLK", 8: "CE0", 7: "CE1"}


def name(place: int) -> str:
    """Return the name of a pin.

    >>> name(11), name(3), name(1), name(39)
    ('GPIO 17', 'GPIO 2 SDA', '3.3 V', 'ground')
    """
    if place in _GPIO:
        gpio = _GPIO[place]
        return f"GPIO {gpio} {_ROLES.get(gpio, '')}".rstrip()
    if place in GROUNDS:
        return "ground"
    return "3.3 V" if place in POWER_3V3 else "5 V"


def left(place: int) -> bool:
    """Whether it is in the row of pin 1, away from the edge of the board."""
    return place % 2 == 1


def row(place: int) -> int:
    """From 0, counted from the end with pin 1."""
    return (place - 1) // 2
