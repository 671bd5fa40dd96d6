"""Decides whether dice that were read automatically are a throw.

Nothing here decides for the players. If a view allows it, the dice are used exactly as after SCAN;
if it is uncertain that they were thrown, nothing happens.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum, auto
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from rules.dice import Faces
from rules.moves import Throw

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from firmware.table.session import Session
    from rules.games import AnyGame
    from vision.reading import ReadDie, Reading

TRIES = 3
"""How often unclear dice at rest are read before that is reported."""

TOLD = 3.0
"""Seconds to read instructions about the pieces, even if the next throw falls sooner."""

_UNMOVED = 0.25  # of a die's side; no thrown die lands so close to its former place


class Verdict(Enum):
    """The result of an automatic reading."""

    THROWN = auto()
    """A throw: act as on SCAN."""
    WAITS = auto()
    """No throw, or not yet: dice are unchanged, or some are in a hand."""
    LAID = auto()
    """The kept dice are set aside; the others are still to be thrown."""
    UNCLEAR = auto()
    """Perhaps a throw: somebody must confirm it."""


class DiceSeen(NamedTuple):
    """Dice that were read without doubts, by the game's faces."""

    thrown: Faces
    aside: Faces | None
    """The dice set aside on a mat; None without a mat, or if they are badly visible."""
    still: bool
    """Whether most of them are where the last reading saw them."""


class AutoLook(NamedTuple):
    """What may be read automatically on a view, and how to judge it."""

    expected: frozenset[int]
    total: int | None
    verdict: Callable[[DiceSeen], Verdict]
    soonest: float = 0.0
    """Seconds that the view must have been shown."""


def judge(session: "Session", auto_look: AutoLook, reading: "Reading") -> Verdict:
    """Judge a reading that nobody requested."""
    if not reading.accepted:
        # Some dice are missing, or set aside; nothing is unclear about the others.
        few = all(doubt.code == "count" for doubt in reading.doubts)
        return Verdict.WAITS if few else Verdict.UNCLEAR
    known = session.game.state.setup.table_dice
    aside = None if reading.aside is None else known.read(die.face for die in reading.aside)
    still = mostly_unchanged(session.looked, reading)
    return auto_look.verdict(DiceSeen(known.read(reading.faces), aside, still))


def mostly_unchanged(before: "Reading | None", now: "Reading") -> bool:
    """Return whether at least half of the dice are unchanged, in place and face."""
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


def last_throw(session: "Session") -> "tuple[Faces, AnyGame | None] | None":
    """Return the last throw, and the game before it, unless it was the first move."""
    steps = session.game.steps
    for at in range(len(steps) - 1, -1, -1):
        move = steps[at].move
        if isinstance(move, Throw):
            return move.faces, steps[at - 1].state if at else None
    return None


def shows(faces: Faces, others: Faces) -> bool:
    """Return whether both show the same faces, in any order."""
    return Counter(faces) == Counter(others)
