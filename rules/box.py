"""What is printed on the components of a box, as plain data, because editions differ.

A number that no source gives has a default marked `assumed`, until the owner of the box confirms or
changes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import BadBox, check_type
from rules.frozen import FrozenMap

MOST_WORMS = 9
"""The most worms on a spot or tile; a larger number is a typing error."""


@dataclass(frozen=True)
class Box:
    """The printed data of one game; each kind of game has a subclass."""

    assumed: bool = False


@dataclass(frozen=True, kw_only=True)
class WormBox(Box):
    """Worms printed on each spot or tile, by its number."""

    worms: Mapping[int, int]

    def __post_init__(self) -> None:
        check_type("worms", self.worms, Mapping)
        object.__setattr__(self, "worms", FrozenMap(self.worms))

    def check(self, numbers: tuple[int, ...]) -> None:
        """Refuse a box without exactly these spots or tiles, each with some worms."""
        for number in self.worms:
            if number not in numbers:
                raise BadBox(
                    "box_unknown", field=f"box.worms.{number}", least=numbers[0], most=numbers[-1]
                )
        for number in numbers:
            if number not in self.worms:
                raise BadBox("box_missing", field=f"box.worms.{number}")
            check_type(f"box.worms.{number}", self.worms[number], int)
            if not 1 <= self.worms[number] <= MOST_WORMS:
                raise BadBox("box_worms", field=f"box.worms.{number}", most=MOST_WORMS)


def scale(*steps: tuple[range, int]) -> dict[int, int]:
    """Return the worms by number, given ranges of numbers with the same worms."""
    return {number: worms for numbers, worms in steps for number in numbers}
