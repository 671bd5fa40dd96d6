"""Decides which places are tops of dice: one per die; of rivals, the one that lies level.

A side of a die, a printed die and a leaning die all look different from a level top beside them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import hypot

from vision.geometry import Shape
from vision.reading import TablePose
from vision.stages import limits
from vision.stages.candidate import Candidate
from vision.stages.table_pose import FEWEST, Floats, alone, find_pose, misfits

Clash = tuple[Candidate, Candidate]
"""Two places that are too near to each other; the second was rejected."""


def tops(
    candidates: Sequence[Candidate], size: tuple[int, int]
) -> tuple[list[Candidate], list[Clash]]:
    """Return one place for each die, and the rejected rivals; `size` is the picture's."""
    likeliest = sorted(candidates, key=lambda candidate: -candidate.die)
    kept, clashes = _apart(likeliest)
    dice = [candidate for candidate in kept if candidate.die >= limits.A_DIE]
    rivals = [lost for _, lost in clashes if lost.die >= limits.MAYBE]
    table = find_pose([die.top for die in dice], size) if rivals else None
    if table is None:
        return kept, clashes
    far = _off(table, dice, rivals)
    off = {id(candidate): much for candidate, much in zip([*dice, *rivals], far, strict=True)}
    level = {number for number, much in off.items() if much <= limits.LEVEL}

    def as_top(candidate: Candidate) -> float:
        return candidate.die * (
            1.0 if off.get(id(candidate), 0.0) <= limits.LEVEL else limits.MAYBE
        )

    return _apart(sorted(likeliest, key=lambda candidate: -as_top(candidate)), level)


@dataclass(frozen=True, eq=False)
class Level:
    """The reference for whether dice lie level.

    Attributes:
        size: The picture's.
        table: How the table lies; None for a single die on an unknown table, which is compared with
            the tilt that suits it best.
    """

    size: tuple[int, int]
    table: TablePose | None

    def off(self, dice: Sequence[Candidate], others: Sequence[Candidate] = ()) -> Floats:
        """Return how far each place is from lying level."""
        if self.table is None:
            return alone([candidate.top for candidate in (*dice, *others)], self.size)
        return _off(self.table, dice, others)

    def leans(self, far: float, seen: float) -> bool:
        """Return whether a die this far off leans; `seen` is how much its look says so."""
        return far + limits.SEEMS * seen > (limits.ALONE if self.table is None else limits.LEVEL)


def level_of(
    dice: Sequence[Candidate], size: tuple[int, int], known: TablePose | None = None
) -> Level:
    """Return the reference for these dice: the `known` table for a few of them, else themselves.

    If none of several dice is level on the known table, the camera was moved.
    """
    if known is not None and 0 < len(dice) < limits.ENOUGH:
        several = len(dice) >= FEWEST
        if not several or _off(known, dice, ()).min() <= limits.LEVEL:
            return Level(size, known)
    return Level(size, find_pose([die.top for die in dice], size))


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
        if lost.die >= limits.A_DIE and lost.doubt is None:
            number = next((n for n, die in enumerate(dice) if die.shape is kept.shape), None)
            if number is None:
                continue
            rivals.setdefault(number, lost)
            if not (far[number] <= limits.LEVEL < aslant):
                found.append(number)
    if rivals and len(rivals) == len(dice):
        others = list(rivals.values())
        if level_of(others, size).off(others).max() <= limits.LEVEL:
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
            < (
                limits.TOUCHING
                if id(other) in level and id(candidate) in level
                else limits.NEIGHBOURS
            )
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
    toward = float(top.look.down @ way) > limits.TOWARD * float(way @ way)
    return toward and _distance(top.shape, place.shape) < limits.FOLDED


def _distance(one: Shape, other: Shape) -> float:
    """Return the distance between the middles, in half edges."""
    larger, smaller = (one, other) if one.edge >= other.edge else (other, one)
    return hypot(*larger.inside(smaller.middle)) * 2 * larger.edge / (larger.edge + smaller.edge)
