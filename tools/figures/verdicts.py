"""The result of reading a picture, and of each die in it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import dist, sqrt
from typing import Any, Protocol, Self

from rules.dice import Face
from tools.figures.stats import Share, Sighting
from vision.reading import Corners, ReadDie, Reading
from vision.simulator.scene import TrueDie

_NEAR = 0.5
"""Part of an edge within which a read die is the true one."""


class Verdict(StrEnum):
    """The result of a picture."""

    EXACT = "exact"
    WRONG = "wrong"
    DOUBTED = "doubted"


def verdict(reading: Reading, *, exact: bool) -> Verdict:
    """Accepted and exact, accepted but wrong, or doubted."""
    if not reading.accepted:
        return Verdict.DOUBTED
    return Verdict.EXACT if exact else Verdict.WRONG


@dataclass(frozen=True)
class Tally:
    """The number of pictures by result."""

    exact: int
    wrong: int
    doubted: int

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> "Tally":
        counted = Counter(verdicts)
        return cls(*(counted[each] for each in Verdict))

    @property
    def total(self) -> int:
        return self.exact + self.wrong + self.doubted

    def share(self, each: Verdict) -> Share:
        parts = {
            Verdict.EXACT: self.exact,
            Verdict.WRONG: self.wrong,
            Verdict.DOUBTED: self.doubted,
        }
        return Share(parts[each], self.total)

    def cells(self) -> list[str]:
        """For a table: exact and wrong with their intervals, and how many were doubted."""
        wrong = self.share(Verdict.WRONG)
        bound = f"{self.wrong} [{100 * wrong.interval[1]:.1f} %]" if self.total else "-"
        return [str(self.share(Verdict.EXACT)), bound, str(self.doubted)]


class Seen(Protocol):
    """The readings of a picture with the true count given (`told`), and without (`untold`)."""

    @property
    def told(self) -> Verdict: ...
    @property
    def untold(self) -> Verdict: ...
    @property
    def exact(self) -> bool:
        """Whether every die was found and read, doubted or not."""


HEADER = ("n", "exact", "wrong", "doubted", "| exact", "wrong", "doubted", "| right")
LEGEND = (
    "  Exact: accepted, every die found and right. Wrong: accepted, but not so [at most, by 95 %]."
    "\n  Left with the true count given, then without; at last: right, whether doubted or not."
)


def cells(seen: Sequence[Seen]) -> list[str]:
    """One row below the header."""
    told, untold = Tally.of(one.told for one in seen), Tally.of(one.untold for one in seen)
    exact = Share(sum(one.exact for one in seen), len(seen))
    return [str(len(seen)), *told.cells(), *untold.cells(), f"{100 * exact.value:.0f} %"]


@dataclass(frozen=True)
class Match:
    """A true die and its reading: missed without a reading, invented without a die.

    `edge` is the length of its top in the picture, in pixels.
    """

    true: str | None
    read: str | None
    edge: float
    confidence: float = 0.0

    @property
    def right(self) -> bool:
        return self.true == self.read


def matched(dice: Sequence[TrueDie], reading: Reading) -> tuple[Match, ...]:
    """Pair true dice with read ones, the nearest first, each only once."""
    pairs = sorted(
        (dist(_middle(true.corners), read.centre) / edge_of(true.corners), i, j)
        for i, true in enumerate(dice)
        for j, read in enumerate(reading.dice)
    )
    left, free = dict(enumerate(dice)), dict(enumerate(reading.dice))
    found = []
    for gap, i, j in pairs:
        if gap < _NEAR and i in left and j in free:
            true, read = left.pop(i), free.pop(j)
            found.append(Match(true.face, read.face, edge_of(true.corners), read.confidence))
    found += [Match(true.face, None, edge_of(true.corners)) for true in left.values()]
    found += [
        Match(None, read.face, edge_of(read.corners), read.confidence) for read in free.values()
    ]
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class Held:
    """The readings of a throw with the true count (`told`) and without, compared with the truth."""

    told: Verdict
    untold: Verdict
    doubts: tuple[str, ...]
    matches: tuple[Match, ...]
    untold_matches: tuple[Match, ...]

    @classmethod
    def against(cls, dice: Sequence[TrueDie], told: Reading, untold: Reading, **known: Any) -> Self:
        """Two readings of the same dice, with what else is known of the throw."""
        pairs, unpaired = matched(dice, told), matched(dice, untold)
        return cls(
            told=verdict(told, exact=all(match.right for match in pairs)),
            untold=verdict(untold, exact=all(match.right for match in unpaired)),
            doubts=tuple(sorted({doubt.code for doubt in told.doubts})),
            matches=pairs,
            untold_matches=unpaired,
            **known,
        )

    @property
    def exact(self) -> bool:
        """Whether every die was found and read, doubted or not."""
        return all(match.right for match in self.matches)

    @property
    def wrong(self) -> bool:
        """Whether it was claimed wrongly, with the count or without it."""
        return Verdict.WRONG in {self.told, self.untold}

    def mistakes(self) -> str:
        """Describe a throw that was accepted wrongly."""
        told = self.told is Verdict.WRONG
        said = ", ".join(
            f"{match.true or 'nothing'} of {match.edge:.0f} px read as {match.read or 'nothing'}"
            for match in (self.matches if told else self.untold_matches)
            if not match.right
        )
        return f"{'' if told else ', only without the count'}: {said}"


def sightings(faces: Iterable[Face], dice: Iterable[ReadDie]) -> tuple[Sighting, ...]:
    """Which dice were read right, where only the faces of a throw are known, not their places.

    The surest die first, each takes one equal face that is left. A wrong face that a missed die
    happens to show counts as right, so this errs on the reader's side, and seldom.
    """
    left: Counter[str] = Counter(faces)
    found = []
    for die in sorted(dice, key=lambda die: -die.confidence):
        found.append(Sighting(die.confidence, right=left[die.face] > 0))
        left[die.face] -= 1
    return tuple(found)


def _middle(corners: Corners) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def edge_of(corners: Corners) -> float:
    """The edge of a square of the same area, in pixels; at least one."""
    around = zip(corners, corners[1:] + corners[:1], strict=True)
    return max(1.0, sqrt(abs(sum(x * v - u * y for (x, y), (u, v) in around)) / 2))
