"""Which places are tops of dice: one for each die, and of those that contend the one lying level.

How far a place is from lying level is evidence: the side of a die, a die that is printed on the
table, and a die that leans all look otherwise than a top beside them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from vision.looker import Look
from vision.plane import FEWEST, Floats, Lie, alone, lie
from vision.shape import Shape
from vision.sight import Sight

A_DIE = 0.5
"""From here on something counts as a die."""
NEIGHBOURS, TOUCHING = 1.7, 1.4
"""Tops of two dice side by side are two half edges apart; a side of the same die is nearer than the
first. Two places that both lie level are no side of each other, and as near as the second one and
the same."""
FOLDED, TOWARD = 2.6, 0.5
"""But a place nearer than the first to which a top points with its own side, by such a part of the
way there, may be that side; and where each points to the other they are one die: no two tops do."""
LEVEL_AT_FIRST, LEVEL, UPRIGHT = 1.4, 1.55, 1.3
"""A die that lies otherwise than a level one would by so many times of what its look leaves open is
looked at again; if it is still so far off, it leans, or is a side. What is so beside a top as level
as the last is no rival to that top."""
ALONE = 0.6
"""A die alone leans from here on: it is held against whatever tilt suits it best."""
ENOUGH = 4
"""So many dice show how their table lies well enough; of fewer it is better known before."""
OF_TWO = 0.78
"""Of two dice so many times as much suffices: some tilt and some lens nearly fit any two."""
SEEMS, BEYOND_DOUBT = 0.8, 0.95
"""So much is added where a look says surely that a die leans. Among others that alone is heard only
from the second on: some that lie level seem to lean, but few of them lie a little askew as well."""
CONTENDS, ASLANT = 0.1, 0.1
"""From the first on a place that gave way is held against how the table lies: what does not lie
level is so many times as likely the top of its die as it seemed."""
STANDS, PRINTED = 0.08, 0.02
"""A die of which a side is seen, by so much of an edge more than may be a mistake, stands. What
does not lie level as those do that stand is a print or a side, and so many times as likely a die as
it seemed."""
LARGER, ASKEW, HARDLY = 0.18, (1.9, 1.4), (0.3, 0.6)
"""What is larger than the sure dice by so much of an edge, lies so far from level with them, or is
no more of a face to its look, is not made one by the count: a playing piece, a coin, a token with a
dot, a print. The second of a pair is for what only the count would make a die of."""
DIM, OPEN, TILTS = 0.9, 0.1, 0.3
"""Where a look sees a face less clearly than the first, leaves open which way is down by as much as
the second and says that it leans by no less than the last, it sees a side of a die that leans."""
PLAIN, SLIGHTLY = 0.98, 0.1
"""Where a face is less sure than the first and leans by no less than the second to its look, it may
be such a side: a count makes it no surer."""
RIVAL, RIVAL_SEEN = 0.2, 0.7
"""A place that gave way to another so near makes that one doubtful, if it was as likely as this
itself, or if the look saw a face there as clearly as that: a leaning die shows two."""

Clash = tuple[Sight, Sight]
"""Two places too near to each other, and the second gave way."""


def tops(sights: Sequence[Sight], size: tuple[int, int]) -> tuple[list[Sight], list[Clash]]:
    """One place for each die, and what gave way to it; `size` is the picture's."""
    likeliest = sorted(sights, key=lambda sight: -sight.die)
    kept, clashes = _apart(likeliest)
    dice = [sight for sight in kept if sight.die >= A_DIE]
    rivals = [lost for _, lost in clashes if lost.die >= CONTENDS]
    table = lie([die.top for die in dice], size) if rivals else None
    if table is None:
        return kept, clashes
    far = _off(table, dice, rivals)
    off = {id(sight): much for sight, much in zip([*dice, *rivals], far, strict=True)}
    level = {number for number, much in off.items() if much <= LEVEL}

    def as_top(sight: Sight) -> float:
        return sight.die * (1.0 if off.get(id(sight), 0.0) <= LEVEL else ASLANT)

    return _apart(sorted(likeliest, key=lambda sight: -as_top(sight)), level)


def only_level(sights: Sequence[Sight], size: tuple[int, int]) -> list[Sight] | None:
    """The same, but what does not lie level hardly counts as dice; nothing where all lie so.

    How the table lies is asked of those that surely stand on it, since prints may be many.
    """
    kept, _ = tops(sights, size)
    standing = [sight for sight in kept if sight.die >= A_DIE and _stands(sight.look)]
    others = [sight for sight in kept if not (sight.die >= A_DIE and _stands(sight.look))]
    table = lie([sight.top for sight in standing], size)
    if table is None:
        return None
    far = _off(table, standing, others)
    off = {id(sight) for sight, much in zip([*standing, *others], far, strict=True) if much > LEVEL}
    if not off:
        return None
    return [
        replace(sight, die=sight.die * PRINTED) if id(sight) in off else sight for sight in sights
    ]


def passed_over(left: Sequence[Sight], dice: Sequence[Sight]) -> bool:
    """Whether something was left out that is likelier a die than one of those that count.

    Prints and sides are left out, but so would be a die that leans, and a playing piece with a
    drawing be counted in its place, or a print that the die half covers.
    """
    least = min((die.die for die in dice), default=1.0)
    return any(lost.die > least and not any(_side_of(die, lost) for die in dice) for lost in left)


def unlike(
    sights: Sequence[Sight],
    sure: Sequence[Sight],
    size: tuple[int, int],
    known: Lie | None = None,
) -> list[bool]:
    """Of which it can be seen that they are no dice, by those that surely are.

    Where these are too few, by the table as it is `known`; where it is not, of none.
    """
    table = lie([die.top for die in sure], size) or known
    if table is None:
        return [False] * len(sights)
    likely = np.array([sight.die >= A_DIE for sight in sights], np.bool_)
    dim = np.array([sight.seen for sight in sights]) < np.where(likely, *HARDLY)
    far = _off(table, sure, sights)[len(sure) :] > np.where(likely, *ASKEW)
    large = table.sizes([sight.top for sight in sights]) > LARGER
    return [bool(odd) for odd in dim | far | large]


