"""Proportions with confidence intervals, and calibration."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import players.arena

Z95 = 1.959964
"""Standard deviations that contain 95 % of a normal distribution."""


_MANY = 200
"""From this number of cases on, a tenth of a per cent is meaningful."""


def wilson(part: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson: sound for few cases, and at none or all of them.

    >>> [round(end, 3) for end in wilson(0, 100)]
    [0.0, 0.037]
    """
    if not of:
        return 0.0, 1.0
    low, high = players.arena.wilson(part, of, Z95)
    return (max(0.0, low) if part else 0.0), (min(1.0, high) if part < of else 1.0)


@dataclass(frozen=True)
class Share:
    """A number of successes out of a total.

    >>> print(Share(45, 50))
    90.0 % [79-96]
    """

    part: int
    of: int

    @property
    def value(self) -> float:
        """Between 0 and 1; 0 of nothing is 0."""
        return self.part / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.part, self.of)

    def __str__(self) -> str:
        if not self.of:
            return "-"
        low, high = (100 * end for end in self.interval)
        digits = 1 if self.of >= _MANY else 0
        return f"{100 * self.value:.1f} % [{low:.{digits}f}-{high:.{digits}f}]"


@dataclass(frozen=True)
class Sighting:
    """A die as read: the reader's confidence, and whether it was right."""

    confidence: float
    right: bool


@dataclass(frozen=True)
class Bin:
    """Dice of similar confidence."""

    low: float
    high: float
    confidence: float
    right: Share


EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0)
"""Bins grow finer towards certainty, where nearly all readings are."""


def bins(sightings: Iterable[Sighting], edges: Sequence[float] = EDGES) -> tuple[Bin, ...]:
    """Sightings by confidence; empty bins are left out. The last bin holds its upper edge too."""
    seen = list(sightings)
    found = []
    for low, high in pairwise(edges):
        last = high == edges[-1]
        inside = [s for s in seen if low <= s.confidence < high or (last and s.confidence == high)]
        if inside:
            mean = sum(s.confidence for s in inside) / len(inside)
            right = Share(sum(s.right for s in inside), len(inside))
            found.append(Bin(low, high, mean, right))
    return tuple(found)


def calibration_error(found: Sequence[Bin]) -> float:
    """The expected calibration error: how far confidence and truth lie apart on average."""
    total = sum(one.right.of for one in found)
    if not total:
        return 0.0
    return sum(one.right.of * abs(one.confidence - one.right.value) for one in found) / total


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns that stand below each other; the first to the left, the others to the right."""
    cells = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = []
    for row in cells:
        first, *rest = row
        aligned = [first.ljust(widths[0])]
        aligned += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        lines.append(("  " + "  ".join(aligned)).rstrip())
    return "\n".join(lines)
