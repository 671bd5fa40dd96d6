"""What is printed on the components of a box: plain data, because editions differ.

Where no source tells it, the default is only offered and marked `assumed`, until the owner of the
box has confirmed it or typed what is printed on theirs.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import BadBox
from rules.frozen import FrozenMap

MOST_WORMS = 9
"""No spot or tile shows more; a larger number is a slip of the finger."""


@dataclass(frozen=True)
class Box:
    """The printed data of one game; each kind of game has a subclass."""

    assumed: bool = False


@dataclass(frozen=True, kw_only=True)
class WormBox(Box):
    """Worms printed on each spot or tile, by its number."""

    worms: Mapping[int, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "worms", FrozenMap.of(self.worms))

    def check(self, numbers: tuple[int, ...]) -> None:
        """Refuse a box that has not exactly these spots or tiles, each with some worms."""
        for number in self.worms:
            if number not in numbers:
                raise BadBox(
                    "box_unknown", field=f"box.worms.{number}", least=numbers[0], most=numbers[-1]
                )
        for number in numbers:
            if number not in self.worms:
                raise BadBox("box_missing", field=f"box.worms.{number}")
            if not 1 <= self.worms[number] <= MOST_WORMS:
                raise BadBox("box_worms", field=f"box.worms.{number}", most=MOST_WORMS)


def scale(*steps: tuple[range, int]) -> dict[int, int]:
    """Worms by number, from ranges of numbers that show the same."""
    return {number: worms for numbers, worms in steps for number in numbers}
