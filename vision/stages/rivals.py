"""Decides which places are tops of dice: one per die; of rivals, the one that lies level.

A side of a die, a printed die and a leaning die all look different from a level top beside them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import hypot

from vision.geometry import Shape
from vision.reading import TablePose
from vision.stages.candidate import Candidate
from vision.stages.table_pose import FEWEST, Floats, alone, find_pose, misfits

A_DIE = 0.5
"""From this chance on, a place counts as a die."""
NEIGHBOURS, TOUCHING = 1.7, 1.4
"""Distances in half edges. The tops of two adjacent dice are two apart; a place nearer than
`NEIGHBOURS` is a side of the same die. Two places that both lie level are different dice unless
they are nearer than `TOUCHING`.
"""
FOLDED, TOWARD = 2.6, 0.5
"""A place nearer than `FOLDED` may be a side of a top that points to it, for at least `TOWARD` of
the distance. If both point to each other, they are one die: two tops never do.
"""
LEVEL_AT_FIRST, LEVEL, UPRIGHT = 1.4, 1.55, 1.3
"""Limits for the distance from lying level, as a multiple of the uncertainty of the look. Above
`LEVEL_AT_FIRST` the die is looked at again; above `LEVEL` it leans or is a side. Beside a top below
`UPRIGHT`, such a place is no rival.
"""
ALONE = 0.6
"""The same limit for a single die, which is compared with the tilt that suits it best."""
ENOUGH = 4
"""This many dice show well how the table lies; with fewer, an earlier throw helps."""
OF_TWO = 0.78
"""Factor for two dice: some tilt and lens nearly fit any two."""
SEEMS, BEYOND_DOUBT = 0.8, 0.95
"""Added if a look is sure that a die leans. Among several dice the look alone decides only above
`BEYOND_DOUBT`: some level dice seem to lean, but few of them also lie a little askew.
"""
CONTENDS, ASLANT = 0.1, 0.1
"""From the chance `CONTENDS` on, a rival is compared with the table; a place that is not level
counts `ASLANT` times as much as a top.
"""
RIVAL, RIVAL_SEEN = 0.2, 0.7
"""A rival makes a die doubtful if it was as likely as `RIVAL` or its face as clear as `RIVAL_SEEN`:
a leaning die shows two faces.
"""

Clash = tuple[Candidate, Candidate]
"""Two places that are too near to each other; the second was rejected."""


def tops(
    candidates: Sequence[Candidate], size: tuple[int, int]
) -> tuple[list[Candidate], list[Clash]]:
    """Return one place for each die, and the rejected rivals; `size` is the picture's."""
    likeliest = sorted(candidates, key=lambda candidate: -candidate.die)
    kept, clashes = _apart(likeliest)
    dice = [candidate for candidate in kept if candidate.die >= A_DIE]
    rivals = [lost for _, lost in clashes if lost.die >= CONTENDS]
    table = find_pose([die.top for die in dice], size) if rivals else None
    if table is None:
        return kept, clashes
    far = _off(table, dice, rivals)
    off = {id(candidate): much for candidate, much in zip([*dice, *rivals], far, strict=True)}
    level = {number for number, much in off.items() if much <= LEVEL}

    def as_top(candidate: Candidate) -> float:
        return candidate.die * (1.0 if off.get(id(candidate), 0.0) <= LEVEL else ASLANT)

    return _apart(sorted(likeliest, key=lambda candidate: -as_top(candidate)), level)


@dataclass(frozen=True, eq=False)
class Level:
    """The reference for whether dice lie level.

    Attributes:
        size: The picture's.
        table: How the table lies; None for a single die on an unknown table, which is compared with
            the tilt that suits it best.
        firmly: A factor for the allowed distance from level.
    """

    size: tuple[int, int]
    table: TablePose | None
    firmly: float = 1.0

    def off(self, dice: Sequence[Candidate], others: Sequence[Candidate] = ()) -> Floats:
        """Return how far each place is from lying level."""
        if self.table is None:
            return alone([candidate.top for candidate in (*dice, *others)], self.size)
        return _off(self.table, dice, others)

    def unclear(self, far: float, seen: float) -> bool:
        """Return whether a die this far off may lean, so that another look is worthwhile."""
        return self._aslant(far, seen) > (ALONE if self.table is None else LEVEL_AT_FIRST)

    def leans(self, far: float, seen: float) -> bool:
        """Return whether a die this far off leans; `seen` is how much its look says so."""
        if self.table is None:
            return self._aslant(far, seen) > ALONE
        return self._aslant(far, seen) > LEVEL or seen >= BEYOND_DOUBT

    def _aslant(self, far: float, seen: float) -> float:
        return far / self.firmly + SEEMS * seen


def level_of(
    dice: Sequence[Candidate], size: tuple[int, int], known: TablePose | None = None
) -> Level:
    """Return the reference for these dice: the `known` table for a few of them, else themselves.

    If none of several dice is level on the known table, the camera was moved.
    """
    if known is not None and 0 < len(dice) < ENOUGH:
        several = len(dice) >= FEWEST
        if not several or _off(known, dice, ()).min() <= LEVEL:
            return Level(size, known)
    table = find_pose([die.top for die in dice], size)
    return Level(size, table, OF_TWO if len(dice) == FEWEST else 1.0)


def overlapping(
    clashes: Sequence[Clash], dice: Sequence[Candidate], far: Floats, size: tuple[int, int]
) -> list[int]:
    """Return the dice that are doubtful because a place too near to them looks like a die too.

    A place that is not level beside a level die is its side. But if every die has such a place, and
    those places are level with each other, nothing distinguishes tops from sides. `far` is the
    distance from level of the dice, then of the rejected places; `size` is the picture's.
    """
    found = []
    rivals: dict[int, Candidate] = {}
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


def _off(table: TablePose, dice: Sequence[Candidate], others: Sequence[Candidate]) -> Floats:
    return misfits(table, [die.top for die in dice], [other.top for other in others])


def _apart(
    candidates: Sequence[Candidate], level: Collection[int] = ()
) -> tuple[list[Candidate], list[Clash]]:
    """Split off places too near to an earlier one: they are its sides or its pips.

    `level` holds the `id` of places known to be level.
    """
    kept: list[Candidate] = []
    clashes: list[Clash] = []
    for candidate in candidates:
        near = (
            other
            for other in kept
            if _distance(other.shape, candidate.shape)
            < (TOUCHING if id(other) in level and id(candidate) in level else NEIGHBOURS)
            or (_side_of(other, candidate) and _side_of(candidate, other))
        )
        other = next(near, None)
        if other is None:
            kept.append(candidate)
        else:
            clashes.append((other, candidate))
    return kept, clashes


def _side_of(top: Candidate, place: Candidate) -> bool:
    """Return whether the place may be a side of the die with this top."""
    way = place.shape.middle - top.shape.middle
    toward = float(top.look.down @ way) > TOWARD * float(way @ way)
    return toward and _distance(top.shape, place.shape) < FOLDED


def _distance(one: Shape, other: Shape) -> float:
    """Return the distance between the middles, in half edges."""
    larger, smaller = (one, other) if one.edge >= other.edge else (other, one)
    return hypot(*larger.inside(smaller.middle)) * 2 * larger.edge / (larger.edge + smaller.edge)
