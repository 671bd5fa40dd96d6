"""Exact chances of re-rolls in Picnic Blitz: what to re-roll for a straight or for one number.

There are 924 multisets of up to six dice. The value of held dice is the sum of the values with one
more die, over its six faces. Values count equally likely results as integers, so nothing is rounded
before the end. A die thrown again counts as a re-roll even if it shows the same face, as in the
rules.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations
from math import comb

from rules.dice import STANDARD, Face, Faces, straight

DICE = 6
SIDES = len(STANDARD.sides)
EVERY_WAY = SIDES**DICE
"""The number of results of six dice."""
STRAIGHTS = (4, 5, 6)
"""Straights that allow attacks."""


@dataclass(frozen=True, slots=True)
class Straight:
    """A straight of at least so many dice."""

    length: int

    def met(self, faces: Faces) -> bool:
        """Return whether these dice show it."""
        return straight(faces) >= self.length


@dataclass(frozen=True, slots=True)
class OfAKind:
    """At least so many dice of one face."""

    face: Face
    count: int

    def met(self, faces: Faces) -> bool:
        """Return whether these dice show it."""
        return faces.count(self.face) >= self.count


Goal = Straight | OfAKind


@dataclass(frozen=True)
class Chances:
    """The possible results of a throw."""

    straights: Mapping[int, float]
    """The chance of a straight of at least 4, 5 and 6 dice."""
    of_a_kind: Mapping[Face, tuple[float, ...]]
    """For each face, the chances of at least 0, 1, 2, ... dice of it."""


@dataclass(frozen=True, slots=True)
class Best:
    """The dice to re-roll now for a goal (none if it is met or impossible), and its chance."""

    reroll: Faces
    chance: float


def chances(held: Faces, dice: int) -> Chances:
    """Return the chances if these dice are held and so many others are thrown."""
    shown = frozenset(held)
    counts = range(len(held) + dice + 1)
    return Chances(
        {length: _straight_ways(length, shown, dice) / SIDES**dice for length in STRAIGHTS},
        {
            face: tuple(_of_face_ways(n - held.count(face), dice) / SIDES**dice for n in counts)
            for face in STANDARD.faces
        },
    )


@cache
def _straight_ways(length: int, shown: frozenset[Face], dice: int) -> int:
    """Return the number of throws that complete a straight with the held faces."""
    if not dice:
        return int(straight(tuple(shown)) >= length)
    return sum(_straight_ways(length, shown | {face}, dice - 1) for face in STANDARD.faces)


def _of_face_ways(count: int, dice: int) -> int:
    """Return the number of throws with at least so many dice of a face."""
    wanted = range(max(count, 0), dice + 1)
    return sum(comb(dice, found) * (SIDES - 1) ** (dice - found) for found in wanted)


def best(thrown: Faces, again: int, groups: int, goal: Goal) -> Best:
    """Return the best dice to re-roll for this goal, with re-rolls in one throw or in two.

    Of equal chances it takes the fewest dice. Of two throws it returns only the first; call it
    again for the second.
    """
    ways = _ways()
    reroll: Faces = ()
    most, unit = int(goal.met(thrown)), 1
    if groups and again:
        once = ways.spread([int(goal.met(faces)) for faces in ways.full])
        afters = [once] * (DICE + 1)
        unit = EVERY_WAY
        if groups > 1:
            afters = [ways.spread(row) for row in ways.with_rerolls(once)]
            unit *= EVERY_WAY
        most *= unit
        for held, dice in ways.holds[thrown]:
            if not 0 < dice <= again:
                continue
            found = afters[again - dice][held] * SIDES ** (DICE - dice)
            if found > most:
                reroll, most = _without(thrown, ways.every[held]), found
    return Best(reroll, most / unit)


def _without(faces: Faces, held: Faces) -> Faces:
    return tuple(sorted((Counter(faces) - Counter(held)).elements()))


class _Ways:
    """Every multiset of up to six dice, and how they lead to each other."""

    def __init__(self) -> None:
        self.every = [f for count in range(DICE, -1, -1) for f in STANDARD.throws(count)]
        """Those of six dice first, then fewer and fewer."""
        self.full = list(STANDARD.throws(DICE))
        index = {faces: at for at, faces in enumerate(self.every)}
        self.more = [
            [index[tuple(sorted((*faces, face)))] for face in STANDARD.faces]
            for faces in self.every[len(self.full) :]
        ]
        """For each incomplete one, by face: the multiset with one more die."""
        self.holds = {faces: _holds(faces, index) for faces in self.full}
        """For each of six dice: the multisets to hold, and how many dice are thrown then."""

    def spread(self, full: list[int]) -> list[int]:
        """Return the value of every multiset, by summing over all results of its missing dice."""
        worth = list(full)
        for more in self.more:
            worth.append(sum([worth[at] for at in more]))
        return worth

    def with_rerolls(self, once: list[int]) -> list[list[int]]:
        """Return the values of six dice with 0, 1, ... re-rolls in a throw, out of `EVERY_WAY`."""
        rows = []
        for faces in self.full:
            row = [0] * (DICE + 1)
            for held, dice in self.holds[faces]:
                row[dice] = max(row[dice], once[held] * SIDES ** (DICE - dice))
            rows.append(list(accumulate(row, max)))
        return [list(column) for column in zip(*rows, strict=True)]


def _holds(faces: Faces, index: Mapping[Faces, int]) -> list[tuple[int, int]]:
    """Return what can be held, the fewest thrown dice first."""
    return [
        (index[held], dice)
        for dice in range(DICE + 1)
        for held in dict.fromkeys(combinations(faces, DICE - dice))
    ]


@cache
def _ways() -> _Ways:
    """Return the table, built once in some hundredths of a second."""
    return _Ways()
