"""The grill of Barbecue with plates and snails, and the players' pieces."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from rules.plain import Unreadable, from_plain, to_plain
from rules.table import Table, changed

SPOTS = tuple(range(23, 37))
PLATES = 10
SNAILS = 12
SNAIL_POINTS = 3
WORM_POOL = 50
"""Points in worms in the box: 25 single ones and 5 of five (R1). Only a strict table counts them.
"""
MOST_WORMS = 999
"""More than any table could pay out."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What is on a spot: nothing, one or two plates of one owner, or a snail."""

    owner: int | None = None
    plates: int = 0
    snail: bool = False

    @property
    def empty(self) -> bool:
        return not self.plates and not self.snail


EMPTY = Spot()
SNAIL = Spot(snail=True)


@dataclass(frozen=True, slots=True)
class GrillTable(Table):
    """The grill and the players' pieces. All others are in the pool."""

    spots: tuple[Spot, ...]
    """One for each number from 23 to 36."""
    worms: tuple[int, ...]
    """Points in worms, by player."""
    snails: tuple[int, ...]
    """Snails, by player."""

    def __getitem__(self, number: int) -> Spot:
        return self.spots[number - SPOTS[0]]

    def numbered(self) -> Iterator[tuple[int, Spot]]:
        """Return each spot with its number."""
        return zip(SPOTS, self.spots, strict=True)

    def highest(self, wanted: Callable[[Spot], bool]) -> int | None:
        """Return the highest number whose spot satisfies the condition."""
        return max((number for number, spot in self.numbered() if wanted(spot)), default=None)

    @property
    def snail_pool(self) -> int:
        """The number of snails still in the pool."""
        return SNAILS - sum(self.snails) - sum(spot.snail for spot in self.spots)

    def plates_out(self, player: int) -> int:
        """Return the player's number of plates on the grill."""
        return sum(plates for _, plates in self.plates_of(player))

    def plates_of(self, player: int) -> Iterator[tuple[int, int]]:
        """Return the spots with the player's plates, and how many."""
        return ((at, spot.plates) for at, spot in self.numbered() if spot.owner == player)

    def with_spot(self, number: int, spot: Spot) -> Self:
        """Return the table with something else on this spot."""
        return replace(self, spots=changed(self.spots, number - SPOTS[0], spot))

    def with_worms(self, player: int, gained: int) -> Self:
        """Return the table with so many more worms for the player."""
        worms = changed(self.worms, player, self.worms[player] + gained)
        return replace(self, worms=worms)

    def with_snail(self, player: int) -> Self:
        """Return the table with another snail for the player."""
        snails = changed(self.snails, player, self.snails[player] + 1)
        return replace(self, snails=snails)

    def to_plain(self) -> Mapping[str, object]:
        """Return JSON data with only the spots that are not empty."""
        occupied = {number: spot for number, spot in self.numbered() if not spot.empty}
        plain: Mapping[str, object] = to_plain(_PlainTable(occupied, self.worms, self.snails))
        return plain

    @classmethod
    def from_plain(cls, plain: object) -> Self:
        """Read JSON data; omitted spots are empty."""
        read = from_plain(_PlainTable, plain, field="table")
        for number in read.spots:
            if number not in SPOTS:
                raise Unreadable("no_such_spot", spot=number, least=SPOTS[0], most=SPOTS[-1])
        spots = tuple(read.spots.get(number, EMPTY) for number in SPOTS)
        return cls(spots, read.worms, read.snails)


@dataclass(frozen=True)
class _PlainTable:
    spots: Mapping[int, Spot]
    worms: tuple[int, ...]
    snails: tuple[int, ...]