def seems_a_side(sight: Sight) -> bool:
    """Whether this is no top, but a side of a die that leans against another, or lies over two."""
    look = sight.look
    return sight.seen < DIM and look.astray >= OPEN and look.leaning >= TILTS


def may_be_a_side(sight: Sight) -> bool:
    """Whether more than a count must speak for its being a top."""
    return sight.right < PLAIN and sight.look.leaning >= SLIGHTLY


def _stands(look: Look) -> bool:
    """Whether a side of the die is surely seen."""
    return float(np.linalg.norm(look.down)) / look.shape.edge > STANDS + look.astray


def table_of(sights: Sequence[Sight], size: tuple[int, int]) -> Lie | None:
    """How the table lies, by the dice on it."""
    kept, _ = tops(sights, size)
    return lie([sight.top for sight in kept if sight.die >= A_DIE], size)


@dataclass(frozen=True, eq=False)
class Level:
    """What dice are held against to tell whether they lie level.

    Attributes:
        size: The picture's.
        table: How the table lies; None where that is not known of a die alone, which is then held
            against whatever suits it.
        firmly: How far off level a die may be there, as a part of what it may be among several.
    """

    size: tuple[int, int]
    table: Lie | None
    firmly: float = 1.0

    def off(self, dice: Sequence[Sight], others: Sequence[Sight] = ()) -> Floats:
        """How far each is from lying level."""
        if self.table is None:
            return alone([sight.top for sight in (*dice, *others)], self.size)
        return _off(self.table, dice, others)

    def unclear(self, far: float, seen: float) -> bool:
        """Whether a die so far off seems to lean: worth a closer look before that is told."""
        return self._aslant(far, seen) > (ALONE if self.table is None else LEVEL_AT_FIRST)

    def leans(self, far: float, seen: float, limit: float) -> bool:
        """Whether a die so far off leans; `seen`: what its look says.

        Where no table is known that is heard from a `limit` on.
        """
        if self.table is None:
            return self._aslant(far, seen) > ALONE or seen >= limit
        return self._aslant(far, seen) > LEVEL or seen >= BEYOND_DOUBT

    def _aslant(self, far: float, seen: float) -> float:
        return far / self.firmly + SEEMS * seen


def level_of(dice: Sequence[Sight], size: tuple[int, int], known: Lie | None = None) -> Level:
    """What these dice are held against: the table as it is `known`, if they are few; or by them.

    Where not one of several lies level on the known one, the camera was moved.
    """
    if known is not None and 0 < len(dice) < ENOUGH:
        several = len(dice) >= FEWEST
        if not several or _off(known, dice, ()).min() <= LEVEL:
            return Level(size, known)
    table = lie([die.top for die in dice], size)
    return Level(size, table, OF_TWO if len(dice) == FEWEST else 1.0)


def overlapping(
    clashes: Sequence[Clash], dice: Sequence[Sight], far: Floats, size: tuple[int, int]
) -> list[int]:
    """Which dice are doubtful since a place too near to them looks like a die as well.

    But a place that does not lie level beside one that does is its side; unless all dice have such
    a place, and those lie as level among themselves: then nothing tells tops from sides. `far` is
    how far the dice, then those that gave way, are from level; `size` is the picture's.
    """
    found = []
    rivals: dict[int, Sight] = {}
    for (kept, lost), aslant in zip(clashes, far[len(dice) :], strict=True):
        if (lost.die >= RIVAL or lost.seen >= RIVAL_SEEN) and lost.doubt is None:
            number = next((n for n, die in enumerate(dice) if die.shape is kept.shape), None)
            if number is None:
                continue
            rivals.setdefault(number, lost)
            if not (far[number] < UPRIGHT and aslant > LEVEL):
                found.append(number)
    if rivals and len(rivals) == len(dice):
        others = list(rivals.values())
        if level_of(others, size).off(others).max() <= LEVEL:
            return sorted(rivals)
    return found


def _off(table: Lie, dice: Sequence[Sight], others: Sequence[Sight]) -> Floats:
    return table.misfits([die.top for die in dice], [other.top for other in others])


def _apart(sights: Sequence[Sight], level: Collection[int] = ()) -> tuple[list[Sight], list[Clash]]:
    """Without those too near to one before them: they are its sides, or its pips.

    `level` holds the `id` of those of which it is known that they lie level.
    """
    kept: list[Sight] = []
    clashes: list[Clash] = []
    for sight in sights:
        near = (
            other
            for other in kept
            if _distance(other.shape, sight.shape)
            < (TOUCHING if id(other) in level and id(sight) in level else NEIGHBOURS)
            or (_side_of(other, sight) and _side_of(sight, other))
        )
        other = next(near, None)
        if other is None:
            kept.append(sight)
        else:
            clashes.append((other, sight))
    return kept, clashes


def _side_of(top: Sight, place: Sight) -> bool:
    """Whether the place may be a side of the die that this is the top of."""
    way = place.shape.middle - top.shape.middle
    toward = float(top.look.down @ way) > TOWARD * float(way @ way)
    return toward and _distance(top.shape, place.shape) < FOLDED


def _distance(one: Shape, other: Shape) -> float:
    """From middle to middle, in half edges."""
    larger, smaller = (one, other) if one.edge >= other.edge else (other, one)
    return hypot(*larger.inside(smaller.middle)) * 2 * larger.edge / (larger.edge + smaller.edge)
