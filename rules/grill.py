"""The grill of Barbecue with plates and snails, and the players' pieces."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from rules.frozen import FrozenMap
from rules.plain import Unreadable
from rules.table import Table, changed

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

    def __str__(self) -> str:
        """Return `snail`, the owner once for each plate, or `-`.

        >>> str(Spot(1, 2)), str(SNAIL)
        ('1+1', 'snail')
        """
        return "snail" if self.snail else "+".join([str(self.owner)] * self.plates) or "-"

    @staticmethod
    def from_word(word: str) -> Mapping[str, object]:
        """Return JSON data for what `str` returns."""
        if word == "snail":
            return {"snail": True}
        owner, *more = word.split("+")
        if not owner.isdecimal() or {owner} != {owner, *more}:
            raise Unreadable("unknown_word", field="spots", word=word, known=("0", "0+0", "snail"))
        return {"owner": int(owner), "plates": 1 + len(more)}

    @property
    def empty(self) -> bool:
        return not self.plates and not self.snail


EMPTY = Spot()
SNAIL = Spot(snail=True)


@dataclass(frozen=True, slots=True)
class GrillTable(Table):
    """The grill and the players' pieces. All others are in the pool."""

    spots: Mapping[int, Spot]
    """The spots that are not empty, by number."""
    worms: tuple[int, ...]
    """Points in worms, by player."""
    snails: tuple[int, ...]
    """Snails, by player."""

    def __post_init__(self) -> None:
        if not isinstance(self.spots, FrozenMap):
            lying = ((number, self.spots[number]) for number in sorted(self.spots))
            taken = {
                number: spot
                for number, spot in lying
                if spot.plates or spot.snail or spot.owner is not None
            }
            object.__setattr__(self, "spots", FrozenMap(taken))

    def __getitem__(self, number: int) -> Spot:
        return self.spots.get(number, EMPTY)

    @property
    def snail_pool(self) -> int:
        """The number of snails still in the pool."""
        return SNAILS - sum(self.snails) - sum(spot.snail for spot in self.spots.values())

    def plates_out(self, player: int) -> int:
        """Return the player's number of plates on the grill."""
        return sum(plates for _, plates in self.plates_of(player))

    def plates_of(self, player: int) -> Iterator[tuple[int, int]]:
        """Return the spots with the player's plates, and how many."""
        return ((at, spot.plates) for at, spot in self.spots.items() if spot.owner == player)

    def with_spot(self, number: int, spot: Spot) -> Self:
        """Return the table with something else on this spot."""
        return replace(self, spots={**self.spots, number: spot})

    def with_worms(self, player: int, gained: int) -> Self:
        """Return the table with so many more worms for the player."""
        worms = changed(self.worms, player, self.worms[player] + gained)
        return replace(self, worms=worms)

    def with_snail(self, player: int) -> Self:
        """Return the table with another snail for the player."""
        snails = changed(self.snails, player, self.snails[player] + 1)
        return replace(self, snails=snails)
