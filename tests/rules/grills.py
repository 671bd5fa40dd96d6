"""Turns and grills of Barbecue, for its tests."""

from rules import Barbecue
from rules.barbecue import BarbecueVariant
from rules.events import (
    Events,
)
from rules.grill import SNAIL, Spot
from tests.rules.tables import begin, turn

FORCED_30 = "66 ww 4 2 11"
"""Thirty with all eight dice."""
FORCED_33 = "666 ww 3 11"
FORCED_47 = "6666666 w"
"""The highest result with a worm."""

A_FAIL = "11111111"
"""Eight ones: all dice aside, and no worm."""


def two(*variants: BarbecueVariant) -> Barbecue:
    return begin(Barbecue, "Ann", "Ben", variants=variants)


def three() -> Barbecue:
    return begin(Barbecue, "Ann", "Ben", "Cat")


def score(game: Barbecue, total: int) -> tuple[Barbecue, Events]:
    """A turn that ends with this result, mostly of worms."""
    worms, rest = divmod(total, 5)
    return turn(game, "w" * worms + (f" {rest}" if rest else ""))


def fail(game: Barbecue) -> tuple[Barbecue, Events]:
    return turn(game, A_FAIL)


def crowded(**single: int) -> dict[int, Spot]:
    """Two plates on 23 to 34 and snails on 35 and 36; `at28=BEN` makes it Ben's one plate."""
    spots = {number: Spot(number % 3, 2) for number in range(23, 35)} | {35: SNAIL, 36: SNAIL}
    return spots | {int(at.removeprefix("at")): Spot(owner, 1) for at, owner in single.items()}
