"""Dice that nobody has asked to be looked at: whether they are a throw, and whether that is sure.

Nothing here decides for the players. Where a view lets dice be noticed, they are taken exactly as
by SCAN; where it is not sure that they were thrown, nothing happens.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum, auto
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from rules.dice import Faces
from rules.moves import Throw

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from firmware.table.session import Desk
    from rules.games import AnyGame
    from vision.reading import ReadDie, Reading

TRIES = 3
"""So often dice at rest that are not clear are looked at before that is said."""

TOLD = 3.0
"""Seconds that people get to read what they must do with the pieces, however soon they throw."""

_UNMOVED = 0.25  # of a die's side: no die that was thrown falls so near to where it lay


class Verdict(Enum):
    """What dice tell that were noticed."""

    THROWN = auto()
    """A throw: what SCAN would do is done."""
    WAITS = auto()
    """None, or not yet: dice lie as they lay, or some are in a hand."""
    LAID = auto()
    """What is kept lies aside; the others are still to be thrown."""
    UNCLEAR = auto()
    """Perhaps a throw: somebody must say so."""


class Lying(NamedTuple):
    """Dice that were read without a doubt, as the game counts them."""

    thrown: Faces
    aside: Faces | None
    """What lies aside on a mat; None: there is none, or it is not seen well."""
    still: bool
    """Most of them lie where the last look saw them."""


class AutoLook(NamedTuple):
    """What may be noticed on a view: as SCAN would look at it, and how it is judged."""

    expected: frozenset[int]
    total: int | None
    verdict: Callable[[Lying], Verdict]
    soonest: float = 0.0
    """Seconds for which the view stands at least."""


def judge(desk: "Desk", unasked: AutoLook, reading: "Reading") -> Verdict:
    """What a reading tells that nobody asked for."""
    if not reading.accepted:
        # Some dice are not there, or lie aside; nothing is unclear about the others.
        few = all(doubt.code == "count" for doubt in reading.doubts)
        return Verdict.WAITS if few else Verdict.UNCLEAR
    known = desk.game.state.setup.table_dice
    aside = None if reading.aside is None else known.read(die.face for die in reading.aside)
    still = lies_as(desk.looked, reading)
    return unasked.verdict(Lying(known.read(reading.faces), aside, still))


def lies_as(before: "Reading | None", now: "Reading") -> bool:
    """Whether at least half of the dice lie where they lay, with the same face up."""
    known = list(() if before is None else before.dice)
    unmoved = 0
    for die in now.dice:
        same = next((other for other in known if _same(die, other)), None)
        if same is not None:
            known.remove(same)
            unmoved += 1
    return before is not None and 2 * unmoved >= len(now.dice)


def _same(die: "ReadDie", other: "ReadDie") -> bool:
    side = min(dist(*die.corners[:2]), dist(*other.corners[:2]))
    return die.face == other.face and dist(die.centre, other.centre) < _UNMOVED * side


def last_throw(desk: "Desk") -> "tuple[Faces, AnyGame | None] | None":
    """What was thrown last, and the game before that; no game: it was the first move."""
    steps = desk.game.steps
    for at in range(len(steps) - 1, -1, -1):
        move = steps[at].move
        if isinstance(move, Throw):
            return move.faces, steps[at - 1].state if at else None
    return None


def shows(faces: Faces, others: Faces) -> bool:
    """Whether dice show the same, in whatever order."""
    return Counter(faces) == Counter(others)
