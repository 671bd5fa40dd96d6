"""Table options of Picnic Blitz, and the points that win with them.

References like R61 are to the rulings in docs/rules.md.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from rules.errors import BadSetup

TARGETS: Mapping[int, int] = {2: 9, 3: 7, 4: 6}
"""Points to win, by number of players (R68)."""
ADJUSTED_TARGETS = range(5, 12)
"""The allowed targets of a table with options."""


class PicnicVariant(StrEnum):
    """Table options of Picnic Blitz; at most one of the four for the target."""

    BEGINNERS = "beginners"
    """Up to three dice may be re-rolled once, independent of ants; no queens (R60)."""
    SLEEPING_GUARDS = "sleeping_guards"
    """An ant on the food does not count for re-rolls (R61)."""
    FIRM_FIRST = "firm_first"
    """Nobody is pushed off the first space (R64)."""
    TARGET_1_MORE = "target_1_more"
    """One point more wins (R68)."""
    TARGET_2_MORE = "target_2_more"
    """Two points more win (R68)."""
    TARGET_1_LESS = "target_1_less"
    """One point less wins (R68)."""
    TARGET_2_LESS = "target_2_less"
    """Two points less win (R68)."""


_CHANGES: Mapping[str, int] = {
    PicnicVariant.TARGET_1_MORE: 1,
    PicnicVariant.TARGET_2_MORE: 2,
    PicnicVariant.TARGET_1_LESS: -1,
    PicnicVariant.TARGET_2_LESS: -2,
}


def target_for(players: int, variants: Collection[str]) -> int:
    """Return the points to win with so many players; raises `BadSetup` for impossible options.

    >>> target_for(3, [PicnicVariant.TARGET_2_LESS])
    5
    """
    chosen = tuple(variant for variant in _CHANGES if variant in variants)
    if len(chosen) > 1:
        raise BadSetup("variants_clash", variants=chosen)
    target = TARGETS[players] + sum(_CHANGES[variant] for variant in chosen)
    if target not in ADJUSTED_TARGETS:
        least, most = ADJUSTED_TARGETS[0], ADJUSTED_TARGETS[-1]
        raise BadSetup("target_out_of_range", target=target, least=least, most=most)
    return target
